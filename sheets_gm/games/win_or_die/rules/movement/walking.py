"""A unit walks along a path, space by space. An enemy may react to each space that it enters.

A reaction can root or slow the unit, or put another unit in its way; then it stops. A flying unit that stops above
something lands on the last space of its way that is free.
"""

from __future__ import annotations

from sheets_gm.games.win_or_die.data.words import ENTERS, SPEED, other
from sheets_gm.games.win_or_die.position.resolution import Occasion, Resolution
from sheets_gm.games.win_or_die.position.state import Unit
from sheets_gm.games.win_or_die.position.strength import is_flying, is_rooted
from sheets_gm.games.win_or_die.rules.movement.paths import points_of


def walk(step: Resolution, id: str, way: tuple[str, ...], points: int | None = None) -> None:
    """Move the unit *id* along *way*, which starts at its own space (WOD-61), as far as its speed or *points* allow."""
    unit = step.units[id]
    most, speed = points_of(step.field, unit, points), _lasting_speed(unit)
    step.flush()
    outer = step.walker, step.walked
    step.walker, step.walked = step.label(id), way[:1]
    for number, at in enumerate(way[1:]):
        unit = step.units[id]
        slowed = speed - _lasting_speed(unit) if points is None else 0
        if is_rooted(unit) or number >= most - slowed:
            break
        if at in step.field.at and not is_flying(step.field, unit):
            break
        step.change(id, at=at, steps=unit.steps + 1)
        step.walked = (*step.walked, at)
        step.occur(Occasion(other(unit.seat), ENTERS, actor=id))
        if id not in step.units or step.units[id].at != at:
            break
    if id in step.units:
        _land(step, id, way)
    step.flush()
    step.walker, step.walked = outer


def _lasting_speed(unit: Unit) -> int:
    """Return the sum of the lasting effects on the speed of *unit*."""
    return sum(each.amount for each in unit.lasting if each.what == SPEED)


def _land(step: Resolution, id: str, way: tuple[str, ...]) -> None:
    """Move the unit *id* back to the last free space of *way* if it cannot stay where it is (WOD-24)."""
    board, here = step.field.board, step.units[id].at
    shut = board.obstacles | {unit.at for unit in step.units.values() if unit.id != id}
    if here in shut:
        passed = [at for at in reversed(way[: way.index(here)]) if at not in shut]
        free = passed or sorted((at for at in board.spaces if at not in shut), key=lambda at: board.far[here][at])
        step.change(id, at=free[0])
        step.walked = (*step.walked, free[0])
