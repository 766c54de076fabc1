"""One poll of one match: read, answer the rows, lock, resolve, journal, show, notify.

There is one read of each workbook a tick, one more for formulas where a lock takes what several seats have typed, and
no write when nothing changed. A turn is claimed in the store before it is locked, all inputs are taken at one instant,
and the journal is written before any sheet.

A crash between any two of these loses nothing and repeats nothing. Before the journal is written nothing has happened,
and the sheet still holds what was typed. After it, the marker of the workbook shows that the entry is not on the sheet
yet, and it is drawn from the journal. A cell that still holds what the lock took from it is emptied; a cell that was
typed since then is kept for the next turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from copy import copy
from dataclasses import dataclass, field
from typing import Any

from sheets_gm.gm.between.finding import due_actions
from sheets_gm.gm.between.pauses import Pause, Resume
from sheets_gm.gm.clocks import reminded, to_remind
from sheets_gm.gm.intake.receipts import with_empty_boxes
from sheets_gm.gm.intake.rows import Submissions
from sheets_gm.gm.match_record.notice_addresses import (
    Listed,
    ReadAddress,
    addresses_read,
    why_muted,
)
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.match_record.record import Record, Restored
from sheets_gm.gm.match_record.seats.presence import Absence
from sheets_gm.gm.match_record.table_talk import Told
from sheets_gm.gm.poll import backups, dead_hooks, delivery, followers, notices
from sheets_gm.gm.poll.comments import CommentReader
from sheets_gm.gm.poll.drafts import keep_drafts
from sheets_gm.gm.poll.dry_run import dry_run
from sheets_gm.gm.poll.due_locks import Moment
from sheets_gm.gm.poll.errors import PositionBroken, as_position_broken, check_playable
from sheets_gm.gm.poll.late_ticks import LateTicks
from sheets_gm.gm.poll.notices import Notice, Notifier, notify_nobody
from sheets_gm.gm.poll.pictures import pictures_of
from sheets_gm.gm.poll.playing import play_on
from sheets_gm.gm.poll.sliding_deadlines import SlidingDeadlines
from sheets_gm.gm.ports.sheets import SheetsDown, SheetsRefused
from sheets_gm.gm.ports.store import Conflict, StoreDown
from sheets_gm.gm.session import Session
from sheets_gm.gm.side_jobs import Report, guarded, raise_it
from sheets_gm.gm.workbooks.live import inspection, inviting, reading, showing
from sheets_gm.gm.workbooks.live.answered_rows import answer_rows
from sheets_gm.gm.workbooks.live.arrays import end_arrays
from sheets_gm.gm.workbooks.live.closed_forms import with_closed_forms
from sheets_gm.gm.workbooks.live.foreign_edits import foreign_edits, stop_spilling
from sheets_gm.gm.workbooks.live.new_workbooks import add_new_workbooks
from sheets_gm.gm.workbooks.live.problems import show_gm_tab
from sheets_gm.gm.workbooks.live.workbooks import Reading, Workbooks
from sheets_gm.kernel.actions import Action
from sheets_gm.kernel.english import with_names
from sheets_gm.kernel.match.recorder import Step
from sheets_gm.sheet.reading import Key, RowRead

MOST_MENDED = 12
"""The most lines about foreign edits that are stored."""


@dataclass(frozen=True, slots=True)
class Tick:
    """What one tick did: the steps it resolved, the writes it made, the seats that are waited for now.

    *mended* are the foreign edits that it put back, a line each, *restored* what else about the workbooks. *back* is
    the backup behind which the match went on in it. *muted* says which addresses of the settings get no notices any
    more, since their seat has changed hands.
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


@dataclass(slots=True)
class _Found:
    """What a tick found before it looked at what people typed, and did about it.

    *back* is the backup that was put back, *lines* what was typed over, *restored* what else was put back, *writes*
    how many writes drew and marked the workbooks again.
    """

    back: Restored | None = None
    lines: tuple[str, ...] = ()
    restored: tuple[str, ...] = ()
    writes: int = 0


@dataclass(slots=True)
class Poller:
    """Polls one match, tick by tick, in the process called *owner*; *waiting* are the seats that are waited for.

    *followed*: there are followers, who get notices of their own. *listened*: notices go somewhere whatever the players
    wish. *listed* are the addresses that the settings have for each seat. *outcomes* tells what became of notices to
    hooks of players. *report* gets what goes wrong beside the match.
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
    _away: tuple[frozenset[str], tuple[Absence, ...]] = field(init=False, default=(frozenset(), ()))
    """The seats and teams that were away at the last tick, and the absences that had not ended."""
    time: SlidingDeadlines = field(init=False)
    _comments: CommentReader = field(init=False)
    _told: tuple[Told, ...] = field(init=False)
    """What teams had said among themselves at the last tick."""
    _muted: tuple[ReadAddress, ...] = field(init=False)
    """The addresses that were muted at the last tick."""
    _late_ticks: LateTicks = field(init=False)
    _looked: float = field(init=False, default=0.0)
    """When it was last looked whether the idle match is in the trash."""
    _is_newest: bool = field(init=False, default=False)
    """Whether the sheets are known to show nothing that the journal lacks."""
    _found: _Found = field(init=False, default_factory=_Found)

    def __post_init__(self) -> None:
        self.time = SlidingDeadlines(self.session)
        self._comments = CommentReader(self.workbooks)
        self._told = self.session.record.told
        self._muted = self.session.record.muted
        self._late_ticks = LateTicks(self.session)

    def tick(self, *, resolve: bool = False, actions: Sequence[Action] = (), rebuild: bool = False) -> Tick:
        """Poll once; do *actions*; lock, resolve and show if it is time, or if *resolve* asks for it.

        With *rebuild* every workbook is built again with everything that is in it. BadAction where an action cannot be
        done. RulesChanged where the match is bound to another version of its game. PositionBroken where the rules fail
        on the position or on the orders, and no action repairs it: then nothing of this step is stored.
        """
        session, self._found = self.session, _Found()
        if rebuild:
            self._seen = None
        number = session.entry.number
        try:
            check_playable(session, actions)
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
            broken = as_position_broken(session, error)
            if broken is None:
                raise
            self._set_aside(broken)
            raise broken from error

    def show_problem(self) -> None:
        """Tell what is wrong with the match, and show it on the GM tab alone: the rules may fail on the rest."""
        self.session.refresh()
        self.notify(self.session.match, notices.set_aside(self.session.record))
        show_gm_tab(self.workbooks)

    def _set_aside(self, broken: PositionBroken) -> None:
        """Set the match aside at once: what the rules fail on, they fail on again."""
        try:
            self.session.refresh()
            self.session.save(status=Status.STUCK, reason=str(broken), failures=self.session.record.failures + 1)
            show_gm_tab(self.workbooks)
        except (Conflict, SheetsDown, SheetsRefused, StoreDown) as error:
            broken.add_note(f"The match is not set aside, or its GM tab does not show it: {error}")

    def dry_run(self) -> tuple[str, ...]:
        """What would happen if the step were played now, with other dice: sentences, secret ones included.

        Nothing is played or journalled. Where the GM has a workbook of their own, the lines are shown there too.
        """
        session = self.session
        session.refresh()
        found, now = reading.read(self.workbooks), session.clock()
        lines = dry_run(session, answer_rows(session, reading.typed_rows(self.workbooks, found), now), now)
        if session.record.policy.layout == "sealed":
            self.tick()
        return lines

    def _tick(self, *, resolve: bool, actions: Sequence[Action], rebuild: bool) -> Tick:
        session, books = self.session, self.workbooks
        session.refresh()
        if session.record.departure is not None:
            return self._result((), 0)
        self._read_addresses()
        add_new_workbooks(books)
        found = reading.read(books)
        now = session.clock()
        comments: Sequence[Action] = ()
        if self._comments.is_due(now):
            with self._job("comments"):
                comments = self._comments.look(now)
        self._count_failures()
        actions = (*self.time.actions(now), *comments, *actions)
        books.beside = self.time.beside
        pending = session.record.pending
        answered = pending is not None and not pending.missing  # by another process, which did not play the step
        idle = self._seen == (session.record.version, found) and not resolve and not actions and not answered
        if idle and not self._is_anything_due(now):
            self._looked = inspection.look_when_idle(books, self._looked, now)
            return self._result((), 0)
        if not self._is_ours(found, now):
            return self._result((), 0)
        books.remember(found, now, self.time.seen)
        if not books.are_marked(found):
            found = self._mark_again(found, now)
        ticked, late = reading.ticked_boxes(books, found), copy(self._late_ticks)
        resolve = resolve or ticked.get("resolve", False)
        rows, submissions = self._submitted(found, now)
        if Moment(session, submissions, now, resolve).may_lock() and end_arrays(books, rows):
            found, self._late_ticks = reading.read(books), late
            rows, submissions = self._submitted(found, now)
        if ticked.get("rehearse"):
            dry_run(session, submissions, now)
        actions = (*actions, *self._clock_actions(ticked, actions, now))
        if submissions.next_at_once(desk_only=True) is None:  # a row of the game master may be among them
            actions = (*actions, *due_actions(session.record, now))
        moment = Moment(session, submissions, now, resolve)
        played = play_on(moment, self.owner, actions)
        if played is not None:
            moment = played.moment
        if session.record.pending != pending:
            moment = moment.next()
        self.waiting, self._away = moment.waiting, _away_at(session.record, now)
        session.waiting = self.waiting
        # what another process has claimed is not done yet: the boxes stay, and the next tick looks again
        books.boxes = {} if played is not None else {name: ticked[name] for name in ticked if name != "rehearse"}
        result = self._show(found, moment.submissions, played.steps if played else (), now, rebuild=rebuild)
        if played is None:
            self._seen = None
        return result

    def _read_addresses(self) -> None:
        """Store whose the addresses of the settings are that were not there before."""
        record = self.session.record
        read = addresses_read(record.addresses, self.listed, record.people)
        if read != record.addresses:
            self.session.save(addresses=read)

    def _newly_muted(self) -> tuple[str, ...]:
        """A line for each address of the settings that was muted since the last tick."""
        record, before = self.session.record, self._muted
        self._muted = record.muted
        return tuple(why_muted(each, record.people) for each in self._muted if each not in before)

    def _submitted(self, found: Reading, now: float) -> tuple[Mapping[Key, RowRead], Submissions]:
        """The rows as they were typed, and what was submitted with them."""
        rows = self._late_ticks.without(reading.typed_rows(self.workbooks, found), now)
        return rows, self._late_ticks.answered(answer_rows(self.session, rows, now))

    def _is_ours(self, found: Reading, now: float) -> bool:
        """Whether the journal has all that the sheets show, or goes on behind it now; else the next tick looks again.

        `PlayedElsewhere`.
        """
        session, books = self.session, self.workbooks
        if reading.is_ahead(books, found):
            session.refresh()
            if not reading.is_ahead(books, found):
                return False  # another process has played since the journal was read
        unknown = books.unknown_markers(found)
        if self._is_newest and not unknown:
            return True
        shown = backups.last_shown(books, found, self.exported)
        is_ahead = shown > session.entry.number
        if is_ahead and not backups.go_behind(session, shown, self.owner, now, running=self._is_newest):
            return False
        if is_ahead:
            self._found.back = session.record.restored
        if unknown and not backups.is_just_back(session):
            lines = [f"The marker of the workbook {key} was typed over: {text}" for key, text in unknown.items()]
            session.save(mended=(*session.record.mended, *self._timed(lines))[-MOST_MENDED:])
            self._found.lines = tuple(lines)
        self._is_newest = True
        return True

    def _mark_again(self, found: Reading, now: float) -> Reading:
        """Draw what has lost its marker, and read again: nothing is locked before it is known what was typed when."""
        session, books = self.session, self.workbooks
        rows = reading.typed_rows(books, found)
        if backups.is_just_back(session):
            submissions = answer_rows(session, backups.without_ticks(session, rows), now)
            submissions, books.boxes = backups.asked_again(session, submissions, rows), {}
            if (kept := with_closed_forms(books, found)) != session.record.drafts:
                session.save(drafts=kept)
        else:
            submissions, books.boxes = answer_rows(session, rows, now), reading.ticked_boxes(books, found)
        keep_drafts(session, submissions)
        again = self._show(found, submissions, (), now, rebuild=False)
        self._found = _Found(again.back, again.mended, again.restored, again.writes)
        return reading.read(self.workbooks)

    def _is_pause_over(self, now: float) -> bool:
        """Whether the end of a pause has come."""
        record = self.session.record
        if record.gathers:
            return record.may_begin(now)
        return record.resumes is not None and now >= record.resumes

    def _is_anything_due(self, now: float) -> bool:
        """Whether it is time for something, though nobody has typed anything."""
        session, books = self.session, self.workbooks
        if self._is_pause_over(now) or session.is_due(now) or session.is_time_up(self.waiting, now):
            return True
        if due_actions(session.record, now) or delivery.is_due(session.record, now):
            return True
        if _away_at(session.record, now) != self._away:
            return True
        if to_remind(session.record, session.all_forms, now) & set(self.waiting):
            return True
        return inspection.is_due_by_change(books, now) or inviting.is_due(books, now)

    def _show(
        self, found: Reading, submissions: Submissions, done: tuple[Step[Any], ...], now: float, *, rebuild: bool
    ) -> Tick:
        """Put back foreign edits, show the match, and notify people."""
        session, attendance = self.session, submissions.attendance
        try:
            if done:
                keep_drafts(session, submissions)
            edits = foreign_edits(self.workbooks, found, attendance)
            if edits.torn or edits.lines:
                record = session.record
                books = tuple(each.but(torn=each.torn or each.key in edits.torn) for each in record.workbooks)
                session.save(workbooks=books, mended=self._timed(edits.lines) or record.mended)
            if edits.lines:
                # more than cells may have changed, and an inspection removes what would write into them again
                self.workbooks.has_changed = True
            stop_spilling(self.workbooks, edits)
            # what this process has just stored is the newest
            newest = bool(done) or session.is_newest()
            shown = (
                showing.show(self.workbooks, found, attendance, edits.intact, build_again=rebuild)
                if newest
                else showing.Shown()
            )
            if newest and session.record.ending:
                session.save(ending=False)
            if newest and (emptied := with_empty_boxes(session.record.drafts)) != session.record.drafts:
                session.save(drafts=emptied)
            if shown.restored:
                session.save(mended=(*session.record.mended, *self._timed(shown.restored))[-MOST_MENDED:])
        except Conflict:
            return self._overtaken(done)
        self._notify(done, submissions, now)
        self._seen = None if shown.writes else (session.record.version, found)
        self.workbooks.has_changed &= not inspection.is_done(self.workbooks, now)
        return self._result(done, shown.writes, edits.lines, shown.restored)

    def _timed(self, lines: Sequence[str]) -> tuple[str, ...]:
        """*lines*, each with the time of now."""
        at = self.session.format_time(self.session.clock())
        return tuple(f"{line} ({at})" for line in lines)

    def _overtaken(self, done: tuple[Step[Any], ...]) -> Tick:
        """Another process was faster: the state of the sheets is uncertain, so the next tick reads them again."""
        self.workbooks.forget()
        self._seen = None
        return self._result(done, 0)

    def _result(
        self, done: tuple[Step[Any], ...], writes: int, edits: tuple[str, ...] = (), restored: tuple[str, ...] = ()
    ) -> Tick:
        session, found = self.session, self._found
        edits, restored = (*found.lines, *edits), (*found.restored, *restored)
        writes, status = found.writes + writes, session.record.status
        muted = self._newly_muted()
        return Tick(session.match, done, writes, self.waiting, status, edits, restored, found.back, muted)

    def _clock_actions(self, ticked: Mapping[str, bool], actions: Sequence[Action], now: float) -> tuple[Action, ...]:
        """The action for a change of the Pause box, or for the end of a pause, unless *actions* have one."""
        if any(isinstance(each, Pause | Resume) for each in actions):
            return ()
        if self._is_pause_over(now):
            return (Resume(planned=True, begins=self.session.record.gathers),)
        paused, status = ticked.get("pause"), self.session.record.status
        if paused is None or status not in (Status.LIVE, Status.PAUSED) or paused is (status is Status.PAUSED):
            return ()
        return (Pause() if paused else Resume(),)

    def _notify(self, done: Sequence[Step[Any]], submissions: Submissions, now: float) -> None:
        """Notify people outside the sheet of what happened, and remind them once of what is still missing."""
        session, messages = self.session, list[Notice]()
        label = ""
        with self._job("notices"):
            label = with_names(session.game.label(session.state), session.seats)
        is_heard = self.notify is not notify_nobody and (self.listened or delivery.are_wanted(session.record))
        told, self._told = self._told, session.record.told
        if done and is_heard:
            with self._job("notices of what happened"):
                drawn = pictures_of(session, done)
                messages += notices.summaries(session.record, done, session.describe, label, drawn)
        if done and is_heard and self.followed:
            with self._job("notices to followers"):
                messages += followers.stories(session, done)
        if is_heard and told != self._told:
            with self._job("notices among a team"):
                messages += notices.in_teams(session.record, told)
        with self._job("reminders"):
            messages += notices.nudges(session, submissions, done, self.waiting, label)
            messages += self._reminders(submissions, label, now, is_heard=is_heard)
        with self._job("notices"):
            sent, held = delivery.sorted_by_time(session.record, messages, now)
            if held != session.record.held:
                session.save(held=held)
            sent += notices.first_ones(session, done)
            if sent:
                forms = session.all_forms
                self.notify(session.match, delivery.addressed(session.record, sent, forms, label, now, self.report))
        self._count_failures()

    def _reminders(self, submissions: Submissions, label: str, now: float, *, is_heard: bool) -> list[Notice]:
        """Reminders before a deadline, or what the last of several people hears."""
        session = self.session
        owners = to_remind(session.record, session.all_forms, now) & set(self.waiting)
        if owners:
            # noted before it is sent: a lost reminder is better than one that comes with every poll
            session.save(reminded=session.record.due, clocks=reminded(session.record, owners))
            return notices.reminders(session, submissions, owners, label)
        last = notices.to_the_last(session, submissions, self.waiting, label) if is_heard else []
        if last:
            session.save(last_one=(*self.waiting, label))
        return last

    def _count_failures(self) -> None:
        """Store how often in a row notices to the hooks of players did not arrive."""
        counted = dead_hooks.counted_failures(self.session.record, self.outcomes(self.session.match))
        if counted is not self.session.record:
            self.session.save(wishes=counted.wishes)

    def _job(self, name: str) -> AbstractContextManager[None]:
        """The guard around a job beside the match."""
        return guarded(name, self.report)


def _away_at(record: Record, now: float) -> tuple[frozenset[str], tuple[Absence, ...]]:
    """The seats and teams that are away *now*, and the absences that have not ended."""
    presence = record.presence
    return presence.away_at(now), presence.left_at(now)
