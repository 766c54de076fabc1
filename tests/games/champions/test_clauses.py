"""Every clause of the rulebook and every ruling has a test or a case that names it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.rulebook import named

CLAUSES = [f"CBR-{number}" for number in range(1, 65)]
RULINGS = [f"CBR-R{number}" for number in range(1, 32)]
NAMED = named(Path(__file__).parent, "CBR")


@pytest.mark.parametrize("clause", CLAUSES + RULINGS)
def test_the_clause_has_a_test(clause: str) -> None:
    assert clause in NAMED
