"""Every clause and ruling has a test or a case that names it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.rulebook import named

CLAUSES = [f"WES-{number}" for number in range(1, 49)]
NAMED = named(Path(__file__).parent, "WES")


@pytest.mark.parametrize("clause", CLAUSES)
def test_the_clause_has_a_test(clause: str) -> None:
    assert clause in NAMED
