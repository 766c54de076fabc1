"""The rows of the tabs with forms: the rows of open forms, and below them those of closed forms."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from sheets_gm.gm.match_record.drafts import Draft
from sheets_gm.gm.workbooks.layout import WorkbookLayout
from sheets_gm.gm.workbooks.snapshot import Snapshot
from sheets_gm.kernel.forms import Form, OneRow, Who
from sheets_gm.kernel.outcome import GM, Order
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.drawn import Same
from sheets_gm.sheet.reading import Lines, lines_of
from sheets_gm.sheet.tabs import FormTab

NO_LINES = Lines((), ())


def forms_on(tab: FormTab, layout: WorkbookLayout, forms: Sequence[Form]) -> Lines:
    """Return the rows of *tab* in one workbook."""
    return lines_of([form for form in forms if form.key == tab.form and layout.holds(tab, form)])


def lines_on(snapshot: Snapshot, layout: WorkbookLayout, tab: FormTab) -> Lines:
    """Return the rows of *tab* in one workbook, cached until the open forms change."""
    drawn, name = snapshot.drawn, f"{tab.key} lines"
    make = partial(_lines_on, drawn.last(layout.key, name))
    return drawn.made(layout.key, name, make, tab, Same(layout), Same(snapshot.forms))


def _lines_on(last: tuple[Any, Any] | None, tab: FormTab, layout: WorkbookLayout, forms: Sequence[Form]) -> Lines:
    now = forms_on(tab, layout, forms)
    before: Lines = now if last is None else last[1]
    return before if (before.keys, before.forms) == (now.keys, now.forms) else now


def closed_lines(snapshot: Snapshot, layout: WorkbookLayout, tab: FormTab) -> Lines:
    """Return the rows below those of *tab* in one workbook, whose forms have closed but whose answers are shown."""
    drafts = tuple([draft for draft in snapshot.record.drafts if draft.form == tab.form and draft.closed is not None])
    if not drafts:
        return NO_LINES
    people = Same(snapshot.record.people)
    return snapshot.drawn.made(layout.key, f"{tab.key} closed", _closed_rows, tab, Same(layout), drafts, people)


def _closed_rows(tab: FormTab, layout: WorkbookLayout, drafts: Sequence[Draft], people: Sequence[Seat]) -> Lines:
    seats = {GM, *(seat.id for seat in people)}
    forms = {(draft.seat, draft.row): _closed_form(draft, team=draft.seat not in seats) for draft in drafts}
    closed = [(place, forms[place]) for place in sorted(forms) if layout.holds(tab, forms[place])]
    return Lines(tuple((tab.form, *place) for place, _ in closed), tuple(form for _, form in closed))


def _closed_form(draft: Draft, *, team: bool) -> Form:
    """Return a form without inputs for a row whose form has closed."""
    shown = {**draft.typed, "ready": None}
    return Form(draft.form, draft.seat, Order, (), row=OneRow(name=draft.closed or ""), shown=shown, who=Who(team=team))
