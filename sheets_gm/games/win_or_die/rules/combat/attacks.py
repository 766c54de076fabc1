"""Attacks and counterattacks (rulebook, "Attack").

The order is: reveal the attacker, reveal the target, roll, counterattack. An attack at distance 1 is melee; from
distance 2 on there is no counterattack (R4). A unit that survives a melee attack, or ability damage from an adjacent
unit, must counterattack.
"""

from __future__ import annotations

from collections.abc import Iterable

from sheets_gm.games.win_or_die.data.cards.effects import ELUSIVE, NO_COUNTER, SPLASH
from sheets_gm.games.win_or_die.data.numbers import HIGHLAND_HIT
from sheets_gm.games.win_or_die.data.words import AFTER_ATTACKED, ALLY_ATTACKED, WHEN_ATTACKED
from sheets_gm.games.win_or_die.position.battle_events import Attacked, TargetInvalid
from sheets_gm.games.win_or_die.position.resolution import Occasion, Resolution
from sheets_gm.games.win_or_die.position.strength import dice, from_high, health_left, hits, holds, need, passives
from sheets_gm.games.win_or_die.rules.combat.damage import bury, drink, strike, suffer
from sheets_gm.games.win_or_die.rules.series import ending


def attack(step: Resolution, id: str, target: str) -> None:
    """Let the unit *id* attack the unit *target* (WOD-63 to WOD-67). Its Command Token is already paid."""
    step.reveal(id)
    step.reveal(target)
    melee = step.field.distance(step.units[id], step.units[target]) == 1
    if not melee and passives(step.field, step.units[target], ELUSIVE):
        return _invalid(step, id, target)
    if melee:
        aimed = target
        target = _redirected(step, id, target)
        if id not in step.units or target not in step.units:
            return None
        if target == aimed and step.field.distance(step.units[id], step.units[target]) > 1:
            return _invalid(step, id, target)
    return _fight(step, id, target, melee=melee)


def _redirected(step: Resolution, id: str, target: str) -> str:
    """Return the target of a melee attack after reactions to it."""
    seat = step.units[target].seat
    step.target = target
    step.occur(
        Occasion(seat, ALLY_ATTACKED, actor=id, about=target), Occasion(seat, WHEN_ATTACKED, actor=id, about=target)
    )
    if step.target != target:
        step.occur(Occasion(seat, WHEN_ATTACKED, actor=id, about=step.target))
    return step.target


def _invalid(step: Resolution, id: str, target: str) -> None:
    """Cancel an attack whose target is out of reach after all. Both units stay revealed, and no dice are rolled
    (WOD-64, R11).
    """
    returned = step.before.settings.invalid_target == "returned"
    if returned:
        step.take_back(id)
    step.tell(TargetInvalid(clause="WOD-64", unit=step.label(id), target=step.label(target), returned=returned))


def _fight(step: Resolution, id: str, target: str, *, melee: bool) -> None:
    """Play an attack: roll, damage, splash, counterattacks."""
    unit, goal = step.units[id], step.units[target]
    where = goal.at
    silent = any(holds(step.field, each, unit, goal) for each in passives(step.field, unit, NO_COUNTER))
    splash = sum(each.amount for each in passives(step.field, unit, SPLASH))
    near = tuple(each.id for each in step.field.beside(where) if each.seat == goal.seat) if splash else ()
    done = _roll(step, id, target, counter=False)
    hurt, splashed = strike(step, near, splash, "splash") if near else ((), 0)
    drink(step, id, 0 if done else splashed)  # an attack heals once
    if melee and target in step.units and not silent:
        _counter(step, target, id)
    answer(step, hurt, id)
    if melee and target in step.units:
        step.occur(Occasion(goal.seat, AFTER_ATTACKED, actor=id, about=target))


def _roll(step: Resolution, id: str, target: str, *, counter: bool) -> int:
    """Roll the dice of an attack or a counterattack, and return its damage."""
    field, unit, goal = step.field, step.units[id], step.units[target]
    number, support = dice(field, unit, goal, counter=counter)
    rolled = step.roll(number, f"{id} {'counters' if counter else 'attacks'} {target}")
    least, high = need(field, unit, counter=counter), from_high(field, unit, goal)
    hit = hits(field.settings, rolled, least, high=high)
    if high and field.settings.highland_mode == "threshold":  # R7: the log names the lowest die that hits
        least, high = min(least, HIGHLAND_HIT), False
    name = step.label(target)
    done = suffer(step, target, hit, physical=True)
    left = max(0, health_left(step.field, step.units[target]))
    step.tell(
        Attacked(
            clause="WOD-67" if counter else "WOD-65",
            unit=step.label(id),
            target=name,
            counter=counter,
            dice=rolled,
            need=least,
            high=high,
            support=support,
            hits=hit,
            damage=done,
            left=left,
        )
    )
    drink(step, id, done)
    bury(step, target)
    ending.check(step)
    return done


def _counter(step: Resolution, id: str, against: str) -> None:
    """Let the unit *id* counterattack if both units are alive and adjacent (WOD-66, R13)."""
    if id in step.units and against in step.units and step.field.distance(step.units[id], step.units[against]) == 1:
        step.reveal(id)
        _roll(step, id, against, counter=True)


def answer(step: Resolution, hurt: Iterable[str], by: str) -> None:
    """Let each unit that survives ability damage from the adjacent unit *by* counterattack once (WOD-66)."""
    for id in dict.fromkeys(hurt):
        _counter(step, id, by)
