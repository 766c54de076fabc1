"""The charts of the match below its boards, in workbooks with both the board and the history.

They show the cells of the history, so a board holds no figures that its readers may not know. They move down with the
end of a growing board, a few rows at once, and never up again, so that a turn seldom needs writes for them.
"""

from __future__ import annotations

from collections.abc import Sequence

from sheets_gm.gm.workbooks.layout import WorkbookLayout
from sheets_gm.gm.workbooks.snapshot import Snapshot
from sheets_gm.gm.workbooks.tab_sizes import below, size
from sheets_gm.sheet.charts import Chart
from sheets_gm.sheet.grid import Grid
from sheets_gm.sheet.history import APART, WIDTH, charts_of, moved
from sheets_gm.sheet.rendering import LOG_TOP
from sheets_gm.sheet.template import TabTemplate

ROW = 21
"""The pixels of a row whose template does not say."""

CHART_COLUMNS = 7
"""Columns that a chart of the cells beside it may cover."""


def board_charts(snapshot: Snapshot, layout: WorkbookLayout, key: str, grid: Grid) -> tuple[Chart, ...]:
    """Return the charts below the board *key* that shows *grid*; none below other tabs, or without a history."""
    history = snapshot.history_tab
    if history is None or history.key not in layout.tabs or not snapshot.history or key not in snapshot.boards:
        return ()
    template, styles = snapshot.template.tabs[history.key], snapshot.template.styles
    end, _ = size(Grid(((),), top=LOG_TOP + snapshot.history[-1].turn))
    row = below(grid)
    board, charts = snapshot.template.tabs[key], list[Chart]()
    left = _left_of(board, board.frozen_columns)  # where they are scrolled with the board
    for chart in charts_of(template, styles, snapshot.history[0]):
        placed = chart._replace(row=row, top=APART, end=end, source=history.key)
        charts.append(moved(placed, board.widths, left))
        left += chart.width + APART
    return tuple(charts)


def showing(snapshot: Snapshot, layout: WorkbookLayout, key: str) -> tuple[tuple[str, tuple[Chart, ...]], ...]:
    """Return the charts on other tabs that show the cells of the tab *key*, by tab: those below boards."""
    history = snapshot.history_tab
    if history is None or history.key != key:
        return ()
    boards = (
        (board, board_charts(snapshot, layout, board, Grid())) for board in layout.tabs if board in snapshot.boards
    )
    return tuple((board, charts) for board, charts in boards if charts)


def size_with(charts: Sequence[Chart], needed: tuple[int, int], tab_template: TabTemplate) -> tuple[int, int]:
    """Return the rows and columns of a tab: those *needed* for its cells, with room for its *charts*."""
    rows, columns = needed
    for chart in charts:
        if chart.source:
            right = _left_of(tab_template, chart.column) + chart.left + chart.width
            rows = max(rows, chart.row + -(-(chart.height + 2 * APART) // (tab_template.height or ROW)))
            columns = max(columns, moved(chart, tab_template.widths, right).column + 1)
        else:
            columns = max(columns, chart.column + CHART_COLUMNS)
    return rows, columns


def _left_of(tab_template: TabTemplate, column: int) -> int:
    """Return the pixels to the left of *column*."""
    widths = tab_template.widths[:column]
    return sum(widths) + WIDTH * (column - len(widths))
