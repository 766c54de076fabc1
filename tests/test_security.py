"""docs/security.md: every threat names what stops it and the tests that show it, or says that nothing does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent
PAGE = (ROOT.parent / "docs" / "security.md").read_text(encoding="utf-8")
TITLES = {"threat", "door", "---"}


def threats() -> Iterator[tuple[str, str, str]]:
    """The rows of all tables: the threat, what stops it, the tests."""
    for line in PAGE.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and cells[0] not in TITLES:
            threat, holds, tests = cells
            yield threat, holds, tests


def known() -> set[str]:
    """The names of all tests."""
    texts = (path.read_text(encoding="utf-8") for path in ROOT.rglob("test_*.py"))
    return {name for text in texts for name in re.findall(r"(?m)^def (test_\w+)\(", text)}


@pytest.fixture(scope="module")
def tests() -> set[str]:
    return known()


@pytest.mark.parametrize(("threat", "holds", "named"), [*threats()], ids=lambda text: text[:40])
def test_a_threat_is_stopped_and_tested_or_listed_as_open(threat: str, holds: str, named: str, tests: set[str]) -> None:
    names = re.findall(r"`(test_\w+)`", named)
    assert names or holds.startswith("nothing does"), f"{threat}: name a test, or say that nothing stops it"
    assert set(names) <= tests, f"{threat}: there is no {set(names) - tests}"
    assert ", ".join(f"`{name}`" for name in names) == named


ACTORS = [
    "A player",
    "A captain",
    "A spectator",
    "A stranger on the network",
    "A game master who plays",
    "The owner of the spreadsheet",
    "A leaked token",
    "A hostile template or game",
]


@pytest.mark.parametrize("actor", ACTORS)
def test_everybody_who_could_do_harm_has_a_table(actor: str) -> None:
    _, _, after = PAGE.partition(f"## {actor}\n")
    assert "| threat | what stops it | tests |" in after.partition("\n## ")[0]
