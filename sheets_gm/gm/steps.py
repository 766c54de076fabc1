"""Steps: how a match goes on from one entry to the next, by the rules or by an action of the GM.

An entry and the record that follows from it are stored together, or neither is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sheets_gm.gm.desk import desk_forms, effects
from sheets_gm.gm.intake.absence import count_no_shows, stand_in
from sheets_gm.gm.intake.attendance import attendance_by_seat
from sheets_gm.gm.intake.rows import Row, Submissions, key_of
from sheets_gm.gm.real_dice import keep_lock, lock_pending, with_rolls, without_rolls
from sheets_gm.gm.record.policy import Status
from sheets_gm.gm.record.record import Draft, Record
from sheets_gm.gm.session import Session
from sheets_gm.kernel.actions import AnyAction, Vacate
from sheets_gm.kernel.forms import Form
from sheets_gm.kernel.journal import Attendance
from sheets_gm.kernel.match import Locked, RollsMissing, Step
from sheets_gm.sheet.rendering import Line

DESK = frozenset({desk_forms.DESK, desk_forms.CLAIMS})
"""The keys of the desk forms."""


def lock_all(session: Session, submissions: Submissions, now: float, why: str) -> Locked:
    """All submissions as one instant; for absent seats the match's policy decides."""
    excused = frozenset(session.record.excused)
    attendance = attendance_by_seat(session.forms, submissions.rows, excused, locked=True)
    absent = [seat for seat, state in attendance.items() if state is Attendance.NO_SHOW]
    stand_ins = stand_in(session.context(now), session.forms, absent)
    return Locked(
        orders={**stand_ins.orders, **submissions.orders()},
        typed=(*submissions.typed(), *stand_ins.typed),
        slips=submissions.slips(),
        refused=submissions.refused(),
        attendance=attendance,
        when=now,
        why=why,
    )


def lock_row(row: Row, now: float) -> Locked:
    """One row alone, locked at the instant *now*."""
    order = row.read.order
    return Locked(orders={row.key[1]: (order,)} if order else {}, typed=(row.typing(),), when=now)


def play(session: Session, locked: Locked, now: float, row: Draft | None = None) -> Step[Any] | None:
    """Resolve *locked* and store the entry; *row* is the row that was locked, of a form that closes at once.

    If rolls of real dice are missing, nothing is played: the lock is kept with what it took, and None is returned.
    """
    try:
        step = session.recorder.play(session.entry, session.state, locked)
    except RollsMissing as error:
        keep_lock(session, locked, row, error.missing)
        return None
    over = session.game.result(step.state) is not None
    record = _after_step(session.record, locked, now, over=over)
    if row is not None:
        lines = session.lines(step.entry, step.events)
        drafts = without_rolls(session.record.drafts)
        record = record.but(
            drafts=_with_answer(drafts, drafts, row, step.entry.number, lines),
            missed=count_no_shows(record.missed, {row.seat: Attendance.READY}),
        )
        if not over and _due_seats(session.game.open(step.state)) == _due_seats(session.forms):
            # only one row was locked, and the step goes on with the same people
            record = record.but(due=session.record.due, excused=session.record.excused)
    if session.record.status is Status.PAUSED and not over:
        record = record.but(due=None, left=None if record.due is None else record.due - now)
    session.append(step, record)
    return step


def play_pending(session: Session, submissions: Submissions, now: float) -> Step[Any] | None:
    """Play the step of the lock that waits for rolls. None while rolls are missing: then it goes on waiting."""
    if session.record.pending is None:
        return None
    pending = with_rolls(session.record.pending, submissions)
    return None if pending.missing else play(session, lock_pending(session, pending), now, pending.row)


def _after_step(record: Record, locked: Locked, now: float, *, over: bool) -> Record:
    """The record once a step was played: a new step is open, unless the match is over."""
    return record.but(
        drafts=tuple(draft for draft in record.drafts if draft.form in DESK and draft.done is None),
        excused=(),
        rehearsal=(),
        mended=(),
        missed=count_no_shows(record.missed, locked.attendance or {}),
        due=None if over else record.next_due(now),
        left=None,
        pending=None,
        failures=0,
        reason="",
        status=Status.OVER if over else record.status,
    )


def do_desk_row(session: Session, row: Row, now: float) -> Step[Any]:
    """Do what a ready row of a desk form asks for. BadAction."""
    order = row.read.order
    if order is None:
        raise RuntimeError(f"the row {row.key} was locked without an order")
    return do_action(session, desk_forms.action_of(session.context(now), row.key[1], order), now, row)


def do_action(session: Session, action: AnyAction, now: float, row: Row | None = None) -> Step[Any]:
    """Do *action* and store the entry; *row* is the row of a desk form that asked for it. BadAction."""
    record = effects.after(session.record, action, session.entry.number + 1, now)
    locked = Locked({}, typed=(row.typing(),) if row else (), when=now)
    step = session.recorder.carry_out(session.entry, session.state, action, session.past, locked)
    record = _settled(session, record, step.state, now)
    if row is not None:
        lines = session.lines(step.entry, step.events, record)
        drafts = _with_answer(session.record.drafts, record.drafts, row.draft, step.entry.number, lines)
        record = record.but(drafts=drafts)
    session.append(step, record)
    return step


def _settled(session: Session, record: Record, state: Any, now: float) -> Record:
    """*record* over or live, as the position after an action asks for."""
    if session.game.result(state) is not None:
        return record.but(status=Status.OVER, due=None, pending=None)
    if record.status is Status.OVER and record.result is None:
        return record.but(status=Status.LIVE, due=record.next_due(now))
    return record


def vacate(session: Session, now: float) -> Iterator[Step[Any]]:
    """Let a substitute take the seats that have missed too many steps in a row."""
    after = session.record.policy.open_after
    for seat, missed in sorted(session.record.missed.items()):
        if after and missed >= after and seat not in session.record.vacant and session.forms:
            yield do_action(session, Vacate(seat=seat, missed=missed), now)


def _due_seats(forms: Sequence[Form]) -> set[str]:
    """The seats that *forms* wait for."""
    return {form.seat for form in forms if form.due}


def _with_answer(
    before: Sequence[Draft], after: Sequence[Draft], row: Draft, entry: int, lines: Sequence[Line]
) -> tuple[Draft, ...]:
    """The drafts *after* a step, with the row that was done and what came of it."""
    done = row.but(done=entry, receipt="✓ " + "; ".join(line.text for line in lines))
    kept = {key_of(draft): draft for draft in after}
    desk = {key_of(draft): draft for draft in before if draft.form in DESK}
    return tuple({**desk, **kept, key_of(row): done}.values())
