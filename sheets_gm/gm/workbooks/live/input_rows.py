"""The rows of the open forms in a workbook, each read for its own seat, on whatever line it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from sheets_gm.gm.intake.desk import desk_forms
from sheets_gm.gm.intake.desk.desk_forms import is_desk_form
from sheets_gm.gm.intake.desk.roll_form import ROLLS
from sheets_gm.gm.intake.late_rows import Content, content, without_locked
from sheets_gm.gm.intake.receipts import same_cells
from sheets_gm.gm.intake.rows import is_spent, key_of, without_tick
from sheets_gm.gm.match_record.drafts import Draft
from sheets_gm.gm.match_record.workbook import Workbook
from sheets_gm.gm.workbooks.build import template_as_built
from sheets_gm.gm.workbooks.form_lines import NO_LINES, closed_lines, lines_on
from sheets_gm.gm.workbooks.layout import WorkbookLayout
from sheets_gm.gm.workbooks.snapshot import Snapshot
from sheets_gm.kernel.forms import Close, Form, Typed
from sheets_gm.kernel.model import digest
from sheets_gm.sheet.drawn import Same, SameCells
from sheets_gm.sheet.reading import (
    NOTHING_HELD,
    Key,
    Lines,
    RowRead,
    TabRead,
    Values,
    read_row,
    read_tab,
    without_title,
)
from sheets_gm.sheet.tabs import FormTab
from sheets_gm.sheet.template import TabTemplate

SORTED_ROWS = 3
"""If at least this many rows have only swapped their contents, somebody has sorted the tab."""


@dataclass(frozen=True, slots=True)
class NotShown:
    """What a workbook does not show yet: it shows the entry *shown*, and later locks took the cells *locked*.

    *shown* is None if it is not known.
    """

    shown: int | None
    locked: Mapping[Key, Mapping[str, Typed]]


@dataclass(frozen=True, slots=True)
class InputRows:
    """The *rows* of one form tab. *disturbed*: the tab is not as it was drawn."""

    tab: str
    rows: Mapping[Key, RowRead]
    disturbed: bool


def input_rows(
    snapshot: Snapshot,
    layout: WorkbookLayout,
    workbook: Workbook,
    values: Mapping[str, Values],
    behind: NotShown,
) -> Iterator[InputRows]:
    """Read every form tab of one workbook from its *values*. *behind* is what it does not show yet."""
    drafts = {key_of(draft): draft for draft in snapshot.record.drafts}
    held_on: dict[str, dict[Key, Mapping[str, Typed]]] = {}
    for key, draft in drafts.items():
        held_on.setdefault(key[0], {})[key] = draft.typed
    for tab in (*snapshot.tabs, *desk_forms.TABS):
        if not isinstance(tab, FormTab) or tab.key not in layout.tabs:
            continue
        lines = lines_on(snapshot, layout, tab)
        if not lines.keys:
            continue
        tab_template = template_as_built(snapshot.record, workbook, tab.key, snapshot.template.tabs[tab.key])
        held = held_on.get(tab.form, NOTHING_HELD)
        closed = closed_lines(snapshot, layout, tab) if held else NO_LINES
        drawn = Lines((*lines.keys, *closed.keys), (*lines.forms, *closed.forms)) if closed.keys else lines
        read = _read(snapshot, layout, tab, RowsRead(drawn, tab_template, values.get(tab.key, ()), held))
        forms = dict(zip(lines.keys, lines.forms, strict=True))
        open_rows = {key: row for key, row in read.rows.items() if key in forms} if closed.keys else read.rows
        # in a tab that is not as it was drawn, the write that unticks a row may have gone to another one
        left = NotShown(None, behind.locked) if read.disturbed else behind
        rows = _unsorted(open_rows, drafts, forms)
        if held or left.locked:
            rows = {
                key: _without_past(row, forms[key], drafts.get(key), left)
                for key, row in rows.items()
                if not _is_filled_in_since(drafts.get(key), behind)
            }
        yield InputRows(tab.key, rows, read.disturbed)


class RowsRead(NamedTuple):
    """The input for reading the rows of a form tab."""

    lines: Lines
    tab_template: TabTemplate
    values: Values
    held: Mapping[Key, Mapping[str, Typed]]


def _read(snapshot: Snapshot, layout: WorkbookLayout, tab: FormTab, now: RowsRead) -> TabRead:
    """Return the rows of a tab. If nobody has typed in any of them, the result is cached until the tab changes."""
    if now.held:
        return read_tab(now.lines, now.tab_template, snapshot.seats, now.values, now.held)
    values = without_title(now.tab_template, now.values)  # another turn is no change
    made_of = now.lines, Same(now.tab_template), Same(snapshot.seats), SameCells(values)
    return snapshot.drawn.made(layout.key, f"{tab.key} read", read_tab, *made_of)


def _unsorted(
    rows: Mapping[Key, RowRead], drafts: Mapping[Key, Draft], forms: Mapping[Key, Form]
) -> Mapping[Key, RowRead]:
    """Return *rows*. Those with the content of other rows at the last poll are returned with their former content.

    Somebody sorted the inputs without the seats beside them. This is not meant as an order, so the former content of
    each row counts, and its answer says so. Two rows may have been swapped on purpose; from `SORTED_ROWS` on it counts
    as a sort, unless it happens again.
    """
    if sum(read.touched or key in drafts for key, read in rows.items()) < SORTED_ROWS:
        return rows
    before = {key: content(drafts[key].typed) if key in drafts else forms[key].once(_drawn_content) for key in rows}
    if len(set(before.values())) == 1:
        return rows  # where all held the same, nothing can have swapped places
    after = {key: content(read.typed) for key, read in rows.items()}
    moved = {key for key in rows if before[key] != after[key]}
    if len(moved) >= SORTED_ROWS and sorted(before.values()) == sorted(after.values()):
        digests = {key: digest([list(each) for each in after[key]])[:16] for key in moved}
        if all(key in drafts and drafts[key].swapped == each for key, each in digests.items()):
            return rows
        return {
            key: _put_back(read, forms[key], drafts.get(key), digests[key]) if key in moved else read
            for key, read in rows.items()
        }
    return rows


def _put_back(read: RowRead, form: Form, draft: Draft | None, swapped: str) -> RowRead:
    """Return the row *read* with the content of its *draft*. *swapped* is the digest of its current content."""
    before = read_row(read.key, form, draft.typed if draft else form.drawn, read.cells)
    if draft is not None and draft.done is not None and before.ready:
        before = without_tick(before, form)
    return before._replace(swapped=swapped)


def _drawn_content(form: Form) -> Content:
    return content(form.drawn)


def _is_filled_in_since(draft: Draft | None, behind: NotShown) -> bool:
    """Return whether the game master filled in a row after what its workbook shows, so that it is not read."""
    return draft is not None and draft.filled is not None and (behind.shown is None or behind.shown < draft.filled)


def _without_past(row: RowRead, form: Form, draft: Draft | None, behind: NotShown) -> RowRead:
    """Return *row* without a tick that was already answered, and without the cells that a lock took from it."""
    if form.close is Close.STANDING:
        return row
    if draft is not None and (row.ready or row.outdated) and is_spent(draft, behind.shown):
        return without_tick(row, form)
    if draft is not None and row.ready and _may_be_refused(row, draft, behind):
        return without_tick(row, form)
    locked = behind.locked.get(row.key)
    if behind.shown is None and draft is not None and draft.typed == dict(row.typed):
        return row  # it was read before, in the present position
    return row if draft is not None and _outlives(draft, form, locked) else without_locked(row, form, locked)


def _may_be_refused(row: RowRead, draft: Draft, behind: NotShown) -> bool:
    """Return whether *row* may show a refused tick only because the write that empties its box has not arrived."""
    return draft.refused and behind.shown is None and same_cells(draft.typed, row.typed)


def _outlives(draft: Draft, form: Form, locked: Mapping[str, Typed] | None) -> bool:
    """Return whether the row of *draft* was not changed by the locks since then."""
    if form.close is not Close.AT_ONCE or form.key == ROLLS:
        return False
    return is_desk_form(form) or draft.done is not None or draft.played is not None or draft.typed == locked
