"""The answers to all rows of the open forms: the order or the mistake, the receipt, and the attendance.

Every row with content gets an answer, and a wrong row does not affect other rows. A ready row of a desk form that was
refused stays refused, with an empty box, until somebody changes it or ticks it again. A request must not be carried out
days later only because it has become possible.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sheets_gm.gm.intake.attendance import attendance_by_seat
from sheets_gm.gm.intake.checked_rows import Answered
from sheets_gm.gm.intake.desk.desk_forms import is_desk_form
from sheets_gm.gm.intake.open_step import OpenStep
from sheets_gm.gm.intake.receipts import draft_of
from sheets_gm.gm.intake.row_answerer import Answerer, answered_row
from sheets_gm.gm.intake.row_checker import Checker
from sheets_gm.gm.intake.rows import Row, Submissions, from_draft
from sheets_gm.gm.intake.rows_together import with_the_others
from sheets_gm.kernel.forms import Close, Form
from sheets_gm.sheet.reading import Key, RowRead


def collect(step: OpenStep, rows_read: Mapping[Key, RowRead]) -> Submissions:
    """Answer every row of the open forms.

    *rows_read* are the rows that could be read; for any other row, its draft from the last poll counts. A row of a desk
    form, or one that asks, is left out if nobody has typed in it.
    """
    checker, answerer = Checker(step), Answerer(step)
    answered, blanks = _read_alone(checker, rows_read)
    together = with_the_others(checker.check_together(answered), checker.total)
    rows: list[Row] = []
    for each in _without_replaced(together) if any(form.counted.duty for form in step.forms) else together:
        blank = blanks.get(each.read.key)
        if blank is not None and blank.answered is each:
            rows.append(blank.row)
        else:
            rows.append(answerer.next(each))
    return Submissions(
        tuple(rows), attendance_by_seat(step.forms, rows, step.absent.excused, step.absent.away, locked=False)
    )


def _read_alone(checker: Checker, typed: Mapping[Key, RowRead]) -> tuple[list[Answered], dict[Key, Blank]]:
    """Return every row of the open forms with what is wrong with it alone, and the blank ones among them."""
    step = checker.step
    answered: list[Answered] = []
    blanks: dict[Key, Blank] = {}
    typed_places = {key[:2] for key in (*typed, *step.drafts)}
    for form in step.forms:
        blank_rows = (
            form.once(_blank_rows) if step.locked is None and (form.key, form.seat) not in typed_places else None
        )
        if blank_rows is not None:
            blanks.update(blank_rows)
            answered += [blank.answered for blank in blank_rows.values()]
            continue
        for key in form.once(_keys):
            if form.due or key in step.drafts or not _is_left_alone(form, typed.get(key)):
                row_form = form.at(key[2])
                is_known = step.locked is not None or key in typed or key in step.drafts
                blank = None if is_known or form.close is Close.ASK else _blank(row_form, key)
                if blank is not None:
                    blanks[key] = blank
                answered.append(checker.check_alone(row_form, key, typed) if blank is None else blank.answered)
    return answered, blanks


class Blank(NamedTuple):
    """A row in which nobody has typed, and which orders nothing as drawn. It depends only on its form."""

    answered: Answered
    row: Row


def _blank_rows(form: Form) -> Mapping[Key, Blank] | None:
    """Return all rows of an untouched *form* that need an answer; None if one orders something as drawn."""
    if not form.due and _is_left_alone(form, None):
        return {}
    rows = {key: _blank(form.at(key[2]), key) for key in form.once(_keys)}
    return None if None in rows.values() else {key: row for key, row in rows.items() if row is not None}


def _blank(form: Form, key: Key) -> Blank | None:
    """Return the untouched row of *form*, cached; None if it orders something as drawn."""
    blanks = form.once(_blanks_found)
    if key not in blanks:
        row = Answered(form, from_draft(key, form, None))
        read = row.read
        orders = read.order is not None or read.touched or read.slips or read.missing
        # it was typed at no time
        blanks[key] = None if orders else Blank(row, answered_row(row, draft_of(row, None, 0.0, str)))
    return blanks[key]


def _blanks_found(_form: Form) -> dict[Key, Blank | None]:
    """Return an empty cache for the blank rows of a form."""
    return {}


def _without_replaced(rows: Sequence[Answered]) -> Iterator[Answered]:
    """Yield *rows*. Rows of a form are marked if another form with the same duty is ready and counts instead."""
    ready = {
        (row.form.seat, row.form.counted.duty, row.form.key) for row in rows if row.form.counted.duty and row.is_ready
    }
    done = {each[:2] for each in ready}
    for row in rows:
        form = row.form
        replaced = (form.seat, form.counted.duty) in done and (form.seat, form.counted.duty, form.key) not in ready
        yield row._replace(replaced=True) if replaced else row


def _keys(form: Form) -> tuple[Key, ...]:
    return tuple((form.key, form.seat, number) for number in range(form.rows))


def _is_left_alone(form: Form, read: RowRead | None) -> bool:
    """Return whether a row of *form* without a draft needs no answer. *read* is its content."""
    if read is not None and (read.touched or read.slips):
        return False
    return form.close is Close.ASK or is_desk_form(form)
