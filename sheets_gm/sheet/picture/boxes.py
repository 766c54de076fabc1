"""Boxes: where each cell of a grid is, how large it is, and which lines of text it shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from sheets_gm.kernel.forms import Typed
from sheets_gm.sheet.cleaning import spelled
from sheets_gm.sheet.conditional_formats import CellStyles
from sheets_gm.sheet.grid import Area, Cell, Grid, is_box
from sheets_gm.sheet.picture.text import lines, shortened, width
from sheets_gm.sheet.template import Style, TabTemplate, style_at

COLUMN, ROW = 100, 21
"""The width of a column and the height of a row in pixels, if the template does not set them."""

POINT = 4 / 3
"""Pixels of a point."""

SIZE = 10
"""The size of a text in points, if its style does not set it."""

PADDING = 3
"""Pixels between the edge of a cell and its text."""

LEADING = 1.2
"""The height of a line, as a share of the size of its letters."""


class Box(NamedTuple):
    """A cell of a picture: its area in pixels, its style, and the *lines* of its text in letters of *size*."""

    x: float
    y: float
    width: float
    height: float
    style: Style
    lines: tuple[str, ...]
    size: float


class Boxes(NamedTuple):
    """The visible cells of a picture, its size, the heights of its rows, and the centres of its cells."""

    cells: tuple[Box, ...]
    width: float
    height: float
    heights: tuple[float, ...]
    middles: Mapping[tuple[int, int], tuple[float, float]]


def boxes_of(grid: Grid, tab_template: TabTemplate, styles: Mapping[str, Style]) -> Boxes:
    """Return the boxes of *grid*. A row has the height in its template, or more if a text of several lines needs it."""
    looks = CellStyles(tab_template, grid)
    merged = {(area.top, area.left): area for area in grid.merges}
    hidden = {place for area in grid.merges for place in _places(area)} - merged.keys()
    shown = {
        (row, column): (cell, looks.of(style_at(styles, cell.style), row, column))
        for row, cells in enumerate(grid.rows)
        for column, cell in enumerate(cells)
        if (row, column) not in hidden and (cell.style or _text(cell))
    }
    widths, heights = _widths(grid, tab_template), _heights(grid, tab_template)
    columns = _edges(widths)
    for place, (cell, style) in shown.items():
        area = merged.get(place, Area(*place, place[0] + 1, place[1] + 1))
        if style.wrap and area.bottom == area.top + 1:
            room = columns[area.right] - columns[area.left] - 2 * PADDING
            count = len(lines(_text(cell), room, _size(style), bold=style.bold))
            heights[place[0]] = max(heights[place[0]], count * _size(style) * LEADING + 2)
    rows = _edges(heights)
    cells: list[Box] = []
    middles: dict[tuple[int, int], tuple[float, float]] = {}
    for place, (cell, style) in shown.items():
        area = merged.get(place, Area(*place, place[0] + 1, place[1] + 1))
        left, top, right, bottom = columns[area.left], rows[area.top], columns[area.right], rows[area.bottom]
        middles[place] = (left + right) / 2, (top + bottom) / 2
        room = right - left
        if not style.wrap and style.align in (None, "left"):
            room = columns[_free(shown, hidden, area, len(widths))] - left
        text = _lines(_text(cell), style, room - 2 * PADDING)
        cells.append(Box(left, top, right - left, bottom - top, style, text, _size(style)))
    return Boxes(tuple(cells), max(map(_right, cells), default=columns[-1]), rows[-1], tuple(heights), middles)


def _right(box: Box) -> float:
    """Return the right edge of a cell and its text."""
    longest = max((width(line, box.size, bold=box.style.bold) for line in box.lines), default=0.0)
    drawn = box.width if box.style.fill or box.style.border else 0.0
    return box.x + max(drawn, min(longest + 2 * PADDING, box.width) if box.style.align else longest + 2 * PADDING)


def _places(area: Area) -> Iterator[tuple[int, int]]:
    return ((row, column) for row in range(area.top, area.bottom) for column in range(area.left, area.right))


def _free(shown: Mapping[tuple[int, int], object], hidden: set[tuple[int, int]], area: Area, columns: int) -> int:
    """Return the column before which a text of *area* must end. It may run over empty cells."""
    column = area.right
    while column < columns and (area.top, column) not in shown and (area.top, column) not in hidden:
        column += 1
    return column


def _lines(text: str, style: Style, room: float) -> tuple[str, ...]:
    size = _size(style)
    if not text:
        return ()
    if style.wrap:
        return lines(text, room, size, bold=style.bold)
    return tuple(shortened(line, room, size, bold=style.bold) for line in text.split("\n"))


def _size(style: Style) -> float:
    return (style.size or SIZE) * POINT


def _text(cell: Cell) -> str:
    if is_box(cell.pick):
        return "✓" if cell.value else "☐"
    value: Typed = cell.value
    return "" if value is None else spelled(value)


def _widths(grid: Grid, tab_template: TabTemplate) -> list[float]:
    """Return the widths of all columns of the grid or its template."""
    template_widths = tab_template.widths or tuple(column.width for column in tab_template.columns)
    count = max(grid.width, len(template_widths), 1)
    widths = [float(template_widths[at]) if at < len(template_widths) else float(COLUMN) for at in range(count)]
    return _with_room_for_title(widths, grid.at(0, 0))


def _with_room_for_title(widths: list[float], title: Cell) -> list[float]:
    """Return *widths* with the last one large enough for the title."""
    if title.style != "title":
        return widths
    missing = width(_text(title), SIZE * POINT * 1.5, bold=True) + 2 * PADDING - sum(widths)
    return [*widths[:-1], widths[-1] + max(0.0, missing)]


def _heights(grid: Grid, tab_template: TabTemplate) -> list[float]:
    heights, common = tab_template.row_heights, float(tab_template.height or ROW)
    return [float(heights[at]) if at < len(heights) else common for at in range(max(len(grid.rows), 1))]


def _edges(sizes: list[float]) -> list[float]:
    """Return the start of each column or row, and the end of the last one."""
    edges = [0.0]
    for size in sizes:
        edges.append(edges[-1] + size)
    return edges
