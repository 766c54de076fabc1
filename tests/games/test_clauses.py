"""Every clause of each rulebook and every ruling has a test or a case that names it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.rulebook import CLAUSES, RULINGS, named


@pytest.mark.parametrize("name", CLAUSES)
def test_each_clause_and_each_ruling_has_a_test(name: str) -> None:
    every = {*CLAUSES[name], *RULINGS[name]}
    prefix = CLAUSES[name][0].partition("-")[0]
    assert not every - named(Path(__file__).parent / name, prefix)
