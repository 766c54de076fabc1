"""Kept texts: one command writes all of them anew."""

from __future__ import annotations

import re
from pathlib import Path

from tests.kept import MODULES

ROOT = Path(__file__).parents[1]


def test_the_command_knows_every_module_that_keeps_texts() -> None:
    found = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in (ROOT / "tests").rglob("*.py")
        if re.search(r"(?m)^def kept\((names.*)?\) -> Kept:", path.read_text(encoding="utf-8"))
    }
    assert found == set(MODULES)
