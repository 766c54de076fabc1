"""One poll of one match: read, answer the rows, lock, resolve, journal, show, notify.

A tick reads each workbook once, and once more for formulas if a lock takes the input of several seats. It writes
nothing if nothing changed. A turn is claimed in the store before it is locked, all inputs are taken at one instant, and
the journal is written before any sheet.

A crash between any two of these loses nothing and repeats nothing. Before the journal is written nothing has happened,
and the sheet still holds what was typed. After it, the marker of the workbook shows that the entry is not on the sheet
yet, and it is drawn from the journal. A cell that still holds what the lock took from it is emptied; a cell that was
typed since then is kept for the next turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sheets_gm.gm.match_record.notice_addresses import Listed
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.match_record.record import Restored
from sheets_gm.gm.poll import backups, dead_hooks, errors, setting_aside
from sheets_gm.gm.poll.claimed_writes import note_writes
from sheets_gm.gm.poll.due import Agenda
from sheets_gm.gm.poll.due_locks import Moment
from sheets_gm.gm.poll.notices import Notifier, notify_nobody
from sheets_gm.gm.poll.notifying import Notifications, Outlet
from sheets_gm.gm.poll.playing import play_on
from sheets_gm.gm.poll.restored_sheets import PutBack, SheetsInStep
from sheets_gm.gm.poll.sliding_deadlines import SlidingDeadlines
from sheets_gm.gm.poll.typed import TypedRows
from sheets_gm.gm.ports.sheets import SheetsDown
from sheets_gm.gm.ports.store import Conflict
from sheets_gm.gm.session import Session
from sheets_gm.gm.side_jobs import Report, raise_it
from sheets_gm.gm.workbooks.live.workbooks import Reading, Workbooks
from sheets_gm.kernel.actions import Action
from sheets_gm.kernel.english import owner_name
from sheets_gm.kernel.match.recorder import Step
from sheets_gm.sheet.rendering import Line


@dataclass(frozen=True, slots=True)
class Tick:
    """The result of a tick: the steps that it resolved, the number of writes, the seats that the match waits for now.

    *mended* are the foreign edits that it undid, a line each, *restored* other corrections of the workbooks. *back* is
    the backup from which the match continued. *muted* are lines about addresses in the settings that no longer get
    notices, because their seat has another player. *people* are the names of those who are *waiting*, *lines* the lines
    of the log for the steps.
    """

    match: str
    steps: tuple[Step[Any], ...] = ()
    writes: int = 0
    waiting: tuple[str, ...] = ()
    status: Status = Status.LIVE
    mended: tuple[str, ...] = ()
    restored: tuple[str, ...] = ()
    back: Restored | None = None
    muted: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()


@dataclass(slots=True)
class Poller:
    """The poller of one match in the process called *owner*. *waiting* are the seats that the match waits for.

    *followed*: there are followers, who get separate notices. *listened*: notices go somewhere, whatever the players
    wish. *listed* are the addresses in the settings for each seat. *outcomes* returns the results of notices to hooks
    of players. *report* gets errors of side jobs.
    """

    session: Session
    workbooks: Workbooks
    owner: str
    notify: Notifier = notify_nobody
    exported: backups.LastExported = backups.nothing_exported
    followed: bool = False
    listened: bool = True
    listed: Listed = field(default_factory=dict)
    outcomes: dead_hooks.Outcomes = dead_hooks.no_outcomes
    report: Report = raise_it
    _seen: tuple[int, Reading] | None = field(init=False, default=None)
    """The version of the record, and the values of the workbooks, for which the last tick left nothing to do."""
    waiting: tuple[str, ...] = field(init=False, default=())
    _agenda: Agenda = field(init=False)
    _sheets: SheetsInStep = field(init=False)
    _typed: TypedRows = field(init=False)
    _notifications: Notifications = field(init=False)
    _put_back: PutBack = field(init=False, default_factory=PutBack)
    """What this tick has put right about the sheets so far."""

    def __post_init__(self) -> None:
        self._agenda, self._typed = Agenda(self.workbooks), TypedRows(self.workbooks)
        self._sheets = SheetsInStep(self.workbooks, self.owner)
        self._notifications = Notifications(self.session)

    @property
    def time(self) -> SlidingDeadlines:
        """What moves the deadlines after an outage or a jump of the clock."""
        return self._agenda.time

    def tick(self, *, resolve: bool = False, actions: Sequence[Action] = (), rebuild: bool = False) -> Tick:
        """Poll once; do *actions*; lock, resolve and show if it is time, or if *resolve* asks for it.

        With *rebuild*, every workbook is built again with all its content. Raises BadAction if an action is impossible,
        RulesChanged if the match is bound to another version of its rules, PositionBroken if the rules fail on the
        position or the orders and no action repairs it. Then nothing of this step is stored.
        """
        session, self._put_back = self.session, PutBack()
        if rebuild:
            self._seen = None
        number = session.entry.number
        try:
            errors.check_playable(session, actions)
            return self._tick(resolve=resolve, actions=actions, rebuild=rebuild)
        except Conflict:
            return self._overtaken(())
        except SheetsDown:
            # what was typed is not answered yet, and what was played is not shown: the rows that the lock took still
            # are on the sheet, and are read as after a crash
            self._seen = None
            if session.entry.number != number:
                self.workbooks.keep_certain()
            raise
        except Exception as error:
            broken = setting_aside.set_aside(self.workbooks, error, self.notify)
            if broken is None:
                raise
            raise broken from error

    def show_problem(self, *, is_new: bool) -> None:
        """Show the problem of the match on the GM tab only, as the rules may fail; send notices if it *is_new*."""
        setting_aside.show_problem(self.workbooks, self.notify, is_new=is_new)

    def dry_run(self) -> tuple[str, ...]:
        """Return what would happen if the step were played now with other dice, as sentences, including secret ones.

        The journal does not change. If the game master has a separate workbook, the lines are shown there too.
        """
        self.session.refresh()
        lines = self._typed.dry_run()
        if self.session.record.policy.layout == "sealed":
            self.tick()
        return lines

    def _tick(self, *, resolve: bool, actions: Sequence[Action], rebuild: bool) -> Tick:
        """Run the stages of a poll in order: read, find what is due, put right, answer, play, show, notify."""
        session = self.session
        session.refresh()
        if session.record.departure is not None:
            return self._result(())
        self._notifications.read_addresses(self.listed)
        found, now = self._sheets.read(), session.clock()
        actions, pending = self._asked(actions, now), session.record.pending
        if self._is_idle(found, now, is_asked=resolve or bool(actions)):
            self._agenda.idle(now)
            return self._result(())
        marked = self._put_in_step(found, now)
        if marked is None:
            return self._result(())
        typed = self._typed.answer(marked, now, resolve=resolve)
        actions = self._agenda.actions(typed.ticked, actions, typed.moment.submissions, now)
        played = play_on(typed.moment, self.owner, actions)
        moment = typed.moment if played is None else played.moment
        if session.record.pending != pending:
            moment = moment.next()
        self.waiting = session.waiting = moment.waiting
        self._agenda.note(now)
        # what another process has claimed is not done yet: the boxes stay, and the next tick looks again
        boxes = {} if played is not None else {name: typed.ticked[name] for name in typed.ticked if name != "rehearse"}
        self.workbooks.boxes = boxes
        result = self._show(typed.found, moment, () if played is None else played.steps, rebuild=rebuild)
        if played is None:
            self._seen = None
        return result

    def _asked(self, actions: Sequence[Action], now: float) -> tuple[Action, ...]:
        """Return the *actions*, after those that move deadlines and those that pass on comments."""
        comments = self._agenda.comments(now, self.report)
        self._notifications.count_failures(self._outlet)
        return (*self._agenda.moves(now), *comments, *actions)

    def _is_idle(self, found: Reading, now: float, *, is_asked: bool) -> bool:
        """Return whether there is nothing to do: nobody asks for anything, and nothing has changed or is due."""
        record = self.session.record
        answered = record.pending is not None and not record.pending.missing
        if self._seen != (record.version, found) or is_asked or answered:
            return False  # where it is answered, another process did that, and did not play the step
        return not self._agenda.is_anything_due(self.waiting, now)

    def _put_in_step(self, found: Reading, now: float) -> Reading | None:
        """Return the workbooks once their markers tell when all was typed; None if the next tick must look again."""
        books = self.workbooks
        put_back = self._sheets.go_on(found, self.exported, now)
        if put_back is None:
            return None
        self._put_back = put_back
        books.remember(found, now, self.time.seen)
        if books.are_marked(found):
            return found
        later, found = self._sheets.mark_again(found, now)
        self._put_back = put_back.then(later)
        return found

    def _show(self, found: Reading, moment: Moment, done: tuple[Step[Any], ...], *, rebuild: bool) -> Tick:
        """Show the match after the steps *done*, and notify people."""
        session = self.session
        try:
            note_writes(self.workbooks, done, self.report)
            shown = self._sheets.show(found, moment.submissions, has_played=bool(done), rebuild=rebuild)
        except Conflict:
            return self._overtaken(done)
        self._put_back = self._put_back.then(shown)
        self._notifications.send(self._outlet, done, moment.submissions, self.waiting, moment.now)
        self._seen = None if shown.writes else (session.record.version, found)
        self._agenda.note_inspection(moment.now)
        return self._result(done)

    @property
    def _outlet(self) -> Outlet:
        return Outlet(self.notify, self.outcomes, self.followed, self.listened, self.report)

    def _overtaken(self, done: tuple[Step[Any], ...]) -> Tick:
        """Handle that another process was faster: the next tick reads the sheets, whose state is uncertain, again."""
        self.workbooks.forget()
        self._seen = None
        return self._result(done)

    def _result(self, done: tuple[Step[Any], ...]) -> Tick:
        session, put = self.session, self._put_back
        muted = self._notifications.newly_muted()
        status = session.record.status
        seats = {seat.id: seat for seat in session.record.people}
        return Tick(
            session.match,
            done,
            put.writes,
            self.waiting,
            status,
            put.lines,
            put.restored,
            put.back,
            muted,
            people=tuple(owner_name(owner, seats) for owner in self.waiting),
            lines=tuple(line for step in done for line in session.lines(step.entry, step.events)),
        )
