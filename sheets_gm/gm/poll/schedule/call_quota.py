"""The call quota: the interface of the rounds to what limits and counts the calls of a spreadsheet service."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from sheets_gm.gm.match_record.record import Record


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a document in a feed: when it was made, and whether by the account that reads the feed (*own*).

    Who moves a document into the trash (*trashed*) does not modify it.
    """

    modified: float
    own: bool = False
    trashed: bool = False


class CallQuota(Protocol):
    """How many calls each account may make for its matches, and which documents have changed according to a feed."""

    def account(self, record: Record) -> str:
        """Return the account that serves a match."""

    def wait(self, record: Record) -> float:
        """Return the seconds until the quota allows a read and a write of each workbook of a match."""

    def divide(self, share_of: Callable[[str], float]) -> None:
        """Use only a share of the calls of each account, because other processes use the rest."""

    def spent(self) -> Mapping[str, tuple[int, int]]:
        """Return the reads and writes of each document since the last call of this method."""

    def watches(self, record: Record) -> bool:
        """Return whether a feed reports changes in all workbooks of a match."""

    def is_unchanged(self, record: Record, since: float) -> bool:
        """Return whether, according to a feed, no workbook of a match was modified after *since*."""

    def changed(self, now: float) -> Mapping[str, Change]:
        """Return the documents that a feed has reported since the last call; at the first call, all of them."""


class Unlimited:
    """A quota without a limit, a count or a feed."""

    def account(self, record: Record) -> str:
        return record.account

    def wait(self, record: Record) -> float:  # noqa: ARG002 - there is no limit
        return 0.0

    def divide(self, share_of: Callable[[str], float]) -> None:
        """Do nothing: there is no quota to divide."""

    def spent(self) -> Mapping[str, tuple[int, int]]:
        return {}

    def watches(self, record: Record) -> bool:  # noqa: ARG002 - there is no feed
        return False

    def is_unchanged(self, record: Record, since: float) -> bool:  # noqa: ARG002
        return False

    def changed(self, now: float) -> Mapping[str, Change]:  # noqa: ARG002
        return {}


@runtime_checkable
class CallLedger(Protocol):
    """A count of the calls of each match, by the minute. Minutes older than an hour are dropped."""

    def note_calls(self, minute: int, taken: Mapping[str, tuple[int, int]]) -> None:
        """Add the reads and writes of matches to the count of *minute* (minutes since 1970)."""

    def calls(self, since: int) -> Mapping[str, tuple[int, int]]:
        """Return the reads and writes of each match from the minute *since* on."""
