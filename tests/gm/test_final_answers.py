"""The final answer reaches its row: whatever a row did that closes at once is told beside it, on its owner's sheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from sheets_gm.games.finding import games
from sheets_gm.gm.intake.rows import key_of
from sheets_gm.kernel.forms import Close
from sheets_gm.kernel.match.journal import Typing
from sheets_gm.kernel.match.recorder import Step
from tests.gm.any_game import SETTINGS, fill_in, match_of
from tests.gm.table import Evening

TICKS = 6
"""Ticks in which everybody plays."""


@pytest.mark.parametrize("name", sorted({*games(), *SETTINGS}))
def test_every_played_row_gets_a_final_answer_with_all_that_its_owner_may_know(name: str) -> None:
    evening = match_of(name, sealed=True)
    evening.tick()
    at_once = set[str]()
    played, due = 0, False
    for _ in range(TICKS):
        fill_in(evening)
        at_once |= _at_once(evening)
        due |= any(form.due and form.close is Close.AT_ONCE for form in evening.table.session.forms)
        steps = evening.tick().steps
        at_once |= _at_once(evening)
        for step, row in _played_rows(steps, at_once):
            _assert_answered(evening, step, row)
            played += 1
        for draft in evening.table.session.record.drafts:
            ticked = draft.typed.get("ready") is True
            assert not (draft.form in at_once and draft.closed is not None and ticked) or draft.receipt.startswith("✗")
    assert played or not due


def _at_once(evening: Evening) -> set[str]:
    """The open forms that close at once."""
    return {form.key for form in evening.table.session.forms if form.close is Close.AT_ONCE}


def _played_rows(steps: tuple[Step[Any], ...], at_once: set[str]) -> Iterator[tuple[Step[Any], Typing]]:
    """The rows that were played alone, each with its step; of a row that was played again, the last time."""
    last = {
        (row.form, row.seat, row.row): (step, row)
        for step in steps
        for row in step.entry.typed[:1]
        if row.form in at_once and not row.by and not step.entry.why
    }
    yield from last.values()


def _assert_answered(evening: Evening, step: Step[Any], row: Typing) -> None:
    session = evening.table.session
    lines = [line.text for line in session.lines_for(step.entry, step.events, row.seat)]
    (draft,) = (each for each in session.record.drafts if key_of(each) == (row.form, row.seat, row.row))
    assert draft.done == step.entry.number
    assert draft.receipt.startswith("✓ ")
    assert [line for line in lines if line not in draft.receipt] == []
    assert not lines or ". ".join(lines) in draft.receipt, "each line is a sentence, and begins like one"
    shown = [
        str(cell)
        for book in evening.record.workbooks
        for tab in book.tabs
        for cells in evening.values(tab, book.key)
        for cell in cells
    ]
    assert draft.receipt in shown, f"{row.form} of {row.seat} has no final answer"
