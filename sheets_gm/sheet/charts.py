"""Charts: lines over the rows of a list, as a spreadsheet draws them from its own cells."""

from __future__ import annotations

from typing import NamedTuple


class Series(NamedTuple):
    """One line: the column of its values, and its colour (None: as the spreadsheet has it)."""

    column: int
    colour: str | None = None


class Chart(NamedTuple):
    """A line chart: its title, the row of the headings that name its lines, the column along its foot, its lines.

    *row* and *column* are the cell that its corner lies on, *width* and *height* its size in pixels.
    """

    title: str
    heading: int
    foot: int
    series: tuple[Series, ...]
    row: int
    column: int
    width: int = 560
    height: int = 300
