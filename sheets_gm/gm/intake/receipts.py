"""Receipts: what the sheet answers to a row, and the draft that keeps it between two polls.

A receipt changes only when its row or the answer does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from sheets_gm.gm.desk.roll_form import ROLLS
from sheets_gm.gm.record.record import Draft
from sheets_gm.kernel.forms import Close, Form
from sheets_gm.kernel.journal import Slip
from sheets_gm.kernel.outcome import Remark
from sheets_gm.sheet.reading import RowRead

FormatTime: TypeAlias = Callable[[float], str]
"""Formats an instant in the match's time zone, as its sheet shows it."""


@dataclass(frozen=True, slots=True)
class Answered:
    """A row as read, with the *remark* of the rules and the name of the wrong row above that it *waits_for*.

    *late*: it was changed after a lock whose step is not played yet.
    """

    form: Form
    read: RowRead
    remark: Remark | None
    waits_for: str = ""
    late: bool = False


def draft_of(row: Answered, before: Draft | None, now: float, format_time: FormatTime) -> Draft:
    """The draft that keeps *row* from now on; *before* is the one from the last poll, and stays if nothing changed."""
    read = row.read
    typed = dict(read.typed)
    if before is not None and before.typed == typed:
        since, revision = before.since, before.revision
        if before.done is not None:
            return before
    elif before is None and not read.touched:
        since, revision = 0.0, 0
    else:
        since, revision = now, (before.revision if before else 0) + 1
    text = receipt(row, format_time(since) if revision else "")
    if before and (before.receipt, before.since, before.revision) == (text, since, revision):
        return before
    form, seat, number = read.key
    return Draft(form=form, seat=seat, row=number, typed=typed, since=since, revision=revision, receipt=text)


def receipt(row: Answered, time: str) -> str:
    """The answer to a row that was last changed at *time*; empty for an untouched one."""
    form, read, remark = row.form, row.read, row.remark
    if read.slips:
        return "✗ " + " ".join(_slip(slip) for slip in read.slips)
    if remark is not None and remark.refuses:
        return "✗ " + _remark(read, remark)
    if not read.touched:
        return ""
    if read.ready and read.order is None and form.close is Close.AT_ONCE:
        return "⚠ This row is empty. Fill it in or untick it: the rows below wait for it."
    state = f"{'Ready' if read.ready else 'Saved'} · {time}"
    if row.late:
        return f"✓ {state}. This turn is locked: what you type now counts for the next one."
    if row.waits_for and read.ready:
        return f"✓ {state}. Waiting for {row.waits_for}: fix or empty that row first."
    if remark is not None:
        return f"{'✓' if remark.informs else '⚠'} {state}. {_remark(read, remark)}"
    if form.due and not read.ready and form.key != ROLLS:
        return f"✓ {state}. Tick Ready when you are done."
    return f"✓ {state}"


def _slip(slip: Slip) -> str:
    return f"{slip.cell or slip.field}: {with_suggestion(slip.text, slip.instead)}"


def _remark(read: RowRead, remark: Remark) -> str:
    cell = read.cells.get(remark.field or "", "")
    clause = f" ({remark.clause})" if remark.clause else ""
    return (f"{cell}: " if cell else "") + with_suggestion(remark.text, remark.instead) + clause


def with_suggestion(text: str, instead: str | None) -> str:
    """*text* as a sentence, followed by the nearest legal choice where there is one: "... Try E9."."""
    sentence = text if text.endswith((".", "!", "?", ")")) else f"{text}."
    return f"{sentence} Try {instead}." if instead else sentence
