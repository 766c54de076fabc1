"""Capacity: how often a number of matches is polled with a number of accounts.

The forecast uses averages, and the same rules of pace as the rounds (`gm.poll.schedule.pace`). An edit waits half a
pause on average. `scripts/soak --matches` measures how accurate the forecast is.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from sheets_gm.adapters.google.calls.rate_limits import HEADROOM
from sheets_gm.adapters.google.drive.change_feed import INTERVAL
from sheets_gm.adapters.installation.settings import Quota
from sheets_gm.gm.poll.schedule import pace

LAG = 180.0
"""Seconds until Drive's feed reports an edit; Google documents “every 3 minutes or so”."""


EDITED = 7200.0
"""About how many seconds lie between two edits in a quiet match. Each edit is a poll if the feed reports it."""

LEAST = 0.1
"""The least share of the calls that remains for busy matches, even if many quiet ones are edited."""

CALL = 0.5
"""About how many seconds Google takes to answer a call."""


@dataclass(frozen=True, slots=True)
class Crowd:
    """The number of matches, of busy ones among them, of workbooks for each, and of accounts that serve them.

    *watched*: the accounts can read Drive's feed of changes.
    """

    matches: int
    busy: int
    workbooks: int = 1
    accounts: int = 1
    watched: bool = True


@dataclass(frozen=True, slots=True)
class Forecast:
    """The expected values, in seconds and in calls a minute.

    *late* is for the few edits that wait longest. *wanted* is the number of reads that all accounts would make without
    a quota, *granted* the number that they may make. *enough* is the number of accounts that could make all wanted
    reads, in *projects* projects.
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
    watched: bool = True

    @property
    def fits(self) -> bool:
        """Whether every match is polled at least every `pace.LONGEST` seconds, or a feed reports its edits."""
        return (self.busy_pause if self.watched else max(self.idle_pause, self.busy_pause)) <= pace.LONGEST


def forecast(crowd: Crowd, quota: Quota) -> Forecast:
    """Return the forecast for *crowd* with *quota*, with all accounts in one project."""
    busy, idle = pace.RULES[0].pause, (pace.WATCHED if crowd.watched else pace.QUIET).pause
    each = min(quota.account_reads, quota.reads / crowd.accounts) * (1 - HEADROOM)
    quiet = crowd.matches - crowd.busy
    loads = {busy: crowd.busy * crowd.workbooks / crowd.accounts, idle: quiet * crowd.workbooks / crowd.accounts}
    edited = loads[idle] * 60 / EDITED if crowd.watched else 0.0
    wanted = (pace.demand(loads) + edited) * crowd.accounts
    pauses = pace.waits(loads, max(each - edited, each * LEAST))
    return Forecast(
        wanted=wanted,
        granted=each * crowd.accounts,
        busy_pause=pauses[busy],
        idle_pause=pauses[idle],
        busy_delay=pauses[busy] / 2,
        idle_delay=LAG + INTERVAL / 2 + pauses[busy] / 2 if crowd.watched else pauses[idle] / 2,
        busy_late=pauses[busy] * (1.2 if wanted > each * crowd.accounts else 1),
        idle_late=LAG + INTERVAL + pauses[busy] if crowd.watched else pauses[idle],
        enough=max(1, ceil(wanted / (quota.account_reads * (1 - HEADROOM)))),
        projects=max(1, ceil(wanted / (quota.reads * (1 - HEADROOM)))),
        watched=crowd.watched,
    )


@dataclass(frozen=True, slots=True)
class Step:
    """The cost of a step of one match: the number of calls, and the seconds until all its workbooks show it.

    *pause* is the seconds between two polls while people type, *between* the minimum between two steps.
    """

    calls: int
    shown: float
    pause: float
    between: float


def step_of(workbooks: int, quota: Quota) -> Step:
    """Return the cost of a step that changes all the *workbooks* of the only match of an account."""
    pause = forecast(Crowd(1, 1, workbooks), quota).busy_pause
    reads, writes = (
        min(account, project) * (1 - HEADROOM) / 60
        for account, project in ((quota.account_reads, quota.reads), (quota.account_writes, quota.writes))
    )
    # a round begins when the quota allows all its calls, which are made one after another
    return Step(
        calls=workbooks,
        shown=2 * workbooks * CALL,
        pause=pause,
        between=max(2 * workbooks * CALL, workbooks / writes, workbooks / reads),
    )
