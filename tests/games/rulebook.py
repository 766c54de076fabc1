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
    texts = [path.read_text(encoding="utf-8") for path in (*folder.glob("test_*.py"), *folder.glob("cases/*.toml"))
             if path.name != "test_clauses.py"]  # fmt: skip
    return {clause for text in texts for clause in re.findall(rf'"({prefix}-R?\d+)"', text)}
