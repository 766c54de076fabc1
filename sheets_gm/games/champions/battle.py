"""Battles: two players, up to two Champions a side, four turns (CBR-34, CBR-39).

Laws: within a turn everything is decided from the position in which it began, and health changes once, at its end
(CBR-62, R17); who is dead acts no more; the Healer's passive is looked at anew each turn (R22).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sheets_gm.games.champions.attack import attack, evasion
from sheets_gm.games.champions.data import (
    ATTACK,
    EVADE,
    HEAL_ACTION,
    HEALER,
    HEALTH,
    SUPPORT_ACTION,
    TURNS,
    may,
)
from sheets_gm.games.champions.equipment import undress
from sheets_gm.games.champions.events import (
    BattleBegan,
    BattleEnded,
    BattleVoid,
    Evading,
    Fell,
    HealthUpdated,
    Revived,
    TurnBegan,
)
from sheets_gm.games.champions.orders import Act
from sheets_gm.games.champions.pairing import sent
from sheets_gm.games.champions.state import Champion, Fight, Match, Player
from sheets_gm.games.champions.strength import passive, preference
from sheets_gm.games.champions.support import heal, most_hurt, support
from sheets_gm.games.champions.workings import Bouts, Combatant, Turn, Who
from sheets_gm.kernel.dice import Dice

NOTHING_SAID = Act(battle=1, slot=1, turn=1)


def fight_out(match: Match, orders: Mapping[str, Sequence[Act]], dice: Dice) -> Bouts:
    """All battles of the round, one after another."""
    acts = {(seat, act.battle, act.slot, act.turn): act for seat, given in orders.items() for act in given}
    health = {(player.seat, each.type): each.health for player in match.players for each in player.champions}
    bouts = Bouts(match, dice, health, acts)
    teams = {seat: _sent(match, seat, acts) for fight in match.fights for seat in fight.seats}
    for fight in match.fights:
        _battle(bouts, fight, teams)
    return bouts


def _sent(match: Match, seat: str, acts: Mapping[tuple[str, int, int, int], Act]) -> tuple[tuple[str, ...], ...]:
    said = {
        (battle, slot): act.champion for (who, battle, slot, turn), act in acts.items() if who == seat and turn == 1
    }
    return sent(match.player(seat), len(match.fights_of(seat)), said)


def _battle(bouts: Bouts, fight: Fight, teams: Mapping[str, tuple[tuple[str, ...], ...]]) -> None:
    match = bouts.match
    at = fight.at if match.settings.show_names else ""
    battles = [match.fights_of(seat).index(fight) for seat in fight.seats]
    fighters = tuple(
        _combatant(bouts, seat, name, side, slot)
        for side, (seat, battle) in enumerate(zip(fight.seats, battles, strict=True))
        for slot, name in enumerate(teams[seat][battle], start=1)
        if bouts.health[seat, name] > 0
    )
    missing = next((seat for seat in fight.seats if seat not in {each.seat for each in fighters}), None)
    if missing is not None:
        bouts.events.append(BattleVoid(clause="CBR-R15", at=at, seats=fight.seats, missing=missing))
        return
    told = tuple(each.as_told(bouts.health[each.who]) for each in fighters)
    bouts.events.append(BattleBegan(clause="CBR-34", at=at, seats=fight.seats, fighters=told))
    for seat in fight.seats:
        bouts.final[seat], bouts.dealt[seat] = {}, 0
    for number in range(1, TURNS * match.settings.sets_per_battle + 1):
        living = tuple(each for each in fighters if bouts.health[each.who] > 0)
        if len({each.side for each in living}) < 2:
            break  # R14
        _turn(bouts, fight, battles, number, _bare(bouts, living))
    left = tuple(each.as_told(bouts.health[each.who]) for each in fighters if bouts.health[each.who] > 0)
    bouts.events.append(BattleEnded(clause="CBR-R14", seats=fight.seats, fighters=left))


def _combatant(bouts: Bouts, seat: str, name: str, side: int, slot: int) -> Combatant:
    champion = bouts.match.player(seat).champion(name)
    burnt = list(bouts.burnt.get((seat, name), ()))
    worn = []
    for item in champion.items:
        if item in burnt:
            burnt.remove(item)
        else:
            worn.append(item)
    armor = bouts.match.armoury[champion.armor] if champion.armor else None
    return Combatant(seat, name, side, slot, bouts.match.items(tuple(worn)), armor)


def _bare(bouts: Bouts, living: Sequence[Combatant]) -> tuple[Combatant, ...]:
    """The fighters with what they still have: an item that was used up is gone."""
    return tuple(
        _combatant(bouts, each.seat, each.type, each.side, each.slot) if each.who in bouts.burnt else each
        for each in living
    )


def _turn(bouts: Bouts, fight: Fight, battles: Sequence[int], number: int, living: tuple[Combatant, ...]) -> None:
    sides = tuple(tuple(each.type for each in living if each.side == side) for side in (0, 1))
    at_work = passive((sides[0], sides[1]))
    reason = f"round {bouts.match.round}, {fight.seats[0]} v {fight.seats[1]}, turn {number}"
    turn = Turn(bouts, reason, number, living, at_work)
    turn.describe(
        TurnBegan(
            clause="CBR-39" if at_work is None else "CBR-31",
            turn=number,
            passive=None if at_work is None else fight.seats[at_work],
        )
    )
    said = {each.who: _said(bouts, each, battles[each.side], number) for each in living}
    wants = {each.who: _action(turn, each, said[each.who]) for each in living}
    for each in living:
        if wants[each.who] == SUPPORT_ACTION:
            support(turn, each, said[each.who].item, said[each.who].target)
        elif wants[each.who] == EVADE:
            turn.evading.add(each.who)
    for each in living:
        if each.who in turn.evading:
            turn.describe(Evading(clause="CBR-46", by=each.as_told(), percent=evasion(turn, each)))
    for each in living:
        if wants[each.who] == ATTACK:
            attack(turn, each, _target(turn, each, said[each.who].prefer))
    for each in living:
        if wants[each.who] == HEAL_ACTION:
            heal(turn, each, said[each.who].target)
    for each in living:
        _update(turn, each)


def _said(bouts: Bouts, champion: Combatant, battle: int, number: int) -> Act:
    turn = (number - 1) % TURNS + 1
    return bouts.acts.get((champion.seat, battle + 1, champion.slot, turn), NOTHING_SAID)


def _action(turn: Turn, champion: Combatant, said: Act) -> str:
    """What *champion* does: what was said if it can, else what R28 lets it do."""
    if said.wants is not None and may(champion.type, said.wants):
        return said.wants
    return HEAL_ACTION if champion.type == HEALER and most_hurt(turn, champion) else ATTACK


def _target(turn: Turn, champion: Combatant, prefer: str | None) -> Combatant:
    """The first listed type that is there (CBR-49, R16)."""
    order = preference(prefer, turn.bouts.settings.default_pref)
    return min(turn.enemies(champion), key=lambda each: order.index(each.type))


def _update(turn: Turn, champion: Combatant) -> None:
    """Health at the end of the turn, from the cumulative total (CBR-62, CBR-63)."""
    bouts, who = turn.bouts, champion.who
    damage, healing = turn.damage.get(who, 0), turn.healing.get(who, 0)
    before = bouts.health[who]
    after = before - damage + healing
    if not bouts.settings.overheal:
        after = min(HEALTH[champion.type], after)
    if damage or healing:
        turn.describe(
            HealthUpdated(
                clause="CBR-62", who=champion.as_told(before), damage=damage, healing=healing, after=max(0, after)
            )
        )
    bouts.health[who] = after if after > 0 else fall(bouts, champion, after, turn.reason)
    bouts.final.setdefault(champion.seat, {})[champion.type] = bouts.health[who] or after


def fall(bouts: Bouts, champion: Combatant, after: int, reason: str) -> int:
    """A Champion without health: it falls, unless something it wears keeps it; answer its health."""
    feather = next((item for item in champion.items if item.revive), None)
    if feather is not None and feather.revive is not None:
        throw = feather.revive
        rolled = sum(bouts.dice.rolls_of(throw.number, throw.sides, f"{reason}: revival of {champion.name}"))
        health = min(rolled + throw.plus, HEALTH[champion.type])
        bouts.burnt.setdefault(champion.who, []).append(feather.id)
        bouts.events.append(Revived(clause="CBR-11", who=champion.as_told(), item=feather.name, health=health))
        return health
    bouts.fallen += 1
    bouts.events.append(Fell(clause="CBR-62", who=champion.as_told(after)))
    return 0


def after_battles(bouts: Bouts) -> Match:
    """The position with everybody's health, what was used up gone, and the gear of the dead in their stashes."""
    players = tuple(undress(_healthy(bouts, player)) for player in bouts.match.players)
    burnt = sum(map(len, bouts.burnt.values()))
    return bouts.match.but(players=players, gone=bouts.match.gone + burnt)


def _healthy(bouts: Bouts, player: Player) -> Player:
    return player.but(champions=tuple(_changed(bouts, (player.seat, each.type), each) for each in player.champions))


def _changed(bouts: Bouts, who: Who, champion: Champion) -> Champion:
    items = list(champion.items)
    for item in bouts.burnt.get(who, ()):
        items.remove(item)
    return champion.but(health=bouts.health[who], items=tuple(items))
