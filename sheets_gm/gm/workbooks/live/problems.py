"""The GM tab of a match whose poll fails. It shows the reason, even if the rules fail on all other tabs."""

from __future__ import annotations

from sheets_gm.gm.ports.sheets import TabRange
from sheets_gm.gm.workbooks.gm_tab import draw_gm_tab
from sheets_gm.gm.workbooks.layout import GM_TAB, WorkbookLayout
from sheets_gm.gm.workbooks.live.growing_tabs import grow
from sheets_gm.gm.workbooks.live.late_writes import Values, unless_late
from sheets_gm.gm.workbooks.live.workbooks import Workbooks
from sheets_gm.gm.workbooks.marker import found_marker, marker, marker_last, with_marker, with_old_marker
from sheets_gm.sheet.planning import plan
from sheets_gm.sheet.writes import Write

HEADING = "after entry {}"


def show_gm_tab(books: Workbooks) -> None:
    """Draw only the GM tab, from the record and without asking the rules."""
    for layout in books.layouts:
        if GM_TAB in layout.tabs:
            _show(books, layout)


def _show(books: Workbooks, layout: WorkbookLayout) -> None:
    """Draw the GM tab of one workbook. The marker does not change, because it stands for the whole workbook."""
    session, first = books.session, layout.tabs[0]
    workbook, entry = books.workbook(layout), session.entry
    values = books.sheets.read(workbook, [TabRange(each) for each in dict.fromkeys((first, GM_TAB))])
    snapshot = books.snapshot({})
    grid = draw_gm_tab(snapshot.template.tabs[GM_TAB], snapshot, layout, HEADING.format(entry.number))
    if first == GM_TAB:
        grid = with_old_marker(with_marker(grid, entry), values[first])
    writes = marker_last([grow(snapshot, layout, GM_TAB, grid), *plan(GM_TAB, None, values[GM_TAB], grid)], first)
    books.sheets.write(workbook, [*_guard(books, layout, values[first]), *writes], snapshot.template.styles)
    books.looks.forget_tab(layout.key, GM_TAB)


def _guard(books: Workbooks, layout: WorkbookLayout, values: Values) -> list[Write]:
    """Return guards that refuse the write if another process shows a later entry in the meantime."""
    entry = books.session.entry
    shows_newest = found_marker(values, entry.number) == marker(entry)
    return unless_late(layout, values, entry) if shows_newest else []
