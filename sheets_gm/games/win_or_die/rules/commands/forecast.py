"""Forecasts for a player before a command: where a unit can go, which enemies it can attack, and the expected hits.

All follows from what the player sees, so a forecast reveals nothing about hidden units.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

from sheets_gm.games.win_or_die.data.cards.effects import NO_COUNTER
from sheets_gm.games.win_or_die.data.numbers import SIDES
from sheets_gm.games.win_or_die.data.words import COUNTER, POWER, STRIKE, other
from sheets_gm.games.win_or_die.position.state import Battlefield, Unit
from sheets_gm.games.win_or_die.position.strength import (
    SHIELD,
    dice,
    from_high,
    health_left,
    hits,
    holds,
    need,
    passives,
    speed,
    stat,
    tough,
)
from sheets_gm.games.win_or_die.rules.commands.actions import Action
from sheets_gm.games.win_or_die.rules.movement.paths import ends
from sheets_gm.games.win_or_die.rules.movement.sight import out_of_reach, unseen
from sheets_gm.kernel.english import counted
from sheets_gm.kernel.outcome import Order, Remark


class Look(Order):
    """Asks what *unit* can do from where it is, or from *space*, or how it would fare against *target*."""

    unit: str
    space: str | None = None
    target: str | None = None


def chance(field: Battlefield, unit: Unit, target: Unit, *, counter: bool = False) -> Fraction:
    """Return the probability that one die of *unit* hits *target*."""
    least, high = need(field, unit, counter=counter), from_high(field, unit, target)
    return Fraction(sum(hits(field.settings, (face,), least, high=high) for face in range(1, SIDES + 1)), SIDES)


def odds(field: Battlefield, unit: Unit, target: Unit, *, counter: bool = False, is_known: bool = True) -> str:
    """Describe the dice and the average hits of *unit* against *target*, and the chance to kill it if *is_known*."""
    number, support = dice(field, unit, target, counter=counter)
    one = chance(field, unit, target, counter=counter)
    allies = f", {support} of them from allies" if support else ""
    kills = f", {_to_kill(field, target, number, one)}" if is_known else ""
    return f"{counted(number, 'die', 'dice')}{allies}, {float(number * one):.1f} hits on average{kills}"


def _to_kill(field: Battlefield, target: Unit, number: int, one: Fraction) -> str:
    """Describe the chance that *number* dice, each with the chance *one* to hit, kill *target*."""
    shields = sum(each.amount for each in target.lasting if each.what == SHIELD)
    least = health_left(field, target) + tough(field, target) + shields
    if least > number or not one:
        return "cannot kill"
    ways = (comb(number, hit) * one**hit * (1 - one) ** (number - hit) for hit in range(least, number + 1))
    exact = sum(ways, Fraction(0))
    return f"{100 if exact == 1 else min(99, max(1, round(exact * 100)))}% to kill"


def forecast(field: Battlefield, action: Action) -> Remark | None:
    """Return the odds of an attack as the attacking player knows them; None for other commands."""
    if action.verb != STRIKE:
        return None
    unit, target = field.by_id[action.unit], field.by_id[action.target]
    text = f"{field.label(target)}: {_exchange(field, unit.seat, unit, target)}"
    return Remark(text=text, refuses=False, informs=True)


def _exchange(field: Battlefield, seat: str, unit: Unit, target: Unit) -> str:
    """Describe the odds of an attack and of the counterattack, as *seat* knows them. An attack reveals both units."""
    unit, is_known = unit.but(exposed=True), known_to(target, seat)
    shown = target.but(exposed=True) if is_known else target
    text = odds(field, unit, shown, is_known=is_known)
    silent = any(holds(field, each, unit, shown) for each in passives(field, unit, NO_COUNTER))
    if field.distance(unit, target) > 1 or silent:
        return f"{text}; no counterattack"
    return f"{text}; its counterattack: {odds(field, shown, unit, counter=True)}" if is_known else text


def known_to(unit: Unit, seat: str) -> bool:
    """Whether *seat* knows the card of *unit*."""
    return unit.exposed or unit.seat == seat


def look(field: Battlefield, seat: str, unit: Unit, space: str | None, target: Unit | None) -> tuple[str, str, str]:
    """Return a sentence about *unit*, the spaces it can reach, and its possible attacks with their odds, as *seat*
    knows them.
    """
    name = field.label_for(unit, seat)
    if not known_to(unit, seat):
        return f"Nobody but its player knows what {name} is", "", ""
    if space is not None and space != unit.at:
        if space in field.at or space in field.board.obstacles or space not in field.board.terrain:
            return f"{name} cannot stand at {space}", "", ""
        moved = unit.but(at=space)
        others = tuple(moved if each.id == unit.id else each for each in field.units)
        field, unit = Battlefield(field.settings, others, field.players, field.turn, field.acting), moved
    goals = ", ".join(ends(field, unit)) or "nowhere"
    enemies = [each for each in field.units_of(other(unit.seat)) if out_of_reach(field, unit, each) is None]
    reach = "\n".join(f"{field.label_for(each, seat)}: {_exchange(field, seat, unit, each)}" for each in enemies)
    if target is not None and target.id != unit.id:
        return f"{name} at {unit.at}: {_against(field, unit, target, seat)}", goals, reach or "nobody"
    figures = f"power {stat(field, unit, POWER)}, counter {stat(field, unit, COUNTER)}, speed {speed(field, unit)}"
    return f"{name} at {unit.at}: {figures}", goals, reach or "nobody"


def _against(field: Battlefield, unit: Unit, target: Unit, seat: str) -> str:
    name = field.label_for(target, seat)
    if target.seat == unit.seat:
        far = field.distance(unit, target)
        hidden = unseen(field, unit, target.at, enemy=False)
        return f"{name} is {counted(far, 'space')} away" + (f"; {hidden}" if hidden else " and in sight")
    wrong = out_of_reach(field, unit, target)
    return wrong or f"against {name} {_exchange(field, seat, unit, target)}"
