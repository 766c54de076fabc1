"""A unit goes along a path, space by space; an enemy may react to each space that it enters."""

from __future__ import annotations

from sheets_gm.games.win_or_die.resolution import Occasion, Resolution
from sheets_gm.games.win_or_die.words import ENTERS, other


def walk(step: Resolution, id: str, way: tuple[str, ...]) -> None:
    """Move the unit *id* along *way*, which begins where it stands (WOD-61)."""
    seat = step.units[id].seat
    step.flush()
    outer = step.walker, step.walked
    step.walker, step.walked = step.label(id), way[:1]
    for at in way[1:]:
        step.change(id, at=at, steps=step.units[id].steps + 1)
        step.walked = (*step.walked, at)
        step.occur(Occasion(other(seat), ENTERS, actor=id))
        if id not in step.units or step.units[id].at != at:
            break
    step.flush()
    step.walker, step.walked = outer
