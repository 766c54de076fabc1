"""Texts that are kept beside tests: a comparison whose failure shows where they part."""

from __future__ import annotations

from difflib import unified_diff
from itertools import islice
from pathlib import Path

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
