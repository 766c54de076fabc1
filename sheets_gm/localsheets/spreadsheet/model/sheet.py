"""A sheet in memory: its properties and objects, its cells, and their calculated values.

Cells are stored in Google's own form (`userEnteredValue`, `userEnteredFormat`, `note`, `dataValidation`), by row and
column. Empty cells are not stored.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from sheets_gm.localsheets.protocol.errors import invalid
from sheets_gm.localsheets.spreadsheet.model.a1 import Box
from sheets_gm.localsheets.spreadsheet.model.calculated import Result

Cell: TypeAlias = dict[str, Any]
Place: TypeAlias = tuple[int, int]
ROWS, COLUMNS = 1000, 26


@dataclass(slots=True, eq=False)
class Sheet:
    """A sheet: its properties and objects (*meta*, as Google returns them), its cells and their values.

    *results* holds the values of formulas and *spilled* those of arrays; both are calculated and not stored. *locale*
    is that of the spreadsheet. *read_before* caches values as they were last read; a change of a cell clears it.
    """

    meta: dict[str, Any]
    cells: dict[Place, Cell] = field(default_factory=dict)
    results: dict[Place, Result] = field(default_factory=dict)
    spilled: dict[Place, Result] = field(default_factory=dict)
    locale: str = "en_US"
    read_before: dict[Hashable, tuple[list[list[Any]], int]] = field(default_factory=dict)

    @property
    def id(self) -> int:
        """The sheet's sheetId."""
        return int(self.meta["properties"]["sheetId"])

    @property
    def title(self) -> str:
        """The sheet's title."""
        return str(self.meta["properties"]["title"])

    @property
    def size(self) -> tuple[int, int]:
        """The number of rows and columns."""
        grid = self.meta["properties"]["gridProperties"]
        return grid["rowCount"], grid["columnCount"]

    def values_in(self, area: Box) -> Iterator[tuple[Place, Cell]]:
        """The non-empty cells within *area*."""
        bottom, right = area.bottom or 0, area.right or 0
        if (bottom - area.top) * (right - area.left) < len(self.cells):
            for row in range(area.top, bottom):
                for column in range(area.left, right):
                    cell = self.cells.get((row, column))
                    if cell is not None:
                        yield (row, column), cell
            return
        for (row, column), cell in self.cells.items():
            if area.top <= row < bottom and area.left <= column < right:
                yield (row, column), cell

    def places_in(self, area: Box) -> list[Place]:
        """Return the positions within *area* that hold a cell or are filled by an array, row by row."""
        bottom, right = area.bottom or 0, area.right or 0
        if (bottom - area.top) * (right - area.left) < len(self.cells) + len(self.spilled):
            cells, spilled = self.cells, self.spilled
            places = ((row, column) for row in range(area.top, bottom) for column in range(area.left, right))
            return [place for place in places if place in cells or place in spilled]
        return sorted({place for held in (self.cells, self.spilled) for place in held if area.holds(place)})


def new_sheet(sheet_id: int, title: str, index: int, rows: int = ROWS, columns: int = COLUMNS) -> Sheet:
    """An empty sheet."""
    return Sheet(
        {
            "properties": {
                "sheetId": sheet_id,
                "title": title,
                "index": index,
                "sheetType": "GRID",
                "gridProperties": {"rowCount": rows, "columnCount": columns},
            }
        }
    )


def box_of(grid_range: dict[str, Any], sheet: Sheet) -> Box:
    """Return a GridRange as a box, with open ends at the edge of the sheet. Raises 400 if it exceeds the grid."""
    rows, columns = sheet.size
    area = Box(
        grid_range.get("startRowIndex", 0),
        grid_range.get("startColumnIndex", 0),
        grid_range.get("endRowIndex", rows),
        grid_range.get("endColumnIndex", columns),
    )
    if min(area.top, area.left, area.bottom or 0, area.right or 0) < 0:
        raise invalid("GridRange indexes must be >= 0")
    if area.top >= rows or area.left >= columns or (area.bottom or 0) > rows or (area.right or 0) > columns:
        raise invalid(f"GridRange ({sheet.title}!) exceeds grid limits. Max rows: {rows}, max columns: {columns}")
    if area.top >= (area.bottom or 0) or area.left >= (area.right or 0):
        raise invalid("GridRange end indexes must be greater than its start indexes")
    return area
