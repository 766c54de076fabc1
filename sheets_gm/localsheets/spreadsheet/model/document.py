"""A spreadsheet in memory, and the rollback of changes.

Every change goes through `Document` and is recorded until the request is answered, so a request that fails halfway has
no effect.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any, Protocol

from sheets_gm.localsheets.protocol.errors import invalid
from sheets_gm.localsheets.protocol.json_text import copy_of
from sheets_gm.localsheets.spreadsheet.model import anchored
from sheets_gm.localsheets.spreadsheet.model.changes import ENTERED, MOST_WRITTEN, Change
from sheets_gm.localsheets.spreadsheet.model.sheet import Cell, Place, Sheet
from sheets_gm.localsheets.spreadsheet.model.shift import Cut, Shift
from sheets_gm.localsheets.spreadsheet.model.tables import TABLES, with_heading
from sheets_gm.localsheets.spreadsheet.model.time_zones import zone

MOST_CELLS = 10_000_000
MOST_STORED = 100_000
MOST_OBJECTS = 20_000
"""The most cells of a document that hold something: whoever inserts a row waits until all of them have moved."""


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
    """A spreadsheet. *meta* holds its title, owner, permissions and times, *sheets* its sheets by sheetId.

    *follow* is called after cells have moved, and updates references to them. *formulas* calculates formulas; *engine*
    creates it for the first formula. A document that is left for later reads its sheets only when they are needed.
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
    load: Callable[[Document], None] | None = None

    def leave_for_later(self, load: Callable[[Document], None]) -> None:
        """Make the document read its sheets with *load* when they are first needed."""
        self.load = load
        del self.sheets

    def read_sheets(self) -> None:
        """Read the sheets now, unless they are read already."""
        if self.load is not None:
            self.load(self)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            """Read the sheets if an attribute needs them that is not read yet."""
            if name != "sheets" or self.load is None:
                raise AttributeError(name)
            self.read_sheets()
            return self.sheets

    def now(self) -> datetime:
        """The current time in the spreadsheet's time zone."""
        return self.clock().astimezone(zone(self.meta["properties"].get("timeZone", "")))

    def today(self) -> date:
        """The current date in the spreadsheet's time zone."""
        return self.now().date()

    @property
    def locale(self) -> str:
        """The locale in which numbers and dates are typed and shown."""
        return str(self.meta["properties"].get("locale", "en_US"))

    def apply_locale(self) -> None:
        """Show all sheets in the locale of the spreadsheet."""
        for sheet in self.sheets.values():
            sheet.locale = self.locale

    def ordered(self) -> list[Sheet]:
        """The sheets in order of their index."""
        return sorted(self.sheets.values(), key=lambda sheet: sheet.meta["properties"]["index"])

    def sheet(self, sheet_id: int, where: str = "") -> Sheet:
        """Return the sheet with this id. Raises 400 in Google's words if there is none."""
        sheet = self.sheets.get(sheet_id)
        if sheet is None:
            raise invalid(f"{where}No grid with id: {sheet_id}")
        return sheet

    def sheet_titled(self, title: str) -> Sheet | None:
        """The sheet with this title, ignoring case."""
        return next((sheet for sheet in self.sheets.values() if sheet.title.lower() == title.lower()), None)

    # -- changing --------------------------------------------------------------------------------------------------

    def put(self, sheet: Sheet, place: Place, cell: Cell) -> None:
        """Replace a cell; an empty one is deleted. Raises 400 beyond `MOST_WRITTEN`; deletions do not count."""
        if cell and len(cell) >= len(sheet.cells.get(place, ())):
            self.change.written += ENTERED if "formulaValue" in cell.get("userEnteredValue", ()) else 1
            if self.change.written > MOST_WRITTEN:
                raise invalid(
                    f"A request can write at most {MOST_WRITTEN} cells here, and a formula counts as {ENTERED}. "
                    "Divide it into several."
                )
        self.rewrite(sheet, place, cell)

    def rewrite(self, sheet: Sheet, place: Place, cell: Cell) -> None:
        """Replace a cell whose references have moved. It counts as a rewritten cell."""
        if TABLES in sheet.meta:
            cell = with_heading(sheet.meta, place, cell)
        self._put(sheet, place, cell)

    def _put(self, sheet: Sheet, place: Place, cell: Cell) -> None:
        before = self.change.cells.get(sheet)
        if before is None:
            before = self.change.cells[sheet] = {}
        if place not in before:
            before[place] = sheet.cells.get(place)
        if sheet.read_before:
            sheet.read_before.clear()
        if cell:
            sheet.cells[place] = cell
            if self.formulas is None and "formulaValue" in cell.get("userEnteredValue", ()):
                self.start_engine()
        else:
            sheet.cells.pop(place, None)
        if self.formulas is not None:
            self.formulas.changed(sheet.id, *place)

    def visit(self, count: int) -> None:
        """Count *count* cells or lines that a request visits. Raises 400 beyond `MOST_VISITED`."""
        self.change.visit(count)

    def count_objects(self) -> int:
        """The number of sheets and of all objects on them."""
        return len(self.sheets) + sum(
            len(held) for sheet in self.sheets.values() for held in sheet.meta.values() if isinstance(held, list)
        )

    def require_room(self) -> None:
        """Raise 400 if more than `MOST_STORED` cells are filled, or there are more than `MOST_OBJECTS` objects."""
        if self.count_objects() > MOST_OBJECTS:
            raise invalid(
                f"A spreadsheet can have at most {MOST_OBJECTS} objects here: sheets, rules, charts, filter views, "
                "protected, merged and named ranges."
            )
        if sum(len(sheet.cells) for sheet in self.sheets.values()) > MOST_STORED:
            raise invalid(f"A spreadsheet can have at most {MOST_STORED} cells that hold something here.")

    def start_engine(self) -> None:
        """Create the formula engine, unless there is one."""
        if self.formulas is None:
            self.formulas = self.engine(self)
            if self.in_request:
                self.formulas.begin()

    def begin(self) -> None:
        """Note that a request begins, which gets the time for one recalculation."""
        self.in_request = True
        if self.formulas is not None:
            self.formulas.begin()

    def calculate(self) -> None:
        """Bring calculated values up to date."""
        if self.formulas is not None:
            self.formulas.update()

    def unfinished(self) -> bool:
        """Whether formulas still wait for recalculation."""
        return self.formulas is not None and self.formulas.unfinished()

    def recalculate(self) -> set[int]:
        """Update calculated values. Returns the ids of the sheets recalculated since the last call."""
        self.calculate()
        return set() if self.formulas is None else self.formulas.take_recalculated()

    def snapshot(self, sheet: Sheet) -> None:
        """Record a sheet's properties and objects before they change."""
        if sheet not in self.change.properties:
            self.change.properties[sheet] = copy_of(sheet.meta)

    def snapshot_meta(self) -> None:
        """Record the document's own properties before they change."""
        if self.change.meta is None:
            self.change.meta = copy_of(self.meta)

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
        """Move the cells of a sheet by *shift*, with the objects anchored to them, and update references."""
        self.snapshot(sheet)
        moves = [(place, shift.place(place)) for place in sheet.cells]
        moved = [(old, new, sheet.cells[old]) for old, new in moves if new != old]
        self.change.moved += len(moved)
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
            sheet.read_before.clear()
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
