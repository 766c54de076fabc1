"""A link from each board to the history of the match, in the line of the score or of whose turn it is.

On a phone the charts below a board are out of sight, and the figures of each turn are only on the history tab.
"""

from __future__ import annotations

from sheets_gm.gm.workbooks.layout import WorkbookLayout
from sheets_gm.gm.workbooks.snapshot import Snapshot
from sheets_gm.sheet.grid import Cell, Grid, Run, place_link

SIGN, APART = "📈", "  ·  "


def history_link(snapshot: Snapshot, layout: WorkbookLayout) -> tuple[str, str]:
    """Return the words and the target of the link; "" for both in a workbook without a history that has charts."""
    tab = snapshot.history_tab
    if tab is None or tab.key not in layout.tabs or not snapshot.history:
        return "", ""
    template = snapshot.template.tabs[tab.key]
    return (f"{SIGN} {template.title}", place_link(tab.key, 0)) if template.graphs else ("", "")


def with_history_link(grid: Grid, row: int, words: str, link: str) -> Grid:
    """Return the board *grid* with *link* after the text at the start of *row*; unchanged without text."""
    cell = grid.at(row, 0)
    if not words or not isinstance(cell.value, str) or not cell.value:
        return grid
    linked = cell._replace(value=f"{cell.value}{APART}{words}", runs=(*cell.runs, *_runs(cell, len(APART), link)))
    return grid.with_first(row, linked)


def _runs(cell: Cell, apart: int, link: str) -> tuple[Run, ...]:
    """Return the runs after the text of *cell*: the gap in the look of the cell, and the link."""
    end = len(str(cell.value))
    return (*(() if cell.runs and cell.runs[-1].start == end else (Run(end),)), Run(end + apart, link=link))
