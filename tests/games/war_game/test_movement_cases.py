"""The cases in `cases/movement.toml`: every outcome that the rules allow is reached, and no other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.games.rulebook import cases
from tests.games.war_game.table import PLANES, outcomes, position, settings

CASES = Path(__file__).parent / "cases"


def _place(words: str) -> tuple[str, str]:
    plane, _, square = words.rpartition(" ")
    return PLANES[plane or "D"], square


def _lines(case: dict[str, Any]) -> list[str]:
    """The lines of the structures and of the portal that a case has."""
    lines = []
    for words in case.get("structures", ()):
        plane, square = _place(words)
        lines.append(f"Fort at {plane} {square},stronghold,{plane},{square},,,")
    if "portal" in case:
        near, far = (_place(words) for words in case["portal"])
        lines.append(f"Near end,portal,{near[0]},{near[1]},,,{far[0]} {far[1]}")
        lines.append(f"Far end,portal,{far[0]},{far[1]},,,{near[0]} {near[1]}")
    return lines


@pytest.mark.parametrize("case", list(cases(CASES)))
def test_movement_has_exactly_the_outcomes_of_the_rulebook(case: dict[str, Any]) -> None:
    assert set(case) <= {"name", "clauses", "structures", "portal", "armies", "orders", "settings", "then"}
    made = settings(_lines(case), **case.get("settings", {}))
    assert outcomes(position(case["armies"], made), case["orders"]) == set(case["then"])
