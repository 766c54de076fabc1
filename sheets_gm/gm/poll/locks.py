"""Locks: the submissions at one instant. `due_locks` decides when to lock, and `steps` plays the locks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sheets_gm.gm.intake.absence import stand_in
from sheets_gm.gm.intake.attendance import attendance_by_seat
from sheets_gm.gm.intake.rows import Row, Submissions
from sheets_gm.gm.match_record.pending_lock import ASKED_FOR
from sheets_gm.gm.session import Session
from sheets_gm.kernel.match.journal import Attendance
from sheets_gm.kernel.match.recorder import Locked
from sheets_gm.kernel.outcome import Order

NOBODY = frozenset[str]()


def lock_all(session: Session, submissions: Submissions, now: float, why: str) -> Locked:
    """Return the lock of all submissions at one instant. For absent seats the policy of the match decides."""
    away = session.record.presence.absent_at(now)  # a deputy may fill in until now; it does not count as a no-show
    excused = session.record.presence.excused_at(now) | away
    attendance = attendance_by_seat(session.forms, submissions.rows, excused, away, locked=True)
    # for who is away and has begun, what was typed counts
    present = (
        attendance_by_seat(session.forms, submissions.rows, excused - away, NOBODY, locked=True) if away else attendance
    )
    absent = [seat for seat, state in present.items() if state is Attendance.NO_SHOW]
    stand_ins = stand_in(session.context(now), session.forms, submissions.rows, absent)
    if why == ASKED_FOR:
        attendance = {seat: attended(session, seat, state, now) for seat, state in attendance.items()}
    standing = submissions.standing_rows()
    return Locked(
        orders=_with_standing(submissions.orders(stand_ins.orders), standing),
        typed=(*submissions.typed(), *stand_ins.typed, *(row.typing() for row in standing)),
        slips=submissions.slips(),
        refused=submissions.refused(),
        attendance=attendance,
        when=now,
        why=why,
        standing=submissions.standing_seats,
    )


def attended(session: Session, seat: str, state: Attendance, now: float) -> Attendance:
    """Return the attendance of *seat* for a step that the game master asked for; its *state* is given.

    A seat that still had time is excused, and does not count as absent.
    """
    is_early = state is Attendance.NO_SHOW and not session.is_out_of_time(seat, now)
    return Attendance.EXCUSED if is_early else state


def lock_row(
    submissions: Submissions,
    row: Row,
    now: float,
    by: str = "",
    why: str = "",
    done: Attendance = Attendance.NO_SHOW,
) -> Locked:
    """Return the lock of one row with the standing orders at *now*. *by* names who filled it in, if not its seat.

    *done* is the attendance of a seat whose row was filled in for it: a no-show, once for each turn, or excused if it
    is away.
    """
    order, seat = row.read.order, row.key[1]
    standing = submissions.standing_rows()
    return Locked(
        orders=_with_standing({seat: (order,)} if order else {}, standing),
        typed=(row.typing().but(by=by) if by else row.typing(), *(each.typing() for each in standing)),
        slips=row.read.slips,
        refused=row.refusals(),
        attendance={seat: done} if by else None,
        when=now,
        why=why,
        alone=True,
        standing=submissions.standing_seats,
    )


def _with_standing(orders: Mapping[str, tuple[Order, ...]], standing: Sequence[Row]) -> dict[str, tuple[Order, ...]]:
    """Return *orders* followed by the standing orders of each seat."""
    merged = dict(orders)
    for row in standing:
        if row.read.order is not None:
            merged[row.key[1]] = (*merged.get(row.key[1], ()), row.read.order)
    return merged
