"""The watch: which quiet matches need no poll, because a feed of changes and the record show everything important.

A quiet match is polled when the feed reports a change that the sync did not make itself, at its next deadline or
reminder, when another process changes its record, and rarely in any case. Late reports are not lost: the feed continues
where it stopped. While a match is only watched, the store notes this from time to time, so that its deadline does not
move as after an outage.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.upkeep import Upkeep
from sheets_gm.gm.poll.schedule.agenda import PollTime
from sheets_gm.gm.poll.schedule.call_quota import CallQuota, Change
from sheets_gm.gm.poll.schedule.pace import QUIET, activity_of
from sheets_gm.gm.ports.store import Glance, Store, WatchLog
from sheets_gm.gm.side_jobs import Report

FEED_LAG = 600.0
"""Seconds within which the feed reports a change, with a margin."""

TOLD_LAG = 120.0
"""Seconds within which another sync handles a change that the feed reported, with a margin."""

CLOCK_SKEW = 5.0
"""Seconds by which the clock of the service and that of the sync may differ."""

NOTED = 120.0
"""Seconds between two notes in the store that quiet matches were watched."""

POLLED = frozenset({Status.LIVE, Status.PAUSED})
"""A match with one of these statuses is polled."""


@dataclass(slots=True)
class Watch:
    """The watch over the matches of *store*, with the feed of *quota*. Without a `WatchLog`, every match is polled."""

    store: Store
    quota: CallQuota
    log: WatchLog | None = field(init=False)
    _reported: dict[str, float] = field(init=False, default_factory=dict)
    """When the feed last reported each document."""

    def __post_init__(self) -> None:
        self.log = self.store if isinstance(self.store, WatchLog) else None

    def glances(self) -> Mapping[str, Glance | None]:
        """Return all matches, each with its summary if the store has a watch log."""
        return self.log.glances() if self.log else dict.fromkeys(self.store.names())

    def note(self, changed: Mapping[str, Change], wall: float) -> None:
        """Note what the feed reported at the time *wall*, even about matches that another sync serves."""
        self._reported.update(dict.fromkeys(changed, wall))

    def covers(self, record: Record) -> bool:
        """Return whether a match may be watched instead of polled while it is quiet."""
        return self.log is not None and self.quota.watches(record)

    def was_changed(self, record: Record) -> bool:
        """Return whether, according to the feed, a match was changed since the last inspection beyond its cells."""
        return self.covers(record) and not self.quota.is_unchanged(
            record, min(book.watched for book in record.workbooks)
        )

    def may_wait(self, record: Record, glance: Glance | None, wall: float, report: Report) -> bool:
        """Return whether a match that this process has not polled yet needs no poll now.

        It needs one if it was not quiet and watched before, if time matters for it (a clock runs, a moment has come, a
        lock waits), if its end is not shown yet, if its last poll failed, or if it was changed since then. Errors of a
        feature go to *report*.
        """
        if not is_polled(record):
            return True
        if glance is None or not glance.watched or not self.covers(record):
            return False
        runs = any(clock.due is not None for clock in record.clocks)
        passed = any(moment <= wall for moment in activity_of(record, report=report).moments)
        if runs or passed or record.pending is not None or record.failures or Upkeep.of(record).ending:
            return False
        changed = (self._reported.get(book.document, wall) for book in record.workbooks)
        if max(changed, default=wall) < glance.watched - TOLD_LAG:
            return True  # the sync that watched it was told of every change too
        return self.quota.is_unchanged(record, glance.watched - FEED_LAG)

    def settled(self, polls: Iterable[PollTime], records: Mapping[str, Record]) -> list[str]:
        """Return the matches of *polls* that are only watched: quiet ones, and those whose edits the feed reports."""
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
    """Return whether a match is polled at all. A finished match is polled until its workbooks show how it ended."""
    return record.status in POLLED or Upkeep.of(record).ending


def is_echo(change: Change, poll: PollTime) -> bool:
    """Return whether a feed reports only what the sync itself wrote in its last poll."""
    return change.own and change.modified <= poll.ended + CLOCK_SKEW and not change.trashed


def is_known(change: Change, poll: PollTime) -> bool:
    """Return whether the last poll has already read everything in the cells that a feed reports."""
    return change.modified < poll.began - CLOCK_SKEW and not change.trashed
