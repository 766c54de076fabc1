"""The watch: which quiet matches need no poll, because a feed of changes and the record show everything that matters.

A quiet match is polled when the feed reports a change that is not an echo of what the sync wrote itself, at its next
deadline or reminder, when another process changes its record, and rarely in any case. What the feed reports late is not
lost: the feed goes on from where it was. While a match is only watched, the store notes from time to time that
nobody is away, so that its deadline does not move as after an outage.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.poll.schedule.agenda import PollTime
from sheets_gm.gm.poll.schedule.call_quota import CallQuota, Change
from sheets_gm.gm.poll.schedule.pace import QUIET, activity_of
from sheets_gm.gm.ports.store import Glance, Store, WatchLog
from sheets_gm.gm.side_jobs import Report

FEED_LAG = 600.0
"""Seconds within which the feed reports a change, with a margin."""

TOLD_LAG = 120.0
"""Seconds within which another sync has dealt with a change that the feed reported, with a margin."""

CLOCK_SKEW = 5.0
"""Seconds by which the clock of the service and that of the sync may differ."""

NOTED = 120.0
"""Seconds between two notes in the store that quiet matches are watched."""

POLLED = frozenset({Status.LIVE, Status.PAUSED})
"""A match with one of these statuses is polled."""


@dataclass(slots=True)
class Watch:
    """The watch over the matches of *store*, by the feed of *quota*. Without a `WatchLog` no match is only watched."""

    store: Store
    quota: CallQuota
    log: WatchLog | None = field(init=False)
    _reported: dict[str, float] = field(init=False, default_factory=dict)
    """When the feed last reported each document."""

    def __post_init__(self) -> None:
        self.log = self.store if isinstance(self.store, WatchLog) else None

    def glances(self) -> Mapping[str, Glance | None]:
        """All matches, with what the store knows of each at a glance, if the store has a watch log."""
        return self.log.glances() if self.log else dict.fromkeys(self.store.names())

    def note(self, changed: Mapping[str, Change], wall: float) -> None:
        """Note what the feed reported at the instant *wall*, also about matches that another sync serves."""
        self._reported.update(dict.fromkeys(changed, wall))

    def covers(self, record: Record) -> bool:
        """Whether a match may be watched instead of being polled while it is quiet."""
        return self.log is not None and self.quota.watches(record)

    def was_changed(self, record: Record) -> bool:
        """Whether, according to the feed, a match was changed since somebody last looked at more than its cells."""
        return self.covers(record) and not self.quota.is_unchanged(
            record, min(book.watched for book in record.workbooks)
        )

    def may_wait(self, record: Record, glance: Glance | None, wall: float, report: Report) -> bool:
        """Whether a match that was not polled by this process needs no poll now.

        It does if it was not quiet and watched before, if time matters for it (a clock runs, a moment has come, a lock
        waits), if its end is not shown yet, if its last poll failed, or if it was changed since then. What a feature
        fails on goes to *report*.
        """
        if not is_polled(record):
            return True
        if glance is None or not glance.watched or not self.covers(record):
            return False
        runs = any(clock.due is not None for clock in record.clocks)
        passed = any(moment <= wall for moment in activity_of(record, report=report).moments)
        if runs or passed or record.pending is not None or record.failures or record.ending:
            return False
        changed = (self._reported.get(book.document, wall) for book in record.workbooks)
        if max(changed, default=wall) < glance.watched - TOLD_LAG:
            return True  # the sync that watched it was told of every change too
        return self.quota.is_unchanged(record, glance.watched - FEED_LAG)

    def settled(self, polls: Iterable[PollTime], records: Mapping[str, Record]) -> list[str]:
        """The matches of *polls* that are only watched: they are quiet, or the feed reports the next edit in them."""
        return [
            poll.match
            for poll in polls
            if poll.seen
            and poll.called is None
            and not poll.failures
            and (poll.pace.pause >= QUIET.pause or poll.pace.weight > 1)
            and poll.match in records
            and is_polled(records[poll.match])
            and self.covers(records[poll.match])
        ]


def is_polled(record: Record) -> bool:
    """Whether a match is polled at all: one that is over is until its workbooks show how it ended."""
    return record.status in POLLED or record.ending


def is_echo(change: Change, poll: PollTime) -> bool:
    """Whether a feed reports only what the sync wrote in its last poll."""
    return change.own and change.modified <= poll.ended + CLOCK_SKEW


def is_known(change: Change, poll: PollTime) -> bool:
    """Whether the last poll has read all that a feed reports of the cells."""
    return change.modified < poll.began - CLOCK_SKEW
