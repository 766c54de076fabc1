"""Every clause of the rulebook and every ruling is named by a test or a case."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.rulebook import named

CLAUSES = [f"GVG-{number}" for number in range(1, 88)]
RULINGS = [f"GVG-R{number}" for number in range(1, 43)]
NAMED = named(Path(__file__).parent, "GVG")


@pytest.mark.parametrize("clause", CLAUSES + RULINGS)
def test_the_clause_has_a_test(clause: str) -> None:
    assert clause in NAMED
