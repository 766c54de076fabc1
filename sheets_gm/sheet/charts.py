"""Charts that a spreadsheet draws from its own cells."""

from __future__ import annotations

from typing import NamedTuple


class Series(NamedTuple):
    """One line: the column of its values, and its colour (None: the spreadsheet chooses)."""

    column: int
    colour: str | None = None


class Chart(NamedTuple):
    """A chart of lines, or of *columns*.

    *heading* is the row with the names of the lines. *foot* is the column with the values of the horizontal axis. The
    chart shows the rows below *heading*, up to but excluding row *end*; without *end*, all rows of the tab.

    *row* and *column* are the cell that holds its top left corner, and *left* and *top* the distance from that cell's
    corner in pixels. *width* and *height* are its size in pixels. *source* is the key of the tab whose cells it shows,
    "" for its own tab. A chart of another tab needs an *end*.
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
    end: int | None = None
    columns: bool = False
    source: str = ""
