"""Line charts that a spreadsheet draws from its own cells."""

from __future__ import annotations

from typing import NamedTuple


class Series(NamedTuple):
    """One line: the column of its values, and its colour (None: the spreadsheet chooses)."""

    column: int
    colour: str | None = None


class Chart(NamedTuple):
    """A line chart.

    *heading* is the row with the names of the lines, *foot* the column with the values of the horizontal axis. *row*
    and *column* are the cell at its top left corner, *width* and *height* its size in pixels. Its corner is *left* and
    *top* pixels away from that of the cell.
    """

    title: str
    heading: int
    foot: int
    series: tuple[Series, ...]
    row: int
    column: int
    width: int = 480
    height: int = 250
    left: int = 0
    top: int = 0
