"""Deadlines that slide: by outages in which nobody polled, and by leaps of the clock.

Deadlines are instants of the wall clock. If that clock leaps while the sync runs, a steady clock shows by how much, and
the deadlines move by the same time: everybody keeps the time that they had. If it was set back while nobody polled, the
last poll lies in the future. A leap forward while nobody polled looks like an outage, and is treated so. Two processes
on one match notice the same leap; the first to mark its poll in the store moves the deadline.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from sheets_gm.gm.match_record.claims import Stage
from sheets_gm.gm.match_record.deadlines import outage
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.ports.store import STALE
from sheets_gm.gm.session import Session
from sheets_gm.kernel.actions import AnyAction, Leap, Slide

LEAP = 60.0
"""Seconds by which the clocks must differ at least: a smaller step is a correction that nobody notices."""

POLL_NOTED = 30.0
"""Seconds between two notes in the store of when a match was polled."""

NEVER = float("-inf")


@dataclass(slots=True)
class SlidingDeadlines:
    """Moves the deadlines of one match after an outage or a leap of the clock, as one process sees it.

    *seen* is when anybody had polled the match before this process last noted a poll, *marked* what it noted in the
    store then (0: nothing yet), at *_noted* by the steady clock. *beside* is when another process was last found to
    have polled the match shortly before. *_last* are the wall clock and the steady one at the last poll, None before
    the first.
    """

    session: Session
    seen: float = field(init=False, default=0.0)
    marked: float = field(init=False, default=0.0)
    beside: float | None = field(init=False, default=None)
    _noted: float = field(init=False, default=NEVER)
    _last: tuple[float, float] | None = field(init=False, default=None)

    def resume(self, ahead: float, marked: float) -> None:
        """Go on from what is known of the last poll: how far the clock was ahead, and what was noted in the store."""
        self._last, self.marked = (ahead, 0.0), marked

    def watched(self, now: float) -> None:
        """Note that somebody else stored a poll at *now* for this process; the next poll is stored again."""
        self.marked, self._noted = now, NEVER

    def actions(self, now: float) -> tuple[AnyAction, ...]:
        """Note a poll at *now*; return the actions that move the deadline after an outage or a leap of the clock."""
        session = self.session
        steady = now if session.steady is None else session.steady()
        leap = self._leap(now, steady)
        is_noted = 0 <= steady - self._noted < POLL_NOTED
        if is_noted and not leap and all(end > now for end in session.record.ends):
            return ()
        mine = self.marked
        self.seen, usual = session.store.mark(session.match, now)
        self.marked, self._noted = now, steady
        if self.seen != mine and 0 < now - self.seen < STALE:  # nobody polled before: it is now
            self.beside = now
        leap = self._own_leap(leap, mine, now)
        return (*self._leapt(leap, now), *self._outage(self.seen + leap, usual, now, leap))

    def _leap(self, now: float, steady: float) -> float:
        """By how much the wall clock has leapt since the last poll; 0 for a correction."""
        wall_before, steady_before = self._last or (now, steady)
        self._last = now, steady
        leap = (now - wall_before) - (steady - steady_before)
        return leap if abs(leap) > LEAP else 0.0

    def _own_leap(self, leap: float, mine: float, now: float) -> float:
        """The leap for which this process moves the deadline. It had stored *mine* before, and found *seen*."""
        if not leap:
            # the clock was set back while this process did not look
            return now - self.seen if self.seen > now + LEAP else 0.0
        if self.seen == mine:
            return leap
        is_since = now - self.seen < leap if leap > 0 else self.seen <= now
        return 0.0 if is_since else leap  # another process has polled since then, and has moved the deadline

    def _leapt(self, leap: float, now: float) -> tuple[AnyAction, ...]:
        record = self.session.record
        appeals = any(case.stage is Stage.RULED and case.appeal_by is not None for case in record.cases)
        if not leap or (not appeals and (record.status is not Status.LIVE or not record.ends)):
            return ()
        moves = moved_by(record, self.session.entry.when, leap, now) if record.status is Status.LIVE else 0.0
        return (Leap(seconds=leap, moves=moves),) if moves or appeals else ()

    def _outage(self, seen: float, usual: float, now: float, leap: float) -> tuple[AnyAction, ...]:
        """The action that gives back the time in which nobody polled: to running clocks, and past a deadline."""
        record = self.session.record
        gap = outage(seen, usual, now)
        if not gap or record.status is not Status.LIVE:
            return ()
        runs = any(clock.due is not None for clock in record.clocks)
        missed = any(seen < end + leap <= now for end in record.ends)
        lost = gap if record.policy.hours is None else record.policy.time.between(now - gap, now)
        return (Slide(seconds=lost, why=""),) if lost and (runs or missed) else ()


def moved_by(record: Record, opened: float, leap: float, now: float) -> float:
    """By how much the deadline of a step that *opened* at that instant moves, when the clock leaps.

    A deadline at a fixed hour stays at its hour, unless the leap passes it. It is put back when the clock is.
    """
    policy = record.policy
    if not policy.at or any(clock.due is not None for clock in record.clocks) or record.due is None:
        return leap if record.ends else 0.0
    if leap > 0:
        return leap if record.due <= now else 0.0
    if record.moved > 0:
        return max(leap, -record.moved)
    again = record.next_due(now)
    return again - record.due if opened > now and again is not None else 0.0
