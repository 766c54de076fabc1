"""What the owner of a spreadsheet does to it, whom no protection stops: moving, overwriting, deleting, unsharing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from sheets_gm.adapters.google.calls.api import DRIVE, Body, batch_update
from sheets_gm.adapters.google.calls.cell_requests import grid_range, value_at
from sheets_gm.gm.match_record.workbook import Workbook
from sheets_gm.gm.ports.sheets import SheetsRefused
from sheets_gm.localsheets.batch_update.sheet_objects.conditional_formats import RULES
from sheets_gm.localsheets.spreadsheet.model.sheet import Sheet
from tests.simulation.blueprint import STRANGER, SYNC
from tests.simulation.ledger import Ledger
from tests.simulation.people import People
from tests.simulation.texts import HOSTILE, LOCALES
from tests.simulation.world import World


@dataclass(frozen=True)
class Tab:
    """A tab that somebody does something to, and the luck of it."""

    book: Workbook
    key: str
    sheet: Sheet
    luck: Random

    @property
    def id(self) -> int:
        """Its sheet id."""
        return self.sheet.id

    def lines(self, dimension: str) -> Body:
        """One or two rows or columns, also above the headings."""
        size = self.sheet.size[dimension == "COLUMNS"]
        start = self.luck.randrange(min(size - 1, 12 if dimension == "ROWS" else 8))
        end = start + self.luck.choice([1, 1, 2])
        return {"sheetId": self.id, "dimension": dimension, "startIndex": start, "endIndex": min(end, size - 1)}


def _sort(tab: Tab) -> list[Body]:
    rows, columns = tab.sheet.size
    order = tab.luck.choice(["ASCENDING", "DESCENDING"])
    left = tab.luck.choice([0, 0, 0, 2])
    spec = {"dimensionIndex": tab.luck.randrange(left, max(min(columns, 6), left + 1)), "sortOrder": order}
    return [{"sortRange": {"range": grid_range(tab.id, (3, left, rows, columns)), "sortSpecs": [spec]}}]


def _insert(dimension: str) -> Callable[[Tab], list[Body]]:
    return lambda tab: [{"insertDimension": {"range": tab.lines(dimension), "inheritFromBefore": False}}]


def _delete(dimension: str) -> Callable[[Tab], list[Body]]:
    return lambda tab: [{"deleteDimension": {"range": tab.lines(dimension)}}]


def _properties(tab: Tab, **changed: Any) -> list[Body]:
    changes = {"properties": {"sheetId": tab.id, **changed}, "fields": ",".join(changed)}
    return [{"updateSheetProperties": changes}]


def _rename(tab: Tab) -> list[Body]:
    return _properties(tab, title=f"{tab.luck.choice(['mine', 'Täb', '🐟', 'Orders'])} {tab.luck.randrange(99)}")


def _move(tab: Tab) -> list[Body]:
    return _properties(tab, index=tab.luck.randrange(4))


def _hide(tab: Tab) -> list[Body]:
    return _properties(tab, hidden=True)


def _hide_lines(tab: Tab) -> list[Body]:
    hidden = {"properties": {"hiddenByUser": True}, "fields": "hiddenByUser"}
    return [{"updateDimensionProperties": {"range": tab.lines(tab.luck.choice(["ROWS", "COLUMNS"])), **hidden}}]


def _delete_colours(tab: Tab) -> list[Body]:
    return [{"deleteConditionalFormatRule": {"sheetId": tab.id, "index": 0}}] if tab.sheet.meta.get(RULES) else []


def _cover(tab: Tab) -> list[Body]:
    """Put a chart over a tab."""
    place = {"overlayPosition": {"anchorCell": {"sheetId": tab.id, "rowIndex": 0, "columnIndex": 0}}}
    return [{"addChart": {"chart": {"spec": {"title": "mine", "basicChart": {}}, "position": place}}}]


def _uncover(tab: Tab) -> list[Body]:
    return [{"deleteEmbeddedObject": {"objectId": each["chartId"]}} for each in tab.sheet.meta.get("charts", ())]


def _delete_tab(tab: Tab) -> list[Body]:
    return [{"deleteSheet": {"sheetId": tab.id}}]


def _overwrite(tab: Tab) -> list[Body]:
    rows, columns = tab.sheet.size
    place = tab.luck.randrange(min(rows, 10)), tab.luck.randrange(min(columns, 8))
    return [value_at(tab.id, *place, tab.luck.choice(HOSTILE))]


def _formula(tab: Tab) -> list[Body]:
    text = tab.luck.choice(["=1+1", "=A1", "=1/0", '="B"&2', "=TODAY()>0", "=SEQUENCE(3,2)", "=NOPE()"])
    cell = {"userEnteredValue": {"formulaValue": text}}
    start = {"sheetId": tab.id, "rowIndex": tab.luck.randrange(3, 8), "columnIndex": tab.luck.randrange(6)}
    return [{"updateCells": {"start": start, "rows": [{"values": [cell]}], "fields": "userEnteredValue"}}]


def _paste(tab: Tab) -> list[Body]:
    """A whole tab pasted over, with itself some lines lower."""
    rows, columns = tab.sheet.size
    source = grid_range(tab.id, (0, 0, rows - 1, columns))
    target = grid_range(tab.id, (1, 0, rows, columns))
    return [{"copyPaste": {"source": source, "destination": target, "pasteType": "PASTE_NORMAL"}}]


def _merge(tab: Tab) -> list[Body]:
    return [{"mergeCells": {"range": grid_range(tab.id, (3, 0, 5, 3)), "mergeType": "MERGE_ALL"}}]


def _unprotect(tab: Tab) -> list[Body]:
    ranges = tab.sheet.meta.get("protectedRanges", ())
    return [{"deleteProtectedRange": {"protectedRangeId": each["protectedRangeId"]}} for each in ranges]


def _protect(tab: Tab) -> list[Body]:
    """Keep everybody else out of some rows; a second protection of a whole tab would be refused."""
    top = tab.luck.randrange(2, 6)
    mine = {
        "range": {"sheetId": tab.id, "startRowIndex": top, "endRowIndex": top + 3},
        "description": "mine",
        "editors": {"users": [SYNC]},
    }
    return [{"addProtectedRange": {"protectedRange": mine}}]


def _locale(tab: Tab) -> list[Body]:
    changes = {"properties": {"locale": tab.luck.choice(LOCALES)}, "fields": "locale"}
    return [{"updateSpreadsheetProperties": changes}]


def _marker(tab: Tab) -> list[Body]:
    """Type over the marker of a workbook; nothing where the tab has none."""
    first = [(place, cell) for place, cell in tab.sheet.cells.items() if not place[0]]
    texts = [(place, str(cell.get("userEnteredValue", {}).get("stringValue", ""))) for place, cell in first]
    number = tab.luck.choice([0, 1, 2, 99, 999_999])
    return [value_at(tab.id, *place, f"#{number} 0123abcd") for place, text in texts if text.startswith("#")]


MERGED = "cells merged"
MARKER_TYPED = "marker typed over"
OVERWRITTEN, FORMULAS, SORTED = "cells of the engine overwritten", "formulas pasted", "rows sorted"
LINES = ("rows inserted", "rows deleted", "columns inserted", "columns deleted", "a whole tab pasted over")

MOVING: Mapping[str, Callable[[Tab], list[Body]]] = {
    SORTED: _sort,
    "rows inserted": _insert("ROWS"),
    "rows deleted": _delete("ROWS"),
    "columns inserted": _insert("COLUMNS"),
    "columns deleted": _delete("COLUMNS"),
    "tab deleted": _delete_tab,
    OVERWRITTEN: _overwrite,
    FORMULAS: _formula,
    "a whole tab pasted over": _paste,
    MERGED: _merge,
    MARKER_TYPED: _marker,
}
"""What may lose or change what somebody typed and nobody has answered yet."""

HARMLESS: Mapping[str, Callable[[Tab], list[Body]]] = {
    "tab renamed": _rename,
    "tab moved": _move,
    "tab hidden": _hide,
    "rows or columns hidden": _hide_lines,
    "colours deleted": _delete_colours,
    "a chart put over cells": _cover,
    "charts deleted": _uncover,
    "protection removed": _unprotect,
    "protection added": _protect,
    "locale changed": _locale,
}
"""What changes no cell."""

UNSHARED = "access taken away"

EDITS = (*MOVING, *HARMLESS, UNSHARED)


class Owners:
    """The owners of the spreadsheets of *world*, who also write into the inputs of its *people*."""

    def __init__(self, world: World, ledger: Ledger, people: People) -> None:
        self.world, self.ledger, self.people = world, ledger, people

    def edit(self, what: str, luck: Random) -> None:
        """Do one of `EDITS` to some tab."""
        session = self.ledger.session
        book = luck.choice(session.record.workbooks)
        if what == UNSHARED:
            self._unshare(book, luck)
            return
        forms = [key for key in book.tabs if key in self.forms]
        key = luck.choice(forms if forms and luck.random() < 0.7 else list(book.tabs))
        if what == MARKER_TYPED:
            key = next(iter(book.tabs))
        sheet = self.world.sheet(book, key)
        if sheet is None:
            return
        requests = {**MOVING, **HARMLESS}[what](Tab(book, key, sheet, luck))
        if not requests:
            return
        form = self.forms.get(key, "")
        if what in MOVING:
            self.ledger.doubt(form, book.document)
        before = self.people.held(session, form) if what in (OVERWRITTEN, FORMULAS, SORTED, MERGED) else {}
        try:
            batch_update(self.world.person(SYNC), book.document, requests)
        except SheetsRefused:
            self.world.count("refused edits")
            return
        if what == MARKER_TYPED:
            self.ledger.unmark(book.document)
        now = self.people.held(session, form) if before else {}
        for (row, name), (value, spot) in now.items():
            if (row, name) in before and value != before[row, name][0]:
                self.ledger.overwritten(row, name, value, spot, worked_out=what == FORMULAS)
        self.world.count(what)

    @property
    def forms(self) -> Mapping[str, str]:
        """The form of each tab that has one."""
        return self.ledger.forms

    def _unshare(self, book: Workbook, luck: Random) -> None:
        """Take away the access of a player, or of the GM, or let a stranger in."""
        owner = self.world.person(SYNC)
        address = f"{DRIVE}/files/{book.document}/permissions"
        found = owner.call("get", address, params={"fields": "permissions(id,emailAddress,role)"})["permissions"]
        others = [each for each in found if each.get("emailAddress") != SYNC]
        if others and luck.random() < 0.7:
            owner.call("delete", f"{address}/{luck.choice(others)['id']}")
        else:
            owner.call("post", address, {"type": "user", "role": "writer", "emailAddress": STRANGER})
        self.world.count(UNSHARED)
