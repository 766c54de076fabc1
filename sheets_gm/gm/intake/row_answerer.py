"""The answers to checked rows: the new draft of each, and the replies to rows that ask."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from sheets_gm.gm.between.rows.desk_orders import RollOrder
from sheets_gm.gm.intake.checked_rows import Answered, unfinished_cells, with_ways_named
from sheets_gm.gm.intake.desk.desk_forms import is_desk_form
from sheets_gm.gm.intake.open_step import OpenStep
from sheets_gm.gm.intake.receipts import draft_of, left_out_cells, was_skipped, with_another_tick
from sheets_gm.gm.intake.row_guard import at_its_row
from sheets_gm.gm.intake.rows import ALONE, Row
from sheets_gm.gm.match_record.drafts import Draft
from sheets_gm.kernel.forms import Close, Form, Reply
from sheets_gm.kernel.outcome import Order, Remark
from sheets_gm.sheet.reading import READY, own_name

READY_BOX = "Ready"
"""The name of the box of a row, for players."""


@dataclass(slots=True)
class Answerer:
    """Answers the rows of an open *step* from top to bottom. A row may have to wait for another row of its form above
    it.

    *_held_back* is the name of the row that later rows wait for, by form and seat. *_has_next* are the forms and seats
    of which a row above is played first.
    """

    step: OpenStep
    _held_back: dict[tuple[str, str], str] = field(init=False, default_factory=dict)
    _has_next: set[tuple[str, str]] = field(init=False, default_factory=set)

    def next(self, each: Answered) -> Row:
        """Return the next row with its answer."""
        if each.form.close is Close.ASK:
            return self._with_reply(each)
        key, match = each.read.key, self.step.match
        line = key[:2]
        before = self.step.drafts.get(key)
        row = self._with_what_holds(each, before)
        kept = match.answers.once(("row", key), (row, before, match.entry), partial(self._kept, row, before))
        if row.read.ready and kept.draft.done is None and not row.skipped:
            self._has_next.add(line)
        if not row.waits_for and kept.stops:
            self._held_back[line] = own_name(key, row.form)
        return kept

    def _kept(self, row: Answered, before: Draft | None) -> Row:
        """Return *row* with its new draft."""
        keeps = before is not None and not row.read.swapped and self._keeps(row, before)
        draft = before if before is not None and keeps else self._draft(row, before)
        if row.read.outdated:
            # it was ticked for an earlier step
            draft = draft.but(receipt=with_another_tick(draft.receipt), asked_again=self.step.match.entry)
        return answered_row(row, draft)

    def _draft(self, row: Answered, before: Draft | None) -> Draft:
        return draft_of(row, before, self.step.now, self.step.match.format_time)

    def _keeps(self, row: Answered, before: Draft) -> bool:
        """Return whether *row* keeps its former answer, whatever the rules say about it now.

        It does if it was skipped, or its owner was asked in this position to tick it again, and it is unchanged.
        """
        if row.skipped and was_skipped(before) and before.typed == dict(row.read.typed):
            return True
        return self._is_unchanged(row, before, since=before.asked_again)

    def _is_unchanged(self, row: Answered, draft: Draft, since: int | None) -> bool:
        """Return whether *row* is unchanged since *draft*, and *since* is the entry of this position."""
        return since is not None and since == self.step.match.entry and draft.typed == dict(row.read.typed)

    def _with_what_holds(self, row: Answered, before: Draft | None) -> Answered:
        """Return *row* with what it waits for, the box that confirms it, and whether it is skipped."""
        line, heading = row.read.key[:2], self.step.match.heading
        unfinished, waits_for = unfinished_cells(row, heading), self._held_back.get(line, "")
        if unfinished or waits_for:
            row = row._replace(unfinished=unfinished, waits_for=waits_for)
        if row.read.slips:
            row = with_ways_named(row, heading)
        if confirm := self._box_to_confirm(row):
            row = row._replace(confirm=confirm)
        is_skipped = line not in self._has_next and _is_skipped(row, before)
        return row._replace(skipped=True) if is_skipped else row

    def _box_to_confirm(self, row: Answered) -> str:
        """Return the heading of the box that must be ticked before *row* counts; "" if there is none.

        It is needed if the row concedes, ends the match, or is carried out when ticked.
        """
        form, read = row.form, row.read
        if read.ready or read.order is None or not read.touched:
            return ""
        if is_desk_form(form):
            return "" if isinstance(read.order, RollOrder) else self.step.match.heading(form.key, READY.name)
        return READY_BOX if form.counted.confirmed or self.step.game.people.concedes(read.order) else ""

    def _with_reply(self, row: Answered) -> Row:
        """Return a row that asks, with its answer."""
        key, match = row.read.key, self.step.match
        draft = self.step.drafts.get(key)
        if draft is None or not self._is_unchanged(row, draft, since=draft.answered):
            unfinished = unfinished_cells(row, match.heading)
            row = self._asked(row._replace(unfinished=unfinished) if unfinished else row)
            draft, answered = self._draft(row, draft), match.entry if row.reply or row.remark else None
            draft = draft if draft.answered == answered else draft.but(answered=answered)
        return Row(key, row.form, row.read, None, draft)

    def _asked(self, row: Answered) -> Answered:
        """Return *row* with the answer to what it asks, if it asks. The answer uses only the view of its seat."""
        if row.read.order is None or not row.read.touched:
            return row
        said = at_its_row(row.read.key, partial(self._reply, row.form, row.read.order), self.step.match.report)
        return row._replace(remark=said) if isinstance(said, Remark) else row._replace(reply=said)

    def _reply(self, form: Form, order: Order) -> Reply | Remark | None:
        step, desk = self.step, self.step.match.desk
        if is_desk_form(form):
            return desk.answer(form.seat, order) if desk is not None else None
        return step.game.checks.answer(step.game.view(step.state, form.seat), form.seat, order)


def answered_row(row: Answered, draft: Draft) -> Row:
    """Return *row* with its *draft*."""
    together = row.together or ALONE
    note = left_out_cells(row)
    return Row(
        row.read.key, row.form, row.read, row.remark, draft, row.left_out, note, together, row.replaced, row.skipped
    )


def _is_skipped(row: Answered, before: Draft | None) -> bool:
    """Return whether *row* does nothing on its turn, or did nothing when its turn came.

    A skipped row stays skipped until somebody changes it, even if it becomes possible.
    """
    if row.form.close is not Close.AT_ONCE or row.late or row.waits_for or not row.read.ready or row.read.outdated:
        return False
    if before is not None and before.typed == dict(row.read.typed) and was_skipped(before):
        return True
    return row.remark is not None and row.remark.skips
