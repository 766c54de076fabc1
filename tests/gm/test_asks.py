"""Asks: forms that are answered within the tick, and never locked, stored in the journal or waited for."""

from __future__ import annotations

from typing import Any

import pytest

from sheets_gm.gm.intake.open_step import OpenStep
from sheets_gm.gm.intake.submissions import collect
from sheets_gm.kernel.forms import Close, Field, Form, Reply, Typed
from sheets_gm.kernel.outcome import Order
from sheets_gm.sheet.checking import columns_of
from sheets_gm.sheet.reading import read_row
from tests.games.asked import with_other
from tests.gm.legion import GAME, Scout, Settings, View, War, campaign
from tests.gm.table import Evening


@pytest.fixture
def evening() -> Evening:
    made = campaign()
    made.tick()
    return made


def ask(evening: Evening, seat: str, plane: Any, row: int = 1) -> None:
    name = f"{seat} #{row}"
    evening.type("scout", {evening.cell("scout", name, "plane", f"seat.{seat}"): plane}, key=f"seat.{seat}")


def answer(evening: Evening, seat: str, row: int = 1) -> tuple[Any, str]:
    found = evening.row("scout", f"{seat} #{row}", f"seat.{seat}")
    return found["units"], found["receipt"]


def muster(evening: Evening, seat: str, count: int) -> None:
    key = f"seat.{seat}"
    cells: dict[str, Typed] = {"unit": "archer", "count": count, "ready": True}
    evening.type(
        "legion", {evening.cell("legion", f"{seat} #1", name, key): each for name, each in cells.items()}, key=key
    )


def test_it_is_answered_within_the_tick_in_its_receipt_and_its_columns(evening: Evening) -> None:
    ask(evening, "red", "2")
    evening.tick()
    assert answer(evening, "red") == (0, "✓ 0 units on plane 2 in turn 1.")
    assert answer(evening, "red", 2) == ("", "")


def test_it_stands_until_it_is_emptied_and_is_answered_anew_in_every_position(evening: Evening) -> None:
    ask(evening, "red", "1")
    for seat in ("red", "blue"):
        muster(evening, seat, 3)
    assert len(evening.tick().steps) == 1
    assert answer(evening, "red") == (3, "✓ 3 units on plane 1 in turn 2.")
    ask(evening, "red", None)
    evening.tick()
    assert answer(evening, "red") == ("", "")


def test_an_answered_question_is_not_answered_again_in_the_same_position() -> None:
    asked: list[str] = []

    def answer(seen: View, seat: str, order: Order) -> Reply:
        asked.append(seat)
        return GAME.checks.answer(seen, seat, order)

    evening = campaign(rules=with_other(GAME, answer=answer))
    evening.tick()
    ask(evening, "red", "1")
    evening.tick()
    muster(evening, "blue", 1)
    evening.tick()
    assert asked == ["red"]
    muster(evening, "red", 1)
    assert len(evening.tick().steps) == 1
    assert set(asked[1:]) == {"red"}


def test_what_cannot_be_read_is_answered_as_anywhere(evening: Evening) -> None:
    ask(evening, "red", "9")
    evening.tick()
    assert answer(evening, "red") == ("", "✗ D4: There is no “9” here: choose 1 or 2.")


def test_it_changes_neither_the_journal_nor_the_attendance_nor_other_workbooks(evening: Evening) -> None:
    before = {book.key: evening.sheets_of(book.key) for book in evening.record.workbooks}
    waiting = evening.tick().waiting
    ask(evening, "red", "2")
    tick = evening.tick()
    assert (tick.steps, tick.waiting) == ((), waiting)
    after = {book.key: evening.sheets_of(book.key) for book in evening.record.workbooks}
    assert [key for key in before if before[key] != after[key]] == ["seat.red"]
    for seat in ("red", "blue"):
        muster(evening, seat, 1)
    (step,) = evening.tick().steps
    assert {typed.form for typed in step.entry.typed} == {"legion"}
    assert step.entry.attendance == {"red": "ready", "blue": "ready"}
    assert "scout" not in step.entry.model_dump_json()


def test_a_wrong_question_is_no_slip_of_the_step(evening: Evening) -> None:
    ask(evening, "red", "nowhere")
    for seat in ("red", "blue"):
        muster(evening, seat, 1)
    (step,) = evening.tick().steps
    assert (step.entry.slips, step.entry.refused) == ((), ())


def test_a_question_that_can_no_longer_be_asked_is_gone(evening: Evening) -> None:
    """Its form closes when the match is over."""
    ask(evening, "red", "1")
    evening.tick()
    evening.do("concede", on="blue", value="")
    assert [draft for draft in evening.table.session.record.drafts if draft.form == "scout"] == []


def test_only_the_view_of_the_seat_is_asked(evening: Evening) -> None:
    """Two positions that differ only in what the other seat hides give the same answer."""
    answers = []
    for hidden in (0, 50):
        war = War(settings=Settings(), legions={"red": {1: 3}, "blue": {1: hidden}})
        forms = [form for form in GAME.open(war) if form.key == "scout"]
        read = read_row(("scout", "red", 0), forms[0], {"plane": "1"}, {})
        rows = collect(OpenStep(game=GAME, state=war, forms=forms), {read.key: read}).rows
        answers.append([row.draft for row in rows])
    assert answers[0] == answers[1]
    assert answers[0][0].receipt == "✓ 3 units on plane 1 in turn 1."


def test_nobody_is_ever_waited_for_because_of_one() -> None:
    form = Form("scout", "red", Scout, (Field("plane", choices=("1",)),), close=Close.ASK)
    assert not form.due
    war = War(settings=Settings(), legions={"red": {}, "blue": {}})
    assert collect(OpenStep(game=GAME, state=war, forms=(form,)), {}).attendance == {}


def test_its_tab_needs_no_ready_box() -> None:
    (tab,) = (columns_of(tab) for tab in GAME.all_tabs() if tab.key == "scout")
    assert (tab.required, tab.optional) == (("seat", "receipt", "plane"), ("player", "sign", "whose", "units"))
