"""The heads of a store: read together, cached for a moment, and replaced by compare-and-swap.

A head replaces the one that it was computed from, together with everything that is written with it, or not at all. Each
head has the id of its write, so that a write whose answer was lost is recognised and never applied twice.

Google has no compare-and-swap, but a `batchUpdate` is applied completely or not at all. It fails if it adds a named
range whose id exists (Sheets API, AddNamedRangeRequest) or changes one whose id does not exist. So each match has one
named range, its *token*, whose id counts the writes of its head. A write deletes the token that it has read, adds the
next one and writes the cells, in one batch. If two processes have read the same head, one of them is refused and reads
again.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from sheets_gm.adapters.stores.errors import StoreBroken
from sheets_gm.adapters.stores.spreadsheet import rows
from sheets_gm.adapters.stores.spreadsheet.rows import HEADS, Head, Request
from sheets_gm.adapters.stores.spreadsheet.spreadsheet import Spreadsheet
from sheets_gm.gm.ports.sheets import SheetsDown, SheetsRefused
from sheets_gm.gm.ports.store import Conflict, NoSuchMatch
from sheets_gm.kernel.match.journal import Entry

TRIES = 8
"""How often a write is tried when other processes write the same match."""

Change: TypeAlias = Callable[[Head], tuple[Head, list[Request]]]
"""Returns the next head and the requests to write with it. Raises `Conflict` if the change is not allowed."""


FIRST_NUMBERS = 2**31
"""The count of writes starts at a random number up to this, so that the name of a deleted match can be used again."""


def new_write() -> str:
    """Return a unique id for a write."""
    return secrets.token_hex(8)


def first_write_number() -> int:
    """Return the number of the first write of a match."""
    return 1 + secrets.randbelow(FIRST_NUMBERS)


class Heads:
    """The heads in *spreadsheet*, cached for *fresh* seconds of *clock*. Threads may share them.

    *on_rollback* is called with a match that was deleted, or that somebody restored to an earlier version.
    """

    def __init__(
        self, spreadsheet: Spreadsheet, clock: Callable[[], float], fresh: float, on_rollback: Callable[[str], None]
    ) -> None:
        self._spreadsheet = spreadsheet
        self._clock = clock
        self._fresh = fresh
        self._on_rollback = on_rollback
        self._heads: dict[str, Head] = {}
        self._read_at: float | None = None

    # -- reading -----------------------------------------------------------------------------------------------------

    def by_match(self, *, fresh: bool = False) -> dict[str, Head]:
        """Return all heads, from the cache unless *fresh*."""
        with self._spreadsheet.lock:
            if fresh or self._read_at is None or self._clock() - self._read_at >= self._fresh:
                self._read()
            return self._heads

    def _read(self) -> None:
        self._read_at = None
        started = self._clock()
        heads = rows.heads_in(self._spreadsheet.values({"sheetId": HEADS}), self._spreadsheet.document)
        for match, before in self._heads.items():
            if match not in heads or heads[match].newest < before.newest:
                self._on_rollback(match)
        self._heads, self._read_at = heads, started

    def expire(self) -> None:
        """Drop the cache."""
        self._read_at = None

    def of(self, match: str, *, fresh: bool = False) -> Head:
        """Return the head of *match*. Raises `NoSuchMatch`."""
        heads = self.by_match(fresh=fresh)
        if match not in heads and not fresh:
            heads = self.by_match(fresh=True)
        if match not in heads:
            raise NoSuchMatch(f"There is no match called {match!r}. There are: {', '.join(sorted(heads)) or 'none'}.")
        return heads[match]

    def _after(self, error: Exception) -> dict[str, Head]:
        """Return the current heads after a write that failed or may have succeeded. Raises *error* if that fails."""
        try:
            return self.by_match(fresh=True)
        except (SheetsRefused, SheetsDown):
            raise error from None

    # -- writing -----------------------------------------------------------------------------------------------------

    def add(self, head: Head, first: Entry, more: Sequence[Request]) -> None:
        """Add a match with its *first* entry, and write *more* with it. Raises `Conflict` if the name exists."""
        wanted = [*rows.add_match(head, first), *more]
        with self._spreadsheet.lock:
            try:
                self._spreadsheet.batch(wanted)
            except (SheetsRefused, SheetsDown) as error:
                there = self._after(error).get(head.match)
                if there is None:
                    raise
                if there.write != head.write:
                    raise Conflict(f"a match called {head.match} exists already") from None
            self.expire()

    def swap(self, match: str, change: Change) -> None:
        """Replace the head of *match* by the result of *change*, together with its requests, in one batch.

        If *change* raises `Conflict` for a cached head, it is called again with a fresh one. Raises `Conflict` or
        `NoSuchMatch`.
        """
        with self._spreadsheet.lock:
            self._swap(match, change)

    def remove(self, match: str) -> None:
        """Delete the head of *match* and its journal, in one batch. Raises `NoSuchMatch`."""
        with self._spreadsheet.lock:
            for _ in range(TRIES):
                if self._replace(self.of(match, fresh=True), None, ()):
                    return
            raise _contended(match)

    def _swap(self, match: str, change: Change) -> None:
        fresh = False
        for _ in range(TRIES):
            head = self.of(match, fresh=fresh)
            try:
                changed_head, more = change(head)
            except Conflict:
                if fresh:
                    raise
                fresh = True
                continue
            new = replace(changed_head, writes=head.writes + 1, write=new_write())
            if self._replace(head, new, more):
                return
            fresh = True
        raise _contended(match)

    def _replace(self, head: Head, new: Head | None, more: Sequence[Request], copied: str = "") -> bool:
        """Replace *head* by *new* (None: delete it). Return False if another process was faster.

        *copied* is the id of the token in a copy of the spreadsheet, where Google gives it another id.
        """
        token = rows.token(head)
        token_id = copied or token["namedRangeId"]
        wanted: list[Request] = [
            # each of these two fails if another process was faster
            {"updateNamedRange": {"namedRange": {**token, "namedRangeId": token_id}, "fields": "range"}},
            {"deleteNamedRange": {"namedRangeId": token_id}},
            *(_put(new) if new else rows.remove_match(head)),
            *more,
        ]
        try:
            self._spreadsheet.batch(wanted)
        except (SheetsRefused, SheetsDown) as error:
            current = self._after(error).get(head.match)
            if (current and current.write) == (new and new.write):
                return True
            if current is None or current.writes != head.writes:
                return False
            if isinstance(error, SheetsDown):
                raise
            current_id = self._token_id(token["name"])
            if copied or current_id == token_id:
                raise
            return self._replace(head, new, more, current_id)
        self._heads = {match: each for match, each in self._heads.items() if match != head.match}
        if new:
            self._heads[new.match] = new
        return True

    def _token_id(self, name: str) -> str:
        """Return the id of the token *name* in this spreadsheet. Raises `StoreBroken` if somebody has deleted it."""
        token_id = self._spreadsheet.named_range(name)
        if token_id is not None:
            return token_id
        raise StoreBroken(
            f"The named range {name} of the spreadsheet {self._spreadsheet.document} is missing, which protects "
            "concurrent writes: restore it with File, Version history."
        )


def _put(head: Head) -> list[Request]:
    return [{"addNamedRange": {"namedRange": rows.token(head)}}, rows.write_head(head)]


def _contended(match: str) -> SheetsDown:
    return SheetsDown(f"{match} is written by several processes at once. The next poll tries again.")
