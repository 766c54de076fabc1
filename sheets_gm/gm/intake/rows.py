"""Rows of open forms, each with what was typed, what it means, and its draft; all of them are the submissions.

A row *stands* when it holds an order that the rules accept. The lock takes an order that stands even if its row is not
ready. Only a row of a form that must be confirmed needs its tick.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from sheets_gm.gm.intake.checked_rows import LeftOut, Together
from sheets_gm.gm.intake.desk.desk_forms import is_desk_form, is_done_alone
from sheets_gm.gm.match_record.drafts import Draft
from sheets_gm.gm.match_record.hooks import TAKEN
from sheets_gm.kernel.forms import NEVER_DUE, Close, Form
from sheets_gm.kernel.match.journal import Attendance, Refused, Slip, Typing
from sheets_gm.kernel.outcome import Order, Remark
from sheets_gm.sheet.cleaning import tick
from sheets_gm.sheet.reading import Key, RowRead, blank_row, read_row

NO_ORDERS: Mapping[Key, Order] = {}

ALONE = Together()
"""The value for a row that shares no Ready box, or whose form is untouched."""


class Row(NamedTuple):
    """A row with its content as read, the remark of the rules, and its draft.

    *left_out* are the optional cells that the rules refuse. *note* is the part of its receipt about ignored cells.
    *together* is what it has in common with the rows that share its Ready box. *replaced*: another form of its owner is
    ready and counts instead. *skipped*: its turn came, and it did nothing.
    """

    key: Key
    form: Form
    read: RowRead
    remark: Remark | None
    draft: Draft
    left_out: tuple[LeftOut, ...] = ()
    note: str = ""
    together: Together = ALONE
    replaced: bool = False
    skipped: bool = False

    @property
    def stands(self) -> bool:
        """Whether it holds an order that can be taken. An untouched row orders nothing."""
        if not self.read.touched or self.read.order is None or self.together.held or self.together.refused:
            return False
        if self.replaced or self.skipped or (self.form.counted.confirmed and not self.read.ready):
            return False
        return not (self.remark and self.remark.refuses)

    @property
    def wrong(self) -> bool:
        """Whether something in the row must be fixed or filled in before it counts."""
        read = self.read
        unread = read.touched and read.order is None and bool(read.slips or read.missing)
        return unread or bool(self.remark and self.remark.refuses) or self.together.refused

    @property
    def stops(self) -> bool:
        """Whether later rows of its form wait for this row: it is ticked, but wrong or empty."""
        if self.form.close is not Close.AT_ONCE or is_desk_form(self.form) or self.draft.done is not None:
            return False
        return self.read.ready and not self.stands and not self.skipped

    @property
    def is_kept(self) -> bool:
        """Whether its draft is stored until the next poll. An empty standing row has none."""
        if self.form.close is Close.STANDING and not self.read.touched:
            return False
        return bool(self.draft.revision or self.draft.receipt or self.draft.filled)

    def refusals(self) -> tuple[Refused, ...]:
        """The orders that the rules refuse: with each ignored cell, and without them if that is refused too."""
        if self.remark is None and not self.left_out and self.together is ALONE:
            return ()  # like most rows
        refused = [(each.order, each.remark) for each in self.left_out]
        if self.read.order is not None and self.remark is not None and self.remark.refuses:
            refused.append((self.read.order, self.remark))
        elif self.read.order is not None and self.read.touched and self.together.total and self.together.refused:
            refused.append((self.read.order, self.together.total))
        elif self.read.order is not None and self.read.touched and self.together.held:
            refused.append((self.read.order, Remark(text=f"It stands or falls with {self.together.waits_for}")))
        return tuple(
            Refused(seat=self.key[1], order=order.model_dump(mode="json"), text=remark.text)
            for order, remark in refused
        )

    def typing(self) -> Typing:
        """Return the row as typed, for the journal."""
        form, seat, number = self.key
        place = next((cell for cell in self.read.cells.values() if cell), "")
        return Typing.unchecked(
            seat=seat, form=form, row=number, cells=dict(self.read.typed), place=place, by=self.draft.by
        )

    def without_private(self, fields: Iterable[str], told: Callable[[str], str], entry: int) -> Row:
        """Return the row with the content of *fields* removed. A workbook from before *entry* still shows it.

        *told* returns any other text as others may read it: without addresses.
        """
        texts = {name: told(value) for name, value in self.draft.typed.items() if isinstance(value, str)}
        taken = {name: text for name, text in texts.items() if text != self.draft.typed[name]}
        taken |= dict.fromkeys(fields, TAKEN)
        typed = {**self.draft.typed, **taken}
        read = self.read._replace(typed={**self.read.typed, **taken})
        return self._replace(read=read, draft=self.draft.but(typed=typed, filled=entry)) if taken else self


def key_of(draft: Draft) -> Key:
    """Return the key of a draft's row."""
    return draft.form, draft.seat, draft.row


def row_places(forms: Iterable[Form]) -> dict[tuple[str, str, str | int], Key]:
    """Return the key of each row of *forms*, by its form, its owner, and its name or else its number.

    Rows with names may have other numbers in the next step.
    """
    rows = ((form, row) for form in forms for row in range(form.rows))
    return {(form.key, form.seat, form.at(row).row.name or row): (form.key, form.seat, row) for form, row in rows}


def is_spent(draft: Draft, shown: int | None) -> bool:
    """Return whether a tick in the row of *draft* was already answered. The workbook shows entry *shown*.

    The write that shows what a row did also empties its box. If this write has not arrived, the box is still ticked.
    """
    if draft.played is None:
        return draft.done is not None and tick(draft.typed.get("ready")) is True
    return shown is None or shown < draft.played


def without_tick(read: RowRead, form: Form) -> RowRead:
    """Return *read* with a tick that no longer counts."""
    return read_row(read.key, form, {**read.typed, "ready": False}, read.cells)._replace(spent=True)


def from_draft(key: Key, form: Form, draft: Draft | None) -> RowRead:
    """Return a row that could not be read, as its draft has it."""
    if draft is None:
        drawn_rows = form.once(_rows_as_drawn)
        return drawn_rows[key] if key in drawn_rows else drawn_rows.setdefault(key, blank_row(key, form))
    read = read_row(key, form, draft.typed, {})
    return without_tick(read, form) if draft.done is not None and read.ready else read


def _rows_as_drawn(_form: Form) -> dict[Key, RowRead]:
    """Return an empty cache for the untouched rows of a form."""
    return {}


def rows_left(submissions: Submissions, drafts: Iterable[Draft]) -> dict[Key, RowRead]:
    """Return the rows of *submissions* as read, after some steps that left *drafts*. A row that was played has no tick.

    A row without a draft was taken by a step, or nobody typed there. A row whose draft has newer content, typed after a
    lock or filled in, is left out: its draft counts.
    """
    kept = {key_of(draft): draft for draft in drafts}
    left: dict[Key, RowRead] = {}
    for row in submissions.rows:
        draft = kept.get(row.key)
        if draft is not None and draft.filled != row.draft.filled:
            continue
        if draft is not None and draft.played != row.draft.played:
            left[row.key] = without_tick(row.read, row.form)
        elif draft is not None and draft.typed == row.draft.typed:
            left[row.key] = row.read
    return left


@dataclass(frozen=True, slots=True)
class Submissions:
    """All rows of the open forms at one instant, and the attendance of every seat."""

    rows: tuple[Row, ...]
    attendance: Mapping[str, Attendance]

    def orders(self, stand_ins: Mapping[Key, Order] = NO_ORDERS) -> dict[str, tuple[Order, ...]]:
        """Return the orders that stand, by owner, in row order. Forms that close at once are left out.

        *stand_ins* are orders for absent seats, by row; they never replace a row that somebody filled in.
        """
        taken: dict[str, list[Order]] = {}
        for row in self.rows:
            taken_now = row.form.close is Close.TOGETHER and row.stands
            order = row.read.order if taken_now else stand_ins.get(row.key) if stand_ins else None
            if order is not None:
                taken.setdefault(row.key[1], []).append(order)
        return {seat: tuple(orders) for seat, orders in taken.items()}

    def standing_rows(self) -> tuple[Row, ...]:
        """Return the standing rows whose orders stand."""
        return tuple(row for row in self.rows if row.form.close is Close.STANDING and row.stands)

    @property
    def standing_seats(self) -> tuple[str, ...]:
        """Return the seats that may have standing orders, sorted."""
        return tuple(sorted({row.key[1] for row in self.rows if row.form.close is Close.STANDING}))

    def next_at_once(self, *, desk_only: bool = False) -> Row | None:
        """Return the first ready row of a form that closes at once; None if there is none.

        A ticked row of the game that is wrong or empty stops the rows below it on its form. *desk_only*: look only at
        the desk forms.
        """
        stopped: set[tuple[str, str]] = set()
        for row in self.rows:
            form = row.key[:2]
            if row.form.close is not Close.AT_ONCE or form in stopped or row.draft.done is not None:
                continue
            if desk_only and not is_desk_form(row.form):
                continue
            if row.read.ready and row.stands:
                return row
            if row.stops:
                stopped.add(form)
        return None

    def slips(self) -> tuple[Slip, ...]:
        """All cells that could not be read, in rows that were not carried out yet."""
        return tuple(slip for row in self._locked() if row.draft.done is None for slip in row.read.slips)

    def refused(self) -> tuple[Refused, ...]:
        """All orders that the rules refuse."""
        return tuple(refused for row in self._locked() if row.draft.done is None for refused in row.refusals())

    def typed(self) -> tuple[Typing, ...]:
        """Every row that somebody touched, as typed."""
        return tuple(row.typing() for row in self._locked() if row.read.touched)

    def _locked(self) -> Iterator[Row]:
        """Yield the rows that a lock of everybody takes, which are not those that ask, and not standing rows.

        Rows of the desk are left out as well, because they are carried out one by one. Nobody else should see
        unfinished ones.
        """
        return (row for row in self.rows if row.form.close not in NEVER_DUE and not is_done_alone(row.form))
