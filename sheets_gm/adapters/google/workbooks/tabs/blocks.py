"""Blocks of cells: the writes into single rows, as few and small requests.

Rows below one another become one request, and a style that many neighbouring cells share is written once for all of
them. A style is long compared with a value, so this makes a request several times smaller.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from sheets_gm.adapters.google.calls.api import Body
from sheets_gm.adapters.google.calls.cell_requests import CellRows, Formats, grid_range, look, put
from sheets_gm.sheet.grid import Area, Cell
from sheets_gm.sheet.writes import STYLE, Put

HEAVIEST = 100_000
"""A block of this weight gets no more rows, so that batches can be divided between blocks."""

PER_CELL = 40
"""The weight of a cell apart from its texts."""

RUN = 120
"""The weight of a part of a text with a format of its own."""

REPEAT = 210
"""The characters of a request that repeats a style, apart from the style itself."""


@dataclass(slots=True)
class _Block:
    """Rows of cells below one another that begin in the same column."""

    row: int
    column: int
    aspects: int
    rows: list[tuple[Cell, ...]] = field(default_factory=list)
    weight: int = 0


def block_requests(sheet: int, puts: Sequence[Put], formats: Formats) -> Iterator[Body]:
    """Yield the requests that write *puts* into one tab. No two of them write the same cell."""
    painted = {area: name for name, area in _areas(puts) if _is_cheaper(area, formats, name)}
    covered = {
        (row, column)
        for area in painted
        for row in range(area.top, area.bottom)
        for column in range(area.left, area.right)
    }
    for block in _blocks(_without_styles(puts, covered)):
        yield put(sheet, CellRows(block.row, block.column, block.rows, block.aspects), formats, covered)
    for area, name in painted.items():
        yield {
            "repeatCell": {
                "range": grid_range(sheet, area),
                "cell": {"userEnteredFormat": formats[name]},
                "fields": "userEnteredFormat",
            }
        }


def _without_styles(puts: Iterable[Put], covered: set[tuple[int, int]]) -> Iterator[Put]:
    """Yield *puts* without styles if all their cells are *covered*."""
    for each in puts:
        aspects = each.aspects
        if aspects & STYLE and all((each.row, each.column + at) in covered for at in range(len(each.cells))):
            aspects &= ~STYLE
        if aspects:
            yield each if aspects == each.aspects else Put(each.tab, each.row, each.column, each.cells, aspects)


def _blocks(puts: Iterable[Put]) -> Iterator[_Block]:
    """Yield *puts* as blocks of rows below one another."""
    blocks: list[_Block] = []
    growing: dict[tuple[int, int], _Block] = {}
    for each in puts:
        place = (each.column, each.aspects)
        block = growing.get(place)
        if block is None or block.row + len(block.rows) != each.row or block.weight > HEAVIEST:
            block = growing[place] = _Block(each.row, each.column, each.aspects)
            blocks.append(block)
        block.rows.append(each.cells)
        block.weight += sum(map(_weight, each.cells))
    yield from blocks


def _weight(cell: Cell) -> int:
    value = cell.value
    picks = sum(map(len, cell.pick)) + 26 * len(cell.pick) if cell.pick else 0
    runs = len(cell.runs) * RUN
    return PER_CELL + (len(value) if isinstance(value, str) else 8) + len(cell.note or "") + picks + runs


def _is_cheaper(area: Area, formats: Formats, name: str) -> bool:
    """Return whether one request for the style of all cells in *area* is smaller than the style in each of them."""
    cells, length = (area.bottom - area.top) * (area.right - area.left), formats.length(name)
    return bool(formats[name]) and REPEAT + length < cells * (length + 22)


def _areas(puts: Iterable[Put]) -> Iterator[tuple[str, Area]]:
    """Yield the cells whose styles *puts* write, as areas of one style."""
    growing: dict[tuple[int, int, str], Area] = {}
    for each in sorted((each for each in puts if each.aspects & STYLE), key=lambda each: (each.row, each.column)):
        for left, right, name in _runs(each):
            area = growing.get((left, right, name))
            if area is not None and area.bottom == each.row:
                growing[left, right, name] = area._replace(bottom=each.row + 1)
                continue
            if area is not None:
                yield name, area
            growing[left, right, name] = Area(each.row, left, each.row + 1, right)
    yield from ((name, area) for (_, _, name), area in growing.items())


def _runs(given: Put) -> Iterator[tuple[int, int, str]]:
    """Yield the first column, the column after the last, and the style of each group of cells with one style.

    Cells with formats within their texts are left out, because a later format may remove these.
    """
    column = given.column
    for name, cells in groupby(None if cell.runs else look(cell) for cell in given.cells):
        start, column = column, column + sum(1 for _ in cells)
        if name is not None:
            yield start, column, name
