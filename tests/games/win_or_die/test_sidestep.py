"""A reaction that only moves its unit, where the unit cannot move: it costs nothing, and nobody is asked."""

from __future__ import annotations

import pytest

from sheets_gm.games.win_or_die.data.words import TEAL
from sheets_gm.games.win_or_die.views.descriptions import describe
from tests.games.win_or_die.table import After, play, position


def attacked(free: int, reactions: str) -> After:
    """R1 attacks the Thorn Dancer at G6, beside which so many spaces are *free*."""
    match = position({"R1": "ann-U7 G5", "T1": "ivy-U3 G6"})
    beside = ["H6", *(at for at in match.board.graph.adjacency["G6"] if at not in ("G5", "H6"))]
    units = {"R1": "ann-U7 G5", "T1": "ivy-U3 G6"}
    others = zip(beside[free:], ("U1", "U1", "U2", "U4", "U5", "U6"), strict=False)
    units |= {f"T{number}": f"ivy-{card} {at}" for number, (at, card) in enumerate(others, start=2)}
    match = position(units, settings={"reactions": reactions}, players={TEAL: {"region": "Ivy Republic"}})
    order = {"teal": [{"reaction": "Sidestep"}]} if reactions == "standing" else None
    return play(match, {"unit": "R1", "command": "Attack", "target": "T1"}, reactions=order)


@pytest.mark.clause("WOD-74", "WOD-R32")
@pytest.mark.parametrize(("free", "tokens"), [(0, 7), (1, 6)])
def test_a_standing_sidestep_of_a_unit_that_cannot_move_costs_nothing(free: int, tokens: int) -> None:
    after = attacked(free, "standing")
    assert after.match.field.player(TEAL).tokens == tokens
    assert len(after.events_of("ability_used")) == free
    told = [(event.audience, describe(event, {})) for event in after.events_of("not_used")]
    why = "T1 Thorn Dancer does not use Sidestep: it has no space to go to"
    assert told == [] if free else told == [((TEAL,), why)]


@pytest.mark.clause("WOD-74", "WOD-R32")
@pytest.mark.parametrize("free", [0, 1])
def test_nobody_is_asked_for_a_sidestep_of_a_unit_that_cannot_move(free: int) -> None:
    assert len(attacked(free, "live").events_of("asked")) == free
