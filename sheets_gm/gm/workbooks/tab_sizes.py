"""The sizes of new tabs: with some room, so that they seldom have to grow."""

from __future__ import annotations

from sheets_gm.sheet.grid import Grid

GROWTH = 200
"""Rows by which the log and the history grow."""

BELOW = 4
"""Extra rows for content below the cells of a tab: a board often gets a row or two longer."""

LOG_COLUMNS = 5
"""The columns of a log. Its heading has all of them even without lines."""


def size(grid: Grid) -> tuple[int, int]:
    """Return the rows and columns of a tab for *grid*, with some room to spare. A growing tab grows in large steps."""
    if grid.top:
        return (grid.bottom // GROWTH + 1) * GROWTH, max(grid.width, LOG_COLUMNS)
    return (grid.bottom // 10 + 1) * 10, (grid.width // 4 + 1) * 4


def below(grid: Grid) -> int:
    """Return the row for what stands below *grid*."""
    return -(-grid.bottom // BELOW) * BELOW
