"""The store in a spreadsheet of the GM's own: for a sync that has no disk, such as one that a CI schedule starts.

Laws: those of the database store. A tab of heads has a row a match (its record, its claim, how far its journal goes),
so one read tells how everything stands; each match has a tab for its journal, entry *n* in row *n* + 1, so that reading
or writing one does not cost more in a longer match. Values are JSON, zlib, base64, cut where a cell is full.

Google knows no compare-and-swap, but a `batchUpdate` is applied whole or not at all, and one fails that adds a named
range whose id exists (Sheets API, AddNamedRangeRequest) or changes one whose id does not. So each match has one
named range, its *token*, whose id counts the writes of its head. A write takes the token that it has read away, adds
the next one, and fills the cells, in one batch: of two processes that read the same head one is refused, and reads
again. Each head names its write, so that one whose answer was lost is known again and never done twice.

The tabs hold the seeds of the dice: the spreadsheet must be one that no player may open.
"""

from __future__ import annotations

import base64
import secrets
import threading
import time
import zlib
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from typing import Any, TypeAlias

from sheets_gm.adapters.google import SHEETS, GoogleSheets
from sheets_gm.adapters.store import StoreBroken
from sheets_gm.adapters.translating import MOST_CHARACTERS, OURS, grid_range, tab_id
from sheets_gm.gm.ports import Conflict, NoSuchMatch, Record, SheetsDown, SheetsRefused
from sheets_gm.kernel.journal import Entry

SCHEMA = 1

FRESH = 5.0
"""Seconds for which the heads that were read are taken to stand: a round asks for them again and again. What is
written is written on what stands, however old the heads are that a process holds."""

PAGE = 50
"""Entries that are fetched at a time."""

KEPT = 4 * PAGE
"""Entries that are kept in memory: they never change."""

CUTS = 10
"""Cells that one value may fill: half a megabyte, compressed."""

ROOM = 200
"""Rows by which a journal's tab grows."""

TRIES = 8
"""How often a write is tried against other writers of the same match."""

HEADS = tab_id("store")
"""The sheet id of the tab of heads."""

_HEADINGS = ("match", "writes", "write", "version", "entries", "claimed by", "since", "polled", "pause", "record")

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


class SheetStore:
    """The `Store` port on the spreadsheet *document*; *clock* counts seconds, and is no calendar's.

    Threads may share it: they take turns.
    """

    def __init__(
        self, sheets: GoogleSheets, document: str, clock: Callable[[], float] = time.monotonic, fresh: float = FRESH
    ) -> None:
        self._sheets = sheets
        self.document = document
        self._clock = clock
        self._lock = threading.RLock()
        self._fresh = fresh
        self._heads: dict[str, Head] = {}
        self._read_at: float | None = None
        self._records: dict[str, tuple[str, Record]] = {}
        self._entries: OrderedDict[tuple[str, int], Entry] = OrderedDict()

    # -- records ---------------------------------------------------------------------------------------------------

    def create(self, record: Record, first: Entry) -> None:
        """A new match with its founding entry. `Conflict` if the name is taken."""
        match = record.charter.match
        write = secrets.token_hex(8)
        head = Head(match, 1, write, record.version, first.number, "", 0.0, 0.0, 0.0, _packed(record))
        row = {"values": [_cell(value) for value in head.cells()]}
        wanted = [
            *_tab(_journal(match), f"{OURS} {match}"[:100], ("entry", "step", "packed")),
            {"addNamedRange": {"namedRange": _token(head)}},
            *_written(match, first),
            {"appendCells": {"sheetId": HEADS, "rows": [row], "fields": "userEnteredValue"}},
        ]
        with self._lock:
            try:
                self._batch(wanted)
            except (SheetsRefused, SheetsDown) as error:
                there = self._looked_after(error).get(match)
                if there is None:
                    raise
                if there.write != write:
                    raise Conflict(f"there is already a match called {match}") from None
            self._read_at = None

    def names(self) -> tuple[str, ...]:
        """All matches, sorted."""
        return tuple(sorted(self._look()))

    def record(self, match: str) -> Record:
        """The record of *match*. `NoSuchMatch`."""
        return self._record(self._head(match))

    def save(self, record: Record) -> Record:
        """Replace the record; `Conflict` if another process has saved it since *record* was read."""
        return self._replace(record, None)

    def append(self, match: str, entry: Entry, record: Record) -> Record:
        """Add *entry* and save *record*, together. `Conflict` if either was done by another process."""
        if record.charter.match != match:
            raise ValueError(f"the record is of {record.charter.match}, not of {match}")
        with self._lock:
            made = self._replace(record, entry)
            self._remember(match, entry)
        return made

    def _replace(self, record: Record, entry: Entry | None) -> Record:
        new = record.but(version=record.version + 1)
        match, packed = new.charter.match, _packed(new)

        def change(head: Head) -> tuple[Head, list[Request]]:
            if head.version != record.version:
                raise Conflict(f"the record of {match} has changed since it was read")
            if entry is None:
                return replace(head, version=new.version, packed=packed), []
            if entry.number != head.newest + 1:
                raise Conflict(f"entry {entry.number} of {match} is already written")
            return replace(head, version=new.version, packed=packed, newest=entry.number), _written(match, entry)

        self._swap(match, change)
        return new

    # -- entries ---------------------------------------------------------------------------------------------------

    def last(self, match: str) -> Entry:
        """The newest entry."""
        return self._entry(match, self._head(match).newest)

    def last_number(self, match: str) -> int:
        """The number of the newest entry."""
        return self._head(match).newest

    def entries(self, match: str, first: int = 0) -> Iterator[Entry]:
        """Entries from *first* on, a page at a time."""
        for number in range(max(first, 0), self._head(match).newest + 1):
            yield self._entry(match, number)

    def _entry(self, match: str, number: int) -> Entry:
        with self._lock:
            held = self._entries.get((match, number))
            return held or self._page(match, number)

    def _page(self, match: str, number: int) -> Entry:
        """Entry *number*, read with its neighbours: those before the newest, or the page that it lies in."""
        newest = self._head(match).newest
        first = max(0, newest + 1 - PAGE) if newest - number < PAGE else number // PAGE * PAGE
        last = min(newest, first + PAGE - 1)
        area = grid_range(_journal(match), (first + 1, 0, last + 2, 2 + CUTS))
        rows = self._values(area)
        for at, row in enumerate(rows):
            self._remember(match, self._unpacked(match, first + at, row))
        found = self._entries.get((match, number))
        if found is None:
            raise StoreBroken(self._gone(match, number))
        return found

    def _unpacked(self, match: str, number: int, row: Sequence[Any]) -> Entry:
        try:
            entry = Entry.model_validate_json(_bytes("".join(str(cell) for cell in row[2:])))
        except (ValueError, zlib.error) as error:
            raise StoreBroken(self._gone(match, number)) from error
        if entry.number != number:
            raise StoreBroken(self._gone(match, number))
        return entry

    def _gone(self, match: str, number: int) -> str:
        return (
            f"Entry {number} of {match} cannot be read from its hidden tab in the spreadsheet {self.document}: "
            "bring it back by File, Version history."
        )

    def _remember(self, match: str, entry: Entry) -> None:
        self._entries[match, entry.number] = entry
        while len(self._entries) > KEPT:
            self._entries.popitem(last=False)

    # -- claims ----------------------------------------------------------------------------------------------------

    def claim(self, match: str, owner: str, now: float, stale: float) -> bool:
        """Take the match for *owner*, from nobody or from a claim older than *stale* seconds."""

        def change(head: Head) -> tuple[Head, list[Request]]:
            if head.owner not in ("", owner) and head.claimed >= now - stale:
                raise Conflict(f"{match} is claimed by {head.owner}")
            return replace(head, owner=owner, claimed=now), []

        return self._tried(match, change)

    def release(self, match: str, owner: str) -> None:
        """Give the claim back, if it is still *owner*'s."""

        def change(head: Head) -> tuple[Head, list[Request]]:
            if head.owner != owner:
                raise Conflict(f"{match} is not claimed by {owner}")
            return replace(head, owner="", claimed=0.0), []

        self._tried(match, change)

    def claims(self) -> Mapping[str, str]:
        """The matches that are claimed now, and by whom."""
        return {match: head.owner for match, head in self._look().items() if head.owner}

    def mark(self, match: str, now: float) -> tuple[float, float]:
        """Note a poll at *now*; the poll before it, and the pause before that one (0 where there was none)."""
        before: list[tuple[float, float]] = []

        def change(head: Head) -> tuple[Head, list[Request]]:
            polled = head.polled or now
            before.append((polled, head.pause))
            return replace(head, polled=now, pause=now - polled), []

        self._tried(match, change)
        return before[-1] if before else (now, 0.0)

    def _tried(self, match: str, change: Callable[[Head], tuple[Head, list[Request]]]) -> bool:
        try:
            self._swap(match, change)
        except (Conflict, NoSuchMatch):
            return False
        return True

    # -- heads -----------------------------------------------------------------------------------------------------

    def prepare(self) -> None:
        """Make the tab of heads where it is missing. `StoreBroken`, `SheetsRefused`, `SheetsDown`."""
        try:
            self._look(fresh=True)
        except SheetsRefused:
            if self.is_founded():
                raise
            try:
                self._batch([*_tab(HEADS, f"{OURS} store", (OURS, SCHEMA, *_HEADINGS[2:]))])
            except SheetsRefused:
                # another process may have made it at the same instant
                if not self.is_founded():
                    raise
            self._look(fresh=True)

    def is_founded(self) -> bool:
        """Whether the spreadsheet has the tab of heads. `SheetsRefused`, `SheetsDown`."""
        address = f"{SHEETS}/{self.document}"
        held = self._sheets.call("get", address, params={"fields": "sheets.properties(sheetId,title)"})
        return any(each["properties"].get("sheetId", 0) == HEADS for each in held["sheets"])

    def _look(self, *, fresh: bool = False) -> dict[str, Head]:
        """All heads by match: those that were just read, or as they stand now."""
        with self._lock:
            return self._looked(fresh=fresh)

    def _looked(self, *, fresh: bool) -> dict[str, Head]:
        if not fresh and self._read_at is not None and self._clock() - self._read_at < self._fresh:
            return self._heads
        self._read_at = None
        started = self._clock()
        rows = self._values({"sheetId": HEADS})
        self._check(rows)
        heads = {}
        for at, row in enumerate(rows[1:], start=1):
            if row and row[0] != "":
                head = self._read_head(row, at)
                heads[head.match] = head
        for match, head in heads.items():
            if match in self._heads and head.newest < self._heads[match].newest:
                # somebody went back to an earlier version of the spreadsheet
                self._forget(match)
        self._heads, self._read_at = heads, started
        return heads

    def _check(self, rows: Sequence[Sequence[Any]]) -> None:
        version = rows[0][1] if rows and len(rows[0]) > 1 and rows[0][0] == OURS else None
        if version is None:
            raise StoreBroken(
                f"The tab «{OURS} store» of the spreadsheet {self.document} is damaged: bring it back by File, "
                "Version history."
            )
        if version != SCHEMA:
            raise StoreBroken(
                f"The spreadsheet {self.document} was written by another version of sheets-gm (schema {version}): "
                "upgrade this one."
            )

    def _read_head(self, row: Sequence[Any], at: int) -> Head:
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
                "".join(str(cell) for cell in packed),
                at,
            )
        except ValueError as error:
            raise StoreBroken(
                f"Row {at + 1} of the tab «{OURS} store» of the spreadsheet {self.document} is damaged: bring it back "
                "by File, Version history."
            ) from error

    def _head(self, match: str, *, fresh: bool = False) -> Head:
        heads = self._look(fresh=fresh)
        if match not in heads and not fresh:
            heads = self._look(fresh=True)
        if match not in heads:
            raise NoSuchMatch(f"There is no match called {match!r}. There are: {', '.join(sorted(heads)) or 'none'}.")
        return heads[match]

    def _record(self, head: Head) -> Record:
        packed, record = self._records.get(head.match, ("", None))
        if record is None or packed != head.packed:
            try:
                record = Record.model_validate_json(_bytes(head.packed)).but(version=head.version)
            except (ValueError, zlib.error) as error:
                raise StoreBroken(
                    f"The record of {head.match} in the spreadsheet {self.document} is damaged: bring it back by File, "
                    "Version history."
                ) from error
            self._records[head.match] = (head.packed, record)
        return record

    def _forget(self, match: str) -> None:
        for key in [key for key in self._entries if key[0] == match]:
            del self._entries[key]

    # -- writing ---------------------------------------------------------------------------------------------------

    def _swap(self, match: str, change: Callable[[Head], tuple[Head, list[Request]]]) -> None:
        """Put what *change* makes of the head of *match* in its place, with what it adds, in one batch.

        What *change* refuses by `Conflict` is decided on a head that was read for it. `Conflict`, `NoSuchMatch`.
        """
        with self._lock:
            self._swapped(match, change)

    def _swapped(self, match: str, change: Callable[[Head], tuple[Head, list[Request]]]) -> None:
        fresh = False
        for _ in range(TRIES):
            head = self._head(match, fresh=fresh)
            try:
                made, more = change(head)
            except Conflict:
                if fresh:
                    raise
                fresh = True
                continue
            new = replace(made, writes=head.writes + 1, write=secrets.token_hex(8))
            if self._written(head, new, more):
                return
            fresh = True
        raise SheetsDown(f"{match} is written by several processes at once: it is tried again later")

    def _written(self, head: Head, new: Head, more: Sequence[Request], copied: str = "") -> bool:
        """Whether *new* stands in the place of *head* now; not if another process was faster.

        *copied* is the id of the token in a copy of the spreadsheet, where Google has given it another.
        """
        token = _token(head)
        held = copied or token["namedRangeId"]
        swap: list[Request] = [
            # each of these alone fails where another process was faster
            {"updateNamedRange": {"namedRange": {**token, "namedRangeId": held}, "fields": "range"}},
            {"deleteNamedRange": {"namedRangeId": held}},
            {"addNamedRange": {"namedRange": _token(new)}},
            _row(HEADS, new.row, len(_HEADINGS) - 1 + CUTS, new.cells()),
        ]
        try:
            self._batch([*swap, *more])
        except (SheetsRefused, SheetsDown) as error:
            there = self._looked_after(error)[new.match]
            if there.write == new.write:
                return True
            if there.writes != head.writes:
                return False
            if isinstance(error, SheetsDown):
                raise
            found = self._token_called(token["name"])
            if copied or found == held:
                raise
            return self._written(head, new, more, found)
        self._heads[new.match] = new
        return True

    def _token_called(self, name: str) -> str:
        """The id that the token *name* has in this spreadsheet. StoreBroken where somebody has removed it."""
        address = f"{SHEETS}/{self.document}"
        held = self._sheets.call("get", address, params={"fields": "namedRanges(namedRangeId,name)"})
        for each in held.get("namedRanges", ()):
            if each["name"] == name:
                return str(each["namedRangeId"])
        raise StoreBroken(
            f"The named range {name} of the spreadsheet {self.document} is gone, by which writers know each other: "
            "bring it back by File, Version history."
        )

    def _values(self, area: Mapping[str, int]) -> list[list[Any]]:
        body = {"dataFilters": [{"gridRange": area}], "valueRenderOption": "UNFORMATTED_VALUE"}
        answer = self._sheets.call("post", f"{SHEETS}/{self.document}/values:batchGetByDataFilter", body)
        rows: list[list[Any]] = answer["valueRanges"][0]["valueRange"].get("values", [])
        return rows

    def _looked_after(self, error: Exception) -> dict[str, Head]:
        """The heads as they stand after a write that was refused, or may have been done all the same; else *error*."""
        try:
            return self._look(fresh=True)
        except (SheetsRefused, SheetsDown):
            raise error from None

    def _batch(self, wanted: Sequence[Request]) -> None:
        self._sheets.call("post", f"{SHEETS}/{self.document}:batchUpdate", {"requests": list(wanted)})


def open_sheet_store(sheets: GoogleSheets, document: str) -> SheetStore:
    """The store in the spreadsheet *document*; its tab is made if there is none yet. `StoreBroken`, `SheetsRefused`."""
    store = SheetStore(sheets, document)
    store.prepare()
    return store


def _journal(match: str) -> int:
    return tab_id(f"store {match}")


def _token(head: Head) -> dict[str, Any]:
    """The named range that stands for *head*: nobody else may add it, and whoever takes it away was the first."""
    sheet = _journal(head.match)
    name = f"sheets_gm_{sheet}_{head.writes}"
    return {"namedRangeId": name, "name": name, "range": grid_range(sheet, (0, 0, 1, 1))}


def _tab(sheet: int, title: str, headings: Sequence[str | int]) -> Iterator[Request]:
    """The requests that make a hidden tab that the sync alone may edit."""
    size = {"rowCount": ROOM, "columnCount": len(_HEADINGS) - 1 + CUTS, "frozenRowCount": 1}
    yield {"addSheet": {"properties": {"sheetId": sheet, "title": title, "hidden": True, "gridProperties": size}}}
    yield _row(sheet, 0, len(headings), headings)
    guard = {"range": {"sheetId": sheet}, "description": OURS, "editors": {"users": []}}
    yield {"addProtectedRange": {"protectedRange": guard}}


def _written(match: str, entry: Entry) -> list[Request]:
    """The requests that write *entry* into its own row."""
    row = entry.number + 1
    sheet = _journal(match)
    size = {"rowCount": (row // ROOM + 1) * ROOM}
    grown = {"properties": {"sheetId": sheet, "gridProperties": size}, "fields": "gridProperties.rowCount"}
    packed = _cut(_packed(entry), match)
    return [
        {"updateSheetProperties": grown},
        _row(sheet, row, 2 + CUTS, [entry.number, entry.label or entry.kind, *packed]),
    ]


def _row(sheet: int, row: int, width: int, values: Sequence[Any]) -> Request:
    """The request that fills a row of *width* cells with *values*, and empties the rest of it."""
    cells = [_cell(value) for value in values]
    area = grid_range(sheet, (row, 0, row + 1, width))
    return {"updateCells": {"range": area, "rows": [{"values": cells}], "fields": "userEnteredValue"}}


def _cell(value: str | float) -> dict[str, Any]:
    kind = "stringValue" if isinstance(value, str) else "numberValue"
    return {"userEnteredValue": {kind: value}}


def _packed(value: Record | Entry) -> str:
    return base64.b64encode(zlib.compress(value.model_dump_json().encode(), 9)).decode("ascii")


def _bytes(packed: str) -> bytes:
    return zlib.decompress(base64.b64decode(packed, validate=True))


def _cut(packed: str, match: str) -> list[str]:
    """*packed* in pieces that a cell can hold. StoreBroken where there are too many."""
    if len(packed) > CUTS * MOST_CHARACTERS:
        raise StoreBroken(f"{match} has grown too large for the cells of a spreadsheet: keep it in a database (store).")
    return [packed[at : at + MOST_CHARACTERS] for at in range(0, len(packed), MOST_CHARACTERS)]
