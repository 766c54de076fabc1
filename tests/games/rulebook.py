"""What the tests of every game share: cases that a player can read, and the clauses that tests and cases name.

A case file (`cases/*.toml`) is a list of `[[case]]` tables: its `name`, the `clauses` it holds, a position, orders and
dice in the game's own words, and `then`, what must come of it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

NARRATIVE = {29, 30, 157, 158, 166, 173, 174, 177, 185}
"""The clauses of the War Game that are free narrative: there is nothing to compute."""

CLAUSES: Mapping[str, list[str]] = {
    "champions": [f"CBR-{number}" for number in range(1, 65)],
    "gvg": [f"GVG-{number}" for number in range(1, 88)],
    "war_game": [f"CPW-{number}" for number in range(1, 201) if number not in NARRATIVE],
    "wesnoth": [f"WES-{number}" for number in range(1, 49)],
    "win_or_die": [f"WOD-{number}" for number in range(1, 108)],
}
"""The clauses of each rulebook that the game computes, or whose result the judge enters."""

RULINGS: Mapping[str, list[str]] = {
    "champions": [f"CBR-R{number}" for number in range(1, 32)],
    "gvg": [f"GVG-R{number}" for number in range(1, 43)],
    "war_game": [f"CPW-R{number}" for number in range(1, 59)],
    "wesnoth": [],
    "win_or_die": [f"WOD-R{number}" for number in range(1, 37)],
}
"""The rulings on what each rulebook leaves open."""


def cases(folder: Path) -> Iterator[Any]:
    """The cases of every file in *folder*, each a parameter that is called by its file and name."""
    for path in sorted(folder.glob("*.toml")):
        for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
            yield pytest.param(case, id=f"{path.stem}: {case['name']}")


def hold(case: Mapping[str, Any], after: Any, seen: Mapping[str, Callable[[Any, Any], Any]]) -> None:
    """Assert that *after* is what *case* says. *seen* tells where each thing that a case may expect is looked up."""
    assert case["then"], "a case that expects nothing cannot fail"
    for name, wanted in case["then"].items():
        assert seen[name](after, wanted) == wanted, name


def named(folder: Path, prefix: str) -> set[str]:
    """The clauses of the rulebook with *prefix* ("ABC") that a test or a case in *folder* names, in quotes."""
    texts = [path.read_text(encoding="utf-8") for path in (*folder.glob("test_*.py"), *folder.glob("cases/*.toml"))]
    return {clause for text in texts for clause in re.findall(rf'"({prefix}-R?\d+)"', text)}
