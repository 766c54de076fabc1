"""Planned rows: when a turn opens that a player has planned, their row is filled in as if they had typed it.

The condition of a plan is evaluated in the player's own view. Nothing of a plan is in the journal until the row itself
is played, so nobody else learns that there was a plan.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from sheets_gm.gm.between.rows.context import MatchContext
from sheets_gm.gm.between.rows.desk_orders import PlanOrder
from sheets_gm.gm.intake.desk.planned_orders import (
    NotOpen,
    PlannedRow,
    Taken,
    is_every_time,
    is_for_any_turn,
    is_now,
    is_so,
    open_step,
    own_forms,
    read_plan,
)
from sheets_gm.gm.intake.desk.plans_tab import plan_forms
from sheets_gm.gm.intake.played_rows import emptied
from sheets_gm.gm.intake.row_guard import at_its_row
from sheets_gm.gm.intake.rows import key_of
from sheets_gm.gm.match_record.drafts import BY_PLAN, Draft
from sheets_gm.gm.match_record.plans import PLANS, Became, Plans
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.session import Session
from sheets_gm.gm.side_jobs import Report
from sheets_gm.kernel.forms import Form
from sheets_gm.kernel.outcome import Remark
from sheets_gm.sheet.reading import READY, Key, read_row


def with_planned_rows(session: Session, record: Record, state: Any, entry: int, now: float) -> Record:
    """Return *record* with the rows that plans fill in at the position *state*. *record* is that after *entry*."""
    if not record.policy.plans or not any(draft.form == PLANS for draft in record.drafts):
        return record
    forms = [form for form in record.opened.named(session.forms_at(state, record)) if form.since == entry]
    if not forms:
        return record
    context = replace(session.context(now), record=record, state=state, last=entry)
    return _Filling(context, forms, session.ports.report).record()


class _Filling:
    """The plans of one position, row by row, for the *forms* that have just opened."""

    def __init__(self, context: MatchContext, forms: Sequence[Form], report: Report) -> None:
        self.context, self.forms, self.step, self.report = context, forms, open_step(context), report
        record = context.record
        self.drafts: dict[Key, Draft] = {key_of(draft): draft for draft in record.drafts}
        self.became: dict[tuple[str, int], str] = {(each.seat, each.row): each.text for each in Plans.of(record).became}

    def record(self) -> Record:
        """Return the record with all rows that are filled in now."""
        record = self.context.record
        for form in plan_forms(record, self.context.game.checks.conditions):
            for row in range(form.rows):
                self._fill(form, row)
        planned = tuple(Became(seat=seat, row=row, text=text) for (seat, row), text in self.became.items())
        return Plans(became=planned).on(record.but(drafts=tuple(self.drafts.values())))

    def _fill(self, form: Form, row: int) -> None:
        """Fill in what one row of the tab Plan ahead has planned, if its turn has come."""
        key = (PLANS, form.seat, row)
        draft = self.drafts.get(key)
        order = read_row(key, form.at(row), draft.typed, {}).order if draft is not None else None
        if draft is None or not isinstance(order, PlanOrder):
            return
        said = at_its_row(key, partial(self._said, form.seat, order), self.report)
        if said is None:
            return
        text = f"✗ Nothing was filled in: {said.text.removesuffix('.')}." if isinstance(said, Remark) else said
        self.became[form.seat, row] = f"{self.step}: {text}"
        if not is_every_time(order.when):
            self.drafts[key] = emptied(draft, form, self.context.last)

    def _said(self, seat: str, order: PlanOrder) -> str | None:
        """Return the outcome of *order* as a sentence; None if its turn has not come. Raises BadAction."""
        if not is_for_any_turn(order.when) and not is_now(self.step, order.when):
            return None
        try:
            return self._done(seat, order)
        except NotOpen:
            return None
        except Taken:
            if is_for_any_turn(order.when):
                return None  # the next time is as good
            raise

    def _done(self, seat: str, order: PlanOrder) -> str:
        """Fill in the row that *order* names, and return the outcome as a sentence. Raises BadAction or `NotOpen`."""
        context = self.context
        taken = {key for key, draft in self.drafts.items() if _is_filled(draft)}
        so = is_so(context, seat, order.condition)
        why = "" if so is None else f"{order.condition.strip()}: {'true' if so else 'not true'}. "
        text, other = order.order.strip(), order.otherwise.strip()
        if so is False:
            text, other = other, text
        forms = own_forms(context, seat, self.forms)
        planned = read_plan(context, seat, forms, order.target, text or other, taken)
        if not text:
            return f"{why}Nothing was planned for this."
        ready = order.tick and not planned.problem
        self._put(planned, ready=ready)
        how = f"and refused: {planned.problem}" if planned.problem else "ready." if ready else "as a draft."
        return f"{why}{text} is filled in, {how}"

    def _put(self, planned: PlannedRow, *, ready: bool) -> None:
        form, seat, row = planned.key
        cells = dict(planned.cells)
        if cells[READY.name] is not None:
            cells[READY.name] = ready
        self.drafts[planned.key] = Draft(
            form=form,
            seat=seat,
            row=row,
            typed=cells,
            since=self.context.now,
            revision=1,
            by=BY_PLAN,
            filled=self.context.last,
        )


def _is_filled(draft: Draft) -> bool:
    """Return whether somebody has typed in the row of *draft* and it is not played yet."""
    return draft.done is None and draft.closed is None and bool(draft.revision)
