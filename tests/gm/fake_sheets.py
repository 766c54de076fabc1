"""Spreadsheets in memory: the port's own fake.

It holds cells with all their aspects and applies writes as the planner means them, so a test can type into a cell,
sort rows or delete a tab, and look at what the game master makes of it.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from sheets_gm.gm.match_record.workbook import Workbook
from sheets_gm.gm.ports.sheets import (
    Inspection,
    Post,
    Protection,
    Sharing,
    TabPlan,
    TabRange,
    TabsMissing,
    WorkbookPlan,
    always,
)
from sheets_gm.kernel.forms import Typed
from sheets_gm.sheet.cleaning import spelled
from sheets_gm.sheet.grid import EMPTY, Cell, from_a1
from sheets_gm.sheet.template import Style
from sheets_gm.sheet.writes import (
    NOTE,
    PICK,
    STYLE,
    VALUE,
    Bare,
    ClearIf,
    Freeze,
    Grow,
    Mark,
    Merge,
    Once,
    Put,
    RowHeights,
    Unless,
    Write,
)

Square = dict[tuple[int, int], Cell]


@dataclass(slots=True)
class Document:
    """One document: its tabs by key, their cells, their sizes, and its protection."""

    tabs: dict[str, Square] = field(default_factory=dict)
    sizes: dict[str, tuple[int, int]] = field(default_factory=dict)
    protections: tuple[Protection, ...] = ()


@dataclass(slots=True)
class FakeSheets:
    """Any number of documents, and a count of the calls that would have gone over the wire."""

    tab_templates: dict[str, Document] = field(default_factory=dict)
    reads: int = 0
    writes: int = 0
    written: list[Write] = field(default_factory=list)

    def make(
        self,
        key: str,
        title: str,
        plan: WorkbookPlan,
        document: str | None = None,
        *,
        sharing: Sharing | None = None,
    ) -> Workbook:
        """A new document with the tabs of *plan*."""
        name = document or f"document-{len(self.tab_templates) + 1}"
        self.tab_templates[name] = Document()
        made = Workbook(key=key, document=name, tabs={}, own=document is None)
        return self.remake(self.share(made, sharing or Sharing()), plan)

    def remake(
        self,
        workbook: Workbook,
        plan: WorkbookPlan,
        *,
        gone: Sequence[str] = (),
        check: Callable[[], None] = always,
    ) -> Workbook:
        """Add the missing tabs of *plan*, move the columns of the others, and forget those that are *gone*.

        Those that are there already never shrink.
        """
        check()
        tab_template = self.tab_templates[workbook.document]
        for tab in plan.tabs:
            cells = {} if tab.emptied else tab_template.tabs.get(tab.key, {})
            tab_template.tabs[tab.key] = _moved(cells, tab.former) if tab.former else cells
            rows, columns = tab_template.sizes.get(tab.key, (0, 0))
            columns += len(tab.former) - tab.wide
            tab_template.sizes[tab.key] = (max(rows, tab.rows), max(columns, tab.columns))
        for key in gone:
            tab_template.tabs.pop(key, None)
        kept = {key: sheet for key, sheet in workbook.tabs.items() if key not in gone}
        made = workbook.but(tabs={**kept, **{tab.key: zlib.crc32(tab.key.encode()) for tab in plan.tabs}})
        self.write(made, plan.writes, plan.styles)
        if plan.protections:
            tab_template.protections = tuple(plan.protections)
        return made

    def retitle(self, workbook: Workbook, title: str) -> Workbook:
        return workbook.but(titled=title)

    def unmake(self, workbook: Workbook) -> None:
        """Throw the document away."""
        del self.tab_templates[workbook.document]

    def share(self, workbook: Workbook, sharing: Sharing) -> Workbook:
        """The document with its guests: everybody comes in."""
        guests = [guest.but(permission=guest.account or "anyone") for guest in sharing.guests]
        return workbook.but(guests=tuple(guests), shared=tuple(sorted(guest.account for guest in guests)))

    def protect(self, workbook: Workbook, protections: Sequence[Protection]) -> Workbook:
        """Remember the protection."""
        if self.tab_templates[workbook.document].protections != tuple(protections):
            self.writes += 1
            self.tab_templates[workbook.document].protections = tuple(protections)
        return workbook

    def forget(self, workbook: Workbook) -> None:
        """Nothing is known of a workbook but what it holds."""

    @property
    def is_local(self) -> bool:
        """There is no wire."""
        return True

    def inspect(
        self, workbook: Workbook, protections: Sequence[Protection], sharing: Sharing, tabs: Sequence[TabPlan]
    ) -> Inspection:
        """Nobody changes anything here."""
        return Inspection(self.protect(workbook, protections))

    def exists(self, workbook: Workbook) -> bool:
        """Whether the document is there."""
        return workbook.document in self.tab_templates

    def read(self, workbook: Workbook, wanted: Sequence[TabRange]) -> dict[str, list[list[Typed]]]:
        """The values of tabs, ragged, as a sheet hands them over."""
        self.reads += 1
        tab_template = self.tab_templates[workbook.document]
        tabs, sizes = tab_template.tabs, tab_template.sizes
        missing = [each.tab for each in wanted if each.tab not in tabs]
        if missing:
            raise TabsMissing(missing)
        return {
            each.tab: [
                *_head(tabs[each.tab], sizes[each.tab], each.head),
                *_values(tabs[each.tab], sizes[each.tab], each.top),
            ]
            for each in wanted
        }

    def posts(self, workbook: Workbook, since: str) -> Sequence[Post]:
        """Nobody comments here."""
        return ()

    def altered(self, workbook: Workbook, inputs: Sequence[Put], styles: Mapping[str, Style]) -> Sequence[Put]:
        return ()

    def stop_spilling(self, workbook: Workbook, places: Sequence[tuple[str, int, int]]) -> bool:
        """There are no formulas here."""
        return False

    def write(
        self,
        workbook: Workbook,
        writes: Sequence[Write],
        styles: Mapping[str, Style],
        protections: Sequence[Protection] | None = None,
    ) -> tuple[str, ...]:
        """Apply *writes*, all of them."""
        self.writes += 1
        if protections is not None:
            self.tab_templates[workbook.document].protections = tuple(protections)
        self.written = list(writes)
        tab_template = self.tab_templates[workbook.document]
        for write in writes:
            cells = tab_template.tabs[write.tab]
            if isinstance(write, Grow):
                rows, columns = tab_template.sizes[write.tab]
                tab_template.sizes[write.tab] = (max(rows, write.rows), max(columns, write.columns))
            elif isinstance(write, ClearIf):
                place = (write.row, write.column)
                if spelled(cells.get(place, EMPTY).value) == spelled(write.value):
                    cells[place] = cells.get(place, EMPTY)._replace(value=write.instead or None)
            elif isinstance(write, Put):
                self._put(tab_template, write)
            elif not isinstance(write, Once | Unless | RowHeights | Freeze | Merge | Mark | Bare):
                raise TypeError(f"no write: {write!r}")
        return ()

    def _put(self, tab_template: Document, put: Put) -> None:
        rows, columns = tab_template.sizes[put.tab]
        if put.row >= rows or put.column + len(put.cells) > columns:
            raise ValueError(f"{put.tab} ends at row {rows}, column {columns}: {put}")
        for at, cell in enumerate(put.cells):
            place = (put.row, put.column + at)
            old = tab_template.tabs[put.tab].get(place, EMPTY)
            tab_template.tabs[put.tab][place] = Cell(
                cell.value if put.aspects & VALUE else old.value,
                cell.style if put.aspects & STYLE else old.style,
                cell.note if put.aspects & NOTE else old.note,
                cell.pick if put.aspects & PICK else old.pick,
            )

    # -- what a person does ----------------------------------------------------------------------------------------

    def cell(self, workbook: Workbook, tab: str, address: str) -> Cell:
        """What stands at *address*."""
        return self.tab_templates[workbook.document].tabs[tab].get(from_a1(address), EMPTY)

    def type_in(self, workbook: Workbook, tab: str, address: str, value: Typed) -> None:
        """Type *value* at *address*."""
        place = from_a1(address)
        cells = self.tab_templates[workbook.document].tabs[tab]
        cells[place] = cells.get(place, EMPTY)._replace(value=value)

    def rows(self, workbook: Workbook, tab: str) -> list[list[Typed]]:
        """All values of a tab."""
        document = self.tab_templates[workbook.document]
        return _values(document.tabs[tab], document.sizes[tab], 0)

    def arrange(self, workbook: Workbook, tab: str, rows: Sequence[Sequence[Typed]]) -> None:
        """Replace all values of a tab, as sorting, inserting or deleting rows does."""
        self.tab_templates[workbook.document].tabs[tab] = {
            (row, column): Cell(value) for row, line in enumerate(rows) for column, value in enumerate(line)
        }


def _moved(cells: Square, former: Sequence[int | None]) -> Square:
    """*cells* with their columns where they belong now."""
    places = {was: now for now, was in enumerate(former) if was is not None}
    return {(row, places[column]): cell for (row, column), cell in cells.items() if column in places}


def _head(cells: Square, size: tuple[int, int], rows: int) -> list[list[Typed]]:
    """The first rows of a tab, as many as asked."""
    found = _ragged(cells, 0, min(rows, size[0]), size[1])
    return [*found, *([] for _ in range(rows - len(found)))]


def _values(cells: Square, size: tuple[int, int], top: int) -> list[list[Typed]]:
    """The rows from *top* on. Rows above are not even looked at, so a long log costs no more than its end."""
    return _ragged(cells, top, size[0], size[1])


def _ragged(cells: Square, top: int, bottom: int, right: int) -> list[list[Typed]]:
    """The values of some rows, without what is empty at the end of each and of all."""
    if len(cells) > (bottom - top) * right:  # a long log above them
        asked = ((row, column) for row in range(top, bottom) for column in range(right))
        filled = [(place, cells[place].value) for place in asked if place in cells]
    else:
        filled = [(place, cell.value) for place, cell in cells.items()]
    rows: list[list[Typed]] = []
    for (row, column), value in filled:
        if value is None or value == "" or not top <= row < bottom or column >= right:
            continue
        while len(rows) <= row - top:
            rows.append([])
        line = rows[row - top]
        if len(line) <= column:
            line.extend([""] * (column + 1 - len(line)))
        line[column] = value
    return rows
