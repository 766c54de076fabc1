"""Texts that are kept beside tests: a comparison whose failure shows where they part.

A module with such texts has `kept()`, which returns a function for each, by the path of its file. After a change that
is meant, `python -m tests.kept` writes all of them anew, `python -m tests.kept MODULE...` those of some modules: read
the diff before you commit it.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterable, Mapping
from difflib import unified_diff
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TypeAlias

MODULES = (
    "tests.games.files_tried",
    "tests.games.settings_table",
    "tests.games.transcripts",
    "tests.games.wesnoth.test_routes",
    "tests.games.win_or_die.test_routes",
    "tests.kernel.goldens",
    "tests.sheet.goldens",
)
"""The modules that have `kept`."""

Kept: TypeAlias = Mapping[Path, Callable[[], str]]
"""How each text is made, by the path of its file."""

MOST_SHOWN = 60
"""Lines of difference that a failure shows."""

PART = "== "
"""How a line begins that names the part below it."""


def assert_kept(path: Path, text: str) -> None:
    """Assert that the file *path* has *text*. A failure names the part where they first differ, and shows the lines."""
    before, after = path.read_text(encoding="utf-8").splitlines(), text.splitlines()
    if before == after:
        return
    at = next((at for at, (old, new) in enumerate(zip(before, after, strict=False)) if old != new), len(before))
    part = next((line for line in reversed(after[: at + 1]) if line.startswith(PART)), "the start")
    lines = unified_diff(before[at:], after[at:], "kept", "now", lineterm="", n=0)
    raise AssertionError("\n".join([f"{path.name} parts at {part}:", *islice(lines, MOST_SHOWN)]))


def chapters(home: Path, *makes: Callable[[], Iterable[str]]) -> Kept:
    """Texts in the folder *home*: each of *makes* returns the lines of the file that is called like it."""
    return {home / f"{make.__name__}.txt": partial(_text, make) for make in makes}


def _text(make: Callable[[], Iterable[str]]) -> str:
    return "\n".join(make()) + "\n"


def write(kept: Kept) -> None:
    """Write the files anew."""
    for path, make in kept.items():
        path.write_text(make(), encoding="utf-8")


if __name__ == "__main__":
    for module in sys.argv[1:] or MODULES:
        write(importlib.import_module(module).kept())
