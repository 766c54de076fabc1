"""A match as one process knows it: what the journal says, and how it goes on.

Laws: the position is that after the newest entry, and everything else follows from the journal and the record; an
entry and what follows from it are written together, or neither is.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sheets_gm.games.contract import Game
from sheets_gm.gm.deadlines import time_of_day
from sheets_gm.gm.desk import desk_forms, effects
from sheets_gm.gm.desk.gm_actions import MatchContext
from sheets_gm.gm.intake.absence import count_no_shows, stand_in
from sheets_gm.gm.intake.submissions import Row, Submissions, attendance, collect, key_of
from sheets_gm.gm.notices import Notifier, nobody
from sheets_gm.gm.ports import Clock, Draft, Record, Sheets, Status, Store
from sheets_gm.gm.workbooks import drawing
from sheets_gm.gm.workbooks.layout import ROSTER
from sheets_gm.kernel import match as kernel
from sheets_gm.kernel.actions import AnyAction, Vacate
from sheets_gm.kernel.dice import Secrets
from sheets_gm.kernel.forms import Form
from sheets_gm.kernel.journal import Attendance, Entry
from sheets_gm.kernel.match import Locked, Step
from sheets_gm.kernel.outcome import Event
from sheets_gm.kernel.rules import Codec
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.grid import Grid
from sheets_gm.sheet.history import history_rows
from sheets_gm.sheet.reading import Key, RowRead
from sheets_gm.sheet.rendering import Line
from sheets_gm.sheet.tabs import Tally
from sheets_gm.sheet.template import Template

TALLIED_AGAIN = 20
"""Rows of the history that are held against the sheet at each poll; a process begins with the newest alone."""

HOUSE = frozenset({desk_forms.DESK, desk_forms.CLAIMS})


@dataclass(slots=True)
class Sitting:
    """One match in one process: its newest position, who sits where, and what its rows are known to hold."""

    game: Game[Any, Any]
    template: Template
    store: Store
    sheets: Sheets
    clock: Clock
    owner: str
    match: str
    notify: Notifier = nobody
    record: Record = field(init=False)
    entry: Entry = field(init=False)
    state: Any = field(init=False)
    forms: tuple[Form, ...] = field(init=False, default=())
    told: tuple[Line, ...] = field(init=False, default=())
    tallied: tuple[Tally, ...] = field(init=False, default=())
    broken: str = field(init=False, default="")
    seats: Mapping[str, Seat] = field(init=False)
    roster: Grid = field(init=False)
    _secrets: Secrets = field(init=False)
    _codec: Codec[Any] = field(init=False)
    _house: tuple[Form, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.record = self.store.record(self.match)
        self._secrets = Secrets(bytes.fromhex(self.record.seed))
        self._codec = Codec(self.game)
        self._seat()
        self._house = desk_forms.forms(self.record.people)
        self._load(self.store.last(self.match))

    # -- what is known -------------------------------------------------------------------------------------------

    def _seat(self) -> None:
        """Take up who sits where."""
        people = self.record.people
        self.seats = {seat.id: seat for seat in people}
        self.roster = drawing.draw_roster(self.template.tabs[ROSTER], people, self.record.policy.layout)

    def _load(self, entry: Entry) -> None:
        """Take up the match at *entry*, as the journal has it."""
        self.tallied = ()
        self._stand(entry, self._codec.state(entry.state))
        lines: list[Line] = []
        number = entry.number
        while number >= 0 and len(lines) < drawing.LOG_WINDOW:
            lines = [*self.lines_from(number, number), *lines]
            number -= 1
        self.told = tuple(lines)

    def _stand(self, entry: Entry, state: Any) -> None:
        """Take up *state*, which *entry* left; *broken* says what the rules stumble over in it.

        A match opens all the same: it could not be put right otherwise.
        """
        self.entry, self.state, self.forms, self.broken = entry, state, (), ""
        gone = {seat.id for seat in self.record.people if seat.team in self.record.conceded}
        playing = self.record.result is None
        try:
            tally = drawing.history_row(self.game, state)
            self.tallied = history_rows((*self.tallied, *([tally] if tally else ())))[-TALLIED_AGAIN:]
            self.forms = tuple(form for form in self.game.open(state) if form.seat not in gone) if playing else ()
        except Exception as error:  # noqa: BLE001 - told by the tick, and by whoever looks on
            self.broken = f"{type(error).__name__}: {error}"

    def _refresh(self) -> None:
        """Read the record again, and the state if another process went on."""
        before = self.record.people
        self.record = self.store.record(self.match)
        if self.record.people != before:
            self._seat()
        if self.store.last_number(self.match) != self.entry.number:
            self._load(self.store.last(self.match))

    def lines_from(self, first: int, last: int | None = None) -> Iterable[Line]:
        """The lines of the log that entries *first* to *last* made."""
        for entry in self.store.entries(self.match, first):
            if last is not None and entry.number > last:
                return
            yield from self._lines(entry, self._codec.events(entry.events))

    def _tallies(self, states: Iterable[Any]) -> tuple[Tally, ...]:
        """The rows of the history that *states* make, one after another; none of one that the rules stumble over."""
        told = []
        for state in states:
            with contextlib.suppress(Exception):  # it was told when it was the newest, and was put right since
                told.append(drawing.history_row(self.game, state))
        return history_rows(tally for tally in told if tally is not None)

    def _states(self, first: int) -> Iterator[Any]:
        """The positions after entry *first* and all later ones."""
        return (self._codec.state(entry.state) for entry in self.store.entries(self.match, first))

    def _lines(self, entry: Entry, events: Sequence[Any], record: Record | None = None) -> tuple[Line, ...]:
        return drawing.log_lines(self.game, record or self.record, entry, events)

    def sentence(self, event: Event, entry: Entry) -> str:
        """An event of *entry* as people read it."""
        return drawing.sentence(self.game, self.record, entry, event)

    def _drafts(self) -> dict[Key, Draft]:
        return {key_of(draft): draft for draft in self.record.drafts}

    def _told(self, instant: float) -> str:
        return time_of_day(instant, self.record.policy.zone)

    def _open(self) -> tuple[Form, ...]:
        """The game's open forms, and the house's own."""
        return (*self.forms, *self._house)

    def present(self, now: float | None = None) -> MatchContext:
        """The match as it stands, as far as a deed needs it."""
        now = self.clock() if now is None else now
        return MatchContext(self.game, self.template, self.record, self.state, self.entry.number, now, self._backwards)

    def _backwards(self) -> Iterator[Entry]:
        for number in range(self.entry.number, -1, -1):
            yield next(iter(self.store.entries(self.match, number)))

    def _past(self, number: int) -> Any:
        """The position after an earlier entry."""
        return self._codec.state(next(iter(self.store.entries(self.match, number))).state)

    def _submissions(self, found: Mapping[Key, RowRead], now: float) -> Submissions:
        """All rows that are open, answered; rows that are not in *found* are as their drafts have them."""
        present = self.present(now)
        return collect(
            self.game,
            self.state,
            self._open(),
            found,
            self._drafts(),
            now,
            self._told,
            frozenset(self.record.excused),
            lambda seat, order: desk_forms.check(present, seat, order),
        )

    def _again(self, now: float) -> Submissions:
        """The table after a step: every row is new, or as its draft has it."""
        return self._submissions({}, now)

    def _is_due(self, now: float) -> bool:
        return self.record.status is Status.LIVE and self.record.due is not None and now >= self.record.due

    def _is_over(self, now: float) -> bool:
        """Whether the deadline and its grace have passed."""
        return self._is_due(now) and now >= (self.record.due or 0.0) + self.record.policy.grace

    # -- how it goes on ------------------------------------------------------------------------------------------

    def _all(self, submissions: Submissions, now: float, why: str) -> Locked:
        """All that is on the table, as one instant; absent seats do what the match's policy says."""
        attended = attendance(self.forms, submissions.rows, frozenset(self.record.excused), locked=True)
        absent = [seat for seat, state in attended.items() if state is Attendance.NO_SHOW]
        stood_in = stand_in(self.present(now), self.forms, absent)
        return Locked(
            orders={**stood_in.orders, **submissions.orders()},
            typed=(*submissions.typed(), *stood_in.typed),
            slips=submissions.slips(),
            refused=submissions.refused(),
            attendance=attended,
            when=now,
            why=why,
        )

    def _step(self, locked: Locked, row: Row | None = None) -> Step[Any]:
        step = kernel.play(self.game, self.record.charter, self._secrets, self.entry, self.state, locked)
        lines = self._lines(step.entry, step.events)
        over = self.game.result(step.state) is not None
        record = self.record.but(
            drafts=tuple(draft for draft in self.record.drafts if draft.form in HOUSE and draft.done is None),
            excused=(),
            rehearsal=(),
            mended=(),
            missed=count_no_shows(self.record.missed, locked.attendance or {}),
            due=None if over else self.record.next_due(locked.when),
            left=None,
            failures=0,
            reason="",
            status=Status.OVER if over else self.record.status,
        )
        if row is not None:
            drafts = _answered(self.record.drafts, self.record.drafts, row, step.entry.number, lines)
            missed = count_no_shows(self.record.missed, {row.key[1]: Attendance.READY})
            record = record.but(drafts=drafts, missed=missed)
            if not over and _asked(self.game.open(step.state)) == _asked(self.forms):
                # one row was taken, and the step goes on with the same people
                record = record.but(due=self.record.due, excused=self.record.excused)
        if self.record.status is Status.PAUSED and not over:
            record = record.but(due=None, left=None if record.due is None else record.due - locked.when)
        self._enter(step, record, lines)
        return step

    def _do_desk_row(self, row: Row, now: float) -> Step[Any]:
        """Do what a row of the house's own forms asks for."""
        order = row.read.order
        if order is None:
            raise RuntimeError(f"the row {row.key} was taken without an order")
        return self._do_action(desk_forms.action_of(self.present(now), row.key[1], order), now, row)

    def _do_action(self, action: AnyAction, now: float, row: Row | None = None) -> Step[Any]:
        """Do *action*. BadAct."""
        record = effects.after(self.record, action, self.entry.number + 1, now)
        typed = (row.typing(),) if row else ()
        charter, past = self.record.charter, self._past
        step = kernel.play_action(charter, self._secrets, self.entry, self.state, action, past, now, typed)
        record = self._settled(record, step.state, now)
        lines = self._lines(step.entry, step.events, record)
        if row is not None:
            record = record.but(drafts=_answered(self.record.drafts, record.drafts, row, step.entry.number, lines))
        self._enter(step, record, lines)
        return step

    def _settled(self, record: Record, state: Any, now: float) -> Record:
        """*record* over or going on, as the position is that an act has led to."""
        if self.game.result(state) is not None:
            return record.but(status=Status.OVER, due=None)
        if record.status is Status.OVER and record.result is None:
            return record.but(status=Status.LIVE, due=record.next_due(now))
        return record

    def _vacate(self, now: float) -> Iterator[Step[Any]]:
        """Free the seats that have missed too many steps."""
        after = self.record.policy.open_after
        for seat, missed in sorted(self.record.missed.items()):
            if after and missed >= after and seat not in self.record.vacant and self.forms:
                yield self._do_action(Vacate(seat=seat, missed=missed), now)

    def _enter(self, step: Step[Any], record: Record, lines: tuple[Line, ...]) -> None:
        """Write an entry and what follows from it, and go on from there."""
        before = self.record.people
        self.record = self.store.append(self.match, step.entry, record)
        if self.record.people != before:
            self._seat()
        self._stand(step.entry, step.state)
        self.told = (*self.told, *lines)[-max(drawing.LOG_WINDOW, len(lines)) :]


def _asked(forms: Sequence[Form]) -> set[str]:
    """The seats that *forms* wait for."""
    return {form.seat for form in forms if form.due}


def _answered(
    before: Sequence[Draft], after: Sequence[Draft], row: Row, entry: int, lines: Sequence[Line]
) -> tuple[Draft, ...]:
    """The drafts *after* a step, and that of the row that was taken with what came of it."""
    done = row.draft.but(done=entry, receipt="✓ " + "; ".join(line.text for line in lines))
    kept = {key_of(draft): draft for draft in after}
    ours = {key_of(draft): draft for draft in before if draft.form in HOUSE}
    return tuple({**ours, **kept, row.key: done}.values())


def one(row: Row, now: float) -> Locked:
    """One row alone, taken at the instant *now*."""
    order = row.read.order
    return Locked(orders={row.key[1]: (order,)} if order else {}, typed=(row.typing(),), when=now)
