"""A spreadsheet in memory: tabs, cells, protection, and how a change is taken back.

Laws: cells are kept in Google's own form (`userEnteredValue`, `userEnteredFormat`, `note`, `dataValidation`), by row
and column; an empty cell is not kept at all. Every change goes through here and is remembered until the request is
answered, so a request that fails half way leaves nothing behind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any, Protocol, TypeAlias

from sheets_gm.localsheets.protocol.errors import invalid
from sheets_gm.localsheets.spreadsheet import anchored
from sheets_gm.localsheets.spreadsheet.a1 import Box
from sheets_gm.localsheets.spreadsheet.calculated import Result
from sheets_gm.localsheets.spreadsheet.shift import Cut, Shift
from sheets_gm.localsheets.spreadsheet.time_zones import zone

Cell: TypeAlias = dict[str, Any]
Place: TypeAlias = tuple[int, int]

ROWS, COLUMNS = 1000, 26
MOST_CELLS = 10_000_000


@dataclass(slots=True, eq=False)
class Sheet:
    """One tab: its properties and what hangs on it (*meta*, as Google answers it), its cells, what they come to.

    *results* holds what formulas come to, *spilled* what arrays fill; they are worked out, not kept.
    """

    meta: dict[str, Any]
    cells: dict[Place, Cell] = field(default_factory=dict)
    results: dict[Place, Result] = field(default_factory=dict)
    spilled: dict[Place, Result] = field(default_factory=dict)

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

    def places_in(self, area: Box) -> list[Place]:
        """The cells within *area* that are not empty or that an array fills, row by row."""
        bottom, right = area.bottom or 0, area.right or 0
        if (bottom - area.top) * (right - area.left) < len(self.cells) + len(self.spilled):
            cells, spilled = self.cells, self.spilled
            places = ((row, column) for row in range(area.top, bottom) for column in range(area.left, right))
            return [place for place in places if place in cells or place in spilled]
        return sorted({place for held in (self.cells, self.spilled) for place in held if area.holds(place)})


@dataclass(frozen=True, slots=True)
class Removal:
    """By the change with this number, at this time, *account* has lost a document; "" is whoever had the link."""

    change: int
    document: str
    account: str
    time: str


@dataclass(slots=True)
class Change:
    """What one request has changed so far, and how it was before: cells, tabs, the document's own properties."""

    cells: dict[Sheet, dict[Place, Cell | None]] = field(default_factory=dict)
    properties: dict[Sheet, dict[str, Any]] = field(default_factory=dict)
    added: dict[Sheet, None] = field(default_factory=dict)
    removed: dict[Sheet, None] = field(default_factory=dict)
    meta: dict[str, Any] | None = None
    lost: list[Removal] = field(default_factory=list)

    def sheets(self) -> set[int]:
        """The ids of all tabs that something has changed in."""
        return {sheet.id for held in (self.cells, self.properties, self.added, self.removed) for sheet in held}


class Formulas(Protocol):
    """What works out the formulas of one document."""

    def changed(self, sheet: int, row: int, column: int) -> None:
        """A cell has been written."""

    def update(self) -> None:
        """Work out whatever has to be, since the last time."""

    def told(self) -> set[int]:
        """The tabs where something was worked out since the last time this was asked."""


@dataclass(slots=True)
class Document:
    """A spreadsheet. *meta* holds its title, owner, permissions and times; *sheets* its tabs by sheetId.

    *follow* is told after cells of a tab have moved, and lets references to them go along. *formulas* works out what
    formulas come to: *engine* makes it once the document has had one.
    """

    id: str
    meta: dict[str, Any]
    engine: Callable[[Document], Formulas]
    follow: Callable[[Document, Sheet, Shift | Cut], None]
    sheets: dict[int, Sheet] = field(default_factory=dict)
    change: Change = field(default_factory=Change)
    formulas: Formulas | None = None
    clock: Callable[[], datetime] = field(default=lambda: datetime.now(UTC))

    def now(self) -> datetime:
        """The time it is in the spreadsheet's time zone."""
        return self.clock().astimezone(zone(self.meta["properties"].get("timeZone", "")))

    def today(self) -> date:
        """The day it is in the spreadsheet's time zone."""
        return self.now().date()

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
        before = self.change.cells.get(sheet)
        if before is None:
            before = self.change.cells[sheet] = {}
        if place not in before:
            before[place] = sheet.cells.get(place)
        if cell:
            sheet.cells[place] = cell
            if self.formulas is None and "formulaValue" in cell.get("userEnteredValue", ()):
                self.has_formulas()
        else:
            sheet.cells.pop(place, None)
        if self.formulas is not None:
            self.formulas.changed(sheet.id, *place)

    def has_formulas(self) -> None:
        """Say that the document holds formulas, so that they are worked out from now on."""
        if self.formulas is None:
            self.formulas = self.engine(self)

    def calculate(self) -> None:
        """Work out what formulas come to, as far as something has changed for them."""
        if self.formulas is not None:
            self.formulas.update()

    def recalculated(self) -> set[int]:
        """Work out what has changed, and answer the ids of the tabs where formulas were worked out since last asked."""
        self.calculate()
        return set() if self.formulas is None else self.formulas.told()

    def touch(self, sheet: Sheet) -> None:
        """Remember a tab's properties and what hangs on it, before they are changed."""
        if sheet not in self.change.properties:
            self.change.properties[sheet] = deepcopy(sheet.meta)

    def touch_meta(self) -> None:
        """Remember the document's own properties before they are changed."""
        if self.change.meta is None:
            self.change.meta = deepcopy(self.meta)

    def add(self, sheet: Sheet) -> None:
        """Add a tab."""
        self.change.added[sheet] = None
        self.sheets[sheet.id] = sheet
        if any("formulaValue" in cell.get("userEnteredValue", ()) for cell in sheet.cells.values()):
            self.has_formulas()

    def remove(self, sheet: Sheet) -> None:
        """Remove a tab."""
        self.change.removed[sheet] = None
        del self.sheets[sheet.id]

    def shift(self, sheet: Sheet, shift: Shift) -> None:
        """Let cells of a tab move as *shift* says, and all that hangs on them; references go along."""
        self.touch(sheet)
        moves = [(place, shift.place(place)) for place in sheet.cells]
        moved = [(old, new, sheet.cells[old]) for old, new in moves if new != old]
        for old, _, _ in moved:
            self.put(sheet, old, {})
        for _, new, cell in moved:
            if new is not None:
                self.put(sheet, new, cell)
        anchored.carry(sheet.meta, shift)
        self.follow(self, sheet, shift)

    def cut(self, sheet: Sheet, cut: Cut) -> None:
        """Let references follow cells of a tab that have gone elsewhere."""
        self.follow(self, sheet, cut)

    def take_back(self) -> None:
        """Undo everything since the last `settle`."""
        change = self.settle()
        for sheet in change.added:
            if self.sheets.get(sheet.id) is sheet:
                del self.sheets[sheet.id]
        for sheet in change.removed:
            if sheet not in change.added:
                self.sheets[sheet.id] = sheet
        for sheet, cells in change.cells.items():
            for place, cell in cells.items():
                if cell is None:
                    sheet.cells.pop(place, None)
                else:
                    sheet.cells[place] = cell
                if self.formulas is not None:
                    self.formulas.changed(sheet.id, *place)
        for sheet, meta in change.properties.items():
            sheet.meta = meta
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
    if min(area.top, area.left, area.bottom or 0, area.right or 0) < 0:
        raise invalid("GridRange indexes must be >= 0")
    if area.top >= rows or area.left >= columns or (area.bottom or 0) > rows or (area.right or 0) > columns:
        raise invalid(f"GridRange ({sheet.title}!) exceeds grid limits. Max rows: {rows}, max columns: {columns}")
    if area.top >= (area.bottom or 0) or area.left >= (area.right or 0):
        raise invalid("GridRange end indexes must be greater than its start indexes")
    return area
