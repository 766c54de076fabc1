"""A spreadsheet in memory: tabs, cells, protection, and how a change is taken back.

Laws: cells are kept in Google's own form (`userEnteredValue`, `userEnteredFormat`, `note`, `dataValidation`), by row
and column; an empty cell is not kept at all. Every change goes through here and is remembered until the request is
answered, so a request that fails half way leaves nothing behind.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from sheets_gm.localsheets.a1 import Box
from sheets_gm.localsheets.errors import invalid

Cell: TypeAlias = dict[str, Any]
Place: TypeAlias = tuple[int, int]

ROWS, COLUMNS = 1000, 26
MOST_CELLS = 10_000_000


@dataclass(slots=True)
class Sheet:
    """One tab: its properties and what hangs on it (*meta*, as Google answers it), and its cells."""

    meta: dict[str, Any]
    cells: dict[Place, Cell] = field(default_factory=dict)

    @property
    def id(self) -> int:
        """The tab's sheetId."""
        return int(self.meta["properties"]["sheetId"])

    @property
    def title(self) -> str:
        """The tab's title."""
        return str(self.meta["properties"]["title"])

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns."""
        grid = self.meta["properties"]["gridProperties"]
        return grid["rowCount"], grid["columnCount"]

    def values_in(self, area: Box) -> Iterator[tuple[Place, Cell]]:
        """The cells within *area* that are not empty."""
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


@dataclass(slots=True)
class Change:
    """What one request has changed so far: the cells as they were, and the whole of what was changed as a whole."""

    cells: dict[tuple[int, Place], Cell | None] = field(default_factory=dict)
    sheets: dict[int, Sheet] = field(default_factory=dict)
    added: list[int] = field(default_factory=list)
    meta: dict[str, Any] | None = None
    whole: set[int] = field(default_factory=set)


@dataclass(slots=True)
class Document:
    """A spreadsheet. *meta* holds its title, owner, permissions and times; *sheets* its tabs by sheetId."""

    id: str
    meta: dict[str, Any]
    sheets: dict[int, Sheet] = field(default_factory=dict)
    change: Change = field(default_factory=Change)

    def ordered(self) -> list[Sheet]:
        """The tabs from left to right."""
        return sorted(self.sheets.values(), key=lambda sheet: sheet.meta["properties"]["index"])

    def sheet(self, sheet_id: int, where: str = "") -> Sheet:
        """The tab with this id; 400 in Google's words where there is none."""
        found = self.sheets.get(sheet_id)
        if found is None:
            raise invalid(f"{where}No grid with id: {sheet_id}")
        return found

    def named(self, title: str) -> Sheet | None:
        """The tab called *title*, in whatever case."""
        return next((sheet for sheet in self.sheets.values() if sheet.title.lower() == title.lower()), None)

    # -- changing --------------------------------------------------------------------------------------------------

    def put(self, sheet: Sheet, place: Place, cell: Cell) -> None:
        """Replace a cell; an empty one is removed."""
        key = (sheet.id, place)
        if key not in self.change.cells:
            self.change.cells[key] = sheet.cells.get(place)
        if cell:
            sheet.cells[place] = cell
        else:
            sheet.cells.pop(place, None)

    def touch(self, sheet: Sheet) -> None:
        """Remember a tab's properties and what hangs on it, before they are changed."""
        if sheet.id not in self.change.sheets:
            self.change.sheets[sheet.id] = Sheet(deepcopy(sheet.meta), sheet.cells)

    def rearrange(self, sheet: Sheet, cells: dict[Place, Cell]) -> None:
        """Replace all cells of a tab at once, as moving rows does."""
        self.touch(sheet)
        before = self.change.sheets[sheet.id]
        if sheet.id not in self.change.whole:
            before.cells = dict(sheet.cells)
            for (sheet_id, place), cell in self.change.cells.items():
                if sheet_id == sheet.id:
                    if cell is None:
                        before.cells.pop(place, None)
                    else:
                        before.cells[place] = cell
            self.change.whole.add(sheet.id)
        sheet.cells = cells

    def touch_meta(self) -> None:
        """Remember the document's own properties before they are changed."""
        if self.change.meta is None:
            self.change.meta = deepcopy(self.meta)

    def add(self, sheet: Sheet) -> None:
        """Add a tab."""
        self.change.added.append(sheet.id)
        self.sheets[sheet.id] = sheet

    def remove(self, sheet: Sheet) -> None:
        """Remove a tab."""
        self.touch(sheet)
        self.change.sheets[sheet.id] = Sheet(self.change.sheets[sheet.id].meta, dict(sheet.cells))
        self.change.whole.add(sheet.id)
        del self.sheets[sheet.id]

    def take_back(self) -> None:
        """Undo everything since the last `settle`."""
        change = self.change
        self.change = Change()
        for (sheet_id, place), cell in change.cells.items():
            sheet = self.sheets.get(sheet_id)
            if sheet is None or sheet_id in change.whole:
                continue
            if cell is None:
                sheet.cells.pop(place, None)
            else:
                sheet.cells[place] = cell
        for sheet_id, before in change.sheets.items():
            now = self.sheets.get(sheet_id)
            if sheet_id in change.whole or now is None:
                self.sheets[sheet_id] = Sheet(before.meta, before.cells)
            else:
                now.meta = before.meta
        for sheet_id in change.added:
            self.sheets.pop(sheet_id, None)
        if change.meta is not None:
            self.meta = change.meta

    def settle(self) -> Change:
        """What has changed since the last time, which now stands."""
        change, self.change = self.change, Change()
        return change


def new_sheet(sheet_id: int, title: str, index: int, rows: int = ROWS, columns: int = COLUMNS) -> Sheet:
    """An empty tab."""
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
    """A GridRange on its tab, its open ends at the tab's edge. 400 where it lies beyond."""
    rows, columns = sheet.size
    area = Box(
        grid_range.get("startRowIndex", 0),
        grid_range.get("startColumnIndex", 0),
        grid_range.get("endRowIndex", rows),
        grid_range.get("endColumnIndex", columns),
    )
    if area.top >= rows or area.left >= columns or (area.bottom or 0) > rows or (area.right or 0) > columns:
        raise invalid(f"GridRange ({sheet.title}!) exceeds grid limits. Max rows: {rows}, max columns: {columns}")
    return area
