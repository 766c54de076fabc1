"""The simulation over many days, and whether it finds what it is there to find."""

from __future__ import annotations

from pathlib import Path

import pytest

from sheets_gm.games.finding import games
from tests.simulation.mutations import MUTATIONS
from tests.simulation.nearby import nearby
from tests.simulation.running import run
from tests.simulation.script import Script
from tests.simulation.test_simulation import CASES
from tests.simulation.weeks import live


@pytest.mark.parametrize("case", [each for each in CASES if each.stem in MUTATIONS], ids=lambda path: path.stem)
def test_a_bug_that_is_put_in_by_hand_is_found(case: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    MUTATIONS[case.stem](monkeypatch)
    assert any(run(script, rebuild=False).broken for script in nearby(Script.load(case.read_text(encoding="utf-8"))))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", sorted(games()))
def test_in_two_weeks_nobody_waits_for_nothing_and_nobody_away_is_a_no_show(name: str, seed: int) -> None:
    lived = live(name, seed)
    assert not lived.broken
    assert {f"act: {act}" for act in ("vote", "ask for desk", "inherit")} <= lived.counted.keys()
