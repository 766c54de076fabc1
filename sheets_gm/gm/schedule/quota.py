"""Budgets: what rounds ask of whoever rations the calls of a spreadsheet service, and keeps the account of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Protocol, runtime_checkable

from sheets_gm.gm.record.record import Record


class CallQuota(Protocol):
    """How many calls may be made for a match, by whom, and what is heard of matches that nobody calls about."""

    def account(self, record: Record) -> str:
        """The account that serves a match."""

    def wait(self, record: Record) -> float:
        """Seconds until there is room to read and to write each workbook of a match once; 0 where there is."""

    def spent(self) -> Mapping[str, tuple[int, int]]:
        """Reads and writes of each document since this was asked last."""

    def watches(self, record: Record) -> bool:
        """Whether a feed tells of changes in all workbooks of a match."""

    def changed(self, now: float) -> Collection[str]:
        """The documents that a feed has told of since this was asked last."""


class Unlimited:
    """The budget of who may call as often as they like, and hears of nothing."""

    def account(self, record: Record) -> str:
        """All are served by one."""
        return record.account

    def wait(self, record: Record) -> float:  # noqa: ARG002 - there is always room
        """No time at all."""
        return 0.0

    def spent(self) -> Mapping[str, tuple[int, int]]:
        """Nobody counts."""
        return {}

    def watches(self, record: Record) -> bool:  # noqa: ARG002 - there is no feed
        """Nobody watches."""
        return False

    def changed(self, now: float) -> Collection[str]:  # noqa: ARG002
        """Nobody tells."""
        return ()


@runtime_checkable
class CallLedger(Protocol):
    """How many calls of the spreadsheet service each match took, by the minute; what is over an hour old is gone."""

    def note_calls(self, minute: int, taken: Mapping[str, tuple[int, int]]) -> None:
        """Add reads and writes of matches to those of *minute* (since 1970)."""

    def calls(self, since: int) -> Mapping[str, tuple[int, int]]:
        """Reads and writes of each match from the minute *since* on."""
