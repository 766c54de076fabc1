"""The store in a spreadsheet of the GM: for a sync without a disk, such as one that a CI schedule starts.

It gives the same guarantees as the database store. The tab of heads has one row for each match (its record, its claim,
the number of its newest entry), so that one read fetches the state of all matches. Each match has a tab for its
journal, with entry *n* in row *n* + 1, so that the cost of an entry does not grow with the match. A head and an entry
are written together or not at all (`compare_and_swap`).

The tabs hold the seeds of the dice, so no player may open the spreadsheet.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from sheets_gm.adapters.google.google_sheets import GoogleSheets
from sheets_gm.adapters.stores.record_parts import PartCache, digest_of, joined, split
from sheets_gm.adapters.stores.spreadsheet import rows
from sheets_gm.adapters.stores.spreadsheet.compare_and_swap import TRIES, Change, Heads, first_write_number, new_write
from sheets_gm.adapters.stores.spreadsheet.journals import Journals
from sheets_gm.adapters.stores.spreadsheet.rows import Head, Request, Slots
from sheets_gm.adapters.stores.spreadsheet.spreadsheet import Spreadsheet
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.ports.sheets import SheetsRefused
from sheets_gm.gm.ports.store import Conflict, Look, NoSuchMatch, look_of_polls, marked_pause
from sheets_gm.kernel.match.journal import Entry

FRESH = 5.0
"""Seconds for which heads are cached, because a round asks for them again and again. A write is checked against the
spreadsheet, however old the cache is."""


class SheetStore:
    """The `Store` port on the spreadsheet *document*. *clock* is monotonic, in seconds. Threads may share it."""

    def __init__(
        self, sheets: GoogleSheets, document: str, clock: Callable[[], float] = time.monotonic, fresh: float = FRESH
    ) -> None:
        self.document = document
        self._spreadsheet = Spreadsheet(sheets, document)
        self._journals = Journals(self._spreadsheet)
        self.heads = Heads(self._spreadsheet, clock, fresh, on_rollback=self._journals.forget)
        self._records: dict[str, tuple[str, Record]] = {}
        self._parts = PartCache()

    def prepare(self) -> None:
        """Create the tab of heads if it is missing. Raises `StoreBroken`, `SheetsRefused` or `SheetsDown`."""
        try:
            self.heads.by_match(fresh=True)
        except SheetsRefused:
            if self.is_prepared():
                raise
            try:
                self._spreadsheet.batch(rows.heads_tab())
            except SheetsRefused:
                # another process may have created it at the same time
                if not self.is_prepared():
                    raise
            self.heads.by_match(fresh=True)
        if rows.is_former(self._spreadsheet.values(rows.schema_area())):
            self._spreadsheet.batch([rows.write_schema()])

    def is_prepared(self) -> bool:
        """Return whether the spreadsheet has the tab of heads. Raises `SheetsRefused` or `SheetsDown`."""
        return self._spreadsheet.is_prepared()

    # -- records ---------------------------------------------------------------------------------------------------

    def create(self, record: Record, first: Entry) -> None:
        """Add a match with its first entry. Raises `Conflict` if the name exists."""
        match, split_record = record.charter.match, split(record, rows.MOST_PARTS)
        slots = rows.slots_for(split_record, {})
        head = Head(
            match=match,
            writes=first_write_number(),
            write=new_write(),
            version=record.version,
            newest=first.number,
            packed=rows.packed_record(split_record, slots),
        )
        self.heads.add(head, first, rows.write_parts(match, split_record, slots, {}))

    def names(self) -> tuple[str, ...]:
        """Return the names of all matches, sorted."""
        return tuple(sorted(self.heads.by_match()))

    def record(self, match: str) -> Record:
        """Return the record of *match*. Raises `NoSuchMatch`."""
        head = self.heads.of(match)
        packed, record = self._records.get(match, ("", None))
        if record is None or packed != head.packed:
            record = self._joined(head)
            self._records[match] = (head.packed, record)
        return record

    def _joined(self, head: Head) -> Record:
        """Return the record of a match, from its head and its parts. Raises `StoreBroken`."""
        try:
            for _ in range(TRIES):
                kept, slots = rows.head_in(head.packed)

                def fetch(wanted: tuple[str, ...], head: Head = head, slots: Slots = slots) -> Mapping[str, str]:
                    first, last = min(slots[each] for each in wanted), max(slots[each] for each in wanted)
                    part_rows = self._spreadsheet.values(rows.part_area(head.match, first, last))
                    texts = (rows.part_in(row) for row in part_rows if any(row))
                    return {digest_of(text): text for text in texts}

                try:
                    parts = self._parts.complete(head.match, kept, fetch)
                    return joined(kept, parts).but(version=head.version)
                except KeyError:
                    # another process has saved it since its head was read
                    head = self.heads.of(head.match, fresh=True)
        except (ValueError, zlib.error) as error:
            raise rows.damaged_record(head.match, self.document) from error
        raise rows.damaged_record(head.match, self.document)

    def save(self, record: Record) -> Record:
        """Replace the record. Raises `Conflict` if another process has saved it since *record* was read."""
        return self._replace(record, None)

    def append(self, match: str, entry: Entry, record: Record) -> Record:
        """Add *entry* and save *record*, together. Raises `Conflict` if another process did either."""
        if record.charter.match != match:
            raise ValueError(f"the record is of {record.charter.match}, not of {match}")
        with self._spreadsheet.lock:
            saved_record = self._replace(record, entry)
            self._journals.keep(match, entry)
        return saved_record

    def forget(self, match: str) -> None:
        """Delete the record of *match* and its journal, together. Raises `NoSuchMatch`."""
        with self._spreadsheet.lock:
            self.heads.remove(match)
            self._journals.forget(match)
            self._records.pop(match, None)
            self._parts.forget(match)

    def _replace(self, record: Record, entry: Entry | None) -> Record:
        new = record.but(version=record.version + 1)
        match, split_record = new.charter.match, split(new, rows.MOST_PARTS)

        def change(head: Head) -> tuple[Head, list[Request]]:
            if head.version != record.version:
                raise Conflict(f"the record of {match} has changed since it was read")
            before = self._slots(head)
            slots = rows.slots_for(split_record, before)
            packed, written = (
                rows.packed_record(split_record, slots),
                rows.write_parts(match, split_record, slots, before),
            )
            if entry is None:
                return replace(head, version=new.version, packed=packed), written
            if entry.number != head.newest + 1:
                raise Conflict(f"entry {entry.number} of {match} is already written")
            changed = replace(head, version=new.version, packed=packed, newest=entry.number)
            return changed, [*rows.write_entry(match, entry), *written]

        self.heads.swap(match, change)
        self._parts.keep(match, split_record.parts)
        return new

    def _slots(self, head: Head) -> Slots:
        """Return the slots of the parts of a stored record. Raises `StoreBroken`."""
        try:
            return rows.head_in(head.packed)[1]
        except (ValueError, zlib.error) as error:
            raise rows.damaged_record(head.match, self.document) from error

    # -- entries ---------------------------------------------------------------------------------------------------

    def last(self, match: str) -> Entry:
        """Return the newest entry."""
        return self._entry(match, self.heads.of(match).newest)

    def last_number(self, match: str) -> int:
        """Return the number of the newest entry."""
        return self.heads.of(match).newest

    def entries(self, match: str, first: int = 0) -> Iterator[Entry]:
        """Yield the entries from *first* on, a page at a time."""
        for number in range(max(first, 0), self.heads.of(match).newest + 1):
            yield self._entry(match, number)

    def _entry(self, match: str, number: int) -> Entry:
        with self._spreadsheet.lock:
            cached = self._journals.cached(match, number)
            return cached or self._journals.fetch(match, number, self.heads.of(match).newest)

    # -- claims ----------------------------------------------------------------------------------------------------

    def claim(self, match: str, owner: str, now: float, stale: float, version: int | None = None) -> bool:
        """Claim the match for *owner*, unless another owner's claim is younger than *stale* seconds.

        With *version*, the record must still have this version. A claim from the future counts as old, because the
        clock was set back since it was made.
        """

        def change(head: Head) -> tuple[Head, list[Request]]:
            if head.owner not in ("", owner) and abs(now - head.claimed) <= stale:
                raise Conflict(f"{match} is claimed by {head.owner}")
            if version not in (None, head.version):
                raise Conflict(f"the record of {match} has changed since it was read")
            return replace(head, owner=owner, claimed=now), []

        return self._try_swap(match, change)

    def release(self, match: str, owner: str) -> None:
        """Release the claim, if it still belongs to *owner*."""

        def change(head: Head) -> tuple[Head, list[Request]]:
            if head.owner != owner:
                raise Conflict(f"{match} is not claimed by {owner}")
            return replace(head, owner="", claimed=0.0), []

        self._try_swap(match, change)

    def claims(self) -> Mapping[str, str]:
        """Return the owners of claimed matches, by match."""
        return {match: head.owner for match, head in self.heads.by_match().items() if head.owner}

    def mark(self, match: str, now: float) -> tuple[float, float]:
        """Note a poll at *now*. Return the time of the poll before it, and the pause before that one (0 if none)."""
        before: list[tuple[float, float]] = []

        def change(head: Head) -> tuple[Head, list[Request]]:
            polled = head.polled or now
            before.append((polled, abs(head.pause)))
            return replace(head, polled=now, pause=marked_pause(max(0.0, now - polled), head.pause)), []

        self._try_swap(match, change)
        return before[-1] if before else (now, 0.0)

    def look(self, match: str) -> Look:
        """Return when a sync last looked at *match*."""
        head = self.heads.of(match)
        return look_of_polls(head.polled, head.pause)

    def _try_swap(self, match: str, change: Change) -> bool:
        try:
            self.heads.swap(match, change)
        except (Conflict, NoSuchMatch):
            return False
        return True


def open_sheet_store(sheets: GoogleSheets, document: str) -> SheetStore:
    """Return the store in the spreadsheet *document*.

    Creates it if necessary. Raises `StoreBroken` or `SheetsRefused`.
    """
    store = SheetStore(sheets, document)
    store.prepare()
    return store
