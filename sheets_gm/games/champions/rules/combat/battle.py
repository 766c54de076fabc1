"""Battles: two players, up to two Champions on each side, four turns (CBR-34, CBR-39).

Everything in a turn is decided by the position at its start, and health changes once, at its end (CBR-62, R17). Dead
Champions do not act. The Healer's passive effect is determined again in each turn (R22).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sheets_gm.games.champions.data.numbers import ATTACK, EVADE, HEAL_ACTION, HEALER, SUPPORT_ACTION, may
from sheets_gm.games.champions.position.battle_events import (
    BattleBegan,
    BattleEnded,
    BattleVoid,
    Fell,
    Fought,
    HealthUpdated,
    Lapsed,
    Revived,
    TurnBegan,
)
from sheets_gm.games.champions.position.orders import Act
from sheets_gm.games.champions.position.state import Champion, Fight, Match, Player
from sheets_gm.games.champions.rules.combat.attack import attack, evading
from sheets_gm.games.champions.rules.combat.battle_state import BattleState, Combatant, Turn, Who
from sheets_gm.games.champions.rules.combat.pairing import picks_of
from sheets_gm.games.champions.rules.combat.strength import passive, preference, rounded
from sheets_gm.games.champions.rules.combat.support import heal, most_hurt, support
from sheets_gm.games.champions.rules.equipment import unequip_dead
from sheets_gm.kernel.dice import Dice

NO_ORDER = Act(battle=1, slot=1, turn=1)


def fight_out(match: Match, orders: Mapping[str, Sequence[Act]], dice: Dice) -> BattleState:
    """Resolve all battles of the round, one after another."""
    acts = {(seat, act.battle, act.slot, act.turn): act for seat, given in orders.items() for act in given}
    health = {(player.seat, each.type): each.health for player in match.players for each in player.champions}
    battles = BattleState(match, dice, health, acts)
    teams = {seat: _teams(match, seat, acts) for fight in match.fights for seat in fight.seats}
    for fight in match.fights:
        _battle(battles, fight, teams)
    return battles


def _teams(match: Match, seat: str, acts: Mapping[tuple[str, int, int, int], Act]) -> tuple[tuple[str, ...], ...]:
    chosen = {
        (battle, slot): act.champion for (who, battle, slot, turn), act in acts.items() if who == seat and turn == 1
    }
    return picks_of(match.player(seat), len(match.fights_of(seat)), chosen)


def _battle(battles: BattleState, fight: Fight, teams: Mapping[str, tuple[tuple[str, ...], ...]]) -> None:
    match = battles.match
    at = fight.at if match.settings.show_names else ""
    numbers = [match.fights_of(seat).index(fight) for seat in fight.seats]
    sent = tuple(
        _combatant(battles, seat, name, side, slot)
        for side, (seat, battle) in enumerate(zip(fight.seats, numbers, strict=True))
        for slot, name in enumerate(teams[seat][battle], start=1)
    )
    fighters = tuple(each for each in sent if battles.health[each.who] > 0)
    missing = next((seat for seat in fight.seats if seat not in {each.seat for each in fighters}), None)
    if missing is not None:
        if match.is_void(fight):
            return  # everybody knows it since the player gave up
        battles.events.append(BattleVoid(clause="CBR-R15", at=at, seats=fight.seats, missing=missing))
        return
    battles.audience = match.seats_at(fight.at) if match.settings.battle_dice == "tile" else None
    started = tuple(each.as_fighter(battles.health[each.who]) for each in fighters)
    battles.record(BattleBegan(clause="CBR-34", at=at, seats=fight.seats, fighters=started))
    acted: dict[Who, int] = {}
    for number in range(1, match.settings.turns + 1):
        living = tuple(each for each in fighters if battles.health[each.who] > 0)
        if len({each.side for each in living}) < 2:
            break  # R14
        acted |= {each.who: number for each in living}
        _turn(battles, fight, numbers, number, _without_used_items(battles, living))
    left = tuple(each.as_fighter(battles.health[each.who]) for each in fighters if battles.health[each.who] > 0)
    battles.record(BattleEnded(clause="CBR-R14", seats=fight.seats, fighters=left))
    if battles.audience is not None:
        fallen = tuple(each.as_fighter() for each in fighters if battles.health[each.who] <= 0)
        battles.events.append(Fought(clause="CBR-34", at=at, seats=fight.seats, fighters=left, fallen=fallen))
    battles.audience = None
    battles.events += (event for each in sent for event in _lapsed(battles, each, numbers, acted.get(each.who, 0)))


def _lapsed(battles: BattleState, champion: Combatant, numbers: Sequence[int], last: int) -> Iterator[Lapsed]:
    """Yield the orders of *champion* for turns after *last*, which it did not carry out; only its player learns of them
    (CBR-39, R14).
    """
    later = range(last + 1, battles.match.settings.turns + 1)
    ordered = {turn: _order(battles, champion, numbers[champion.side], turn) for turn in later}
    turns = tuple(turn for turn, act in ordered.items() if act.wants or act.target)
    if turns:
        health = battles.health[champion.who]
        yield Lapsed(
            clause="CBR-R14",
            audience=(champion.seat,),
            who=champion.as_fighter(health),
            turns=turns,
            why="over" if health > 0 else "fell",
        )


def _combatant(battles: BattleState, seat: str, name: str, side: int, slot: int) -> Combatant:
    match = battles.match
    champion = remaining(match.player(seat).champion(name), battles.used_up.get((seat, name), ()))
    armor = match.item_table[champion.armor] if champion.armor else None
    return Combatant(seat, name, side, slot, match.items(champion.items), armor)


def _without_used_items(battles: BattleState, living: Sequence[Combatant]) -> tuple[Combatant, ...]:
    """Return the Champions without the items that were used up in this battle."""
    return tuple(
        _combatant(battles, each.seat, each.type, each.side, each.slot) if each.who in battles.used_up else each
        for each in living
    )


def _turn(
    battles: BattleState, fight: Fight, numbers: Sequence[int], number: int, living: tuple[Combatant, ...]
) -> None:
    sides = tuple(tuple(each.type for each in living if each.side == side) for side in (0, 1))
    at_work = passive((sides[0], sides[1]))
    reason = f"round {battles.match.round}, {fight.seats[0]} v {fight.seats[1]}, turn {number}"
    turn = Turn(battles, reason, number, living, at_work)
    turn.record(
        TurnBegan(
            clause="CBR-39" if at_work is None else "CBR-31",
            turn=number,
            passive=None if at_work is None else fight.seats[at_work],
        )
    )
    orders = {each.who: _order(battles, each, numbers[each.side], number) for each in living}
    wants = {each.who: _action(turn, each, orders[each.who]) for each in living}
    for each in living:
        if wants[each.who] == SUPPORT_ACTION:
            support(turn, each, orders[each.who].item, orders[each.who].target)
        elif wants[each.who] == EVADE:
            turn.evading.add(each.who)
    for each in living:
        if each.who in turn.evading:
            turn.record(evading(turn, each))
    for each in living:
        if wants[each.who] == ATTACK:
            attack(turn, each, _target(turn, each, orders[each.who].prefer))
    for each in living:
        if wants[each.who] == HEAL_ACTION:
            heal(turn, each, orders[each.who].target)
    for each in living:
        _update(turn, each)


def _order(battles: BattleState, champion: Combatant, battle: int, number: int) -> Act:
    return battles.acts.get((champion.seat, battle + 1, champion.slot, number), NO_ORDER)


def _action(turn: Turn, champion: Combatant, order: Act) -> str:
    """Return the action of *champion*: the ordered one if it is legal, else the one of R28."""
    if order.wants is not None and may(champion.type, order.wants):
        return order.wants
    return HEAL_ACTION if champion.type == HEALER and most_hurt(turn, champion) else ATTACK


def _target(turn: Turn, champion: Combatant, prefer: str | None) -> Combatant:
    """Return the first listed type among the opponents (CBR-49, R16)."""
    order = preference(prefer, turn.battles.settings.default_pref)
    return min(turn.enemies(champion), key=lambda each: order.index(each.type))


def _update(turn: Turn, champion: Combatant) -> None:
    """Update the health at the end of the turn by the sum of damage and healing (CBR-62, CBR-63)."""
    battles, who = turn.battles, champion.who
    damage, healing = turn.damage.get(who, 0), turn.healing.get(who, 0)
    before = battles.health[who]
    after = before - damage + healing
    most = battles.settings.health[champion.type]
    capped = after > most and not battles.settings.overheal
    if capped:
        after = most
    if damage or healing:
        turn.record(
            HealthUpdated(
                clause="CBR-62",
                who=champion.as_fighter(before),
                damage=damage,
                healing=healing,
                after=max(0, after),
                capped=capped,
            )
        )
    battles.health[who] = after if after > 0 else fall(battles, champion, after, turn.reason)
    battles.final.setdefault(champion.seat, {})[champion.type] = battles.health[who] or after


def fall(battles: BattleState, champion: Combatant, after: int, reason: str) -> int:
    """Let a Champion without health fall, unless an item that it wears revives it. Returns its health."""
    saved = next((item for item in champion.worn if item.revive), None)
    if saved is None or saved.revive is None:
        battles.fallen += 1
        battles.record(Fell(clause="CBR-62", who=champion.as_fighter(after)))
        return 0
    settings, formula = battles.settings, saved.revive
    dice = battles.rolls_of(formula, f"{reason}: revival of {champion.name}")
    percent = settings.affinity_percent if champion.has_affinity(saved) else 100  # CBR-40
    rolled = rounded(sum(dice) + formula.plus, percent, settings)
    health = min(rolled, settings.health[champion.type])
    battles.used_up.setdefault(champion.who, []).append(saved.id)
    battles.record(
        Revived(
            clause="CBR-11",
            who=champion.as_fighter(),
            item=saved.name,
            dice=dice,
            plus=formula.plus,
            percent=percent,
            health=health,
        )
    )
    return health


def remaining(champion: Champion, used_up: Sequence[str]) -> Champion:
    """Return *champion* without the items that it *used_up*."""
    left = list(used_up)
    items, armor = [], champion.armor
    for item in champion.items:
        if item in left:
            left.remove(item)
        else:
            items.append(item)
    return champion.but(items=tuple(items), armor=None if armor in left else armor)


def after_battles(battles: BattleState) -> Match:
    """Return the position after the battles, with new health, used items removed, and dead Champions' items in stashes
    (R12).
    """
    players = tuple(unequip_dead(_with_health(battles, player)) for player in battles.match.players)
    used_up = sum(map(len, battles.used_up.values()))
    return battles.match.but(players=players, gone=battles.match.gone + used_up)


def _with_health(battles: BattleState, player: Player) -> Player:
    return player.but(
        champions=tuple(_updated_champion(battles, (player.seat, each.type), each) for each in player.champions)
    )


def _updated_champion(battles: BattleState, who: Who, champion: Champion) -> Champion:
    return remaining(champion, battles.used_up.get(who, ())).but(health=battles.health[who])
