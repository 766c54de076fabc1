"""Steps from one entry to the next, by the rules or an action. Entry and record are stored together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from sheets_gm.gm.between import effects
from sheets_gm.gm.between.finding import after_step, owners
from sheets_gm.gm.between.rows.position_checks import fault
from sheets_gm.gm.clocks import with_clocks
from sheets_gm.gm.intake.absence import count_no_shows, stand_ins_after
from sheets_gm.gm.intake.desk import desk_forms, free_seats
from sheets_gm.gm.intake.desk.seats_tab import private_fields
from sheets_gm.gm.intake.played_rows import (
    asking_row,
    drafts_after,
    lasting_drafts,
    with_answer,
    with_outcome,
    with_refusal,
    without_typing_of,
)
from sheets_gm.gm.intake.row_guard import CANNOT, at_its_row, report_at_row
from sheets_gm.gm.intake.rows import Row, Submissions
from sheets_gm.gm.match_record.drafts import Draft
from sheets_gm.gm.match_record.pending_lock import PendingLock
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.repairs import Repairs
from sheets_gm.gm.match_record.seats.hand_over import FREE
from sheets_gm.gm.match_record.seats.presence import Excuses
from sheets_gm.gm.match_record.step_time import StepTime
from sheets_gm.gm.match_record.told_names import without_addresses
from sheets_gm.gm.poll.locks import lock_row
from sheets_gm.gm.poll.planned_rows import with_planned_rows
from sheets_gm.gm.poll.real_dice import keep_lock, lock_pending, with_rolls, without_rolls
from sheets_gm.gm.poll.rewound_rows import rewound_rows
from sheets_gm.gm.ports.beacon import BeaconDown
from sheets_gm.gm.rule_errors import RulesFailed, asking_the_rules
from sheets_gm.gm.session import Session
from sheets_gm.kernel.actions import Action, BadAction, Concede, Rewind
from sheets_gm.kernel.beacon import BeaconMissing, BeaconRound, due
from sheets_gm.kernel.forms import Close, Form
from sheets_gm.kernel.match.journal import Attendance
from sheets_gm.kernel.match.recorder import Locked, RollsMissing, Step
from sheets_gm.kernel.outcome import Remark
from sheets_gm.sheet.rendering import Line


def play(session: Session, locked: Locked, now: float, row: Draft | None = None, note: str = "") -> Step[Any] | None:
    """Resolve *locked* and store the entry. *row* is the locked row of a form that closes at once, if it is one.

    *note* is the part of the row's answer about ignored cells. If rolls of real dice or the public round are missing,
    nothing is played: the lock is stored, and the result is None. Raises `RulesFailed` if the rules raise, or the new
    position would break a law; then nothing is stored.
    """
    asking = asking_row(session.record.drafts, session.forms, locked.typed) if locked.alone else None
    try:
        with asking_the_rules():
            step = session.journal.recorder.play(session.entry, session.state, locked)
            over = session.game.result(step.state) is not None
            answer = session.lines_for(step.entry, step.events, row.seat) if row is not None else ()
            outcome = session.lines_for(step.entry, step.events, asking.seat) if asking is not None else ()
    except (RollsMissing, BeaconMissing) as error:
        keep_lock(session, locked, row, error, note)
        return None
    record = _after_step(session.record, locked, now, over=over)
    forms = _forms_after(session, step.state, record)
    drafts = without_rolls(record.drafts)
    if row is not None:
        left_out = (Line("", note, ""),) if note else ()
        drafts = with_answer(drafts, row, step.entry.number, (*answer, *left_out))
    if asking is not None:
        drafts = with_outcome(drafts, asking, outcome)
    record = record.but(
        drafts=drafts_after(drafts, session.forms, forms, step.entry.number, together=not locked.alone),
        stand_ins=stand_ins_after(session.record.stand_ins, locked, session.forms, forms),
        opened=record.opened.after(step.entry.number, session.forms, forms, anew=not locked.alone),
    )
    if locked.alone:
        if row is not None:
            excuses = Excuses.of(record)
            record = excuses.but(missed=count_no_shows(excuses.missed, {row.seat: Attendance.READY})).on(record)
        if not over and _due_seats(forms) == _due_seats(session.forms):
            # only one row was locked, and the step goes on with the same people
            kept = session.record
            record = StepTime.change(record.but(due=kept.due), moved=StepTime.of(kept).moved)
            record = Excuses.of(record).but(excused=Excuses.of(kept).excused).on(record)
    record = record if over else with_planned_rows(session, record, step.state, step.entry.number, now)
    if session.record.status is Status.PAUSED and not over:
        left = None if record.due is None else record.policy.time.between(now, record.due)
        record = StepTime.change(record.but(due=None), left=left)
    session.append(step, with_clocks(record, session.game, () if over else forms, now))
    return step


def play_row(session: Session, submissions: Submissions, row: Row, now: float) -> Step[Any] | Remark | None:
    """Play a ready *row* of a form that closes at once, as `play` does.

    If the rules raise although the position is valid, the row gets an answer about it, which is returned as a remark.
    """
    try:
        return play(session, lock_row(submissions, row, now), now, row.draft, row.note)
    except RulesFailed as error:
        if fault(session.context(now), session.state, steps=0) is not None:
            raise
        report_at_row(row.key, error, session.ports.report)
    session.save(drafts=with_refusal(session.record.drafts, row.draft, RULES_FAIL))
    return RULES_FAIL


RULES_FAIL = Remark(text=f"{CANNOT}: the rules fail on it. The game master reads why in the log of the sync.")
"""The answer to a row on which the rules fail. It leaves out the error, which may contain hidden facts."""


def play_pending(session: Session, submissions: Submissions, now: float) -> Step[Any] | None:
    """Play the step of the waiting lock. Return None if it must wait longer."""
    if session.record.pending is None:
        return None
    pending = with_rolls(session.record.pending, submissions)
    if pending.missing:
        return None
    beacon = None
    if pending.round is not None:
        beacon = _public_round(session, pending, pending.round, now)
        if beacon is None:
            return None
    return play(session, lock_pending(session, pending, beacon), now, pending.row, pending.note)


def _public_round(session: Session, pending: PendingLock, round: int, now: float) -> BeaconRound | None:
    """Return the public *round* of a lock; None if it is not published yet or cannot be fetched."""
    if now < due(round):
        return None
    try:
        return session.ports.beacon(round)
    except BeaconDown as error:
        if pending.trouble != str(error):
            session.save(pending=pending.but(trouble=str(error)))
        return None


def _after_step(record: Record, locked: Locked, now: float, *, over: bool) -> Record:
    """Return the record after a step: a new step is open, unless the match is over."""
    counted = {each.seat for each in record.stand_ins}
    attended = {seat: state for seat, state in (locked.attendance or {}).items() if seat not in counted}
    record = StepTime.change(Repairs().on(effects.without_step(record)), left=None, moved=0.0)
    excuses = Excuses.of(record)
    return (
        excuses.but(missed=count_no_shows(excuses.missed, attended))
        .on(record)
        .but(
            due=None if over else record.due_after(now),
            pending=None,
            failures=0,
            reason="",
            status=Status.OVER if over else record.status,
        )
    )


def do_desk_row(session: Session, row: Row, now: float) -> Step[Any] | None:
    """Do what a ready row of a desk form asks for. Return None if that makes no entry, or the row is refused."""
    done = at_its_row(row.key, partial(_do_desk_row, session, row, now), session.ports.report)
    if not isinstance(done, Remark):
        return done
    session.save(drafts=with_refusal(session.record.drafts, row.draft, done))
    return None


def _do_desk_row(session: Session, row: Row, now: float) -> Step[Any] | None:
    order = row.read.order
    if order is None:
        raise RuntimeError(f"the row {row.key} was locked without an order")
    action = desk_forms.action_of(session.context(now), row.key[1], order)
    if (answer := owners()[type(action)].quiet.get(type(action))) is not None:
        _do_quietly(session, action, answer(action), row, now)
        return None
    told = partial(without_addresses, record=session.record)
    return do_action(session, action, now, row.without_private(private_fields(order), told, session.entry.number + 1))


def _do_quietly(session: Session, action: Action, answer: str, row: Row, now: float) -> None:
    """Do an *action* that makes no entry, with the *answer* to its row. Raises BadAction."""
    number = session.entry.number
    record = effects.after(session.record, action, number, now)
    drafts = with_answer(record.drafts, row.draft, number, (Line("", answer, ""),))
    session.save(parts=record.parts, drafts=drafts)


def do_action(session: Session, action: Action, now: float, row: Row | None = None) -> Step[Any]:
    """Do *action* and store the entry. *row* is the row of a desk form that asked for it.

    Raises BadAction, even if the rules fail on the new position; then nothing is stored.
    """
    action = _with_names(session.record, action)
    record = effects.after(session.record, action, session.entry.number + 1, now)
    try:
        return _do_action(session, action, record, now, row)
    except RulesFailed as error:
        raise BadAction(f"The match cannot go on from the position to which this leads: {error}.", "act") from error


TOLD = ("why", "text", "name", "decision")
"""The fields of actions that contain free text."""


def _with_names(record: Record, action: Action) -> Action:
    """Return *action* with names instead of addresses in the texts that people wrote."""
    texts = {name: getattr(action, name) for name in TOLD if hasattr(action, name)}
    told = {name: without_addresses(text, record) for name, text in texts.items()}
    return action if told == texts else action.but(**told)


def _do_action(session: Session, action: Action, record: Record, now: float, row: Row | None) -> Step[Any]:
    """Do *action* and store the entry with *record*, which follows from it. Raises BadAction or `RulesFailed`."""
    locked = Locked({}, typed=(row.typing(),) if row else (), when=now)
    with asking_the_rules():
        step = session.journal.recorder.carry_out(
            session.entry, session.state, action, session.journal.position, locked
        )
        record = _settled(session, record, step.state, now)
        if isinstance(action, Concede) and action.leaves:
            record = _for_those_asked(session, record, step.state, now)
    # a rewind drops all other drafts
    drafts = record.drafts or lasting_drafts(session.record.drafts)
    if changed := effects.seats_with_somebody_else(session.record, action):
        drafts = without_typing_of(drafts, changed, record.people, session.all_forms, step.entry.number)
    if row is not None and (row.form.key != FREE or row.key[1] in free_seats.owners(record)):
        drafts = with_answer(drafts, row.draft, step.entry.number, session.lines(step.entry, step.events, record))
    drafts = free_seats.drafts_after(drafts, session.record, record)
    forms = _forms_after(session, step.state, record)
    drafts = drafts_after(drafts, session.forms, forms, step.entry.number, together=False)
    if isinstance(action, Rewind):
        drafts = (*drafts, *rewound_rows(session, action.to, _opened(session, step.state, record), now))
    opened = record.opened.after(step.entry.number, session.forms, forms, anew=isinstance(action, Rewind))
    record = record.but(drafts=drafts, opened=opened)
    asked = () if record.pending is not None or record.status is Status.OVER else forms
    session.append(step, with_clocks(record, session.game, asked, now))
    return step


def _forms_after(session: Session, state: Any, record: Record) -> tuple[Form, ...]:
    """Return the game's forms that are open next, for drafts and clocks; the current ones if the rules raise."""
    lasting = any(draft.closed is not None or draft.standing is not None for draft in record.drafts)
    simple = all(
        form.close is Close.TOGETHER and not any(part.who.authors for part in form.parts()) for form in session.forms
    )
    if simple and not lasting and not record.policy.clocks:
        return session.forms
    try:
        return session.forms_at(state, record)
    except Exception:  # noqa: BLE001 - the session reports it when it goes on from there
        return session.forms


def _opened(session: Session, state: Any, record: Record) -> Sequence[Form]:
    """Return the game's forms that are open in *state*; none if the rules raise on it."""
    try:
        return session.forms_at(state, record)
    except Exception:  # noqa: BLE001 - the session reports it when it goes on from there
        return ()


def _settled(session: Session, record: Record, state: Any, now: float) -> Record:
    """Return *record* as over or live, whichever the position after an action requires."""
    if session.game.result(state) is not None:
        return record.but(status=Status.OVER, due=None, pending=None)
    if record.status is Status.OVER and record.result is None:
        return record.but(status=Status.LIVE, due=record.next_due(now))
    return record


def _for_those_asked(session: Session, record: Record, state: Any, now: float) -> Record:
    """Return *record* after a team left the position. An owner who must act only since then has the full time."""
    if _due_seats(session.forms_at(state, record)) <= _due_seats(session.forms):
        return record
    due = record.next_due(now)
    if record.status is Status.PAUSED:
        return StepTime.change(record, left=None if due is None else record.policy.time.between(now, due))
    return record.but(due=due)


def follow_up(session: Session, now: float) -> Iterator[Step[Any]]:
    """Do what the program does by itself after a step, if the match continues."""
    for action in after_step(session.record) if session.forms else ():
        yield do_action(session, action, now)


def _due_seats(forms: Sequence[Form]) -> set[str]:
    return {part.awaited for form in forms if form.due for part in form.parts()}
