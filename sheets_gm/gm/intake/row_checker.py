"""What is wrong with rows: with each alone, and with those of a seat together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from sheets_gm.gm.between.rows.desk_orders import RollOrder
from sheets_gm.gm.intake.checked_rows import Answered, checked, without_refused_cell
from sheets_gm.gm.intake.desk.desk_forms import is_desk_form
from sheets_gm.gm.intake.late_rows import is_late
from sheets_gm.gm.intake.open_step import DeskRules, OpenStep
from sheets_gm.gm.intake.receipts import (
    JUST_DONE,
    READY_ONCE_MORE,
    is_asked_once_more,
    is_pressed_twice,
    same_cells,
    stays_refused,
)
from sheets_gm.gm.intake.row_guard import at_its_row
from sheets_gm.gm.intake.rows import from_draft
from sheets_gm.gm.match_record.drafts import Draft
from sheets_gm.kernel.forms import Close, Form
from sheets_gm.kernel.outcome import Order, Remark
from sheets_gm.kernel.rules import no_conflicts, remarks_together
from sheets_gm.sheet.reading import Key, RowRead, read_again

NO_DEPUTY = Remark(text="Nobody gives up here while there is a deputy. First choose no deputy on the tab “Your seat”.")
"""The answer to an order to concede of a seat that has a deputy."""

GIVES_UP = Remark(text=f"You cannot take this back. {READY_ONCE_MORE}")
"""The answer to the first tick of a row that concedes and would be carried out at once."""


@dataclass(frozen=True, slots=True)
class Checker:
    """Finds what is wrong with the rows of an open *step*."""

    step: OpenStep

    def check_alone(self, form: Form, key: Key, rows_read: Mapping[Key, RowRead]) -> Answered:
        """Return a row, as *rows_read* or as its draft has it, with what is wrong with it alone."""
        step, match = self.step, self.step.match
        draft = step.drafts.get(key)
        read = rows_read.get(key) or from_draft(key, form, draft)
        if read.slips or read.instead:
            # a row above may have changed what this one means
            read = read_again(read, form)
        row = Answered(form, read)
        lasts = is_desk_form(form) or form.close is Close.STANDING
        if step.locked is not None and not lasts and is_late(read, form, step.locked):
            return row._replace(late=True)  # the rules of the present step do not concern it
        if read.order is None or isinstance(read.order, RollOrder) or form.close is Close.ASK:
            return row
        if match.desk is not None and is_desk_form(form):
            if draft is not None and is_pressed_twice(draft, read, step.now):
                return row._replace(remark=Remark(text=JUST_DONE))
            check = partial(_desk_remark, read, draft, match.desk, read.order)
            return row._replace(remark=at_its_row(key, check, match.report))
        alone = at_its_row(key, partial(self._by_the_rules, row), match.report)
        return row._replace(remark=alone) if isinstance(alone, Remark) else self._tick(alone, draft)

    def check_together(self, answered: Sequence[Answered]) -> Sequence[Answered]:
        """Return the rows; orders that stand alone are checked together with the others of their seat."""
        if self.step.game.checks.fits is no_conflicts:
            return answered
        by_seat: dict[tuple[str, Close], list[int]] = {}
        for at, row in enumerate(answered):
            if row.form.close in (Close.TOGETHER, Close.STANDING) and row.read.touched and not row.late:
                by_seat.setdefault((row.form.seat, row.form.close), []).append(at)
        rows = list(answered)
        for (seat, _), places in by_seat.items():
            while (remarks := self._conflicts(seat, rows, places)) and (cell := self._refused_cell(rows, remarks)):
                rows[cell[0]] = cell[1]
            for at, remark in remarks.items():
                rows[at] = rows[at]._replace(remark=remark)
        return rows

    def total(self, seat: str, form: str, orders: tuple[Order, ...]) -> Remark | None:
        """Return what the rules say about all rows of a form together."""
        step, match = self.step, self.step.match
        ask = partial(step.game.checks.total, step.state, seat, form, orders)
        return at_its_row(
            (form, seat, 0), partial(match.answers.once, ("total", form, seat), orders, ask), match.report
        )

    def _by_the_rules(self, row: Answered) -> Answered:
        """Return *row* of the game, with what is wrong with it alone.

        While a seat has a deputy, it cannot concede, because nobody can tell whether the deputy or the player typed it.
        """
        step, order = self.step, row.read.order
        if row.form.seat in step.absent.deputized and order is not None and step.game.people.concedes(order):
            return row._replace(remark=NO_DEPUTY)
        return checked(row, partial(self._remark, row.read.key))

    def _remark(self, key: Key, order: Order) -> Remark | None:
        step = self.step
        ask = partial(step.game.checks.check, step.state, key[1], order)
        return step.match.answers.once(("check", key), order, ask)

    def _tick(self, row: Answered, draft: Draft | None) -> Answered:
        """Return *row* of the game, which is carried out when it is ticked, with the reason why it is not carried out
        now.

        If its owner cannot undo it, they are asked to tick it once more. A refused row stays refused until somebody
        changes it or ticks it again.
        """
        order, read = row.read.order, row.read
        if row.form.close is not Close.AT_ONCE or row.refused or order is None:
            return row
        if draft is not None and stays_refused(draft, read):
            return row._replace(remark=Remark(text=draft.receipt.removeprefix("✗ ")), asked=True)
        is_asked = draft is not None and is_asked_once_more(draft, read)
        if not read.ready or is_asked or not self.step.game.people.concedes(order):
            return row
        return row._replace(remark=GIVES_UP, asked=True)

    def _conflicts(self, seat: str, rows: Sequence[Answered], places: Iterable[int]) -> dict[int, Remark]:
        """Return what is wrong with the orders in *places* together, by place."""
        step, match = self.step, self.step.match
        orders = {at: order for at in places if (order := rows[at].read.order) is not None and not rows[at].refused}

        def together(orders: Mapping[int, Order]) -> dict[int, Remark]:
            ask = partial(remarks_together, step.game, step.state, seat, orders)
            return match.answers.once(("together", seat, rows[min(orders)].form.close), orders, ask)

        outcome = at_its_row(rows[min(orders)].read.key, partial(together, orders), match.report) if orders else {}
        if not isinstance(outcome, Remark):
            return outcome
        kept: dict[int, Order] = {}
        refused: dict[int, Remark] = {}
        remarks: dict[int, Remark] = {}
        for at, order in orders.items():
            answer = at_its_row(rows[at].read.key, partial(together, {**kept, at: order}), match.report)
            if isinstance(answer, Remark):
                refused[at] = answer
            else:
                kept[at], remarks = order, answer
        return remarks | refused

    def _refused_cell(self, rows: Sequence[Answered], remarks: Mapping[int, Remark]) -> tuple[int, Answered] | None:
        """Return the place of the first row with an optional cell that *remarks* refuse, and the row without this
        cell.
        """
        for at, remark in sorted(remarks.items(), key=lambda each: each[0]):
            rest = without_refused_cell(rows[at]._replace(remark=remark))
            if rest is not None and rest.read.order is not None:
                again = at_its_row(rest.read.key, partial(self._by_the_rules, rest), self.step.match.report)
                return at, rest._replace(remark=again) if isinstance(again, Remark) else again
        return None


def _desk_remark(read: RowRead, draft: Draft | None, desk: DeskRules, order: Order) -> Remark | None:
    """Return what is wrong with a row of a desk form.

    A row that was carried out and not changed since is not checked again, because trying an override is slow. A refused
    row is not checked again either, until somebody changes it or ticks it again.
    """
    if draft is not None and draft.done is not None:
        if not read.ready and same_cells(draft.typed, read.typed):
            return None
    elif draft is not None and stays_refused(draft, read):
        return Remark(text=draft.receipt.removeprefix("✗ "))
    # before the tick there is nothing to ask once more
    is_asked = not read.ready or (draft is not None and is_asked_once_more(draft, read))
    return desk.check(read.key[1], order, is_asked)
