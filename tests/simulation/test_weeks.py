"""Two weeks of each game, in which people go away, leave, join, change places and vote."""

from __future__ import annotations

import pytest

from sheets_gm.games.finding import games
from tests.simulation.weeks import live


@pytest.mark.sampled(0)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", sorted(games()))
def test_in_two_weeks_nobody_waits_for_nothing_and_nobody_away_is_a_no_show(name: str, seed: int) -> None:
    lived = live(name, seed)
    assert not lived.broken
    assert {f"act: {act}" for act in ("vote", "ask for desk", "inherit")} <= lived.counted.keys()
