"""Every clause of the rulebook that the game computes or the judge enters, and every ruling, has a test or a case."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.rulebook import named

FREE = {29, 30, 157, 158, 166, 173, 174, 177, 185}
"""Free narrative: there is nothing to compute."""

CLAUSES = [f"CPW-{number}" for number in range(1, 201) if number not in FREE]
RULINGS = [f"CPW-R{number}" for number in range(1, 58)]
NAMED = named(Path(__file__).parent, "CPW")


@pytest.mark.parametrize("clause", CLAUSES + RULINGS)
def test_the_clause_has_a_test(clause: str) -> None:
    assert clause in NAMED
