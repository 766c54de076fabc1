"""A sync group: several syncs that share the matches of one store, and the quota of its accounts.

Each sync writes a heartbeat to the store every few seconds. A match is served by one of the running syncs. Their names
alone determine which one, so only the matches of a sync that starts or stops change hands. The others notice a killed
sync after `TIMEOUT`, or at once on the same machine. Then its claims are released, and the others serve its matches.
While two syncs both serve a match, both poll it: that costs calls, but does no harm.

The calls of an account are divided by the work of each sync, so that a busy match waits equally long in each of them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from sheets_gm.gm.ports.clock import Clock
from sheets_gm.gm.ports.sync_registry import SyncRegistry, SyncSeen
from sheets_gm.kernel.defaults import never

HEARTBEAT = 10.0
"""Seconds between two heartbeats."""

TIMEOUT = 60.0
"""Seconds without a heartbeat after which a sync counts as ended."""

LEAST_DEMAND = 1.0
"""The fewest calls a minute that a sync may make, so that it can find out what it has to do."""


@dataclass(slots=True)
class SyncGroup:
    """The syncs that share a store, as the sync *owner* knows them. Without a *registry* it is alone.

    *has_ended* returns whether another sync is known to have ended.
    """

    owner: str = ""
    registry: SyncRegistry | None = None
    clock: Clock = lambda: 0.0
    has_ended: Callable[[str], bool] = never
    others: Mapping[str, SyncSeen] = field(init=False, default_factory=dict)
    demand: Mapping[str, float] = field(init=False, default_factory=dict)

    def heartbeat(self, demand: Mapping[str, float]) -> None:
        """Send this sync's demand of calls as a heartbeat, and read those of others. Raises `StoreDown`."""
        if self.registry is None:
            return
        now, self.demand = self.clock(), dict(demand)
        seen = self.registry.heartbeat(self.owner, now, self.demand)
        self.others = {}
        for owner, other in seen.items():
            if owner == self.owner:
                continue
            if abs(now - other.seen) > TIMEOUT or self.has_ended(owner):
                self.registry.leave(owner)
            else:
                self.others = {**self.others, owner: other}

    def leave(self) -> None:
        """Leave the matches to the others. Raises `StoreDown`."""
        if self.registry is not None:
            self.registry.leave(self.owner)

    def mine(self, matches: Iterable[str]) -> list[str]:
        """Return those of *matches* that this sync serves."""
        if not self.others:
            return list(matches)
        return [match for match in matches if self._serves(match)]

    def _serves(self, match: str) -> bool:
        own_rank = _rank(self.owner, match)
        return all(_rank(other, match) < own_rank for other in self.others)

    def share(self, account: str) -> float:
        """Return the share of the calls of *account* that this sync may make."""
        own_calls = self._wanted(self.demand, account)
        return own_calls / (own_calls + sum(self._wanted(other.demand, account) for other in self.others.values()))

    @staticmethod
    def _wanted(demand: Mapping[str, float], account: str) -> float:
        return max(demand.get(account, 0.0), LEAST_DEMAND)


def _rank(owner: str, match: str) -> bytes:
    """Return the rank of a sync for a match. The sync with the highest rank serves it."""
    return hashlib.sha256(f"{owner}\n{match}".encode()).digest()
