"""The store: the journals and records of all matches."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple, Protocol, runtime_checkable

from sheets_gm.gm.match_record.record import Record
from sheets_gm.kernel.errors import PollEnded, UnavailableError, UserError
from sheets_gm.kernel.match.journal import Entry

STALE = 300.0
"""Seconds after which another process's claim counts as abandoned."""


ALIKE = 1.25
"""Two pauses in a row are regular if one is at most this many times as long as the other."""


class Conflict(PollEnded):
    """Another process was faster: the entry already exists, or the record has changed since it was read."""


class NoSuchMatch(UserError, LookupError):
    """No match has that name. The message lists the existing ones."""


class StoreDown(UnavailableError, PollEnded):
    """The store cannot be used at the moment: it cannot be reached, or its disk is full. Nothing was written."""


class Look(NamedTuple):
    """The last time a sync looked at a match (0: never), and the pause between its looks.

    The pause is 0 if a sync looks all the time, None if no regular pause is known.
    """

    at: float = 0.0
    pause: float | None = 0.0


def marked_pause(pause: float, earlier: float | None) -> float:
    """Return how a store keeps a *pause* between polls: negative unless the *earlier* one was similar."""
    longer, shorter = max(pause, abs(earlier or 0.0)), min(pause, abs(earlier or 0.0))
    return pause if longer <= ALIKE * shorter else -pause


def look_of_polls(polled: float | None, pause: float | None) -> Look:
    """Return when a sync last looked at a match, from the last poll and the `marked_pause` in the store."""
    return Look(polled or 0.0, pause if pause and pause > 0 else None)


class Store(Protocol):
    """The journals and records of all matches. Each call is one transaction. When it returns, its data is on disk.

    Any call may raise `StoreDown`.
    """

    def create(self, record: Record, first: Entry) -> None:
        """Add a match with its first entry. Raises `Conflict` if the name is taken."""

    def names(self) -> tuple[str, ...]:
        """The names of all matches, sorted."""

    def record(self, match: str) -> Record:
        """Return the record of *match*. Raises `NoSuchMatch`."""

    def save(self, record: Record) -> Record:
        """Replace the record of its match, and return it with its new version.

        Raises `Conflict` if the stored record has another version than *record*.
        """

    def last(self, match: str) -> Entry:
        """Return the newest entry of *match*. The cost does not depend on the length of the journal."""

    def last_number(self, match: str) -> int:
        """Return the number of the newest entry."""

    def entries(self, match: str, first: int = 0) -> Iterator[Entry]:
        """Yield the entries from number *first* on, in order."""

    def append(self, match: str, entry: Entry, record: Record) -> Record:
        """Add *entry* and save the record in one transaction; return the record with its new version.

        Raises `Conflict` if there is an entry with that number, or the stored record has another version.
        """

    def forget(self, match: str) -> None:
        """Delete the record of *match* and its journal. This cannot be undone."""

    def claim(self, match: str, owner: str, now: float, stale: float, version: int | None = None) -> bool:
        """Claim the match for *owner*. Return False if another owner has a claim that is less than *stale* seconds old.

        With *version*, also return False if the stored record has another version: something was stored since it was
        read. A claim that is more than *stale* seconds in the future counts as old, because the clock was set back
        since.
        """

    def release(self, match: str, owner: str) -> None:
        """Release the claim, if it still belongs to *owner*."""

    def mark(self, match: str, now: float) -> tuple[float, float]:
        """Store that *match* is polled at *now*. Return when it was polled before, and the pause before that."""

    def look(self, match: str) -> Look:
        """Return when a sync last looked at *match*, from its polls and the heartbeats of all syncs."""

    def claims(self) -> Mapping[str, str]:
        """Return the owner of each match that is claimed now."""


class Glance(NamedTuple):
    """A summary of a match in a store: the version of its record, and until when it was watched.

    *watched* is 0 unless the match was quiet at its last poll and was watched from then on.
    """

    version: int
    watched: float = 0.0


@runtime_checkable
class WatchLog(Protocol):
    """The part of a store for watching quiet matches instead of polling them."""

    def glances(self) -> Mapping[str, Glance]:
        """Return a summary of every match, in one call."""

    def note_watched(self, matches: Collection[str], now: float) -> None:
        """Store that quiet *matches* are watched until *now*. For `Store.mark` this counts as a poll."""
