"""Rows that have names: what was typed and kept in one follows its name, whatever the number of the row is."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from sheets_gm.games.champions.forms.all_forms import open_forms
from sheets_gm.games.champions.position.state import Match
from sheets_gm.gm.intake import absence
from sheets_gm.gm.intake.absence import kept_standing_orders
from sheets_gm.gm.intake.open_step import OpenStep
from sheets_gm.gm.intake.played_rows import drafts_after
from sheets_gm.gm.intake.rows import Submissions
from sheets_gm.gm.intake.submissions import collect
from sheets_gm.gm.match_record.drafts import Draft, StandingOrder
from sheets_gm.gm.workbooks.form_tabs import held_rows
from sheets_gm.kernel.forms import Close, Field, Form, FormRow, Typed, form_of_rows
from sheets_gm.kernel.outcome import Order
from sheets_gm.sheet.reading import read_row
from tests.games.champions.table import CHAMPIONS, position

STASH = "stash P-C1 M-C1"


def equipping(champions: str) -> Match:
    return position({"p1": f"A1: {champions}; {STASH}", "p2": "B1: all"}, phase="equipment")


BEFORE = equipping("Gladiator, Rogue, Healer")
AFTER = equipping("Rogue, Healer")
"""The same, when the Gladiator is dead: the rows of the others are one higher."""


def own_form(match: Match) -> Form:
    return next(form for form in open_forms(match) if (form.key, form.seat) == ("equipment", "p1"))


def row_called(form: Form, name: str) -> int:
    found = form.row_named(name)
    assert found is not None
    return found


def kept(match: Match, standing: tuple[StandingOrder, ...], **typed: dict[str, Typed]) -> tuple[StandingOrder, ...]:
    """The standing orders after a poll that reads *typed* in the rows of p1, by their names."""
    form = own_form(match)
    found = {}
    for at in range(form.rows):
        cells = {**form.at(at).drawn, **typed.get(form.at(at).row.name, {})}
        found["equipment", "p1", at] = read_row(("equipment", "p1", at), form.at(at), cells, {})
    submissions: Submissions = collect(OpenStep(CHAMPIONS, match, open_forms(match)), found)
    return kept_standing_orders(standing, submissions)


def stands_in(match: Match, standing: tuple[StandingOrder, ...]) -> dict[str, Any]:
    """What stands in for p1, by the name of its row."""
    context: Any = SimpleNamespace(record=SimpleNamespace(standing=standing))
    rows = absence._standing(context, [own_form(match)], "p1")
    return {form.at(row).row.name: dict(cells)["item_1"] for form, row, cells, _ in rows}


def shown(match: Match, standing: tuple[StandingOrder, ...], drafts: tuple[Draft, ...] = ()) -> dict[str, Any]:
    """What the sheet shows in the rows of p1, by their names."""
    record: Any = SimpleNamespace(standing=standing, drafts=drafts)
    form = own_form(match)
    return {form.at(row).row.name: dict(held.typed) for (_, _, row), held in held_rows(record, [form]).items()}


def test_a_standing_order_follows_its_champion() -> None:
    standing = kept(BEFORE, (), Rogue={"item_1": "Rusty Dagger (1d4)", "keep": True})
    assert stands_in(BEFORE, standing) == {"Rogue": "Rusty Dagger (1d4)"}
    assert stands_in(AFTER, standing) == {"Rogue": "Rusty Dagger (1d4)"}
    assert shown(AFTER, standing) == {"Rogue": {"keep": True}}
    again = kept(AFTER, standing, Healer={"item_1": "Apprentice Wand (1d4)", "keep": True})
    assert stands_in(AFTER, again) == {"Rogue": "Rusty Dagger (1d4)", "Healer": "Apprentice Wand (1d4)"}
    assert stands_in(AFTER, kept(AFTER, again, Rogue={"keep": False})) == {"Healer": "Apprentice Wand (1d4)"}


def test_a_standing_order_of_a_row_that_is_gone_stands_in_for_no_other() -> None:
    standing = kept(BEFORE, (), Gladiator={"item_1": "Rusty Dagger (1d4)", "keep": True})
    assert stands_in(AFTER, standing) == {}
    assert shown(AFTER, standing) == {}
    assert stands_in(BEFORE, kept(AFTER, standing)) == {"Gladiator": "Rusty Dagger (1d4)"}


def test_one_that_an_older_version_stored_gets_the_name_of_its_row() -> None:
    old = StandingOrder(form="equipment", seat="p1", row=1, typed={"item_1": "Rusty Dagger (1d4)"})
    named = kept(BEFORE, (old,))
    assert named == (old.but(name="Rogue"),)
    assert stands_in(AFTER, named) == {"Rogue": "Rusty Dagger (1d4)"}


def test_what_was_typed_follows_its_row_when_another_is_gone_in_the_middle_of_a_step() -> None:
    """An override, or a row that closes at once, may change the rows of forms that are still filled in."""
    typed = {"item_1": "Rusty Dagger (1d4)"}
    drafts = [Draft(form="equipment", seat="p1", row=row, typed=typed, since=0.0) for row in (0, 1)]
    (left,) = drafts_after(drafts, open_forms(BEFORE), open_forms(AFTER), 1, together=False)
    assert left.row == row_called(own_form(AFTER), "Rogue")
    assert shown(AFTER, (), (left,)) == {"Rogue": typed}


class Look(Order):
    """A question, or an action, about the piece of its row."""

    at: str = ""


@pytest.mark.parametrize("close", [Close.ASK, Close.AT_ONCE])
def test_a_row_of_a_form_that_goes_on_keeps_what_was_typed_for_the_same_piece(close: Close) -> None:
    def form(names: Sequence[str]) -> Form:
        rows = tuple(FormRow(name, (Field("at"),)) for name in names)
        return form_of_rows("look", "red", Look, rows, close=close)

    drafts = [Draft(form="look", seat="red", row=row, typed={"at": str(row)}, since=0.0) for row in range(3)]
    left = drafts_after(drafts, [form("abc")], [form("cda")], 1, together=False)
    assert {draft.row: draft.typed["at"] for draft in left} == {2: "0", 0: "2"}
