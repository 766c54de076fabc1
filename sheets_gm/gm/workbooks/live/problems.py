"""A match that is set aside: the GM tab shows the reason, and the heads of boards and forms that it stands still.

All of it is drawn without asking the rules, because these may be what fails.
"""

from __future__ import annotations

from contextlib import suppress

from sheets_gm.gm.ports.sheets import SheetsDown, SheetsRefused, TabRange
from sheets_gm.gm.workbooks.gm_tab import draw_gm_tab
from sheets_gm.gm.workbooks.head_rows import SET_ASIDE, STATE, STATUS, STEP, has_head, in_lines
from sheets_gm.gm.workbooks.layout import GM_TAB, WorkbookLayout
from sheets_gm.gm.workbooks.live.growing_tabs import grow
from sheets_gm.gm.workbooks.live.late_writes import Values, unless_late
from sheets_gm.gm.workbooks.live.workbooks import Workbooks
from sheets_gm.gm.workbooks.marker import found_marker, marker, marker_last, with_marker, with_old_marker
from sheets_gm.gm.workbooks.play_mark import play_mark
from sheets_gm.sheet.grid import Cell
from sheets_gm.sheet.marks import PLAY, TURNS, Marks
from sheets_gm.sheet.planning import plan
from sheets_gm.sheet.writes import STYLE, VALUE, Mark, Put, Write

HEADING = "after entry {}"


def show_set_aside(books: Workbooks) -> None:
    """Show that the match is set aside, in every workbook that can be reached, and on the GM tab why."""
    for layout in books.layouts:
        with suppress(SheetsDown, SheetsRefused):
            _show_in_heads(books, layout)
    for layout in books.layouts:
        if GM_TAB in layout.tabs:
            _show(books, layout)


def _show_in_heads(books: Workbooks, layout: WorkbookLayout) -> None:
    """Write into the heads of one workbook that the match is set aside, and end all turns in its marks.

    The workbook counts as torn, so that it is built again when the match goes on.
    """
    keys = [tab.key for tab in books.session.journal.tabs if has_head(tab) and tab.key in layout.tabs]
    workbook, first = books.workbook(layout), layout.tabs[0]
    if not keys or workbook.torn:
        return
    values = books.sheets.read(workbook, [TabRange(each) for each in dict.fromkeys((first, *keys))])
    # each mark has at most two parts
    marks = {f"{key}{part}": "" for key in (TURNS, PLAY) for part in ("", ".2")} | dict(_play_mark(books, layout))
    writes: list[Write] = [Mark(first, key, value) for key, value in marks.items()]
    for key in keys:
        title, state = (str((row or ("",))[0] or "") for row in (*values[key][: STATE + 1], (), ())[: STATE + 1])
        writes.append(Put(key, STEP, 0, (Cell(title.partition("\n")[0], "title"),), VALUE))
        if state:
            writes.append(Put(key, STATE, 0, (Cell(in_lines(SET_ASIDE), STATUS),), VALUE | STYLE))
    guard = _guard(books, layout, values[first])
    books.sheets.write(workbook, [*guard, *marker_last(writes, first)], books.session.template.styles)
    books.save(books.workbook(layout).but(torn=True))


def _play_mark(books: Workbooks, layout: WorkbookLayout) -> Marks:
    """Return the mark of the play view, which says that the match is set aside; none where the rules fail."""
    try:
        return play_mark(books.snapshot({}), layout)
    except Exception:  # noqa: BLE001 - without its mark there is no play view, and the sheet says what is wrong
        return ()


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
