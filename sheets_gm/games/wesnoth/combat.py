"""Attack, damage and advancement (rulebook, "Attack", "Damage" and "Advancement").

Law: one fixed order (WES-48): dice, the decision to throw again, damage, death, gold, leaders, advancement; then the
counter, which is an attack by every rule. Where the match is played live, the same order stops at each decision and
goes on from the answer.
"""

from __future__ import annotations

from sheets_gm.games.wesnoth.data import ADVANCE_PRICE, REROLL_PRICE
from sheets_gm.games.wesnoth.ending import check_leaders
from sheets_gm.games.wesnoth.events import Advanced, Asked, Fell, Struck
from sheets_gm.games.wesnoth.odds import SIDES, best_counter, counters, light, needed, odds, resistance, total
from sheets_gm.games.wesnoth.orders import AGAIN, BELOW, NEVER, NO_HIT, NONE, TO_KILL
from sheets_gm.games.wesnoth.state import Fight, Match, Policy, Unit
from sheets_gm.games.wesnoth.tables import Attack, Pawn
from sheets_gm.games.wesnoth.workings import Workings

GOOD_CHANCE = 0.25
"""From this chance to kill on, whoever wants to throw again to kill does."""


def attack(now: Workings, attacker: Unit, defender: Unit, with_: str, policy: Policy) -> None:
    """Let *attacker* attack *defender* with the attack called *with_* (WES-31)."""
    fight = Fight(
        attacker=attacker.id, defender=defender.id, attack=with_, policy=policy, stage="counter", striker=defender.id
    )
    if not counters(now.now(), _attack(now, fight, attacker), defender):
        _throw(now, fight, attacker)
    elif _is_live(now):
        _ask(now, fight)
    else:
        name_counter(now, fight, "")


def answer(now: Workings, fight: Fight, said: str) -> None:
    """Go on with *fight* from what its player answered, "" for what its standing answers say."""
    now.fight = None
    if fight.stage == "counter":
        name_counter(now, fight, said)
    elif fight.stage == "reroll":
        _keep_or_not(now, fight, said == AGAIN if said else _wants_again(now, fight))
    else:
        _advance(now, fight, said or _wanted_pawn(now, fight))


def name_counter(now: Workings, fight: Fight, said: str) -> None:
    """The defender names its counter before any die is thrown (WES-31)."""
    match = now.now()
    attacker, defender = now.units[fight.attacker], now.units[fight.defender]
    own = _attack(now, fight, attacker)
    if not said:
        wish = now.players[defender.seat].wishes.counter
        best = best_counter(match, own, attacker, defender)
        chosen = {"best": best, "first": counters(match, own, defender)[0], "none": None}[wish]
        said = chosen.label if chosen else NONE
    _throw(now, fight.but(counter="" if said == NONE else said), attacker)


def _throw(now: Workings, fight: Fight, striker: Unit) -> None:
    """All swings of one side (WES-33, WES-34)."""
    dice = now.dice.rolls_of(_attack(now, fight, striker).swings, SIDES, _why(now, fight, striker))
    fight = fight.but(stage="reroll", striker=striker.id, dice=dice)
    if not may_throw_again(now, striker.seat):
        _keep_or_not(now, fight, again=False)
    elif _is_live(now) and not _said(fight, fight.policy.reroll):
        _ask(now, fight)
    else:
        _keep_or_not(now, fight, again=_wants_again(now, fight))


def may_throw_again(now: Workings, seat: str) -> bool:
    """Whether *seat* has the gold, and may still do so (WES-36)."""
    player = now.players[seat]
    return player.gold >= REROLL_PRICE and not (player.rerolled and now.before.settings.rerolls == "turn")


def _keep_or_not(now: Workings, fight: Fight, again: bool) -> None:
    striker = now.units[fight.striker]
    first: tuple[int, ...] = ()
    if again:
        first = fight.dice
        why = f"{_why(now, fight, striker)}, again"
        fight = fight.but(dice=now.dice.rolls_of(len(first), SIDES, why))
        now.pay(striker.seat, -REROLL_PRICE)
        now.players[striker.seat] = now.players[striker.seat].but(rerolled=True)
    _hurt(now, fight, striker, first)


def _hurt(now: Workings, fight: Fight, striker: Unit, first: tuple[int, ...]) -> None:
    """Damage, death, gold, leaders (WES-37 to WES-41, WES-45)."""
    match = now.now()
    target = _other(now, fight, striker)
    own, pawn, goal = _attack(now, fight, striker), _pawn(match, striker), _pawn(match, target)
    need = needed(match, goal, target.at, own)
    hits = sum(die >= need for die in fight.dice)
    added = light(match, pawn), resistance(match, goal, own)
    wounds = total(match, own, hits, sum(added))
    left = max(0, goal.hp - target.wounds - wounds)
    now.events.append(
        Struck(
            clause="WES-41" if not left else "WES-37" if hits else "WES-34",
            unit=striker.label,
            target=target.label,
            attack=own.label,
            counter=striker.id == fight.defender,
            need=need,
            dice=fight.dice,
            first=first,
            hits=hits,
            base=hits * own.damage,
            light=added[0],
            resistance=added[1],
            wounds=wounds,
            left=left,
        )
    )
    if left:
        now.units[target.id] = target.but(wounds=target.wounds + wounds)
        _after_blow(now, fight)
        return
    del now.units[target.id]
    now.pay(striker.seat, goal.level)
    now.events.append(
        Fell(clause="WES-41", unit=target.label, at=target.at, seat=striker.seat, gold=goal.level, leader=target.leader)
    )
    if target.leader:
        check_leaders(now)
    if now.result is None and striker.id in now.units:
        _offer(now, fight, striker, goal)


def _after_blow(now: Workings, fight: Fight) -> None:
    """The counter, if the defender lives and has named one (WES-34)."""
    defender = now.units.get(fight.defender)
    if fight.striker == fight.attacker and fight.counter and defender is not None and now.result is None:
        _throw(now, fight, defender)


# -- advancement -------------------------------------------------------------------------------------------------------


def price_of(match: Match, pawn: Pawn, fallen: Pawn) -> int:
    """What an advancement costs *pawn*, which struck *fallen* down (WES-42)."""
    return ADVANCE_PRICE * (pawn if match.settings.advance_price == "own" else fallen).level


def _offer(now: Workings, fight: Fight, striker: Unit, fallen: Pawn) -> None:
    """Offer the advancement, at once (WES-42)."""
    match = now.now()
    pawn = _pawn(match, striker)
    price = price_of(match, pawn, fallen)
    by_counter = striker.id == fight.defender
    if not pawn.advances or now.players[striker.seat].gold < price:
        return
    if by_counter and not match.settings.advance_by_counter:
        return
    fight = fight.but(stage="advance", striker=striker.id, price=price)
    if _is_live(now) and not _said(fight, fight.policy.advance):
        _ask(now, fight)
    else:
        _advance(now, fight, _wanted_pawn(now, fight))


def _wanted_pawn(now: Workings, fight: Fight) -> str:
    """Whom the striker becomes by what its row said, or by its player's standing answers; `NONE` to stay."""
    striker = now.units[fight.striker]
    advances = _pawn(now.before, striker).advances
    said = _said(fight, fight.policy.advance)
    if said:
        return said if said in advances else NONE
    player = now.players[striker.seat]
    wish = player.wishes
    if wish.advance == NEVER or (fight.price and (wish.advance == "free" or player.gold - fight.price < wish.reserve)):
        return NONE
    return next((name for name in wish.favour if name in advances), advances[0])


def _advance(now: Workings, fight: Fight, into: str) -> None:
    """Replace the pawn by the one of the next level; all wounds are discarded (WES-42)."""
    if into == NONE:
        return
    striker = now.units[fight.striker]
    now.pay(striker.seat, -fight.price)
    now.units[striker.id] = striker.but(name=into, wounds=0)
    now.events.append(Advanced(clause="WES-42", unit=striker.label, into=into, price=fight.price))


# -- decisions ---------------------------------------------------------------------------------------------------------


def _wants_again(now: Workings, fight: Fight) -> bool:
    """Whether to throw again by what the row said, or by the player's standing answers (WES-36)."""
    striker = now.units[fight.striker]
    said = _said(fight, fight.policy.reroll)
    player = now.players[striker.seat]
    wish = said or player.wishes.reroll
    if wish == NEVER or (not said and player.gold - REROLL_PRICE < player.wishes.reserve):
        return False
    match = now.now()
    target = _other(now, fight, striker)
    own, goal = _attack(now, fight, striker), _pawn(match, target)
    hits = sum(die >= needed(match, goal, target.at, own) for die in fight.dice)
    wounds = total(match, own, hits, light(match, _pawn(match, striker)) + resistance(match, goal, own))
    if wounds >= goal.hp - target.wounds:
        return False
    likely = odds(match, striker, own, target)
    return {NO_HIT: hits == 0, BELOW: wounds < likely.wounds, TO_KILL: likely.kill >= GOOD_CHANCE}[wish]


def _said(fight: Fight, told: str) -> str:
    """What the attacker's row said; it speaks for the attacker alone."""
    return told if fight.striker == fight.attacker else ""


def _is_live(now: Workings) -> bool:
    return now.before.settings.answers == "live"


def _ask(now: Workings, fight: Fight) -> None:
    """Stop here until the striker's player has answered."""
    now.fight = fight
    striker = now.units[fight.striker]
    need = 0
    if fight.dice:
        match = now.now()
        target = _other(now, fight, striker) if fight.stage == "reroll" else None
        need = needed(match, _pawn(match, target), target.at, _attack(now, fight, striker)) if target else 0
    clause = {"counter": "WES-31", "reroll": "WES-36", "advance": "WES-42"}[fight.stage]
    dice = fight.dice if fight.stage == "reroll" else ()
    now.events.append(
        Asked(clause=clause, seat=striker.seat, stage=fight.stage, unit=striker.label, dice=dice, need=need)
    )


def _why(now: Workings, fight: Fight, striker: Unit) -> str:
    verb = "attacks" if striker.id == fight.attacker else "answers"
    return f"{striker.label} {verb} {_other(now, fight, striker).label}"


def _other(now: Workings, fight: Fight, striker: Unit) -> Unit:
    return now.units[fight.defender if striker.id == fight.attacker else fight.attacker]


def _attack(now: Workings, fight: Fight, striker: Unit) -> Attack:
    """What *striker* throws for: the attack, or the counter that was named."""
    label = fight.attack if striker.id == fight.attacker else fight.counter
    return _pawn(now.before, striker).by_label[label]


def _pawn(match: Match, unit: Unit) -> Pawn:
    return match.world.tables.pawns[unit.faction, unit.name]
