"""Capacity: how often so many matches are polled with so many accounts, by the very pace that the rounds keep.

A reckoning of averages, which the long run of `scripts/soak --matches` is held against: where calls are short all
matches are equally urgent when their turn comes (`gm.pace.waits`), and an edit waits half a pause on average.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, inf

from sheets_gm.adapters.google.account_pool import EVERY
from sheets_gm.adapters.google.quota import HEADROOM
from sheets_gm.adapters.settings import Quota
from sheets_gm.gm.schedule import pace

LAG = 180.0
"""Seconds until Drive's feed tells of what people typed, as Google says: "every 3 minutes or so"."""


@dataclass(frozen=True, slots=True)
class Crowd:
    """So many *matches*, of which so many are *busy*, each in so many *workbooks*, served by so many *accounts*."""

    matches: int
    busy: int
    workbooks: int = 1
    accounts: int = 1
    watched: bool = True


@dataclass(frozen=True, slots=True)
class Forecast:
    """What to expect, in seconds and calls a minute.

    A *late* edit is one of the few that wait longest: where calls are short, turns come less evenly.
    *wanted* are the reads that all accounts would make if there were no quota, *granted* those that they may make.
    *enough* is the number of accounts with which nobody waits longer than they wish, *projects* that of their projects.
    """

    wanted: float
    granted: float
    busy_pause: float
    idle_pause: float
    busy_delay: float
    idle_delay: float
    busy_late: float
    idle_late: float
    enough: int
    projects: int

    @property
    def fits(self) -> bool:
        """Whether no match goes without a poll for longer than `pace.LONGEST` seconds."""
        return max(self.idle_pause, self.busy_pause) <= pace.LONGEST


def forecast(crowd: Crowd, quota: Quota) -> Forecast:
    """What *crowd* may expect of *quota*, all accounts being in one project."""
    busy, idle = pace.RULES[0].pause, (pace.WATCHED if crowd.watched else pace.QUIET).pause
    each = min(quota.account_reads, quota.reads / crowd.accounts) * (1 - HEADROOM)
    quiet = crowd.matches - crowd.busy
    loads = {busy: crowd.busy * crowd.workbooks / crowd.accounts, idle: quiet * crowd.workbooks / crowd.accounts}
    wanted = pace.demand(loads) * crowd.accounts
    pauses = pace.waits(loads, each)
    heard = LAG + EVERY / 2 if crowd.watched else inf
    return Forecast(
        wanted=wanted,
        granted=each * crowd.accounts,
        busy_pause=pauses[busy],
        idle_pause=pauses[idle],
        busy_delay=pauses[busy] / 2,
        idle_delay=_sooner(pauses[idle], heard),
        busy_late=pauses[busy] * (2 if wanted > each * crowd.accounts else 1),
        idle_late=pauses[idle],
        enough=max(1, ceil(wanted / (quota.account_reads * (1 - HEADROOM)))),
        projects=max(1, ceil(wanted / (quota.reads * (1 - HEADROOM)))),
    )


def _sooner(pause: float, heard: float) -> float:
    """How long an edit waits on average for a poll that comes every *pause* seconds, or *heard* seconds after it."""
    if heard >= pause:
        return pause / 2
    return heard - heard * heard / (2 * pause)
