"""Whole worlds, drawn by seed: nothing in them is ever lost, doubled, wrong, or told to the wrong people."""

from __future__ import annotations

from pathlib import Path

import pytest

from sheets_gm.games.finding import games
from tests.simulation.disk import STORE_FAULTS
from tests.simulation.network import NETWORK_FAULTS
from tests.simulation.owners import EDITS
from tests.simulation.running import lively_script_of, run, script_of
from tests.simulation.script import Script
from tests.simulation.settings import lively_settings_of
from tests.simulation.shrink import smaller

SEEDS = dict.fromkeys(sorted(games()), 1)
"""Seeds of each game that are played here; `scripts/soak --seeds` plays more."""

LIVELY_SEEDS = 1
"""Seeds of each game that has lively matches."""

CASES = sorted((Path(__file__).parent / "cases").glob("*.json"))


@pytest.mark.parametrize(("game", "seed"), [(game, seed) for game, seeds in SEEDS.items() for seed in range(seeds)])
def test_nothing_breaks_in_the_world_of_this_seed(game: str, seed: int) -> None:
    outcome = run(script_of(game, seed))
    if outcome.broken:
        least = smaller(outcome)
        pytest.fail(f"{game}, seed {seed}: {outcome.broken}\nsmaller ({least.broken}):\n{least.script.dump()}")


@pytest.mark.parametrize(
    ("game", "seed"), [(game, seed) for game in SEEDS if lively_settings_of(game) for seed in range(LIVELY_SEEDS)]
)
def test_nothing_breaks_in_a_world_in_which_much_happens_at_once(game: str, seed: int) -> None:
    """People rename what is named by name elsewhere, leave battles undecided, and amend results."""
    outcome = run(lively_script_of(game, seed))
    if outcome.broken:
        least = smaller(outcome)
        pytest.fail(f"{game}, lively seed {seed}: {outcome.broken}\nsmaller ({least.broken}):\n{least.script.dump()}")


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_what_once_broke_holds(case: Path) -> None:
    """Only owners, and processes in each other's way, change what no poll reads and a rebuild would have otherwise."""
    script = Script.load(case.read_text(encoding="utf-8"))
    disturbed = script.syncs > 1 or any(step.what == "owner" for step in script.steps)
    assert run(script, rebuild=disturbed).broken == ""


def test_a_seed_is_repeated_step_by_step() -> None:
    one, two = (run(script_of("gvg", 7), rebuild=False) for _ in range(2))
    assert one == two
    assert one.digest == two.digest


def test_a_script_is_read_as_it_was_written() -> None:
    script = script_of("gvg", 7)
    assert Script.load(script.dump()) == script


def test_every_fault_comes_up_in_the_scripts_of_a_soak() -> None:
    """Each that a script names is in one of the scripts; the others follow from how its steps meet."""
    found = {given for seed in range(300) for step in script_of("gvg", seed).steps for given in step.given}
    named = {*NETWORK_FAULTS, *STORE_FAULTS, *EDITS}
    assert named <= found
