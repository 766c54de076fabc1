"""The crew: several syncs that share the matches of one store, and the quota of its accounts.

Every few seconds each sync says in the store that it lives. A match is served by one of those that live: which one
follows from their names alone, so nobody has to ask, and only the matches of a sync that comes or goes change hands. A
sync that was killed is missed after `LIFE`, at once on its own machine; then its claims are released, and the others
serve its matches. While two syncs believe that a match is theirs, both poll it: that costs calls, and nothing else.

The calls of an account are divided by what each sync has to do, so that a busy match waits as long in one as in
another.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from sheets_gm.gm.ports.clock import Clock
from sheets_gm.gm.ports.crew import CrewLog, SyncSeen

BEAT = 10.0
"""Seconds between two signs of life."""

LIFE = 60.0
"""Seconds without a sign of life after which a sync counts as ended."""

LEAST_DEMAND = 1.0
"""Calls a minute that a sync may make at least, so that it can find out what it has to do."""


def nobody_has_ended(_owner: str) -> bool:
    """Nothing is known of other processes."""
    return False


@dataclass(slots=True)
class Crew:
    """The syncs that share a store, as the sync *owner* knows them. Without a *log* it is alone.

    *has_ended* says whether another sync is known to have ended.
    """

    owner: str = ""
    log: CrewLog | None = None
    clock: Clock = lambda: 0.0
    has_ended: Callable[[str], bool] = nobody_has_ended
    others: Mapping[str, SyncSeen] = field(init=False, default_factory=dict)
    demand: Mapping[str, float] = field(init=False, default_factory=dict)

    def beat(self, demand: Mapping[str, float]) -> None:
        """Tell the others what this sync has to do, and see who lives. `StoreDown`."""
        if self.log is None:
            return
        now, self.demand = self.clock(), dict(demand)
        seen = self.log.beat(self.owner, now, self.demand)
        self.others = {}
        for owner, other in seen.items():
            if owner == self.owner:
                continue
            if abs(now - other.seen) > LIFE or self.has_ended(owner):
                self.log.sign_off(owner)
            else:
                self.others = {**self.others, owner: other}

    def sign_off(self) -> None:
        """Leave the matches to the others. `StoreDown`."""
        if self.log is not None:
            self.log.sign_off(self.owner)

    def mine(self, matches: Iterable[str]) -> list[str]:
        """Those of *matches* that this sync serves."""
        if not self.others:
            return list(matches)
        return [match for match in matches if self._serves(match)]

    def _serves(self, match: str) -> bool:
        own = _rank(self.owner, match)
        return all(_rank(other, match) < own for other in self.others)

    def share(self, account: str) -> float:
        """The share of the calls of *account* that this sync may make."""
        own = self._wanted(self.demand, account)
        return own / (own + sum(self._wanted(other.demand, account) for other in self.others.values()))

    @staticmethod
    def _wanted(demand: Mapping[str, float], account: str) -> float:
        return max(demand.get(account, 0.0), LEAST_DEMAND)


def _rank(owner: str, match: str) -> bytes:
    """The rank of a sync among those that could serve a match: the highest serves it."""
    return hashlib.sha256(f"{owner}\n{match}".encode()).digest()
