"""Growing tabs in the service: the first row that is read, and how they are filled when they are empty."""

from __future__ import annotations

from sheets_gm.gm.log.history_rows import history_tab
from sheets_gm.gm.match_record.timeline import taken_back
from sheets_gm.gm.workbooks import build
from sheets_gm.gm.workbooks.boards import board_charts
from sheets_gm.gm.workbooks.growing_tabs import head_of
from sheets_gm.gm.workbooks.layout import LOG, WorkbookLayout
from sheets_gm.gm.workbooks.live.workbooks import Reading, Workbooks
from sheets_gm.gm.workbooks.snapshot import Snapshot
from sheets_gm.gm.workbooks.tab_sizes import size
from sheets_gm.sheet.grid import Grid
from sheets_gm.sheet.history import draw_history
from sheets_gm.sheet.marks import Marks
from sheets_gm.sheet.planning import plan
from sheets_gm.sheet.rendering import LOG_TOP, draw_log
from sheets_gm.sheet.writes import Grow, Write

MOST_MISSED = 20
"""The most new entries that a workbook may lack if somebody removed its marker."""


def first_rows(books: Workbooks) -> dict[str, int]:
    """Return the first row that is read of each growing tab."""
    session, tab = books.session, history_tab(books.session.journal.tabs)
    tops = {LOG: LOG_TOP + session.window.start}
    return {**tops, tab.key: LOG_TOP + session.window.rows[0].turn} if tab and session.window.rows else tops


def whole_tab(books: Workbooks, snapshot: Snapshot, layout: WorkbookLayout, key: str, marks: Marks = ()) -> list[Write]:
    """Return the writes that fill an empty growing tab with these *marks* from its first row; none for other tabs."""
    head = head_of(snapshot, layout, key)
    if head is None:
        return []
    if key == LOG:
        session = books.session
        gone = taken_back(session.ports.store.entries(session.match))
        drawn = draw_log(snapshot.template.tabs[LOG], list(session.all_lines()), 0, gone)
    else:
        drawn = draw_history(snapshot.template.tabs[key], books.session.journal.history_from(books.session.entry, 0))
    writes = (*plan(key, Grid(), [], head), *plan(key, Grid(), [], drawn._replace(marks=marks)))
    return [grow(snapshot, layout, key, drawn), *writes]


def add_missed_lines(books: Workbooks, reading: Reading) -> None:
    """Add the lines of the log that a workbook does not show yet, or not in their current state.

    A workbook without a marker may lack all of the newest entries.
    """
    session = books.session
    newest = session.entry.number
    unknown = max(0, newest - MOST_MISSED)
    with_log = (books.shown_entry(layout, reading) for layout in books.layouts if LOG in layout.tabs)
    oldest = min((unknown if number is None else number for number in with_log), default=newest)
    if oldest < newest:
        session.window.reach_back(oldest, session.record)


def add_missed_history(books: Workbooks, reading: Reading) -> None:
    """Add the rows of the history that a workbook does not show yet after a crash."""
    session = books.session
    tab = history_tab(session.journal.tabs)
    for layout in books.layouts:
        is_shown = layout.key in books.looks.shown or books.looks.is_assumed(layout.key)
        if tab is not None and tab.key in layout.tabs and not is_shown:
            number = books.shown_entry(layout, reading)
            if number is not None and number < session.entry.number:
                session.window.rows = session.journal.history_from(session.entry, number)


def grow(snapshot: Snapshot, layout: WorkbookLayout, key: str, grid: Grid) -> Grow:
    """Return the write that makes a tab as large as *grid* needs it."""
    shown, charts = build.template_as_shown(snapshot, key), build.charts(snapshot, layout, key, grid)
    elsewhere = board_charts.showing(snapshot, layout, key)
    return Grow(key, *board_charts.size_with(charts, size(grid), shown), shown, charts, elsewhere)
