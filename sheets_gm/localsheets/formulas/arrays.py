"""Many values at once: the cells of an area, or an array that a function has made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from sheets_gm.localsheets.a1 import Box
from sheets_gm.localsheets.document import Place, Sheet

Row: TypeAlias = list[Any]


def cell_value(sheet: Sheet, place: Place) -> Any:
    """What a cell comes to: number, text, boolean, `CellError`; None for a blank one."""
    cell = sheet.cells.get(place)
    held = None if cell is None else cell.get("userEnteredValue")
    if held:
        if "formulaValue" not in held:
            return next(iter(held.values()))
        result = sheet.results.get(place)
    else:
        result = sheet.spilled.get(place)
    return None if result is None else result.value


@dataclass(frozen=True, slots=True)
class Area:
    """Cells of a tab within a closed box."""

    sheet: Sheet
    box: Box

    @property
    def height(self) -> int:
        """How many rows."""
        return max(0, (self.box.bottom or 0) - self.box.top)

    @property
    def width(self) -> int:
        """How many columns."""
        return max(0, (self.box.right or 0) - self.box.left)

    def at(self, row: int, column: int) -> Any:
        """The value of a cell, counted from the area's corner."""
        return cell_value(self.sheet, (self.box.top + row, self.box.left + column))

    def filled(self) -> Iterator[tuple[int, int, Any]]:
        """Row, column and value of the cells that are not blank, row by row."""
        top, left = self.box.top, self.box.left
        for place in self.sheet.places_in(self.box):
            value = cell_value(self.sheet, place)
            if value is not None:
                yield place[0] - top, place[1] - left, value

    def rows(self) -> list[Row]:
        """All values, row by row."""
        made: list[Row] = [[None] * self.width for _ in range(self.height)]
        for row, column, value in self.filled():
            made[row][column] = value
        return made

    def part(self, top: int, left: int, height: int, width: int) -> Area:
        """An area within this one."""
        top, left = self.box.top + top, self.box.left + left
        return Area(self.sheet, Box(top, left, top + height, left + width))


@dataclass(frozen=True, slots=True)
class Array:
    """Values in rows of one length; at least one."""

    held: list[Row]

    @property
    def height(self) -> int:
        """How many rows."""
        return len(self.held)

    @property
    def width(self) -> int:
        """How many columns."""
        return len(self.held[0])

    def at(self, row: int, column: int) -> Any:
        """One value."""
        return self.held[row][column]

    def filled(self) -> Iterator[tuple[int, int, Any]]:
        """Row, column and value of what is not blank."""
        for row, line in enumerate(self.held):
            for column, value in enumerate(line):
                if value is not None:
                    yield row, column, value

    def rows(self) -> list[Row]:
        """All values, row by row."""
        return self.held

    def part(self, top: int, left: int, height: int, width: int) -> Array:
        """An array within this one."""
        return Array([line[left : left + width] for line in self.held[top : top + height]])


Many: TypeAlias = Area | Array


def many(value: Any) -> Many:
    """*value* as an array, of one value if it is one."""
    return value if isinstance(value, Area | Array) else Array([[value]])
