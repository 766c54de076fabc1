"""The store: the journals and records of all matches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol

from sheets_gm.gm.record.record import Record
from sheets_gm.kernel.journal import Entry


class Conflict(Exception):
    """Another process was faster: this entry is already written, or the record has changed since it was read."""


class NoSuchMatch(LookupError):
    """No match has that name; the message says which there are."""


class Store(Protocol):
    """The journal and the records of all matches. Each call is one transaction; what returned is on disk."""

    def create(self, record: Record, first: Entry) -> None:
        """A new match with its founding entry. `Conflict` if the name is taken."""

    def names(self) -> tuple[str, ...]:
        """All matches, sorted."""

    def record(self, match: str) -> Record:
        """The record of *match*. `NoSuchMatch`."""

    def save(self, record: Record) -> Record:
        """Replace the record of its match, and answer it with its new version.

        `Conflict` if the stored record has another version than *record*.
        """

    def last(self, match: str) -> Entry:
        """The newest entry of *match*, at a cost that does not depend on its length."""

    def last_number(self, match: str) -> int:
        """The number of the newest entry."""

    def entries(self, match: str, first: int = 0) -> Iterator[Entry]:
        """Entries from number *first* on, in order."""

    def append(self, match: str, entry: Entry, record: Record) -> Record:
        """Add *entry* and save the record, together, and answer the record with its new version.

        `Conflict` if there is an entry of that number, or the stored record has another version.
        """

    def forget(self, match: str) -> None:
        """Remove the record of *match* and its journal, together and for good."""

    def claim(self, match: str, owner: str, now: float, stale: float) -> bool:
        """Take the match for *owner* to lock a turn. False while another owner's claim is younger than *stale* s."""

    def release(self, match: str, owner: str) -> None:
        """Give the claim back, if it is still *owner*'s."""

    def mark(self, match: str, now: float) -> tuple[float, float]:
        """Note that *match* is polled at *now*; answer when it was polled before, and the pause before that."""

    def claims(self) -> Mapping[str, str]:
        """The matches that are claimed now, and by whom."""
