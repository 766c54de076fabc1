"""Attack, damage and advancement (rulebook, "Attack", "Damage" and "Advancement").

The order is fixed (WES-48): dice, the choice to reroll, damage, death, gold, leaders, advancement; then the counter,
which follows all rules of an attack. In a live match, play stops at each choice and continues from the answer.

An attack takes place within one round, and its rules do not depend on other units. So the settings, the tables and the
time of day are taken from the position before the order (`Resolution.before`).
"""

from __future__ import annotations

from typing import Literal

from sheets_gm.games.wesnoth.data.tables import Attack, Pawn
from sheets_gm.games.wesnoth.position.events import Advanced, Asked, Declined, Fell, Struck, Unpaid
from sheets_gm.games.wesnoth.position.orders import AGAIN, BELOW, NEVER, NO_HIT, NONE
from sheets_gm.games.wesnoth.position.resolution import Resolution
from sheets_gm.games.wesnoth.position.state import Fight, Match, Player, Policy, Unit
from sheets_gm.games.wesnoth.rules.ending import check_leaders
from sheets_gm.games.wesnoth.rules.odds import SIDES, counters, light, needed, odds, resistance, standing_counter, total

GOOD_CHANCE = 0.25
"""The least chance to kill at which the standing answer "to kill" rerolls."""


def attack(step: Resolution, attacker: Unit, defender: Unit, with_: str, policy: Policy) -> None:
    """Let *attacker* attack *defender* with the attack called *with_* (WES-31)."""
    fight = Fight(
        attacker=attacker.id, defender=defender.id, attack=with_, policy=policy, stage="counter", striker=defender.id
    )
    if not counters(step.before, _attack(step, fight, attacker), defender):
        _roll(step, fight, attacker)
    elif _is_asked(step, defender):
        _ask(step, fight)
    else:
        choose_counter(step, fight, "")


def answer(step: Resolution, fight: Fight, reply: str) -> None:
    """Continue *fight* with the player's *reply*, or with the standing answers if that is ""."""
    step.fight = None
    if fight.stage == "counter":
        choose_counter(step, fight, reply)
    elif fight.stage == "reroll":
        wanted = reply == AGAIN if reply else _wants_reroll(step, fight)
        _apply_roll(step, fight, again=wanted and _can_pay_reroll(step, step.units[fight.striker]))
    else:
        _advance(step, fight, reply or _preferred_advance(step, fight))


def choose_counter(step: Resolution, fight: Fight, reply: str) -> None:
    """Set the counter before any die is rolled (WES-31): by *reply*, or by the standing answers if that is ""."""
    attacker, defender = step.units[fight.attacker], step.units[fight.defender]
    if not reply:
        chosen = standing_counter(step.before, _attack(step, fight, attacker), attacker, defender)
        reply = chosen.label if chosen else NONE
    _roll(step, fight.but(counter="" if reply == NONE else reply), attacker)


def _roll(step: Resolution, fight: Fight, striker: Unit) -> None:
    """Roll all swings of one side (WES-33, WES-34)."""
    dice = step.dice.rolls_of(_attack(step, fight, striker).swings, SIDES, _why(step, fight, striker))
    fight = fight.but(stage="reroll", striker=striker.id, dice=dice)
    player, settings = step.players[striker.seat], step.before.settings
    used_up = player.rerolled and settings.rerolls == "turn"
    if used_up or _rolled_wounds(step, fight) >= _hit_points(step, _opponent(step, fight, striker)):
        _apply_roll(step, fight, again=False)
    elif _is_asked(step, striker) and not _ordered(fight, fight.policy.reroll):
        if player.gold >= settings.reroll_price:
            _ask(step, fight)
        else:
            _apply_roll(step, fight, again=False)
    else:
        _apply_roll(step, fight, again=_wants_reroll(step, fight) and _can_pay_reroll(step, striker))


def _can_pay_reroll(step: Resolution, striker: Unit) -> bool:
    return _can_pay(step, striker, "reroll", step.before.settings.reroll_price)


def _can_pay(step: Resolution, unit: Unit, wanted: Literal["reroll", "advance"], price: int) -> bool:
    """Whether the player of *unit* can pay *price*. If not, an event for the log says so (WES-36, WES-42)."""
    gold = step.players[unit.seat].gold
    if gold < price:
        clause = {"reroll": "WES-36", "advance": "WES-42"}[wanted]
        step.events.append(
            Unpaid(clause=clause, seat=unit.seat, unit=unit.label, wanted=wanted, price=price, gold=gold)
        )
    return gold >= price


def _hit_points(step: Resolution, unit: Unit) -> int:
    return step.pawn(unit).hp - unit.wounds


def _rolled_wounds(step: Resolution, fight: Fight) -> int:
    """Return the wounds that the roll of *fight* causes."""
    match, striker = step.before, step.units[fight.striker]
    target = _opponent(step, fight, striker)
    own_attack, goal = _attack(step, fight, striker), step.pawn(target)
    hits = sum(die >= needed(match, goal, target.at, own_attack) for die in fight.dice)
    return total(match, own_attack, hits, light(match, step.pawn(striker)) + resistance(match, goal, own_attack))


def _apply_roll(step: Resolution, fight: Fight, *, again: bool) -> None:
    """Apply the roll of *fight*. With *again* it is rerolled first (WES-36)."""
    striker = step.units[fight.striker]
    first: tuple[int, ...] = ()
    if again:
        first = fight.dice
        why = f"{_why(step, fight, striker)}, again"
        fight = fight.but(dice=step.dice.rolls_of(len(first), SIDES, why))
        step.pay(striker.seat, -step.before.settings.reroll_price)
        step.players[striker.seat] = step.players[striker.seat].but(rerolled=True)
    _damage(step, fight, striker, first)


def _damage(step: Resolution, fight: Fight, striker: Unit, first: tuple[int, ...]) -> None:
    """Apply damage, death, gold and the loss of leaders (WES-37 to WES-41, WES-45). *first* is the roll before a
    reroll.
    """
    match, target = step.before, _opponent(step, fight, striker)
    attack, pawn, goal = _attack(step, fight, striker), step.pawn(striker), step.pawn(target)
    need = needed(match, goal, target.at, attack)
    hits = sum(die >= need for die in fight.dice)
    added = light(match, pawn), resistance(match, goal, attack)
    wounds = total(match, attack, hits, sum(added))
    remaining = max(0, goal.hp - target.wounds - wounds)
    step.events.append(
        Struck(
            clause="WES-41" if not remaining else "WES-37" if hits else "WES-34",
            unit=striker.label,
            target=target.label,
            attack=attack.label,
            counter=striker.id == fight.defender,
            need=need,
            dice=fight.dice,
            first=first,
            hits=hits,
            base=hits * attack.damage,
            light=added[0],
            resistance=added[1],
            wounds=wounds,
            left=remaining,
        )
    )
    if remaining:
        step.units[target.id] = target.but(wounds=target.wounds + wounds)
        _counter(step, fight)
        return
    del step.units[target.id]
    step.pay(striker.seat, goal.level)
    step.events.append(
        Fell(clause="WES-41", unit=target.label, at=target.at, seat=striker.seat, gold=goal.level, leader=target.leader)
    )
    check_leaders(step)
    if step.result is None and striker.id in step.units:
        _offer(step, fight, striker, goal)


def _counter(step: Resolution, fight: Fight) -> None:
    """Roll the counter if the target survived and has one (WES-34)."""
    defender = step.units.get(fight.defender)
    if fight.striker == fight.attacker and fight.counter and defender is not None and step.result is None:
        _roll(step, fight, defender)


# -- advancement -------------------------------------------------------------------------------------------------------


def price_of(match: Match, pawn: Pawn, fallen: Pawn) -> int:
    """Return the price for *pawn* to advance after its unit killed one with the pawn *fallen* (WES-42)."""
    return match.settings.price_per_level * (pawn if match.settings.advance_price == "own" else fallen).level


def _offer(step: Resolution, fight: Fight, striker: Unit, fallen: Pawn) -> None:
    """Offer the advancement at once if it is allowed and the player can pay (WES-42)."""
    pawn = step.pawn(striker)
    price = price_of(step.before, pawn, fallen)
    by_counter = striker.id == fight.defender
    if not pawn.advances or (by_counter and not step.before.settings.advance_by_counter):
        return
    fight = fight.but(stage="advance", striker=striker.id, price=price)
    if _is_asked(step, striker) and not _ordered(fight, fight.policy.advance):
        if step.players[striker.seat].gold >= price:
            _ask(step, fight)
        return
    _advance(step, fight, _preferred_advance(step, fight))


def _preferred_advance(step: Resolution, fight: Fight) -> str:
    """Return the pawn to which the striker advances, by its row or the standing answers; `NONE` if it does not."""
    striker = step.units[fight.striker]
    advances = step.pawn(striker).advances
    ordered = _ordered(fight, fight.policy.advance)
    if ordered:
        return ordered if ordered in advances else NONE
    player = step.players[striker.seat]
    answers = player.wishes
    reserved = answers.advance == "free" or _is_reserved(player, fight.price)
    if answers.advance == NEVER or (fight.price and reserved):
        return NONE
    return next((name for name in answers.favour if name in advances), advances[0])


def _advance(step: Resolution, fight: Fight, into: str) -> None:
    """Replace the pawn by *into*, of the next level, and remove all wounds, if its player can pay (WES-42)."""
    striker = step.units[fight.striker]
    if into == NONE:
        if step.players[striker.seat].gold >= fight.price:
            declined = Declined(clause="WES-42", seat=striker.seat, unit=striker.label, price=fight.price)
            step.events.append(declined)
        return
    if not _can_pay(step, striker, "advance", fight.price):
        return
    step.pay(striker.seat, -fight.price)
    step.units[striker.id] = striker.but(name=into, wounds=0)
    step.events.append(Advanced(clause="WES-42", unit=striker.label, into=into, price=fight.price))


# -- decisions ---------------------------------------------------------------------------------------------------------


def _wants_reroll(step: Resolution, fight: Fight) -> bool:
    """Whether to reroll, by the attacker's row or the standing answers (WES-36)."""
    striker = step.units[fight.striker]
    ordered = _ordered(fight, fight.policy.reroll)
    player = step.players[striker.seat]
    when = ordered or player.wishes.reroll
    if when == NEVER or (not ordered and _is_reserved(player, step.before.settings.reroll_price)):
        return False
    target, own_attack = _opponent(step, fight, striker), _attack(step, fight, striker)
    need = needed(step.before, step.pawn(target), target.at, own_attack)
    likely = odds(step.before, striker, own_attack, target)
    if when == NO_HIT:
        return all(die < need for die in fight.dice)
    return _rolled_wounds(step, fight) < likely.wounds if when == BELOW else likely.kill >= GOOD_CHANCE


def _is_reserved(player: Player, price: int) -> bool:
    """Whether paying *price* would use gold that the standing answers reserve."""
    return player.wishes.reserve > 0 and player.gold - price < player.wishes.reserve


def _ordered(fight: Fight, cell: str) -> str:
    """Return the value of *cell* in the attacker's row if the striker is the attacker; else ""."""
    return cell if fight.striker == fight.attacker else ""


def _is_asked(step: Resolution, unit: Unit) -> bool:
    """Whether the player of *unit* is asked for its choices; otherwise the standing answers decide."""
    answers = step.before.settings.answers
    return answers == "live" or (answers == "attacker" and unit.seat == step.acting)


def _ask(step: Resolution, fight: Fight) -> None:
    """Stop here until the striker's player has answered."""
    step.fight = fight
    striker = step.units[fight.striker]
    dice: tuple[int, ...] = ()
    need = 0
    if fight.stage == "reroll":
        target = _opponent(step, fight, striker)
        dice, need = fight.dice, needed(step.before, step.pawn(target), target.at, _attack(step, fight, striker))
    clause = {"counter": "WES-31", "reroll": "WES-36", "advance": "WES-42"}[fight.stage]
    step.events.append(
        Asked(clause=clause, seat=striker.seat, stage=fight.stage, unit=striker.label, dice=dice, need=need)
    )


def _why(step: Resolution, fight: Fight, striker: Unit) -> str:
    """Return the reason for a roll."""
    verb = "attacks" if striker.id == fight.attacker else "answers"
    return f"{striker.label} {verb} {_opponent(step, fight, striker).label}"


def _opponent(step: Resolution, fight: Fight, striker: Unit) -> Unit:
    return step.units[fight.defender if striker.id == fight.attacker else fight.attacker]


def _attack(step: Resolution, fight: Fight, striker: Unit) -> Attack:
    """Return the attack that *striker* uses: the attack itself, or the counter."""
    label = fight.attack if striker.id == fight.attacker else fight.counter
    return step.pawn(striker).by_label[label]
