"""The story of a match of Wesnoth: key figures, and how well each player stands."""

from __future__ import annotations

from sheets_gm.games.wesnoth.views.story import figures, lead
from sheets_gm.games.wesnoth.views.visible import View
from tests.games.wesnoth.table import position


def stands(wounds: int) -> tuple[float, float, float]:
    """How well red stands, the hit points of its leader and of all its units, with a leader who has so many wounds."""
    match = position(villages={"A3": "red"})
    units = tuple(unit.but(wounds=wounds) if unit.id == "r1" else unit for unit in match.units)
    view = View(heading="", match=match.but(units=units))
    shown = figures(view)
    return lead(view)["red"], shown["Leader's hit points"]["red"], shown["Hit points"]["red"]


def test_a_leader_near_death_is_worth_more_than_its_hit_points() -> None:
    sound, all_of_it, _ = stands(0)
    hurt, left, units = stands(int(all_of_it) - 1)
    assert (left, units) == (1, 1)
    assert sound == all_of_it + 3
    assert hurt == (0.25 + 0.75 / all_of_it) * (1 + 3)
