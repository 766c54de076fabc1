"""One poll of one match: read, answer the rows, lock, resolve, journal, show, notify.

There is one read of each workbook a tick, and no write when nothing changed. A turn is claimed in the store before it
is locked, all inputs are taken as one instant, and the journal is written before any sheet.

A crash between any two of these loses nothing and repeats nothing. Before the journal is written nothing has happened,
and the sheet still holds what was typed. After it, the marker of the workbook says that the entry is not shown yet, and
it is shown from the journal. A cell that still holds what the lock took from it is emptied; a cell that was typed since
then is kept for the next turn.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sheets_gm.gm import notices, steps
from sheets_gm.gm.clocks import reminded, to_remind
from sheets_gm.gm.desk.desk_forms import is_desk_form
from sheets_gm.gm.intake.absence import kept_standing_orders, stand_in_row
from sheets_gm.gm.intake.answers import absent_standing
from sheets_gm.gm.intake.attendance import all_in, waiting
from sheets_gm.gm.intake.late import late_rows
from sheets_gm.gm.intake.rows import Row, Submissions, key_of, rows_left
from sheets_gm.gm.notices import Notifier, notify_nobody
from sheets_gm.gm.ports.sheets import SheetsDown
from sheets_gm.gm.ports.store import Conflict
from sheets_gm.gm.real_dice import lock_pending, with_rolls
from sheets_gm.gm.record.policy import Status
from sheets_gm.gm.record.record import ASKED_FOR
from sheets_gm.gm.session import Session
from sheets_gm.gm.time_watch import TimeWatch
from sheets_gm.gm.workbooks.workbooks import Reading, Workbooks
from sheets_gm.kernel.actions import Adopt, AnyAction, Override, Pause, Resume, Rewind
from sheets_gm.kernel.dice import Secrets
from sheets_gm.kernel.errors import GameError, UserError
from sheets_gm.kernel.forms import Close
from sheets_gm.kernel.journal import Attendance
from sheets_gm.kernel.match import Locked, Step

STALE = 300.0
"""Seconds after which another process's claim counts as abandoned."""

MOST_STEPS = 200
"""Steps in one tick beyond which a game counts as running away."""

MOST_MENDED = 12
"""Lines about what was put back that are kept."""


class RulesChanged(UserError):
    """A match is bound to another version of its game's rules than the one that is installed."""

    def __init__(self, match: str, bound: str, found: str) -> None:
        super().__init__(
            f"{match} is bound to rules {bound}, and {found} is installed. `sheets-gm recheck` shows whether all "
            "that was played stays the same; `sheets-gm recheck --adopt` lets the match go on with the new rules."
        )


class PositionBroken(UserError):
    """The rules raise an error on the current position; an override or a rewind repairs it."""

    def __init__(self, match: str, number: int, why: str) -> None:
        super().__init__(
            f"{match} cannot go on from entry {number} ({why}). Go back to the position before it with "
            f'`sheets-gm rewind {match} "#{max(number - 1, 0)}" --why ...`'
        )


class Runaway(GameError):
    """A game opens step after step in which nobody has anything to do."""


@dataclass(frozen=True, slots=True)
class Tick:
    """What one tick did: the steps it resolved, the writes it made, the seats that are waited for now.

    *mended* are the foreign edits that it put back, a line each, *restored* what else about the workbooks.
    """

    match: str
    steps: tuple[Step[Any], ...] = ()
    writes: int = 0
    waiting: tuple[str, ...] = ()
    status: Status = Status.LIVE
    mended: tuple[str, ...] = ()
    restored: tuple[str, ...] = ()


@dataclass(slots=True)
class Poller:
    """Polls one match, tick by tick, in the process called *owner*; *waiting* are the seats that are waited for."""

    session: Session
    workbooks: Workbooks
    owner: str
    notify: Notifier = notify_nobody
    _seen: Mapping[str, Any] | None = field(init=False, default=None)
    waiting: tuple[str, ...] = field(init=False, default=())
    _time: TimeWatch = field(init=False)

    def __post_init__(self) -> None:
        self._time = TimeWatch(self.session)

    # -- one tick ------------------------------------------------------------------------------------------------

    def tick(self, *, resolve: bool = False, actions: Sequence[AnyAction] = (), rebuild: bool = False) -> Tick:
        """Poll once; do *actions*; lock, resolve and show if it is time, or if *resolve* asks for it.

        With *rebuild* every workbook is built again with all that stands in it. BadAction where an action cannot be
        done. RulesChanged where the match is bound to another version of its game. PositionBroken where the rules
        raise on the position, and no action repairs it.
        """
        session = self.session
        if session.record.bound != session.game.version and not any(isinstance(each, Adopt) for each in actions):
            raise RulesChanged(session.match, session.record.bound, session.game.version)
        if session.broken and not any(isinstance(each, Override | Rewind) for each in actions):
            session.refresh()  # another process may have repaired it
            if session.broken:
                raise PositionBroken(session.match, session.entry.number, session.broken)
        if rebuild:
            self._seen = None
        number = session.entry.number
        try:
            return self._tick(resolve=resolve, actions=actions, rebuild=rebuild)
        except Conflict:
            return self._overtaken(())
        except SheetsDown:
            # what was typed is not answered yet, and what was played is not shown: the rows that the lock took still
            # stand on the sheet, and are read as after a crash
            self._seen = None
            if session.entry.number != number:
                self.workbooks.doubt()
            raise

    def _tick(self, *, resolve: bool, actions: Sequence[AnyAction], rebuild: bool) -> Tick:
        session = self.session
        session.refresh()
        reading = self.workbooks.read()
        now = session.clock()
        actions = (*self._time.actions(now), *actions)
        pending = session.record.pending
        answered = pending is not None and not pending.missing  # by another process, which did not play the step
        look = self.workbooks.look_is_due(now) or self.workbooks.sharing_is_due(now)
        idle = reading.values == self._seen and not resolve and not actions and not answered
        due = session.is_due(now) or session.is_time_up(self.waiting, now)
        if idle and not due and not to_remind(session.record, session.all_forms, now) & set(self.waiting) and not look:
            return self._result((), 0)
        if self.workbooks.is_ahead(reading):
            return self._result((), 0)
        self.workbooks.remember(reading, now)
        submissions = session.submissions(self.workbooks.rows(reading), now)
        ticked = self.workbooks.controls(reading)
        if ticked.get("rehearse"):
            self._rehearse(submissions, now)
        actions = (*actions, *self._clock_actions(ticked))
        self._keep(submissions)
        done = self._go_on(submissions, now, actions, asked=resolve or ticked.get("resolve", False))
        if done or session.record.pending != pending:
            submissions = session.submissions(rows_left(submissions, session.record.drafts), now)
        self.waiting = waiting(submissions.attendance)
        return self._show(reading, submissions, done, now, rebuild=rebuild)

    def _show(
        self, reading: Reading, submissions: Submissions, done: tuple[Step[Any], ...], now: float, *, rebuild: bool
    ) -> Tick:
        """Put back foreign edits, show the match, and notify people."""
        session, attendance = self.session, submissions.attendance
        try:
            if done:
                self._keep(submissions)
            edits = self.workbooks.foreign_edits(reading, attendance)
            if edits:
                at = session.format_time(session.clock())
                session.save(mended=tuple(f"{line} ({at})" for line in edits))
            writes = self.workbooks.show(reading, attendance, rebuild=rebuild)
            restored = self.workbooks.restored
            if restored:
                at = session.format_time(session.clock())
                session.save(mended=(*session.record.mended, *(f"{line} ({at})" for line in restored))[-MOST_MENDED:])
        except Conflict:
            return self._overtaken(done)
        self._seen = None if writes else reading.values
        self._notify(done, submissions, now)
        self.workbooks.is_told = False
        return self._result(done, writes, edits, restored)

    def _overtaken(self, done: tuple[Step[Any], ...]) -> Tick:
        """Another process was faster: nothing is known for sure of the sheets, and the next tick begins afresh."""
        self.workbooks.forget()
        self._seen = None
        return self._result(done, 0)

    def _result(
        self, done: tuple[Step[Any], ...], writes: int, edits: tuple[str, ...] = (), restored: tuple[str, ...] = ()
    ) -> Tick:
        session = self.session
        return Tick(session.match, done, writes, self.waiting, session.record.status, edits, restored)

    # -- the clock -----------------------------------------------------------------------------------------------

    def _clock_actions(self, ticked: Mapping[str, bool]) -> tuple[AnyAction, ...]:
        """The action for a change of the Pause box."""
        paused, status = ticked.get("pause"), self.session.record.status
        if paused is None or status not in (Status.LIVE, Status.PAUSED) or paused is (status is Status.PAUSED):
            return ()
        return (Pause() if paused else Resume(),)

    def _notify(self, done: Sequence[Step[Any]], submissions: Submissions, now: float) -> None:
        """Tell people outside the sheet what happened, and remind them once of what is still missing."""
        session = self.session
        label = session.game.label(session.state)
        messages = notices.summaries(session.record, done, session.describe, label) if done else []
        owners = to_remind(session.record, session.all_forms, now) & set(self.waiting)
        if owners:
            # noted before it is sent: a lost reminder is better than one that comes with every poll
            session.save(reminded=session.record.due, clocks=reminded(session.record, owners))
            messages += notices.reminders(session, submissions, owners, label)
        if messages:
            self.notify(session.match, messages)

    # -- going on ------------------------------------------------------------------------------------------------

    def _keep(self, submissions: Submissions) -> None:
        """Store drafts and standing orders if they changed."""
        record = self.session.record
        drafts = {row.key: row.draft for row in submissions.rows if row.is_kept}
        drafts |= {key_of(draft): draft for draft in record.drafts if draft.closed is not None}
        drafts |= {
            key_of(draft): draft for draft in absent_standing(record.drafts, [row.key for row in submissions.rows])
        }
        standing = kept_standing_orders(record.standing, submissions)
        if drafts != {key_of(draft): draft for draft in record.drafts} or standing != record.standing:
            self.session.save(drafts=tuple(drafts.values()), standing=standing)

    def _go_on(
        self, submissions: Submissions, now: float, actions: Sequence[AnyAction], *, asked: bool
    ) -> tuple[Step[Any], ...]:
        """Claim the match, do *actions*, and play as many steps as the submissions allow."""
        session = self.session
        if not actions and not self._may_lock(submissions, now, asked=asked):
            return ()
        if not session.store.claim(session.match, self.owner, now, STALE):
            return ()
        try:
            if not session.is_newest():
                return ()
            done = [steps.do_action(session, action, now) for action in actions]
            if done:
                submissions = session.submissions(rows_left(submissions, session.record.drafts), now)
            if self._may_lock(submissions, now, asked=asked):
                done += self._steps(submissions, now, asked=asked)
            return tuple(done)
        finally:
            session.store.release(session.match, self.owner)

    def _may_lock(self, submissions: Submissions, now: float, *, asked: bool) -> bool:
        session = self.session
        if submissions.next_at_once(desk_only=True) is not None:
            return True
        if session.record.pending is not None:
            missing = with_rolls(session.record.pending, submissions).missing
            return not missing and (asked or session.record.status is Status.LIVE)
        if not session.forms or session.record.status not in (Status.LIVE, Status.PAUSED):
            return False
        if asked or session.record.status is Status.PAUSED:
            return asked
        in_time = session.is_time_up(waiting(submissions.attendance), now) or self._everyone_is_ready(submissions, now)
        if in_time or submissions.next_at_once() is not None:
            return True
        return self._absent_row(submissions, now, asked=False) is not None

    def _everyone_is_ready(self, submissions: Submissions, now: float) -> bool:
        """Whether nobody is waited for, and the match does not wait for its deadline all the same."""
        session = self.session
        early = session.record.policy.early or session.record.due is None or session.is_due(now)
        due = any(form.due and not form.forced for form in session.forms)
        return all_in(submissions.attendance.values()) and (early or not due)

    def _steps(self, submissions: Submissions, now: float, *, asked: bool) -> Iterator[Step[Any]]:
        """Rows that close at once one by one, then everybody's forms, then steps in which nobody is waited for.

        A step that needs rolls of real dice ends this: its lock waits for them, and nothing else is locked meanwhile.
        """
        session = self.session
        why = ASKED_FOR if asked else ""
        why = why or ("the deadline passed" if session.is_time_up(waiting(submissions.attendance), now) else "")
        for _ in range(MOST_STEPS):
            pending = session.record.pending
            live = asked or session.record.status is Status.LIVE
            playing = session.forms and live and pending is None
            row = submissions.next_at_once(desk_only=not playing)
            if row is not None:
                if is_desk_form(row.form):
                    yield steps.do_desk_row(session, row, now)
                else:
                    step = steps.play(session, steps.lock_row(submissions, row, now), now, row.draft, row.note)
                    if step is None:
                        return
                    yield step
            elif pending is not None:
                step = steps.play_pending(session, submissions, now) if live else None
                if step is None:
                    return
                yield step
                if pending.row is None and not pending.alone:
                    yield from steps.vacate(session, now)
                    left = rows_left(submissions, session.record.drafts)
                    late = late_rows(submissions, pending, session.forms)
                    submissions = session.submissions({**late, **left}, now)
                    self._keep(submissions)
                why = ""
            elif playing and (locked := self._next_lock(submissions, now, why, asked=asked)) is not None:
                step = steps.play(session, locked, now)
                if step is None:
                    return
                yield step
                yield from steps.vacate(session, now)
                why = ""
            else:
                return
            submissions = session.submissions(rows_left(submissions, session.record.drafts), now)
        raise Runaway(f"{session.game.name} played {MOST_STEPS} steps in a row in which nobody was due")

    def _next_lock(self, submissions: Submissions, now: float, why: str, *, asked: bool) -> Locked | None:
        """The lock of a row that is played for an absent seat, or of everybody's forms; None while some are awaited."""
        absent = self._absent_row(submissions, now, asked=asked and bool(why))
        if absent is not None:
            row, by = absent
            return steps.lock_row(submissions, row, now, by, why or "the deadline passed")
        stood_in = self._is_stood_in(submissions)
        if not (why or stood_in or self._everyone_is_ready(submissions, now)):
            return None
        why = why or ("the deadline passed" if stood_in else "nobody was waited for")
        return steps.lock_all(self.session, submissions, now, why)

    def _absent_row(self, submissions: Submissions, now: float, *, asked: bool) -> tuple[Row, str] | None:
        """The next row that is played for an absent seat whose rows close at once, and what fills it in."""
        session = self.session
        at_once = dict.fromkeys(form.seat for form in session.forms if form.due and form.close is Close.AT_ONCE)
        acting = {each.seat for each in session.record.stand_ins}
        for seat in at_once:
            blank = submissions.attendance.get(seat) is Attendance.BLANK
            if seat in acting or (blank and (asked or session.is_out_of_time(seat, now))):
                found = stand_in_row(session.context(now), session.forms, seat)
                if found is not None:
                    return found
        return None

    def _is_stood_in(self, submissions: Submissions) -> bool:
        """Whether only seats are waited for whose turns are being played for them."""
        waited = set(waiting(submissions.attendance))
        return bool(waited) and waited <= {each.seat for each in self.session.record.stand_ins}

    # -- a dry run -----------------------------------------------------------------------------------------------

    def rehearse(self) -> tuple[str, ...]:
        """What would happen if the step were played now, with other dice: sentences, secret ones included.

        Nothing is played or journalled. Where the GM has a workbook of their own, the lines are shown there too.
        """
        self.session.refresh()
        reading, now = self.workbooks.read(), self.session.clock()
        lines = self._rehearse(self.session.submissions(self.workbooks.rows(reading), now), now)
        if self.session.record.policy.layout == "sealed":
            self.tick()
        return lines

    def _rehearse(self, submissions: Submissions, now: float) -> tuple[str, ...]:
        """Play the step with dice that are no entry's, and keep what came of it."""
        session, record = self.session, self.session.record
        seed = hashlib.sha256(f"{record.seed} rehearsal {session.entry.number} {now}".encode()).digest()
        pending = record.pending
        locked = lock_pending(session, pending) if pending else steps.lock_all(session, submissions, now, "rehearsal")
        step = session.recorder.with_secrets(Secrets(seed)).play(session.entry, session.state, locked)
        lines = tuple(session.describe(event, step.entry) for event in step.events)
        if record.policy.layout == "sealed":
            session.save(rehearsal=lines)
        return lines
