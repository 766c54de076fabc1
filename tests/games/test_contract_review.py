"""The review of the contract against two rulebooks: each clause is in one row, and each part that is named exists."""

from __future__ import annotations

import importlib
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from sheets_gm.games.contract import Clock, Game, Place
from sheets_gm.gm.between.finding import desk_actions
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.forms import Close, Field, Form, FormRow
from sheets_gm.kernel.outcome import Event, Remark
from sheets_gm.kernel.rules import Secrecy
from sheets_gm.sheet.tabs import Eyes, ViewTab

REVIEW = (Path(__file__).parents[2] / "docs" / "contract-review.md").read_text("utf-8")
PARTS = {
    each.__name__: each
    for each in (Clock, Close, Dice, Event, Eyes, Field, Form, FormRow, Game, Place, Remark, Secrecy)
} | {"ViewTab": ViewTab}
ROWS = [
    re.split(r" *(?<!\\)\| *", line.strip("| ")) for line in REVIEW.splitlines() if re.match(r"\| (WOD|CPW)-", line)
]


def listed(text: str) -> Iterator[str]:
    """The clauses in *text*, where "ABC-R2 to ABC-R4" are three."""
    for first, last in re.findall(r"((?:WOD|CPW)-R?\d+)(?: to ((?:WOD|CPW)-R?\d+))?", text):
        name, number = re.fullmatch(r"(.*?)(\d+)", first).groups()  # type: ignore[union-attr]
        end = int(last.removeprefix(name)) if last else int(number)
        yield from (f"{name}{at}" for at in range(int(number), end + 1))


@pytest.mark.parametrize(("game", "prefix"), [("win_or_die", "WOD"), ("war_game", "CPW")])
def test_each_clause_and_each_ruling_is_in_one_row_of_the_review(game: str, prefix: str) -> None:
    tested = importlib.import_module(f"tests.games.{game}.test_clauses")
    free = {f"{prefix}-{number}" for number in getattr(tested, "FREE", ())}
    found = Counter(clause for row in ROWS for clause in listed(row[0]) if clause.startswith(prefix))
    assert [clause for clause, times in found.items() if times > 1] == []
    assert set(found) == {*tested.CLAUSES, *tested.RULINGS} | free


def test_each_row_says_what_is_asked_for_and_what_serves_it() -> None:
    assert len(ROWS) > 30
    assert [row for row in ROWS if len(row) != 3 or not all(row)] == []


def test_the_parts_of_the_contract_that_the_review_names_are_there() -> None:
    named = re.findall(r"`([\w.]+)`", REVIEW)
    for part, field in (each.split(".") for each in named if "." in each and not each.startswith("kernel.")):
        known = {*getattr(PARTS[part], "__dataclass_fields__", ()), *getattr(PARTS[part], "model_fields", ())}
        assert field in known or hasattr(PARTS[part], field), (part, field)
    alone = {each for each in named if "." not in each}
    assert alone <= {*PARTS, *desk_actions()}
