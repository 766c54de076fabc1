"""Budgets: the calls that an account and its project may make in a minute, as pyrate-limiter counts them.

Laws: every call is counted before it is made, and none is made beyond the quota; a round leaves `HEADROOM` free, for
what a turn needs beyond its ordinary calls and for commands typed meanwhile; where the service says that it is too
much all the same, because others use the quota too, the account (or its project) rests, longer each time.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pyrate_limiter import Duration, InMemoryBucket, Rate, RateItem

from sheets_gm.adapters.settings import Quota

HEADROOM = 0.1
"""The part of a quota that rounds leave free."""

SLICES = 6
"""Parts of a minute over which rounds spread their calls, so that no burst is followed by a long silence."""

FIRST, LONGEST = 5.0, 60.0
"""Seconds of the first rest after a call was refused, and of the longest: quotas are refilled each minute."""

KINDS = ("read", "write")


class RateLimit:
    """So many calls of one kind in any minute, for a project or for an account."""

    def __init__(self, limit: int) -> None:
        self._bucket = InMemoryBucket([Rate(limit, Duration.MINUTE)])
        self._whole = (Rate(limit, Duration.MINUTE),)
        ordinary = max(1, round(limit * (1 - HEADROOM)))
        self._ordinary = (
            Rate(-(-ordinary // SLICES), Duration.MINUTE.value // SLICES),
            Rate(ordinary, Duration.MINUTE),
        )

    def wait(self, now: float, calls: int = 1, *, ordinary: bool = False) -> float:
        """Seconds until *calls* more fit, where they can. *ordinary* ones are spread, and leave the headroom free."""
        milliseconds = _milliseconds(now)
        self._bucket.leak(milliseconds)
        return max(self._room(rate, milliseconds, calls) for rate in (self._ordinary if ordinary else self._whole))

    def _room(self, rate: Rate, now: int, calls: int) -> float:
        blocking = self._bucket.peek(rate.limit - min(calls, rate.limit))
        return 0.0 if blocking is None else max(0, blocking.timestamp + rate.interval + 1 - now) / 1000

    def put(self, now: float, name: str) -> None:
        """Count one call."""
        self._bucket.put(RateItem(name, _milliseconds(now)))


@dataclass
class Allowance:
    """A project, or an account: what it has left of each kind, and when it may call again after a refusal.

    *lock* is held by whoever pays with it: accounts of one project may call at the same time.
    """

    pots: Mapping[str, RateLimit]
    closed: dict[str, float] = field(default_factory=dict)
    refusals: Counter[str] = field(default_factory=Counter)
    lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def wait(self, kind: str, now: float, calls: int = 1, *, ordinary: bool = False) -> float:
        """Seconds until it may make *calls* of *kind*."""
        pot = self.pots.get(kind)
        free = pot.wait(now, calls, ordinary=ordinary) if pot else 0.0
        return max(free, self.closed.get(kind, 0.0) - now, 0.0)

    def refused(self, kind: str, now: float, asked: float, longest: float) -> None:
        """The service wants no call of *kind*: for *asked* seconds, or longer each time where it does not say."""
        rest = min(FIRST * 2 ** min(self.refusals[kind], 9), longest)
        self.closed[kind] = now + max(asked, rest)
        self.refusals[kind] += 1

    def answered(self, kind: str) -> None:
        """The service has answered a call of *kind*."""
        self.refusals.pop(kind, None)


def project(quota: Quota | None) -> Allowance:
    """A project of Google's; without a *quota* its calls are only counted."""
    return Allowance({"read": RateLimit(quota.reads), "write": RateLimit(quota.writes)} if quota else {})


def account(quota: Quota | None) -> Allowance:
    """An account of a project."""
    return Allowance(
        {"read": RateLimit(quota.account_reads), "write": RateLimit(quota.account_writes)} if quota else {}
    )


@dataclass
class AccountQuota:
    """What one account may spend, of its own and of its project; *clock* is monotonic, in seconds."""

    clock: Callable[[], float]
    own: Allowance = field(default_factory=lambda: account(None))
    project: Allowance = field(default_factory=lambda: project(None))
    _spent: Counter[tuple[str, str]] = field(init=False, default_factory=Counter)

    def take(self, kind: str, document: str) -> float:
        """Count a call about *document*, which is then to be made; or the seconds until there is room for it."""
        with self.project.lock:
            now = self.clock()
            wait = max(self.own.wait(kind, now), self.project.wait(kind, now))
            if wait:
                return wait
            for payer in (self.own, self.project):
                if kind in payer.pots:
                    payer.pots[kind].put(now, document)
            self._spent[document, kind] += 1
            return 0.0

    def wait(self, calls: int) -> float:
        """Seconds until a round may read and write *calls* times."""
        with self.project.lock:
            now = self.clock()
            payers = (self.own, self.project)
            return max(payer.wait(kind, now, calls, ordinary=True) for payer in payers for kind in KINDS)

    def refused(self, kind: str, asked: float, *, whole: bool, longest: float = LONGEST) -> None:
        """The service refused a call as too many: of the *whole* project, or of this account."""
        with self.project.lock:
            (self.project if whole else self.own).refused(kind, self.clock(), asked, longest)

    def answered(self, kind: str) -> None:
        """The service answered a call."""
        self.own.answered(kind)
        self.project.answered(kind)

    def spent(self) -> Mapping[str, tuple[int, int]]:
        """Reads and writes of each document since this was asked last."""
        with self.project.lock:
            spent, self._spent = self._spent, Counter()
        return {
            document: (spent[document, "read"], spent[document, "write"]) for document in {name for name, _ in spent}
        }


def _milliseconds(instant: float) -> int:
    return int(instant * 1000)
