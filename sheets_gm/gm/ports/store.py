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
"""Two pauses in a row are a rhythm if one is at most this many times as long as the other."""


class Conflict(PollEnded):
    """Another process was faster: the entry already exists, or the record has changed since it was read."""


class NoSuchMatch(UserError, LookupError):
    """No match has that name; the message lists the existing ones."""


class StoreDown(UnavailableError, PollEnded):
    """The store cannot be used for now: it cannot be reached, or its disk is full. Nothing was written."""


class Look(NamedTuple):
    """When a sync last looked at a match (0: never), and the pause between its visits.

    The pause is 0 if a sync looks all the time, None where no rhythm is known.
    """

    at: float = 0.0
    pause: float | None = 0.0


def marked_pause(pause: float, earlier: float | None) -> float:
    """What a store keeps of a *pause* between two polls: below zero until the one *earlier* was like it."""
    longer, shorter = max(pause, abs(earlier or 0.0)), min(pause, abs(earlier or 0.0))
    return pause if longer <= ALIKE * shorter else -pause


def look_of_polls(polled: float | None, pause: float | None) -> Look:
    """What the polls of a match say, of which a store keeps the last and its `marked_pause`."""
    return Look(polled or 0.0, pause if pause and pause > 0 else None)


class Store(Protocol):
    """The journals and records of all matches. Each call is one transaction; when it returns, its data is on disk.

    `StoreDown` where it cannot be used for now.
    """

    def create(self, record: Record, first: Entry) -> None:
        """Add a match with its first entry. `Conflict` if the name is taken."""

    def names(self) -> tuple[str, ...]:
        """The names of all matches, sorted."""

    def record(self, match: str) -> Record:
        """The record of *match*. `NoSuchMatch`."""

    def save(self, record: Record) -> Record:
        """Replace the record of its match, and return it with its new version.

        `Conflict` if the stored record has another version than *record*.
        """

    def last(self, match: str) -> Entry:
        """The newest entry of *match*, at a cost that does not depend on its length."""

    def last_number(self, match: str) -> int:
        """The number of the newest entry."""

    def entries(self, match: str, first: int = 0) -> Iterator[Entry]:
        """Entries from number *first* on, in order."""

    def append(self, match: str, entry: Entry, record: Record) -> Record:
        """Add *entry* and save the record in one transaction; return the record with its new version.

        `Conflict` if there is an entry of that number, or the stored record has another version.
        """

    def forget(self, match: str) -> None:
        """Delete the record of *match* and its journal. This cannot be undone."""

    def claim(self, match: str, owner: str, now: float, stale: float, version: int | None = None) -> bool:
        """Claim the match for *owner*. False while another owner has a claim that is less than *stale* seconds old.

        With *version* it is False too if the stored record has another one: something was stored since it was read.

        A claim that is more than *stale* seconds in the future counts as old: the clock was set back since.
        """

    def release(self, match: str, owner: str) -> None:
        """Give up the claim, if it is still *owner*'s."""

    def mark(self, match: str, now: float) -> tuple[float, float]:
        """Store that *match* is polled at *now*; return when it was polled before, and the pause before that."""

    def look(self, match: str) -> Look:
        """When a sync last looked at *match*, by its polls and by the heartbeats of all syncs."""

    def claims(self) -> Mapping[str, str]:
        """The owner of each match that is claimed now."""


class Glance(NamedTuple):
    """What a store knows of a match at a glance: the version of its record, and until when it was watched.

    *watched* is 0 unless the match was quiet when it was last polled, and was watched from then on.
    """

    version: int
    watched: float = 0.0


@runtime_checkable
class WatchLog(Protocol):
    """What a store needs apart from `Store` so that quiet matches can be watched instead of being polled."""

    def glances(self) -> Mapping[str, Glance]:
        """All matches, in one call."""

    def note_watched(self, matches: Collection[str], now: float) -> None:
        """Store that quiet *matches* are watched until *now*: for `Store.mark` this counts as a poll."""
