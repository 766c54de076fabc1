"""Rounds: one tick of every live match, one after another.

Law: a match that fails costs no other match its tick. After `Policy.patience` failures in a row it is set aside as
*stuck* with its reason, until somebody unsticks it. A service that cannot be reached is nobody's fault: it is
reported, and tried again at the next round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from sheets_gm.gm.ports import Conflict, SheetsDown, Status, Store
from sheets_gm.gm.turn import Table, Tick

SEATED = frozenset({Status.LIVE, Status.PAUSED})
"""The matches that are polled."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """A match whose tick failed: why, and whether it was set aside for it."""

    match: str
    reason: str
    stuck: bool = False
    away: bool = False


@dataclass(slots=True)
class Hall:
    """All matches of a store, as one process runs them. *seat* makes the table of a match."""

    store: Store
    seat: Callable[[str], Table]
    tables: dict[str, Table] = field(default_factory=dict)

    def round(self, only: str | None = None, *, resolve: bool = False) -> Iterator[Tick | Trouble]:
        """Tick every live match once, or the one called *only*."""
        for match in (only,) if only else self.store.names():
            if only is None and self.store.record(match).status not in SEATED:
                self.tables.pop(match, None)
                continue
            yield self._tick(match, resolve=resolve)

    def _tick(self, match: str, *, resolve: bool) -> Tick | Trouble:
        try:
            table = self.tables.get(match) or self.tables.setdefault(match, self.seat(match))
            return table.tick(resolve=resolve)
        except SheetsDown as down:
            return Trouble(match, str(down), away=True)
        except Exception as error:  # noqa: BLE001 - whatever it is, the other matches play on
            # what is in memory may be half done: the next tick begins from the journal
            self.tables.pop(match, None)
            return self._failed(match, f"{type(error).__name__}: {error}")

    def _failed(self, match: str, reason: str) -> Trouble:
        record = self.store.record(match)
        failures = record.failures + 1
        stuck = failures >= record.policy.patience
        status = Status.STUCK if stuck else record.status
        try:
            self.store.save(record.but(failures=failures, reason=reason, status=status))
        except Conflict:
            # another process has just saved it, and will meet the same failure or has mended it
            return Trouble(match, reason)
        return Trouble(match, reason, stuck=stuck)
