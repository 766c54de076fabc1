"""Rows after the match went back to a backup of the store: their ticks were meant for positions that are lost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from sheets_gm.gm.between.finding import read_action
from sheets_gm.gm.intake.rows import Submissions, without_tick
from sheets_gm.gm.session import Session
from sheets_gm.kernel.actions import Restore
from sheets_gm.kernel.forms import NEVER_DUE
from sheets_gm.sheet.reading import Key, RowRead

ASK_AGAIN = "⚠ The match went back to a backup. Look at this row, and tick Ready again."


def is_just_back(session: Session) -> bool:
    """Return whether the match just went back to a backup, and a workbook was not built since. Its ticks are older."""
    act = session.entry.act
    is_back = act is not None and isinstance(read_action(act), Restore)
    return is_back and any(book.torn for book in session.record.workbooks)


def without_ticks(session: Session, rows: Mapping[Key, RowRead]) -> dict[Key, RowRead]:
    """Return *rows* without ticks that were meant for lost positions. Standing orders and asks keep theirs."""
    forms = {(form.key, form.seat): form for form in session.all_forms}
    return {
        key: without_tick(row, forms[key[:2]].at(key[2]))
        if row.ready and forms[key[:2]].close not in NEVER_DUE
        else row
        for key, row in rows.items()
    }


def asked_again(session: Session, submissions: Submissions, before: Mapping[Key, RowRead]) -> Submissions:
    """Return *submissions* where rows with content, or with a tick *before*, ask their owners to look again."""
    number = session.entry.number
    rows = (
        row._replace(draft=row.draft.but(receipt=ASK_AGAIN, asked_again=number))
        if row.form.close not in NEVER_DUE and (row.read.touched or (row.key in before and before[row.key].ready))
        else row
        for row in submissions.rows
    )
    return replace(submissions, rows=tuple(rows))
