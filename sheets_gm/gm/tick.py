"""A turn: poll, receipts, lock, resolve, journal, show.

Laws: one read of each workbook a tick, and no write when nothing changed; the turn is claimed in the store before it
is locked; all inputs are taken as one instant; the journal is written before the sheet; what is shown is planned
against what the sheet was read to hold, so showing again is safe and writes nothing when the sheet is right.

A crash between any two of these loses nothing and repeats nothing. Before the journal is written nothing has
happened, and the sheet still holds what was typed. After it, the workbook's marker tells that the entry is not shown
yet, and it is shown from the journal; a cell that still holds what the lock took from it is emptied, one that was
typed since then is kept for the next turn.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sheets_gm.gm import notices
from sheets_gm.gm.deadlines import outage
from sheets_gm.gm.desk import desk_forms
from sheets_gm.gm.intake.absence import kept_standing_orders
from sheets_gm.gm.intake.attendance import all_in, waiting
from sheets_gm.gm.intake.submissions import Submissions
from sheets_gm.gm.ports import Conflict, SheetsDown, Status
from sheets_gm.gm.session import one
from sheets_gm.gm.workbooks.workbooks import Pages, Values
from sheets_gm.kernel import match as kernel
from sheets_gm.kernel.actions import Adopt, AnyAction, Override, Pause, Resume, Rewind, Slide
from sheets_gm.kernel.dice import Secrets
from sheets_gm.kernel.errors import GameError, UserError
from sheets_gm.kernel.forms import Close
from sheets_gm.kernel.match import Step

STALE = 300.0
"""Seconds after which another process's claim is taken to be abandoned."""

BY_ITSELF = 200
"""Steps in one tick beyond which a game is taken to run away."""

MARKED = 30.0
"""Seconds between two notes in the store of when a match was polled."""


class RulesChanged(UserError):
    """A match is bound to another version of its game's rules than the one that is installed."""

    def __init__(self, match: str, bound: str, found: str) -> None:
        super().__init__(
            f"{match} is bound to rules {bound}, and these are {found}: see with «sheets-gm recheck» whether all that "
            "was played stays the same, and let it go on with «sheets-gm recheck --adopt»"
        )


class PositionBroken(UserError):
    """The rules stumble over the position that the journal has; an override or a rewind puts it right."""

    def __init__(self, match: str, number: int, why: str) -> None:
        super().__init__(
            f"{match} cannot go on from entry {number} ({why}): go back to the position before it with "
            f'«sheets-gm rewind {match} "#{max(number - 1, 0)}" --why ...»'
        )


class Runaway(GameError):
    """A game opens step after step in which nobody has anything to do."""


@dataclass(frozen=True, slots=True)
class Tick:
    """What one tick did: the steps it resolved, the writes it made, who is waited for now.

    *mended* is what people had typed over cells that are not theirs, which was put back.
    """

    match: str
    steps: tuple[Step[Any], ...] = ()
    writes: int = 0
    waiting: tuple[str, ...] = ()
    status: Status = Status.LIVE
    mended: tuple[str, ...] = ()


@dataclass(slots=True)
class Table(Pages):
    """One match as a process runs it, tick by tick."""

    seen: Mapping[str, Values] = field(init=False, default_factory=dict)
    waiting: tuple[str, ...] = field(init=False, default=())
    _marked: float = field(init=False, default=0.0)

    # -- one tick ------------------------------------------------------------------------------------------------

    def tick(self, *, resolve: bool = False, actions: Sequence[AnyAction] = ()) -> Tick:
        """Poll once; do *actions*; lock, resolve and show if it is time, or if *resolve* asks for it.

        BadAct where an act cannot be done. RulesChanged where the match is bound to another version of its game.
        PositionBroken where the rules stumble over the position, and no act puts it right.
        """
        if self.record.bound != self.game.version and not any(isinstance(action, Adopt) for action in actions):
            raise RulesChanged(self.match, self.record.bound, self.game.version)
        if self.broken and not any(isinstance(action, Override | Rewind) for action in actions):
            self._refresh()  # another process may have put it right
            if self.broken:
                raise PositionBroken(self.match, self.entry.number, self.broken)
        number = self.entry.number
        try:
            return self._tick(resolve=resolve, actions=actions)
        except Conflict:
            return self._outrun(())
        except SheetsDown:
            # what was typed is not answered yet; and what was played is not shown: the rows that the lock took still
            # stand on the sheet, and are read as after a crash
            self.seen = {}
            if self.entry.number != number:
                self.shown.clear()
            raise

    def _outrun(self, steps: tuple[Step[Any], ...]) -> Tick:
        """Another process was faster: what is known of the sheet is not sure, and the next tick begins afresh."""
        self.shown.clear()
        self.seen = {}
        return self._answer(steps, 0)

    def _tick(self, *, resolve: bool, actions: Sequence[AnyAction]) -> Tick:
        self._refresh()
        tops = self.tops()
        values = self._read()
        now = self.clock()
        slide = self._mark(now)
        actions = (*slide, *actions)
        if values == self.seen and not resolve and not actions and not self._is_due(now) and not self._soon(now):
            return self._answer((), 0)
        if self._behind(values):
            return self._answer((), 0)
        submissions = self._take(values, now)
        asked = self._controls(values)
        wanted = resolve or asked.get("resolve", False)
        if asked.get("rehearse"):
            self._rehearsed(submissions, now)
        actions = (*actions, *self._clock_actions(asked))
        self._keep(submissions)
        lock = actions or self._may_lock(submissions, now, asked=wanted)
        steps = self._claimed(submissions, now, actions, asked=wanted) if lock else ()
        if steps:
            submissions = self._again(now)
        self.waiting = waiting(submissions.attendance)
        self._catch_up(values)
        try:
            mended = self._overtyped(values, tops, submissions.attendance)
            writes = self._show(values, tops, submissions.attendance)
        except Conflict:
            return self._outrun(steps)
        self.seen = {} if writes else values
        self._notify(steps, submissions, now)
        return replace(self._answer(steps, writes), mended=mended)

    def _notify(self, steps: Sequence[Step[Any]], submissions: Submissions, now: float) -> None:
        """Tell people outside the sheet what happened, and once what a deadline still waits for."""
        record = self.record
        label = self.game.label(self.state)
        told = notices.summaries(record, steps, self.sentence, label) if steps else []
        if self._soon(now) and self.waiting:
            # noted before it is sent: a reminder that is lost is better than one that comes with every poll
            self.record = self.store.save(record.but(reminded=record.due))
            told += notices.reminders(record, self.template, submissions, label)
        if told:
            self.notify(self.match, told)

    def _soon(self, now: float) -> bool:
        """Whether the deadline is near enough to remind people of it, and nobody did yet."""
        record = self.record
        if record.status is not Status.LIVE or record.due is None or record.reminded == record.due:
            return False
        return record.policy.remind > 0 and now >= record.due - record.policy.remind

    def _answer(self, steps: tuple[Step[Any], ...], writes: int) -> Tick:
        return Tick(self.match, steps, writes, self.waiting, self.record.status)

    def _mark(self, now: float) -> tuple[AnyAction, ...]:
        """Note this poll; where nobody polled across the deadline, the act that moves it by as much."""
        if now - self._marked < MARKED and not self._is_due(now):
            return ()
        seen, usual = self.store.mark(self.match, now)
        self._marked = now
        due = self.record.due
        gap = outage(seen, usual, now)
        missed = gap and self.record.status is Status.LIVE and due is not None and seen < due <= now
        return (Slide(seconds=gap, why=""),) if missed else ()

    def _may_lock(self, submissions: Submissions, now: float, *, asked: bool) -> bool:
        if submissions.next_at_once(ours=True) is not None:
            return True
        if not self.forms or self.record.status not in (Status.LIVE, Status.PAUSED):
            return False
        if self.record.status is Status.PAUSED:
            return asked
        return asked or self._is_over(now) or self._all_in(submissions, now) or submissions.next_at_once() is not None

    def _all_in(self, submissions: Submissions, now: float) -> bool:
        """Whether nobody is waited for, and the match does not wait for its deadline all the same."""
        early = self.record.policy.early or self.record.due is None or self._is_due(now)
        due = any(form.due and not form.forced for form in self.forms)
        return all_in(submissions.attendance.values()) and (early or not due)

    def _clock_actions(self, asked: Mapping[str, bool]) -> tuple[AnyAction, ...]:
        """What the GM's tick at "Pause" asks for."""
        paused = asked.get("pause")
        if paused is None or self.record.status not in (Status.LIVE, Status.PAUSED):
            return ()
        if paused is (self.record.status is Status.PAUSED):
            return ()
        return (Pause() if paused else Resume(),)

    def _keep(self, submissions: Submissions) -> None:
        """Store what rows hold, and what seats want to hold for good, if it changed."""
        drafts = tuple(row.draft for row in submissions.rows if row.draft.revision or row.draft.receipt)
        standing = kept_standing_orders(self.record.standing, submissions)
        if drafts != self.record.drafts or standing != self.record.standing:
            self.record = self.store.save(self.record.but(drafts=drafts, standing=standing))

    def _claimed(
        self, submissions: Submissions, now: float, actions: Sequence[AnyAction], *, asked: bool
    ) -> tuple[Step[Any], ...]:
        """Claim the match, do *actions*, and go as many steps as what is on the table allows."""
        if not self.store.claim(self.match, self.owner, now, STALE):
            return ()
        try:
            if self.store.last_number(self.match) != self.entry.number:
                return ()
            done = [self._do_action(action, now) for action in actions]
            if done:
                submissions = self._again(now)
            if self._may_lock(submissions, now, asked=asked):
                done += self._steps(submissions, now, asked=asked)
            return tuple(done)
        finally:
            self.store.release(self.match, self.owner)

    def _steps(self, submissions: Submissions, now: float, *, asked: bool) -> Iterable[Step[Any]]:
        """One step after another: rows that are taken one by one, then everybody's, then steps that wait for nobody."""
        why = "the game master asked for it" if asked else "the deadline passed" if self._is_over(now) else ""
        for _ in range(BY_ITSELF):
            playing = self.forms and (asked or self.record.status is Status.LIVE)
            row = submissions.next_at_once(ours=not playing)
            if row is not None:
                ours = desk_forms.is_desk_form(row.form)
                yield self._do_desk_row(row, now) if ours else self._step(one(row, now), row)
                left = {each.key: each.read for each in submissions.rows if each.form.close is Close.AT_ONCE}
                submissions = self._submissions(left, now)
            elif playing and (why or self._all_in(submissions, now)):
                yield self._step(self._all(submissions, now, why or "nobody was waited for"))
                yield from self._vacate(now)
                submissions = self._again(now)
                why = ""
            else:
                return
        raise Runaway(f"{self.game.name} went {BY_ITSELF} steps without anybody being due")

    def rebuild(self) -> Tick:
        """Poll once, and build every workbook anew with all that stands in it."""
        self.seen = {}
        self.anew = True
        try:
            return self.tick()
        finally:
            self.anew = False

    def rehearse(self) -> tuple[str, ...]:
        """What would happen if the step were played now, with other dice: sentences, also those that are secret.

        Nothing is played or journalled. Where the GM has a workbook alone, it is told there too.
        """
        self._refresh()
        values, now = self._read(), self.clock()
        told = self._rehearsed(self._take(values, now), now)
        if self.record.policy.layout == "sealed":
            self.tick()
        return told

    def _rehearsed(self, submissions: Submissions, now: float) -> tuple[str, ...]:
        """Play the step with dice that are no entry's, and keep what came of it."""
        other = Secrets(hashlib.sha256(f"{self.record.seed} rehearsal {self.entry.number} {now}".encode()).digest())
        locked = self._all(submissions, now, "rehearsal")
        step = kernel.play(self.game, self.record.charter, other, self.entry, self.state, locked)
        told = tuple(self.sentence(event, step.entry) for event in step.events)
        if self.record.policy.layout == "sealed":
            self.record = self.store.save(self.record.but(rehearsal=told))
        return told
