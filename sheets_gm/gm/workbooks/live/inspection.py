"""Inspection: from time to time everything about a workbook except its cells is checked and put right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sheets_gm.gm.match_record.workbook import Workbook
from sheets_gm.gm.ports.sheets import Protection, SheetsRefused, TabPlan
from sheets_gm.gm.workbooks.layout import WorkbookLayout
from sheets_gm.gm.workbooks.live.late_writes import check_shown, unless_shown_since
from sheets_gm.gm.workbooks.live.workbooks import Workbooks
from sheets_gm.gm.workbooks.sharing import sharing_of
from sheets_gm.kernel.english import listed
from sheets_gm.sheet.grid import Grid
from sheets_gm.sheet.planning import inputs_of
from sheets_gm.sheet.template import Style

PROTECTION_CHECKED = 3600.0
"""Seconds after which the protection of a workbook is checked, even if nothing has changed."""

SHORT_CHECKED = 6 * 3600.0
"""The same while the quota is not enough for all polls."""

CHANGE_CHECKED = 600.0
"""The same, if the service reports that the document has changed: every edit of a cell is such a change."""

CHANGE_CHECKED_NEARBY = 50.0
"""The same on a local service, where calls are not limited."""

CLOCKS_APART = 60.0
"""Seconds by which the clocks of two machines that serve one match may differ."""


def is_due(books: Workbooks, workbook: Workbook, now: float) -> bool:
    """Return whether it is time to inspect a workbook that is shown now."""
    unchanged = SHORT_CHECKED if books.is_short else PROTECTION_CHECKED
    return _is_past(workbook, now, _change_checked(books) if books.has_changed else unchanged)


def _is_past(workbook: Workbook, now: float, wait: float) -> bool:
    """Return whether a workbook was last inspected at least *wait* seconds ago, or the clock was set back since."""
    return not -CLOCKS_APART < now - workbook.watched < wait


def _change_checked(books: Workbooks) -> float:
    return CHANGE_CHECKED_NEARBY if books.sheets.is_local else CHANGE_CHECKED


def is_due_by_change(books: Workbooks, now: float) -> bool:
    """Return whether an inspection is due because the service reports a change."""
    wait = _change_checked(books)
    return books.has_changed and any(_is_past(book, now, wait) for book in books.session.record.workbooks)


def look_when_idle(books: Workbooks, before: float, now: float) -> float:
    """Check once an hour whether an idle match is in the trash, because no poll notices it.

    *before* is the last check. Return the time of the last check. Raises `SheetsRefused` if it is in the trash.
    """
    workbooks = books.session.record.workbooks
    last = max(before, min((each.watched for each in workbooks), default=now))
    if -CLOCKS_APART < now - last < PROTECTION_CHECKED:
        return before
    for workbook in workbooks:
        books.sheets.check_kept(workbook)
    return now


def is_done(books: Workbooks, now: float) -> bool:
    """Return whether all workbooks were inspected at *now*, so that earlier changes are known."""
    return all(book.watched == now for book in books.session.record.workbooks)


def inspect(
    books: Workbooks,
    layout: WorkbookLayout,
    protections: Sequence[Protection],
    tabs: Sequence[TabPlan],
    *,
    is_as_known: bool,
) -> tuple[Workbook, tuple[str, ...]]:
    """Check everything about a workbook and its *tabs* except cells; return a line for each change that was undone.

    If not *is_as_known*, this program itself wants something different now, and its changes are not reported.
    """
    workbook = books.workbook(layout)
    if not is_as_known:
        return books.sheets.protect(workbook, protections), ()
    seen = books.sheets.inspect(workbook, protections, sharing_of(books.session.record, layout), tabs)
    return seen.workbook, tuple(f"{_name(layout)}: {line}" for line in seen.lines)


def restore_inputs(
    books: Workbooks, layout: WorkbookLayout, wanted: Mapping[str, Grid], styles: Mapping[str, Style], shown: str
) -> tuple[str, ...]:
    """Restore the drop-downs and formats of inputs that people cut, dragged or pasted over. Return a line for each tab.

    It only does so while the workbook has the marker *shown*, because another process may show the inputs of a later
    entry. Raises `Conflict`.
    """
    workbook = books.workbook(layout)
    inputs = [each for key, grid in wanted.items() for each in inputs_of(key, grid)]
    altered = books.sheets.altered(workbook, inputs, styles)
    if not altered:
        return ()
    try:
        books.sheets.write(workbook, [*unless_shown_since(layout, shown), *altered], styles)
    except SheetsRefused:
        check_shown(books, layout, shown)
        raise
    titles = [books.session.template.tabs[key].title for key in dict.fromkeys(each.tab for each in altered)]
    return (f"{_name(layout)}: lists or formats of inputs of {listed([f'“{title}”' for title in titles])} were moved",)


def _name(layout: WorkbookLayout) -> str:
    """Return the name of a workbook in messages."""
    return layout.title or ("The spreadsheet" if layout.eyes or layout.teams else "The public spreadsheet")
