"""Two weeks in which people go away, leave, join, change places and vote."""

from __future__ import annotations

import pytest

from tests.simulation.weeks import live


@pytest.mark.slow
def test_in_two_weeks_nobody_waits_for_nothing_and_nobody_away_is_a_no_show() -> None:
    lived = live("gvg", 0)
    assert not lived.broken
    assert {f"act: {act}" for act in ("vote", "ask for desk", "inherit")} <= lived.counted.keys()
