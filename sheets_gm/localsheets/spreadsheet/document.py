"""A spreadsheet in memory: its sheets and cells, and the rollback of changes.

Cells are stored in Google's own form (`userEnteredValue`, `userEnteredFormat`, `note`, `dataValidation`), by row and
column; empty cells are not stored. Every change goes through `Document` and is recorded until the request is answered,
so a request that fails halfway leaves no trace.
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
from sheets_gm.localsheets.spreadsheet.tables import TABLES, with_heading
from sheets_gm.localsheets.spreadsheet.time_zones import zone

Cell: TypeAlias = dict[str, Any]
Place: TypeAlias = tuple[int, int]

ROWS, COLUMNS = 1000, 26
MOST_CELLS = 10_000_000
MOST_STORED = 100_000
"""The most cells of a document that hold something: whoever inserts a row waits until all of them have moved."""
MOST_WRITTEN = 50_000
"""The most cells that one request writes."""
MOST_VISITED = 200_000
"""The most cells and lines that one request goes through to write some of them."""
COMPARED = 8
"""So many areas are compared in the time that one cell takes."""


@dataclass(slots=True, eq=False)
class Sheet:
    """A sheet: its properties and objects (*meta*, as Google returns them), its cells and their values.

    *results* holds the values of formulas and *spilled* those of arrays; both are calculated and not stored. *locale*
    is that of the spreadsheet.
    """

    meta: dict[str, Any]
    cells: dict[Place, Cell] = field(default_factory=dict)
    results: dict[Place, Result] = field(default_factory=dict)
    spilled: dict[Place, Result] = field(default_factory=dict)
    locale: str = "en_US"

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
        """The positions within *area* that hold a cell or are filled by an array, row by row."""
        bottom, right = area.bottom or 0, area.right or 0
        if (bottom - area.top) * (right - area.left) < len(self.cells) + len(self.spilled):
            cells, spilled = self.cells, self.spilled
            places = ((row, column) for row in range(area.top, bottom) for column in range(area.left, right))
            return [place for place in places if place in cells or place in spilled]
        return sorted({place for held in (self.cells, self.spilled) for place in held if area.holds(place)})


@dataclass(frozen=True, slots=True)
class Removal:
    """The change by which *account* lost a document, and its time; "" stands for anyone with the link."""

    change: int
    document: str
    account: str
    time: str


@dataclass(slots=True)
class Change:
    """The state before one request: cells, sheets and properties of the document that it has changed."""

    cells: dict[Sheet, dict[Place, Cell | None]] = field(default_factory=dict)
    properties: dict[Sheet, dict[str, Any]] = field(default_factory=dict)
    added: dict[Sheet, None] = field(default_factory=dict)
    removed: dict[Sheet, None] = field(default_factory=dict)
    meta: dict[str, Any] | None = None
    lost: list[Removal] = field(default_factory=list)
    written: int = 0
    visited: int = 0
    compared: int = 0

    def visit(self, count: int) -> None:
        """Count cells or lines that the request goes through. 400 beyond `MOST_VISITED`."""
        self.visited += count
        if self.visited > MOST_VISITED:
            raise invalid(
                f"A request can go through at most {MOST_VISITED} cells or lines here. Name smaller ranges, or divide "
                "it into several."
            )

    def compare(self, count: int) -> None:
        """Count areas that the request compares."""
        self.compared += count
        if self.compared >= COMPARED:
            self.visit(self.compared // COMPARED)
            self.compared %= COMPARED

    def sheets(self) -> set[int]:
        """The ids of all changed sheets."""
        return {sheet.id for held in (self.cells, self.properties, self.added, self.removed) for sheet in held}


class Formulas(Protocol):
    """Calculates the formulas of one document."""

    def changed(self, sheet: int, row: int, column: int) -> None:
        """Called when a cell was written."""

    def begin(self) -> None:
        """Called when a request begins."""

    def update(self) -> None:
        """Recalculate what has changed since the last call."""

    def unfinished(self) -> bool:
        """Whether formulas are left to the next update."""

    def overflows(self) -> bool:
        """Whether all formulas together are too long."""

    def take_recalculated(self) -> set[int]:
        """Return the ids of the sheets that were recalculated since the last call."""


@dataclass(slots=True)
class Document:
    """A spreadsheet. *meta* holds its title, owner, permissions and times; *sheets* its sheets by sheetId.

    *follow* is called after cells have moved, and updates references to them. *formulas* calculates formulas; *engine*
    creates it for the first formula.
    """

    id: str
    meta: dict[str, Any]
    engine: Callable[[Document], Formulas]
    follow: Callable[[Document, Sheet, Shift | Cut], None]
    sheets: dict[int, Sheet] = field(default_factory=dict)
    change: Change = field(default_factory=Change)
    formulas: Formulas | None = None
    clock: Callable[[], datetime] = field(default=lambda: datetime.now(UTC))
    in_request: bool = False

    def now(self) -> datetime:
        """The current time in the spreadsheet's time zone."""
        return self.clock().astimezone(zone(self.meta["properties"].get("timeZone", "")))

    def today(self) -> date:
        """The current date in the spreadsheet's time zone."""
        return self.now().date()

    @property
    def locale(self) -> str:
        """The locale, in which numbers and dates are typed and shown."""
        return str(self.meta["properties"].get("locale", "en_US"))

    def apply_locale(self) -> None:
        """Show all sheets in the locale of the spreadsheet."""
        for sheet in self.sheets.values():
            sheet.locale = self.locale

    def ordered(self) -> list[Sheet]:
        """The sheets in order of their index."""
        return sorted(self.sheets.values(), key=lambda sheet: sheet.meta["properties"]["index"])

    def sheet(self, sheet_id: int, where: str = "") -> Sheet:
        """The sheet with this id; 400 in Google's words if there is none."""
        found = self.sheets.get(sheet_id)
        if found is None:
            raise invalid(f"{where}No grid with id: {sheet_id}")
        return found

    def sheet_titled(self, title: str) -> Sheet | None:
        """The sheet with this title, ignoring case."""
        return next((sheet for sheet in self.sheets.values() if sheet.title.lower() == title.lower()), None)

    # -- changing --------------------------------------------------------------------------------------------------

    def put(self, sheet: Sheet, place: Place, cell: Cell) -> None:
        """Replace a cell; an empty one is deleted. 400 beyond `MOST_WRITTEN`; what only takes away does not count."""
        if cell and len(cell) >= len(sheet.cells.get(place, ())):
            self.change.written += 1
            if self.change.written > MOST_WRITTEN:
                raise invalid(f"A request can write at most {MOST_WRITTEN} cells here. Divide it into several.")
        if TABLES in sheet.meta:
            cell = with_heading(sheet.meta, place, cell)
        self._put(sheet, place, cell)

    def _put(self, sheet: Sheet, place: Place, cell: Cell) -> None:
        before = self.change.cells.get(sheet)
        if before is None:
            before = self.change.cells[sheet] = {}
        if place not in before:
            before[place] = sheet.cells.get(place)
        if cell:
            sheet.cells[place] = cell
            if self.formulas is None and "formulaValue" in cell.get("userEnteredValue", ()):
                self.start_engine()
        else:
            sheet.cells.pop(place, None)
        if self.formulas is not None:
            self.formulas.changed(sheet.id, *place)

    def visit(self, count: int) -> None:
        """A request goes through *count* cells or lines. 400 beyond `MOST_VISITED`."""
        self.change.visit(count)

    def count_objects(self) -> int:
        """The number of sheets and of all objects on them."""
        return len(self.sheets) + sum(
            len(held) for sheet in self.sheets.values() for held in sheet.meta.values() if isinstance(held, list)
        )

    def require_room(self) -> None:
        """400 if more cells hold something than `MOST_STORED`."""
        if sum(len(sheet.cells) for sheet in self.sheets.values()) > MOST_STORED:
            raise invalid(f"A spreadsheet can have at most {MOST_STORED} cells that hold something here.")

    def start_engine(self) -> None:
        """Create the formula engine, unless there is one."""
        if self.formulas is None:
            self.formulas = self.engine(self)
            if self.in_request:
                self.formulas.begin()

    def begin(self) -> None:
        """A request begins, which gets the time for one recalculation."""
        self.in_request = True
        if self.formulas is not None:
            self.formulas.begin()

    def calculate(self) -> None:
        """Bring calculated values up to date."""
        if self.formulas is not None:
            self.formulas.update()

    def unfinished(self) -> bool:
        """Whether formulas still await their recalculation."""
        return self.formulas is not None and self.formulas.unfinished()

    def recalculate(self) -> set[int]:
        """Bring calculated values up to date; return the ids of the sheets recalculated since the last call."""
        self.calculate()
        return set() if self.formulas is None else self.formulas.take_recalculated()

    def snapshot(self, sheet: Sheet) -> None:
        """Record a sheet's properties and objects before they are changed."""
        if sheet not in self.change.properties:
            self.change.properties[sheet] = deepcopy(sheet.meta)

    def snapshot_meta(self) -> None:
        """Record the document's own properties before they are changed."""
        if self.change.meta is None:
            self.change.meta = deepcopy(self.meta)

    def add(self, sheet: Sheet) -> None:
        """Add a sheet."""
        self.change.added[sheet] = None
        self.sheets[sheet.id] = sheet
        sheet.locale = self.locale
        self.require_room()
        if any("formulaValue" in cell.get("userEnteredValue", ()) for cell in sheet.cells.values()):
            self.start_engine()

    def remove(self, sheet: Sheet) -> None:
        """Remove a sheet."""
        self.change.removed[sheet] = None
        del self.sheets[sheet.id]

    def shift(self, sheet: Sheet, shift: Shift) -> None:
        """Move the cells of a sheet as *shift* says, with the objects anchored to them, and update references."""
        self.snapshot(sheet)
        moves = [(place, shift.place(place)) for place in sheet.cells]
        moved = [(old, new, sheet.cells[old]) for old, new in moves if new != old]
        for old, _, _ in moved:
            self._put(sheet, old, {})
        for _, new, cell in moved:
            if new is not None:
                self._put(sheet, new, cell)
        anchored.move(sheet.meta, shift)
        self.follow(self, sheet, shift)

    def cut(self, sheet: Sheet, cut: Cut) -> None:
        """Update references after cells were cut and pasted elsewhere."""
        self.follow(self, sheet, cut)

    def rollback(self) -> None:
        """Undo everything since the last `commit`."""
        change = self.commit()
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
            self.apply_locale()

    def commit(self) -> Change:
        """Accept all changes since the last call and return them."""
        change, self.change = self.change, Change()
        return change


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
    """A GridRange as a box, with open ends at the edge of the sheet. 400 if it exceeds the grid."""
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
