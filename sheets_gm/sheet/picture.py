"""A tab as a self-contained SVG picture, for reports and for people without access to the sheet.

A picture is drawn from the same grid, template, styles and rules as the sheet, so it looks like the sheet. Every cell
or merged area is one rectangle. A cell's content is always text, never markup.

SVG cannot measure text, so lines are broken by a table of letter widths that suits common sans-serif fonts. Text that
still does not fit is cut off at the cell's edge, as in a sheet.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from itertools import accumulate, groupby
from typing import NamedTuple

from sheets_gm.kernel.forms import Typed
from sheets_gm.sheet.cleaning import is_blank, spelled
from sheets_gm.sheet.conditional_formats import CellStyles
from sheets_gm.sheet.grid import CHECKBOX, Area, Cell, Grid
from sheets_gm.sheet.template import Style, TabTemplate, style_at

WIDTH, HEIGHT = 100, 21
"""The default size of columns and rows in pixels, as in a new sheet."""

FONT = "Roboto, Arial, Helvetica, 'Liberation Sans', 'DejaVu Sans', sans-serif"
EMOJI = "'Noto Color Emoji', 'Apple Color Emoji', 'Segoe UI Emoji', sans-serif"
SIZE = 10
PIXELS = 4 / 3
"""Pixels in a point. Font sizes are in points, everything else in pixels."""

LINE = 1.25
BASELINE = 0.97
PAD = 3
INK, GRIDLINE, MARK = "#000000", "#e2e3e3", "#80868b"

HEADING = 34
ARROW = 16

_SHARES = {
    letter: share
    for letters, share in (("ijlI.,:;'|! ", 0.33), ('ftr()[]{}-/"*', 0.42), ("mwMW@%—…✓✗⚠", 0.92))
    for letter in letters
}
"""Letter widths as a share of the font size, where they differ much from the usual."""

_UNSEEN = frozenset({"Mn", "Me", "Cf"})
_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def draw_picture(grid: Grid, tab_template: TabTemplate, styles: Mapping[str, Style], heading: str | None = None) -> str:
    """*grid* as an SVG document; *heading* is drawn above it, marked with the tab's colour."""
    plan = _Plan(grid, tab_template, styles)
    above = HEADING if heading else 0
    width, height = plan.columns[-1], plan.rows[-1] + above
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="{FONT}">',
        f"<title>{_escaped(heading or tab_template.title)}</title>",
        f'<path fill="#ffffff" d="M0 0H{width}V{height}H0Z"/>',
    ]
    if heading:
        parts.append(f'<path fill="{tab_template.colour or MARK}" d="M0 8h5v18h-5z"/>')
        parts.append(_text(heading, Style(bold=True, size=12), Box(9, 0, width - 9, HEADING - 2), "left", "middle"))
    parts.append(f'<g transform="translate(0 {above})">')
    # half of a border lies on the neighbour, so cells with a border are drawn after cells without
    places = sorted(plan.places(), key=lambda place: place.style.border is not None)
    parts += [_rect(place, gridlines=tab_template.gridlines) for place in places]
    parts += [part for place in plan.places() for part in _content(plan, place)]
    parts.append("</g></svg>")
    return "\n".join(parts) + "\n"


class Box(NamedTuple):
    """A rectangle in pixels."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class _Place:
    """A cell or merged area with its position and style."""

    area: Area
    box: Box
    cell: Cell
    style: Style


class _Plan:
    """The layout: the edges of columns and rows, and the merged areas."""

    def __init__(self, grid: Grid, tab_template: TabTemplate, styles: Mapping[str, Style]) -> None:
        self.grid, self._styles = grid, styles
        self._cell_styles = CellStyles(tab_template, grid)
        self._merged = {
            (row, column): area
            for area in grid.merges
            for row in range(area.top, area.bottom)
            for column in range(area.left, area.right)
        }
        given = tab_template.widths or tuple(column.width for column in tab_template.columns)
        self.width = max(grid.width, len(given), *(area.right for area in grid.merges), 1)
        self.columns = _edges([given[at] if at < len(given) else WIDTH for at in range(self.width)])
        depth = max(len(grid.rows), *(area.bottom for area in grid.merges), 1)
        self.rows = _edges([self._height(tab_template, row) for row in range(depth)])

    def places(self) -> Iterator[_Place]:
        """Every cell or merged area, in reading order."""
        for row in range(len(self.rows) - 1):
            for column in range(self.width):
                area = self._merged.get((row, column), Area(row, column, row + 1, column + 1))
                if (area.top, area.left) == (row, column):
                    cell = self.grid.at(row, column)
                    style = self._cell_styles.of(style_at(self._styles, cell.style), row, column)
                    yield _Place(area, self._box(area), cell, style)

    def room(self, place: _Place, align: str) -> Box:
        """The space for a cell's text. Text on one line may also cover empty neighbours."""
        area = place.area
        if place.style.wrap or (area.top, area.left) in self._merged:
            return place.box
        left, right = area.left, area.right
        while align != "left" and left > 0 and self._is_free(area.top, left - 1):
            left -= 1
        while align != "right" and right < self.width and self._is_free(area.top, right):
            right += 1
        return self._box(Area(area.top, left, area.bottom, right))

    def _is_free(self, row: int, column: int) -> bool:
        cell = self.grid.at(row, column)
        return is_blank(cell.value) and cell.pick is None and (row, column) not in self._merged

    def _box(self, area: Area) -> Box:
        x, y = self.columns[area.left], self.rows[area.top]
        return Box(x, y, self.columns[area.right] - x, self.rows[area.bottom] - y)

    def _height(self, tab_template: TabTemplate, row: int) -> int:
        """A row's height, from the template or else from its text."""
        absolute = row + self.grid.top
        if absolute < len(tab_template.row_heights):
            return tab_template.row_heights[absolute]
        if tab_template.height is not None:
            return tab_template.height
        cells = self.grid.rows[row] if row < len(self.grid.rows) else ()
        return max((self._needs(cell, row, column) for column, cell in enumerate(cells)), default=HEIGHT)

    def _needs(self, cell: Cell, row: int, column: int) -> int:
        style = style_at(self._styles, cell.style)
        if is_blank(cell.value) or isinstance(cell.value, bool) or (row, column) in self._merged:
            return HEIGHT
        wide = self.columns[column + 1] - self.columns[column] - 2 * PAD
        lines = _lines(spelled(cell.value), style, wide)
        return max(HEIGHT, round(len(lines) * _pixels(style) * LINE) + 2 * PAD - 2)


def _edges(sizes: list[int]) -> tuple[int, ...]:
    return tuple(accumulate(sizes, initial=0))


# -- drawing -----------------------------------------------------------------------------------------------------------


def _rect(place: _Place, *, gridlines: bool) -> str:
    x, y, width, height = place.box
    line = place.style.border or (GRIDLINE if gridlines and place.style.fill is None else None)
    stroke = f' stroke="{line}"' if line else ""
    box = f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{place.style.fill or "none"}"{stroke}'
    if place.cell.note:
        return f"{box}><title>{_escaped(place.cell.note)}</title></rect>"
    return f"{box}/>"


def _content(plan: _Plan, place: _Place) -> Iterator[str]:
    cell, style, box = place.cell, place.style, place.box
    if cell.pick == CHECKBOX:
        yield _checkbox(box, ticked=cell.value is True)
        return
    if cell.pick is not None:
        yield _arrow(box)
        box = box._replace(width=max(box.width - ARROW, 0))
    if is_blank(cell.value):
        return
    align = style.align or _default_align(cell.value)
    if cell.pick is None:
        room = plan.room(place, align)
        if room != box and style.fill is None:
            yield _gridline_cover(spelled(cell.value), style, place.box, room, align)
        box = room
    yield _text(spelled(cell.value), style, box, align, style.valign or "bottom", place.box)


def _gridline_cover(text: str, style: Style, home: Box, room: Box, align: str) -> str:
    """White over the gridlines that the text covers."""
    wide = max(map(round, (_wide(line, style) for line in text.splitlines())), default=0) + 2 * PAD
    start = home.x + {"left": 0, "center": (home.width - wide) // 2, "right": home.width - wide}[align]
    left, right = max(start, room.x) + 1, min(start + wide, room.x + room.width) - 1
    return f'<path fill="#ffffff" d="M{left} {room.y + 1}H{right}V{room.y + room.height - 1}H{left}Z"/>'


def _default_align(value: Typed) -> str:
    """The default alignment of a value: ticks in the centre, numbers right, text left."""
    if isinstance(value, bool):
        return "center"
    return "right" if isinstance(value, int | float) else "left"


def _text(text: str, style: Style, room: Box, align: str, valign: str, home: Box | None = None) -> str:
    """*text* in *room*, aligned to *home* (by default *room*) and cut off at the edges of *room*."""
    home = home or room
    pixels = _pixels(style)
    lines = _lines(text, style, room.width - 2 * PAD)
    step = pixels * LINE
    spare = room.height - len(lines) * step
    top = {"top": PAD - 1.0, "middle": spare / 2, "bottom": spare - PAD + 1}[valign]
    x = home.x - room.x + {"left": float(PAD), "center": home.width / 2, "right": float(home.width - PAD)}[align]
    anchor = {"left": "start", "center": "middle", "right": "end"}[align]
    # text that is too tall starts at the top, so that its beginning is visible
    first = max(top, 0) + pixels * BASELINE
    spans = "".join(
        f'<tspan x="{x:g}" y="{first + number * step:.1f}">{_runs(line)}</tspan>' for number, line in enumerate(lines)
    )
    font = "".join(
        f' {name}="{value}"'
        for name, value, on in (
            ("font-weight", "bold", style.bold),
            ("font-style", "italic", style.italic),
            ("text-decoration", "line-through", style.strike),
        )
        if on
    )
    return (
        f'<svg x="{room.x}" y="{room.y}" width="{room.width}" height="{room.height}">'
        f'<text font-size="{pixels:.4g}" fill="{style.ink or INK}" text-anchor="{anchor}"{font}>{spans}</text></svg>'
    )


def _runs(line: str) -> str:
    """*line* with its emoji in an emoji font, and nothing else: the digits and spaces of such fonts are ugly."""
    return "".join(
        f'<tspan font-family="{EMOJI}">{_escaped("".join(run))}</tspan>' if emoji else _escaped("".join(run))
        for emoji, run in groupby(line, _is_emoji)
    )


def _checkbox(box: Box, *, ticked: bool) -> str:
    x, y = box.x + box.width / 2 - 6.5, box.y + box.height / 2 - 6.5
    if ticked:
        square = f'<path fill="#1a73e8" d="M{x:g} {y:g}h13v13h-13z"/>'
        return f'{square}<path fill="none" stroke="#ffffff" stroke-width="2" d="M{x + 3:g} {y + 6.5:g}l3 3 5-6"/>'
    return f'<path fill="#ffffff" stroke="{MARK}" stroke-width="1.5" d="M{x:g} {y:g}h13v13h-13z"/>'


def _arrow(box: Box) -> str:
    return f'<path fill="{MARK}" d="M{box.x + box.width - 13} {box.y + box.height / 2 - 2:g}h8l-4 4.5z"/>'


def _escaped(text: str) -> str:
    return escape(_ILLEGAL.sub("\ufffd", text))


# -- lines -------------------------------------------------------------------------------------------------------------


def _pixels(style: Style) -> float:
    return (style.size or SIZE) * PIXELS


def _wide(text: str, style: Style) -> float:
    """The approximate width of *text* in pixels."""
    return sum(map(_share, text)) * _pixels(style) * (1.12 if style.bold else 1)


def _share(letter: str) -> float:
    """A letter's width as a share of the font size."""
    if letter in _SHARES:
        return _SHARES[letter]
    if unicodedata.category(letter) in _UNSEEN:
        return 0.0
    if _is_emoji(letter):
        return 1.3
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.0
    if not letter.isascii() and unicodedata.category(letter) == "So":
        return 0.9
    return 0.7 if letter.isupper() else 0.62


def _is_emoji(letter: str) -> bool:
    """Whether a letter is an emoji, or joins two."""
    if letter in "\ufe0f\u200d":
        return True
    pictured = letter > "\uffff" or unicodedata.east_asian_width(letter) == "W"
    return pictured and unicodedata.category(letter) in ("So", "Sk")


def _lines(text: str, style: Style, wide: int) -> list[str]:
    """The lines of *text*; if the style wraps, no wider than *wide*."""
    written = text.splitlines() or [""]
    return [line for each in written for line in _wrapped(each, style, wide)] if style.wrap else written


def _wrapped(text: str, style: Style, wide: int) -> list[str]:
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if not line or _wide(longer, style) <= wide:
            line = longer
        else:
            lines.append(line)
            line = word
        while len(line) > 1 and _wide(line, style) > wide:
            fits = _fitting(line, style, wide)
            lines.append(line[:fits])
            line = line[fits:]
    return [*lines, line]


def _fitting(word: str, style: Style, wide: int) -> int:
    """How many letters of *word* fit on a line; at least one."""
    widths = accumulate(_wide(letter, style) for letter in word)
    return max(sum(width <= wide for width in widths), 1)
