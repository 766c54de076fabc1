"""The heads of a store: read together, taken to stand for a moment, and swapped for the next.

Laws: a head takes the place of the one that it was made of, with all that is written with it, or not at all. Each head
names its write, so that one whose answer was lost is known again and never done twice.

Google knows no compare-and-swap, but a `batchUpdate` is applied whole or not at all, and one fails that adds a named
range whose id exists (Sheets API, AddNamedRangeRequest) or changes one whose id does not. So each match has one
named range, its *token*, whose id counts the writes of its head. A write takes the token that it has read away, adds
the next one, and fills the cells, in one batch: of two processes that read the same head one is refused, and reads
again.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from sheets_gm.adapters.stores.spreadsheet import rows
from sheets_gm.adapters.stores.spreadsheet.rows import HEADS, Head, Request
from sheets_gm.adapters.stores.spreadsheet.spreadsheet import Spreadsheet
from sheets_gm.adapters.stores.sql import StoreBroken
from sheets_gm.gm.ports.sheets import SheetsDown, SheetsRefused
from sheets_gm.gm.ports.store import Conflict, NoSuchMatch
from sheets_gm.kernel.journal import Entry

TRIES = 8
"""How often a write is tried against other writers of the same match."""

Change: TypeAlias = Callable[[Head], tuple[Head, list[Request]]]
"""What is to become of a head, and what is written with it. `Conflict` where it may not be."""


BEGINNINGS = 2**31
"""From one of so many numbers on a match counts its writes; one with the name of a forgotten match, from another."""


def new_write() -> str:
    """A name for one write, that no other write has."""
    return secrets.token_hex(8)


def beginning() -> int:
    """The number of the first write of a match."""
    return 1 + secrets.randbelow(BEGINNINGS)


class Heads:
    """The heads in *spreadsheet*. Those that were read stand for *fresh* seconds of *clock*; threads take turns.

    *went_back* is told of a match whose spreadsheet somebody took back to an earlier version, or that is forgotten.
    """

    def __init__(
        self, spreadsheet: Spreadsheet, clock: Callable[[], float], fresh: float, went_back: Callable[[str], None]
    ) -> None:
        self._spreadsheet = spreadsheet
        self._clock = clock
        self._fresh = fresh
        self._went_back = went_back
        self._heads: dict[str, Head] = {}
        self._read_at: float | None = None

    # -- reading -----------------------------------------------------------------------------------------------------

    def by_match(self, *, fresh: bool = False) -> dict[str, Head]:
        """All heads: those that were just read, or (if *fresh*) as they stand now."""
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
                self._went_back(match)
        self._heads, self._read_at = heads, started

    def expire(self) -> None:
        """Let those that were read stand no longer."""
        self._read_at = None

    def of(self, match: str, *, fresh: bool = False) -> Head:
        """The head of *match*. `NoSuchMatch`."""
        heads = self.by_match(fresh=fresh)
        if match not in heads and not fresh:
            heads = self.by_match(fresh=True)
        if match not in heads:
            raise NoSuchMatch(f"There is no match called {match!r}. There are: {', '.join(sorted(heads)) or 'none'}.")
        return heads[match]

    def _after(self, error: Exception) -> dict[str, Head]:
        """The heads as they stand after a write that was refused, or may have been done all the same; else *error*."""
        try:
            return self.by_match(fresh=True)
        except (SheetsRefused, SheetsDown):
            raise error from None

    # -- writing -----------------------------------------------------------------------------------------------------

    def add(self, head: Head, first: Entry) -> None:
        """Add a match with its *first* entry. `Conflict` if there is one of that name."""
        wanted = rows.made_match(head, first)
        with self._spreadsheet.lock:
            try:
                self._spreadsheet.batch(wanted)
            except (SheetsRefused, SheetsDown) as error:
                there = self._after(error).get(head.match)
                if there is None:
                    raise
                if there.write != head.write:
                    raise Conflict(f"there is already a match called {head.match}") from None
            self.expire()

    def swap(self, match: str, change: Change) -> None:
        """Put what *change* makes of the head of *match* in its place, with what it adds, in one batch.

        What *change* refuses by `Conflict` is decided on a head that was read for it. `Conflict`, `NoSuchMatch`.
        """
        with self._spreadsheet.lock:
            self._swap(match, change)

    def remove(self, match: str) -> None:
        """Take the head of *match* away with its journal, in one batch. `NoSuchMatch`."""
        with self._spreadsheet.lock:
            for _ in range(TRIES):
                if self._swapped(self.of(match, fresh=True), None, ()):
                    return
            raise _contended(match)

    def _swap(self, match: str, change: Change) -> None:
        fresh = False
        for _ in range(TRIES):
            head = self.of(match, fresh=fresh)
            try:
                made, more = change(head)
            except Conflict:
                if fresh:
                    raise
                fresh = True
                continue
            new = replace(made, writes=head.writes + 1, write=new_write())
            if self._swapped(head, new, more):
                return
            fresh = True
        raise _contended(match)

    def _swapped(self, head: Head, new: Head | None, more: Sequence[Request], copied: str = "") -> bool:
        """Whether *new* (None: nothing) stands in the place of *head* now; not if another process was faster.

        *copied* is the id of the token in a copy of the spreadsheet, where Google has given it another.
        """
        token = rows.token(head)
        held = copied or token["namedRangeId"]
        wanted: list[Request] = [
            # each of these alone fails where another process was faster
            {"updateNamedRange": {"namedRange": {**token, "namedRangeId": held}, "fields": "range"}},
            {"deleteNamedRange": {"namedRangeId": held}},
            *(_put(new) if new else rows.removed_match(head)),
            *more,
        ]
        try:
            self._spreadsheet.batch(wanted)
        except (SheetsRefused, SheetsDown) as error:
            there = self._after(error).get(head.match)
            if (there and there.write) == (new and new.write):
                return True
            if there is None or there.writes != head.writes:
                return False
            if isinstance(error, SheetsDown):
                raise
            found = self._token_called(token["name"])
            if copied or found == held:
                raise
            return self._swapped(head, new, more, found)
        self._heads = {match: each for match, each in self._heads.items() if match != head.match}
        if new:
            self._heads[new.match] = new
        return True

    def _token_called(self, name: str) -> str:
        """The id that the token *name* has in this spreadsheet. StoreBroken where somebody has removed it."""
        found = self._spreadsheet.named_range(name)
        if found is not None:
            return found
        raise StoreBroken(
            f"The named range {name} of the spreadsheet {self._spreadsheet.document} is gone, by which writers know "
            "each other: bring it back by File, Version history."
        )


def _put(head: Head) -> list[Request]:
    return [{"addNamedRange": {"namedRange": rows.token(head)}}, rows.written_head(head)]


def _contended(match: str) -> SheetsDown:
    return SheetsDown(f"{match} is written by several processes at once: it is tried again later")
