"""Whether a match may continue now, and what is locked next: a row, an absent seat's row, or everybody's forms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from sheets_gm.gm.intake.absence import stand_in_row
from sheets_gm.gm.intake.attendance import all_in, attendance_by_seat, waiting
from sheets_gm.gm.intake.rows import Row, Submissions, rows_left
from sheets_gm.gm.match_record.pending_lock import ASKED_FOR
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.poll.locks import NOBODY, attended, lock_all, lock_row
from sheets_gm.gm.poll.real_dice import with_rolls
from sheets_gm.gm.session import Session
from sheets_gm.gm.workbooks.live.answered_rows import answer_rows
from sheets_gm.kernel.forms import Close
from sheets_gm.kernel.match.journal import Attendance
from sheets_gm.kernel.match.recorder import Locked
from sheets_gm.sheet.reading import Key, RowRead

IS_AWAY = "its player is away"
"""Why a row is played for a seat."""

NO_ROWS: Mapping[Key, RowRead] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Moment:
    """A match at the time *now* with its submissions. *resolve_now*: the game master asks for the next step."""

    session: Session
    submissions: Submissions
    now: float
    resolve_now: bool

    @property
    def waiting(self) -> tuple[str, ...]:
        """The seats that the match waits for."""
        return waiting(self.submissions.attendance)

    @property
    def is_live(self) -> bool:
        """Whether steps may be played. In a paused match they may only if the game master asks for it."""
        return self.resolve_now or self.session.record.status is Status.LIVE

    @property
    def why(self) -> str:
        """Why everybody's forms are locked; "" if neither the game master nor the clock locks them."""
        if self.resolve_now:
            return ASKED_FOR
        return "the deadline passed" if self.session.is_time_up(self.waiting, self.now) else ""

    def next(self, late: Mapping[Key, RowRead] = NO_ROWS) -> Moment:
        """Return the same time after a step: with the rows that were not locked, and the *late* ones."""
        session = self.session
        left = {**late, **rows_left(self.submissions, session.record.drafts)}
        return replace(self, submissions=answer_rows(session, left, self.now))

    def may_lock(self) -> bool:
        """Return whether something is to be locked, or a lock that waited has everything that it needs."""
        record, submissions = self.session.record, self.submissions
        if submissions.next_at_once(desk_only=True) is not None:
            return True
        if record.pending is not None:
            return not with_rolls(record.pending, submissions).missing and self.is_live
        if not self.session.forms or record.status not in (Status.LIVE, Status.PAUSED):
            return False
        if self.resolve_now or record.status is Status.PAUSED:
            return self.resolve_now
        in_time = self.session.is_time_up(self.waiting, self.now) or self.everyone_is_ready()
        if in_time or submissions.next_at_once() is not None:
            return True
        return self._absent_row(resolve_now=False) is not None

    def everyone_is_ready(self) -> bool:
        """Return whether the match waits for nobody, and not for its deadline either."""
        session = self.session
        early = session.record.policy.early or session.record.due is None or session.is_due(self.now)
        due = any(form.due and not form.counted.forced for form in session.forms)
        if not self._may_do_without(resolve_now=False):
            return False
        return all_in(self.submissions.attendance.values()) and (early or not due)

    def next_lock(self, why: str) -> Locked | None:
        """Return the lock of an absent seat's row, or of everybody's forms; None while the match waits for somebody."""
        absent = self._absent_row(resolve_now=self.resolve_now and bool(why))
        if absent is not None:
            row, by = absent
            if row.key[1] in self.session.record.presence.absent_at(self.now):
                return lock_row(self.submissions, row, self.now, by, why or IS_AWAY, Attendance.EXCUSED)
            done = (
                attended(self.session, row.key[1], Attendance.NO_SHOW, self.now)
                if why == ASKED_FOR
                else Attendance.NO_SHOW
            )
            return lock_row(self.submissions, row, self.now, by, why or "the deadline passed", done)
        stood_in = self._is_stood_in()
        if not (why or stood_in or self.everyone_is_ready()):
            return None
        why = why or ("the deadline passed" if stood_in else "nobody was waited for")
        return lock_all(self.session, self.submissions, self.now, why)

    def _absent_row(self, *, resolve_now: bool) -> tuple[Row, str] | None:
        """Return the next row that closes at once and is played for an absent seat, and what fills it; or None."""
        session = self.session
        away = self._away_and_blank() if self._may_do_without(resolve_now=resolve_now) else frozenset()
        at_once = dict.fromkeys(form.seat for form in session.forms if form.due and form.close is Close.AT_ONCE)
        acting = {each.seat for each in session.record.stand_ins}
        for seat in at_once:
            state = self.submissions.attendance.get(seat)
            is_late = state is Attendance.BLANK and (resolve_now or session.is_out_of_time(seat, self.now))
            if seat in acting or is_late or seat in away:
                stand_in = stand_in_row(session.context(self.now), session.forms, seat)
                if stand_in is not None:
                    return stand_in
        return None

    def _away_and_blank(self) -> frozenset[str]:
        """Return those who are away and have typed nothing. For others who are away, what they typed counts."""
        away = self.session.record.presence.away_at(self.now)
        if not away:
            return away
        states = attendance_by_seat(self.session.forms, self.submissions.rows, NOBODY, NOBODY, locked=False)
        return frozenset(who for who in away if states.get(who) is Attendance.BLANK)

    def _may_do_without(self, *, resolve_now: bool) -> bool:
        """Return whether the match may continue without those who are away.

        While everybody is away, or all of a side that the match waits for, it continues only at its deadline.
        """
        session = self.session
        if resolve_now or session.is_due(self.now):
            return True
        presence = session.record.presence
        return presence.is_anybody_home(self.now) and presence.side_is_back(self.now) is None

    def _is_stood_in(self) -> bool:
        """Return whether the match waits only for seats whose turns the program is playing."""
        waited = set(self.waiting)
        return bool(waited) and waited <= {each.seat for each in self.session.record.stand_ins}
