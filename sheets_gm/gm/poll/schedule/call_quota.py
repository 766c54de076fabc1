"""The call quota: what the rounds need from the part that limits and counts the calls of a spreadsheet service."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from sheets_gm.gm.match_record.record import Record


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a document as a feed reports it: when it was made, and whether by the account that reads the feed."""

    modified: float
    own: bool = False


class CallQuota(Protocol):
    """How many calls each account may make for its matches, and which documents have changed according to a feed."""

    def account(self, record: Record) -> str:
        """The account that serves a match."""

    def wait(self, record: Record) -> float:
        """Seconds until the quota allows one read and one write of each workbook of a match; 0 if it does now."""

    def divide(self, share_of: Callable[[str], float]) -> None:
        """Make only a share of the calls of each account in rounds, because other processes make the others."""

    def spent(self) -> Mapping[str, tuple[int, int]]:
        """Reads and writes of each document since the last call of this method."""

    def watches(self, record: Record) -> bool:
        """Whether a feed reports changes in all workbooks of a match."""

    def is_unchanged(self, record: Record, since: float) -> bool:
        """Whether, according to a feed, no workbook of a match was modified after the instant *since*."""

    def changed(self, now: float) -> Mapping[str, Change]:
        """The documents that a feed has reported since the last call of this method; all of them at its first look."""


class Unlimited:
    """A quota without a limit, a count or a feed."""

    def account(self, record: Record) -> str:
        """The account that the record names."""
        return record.account

    def wait(self, record: Record) -> float:  # noqa: ARG002 - there is no limit
        """Always 0."""
        return 0.0

    def divide(self, share_of: Callable[[str], float]) -> None:
        """There is nothing to divide."""

    def spent(self) -> Mapping[str, tuple[int, int]]:
        """Nothing is counted."""
        return {}

    def watches(self, record: Record) -> bool:  # noqa: ARG002 - there is no feed
        """Always False."""
        return False

    def is_unchanged(self, record: Record, since: float) -> bool:  # noqa: ARG002
        """Always False."""
        return False

    def changed(self, now: float) -> Mapping[str, Change]:  # noqa: ARG002
        """Nothing is reported."""
        return {}


@runtime_checkable
class CallLedger(Protocol):
    """A count of the calls of each match, by the minute; minutes that are over an hour old are dropped."""

    def note_calls(self, minute: int, taken: Mapping[str, tuple[int, int]]) -> None:
        """Add the reads and writes of matches to the count of *minute* (minutes since 1970)."""

    def calls(self, since: int) -> Mapping[str, tuple[int, int]]:
        """The reads and writes of each match from the minute *since* on."""
