"""The picture as SVG: boxes with their texts, the arrows of the last moves, and a line that says what happened."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from math import ceil, hypot
from typing import NamedTuple

from sheets_gm.sheet.grid import Grid
from sheets_gm.sheet.marks import MOVES, PLACES, joined
from sheets_gm.sheet.picture.boxes import LEADING, PADDING, Box, Boxes, boxes_of
from sheets_gm.sheet.picture.looks import LIGHT, Look, fill_of, ink_of, line_of
from sheets_gm.sheet.picture.signs import SIGNS, badge
from sheets_gm.sheet.picture.text import lines, runs, width
from sheets_gm.sheet.template import Style, TabTemplate

FONT = "Roboto, 'Helvetica Neue', Arial, sans-serif"
EMOJI = "'Noto Color Emoji', 'Apple Color Emoji', 'Segoe UI Emoji', sans-serif"

MARGIN = 12
"""Pixels around a picture."""

GAP = 18
"""Pixels between two boards."""

EDGE = 2
"""Pixels around a board of which only the places are drawn."""

CAPTION = 15
"""The size of the letters of the line below a picture, in pixels."""

SHORT = 0.22
"""The distance of an arrow's ends from the middle of its places, as a share of its length."""

MOST_SHORT = 18
"""The maximum of this distance in pixels."""

BEND = 0.12
"""How far an arrow bends, as a share of its length."""


MUCH, MOST = 1.4, 2.2
"""A board whose letters can be this many times as large is empty enough to enlarge them, and the most that they are."""


class Shown(NamedTuple):
    """One tab to draw: its cells, its template, and the styles of the template that it belongs to."""

    grid: Grid
    tab_template: TabTemplate
    styles: Mapping[str, Style]


class Picture(NamedTuple):
    """A picture as SVG, its size in pixels, and the colour of its page."""

    svg: str
    width: float
    height: float
    page: str


def draw_picture(
    tabs: Sequence[Shown], look: Look = LIGHT, caption: str = "", *, emoji: bool = False, fitted: bool = False
) -> Picture:
    """Return a picture of *tabs*, one below the other, with *caption* in a line or two below them.

    Signs are drawn as shapes. *emoji*: the viewer has a font for the signs without a shape; otherwise they become
    badges with letters. *fitted*: texts keep their width even in another font.
    """
    pen = _Pen(look, emoji=emoji, fitted=fitted)
    parts: list[str] = []
    wide, down = 0.0, float(MARGIN)
    for shown in tabs:
        boxes = boxes_of(shown.grid, shown.tab_template, shown.styles)
        inside = "".join(pen.board(boxes, shown.grid))
        parts.append(f'<g transform="translate({MARGIN} {_number(down)})">{inside}</g>')
        wide, down = max(wide, boxes.width), down + boxes.height + GAP
    if caption:
        for line in lines(caption, wide, CAPTION):
            parts.append(pen.line(line, MARGIN, down + CAPTION - GAP / 2, CAPTION, look.ink))
            down += CAPTION * LEADING
    title = escape(" · ".join(str(shown.grid.at(0, 0).value or "") for shown in tabs))
    page = f'<rect width="100%" height="100%" fill="{look.page}"/>'
    return _picture([page, *parts], wide + 2 * MARGIN, down - GAP + MARGIN, look, title)


def draw_places(
    tabs: Sequence[Shown], look: Look = LIGHT, *, emoji: bool = False, fitted: bool = False
) -> Picture | None:
    """Return a picture of only the places of the boards in *tabs*, one board below the other; None if there are none.

    If there are several boards, each has its title above it.
    """
    pen = _Pen(look, emoji=emoji, fitted=fitted)
    boards = [(shown, board) for shown in tabs if (board := _board(shown)) is not None]
    if not boards:
        return None
    parts: list[str] = []
    wide, down = 0.0, 0.0
    for shown, (small, (left, top, right, bottom)) in boards:
        boxes = _enlarged(small)
        if len(boards) > 1:
            name = str(shown.grid.at(0, 0).value or shown.tab_template.title)
            parts.append(pen.line(name, 0, down + CAPTION, CAPTION, look.ink, Style(bold=True)))
            down += CAPTION * LEADING + 2
        inside = "".join(pen.board(boxes, shown.grid))
        parts.append(f'<g transform="translate({_number(-left)} {_number(down - top)})">{inside}</g>')
        wide, down = max(wide, right - left), down + bottom - top + GAP
    title = escape(" · ".join(str(shown.grid.at(0, 0).value or "") for shown, _ in boards))
    return _picture(parts, wide, down - GAP, look, title)


def draw_around(tabs: Sequence[Shown], place: str, wide: float, high: float, look: Look = LIGHT) -> Picture | None:
    """Return the part of a board around *place* that is at most *wide* and *high*; None if no board has that place.

    If there are several boards, *place* begins with the name of its board: “Dominaria 5D”.
    """
    name, _, square = place.rpartition(" ")
    for shown in tabs:
        board = _board(shown)
        at = _places(shown.grid).get(square)
        if board is None or at is None or not str(shown.grid.at(0, 0).value or "").startswith(name):
            continue
        boxes, (left, top, right, bottom) = board
        wide, high = min(wide, right - left), min(high, bottom - top)
        x, y = boxes.middles[at]
        x, y = (max(low, min(middle - size / 2, end - size)) for middle, size, low, end in
                ((x, wide, left, right), (y, high, top, bottom)))  # fmt: skip
        pen = _Pen(look, emoji=False, fitted=False)
        return _picture(pen.board(boxes, shown.grid), wide, high, look, escape(place), (x, y))
    return None


def _picture(
    parts: Iterable[str], wide: float, high: float, look: Look, title: str, origin: tuple[float, float] = (0, 0)
) -> Picture:
    """Return the picture with the *parts* that lie within *wide* and *high* of *origin*. *title* is escaped."""
    size = ceil(wide), ceil(high)
    box = f"{_number(origin[0])} {_number(origin[1])} {size[0]} {size[1]}"
    head = f'width="{size[0]}" height="{size[1]}" viewBox="{box}" role="img" aria-label="{title}"'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {head} font-family="{FONT}">{"".join(parts)}</svg>'
    return Picture(svg, *size, look.page)


def _board(shown: Shown) -> tuple[Boxes, tuple[float, float, float, float]] | None:
    """Return the boxes of a tab that are places of its board, and their edges; None if the tab has no places."""
    boxes = boxes_of(shown.grid, shown.tab_template, shown.styles)
    middles = {boxes.middles[at] for at in _places(shown.grid).values() if at in boxes.middles}
    cells = [box for box in boxes.cells if (box.x + box.width / 2, box.y + box.height / 2) in middles]
    if not cells:
        return None
    left, top = min(box.x for box in cells) - EDGE, min(box.y for box in cells) - EDGE
    right, bottom = max(box.x + box.width for box in cells) + EDGE, max(box.y + box.height for box in cells) + EDGE
    inside = (
        box
        for box in boxes.cells
        if left <= box.x and top <= box.y and box.x + box.width <= right and box.y + box.height <= bottom
    )
    return boxes._replace(cells=tuple(inside)), (left, top, right, bottom)


def _enlarged(boxes: Boxes) -> Boxes:
    """Return *boxes* with letters as large as all have room for, if that is much larger."""
    rooms = [
        min(
            (box.width - 2 * PADDING) / max(width(line, box.size, bold=box.style.bold) for line in box.lines),
            box.height / (box.size * LEADING * len(box.lines)),
        )
        for box in boxes.cells
        if any(box.lines)
    ]
    scale = min(MOST, *rooms) if rooms else 1.0
    if scale < MUCH:
        return boxes
    return boxes._replace(cells=tuple(box._replace(size=box.size * scale) for box in boxes.cells))


def text_line(text: str, x: float, y: float, size: float, ink: str, *, bold: bool = False) -> str:
    """Return a line of text as SVG. It begins at *x* and stands on *y*; signs are drawn as shapes."""
    return _Pen(LIGHT, emoji=False, fitted=False).line(text, x, y, size, ink, Style(bold=bold))


class _Pen:
    """Draws in one look."""

    def __init__(self, look: Look, *, emoji: bool, fitted: bool) -> None:
        self._look = look
        self._emoji = emoji
        self._fitted = fitted

    def board(self, boxes: Boxes, grid: Grid) -> Iterator[str]:
        """Yield all of a board from the bottom up: cells, arrows, texts."""
        yield from self.frames(boxes)
        yield from self.arrows(boxes, grid)
        yield from self.texts(boxes)

    def frames(self, boxes: Boxes) -> Iterator[str]:
        """The fills and borders of all cells."""
        return (part for box in boxes.cells for part in self._frame(box))

    def texts(self, boxes: Boxes) -> Iterator[str]:
        """The texts of all cells, over the arrows."""
        return (part for box in boxes.cells for part in self._text(box))

    def _frame(self, box: Box) -> Iterator[str]:
        fill, line = fill_of(self._look, box.style), line_of(self._look, box.style)
        if fill is None and line is None:
            return
        size = f'width="{_number(box.width)}" height="{_number(box.height)}"'
        border = f' stroke="{line}"' if line else ""
        yield f'<rect x="{_number(box.x)}" y="{_number(box.y)}" {size} fill="{fill or "none"}"{border}/>'

    def _text(self, box: Box) -> Iterator[str]:
        ink, style = ink_of(self._look, box.style), box.style
        leading = box.size * LEADING
        high = leading * len(box.lines)
        top = {"top": box.y + 1, "middle": box.y + (box.height - high) / 2}.get(style.valign or "", 0.0)
        if style.valign not in ("top", "middle"):
            top = box.y + max(1.0, box.height - high - 1)
        for at, text in enumerate(box.lines):
            long = width(text, box.size, bold=style.bold)
            free = {"center": (box.width - long) / 2, "right": box.width - long - PADDING}
            x = box.x + free.get(style.align or "", PADDING)
            yield self.line(text, x, top + leading * at + box.size * 0.95, box.size, ink, style)

    def line(self, text: str, x: float, y: float, size: float, ink: str, style: Style | None = None) -> str:
        """Return a line of text that begins at *x* and stands on *y*."""
        parts = []
        bold = style is not None and style.bold
        for part, sign in runs(text):
            long = width(part, size, bold=bold)
            fit = f' textLength="{_number(long)}" lengthAdjust="spacingAndGlyphs"' if self._fitted else ""
            parts.append(self._sign(part, x, y, size, ink) if sign else _letters(part, x, y, size, ink, style, fit))
            x += long
        return "".join(parts)

    def _sign(self, sign: str, x: float, y: float, size: float, ink: str) -> str:
        wide = size * 1.1
        left, top = x + size * 0.04, y - size * 0.9
        if sign in SIGNS:
            place = f"translate({_number(left)} {_number(top)}) scale({wide / 24:.4f})"
            return f'<g transform="{place}">{SIGNS[sign].replace("{ink}", ink)}</g>'
        if self._emoji:
            text = f'x="{_number(left)}" y="{_number(y)}" font-size="{_number(size * 0.92)}"'
            return f'<text {text} font-family="{EMOJI}">{sign}</text>'
        frame = f'width="{_number(wide)}" height="{_number(wide)}" rx="{_number(wide / 5)}"'
        box = f'<rect x="{_number(left)}" y="{_number(top)}" {frame} fill="none" stroke="{ink}"/>'
        name, small = badge(sign), size * 0.62
        middle = left + (wide - width(name, small, bold=True)) / 2
        return box + _letters(name, middle, top + wide / 2 + small * 0.36, small, ink, Style(bold=True))

    def arrows(self, boxes: Boxes, grid: Grid) -> Iterator[str]:
        """Yield the moves in the marks of the tab as arrows from centre to centre of two places."""
        marks = joined(grid.marks)
        places = _places(grid)
        for start, end in dict.fromkeys((start, end) for start, end in json.loads(marks.get(MOVES, "[]"))):
            one, two = (boxes.middles.get(places[name]) if name in places else None for name in (start, end))
            if one and two and one != two:
                yield from self._arrow(one, two)

    def _arrow(self, one: tuple[float, float], two: tuple[float, float]) -> Iterator[str]:
        x, y = two[0] - one[0], two[1] - one[1]
        long = hypot(x, y)
        short = min(MOST_SHORT, long * SHORT)
        x, y = x / long, y / long
        begin = one[0] + x * short, one[1] + y * short
        tip = two[0] - x * short, two[1] - y * short
        mid = (begin[0] + tip[0]) / 2 - y * long * BEND, (begin[1] + tip[1]) / 2 + x * long * BEND
        # the head points from the bend to the tip
        away = hypot(tip[0] - mid[0], tip[1] - mid[1]) or 1.0
        x, y = (tip[0] - mid[0]) / away, (tip[1] - mid[1]) / away
        neck = tip[0] - x * 8, tip[1] - y * 8
        left, right = (neck[0] - y * 5, neck[1] + x * 5), (neck[0] + y * 5, neck[1] - x * 5)
        path = f"M{_place(begin)} Q{_place(mid)} {_place(neck)}"
        head = f"M{_place(left)} L{_place(tip)} L{_place(right)} Z"
        look = self._look
        around = f'fill="none" stroke="{look.halo}" stroke-width="5" stroke-opacity="0.8" stroke-linecap="round"'
        yield f'<path d="{path}" {around}/><path d="{head}" fill="{look.halo}" stroke="{look.halo}" stroke-width="3"/>'
        yield f'<path d="{path}" fill="none" stroke="{look.arrow}" stroke-width="2.4" stroke-linecap="round"/>'
        yield f'<path d="{head}" fill="{look.arrow}"/>'


def _places(grid: Grid) -> Mapping[str, tuple[int, int]]:
    """Return the row and column of each place of a board, by name."""
    places = json.loads(joined(grid.marks).get(PLACES, "{}"))
    return {name: (row, column) for name, (row, column) in places.items()}


def _letters(text: str, x: float, y: float, size: float, ink: str, style: Style | None, kind: str = "") -> str:
    """Return a text without signs as SVG; *kind* are further attributes."""
    if style is not None:
        kind += ' font-weight="bold"' if style.bold else ""
        kind += ' font-style="italic"' if style.italic else ""
        kind += ' text-decoration="line-through"' if style.strike else ""
    place = f'x="{_number(x)}" y="{_number(y)}" font-size="{_number(size)}"'
    return f'<text {place} fill="{ink}"{kind} xml:space="preserve">{escape(text)}</text>'


def _place(at: tuple[float, float]) -> str:
    return f"{_number(at[0])} {_number(at[1])}"


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
