"""Deadlines that move: after outages in which nobody polled, and after jumps of the clock.

Deadlines are instants of the wall clock. If that clock jumps while the sync runs, a steady clock shows by how much, and
the deadlines move by the same time, so that nobody loses or gains time. If the wall clock was set back while nobody
polled, the last poll lies in the future. A jump forward while nobody polled looks like an outage, and is treated like
one. If two processes on one match notice the same jump, the first to mark its poll in the store moves the deadline.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import NamedTuple

from sheets_gm.gm.between.deadlines import Leap, Slide
from sheets_gm.gm.between.finding import wakes
from sheets_gm.gm.match_record.claims import Claims, Stage
from sheets_gm.gm.match_record.deadlines import outage
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.step_time import StepTime
from sheets_gm.gm.ports.store import STALE
from sheets_gm.gm.session import Session
from sheets_gm.kernel.actions import Action

LEAP = 60.0
"""The least difference of the clocks in seconds that counts as a jump. Smaller corrections are ignored."""

POLL_NOTED = 30.0
"""Seconds between two notes in the store of the time of a poll."""

NEVER = float("-inf")


class Poll(NamedTuple):
    """A poll at *now*. *before* is the last poll of any process in the store, and *usual* the pause before that.

    *own* is what this process noted last (0: nothing yet); since then the clock has jumped by *leap*.
    """

    now: float
    before: float
    usual: float
    own: float
    leap: float

    @property
    def is_beside_another(self) -> bool:
        """Whether another process has polled the match shortly before."""
        return self.before != self.own and 0 < self.now - self.before < STALE

    @property
    def leap_to_follow(self) -> float:
        """The jump for which this process moves the deadline; 0 if there is none, or another process has moved it."""
        if not self.leap:
            # the clock was set back while this process did not look
            return self.now - self.before if self.before > self.now + LEAP else 0.0
        if self.before == self.own:
            return self.leap
        # another process has polled: since the leap, or before it
        is_since = self.now - self.before < self.leap if self.leap > 0 else self.before <= self.now
        return 0.0 if is_since else self.leap


@dataclass(slots=True)
class SlidingDeadlines:
    """The deadlines of one match, which move after an outage or a jump of the clock, as one process sees it.

    *seen* is the last poll by anybody before this process last noted a poll. *marked* is what it then noted in the
    store (0: nothing yet), and *_noted* the time of that by the steady clock. *beside* is when another process was last
    found to have polled the match shortly before. *is_back*: the match was set aside until now. *_ahead* is how far the
    wall clock was ahead of the steady one at the last poll, None before the first.
    """

    session: Session
    seen: float = field(init=False, default=0.0)
    marked: float = field(init=False, default=0.0)
    beside: float | None = field(init=False, default=None)
    is_back: bool = field(init=False, default=False)
    _noted: float = field(init=False, default=NEVER)
    _ahead: float | None = field(init=False, default=None)

    def resume(self, ahead: float, marked: float) -> None:
        """Continue from the last poll: *ahead* is how far the clock was ahead, and *marked* what the store noted."""
        self._ahead, self.marked = ahead, marked

    def watched(self, now: float) -> None:
        """Note that somebody else stored a poll at *now* for this process. The next poll is stored again."""
        self.marked, self._noted = now, NEVER

    def actions(self, now: float) -> tuple[Action, ...]:
        """Note a poll at *now*; return the actions that move the deadline after an outage or a jump of the clock."""
        session = self.session
        steady = now if session.ports.steady is None else session.ports.steady()
        leap = self._leap(now - steady)
        is_noted = 0 <= steady - self._noted < POLL_NOTED
        if is_noted and not leap and all(end > now for end in session.record.ends):
            return ()
        poll = Poll(now, *session.ports.store.mark(session.match, now), self.marked, leap)
        self.seen, self.marked, self._noted = poll.before, now, steady
        if poll.is_beside_another:
            self.beside = now
        was_aside, self.is_back = self.is_back, False
        return (*_after_leap(session, poll), *_after_outage(session.record, poll, was_aside=was_aside))

    def _leap(self, ahead: float) -> float:
        """Return how far the wall clock has jumped, from how far it is *ahead* of the steady one; 0 if little."""
        leap = 0.0 if self._ahead is None else ahead - self._ahead
        self._ahead = ahead
        return leap if abs(leap) > LEAP else 0.0


def _after_leap(session: Session, poll: Poll) -> tuple[Action, ...]:
    """Return the action that moves all deadlines, including those of appeals, by the jump of the clock."""
    record, leap = session.record, poll.leap_to_follow
    if not leap:
        return ()
    appeals = any(case.stage is Stage.RULED and case.appeal_by is not None for case in Claims.of(record).cases)
    waits = bool(wakes(record, session.ports.report))
    moves = moved_by(record, session.entry.when, leap, poll.now) if record.status is Status.LIVE else 0.0
    return (Leap(seconds=leap, moves=moves),) if moves or appeals or waits else ()


def _after_outage(record: Record, poll: Poll, *, was_aside: bool = False) -> tuple[Action, ...]:
    """Return the action that gives back the time in which nobody polled, to running clocks and after a deadline.

    All the time is given back in which a match *was_aside*.
    """
    now, leap = poll.now, poll.leap_to_follow
    seen = poll.before + leap
    turn = min((*record.policy.clocks.values(), record.policy.every or math.inf))
    gap = now - seen if was_aside else outage(seen, poll.usual, now, turn)
    if not gap or record.status is not Status.LIVE:
        return ()
    runs = any(clock.due is not None for clock in record.clocks)
    missed = any(seen < end + leap <= now for end in record.ends)
    lost = gap if record.policy.hours is None else record.policy.time.between(now - gap, now)
    return (Slide(seconds=lost, why=""),) if lost and (runs or missed) else ()


def moved_by(record: Record, opened: float, leap: float, now: float) -> float:
    """Return by how much the deadline of a step that *opened* then moves, when the clock jumps by *leap*.

    A deadline at a fixed hour stays at its hour, unless the jump passes it. It is moved back if the clock is.
    """
    policy = record.policy
    if not policy.at or any(clock.due is not None for clock in record.clocks) or record.due is None:
        return leap if record.ends else 0.0
    if leap > 0:
        return leap if record.due <= now else 0.0
    moved = StepTime.of(record).moved
    if moved > 0:
        return max(leap, -moved)
    again = record.next_due(now)
    return again - record.due if opened > now and again is not None else 0.0
