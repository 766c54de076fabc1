"""Every clause of the rulebook and every ruling has a test or a case that names it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.rulebook import named

CLAUSES = [f"WOD-{number}" for number in range(1, 108)]
RULINGS = [f"WOD-R{number}" for number in range(1, 37)]
NAMED = named(Path(__file__).parent, "WOD")


@pytest.mark.parametrize("clause", CLAUSES + RULINGS)
def test_the_clause_has_a_test(clause: str) -> None:
    assert clause in NAMED
