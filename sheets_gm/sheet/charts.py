"""Charts that a spreadsheet draws from its own cells."""

from __future__ import annotations

from typing import NamedTuple


class Series(NamedTuple):
    """One line: the column of its values, and its colour (None: the spreadsheet chooses)."""

    column: int
    colour: str | None = None


class Chart(NamedTuple):
    """A chart of lines, or of *columns*.

    *heading* is the row with the names of the lines, *foot* the column with the values of the horizontal axis. Its
    cells go on to the row before *end*, without one to the end of the tab. *row* and *column* are the cell at its top
    left corner, *width* and *height* its size in pixels. Its corner is *left* and *top* pixels away from that of the
    cell. *source* is the key of the tab whose cells it shows, which has an *end* then; "" for its own tab.
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
