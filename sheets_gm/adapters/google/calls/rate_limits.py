"""Quota: how many calls an account and its project may make in a minute, counted with pyrate-limiter.

Every call is counted before it is made, and none is made beyond the quota. A round leaves `HEADROOM` free for the extra
calls of a turn and for commands. Several processes on one database count together. The rounds of each process have a
share, which they may use at any time, and may also use what the others leave of their shares.

If the service still refuses a call as one too many, because other programs use the quota too, the account (or its
project) pauses, longer each time.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import TypeAlias

from pyrate_limiter import AbstractBucket, Duration, InMemoryBucket, Rate, RateItem

from sheets_gm.adapters.installation.settings import Quota
from sheets_gm.gm.ports.store import StoreDown

HEADROOM = 0.03
"""The share of a quota that rounds leave free."""

SLICES = 6
"""Parts of a minute over which rounds spread their calls, so that a long pause never follows a burst."""

FIRST, LONGEST = 5.0, 60.0
"""Seconds of the first pause after a refused call, and of the longest: quotas are refilled each minute."""

STORE_PAUSE = 1.0
"""Seconds until the next try of a call whose place another process has just taken."""

SPARE_PAUSE = 2.5
"""Seconds between two checks whether other processes leave a part of their shares unused."""

KINDS = ("read", "write")


BucketOf: TypeAlias = Callable[[str, Rate], AbstractBucket]
"""Returns the bucket with a name, which several processes share."""


class RateLimit:
    """A limit of *limit* calls of one kind in any minute.

    *shared* also counts the calls of other processes. The rounds of this process may use its *share* of them, and what
    the others leave.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._whole = Rate(limit, Duration.MINUTE)
        self._bucket = InMemoryBucket([self._whole, Rate(2 * limit, 2 * Duration.MINUTE)])
        self.shared: AbstractBucket | None = None
        self.share = 1.0

    @property
    def rate(self) -> Rate:
        """The limit as a rate."""
        return self._whole

    def _ordinary(self, share: float) -> tuple[Rate, Rate]:
        """Return the rates for rounds with a *share*: a part of the limit, in any slice of a minute and in the whole.

        If the part is not a whole number of calls, its minute is longer, so that rounding loses nothing.
        """
        ordinary = max(1, min(round(self._limit * (1 - HEADROOM)), self._limit - 1) * share)
        slices = Rate(max(1, ceil(ordinary / SLICES)), Duration.MINUTE.value // SLICES)
        calls = ceil(ordinary)
        return slices, Rate(calls, ceil(Duration.MINUTE.value * calls / ordinary))

    def wait(self, now: float, calls: int = 1, *, ordinary: bool = False) -> float:
        """Return seconds until *calls* more are allowed. *ordinary* ones are spread and leave the headroom free."""
        milliseconds = _milliseconds(now)
        self._bucket.leak(milliseconds)
        rates = self._ordinary(self.share) if ordinary else (self._whole,)
        own_wait = _rooms(self._bucket, rates, milliseconds, calls)
        if self.shared is None:
            return own_wait
        try:
            instant: int = self.shared.now()  # type: ignore[no-untyped-call]
            if own_wait and ordinary:
                spare = _rooms(self.shared, self._ordinary(1.0), instant, calls)
                own_wait = min(own_wait, max(spare, SPARE_PAUSE)) if spare else 0.0
            # between this look and the call another process may make one
            return max(own_wait, _room(self.shared, self._whole, instant, calls + ordinary))
        except StoreDown:
            return STORE_PAUSE

    def put(self, now: float, name: str) -> bool:
        """Count one call, and return True, if all processes together may make it."""
        try:
            if self.shared is not None and not self.shared.put(RateItem(name, 0)):
                return False
        except StoreDown:
            return False
        self._bucket.put(RateItem(name, _milliseconds(now)))
        return True


def _rooms(bucket: AbstractBucket, rates: Sequence[Rate], now: int, calls: int) -> float:
    """Return the seconds until a bucket has room for *calls* more by all *rates*."""
    return max(_room(bucket, rate, now, calls) for rate in rates)


def _room(bucket: AbstractBucket, rate: Rate, now: int, calls: int) -> float:
    """Return the seconds until a bucket has room for *calls* more."""
    blocking = bucket.peek(rate.limit - min(calls, rate.limit))
    if blocking is None:
        return 0.0
    if not isinstance(blocking, RateItem):
        raise TypeError("a bucket that must be awaited cannot be used here")
    return max(0, blocking.timestamp + rate.interval + 1 - now) / 1000


@dataclass
class Allowance:
    """The limits of a project or of an account by kind of call, and when it may call again after a refusal.

    A thread that counts a call must hold *lock*, because the accounts of one project may call at the same time.
    """

    limits: Mapping[str, RateLimit]
    closed: dict[str, float] = field(default_factory=dict)
    refusals: Counter[str] = field(default_factory=Counter)
    lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def wait(self, kind: str, now: float, calls: int = 1, *, ordinary: bool = False) -> float:
        """Return the seconds until *calls* of *kind* are allowed."""
        limit = self.limits.get(kind)
        free = limit.wait(now, calls, ordinary=ordinary) if limit else 0.0
        return max(free, self.closed.get(kind, 0.0) - now, 0.0)

    def refused(self, kind: str, now: float, retry_after: float, longest: float) -> None:
        """Note that the service refused a call: pause for *retry_after* seconds, or longer after each refusal."""
        pause = min(FIRST * 2 ** min(self.refusals[kind], 9), longest)
        self.closed[kind] = now + max(retry_after, pause)
        self.refusals[kind] += 1

    def answered(self, kind: str) -> None:
        """Note that the service answered a call of *kind*."""
        self.refusals.pop(kind, None)

    def share_with(self, bucket_of: BucketOf, name: str) -> None:
        """Count the calls together with other processes, under *name*."""
        for kind, limit in self.limits.items():
            limit.shared = limit.shared or bucket_of(f"{name} {kind}", limit.rate)

    def take_share(self, share: float) -> None:
        """Let rounds use only this share of the calls."""
        for limit in self.limits.values():
            limit.share = share


def project_allowance(quota: Quota | None) -> Allowance:
    """Return the allowance of a Google project. Without a *quota* there is no limit."""
    return Allowance({"read": RateLimit(quota.reads), "write": RateLimit(quota.writes)} if quota else {})


def account_allowance(quota: Quota | None) -> Allowance:
    """Return the allowance of an account in a project. Without a *quota* there is no limit."""
    return Allowance(
        {"read": RateLimit(quota.account_reads), "write": RateLimit(quota.account_writes)} if quota else {}
    )


@dataclass
class AccountQuota:
    """The quota of one account: its own allowance and its project's. *clock* is monotonic, in seconds."""

    clock: Callable[[], float]
    account: Allowance = field(default_factory=lambda: account_allowance(None))
    project: Allowance = field(default_factory=lambda: project_allowance(None))
    _spent: Counter[tuple[str, str]] = field(init=False, default_factory=Counter)

    def take(self, kind: str, document: str) -> float:
        """Count a call about *document* and return 0; or return the seconds until it is allowed."""
        with self.project.lock:
            now = self.clock()
            wait = max(self.account.wait(kind, now), self.project.wait(kind, now))
            if wait:
                return wait
            for allowance in (self.account, self.project):
                if kind in allowance.limits and not allowance.limits[kind].put(now, document):
                    return STORE_PAUSE  # another process was faster
            self._spent[document, kind] += 1
            return 0.0

    def wait(self, calls: int) -> float:
        """Return the seconds until a round may make *calls* reads and writes."""
        with self.project.lock:
            now = self.clock()
            allowances = (self.account, self.project)
            return max(each.wait(kind, now, calls, ordinary=True) for each in allowances for kind in KINDS)

    def refused(self, kind: str, retry_after: float, *, whole: bool, longest: float = LONGEST) -> None:
        """Note that the service refused a call as one too many, for the *whole* project or for this account."""
        with self.project.lock:
            (self.project if whole else self.account).refused(kind, self.clock(), retry_after, longest)

    def answered(self, kind: str) -> None:
        """Note that the service answered a call."""
        self.account.answered(kind)
        self.project.answered(kind)

    def spent(self) -> Mapping[str, tuple[int, int]]:
        """Return the reads and writes of each document since the last call of this method."""
        with self.project.lock:
            spent, self._spent = self._spent, Counter()
        return {
            document: (spent[document, "read"], spent[document, "write"]) for document in {name for name, _ in spent}
        }


def _milliseconds(instant: float) -> int:
    return int(instant * 1000)
