"""The letters of a board: names of places small and grey, pieces large and bold, as runs in the texts of its cells.

A game writes what is on a place, and the template has one look for the whole cell. If the text begins with the name of
the place, the name becomes grey, in a shade that is readable on the cell's fill. The piece, after the name or instead
of it, becomes large if there is room: all of it, or its first line. It is only the first line if the cell's letters are
smaller than those of a name. Without room it keeps the look of its cell.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from sheets_gm.sheet.drawn import Same
from sheets_gm.sheet.grid import EMPTY, Area, Cell, Grid, Row, Run
from sheets_gm.sheet.marks import PIECES, PLACES, TOKENS, joined
from sheets_gm.sheet.picture.looks import READABLE, contrast
from sheets_gm.sheet.picture.text import lines
from sheets_gm.sheet.template import Style, TabTemplate, style_at

PLACE_STYLES = ("coordinate", "coordinate.dark", "coordinate.light")
"""The styles of the name of a place, the palest first; the last is for dark fills."""

PIECE = "piece"
"""The style of a piece."""

POINT = 4 / 3
"""The pixels of a point."""

LINE = 1.2
"""The height of a line, in sizes of its letters."""

PLAIN_SIZE = 10
"""The points of letters whose style does not say."""

WIDTH = 100
"""The pixels of a column whose template does not say."""

PADDING = 6
"""Pixels of a cell's width that are not available to its text."""

MOST_BOARDS = 16
"""How many boards are cached, because each turn of a match is compared with the last one."""

UNLIMITED = 1000
"""The height of a row that grows with its text."""


class Room(NamedTuple):
    """The place of a cell on the sheet, and the width and height of its text in pixels."""

    row: int
    column: int
    width: int
    height: int


class Look(NamedTuple):
    """How the letters of a cell look: the style of the place's name, and the sizes of its own letters and of a piece in
    points.

    *whole*: all lines of a piece may be large.
    """

    place: str
    own: int
    piece: int
    whole: bool


def with_lettering(
    last: tuple[Any, Any] | None, grid: Grid, tab_template: TabTemplate, styles: Mapping[str, Style]
) -> Grid:
    """Return the board *grid* of a game, with the letters of places and pieces. *styles* are those of the template.

    *last* is the input and the result of the last call: a row that has not changed is used again.
    """
    board = _board(Same(grid), Same(tab_template))
    if board is None:
        return grid
    drawn_rows, gone = _known(last, board, (tab_template, styles))
    looks = _looks(Same(styles))
    rows = list(grid.rows)
    for at, here in board.rooms.items():
        if at >= len(rows):
            continue
        if at < len(drawn_rows) and at not in gone and drawn_rows[at][0] == rows[at]:
            rows[at] = drawn_rows[at][1]
            continue
        row = [*rows[at]]
        for name, room, is_own in here:
            cell = row[room.column] if room.column < len(row) else EMPTY
            if not cell.value:
                continue
            look = looks.get(cell.style) or looks.setdefault(cell.style, _look(styles, cell.style))
            row[room.column] = _lettered(cell, name, room if is_own else None, look, name in board.held)
        rows[at] = tuple(row)
    return grid._replace(rows=tuple(rows))


class _Board(NamedTuple):
    """A board, read from its marks: for each row the places with their cells, and the places with a piece."""

    rooms: Mapping[int, Sequence[tuple[str, Room, bool]]]
    held: frozenset[str]


@lru_cache(maxsize=MOST_BOARDS)
def _board(shown: Same, templated: Same) -> _Board | None:
    """Return the board that a grid shows with its template; None if it shows none."""
    grid: Grid = shown.value
    tab_template: TabTemplate = templated.value
    marks = joined(tuple(mark for mark in grid.marks if mark[0].startswith((PLACES, PIECES, TOKENS))))
    if PLACES not in marks:
        return None
    pieces = json.loads(marks[PIECES]).values() if PIECES in marks else ()
    held = frozenset((*pieces, *(json.loads(marks[TOKENS]) if TOKENS in marks else ())))
    corners = _corners(marks[PLACES])
    merges = tuple([area for area in grid.merges if area[:2] in corners])
    shape = (tab_template.widths, tab_template.heights, tab_template.height)
    return _Board(_rooms(marks[PLACES], merges, *shape), held)


def _known(
    last: tuple[Any, Any] | None, board: _Board, looks: tuple[TabTemplate, Mapping[str, Style]]
) -> tuple[Sequence[tuple[Row, Row]], Collection[int]]:
    """Return the rows of the *last* board with their results, and the rows in which pieces have come or gone since."""
    if last is None:
        return (), ()
    (grid, *others), lettered = last
    before = _board(grid, Same(looks[0]))
    if (
        before is None
        or before.rooms is not board.rooms
        or any(a.value is not b for a, b in zip(others, looks, strict=True))
    ):
        return (), ()
    changed = before.held ^ board.held
    gone = {at for at, here in board.rooms.items() for name, _, _ in here if name in changed}
    return list(zip(grid.value.rows, lettered.rows, strict=True)), gone


@lru_cache(maxsize=64)
def _corners(places: str) -> frozenset[tuple[int, int]]:
    """Return the cells of *places* and the cells above them."""
    cells = [(row, column) for row, column in json.loads(places).values()]
    return frozenset((*cells, *((row - 1, column) for row, column in cells)))


@lru_cache(maxsize=64)
def _rooms(
    places: str, merges: Sequence[Area], widths: Sequence[int], heights: Sequence[int], height: int | None
) -> Mapping[int, Sequence[tuple[str, Room, bool]]]:
    """Return each place by row, with its own cell (True), and with the one above, where a game may write its name."""
    areas = {(area.top, area.left): area for area in merges}
    cells_by_place: Mapping[str, tuple[int, int]] = {
        name: (row, column) for name, (row, column) in json.loads(places).items()
    }

    def room(row: int, column: int) -> Room:
        area = areas.get((row, column)) or Area(row, column, row + 1, column + 1)
        down = (heights[at] if at < len(heights) else height or UNLIMITED for at in range(area.top, area.bottom))
        wide = (widths[at] if at < len(widths) else WIDTH for at in range(area.left, area.right))
        return Room(row, column, sum(wide) - PADDING, sum(down))

    taken = {*cells_by_place.values()}
    rooms: dict[int, list[tuple[str, Room, bool]]] = {}
    for name, (row, column) in cells_by_place.items():
        rooms.setdefault(row, []).append((name, room(row, column), True))
        if row and (row - 1, column) not in taken:
            rooms.setdefault(row - 1, []).append((name, room(row - 1, column), False))
    return rooms


@lru_cache(maxsize=64)
def _looks(_styles: Same) -> dict[str, Look]:
    """Return an empty cache for the looks of cells by style, in one template."""
    return {}


def _look(styles: Mapping[str, Style], name: str) -> Look:
    """Return how the letters of a cell with the style *name* look."""
    own_style = style_at(styles, name)
    behind = own_style.fill or "#ffffff"
    clear = {each: contrast(style_at(styles, each).ink or "#000000", behind) for each in PLACE_STYLES}
    place = next((each for each in PLACE_STYLES if clear[each] >= READABLE), max(PLACE_STYLES, key=clear.__getitem__))
    points, least, most = (
        style.size or PLAIN_SIZE for style in (own_style, style_at(styles, place), style_at(styles, PIECE))
    )
    return Look(place, points, most, points >= least)


@lru_cache(maxsize=16384)
def _lettered(cell: Cell, name: str, room: Room | None, look: Look, is_held: bool) -> Cell:
    """Return the *cell* of the place *name* with runs, or unchanged. *room* is that of a piece (None: no piece)."""
    text = cell.value
    if not isinstance(text, str) or not text or cell.runs or cell.typed or cell.link:
        return cell
    is_named = text.startswith(name) and not text[len(name) : len(name) + 1].isalnum()
    if not is_named:
        return cell._replace(runs=_piece_runs(text, 0, room, look)) if room is not None else cell
    start = len(name)
    rest = _piece_runs(text, start, room, look) if is_held and room is not None else ()
    return cell._replace(runs=(Run(0, look.place), *(rest or ((Run(start),) if text[start:].strip() else ()))))


def _piece_runs(text: str, start: int, room: Room, look: Look) -> tuple[Run, ...]:
    """Return the runs of a piece in *text* from *start* on: all of it or its first line if there is room; else none."""
    first, line, rest = text.partition("\n")
    if (look.whole or not line) and _height(text, room.width, look.piece) <= room.height:
        return (Run(start, PIECE),)
    if line and _height(first, room.width, look.piece) + _height(rest, room.width, look.own) <= room.height:
        return (Run(start, PIECE), Run(len(first))) if start < len(first) else ()
    return ()


def _height(text: str, width: int, points: int) -> float:
    """Return the height of *text* in bold letters, broken into lines of *width*."""
    size = points * POINT
    return len(lines(text, width, size, bold=True)) * size * LINE
