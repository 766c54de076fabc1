"""Values of more than one cell: an area of a sheet, or an array that a function returned."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias, TypeVar

from sheets_gm.localsheets.spreadsheet.calculation.budget import Budget
from sheets_gm.localsheets.spreadsheet.calculation.coercion import order, rank
from sheets_gm.localsheets.spreadsheet.model.a1 import Box
from sheets_gm.localsheets.spreadsheet.model.calculated import CellError
from sheets_gm.localsheets.spreadsheet.model.sheet import Place, Sheet

Row: TypeAlias = list[Any]
Cached = TypeVar("Cached")

SMALLEST_CACHED = 32
MOST_CACHED = 64
SCANNED = 8
"""The number of cells that are passed over in one step."""


def cell_value(sheet: Sheet, place: Place) -> Any:
    """Return the value of a cell: number, text, boolean or `CellError`; None if it is blank."""
    cell = sheet.cells.get(place)
    held = None if cell is None else cell.get("userEnteredValue")
    if held:
        if "formulaValue" not in held:
            return next(iter(held.values()))
        result = sheet.results.get(place)
    else:
        result = sheet.spilled.get(place)
    return None if result is None else result.value


class Line:
    """A row or column of values that lookups search."""

    def __init__(self, values: Row) -> None:
        self.values = values
        self._places: dict[tuple[int, Any], int] | None = None
        self._sorted: dict[int, tuple[list[tuple[int, Any]], list[int]] | None] = {}

    def position(self, value: Any) -> int | None:
        """Return the first index of *value*, ignoring the case of texts; None if it is not there."""
        if self._places is None:
            self._places = {}
            for at, held in enumerate(self.values):
                if held is not None and not isinstance(held, CellError):
                    self._places.setdefault(order(held), at)
        return self._places.get(order(value))

    def rising(self, kind: int) -> tuple[list[tuple[int, Any]], list[int]] | None:
        """Return the values of one kind and their indexes if they are in ascending order, else None."""
        if kind not in self._sorted:
            held = [(order(value), at) for at, value in enumerate(self.values) if rank(value) == kind]
            keys = [key for key, _ in held]
            up = all(one <= other for one, other in pairwise(keys))
            self._sorted[kind] = (keys, [at for _, at in held]) if up else None
        return self._sorted[kind]


class AreaCache:
    """Caches values read from large areas while nothing changes."""

    def __init__(self) -> None:
        self._held: dict[tuple[str, int, Box], Any] = {}

    def get_or_compute(self, kind: str, area: Area, make: Callable[[], Cached]) -> Cached:
        """Return the cached value for this *kind* of *area*, or compute it with *make*."""
        key = (kind, area.sheet.id, area.box)
        if key not in self._held:
            if len(self._held) >= MOST_CACHED:
                self._held.clear()
            self._held[key] = make()
        value: Cached = self._held[key]
        return value


@dataclass(frozen=True, slots=True)
class Area:
    """The cells of a sheet within a bounded box. Reading them spends *budget*."""

    sheet: Sheet
    box: Box
    cache: AreaCache | None = None
    budget: Budget | None = None

    @property
    def height(self) -> int:
        """The number of rows."""
        return max(0, (self.box.bottom or 0) - self.box.top)

    @property
    def width(self) -> int:
        """The number of columns."""
        return max(0, (self.box.right or 0) - self.box.left)

    def at(self, row: int, column: int) -> Any:
        """Return the value of a cell, counted from the area's corner."""
        return cell_value(self.sheet, (self.box.top + row, self.box.left + column))

    def filled(self) -> Iterable[tuple[int, int, Any]]:
        """Yield row, column and value of the cells that are not blank, row by row."""
        size = min(self.height * self.width, len(self.sheet.cells) + len(self.sheet.spilled))
        if self.cache is None or self.height * self.width < SMALLEST_CACHED:
            self._spend(size)
            return self._filled()
        self._spend_once("filled", size // SCANNED)
        held = self.cache.get_or_compute("filled", self, lambda: list(self._filled()))
        self._spend(len(held))
        return iter(held)

    def _spend_once(self, kind: str, steps: int) -> None:
        if self.budget is not None:
            self.budget.spend_once((kind, self.sheet.id, self.box), steps)

    def _spend(self, steps: int) -> None:
        if self.budget is not None:
            self.budget.spend(steps)

    def _filled(self) -> Iterator[tuple[int, int, Any]]:
        top, left = self.box.top, self.box.left
        cells, results, spilled = self.sheet.cells, self.sheet.results, self.sheet.spilled
        for place in self.sheet.places_in(self.box):
            held = cells[place].get("userEnteredValue") if place in cells else None
            if held and "formulaValue" not in held:
                for value in held.values():
                    yield place[0] - top, place[1] - left, value
                continue
            result = results.get(place) if held else spilled.get(place)
            if result is not None and result.value is not None:
                yield place[0] - top, place[1] - left, result.value

    def line(self) -> Line:
        """The values of a single row or column."""
        self._spend_once("line", self.height * self.width)
        if self.cache is None:
            return Line(self._line())
        return self.cache.get_or_compute("line", self, lambda: Line(self._line()))

    def _line(self) -> Row:
        line: Row = [None] * (self.height * self.width)
        for row, column, value in self._filled():
            line[row + column] = value
        return line

    def rows(self) -> list[Row]:
        """All values, row by row."""
        self._spend(self.height * self.width)
        rows: list[Row] = [[None] * self.width for _ in range(self.height)]
        for row, column, value in self.filled():
            rows[row][column] = value
        return rows

    def part(self, top: int, left: int, height: int, width: int) -> Area:
        """A part of this area."""
        top, left = self.box.top + top, self.box.left + left
        return Area(self.sheet, Box(top, left, top + height, left + width), self.cache, self.budget)


@dataclass(frozen=True, slots=True)
class Array:
    """Values in rows of equal length, with at least one value."""

    held: list[Row]

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.held)

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.held[0])

    def at(self, row: int, column: int) -> Any:
        """One value."""
        return self.held[row][column]

    def filled(self) -> Iterator[tuple[int, int, Any]]:
        """Yield row, column and value of the values that are not blank."""
        for row, line in enumerate(self.held):
            for column, value in enumerate(line):
                if value is not None:
                    yield row, column, value

    def rows(self) -> list[Row]:
        """All values, row by row."""
        return self.held

    def line(self) -> Line:
        """The values of a single row or column."""
        return Line([value for row in self.held for value in row])

    def part(self, top: int, left: int, height: int, width: int) -> Array:
        """A part of this array."""
        return Array([line[left : left + width] for line in self.held[top : top + height]])


Many: TypeAlias = Area | Array


def turned(rows: list[Row]) -> list[Row]:
    """Return the columns of *rows* as rows."""
    return [list(line) for line in zip(*rows, strict=True)]


def many(value: Any) -> Many:
    """Return *value* as an array. A single value becomes an array of one."""
    return value if isinstance(value, Area | Array) else Array([[value]])
