"""How a store lies in its cells: a row a match in the tab of heads, a row an entry in a match's own tab.

Laws: nothing here calls anybody. Values are JSON, zlib, base64, cut where a cell is full.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from typing import Any, TypeAlias

from sheets_gm.adapters.google.requests import MOST_CHARACTERS, OURS, grid_range, tab_id
from sheets_gm.adapters.stores.sql import StoreBroken
from sheets_gm.gm.record.record import Record
from sheets_gm.kernel.journal import Entry

SCHEMA = 1

CUTS = 10
"""Cells that one value may fill: half a megabyte, compressed."""

ROOM = 200
"""Rows by which a journal's tab grows."""

HEADS = tab_id("store")
"""The sheet id of the tab of heads."""

_HEADINGS = ("match", "writes", "write", "version", "entries", "claimed by", "since", "polled", "pause", "record")
_HEAD_WIDTH = len(_HEADINGS) - 1 + CUTS
_BEFORE_ENTRY = 2
"""Cells of an entry's row that people can read: its number and what it is."""

Request: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Head:
    """A match's row: *writes* counts its writes, *write* names the newest; *newest* is the last entry's number."""

    match: str
    writes: int
    write: str
    version: int
    newest: int
    owner: str
    claimed: float
    polled: float
    pause: float
    packed: str
    row: int = 0

    def cells(self) -> list[Any]:
        """The row as it is written."""
        *plain, packed, _row = astuple(self)
        return [*plain, *_cut(packed, self.match)]


def journal_tab(match: str) -> int:
    """The sheet id of the tab of a match's journal."""
    return tab_id(f"store {match}")


def token(head: Head) -> dict[str, Any]:
    """The named range that stands for *head*: nobody else may add it, and whoever takes it away was the first."""
    sheet = journal_tab(head.match)
    name = f"sheets_gm_{sheet}_{head.writes}"
    return {"namedRangeId": name, "name": name, "range": grid_range(sheet, (0, 0, 1, 1))}


# -- reading -----------------------------------------------------------------------------------------------------------


def heads_in(rows: Sequence[Sequence[Any]], document: str) -> dict[str, Head]:
    """The heads in the *rows* of their tab, by match. `StoreBroken`."""
    _check(rows, document)
    heads = (_head(row, at, document) for at, row in enumerate(rows[1:], start=1) if row and row[0] != "")
    return {head.match: head for head in heads}


def _check(rows: Sequence[Sequence[Any]], document: str) -> None:
    version = rows[0][1] if rows and len(rows[0]) > 1 and rows[0][0] == OURS else None
    if version is None:
        raise StoreBroken(
            f"The tab «{OURS} store» of the spreadsheet {document} is damaged: bring it back by File, Version history."
        )
    if version != SCHEMA:
        raise StoreBroken(
            f"The spreadsheet {document} was written by another version of sheets-gm (schema {version}): "
            "upgrade this one."
        )


def _head(row: Sequence[Any], at: int, document: str) -> Head:
    try:
        match, writes, write, version, newest, owner, claimed, polled, pause, *packed = row
        return Head(
            str(match),
            int(writes),
            str(write),
            int(version),
            int(newest),
            str(owner),
            float(claimed),
            float(polled),
            float(pause),
            _joined(packed),
            at,
        )
    except ValueError as error:
        raise StoreBroken(
            f"Row {at + 1} of the tab «{OURS} store» of the spreadsheet {document} is damaged: bring it back "
            "by File, Version history."
        ) from error


def record_in(head: Head, document: str) -> Record:
    """The record of a match. `StoreBroken`."""
    try:
        return Record.model_validate_json(_unpacked(head.packed)).but(version=head.version)
    except (ValueError, zlib.error) as error:
        raise StoreBroken(
            f"The record of {head.match} in the spreadsheet {document} is damaged: bring it back by File, "
            "Version history."
        ) from error


def entry_area(match: str, first: int, last: int) -> dict[str, int]:
    """Where the entries from *first* to *last* lie."""
    return grid_range(journal_tab(match), (first + 1, 0, last + 2, _BEFORE_ENTRY + CUTS))


def entry_in(row: Sequence[Any], match: str, number: int, document: str) -> Entry:
    """Entry *number* of a match, from its row. `StoreBroken`."""
    try:
        entry = Entry.model_validate_json(_unpacked(_joined(row[_BEFORE_ENTRY:])))
    except (ValueError, zlib.error) as error:
        raise no_entry(match, number, document) from error
    if entry.number != number:
        raise no_entry(match, number, document)
    return entry


def no_entry(match: str, number: int, document: str) -> StoreBroken:
    """That an entry is gone, or is no entry."""
    return StoreBroken(
        f"Entry {number} of {match} cannot be read from its hidden tab in the spreadsheet {document}: "
        "bring it back by File, Version history."
    )


# -- writing -----------------------------------------------------------------------------------------------------------


def heads_tab() -> list[Request]:
    """The requests that make the tab of heads."""
    return list(_tab(HEADS, f"{OURS} store", (OURS, SCHEMA, *_HEADINGS[2:])))


def made_match(head: Head, first: Entry) -> list[Request]:
    """The requests that add a match: its tab, its token, its first entry and its head. `StoreBroken`."""
    row = {"values": [_cell(value) for value in head.cells()]}
    return [
        *_tab(journal_tab(head.match), f"{OURS} {head.match}"[:100], ("entry", "step", "packed")),
        {"addNamedRange": {"namedRange": token(head)}},
        *written_entry(head.match, first),
        {"appendCells": {"sheetId": HEADS, "rows": [row], "fields": "userEnteredValue"}},
    ]


def written_entry(match: str, entry: Entry) -> list[Request]:
    """The requests that write *entry* into its own row. `StoreBroken` where it has no room."""
    row = entry.number + 1
    sheet = journal_tab(match)
    size = {"rowCount": (row // ROOM + 1) * ROOM}
    grown = {"properties": {"sheetId": sheet, "gridProperties": size}, "fields": "gridProperties.rowCount"}
    values = [entry.number, entry.label or entry.kind, *_cut(packed(entry), match)]
    return [{"updateSheetProperties": grown}, _row(sheet, row, _BEFORE_ENTRY + CUTS, values)]


def written_head(head: Head) -> Request:
    """The request that writes *head* into its row. `StoreBroken` where it has no room."""
    return _row(HEADS, head.row, _HEAD_WIDTH, head.cells())


def removed_match(head: Head) -> list[Request]:
    """The requests that take a match away: its tab, and what stands in its row; the others keep their rows."""
    return [{"deleteSheet": {"sheetId": journal_tab(head.match)}}, _row(HEADS, head.row, _HEAD_WIDTH, ())]


def packed(value: Record | Entry) -> str:
    """A value as cells hold it, in one piece."""
    return base64.b64encode(zlib.compress(value.model_dump_json().encode(), 9)).decode("ascii")


def _unpacked(text: str) -> bytes:
    return zlib.decompress(base64.b64decode(text, validate=True))


def _cut(text: str, match: str) -> list[str]:
    """What is packed in pieces that a cell can hold. StoreBroken where there are too many."""
    if len(text) > CUTS * MOST_CHARACTERS:
        raise StoreBroken(f"{match} has grown too large for the cells of a spreadsheet: keep it in a database (store).")
    return [text[at : at + MOST_CHARACTERS] for at in range(0, len(text), MOST_CHARACTERS)]


def _joined(cells: Sequence[Any]) -> str:
    return "".join(str(cell) for cell in cells)


def _tab(sheet: int, title: str, headings: Sequence[str | int]) -> Iterator[Request]:
    """The requests that make a hidden tab that the sync alone may edit."""
    size = {"rowCount": ROOM, "columnCount": _HEAD_WIDTH, "frozenRowCount": 1}
    yield {"addSheet": {"properties": {"sheetId": sheet, "title": title, "hidden": True, "gridProperties": size}}}
    yield _row(sheet, 0, len(headings), headings)
    guard = {"range": {"sheetId": sheet}, "description": OURS, "editors": {"users": []}}
    yield {"addProtectedRange": {"protectedRange": guard}}


def _row(sheet: int, row: int, width: int, values: Sequence[Any]) -> Request:
    """The request that fills a row of *width* cells with *values*, and empties the rest of it."""
    cells = [_cell(value) for value in values]
    area = grid_range(sheet, (row, 0, row + 1, width))
    return {"updateCells": {"range": area, "rows": [{"values": cells}], "fields": "userEnteredValue"}}


def _cell(value: str | float) -> dict[str, Any]:
    kind = "stringValue" if isinstance(value, str) else "numberValue"
    return {"userEnteredValue": {kind: value}}
