"""Every clause of the rulebook and every ruling has a test or a case that names it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
CLAUSES = [f"GVG-{number}" for number in range(1, 88)]
RULINGS = [f"GVG-R{number}" for number in range(1, 42)]


def named() -> set[str]:
    sources = [path.read_text(encoding="utf-8") for path in (*HERE.glob("test_*.py"), *HERE.glob("cases/*.toml"))
               if path.name != Path(__file__).name]  # fmt: skip
    return {clause for text in sources for clause in re.findall(r'"(GVG-R?\d+)"', text)}


@pytest.mark.parametrize("clause", CLAUSES + RULINGS)
def test_the_clause_has_a_test(clause: str) -> None:
    assert clause in named()
