"""The format of the store in cells: a row for each match in the tab of heads, a row for each entry in its match's tab.

This module makes no calls. Values are JSON, compressed with zlib, encoded in base64, and split over several cells.

A record is stored in parts (`stores.record_parts`): its head in the row of its match, each part in a *slot*, the right
end of a row of the journal's tab. The head lists which part is in which slot. The slot of a deleted part is used again.

An entry that fills all its cells continues in its row after the slots. A tab gets the columns for this with the first
such entry.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from sheets_gm.adapters.google.calls.cell_requests import MOST_CHARACTERS, OURS, grid_range, tab_id
from sheets_gm.adapters.stores.errors import StoreBroken
from sheets_gm.adapters.stores.record_parts import Head as RecordHead
from sheets_gm.adapters.stores.record_parts import Split
from sheets_gm.adapters.stores.spreadsheet.packing import join_cells, pack, split_over_cells, unpack
from sheets_gm.kernel.match.journal import Entry

SCHEMA = 2

FORMER_SCHEMA = 1
"""The schema of 0.1.0, whose records have no parts. They get them when they are saved."""

VALUE_CELLS = 10
"""Cells that one value may fill: half a megabyte, compressed. A longer entry continues in `MORE_CELLS`."""

MORE_CELLS = 90
"""Cells of the rest of a long entry: with the others, five megabytes, compressed."""

GROWTH = 200
"""Rows by which the tab of a journal grows."""

HEADS = tab_id("store")
"""The sheet id of the tab of heads."""

_HEADINGS = ("match", "writes", "write", "version", "entries", "claimed by", "since", "polled", "pause", "record")
_HEAD_WIDTH = len(_HEADINGS) - 1 + VALUE_CELLS
_BEFORE_ENTRY = 2
"""Cells of an entry's row before its value: its number and its label, for people."""


MOST_PARTS = GROWTH - 1
"""Parts of a record: a tab has a slot in each row below its headings, and never fewer rows than `GROWTH`."""

_FIRST_PART_CELL = _BEFORE_ENTRY + VALUE_CELLS

_SLOTS = "slots"

Request: TypeAlias = dict[str, Any]
Slots: TypeAlias = Mapping[str, int]
"""The row of each part, by digest."""


@dataclass(frozen=True, slots=True)
class Head:
    """The row of a match. *writes* counts its writes, *write* is the id of the last one, *newest* the newest entry."""

    match: str
    writes: int
    write: str
    version: int
    newest: int
    packed: str
    owner: str = ""
    claimed: float = 0.0
    polled: float = 0.0
    pause: float = 0.0
    row: int = 0

    def cells(self) -> list[Any]:
        """Return the values of the row."""
        counts = (self.match, self.writes, self.write, self.version, self.newest)
        state = (self.owner, self.claimed, self.polled, self.pause)
        return [*counts, *state, *split_over_cells(self.packed, self.match, VALUE_CELLS)]


def journal_tab(match: str) -> int:
    """Return the sheet id of the tab of a match's journal."""
    return tab_id(f"store {match}")


def token(head: Head) -> dict[str, Any]:
    """Return the named range of *head*. Only one process can add it, and only one can delete it."""
    sheet = journal_tab(head.match)
    name = f"sheets_gm_{sheet}_{head.writes}"
    return {"namedRangeId": name, "name": name, "range": grid_range(sheet, (0, 0, 1, 1))}


# -- reading -----------------------------------------------------------------------------------------------------------


def heads_in(rows: Sequence[Sequence[Any]], document: str) -> dict[str, Head]:
    """Return the heads in the *rows* of their tab, by match. Raises `StoreBroken`."""
    _check(rows, document)
    heads = (_head(row, at, document) for at, row in enumerate(rows[1:], start=1) if row and row[0] != "")
    return {head.match: head for head in heads}


def _check(rows: Sequence[Sequence[Any]], document: str) -> None:
    version = rows[0][1] if rows and len(rows[0]) > 1 and rows[0][0] == OURS else None
    if version is None:
        raise StoreBroken(
            f"The tab “{OURS} store” of the spreadsheet {document} is damaged: restore it with File, Version history."
        )
    if version not in (FORMER_SCHEMA, SCHEMA):
        raise StoreBroken(
            f"The spreadsheet {document} was written by another version of sheets-gm (schema {version}): "
            "upgrade this one."
        )


def _head(row: Sequence[Any], at: int, document: str) -> Head:
    try:
        match, writes, write, version, newest, owner, claimed, polled, pause, *packed = row
        return Head(
            match=str(match),
            writes=int(writes),
            write=str(write),
            version=int(version),
            newest=int(newest),
            owner=str(owner),
            claimed=float(claimed),
            polled=float(polled),
            pause=float(pause),
            packed=join_cells(packed),
            row=at,
        )
    except ValueError as error:
        raise StoreBroken(
            f"Row {at + 1} of the tab “{OURS} store” of the spreadsheet {document} is damaged: restore it "
            "with File, Version history."
        ) from error


def is_former(rows: Sequence[Sequence[Any]]) -> bool:
    """Return whether version 0.1.0 wrote the tab of heads."""
    return bool(rows) and len(rows[0]) > 1 and rows[0][1] == FORMER_SCHEMA


def head_in(packed: str) -> tuple[RecordHead, Slots]:
    """Return the head of a packed record, and the slots of its parts.

    Raises ValueError or zlib.error if it is damaged.
    """
    head = json.loads(unpack(packed))
    return head, head.pop(_SLOTS, {})


def part_area(match: str, first: int, last: int) -> dict[str, int]:
    """Return the grid range of the slots in the rows from *first* to *last*."""
    return grid_range(journal_tab(match), (first, _FIRST_PART_CELL, last + 1, _HEAD_WIDTH))


def part_in(row: Sequence[Any]) -> str:
    """Return the text of a part, from the cells of its slot. Raises ValueError or zlib.error if it is damaged."""
    return unpack(join_cells(row)).decode()


def damaged_record(match: str, document: str) -> StoreBroken:
    """Return the error for a record that cannot be read."""
    return StoreBroken(
        f"The record of {match} in the spreadsheet {document} is damaged: restore it with File, Version history."
    )


def entry_area(match: str, first: int, last: int) -> dict[str, int]:
    """Return the grid range of the entries from *first* to *last*."""
    return grid_range(journal_tab(match), (first + 1, 0, last + 2, _BEFORE_ENTRY + VALUE_CELLS))


def goes_on(row: Sequence[Any]) -> bool:
    """Return whether the entry in *row* continues after the slots, because it fills all its cells."""
    return len(join_cells(row[_BEFORE_ENTRY:])) >= VALUE_CELLS * MOST_CHARACTERS


def rest_area(match: str, number: int) -> dict[str, int]:
    """Return the grid range of the rest of a long entry."""
    return grid_range(journal_tab(match), (number + 1, _HEAD_WIDTH, number + 2, _HEAD_WIDTH + MORE_CELLS))


def entry_in(row: Sequence[Any], match: str, number: int, document: str) -> Entry:
    """Return entry *number* of a match, from its row and the rest of it. Raises `StoreBroken`."""
    try:
        entry = Entry.model_validate_json(unpack(join_cells(row[_BEFORE_ENTRY:])))
    except (ValueError, zlib.error) as error:
        raise no_entry(match, number, document) from error
    if entry.number != number:
        raise no_entry(match, number, document)
    return entry


def no_entry(match: str, number: int, document: str) -> StoreBroken:
    """Return the error for an entry that is missing or damaged."""
    return StoreBroken(
        f"Entry {number} of {match} cannot be read from its hidden tab in the spreadsheet {document}: "
        "restore it with File, Version history."
    )


# -- writing -----------------------------------------------------------------------------------------------------------


def heads_tab() -> list[Request]:
    """Return the requests that create the tab of heads."""
    return list(_add_tab(HEADS, f"{OURS} store", (OURS, SCHEMA, *_HEADINGS[2:])))


def add_match(head: Head, first: Entry) -> list[Request]:
    """Return the requests that add a match: its tab, token, first entry and head. Raises `StoreBroken`."""
    row = {"values": [_cell(value) for value in head.cells()]}
    return [
        *_add_tab(journal_tab(head.match), f"{OURS} {head.match}"[:100], ("entry", "step", "packed")),
        {"addNamedRange": {"namedRange": token(head)}},
        *write_entry(head.match, first),
        {"appendCells": {"sheetId": HEADS, "rows": [row], "fields": "userEnteredValue"}},
    ]


def write_entry(match: str, entry: Entry) -> list[Request]:
    """Return the requests that write *entry* into its row. Raises `StoreBroken` if it is too large."""
    row = entry.number + 1
    sheet = journal_tab(match)
    size = {"rowCount": (row // GROWTH + 1) * GROWTH}
    grown = {"properties": {"sheetId": sheet, "gridProperties": size}, "fields": "gridProperties.rowCount"}
    pieces = split_over_cells(packed(entry), match, VALUE_CELLS + MORE_CELLS)
    values = [entry.number, entry.label or entry.kind, *pieces[:VALUE_CELLS]]
    requests = [{"updateSheetProperties": grown}, _row(sheet, row, _BEFORE_ENTRY + VALUE_CELLS, values)]
    if goes_on(values):
        size = {"columnCount": _HEAD_WIDTH + MORE_CELLS}
        wider = {"properties": {"sheetId": sheet, "gridProperties": size}, "fields": "gridProperties.columnCount"}
        rest = _row(sheet, row, MORE_CELLS, pieces[VALUE_CELLS:], _HEAD_WIDTH)
        requests += [{"updateSheetProperties": wider}, rest]
    return requests


def write_head(head: Head) -> Request:
    """Return the request that writes *head* into its row. Raises `StoreBroken` if it is too large."""
    return _row(HEADS, head.row, _HEAD_WIDTH, head.cells())


def remove_match(head: Head) -> list[Request]:
    """Return the requests that delete a match: its tab and the content of its row. Other rows do not move."""
    return [{"deleteSheet": {"sheetId": journal_tab(head.match)}}, _row(HEADS, head.row, _HEAD_WIDTH, ())]


def packed(value: Entry) -> str:
    """Return an entry in its stored form, before it is split over cells."""
    return pack(value.stored().decode())


def packed_record(split_record: Split, slots: Slots) -> str:
    """Return the head of a record in its stored form, with the *slots* of its parts."""
    return pack(json.dumps({**split_record.head, _SLOTS: dict(slots)}, ensure_ascii=False, separators=(",", ":")))


def slots_for(split_record: Split, before: Slots) -> Slots:
    """Return the slots of a record's parts: those from *before*, and the first free ones for new parts."""
    kept = {digest: before[digest] for digest in split_record.parts if digest in before}
    free = iter(sorted({*range(1, MOST_PARTS + 1)} - {*kept.values()}))
    return {digest: kept.get(digest) or next(free) for digest in split_record.parts}


def write_parts(match: str, split_record: Split, slots: Slots, before: Slots) -> list[Request]:
    """Return the requests that write parts that are not in *before*. Raises `StoreBroken` if one is too large."""
    width = _HEAD_WIDTH - _FIRST_PART_CELL
    requests = []
    for digest, text in split_record.parts.items():
        if digest not in before:
            cells = split_over_cells(pack(text), match, width)
            requests.append(_row(journal_tab(match), slots[digest], width, cells, _FIRST_PART_CELL))
    return requests


def schema_area() -> dict[str, int]:
    """Return the grid range with the schema of the tab of heads."""
    return grid_range(HEADS, (0, 0, 1, 2))


def write_schema() -> Request:
    """Return the request that gives the tab of heads the current schema."""
    return _row(HEADS, 0, 2, (OURS, SCHEMA))


def _add_tab(sheet: int, title: str, headings: Sequence[str | int]) -> Iterator[Request]:
    """Yield the requests that create a hidden tab that only the sync may edit."""
    size = {"rowCount": GROWTH, "columnCount": _HEAD_WIDTH, "frozenRowCount": 1}
    yield {"addSheet": {"properties": {"sheetId": sheet, "title": title, "hidden": True, "gridProperties": size}}}
    yield _row(sheet, 0, len(headings), headings)
    guard = {"range": {"sheetId": sheet}, "description": OURS, "editors": {"users": []}}
    yield {"addProtectedRange": {"protectedRange": guard}}


def _row(sheet: int, row: int, width: int, values: Sequence[Any], left: int = 0) -> Request:
    """Return the request that writes *values* into *width* cells of a row, from the column *left* on.

    Cells without a value are emptied.
    """
    cells = [_cell(value) for value in values]
    area = grid_range(sheet, (row, left, row + 1, left + width))
    return {"updateCells": {"range": area, "rows": [{"values": cells}], "fields": "userEnteredValue"}}


def _cell(value: str | float) -> dict[str, Any]:
    kind = "stringValue" if isinstance(value, str) else "numberValue"
    return {"userEnteredValue": {kind: value}}
