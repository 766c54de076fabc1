"""Answering every row of the open forms: its order or what is wrong with it, its receipt, and the attendance.

Every row that holds something gets an answer, and a wrong row costs no other row. A ready row of a desk form that
was refused stays refused until somebody changes it: what a game master asked for must not happen days later, when it
has become possible.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from sheets_gm.games.contract import Game
from sheets_gm.gm.desk.desk_forms import is_desk_form
from sheets_gm.gm.desk.orders import RollOrder
from sheets_gm.gm.intake.attendance import attendance_by_seat
from sheets_gm.gm.intake.late import is_late
from sheets_gm.gm.intake.receipts import Answered, FormatTime, draft_of
from sheets_gm.gm.intake.rows import Row, Submissions
from sheets_gm.gm.record.record import Draft
from sheets_gm.kernel.forms import Close, Form, Typed
from sheets_gm.kernel.outcome import Order, Remark
from sheets_gm.kernel.rules import no_conflicts, remarks_together
from sheets_gm.sheet.reading import Key, RowRead, read_row, row_name

CheckDesk: TypeAlias = Callable[[str, Order], Remark | None]
"""Says why an order of a seat on a desk form cannot stand."""


@dataclass(frozen=True, slots=True)
class OpenStep:
    """The step that rows are read for: its position and forms, the drafts of the last poll, who is excused.

    *check_desk* checks the rows of the desk forms; without it they are checked by the game, which knows none. *locked*
    are the cells that a lock took whose step is not played yet.
    """

    game: Game[Any, Any]
    state: Any
    forms: Sequence[Form]
    format_time: FormatTime
    drafts: Mapping[Key, Draft] = field(default_factory=dict)
    excused: frozenset[str] = frozenset()
    check_desk: CheckDesk | None = None
    locked: Mapping[Key, Mapping[str, Typed]] | None = None


def collect(step: OpenStep, found: Mapping[Key, RowRead], now: float) -> Submissions:
    """Answer every row of the open forms.

    *found* are the rows that could be read; for one that could not, its draft from the last poll stands.
    """
    answered = [
        _alone(step, form.at(number), (form.key, form.seat, number), found)
        for form in step.forms
        for number in range(form.rows)
    ]
    together = _together(step, answered)
    rows: list[Row] = []
    held_back: dict[tuple[str, str], str] = {}
    for at, alone in enumerate(answered):
        key = alone.read.key
        row = replace(alone, remark=together.get(at, alone.remark), waits_for=held_back.get(key[:2], ""))
        draft = draft_of(row, step.drafts.get(key), now, step.format_time)
        rows.append(Row(key, row.form, row.read, row.remark, draft))
        if not row.waits_for and rows[-1].stops:
            held_back[key[:2]] = row_name(key, row.form)
    return Submissions(tuple(rows), attendance_by_seat(step.forms, rows, step.excused, locked=False))


def _alone(step: OpenStep, form: Form, key: Key, found: Mapping[Key, RowRead]) -> Answered:
    """A row with what is wrong with it by itself."""
    draft = step.drafts.get(key)
    read = found.get(key) or read_row(key, form, draft.typed if draft else _as_drawn(form), {})
    if read.slips:
        read = read_row(key, form, read.typed, read.cells)  # a row above may have changed what this one means
    if step.locked is not None and not is_desk_form(form) and is_late(read, form, step.locked):
        return Answered(form, read, None, late=True)  # the rules of the present step do not concern it
    if read.order is None or isinstance(read.order, RollOrder):
        return Answered(form, read, None)
    if step.check_desk is not None and is_desk_form(form):
        return Answered(form, read, _desk_remark(read, draft, step.check_desk, read.order))
    return Answered(form, read, step.game.check(step.state, form.seat, read.order))


def _desk_remark(read: RowRead, draft: Draft | None, check_desk: CheckDesk, order: Order) -> Remark | None:
    """What is wrong with a row of a desk form.

    A row that was done and not changed since is not checked again (rehearsing an override is slow). A ready row that
    was refused and not changed since stays refused.
    """
    if draft is not None and draft.typed == dict(read.typed):
        if draft.done is not None:
            return None
        if read.ready and draft.receipt.startswith("✗"):
            return Remark(text=draft.receipt.removeprefix("✗ "))
    return check_desk(read.key[1], order)


def _together(step: OpenStep, answered: Sequence[Answered]) -> dict[int, Remark]:
    """What is wrong with orders that stand alone, checked together with the other orders of their seat; by row."""
    game = step.game
    if game.fits is no_conflicts:
        return {}
    by_seat: dict[str, dict[int, Order]] = {}
    for at, row in enumerate(answered):
        stands = row.read.touched and row.read.order is not None and not (row.remark and row.remark.refuses)
        if stands and not row.late and row.read.order is not None and row.form.close is Close.TOGETHER:
            by_seat.setdefault(row.form.seat, {})[at] = row.read.order
    return {
        at: remark
        for seat, orders in by_seat.items()
        for at, remark in remarks_together(game, step.state, seat, orders).items()
    }


def _as_drawn(form: Form) -> dict[str, Typed]:
    return {field.name: field.default for field in form.fields}
