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

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sheets_gm.games.contract import Game
from sheets_gm.gm import consequences, house, notices, showing
from sheets_gm.gm.absence import counted, kept, stand_in
from sheets_gm.gm.attendance import all_in, waiting
from sheets_gm.gm.deadlines import outage, time_of_day
from sheets_gm.gm.deeds import Present
from sheets_gm.gm.guarding import guards_of, writers_of
from sheets_gm.gm.layout import GM_TAB, LOG, ROSTER, Sheaf
from sheets_gm.gm.layout import sheaves as layout
from sheets_gm.gm.notices import Notifier, nobody
from sheets_gm.gm.ports import Clock, Conflict, Draft, Record, Sheets, Status, Store, TabsMissing, Wanted, Workbook
from sheets_gm.gm.showing import CONTROLS, Scene, forms_on, marked_entry
from sheets_gm.gm.taking import Hand, Row, attendance, key_of, take
from sheets_gm.kernel import match as kernel
from sheets_gm.kernel.acts import Adopt, AnyAct, Pause, Resume, Slide, Vacate
from sheets_gm.kernel.dice import Secrets
from sheets_gm.kernel.forms import Close, Form, Typed
from sheets_gm.kernel.journal import Done, Entry
from sheets_gm.kernel.match import Codec, Locked, Step
from sheets_gm.kernel.model import digest
from sheets_gm.kernel.outcome import Event
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.cleaning import spelled
from sheets_gm.sheet.grid import Grid
from sheets_gm.sheet.planning import Grow, Write, plan
from sheets_gm.sheet.reading import Key, RowRead, read_row, read_tab
from sheets_gm.sheet.rendering import LOG_TOP, Line
from sheets_gm.sheet.tabs import FormTab
from sheets_gm.sheet.template import Template

STALE = 300.0
"""Seconds after which another process's claim is taken to be abandoned."""

BY_ITSELF = 200
"""Steps in one tick beyond which a game is taken to run away."""

MARKED = 30.0
"""Seconds between two notes in the store of when a match was polled."""

HOUSE = frozenset({house.DESK, house.CLAIMS})

SHUFFLED = 3
"""So many rows that only changed places with each other were sorted, not typed."""

Values = Mapping[str, Sequence[Sequence[Typed]]]


class RulesChanged(RuntimeError):
    """A match is bound to another version of its game's rules than the one that is installed."""

    def __init__(self, match: str, bound: str, found: str) -> None:
        super().__init__(
            f"{match} is bound to rules {bound}, and these are {found}: see with «sheets-gm recheck» whether all that "
            "was played stays the same, and let it go on with «sheets-gm recheck --adopt»"
        )


class Runaway(RuntimeError):
    """A game opens step after step in which nobody has anything to do."""


@dataclass(frozen=True, slots=True)
class Tick:
    """What one tick did: the steps it resolved, the writes it made, who is waited for now."""

    match: str
    steps: tuple[Step[Any], ...] = ()
    writes: int = 0
    waiting: tuple[str, ...] = ()
    status: Status = Status.LIVE


@dataclass(slots=True)
class Table:
    """One match as a process runs it: the newest state, and what its workbooks are known to show."""

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
    shown: dict[str, dict[str, Grid]] = field(init=False, default_factory=dict)
    seen: Mapping[str, Values] = field(init=False, default_factory=dict)
    waiting: tuple[str, ...] = field(init=False, default=())
    seats: Mapping[str, Seat] = field(init=False)
    roster: Grid = field(init=False)
    _secrets: Secrets = field(init=False)
    _codec: Codec[Any] = field(init=False)
    sheaves: tuple[Sheaf, ...] = field(init=False)
    _house: tuple[Form, ...] = field(init=False)
    _marked: float = field(init=False, default=0.0)

    def __post_init__(self) -> None:
        self.record = self.store.record(self.match)
        self._secrets = Secrets(bytes.fromhex(self.record.seed))
        self._codec = Codec(self.game)
        self._seat()
        policy = self.record.policy
        self.sheaves = layout(self.game, self.record.charter.seats, policy.layout, open_hands=policy.open_hands)
        self._house = house.forms(self.record.people)
        self._load(self.store.last(self.match))

    # -- what is known -------------------------------------------------------------------------------------------

    def _seat(self) -> None:
        """Take up who sits where."""
        people = self.record.people
        self.seats = {seat.id: seat for seat in people}
        self.roster = showing.draw_roster(self.template.tabs[ROSTER], people)

    def _load(self, entry: Entry) -> None:
        """Take up the match at *entry*, as the journal has it."""
        self._stand(entry, self._codec.state(entry.state))
        self.shown.clear()
        lines: list[Line] = []
        number = entry.number
        while number >= 0 and len(lines) < showing.TOLD_AGAIN:
            lines = [*self.lines_from(number, number), *lines]
            number -= 1
        self.told = tuple(lines)

    def _stand(self, entry: Entry, state: Any) -> None:
        self.entry, self.state = entry, state
        gone = {seat.id for seat in self.record.people if seat.team in self.record.conceded}
        playing = self.record.result is None
        self.forms = tuple(form for form in self.game.open(state) if form.seat not in gone) if playing else ()

    def lines_from(self, first: int, last: int | None = None) -> Iterable[Line]:
        """The lines of the log that entries *first* to *last* made."""
        for entry in self.store.entries(self.match, first):
            if last is not None and entry.number > last:
                return
            yield from self._lines(entry, self._codec.events(entry.events))

    def _lines(self, entry: Entry, events: Sequence[Any]) -> tuple[Line, ...]:
        return showing.lines_told(self.game, self.record.people_at(entry.number), entry, events)

    def _refresh(self) -> None:
        """Read the record again, and the state if another process went on."""
        before = self.record.people
        self.record = self.store.record(self.match)
        if self.record.people != before:
            self._seat()
        if self.store.last_number(self.match) != self.entry.number:
            self._load(self.store.last(self.match))

    def _drafts(self) -> dict[Key, Draft]:
        return {key_of(draft): draft for draft in self.record.drafts}

    def _told(self, instant: float) -> str:
        return time_of_day(instant, self.record.policy.zone)

    # -- one tick ------------------------------------------------------------------------------------------------

    def tick(self, *, resolve: bool = False, acts: Sequence[AnyAct] = ()) -> Tick:
        """Poll once; do *acts*; lock, resolve and show if it is time, or if *resolve* asks for it.

        BadAct where an act cannot be done. RulesChanged where the match is bound to another version of its game.
        """
        if self.record.bound != self.game.version and not any(isinstance(act, Adopt) for act in acts):
            raise RulesChanged(self.match, self.record.bound, self.game.version)
        try:
            return self._tick(resolve=resolve, acts=acts)
        except Conflict:
            return self._outrun(())

    def _outrun(self, steps: tuple[Step[Any], ...]) -> Tick:
        """Another process was faster: what is known of the sheet is not sure, and the next tick begins afresh."""
        self.shown.clear()
        self.seen = {}
        return self._answer(steps, 0)

    def _tick(self, *, resolve: bool, acts: Sequence[AnyAct]) -> Tick:
        self._refresh()
        tops = {workbook.key: self._log_top() for workbook in self.record.workbooks}
        values = self._read()
        now = self.clock()
        slide = self._mark(now)
        acts = (*slide, *acts)
        if values == self.seen and not resolve and not acts and not self._is_due(now) and not self._soon(now):
            return self._answer((), 0)
        if self._behind(values):
            return self._answer((), 0)
        hand = self._take(values, now)
        asked = self._controls(values)
        wanted = resolve or asked.get("resolve", False)
        acts = (*acts, *self._clock_acts(asked))
        self._keep(hand)
        lock = acts or self._may_lock(hand, now, asked=wanted)
        steps = self._claimed(hand, now, acts, asked=wanted) if lock else ()
        if steps:
            hand = self._again(now)
        self.waiting = waiting(hand.attendance)
        try:
            writes = self._show(values, tops, hand.attendance)
        except Conflict:
            return self._outrun(steps)
        self.seen = {} if writes else values
        self._tell(steps, hand, now)
        return self._answer(steps, writes)

    def _tell(self, steps: Sequence[Step[Any]], hand: Hand, now: float) -> None:
        """Tell people outside the sheet what happened, and once what a deadline still waits for."""
        record = self.record
        label = self.game.label(self.state)
        told = notices.summaries(record, steps, self.sentence, label) if steps else []
        if self._soon(now) and self.waiting:
            # noted before it is sent: a reminder that is lost is better than one that comes with every poll
            self.record = self.store.save(record.but(reminded=record.due))
            told += notices.reminders(record, self.template, hand, label)
        if told:
            self.notify(self.match, told)

    def _soon(self, now: float) -> bool:
        """Whether the deadline is near enough to remind people of it, and nobody did yet."""
        record = self.record
        if record.status is not Status.LIVE or record.due is None or record.reminded == record.due:
            return False
        return record.policy.remind > 0 and now >= record.due - record.policy.remind

    def sentence(self, event: Event, entry: Entry) -> str:
        """An event of *entry* as people read it."""
        return showing.sentence(self.game, self.record.people_at(entry.number), entry, event)

    def _answer(self, steps: tuple[Step[Any], ...], writes: int) -> Tick:
        return Tick(self.match, steps, writes, self.waiting, self.record.status)

    def _is_due(self, now: float) -> bool:
        return self.record.status is Status.LIVE and self.record.due is not None and now >= self.record.due

    def _is_over(self, now: float) -> bool:
        """Whether the deadline and its grace have passed."""
        return self._is_due(now) and now >= (self.record.due or 0.0) + self.record.policy.grace

    def _mark(self, now: float) -> tuple[AnyAct, ...]:
        """Note this poll; where nobody polled across the deadline, the act that moves it by as much."""
        if now - self._marked < MARKED and not self._is_due(now):
            return ()
        seen, usual = self.store.mark(self.match, now)
        self._marked = now
        due = self.record.due
        gap = outage(seen, usual, now)
        missed = gap and self.record.status is Status.LIVE and due is not None and seen < due <= now
        return (Slide(seconds=gap, why=""),) if missed else ()

    def _may_lock(self, hand: Hand, now: float, *, asked: bool) -> bool:
        if hand.next_at_once(ours=True) is not None:
            return True
        if not self.forms or self.record.status not in (Status.LIVE, Status.PAUSED):
            return False
        if self.record.status is Status.PAUSED:
            return asked
        return asked or self._is_over(now) or self._all_in(hand, now) or hand.next_at_once() is not None

    def _all_in(self, hand: Hand, now: float) -> bool:
        """Whether nobody is waited for, and the match does not wait for its deadline all the same."""
        early = self.record.policy.early or self.record.due is None or self._is_due(now)
        due = any(form.due and not form.forced for form in self.forms)
        return all_in(hand.attendance.values()) and (early or not due)

    # -- poll ----------------------------------------------------------------------------------------------------

    def _read(self) -> dict[str, Values]:
        """The values of every workbook; tabs that are gone are made again, empty."""
        values: dict[str, Values] = {}
        for workbook in self.record.workbooks:
            try:
                values[workbook.key] = self.sheets.read(workbook, self._wanted(workbook))
            except TabsMissing as missing:
                made = self._remake(workbook, missing.keys)
                values[workbook.key] = self.sheets.read(made, self._wanted(made))
        return values

    def _wanted(self, workbook: Workbook) -> list[Wanted]:
        return [Wanted(key, self._log_top() if key == LOG else 0) for key in workbook.tabs]

    def _log_top(self) -> int:
        return LOG_TOP + self._first_told()

    def _first_told(self) -> int:
        return kernel.lines_after(self.entry) - len(self.told)

    def _remake(self, workbook: Workbook, keys: Sequence[str]) -> Workbook:
        """Make the tabs *keys* again; what stands on them is drawn with the rest, an old log all at once."""
        sheaf = self._sheaf(workbook)
        scene = self.scene({})
        plans = [tab for tab in showing.tab_plans(scene, sheaf) if tab.key in keys]
        made = self.sheets.remake(workbook, plans, self.template.styles)
        self._save_workbook(made.but(guarded=""))
        for key in keys:
            self.shown.get(workbook.key, {}).pop(key, None)
        if LOG in keys:
            self.sheets.write(made, self.whole_log(sheaf), self.template.styles)
        return made

    def whole_log(self, sheaf: Sheaf) -> list[Write]:
        """The writes that draw the log from its first line, as if its tab were empty."""
        head = showing.log_head(self.template, sheaf)
        lines = list(self.lines_from(0))
        drawn = showing.log_window(self.template, lines, 0)
        return [
            Grow(LOG, showing.log_rows(drawn), drawn.width),
            *plan(LOG, Grid(), [], head),
            *plan(LOG, Grid(), [], drawn),
        ]

    def _sheaf(self, workbook: Workbook) -> Sheaf:
        return next(sheaf for sheaf in self.sheaves if sheaf.key == workbook.key)

    def _save_workbook(self, workbook: Workbook) -> None:
        books = tuple(workbook if each.key == workbook.key else each for each in self.record.workbooks)
        self.record = self.store.save(self.record.but(workbooks=books))

    def _behind(self, values: Mapping[str, Values]) -> bool:
        """Whether some workbook already shows an entry that this process does not know yet."""
        return any(
            (marked_entry(values[sheaf.key].get(sheaf.tabs[0], ())) or 0) > self.entry.number for sheaf in self.sheaves
        )

    def _take(self, values: Mapping[str, Values], now: float) -> Hand:
        drafts = self._drafts()
        found: dict[Key, RowRead] = {}
        for sheaf in self.sheaves:
            taken = self._taken_since(sheaf, values)
            for tab in (*self.game.tabs, *house.TABS):
                if not isinstance(tab, FormTab) or tab.key not in sheaf.tabs:
                    continue
                lines = forms_on(tab, sheaf, self._open())
                if not lines.keys:
                    continue
                paper = self.template.tabs[tab.key]
                read = read_tab(lines, paper, self.seats, values[sheaf.key].get(tab.key, ()))
                forms = dict(zip(lines.keys, lines.forms, strict=True))
                rows = _unshuffled(read.rows, drafts, forms)
                found.update({key: _since(row, forms[key], taken.get(key)) for key, row in rows.items()})
                if read.disturbed:
                    self.shown.get(sheaf.key, {}).pop(tab.key, None)
        return self._hand(found, now)

    def _hand(self, found: Mapping[Key, RowRead], now: float) -> Hand:
        """All rows that are open, answered; rows that are not in *found* are as their drafts have them."""
        present = self.present(now)
        return take(
            self.game,
            self.state,
            self._open(),
            found,
            self._drafts(),
            now,
            self._told,
            frozenset(self.record.excused),
            lambda seat, order: house.check(present, seat, order),
        )

    def _open(self) -> tuple[Form, ...]:
        """The game's open forms, and the house's own."""
        return (*self.forms, *self._house)

    def present(self, now: float | None = None) -> Present:
        """The match as it stands, as far as a deed needs it."""
        now = self.clock() if now is None else now
        return Present(self.game, self.record, self.state, self.entry.number, now, self._backwards)

    def _backwards(self) -> Iterator[Entry]:
        for number in range(self.entry.number, -1, -1):
            yield next(iter(self.store.entries(self.match, number)))

    def _taken_since(self, sheaf: Sheaf, values: Mapping[str, Values]) -> dict[Key, Mapping[str, Typed]]:
        """What the locks took from rows that a workbook, left behind by a crash, still shows as they were."""
        if sheaf.key in self.shown:
            return {}
        number = marked_entry(values[sheaf.key].get(sheaf.tabs[0], ()))
        if number is None or number >= self.entry.number:
            return {}
        return {
            (typed.form, typed.seat, typed.row): typed.cells
            for entry in self.store.entries(self.match, number + 1)
            for typed in entry.typed
        }

    def _controls(self, values: Mapping[str, Values]) -> dict[str, bool]:
        """What the GM ticked, found by the words beside the boxes."""
        asked: dict[str, bool] = {}
        for sheaf in self.sheaves:
            if GM_TAB not in sheaf.tabs:
                continue
            names = {self.template.tabs[GM_TAB].word(name): name for name in CONTROLS}
            for row in values[sheaf.key].get(GM_TAB, ()):
                name = names.get(spelled(row[0])) if row else None
                if name is not None:
                    asked[name] = len(row) > 1 and row[1] is True
        return asked

    def _clock_acts(self, asked: Mapping[str, bool]) -> tuple[AnyAct, ...]:
        """What the GM's tick at "Pause" asks for."""
        paused = asked.get("pause")
        if paused is None or self.record.status not in (Status.LIVE, Status.PAUSED):
            return ()
        if paused is (self.record.status is Status.PAUSED):
            return ()
        return (Pause() if paused else Resume(),)

    def _keep(self, hand: Hand) -> None:
        """Store what rows hold, and what seats want to hold for good, if it changed."""
        drafts = tuple(row.draft for row in hand.rows if row.draft.revision or row.draft.receipt)
        standing = kept(self.record.standing, hand)
        if drafts != self.record.drafts or standing != self.record.standing:
            self.record = self.store.save(self.record.but(drafts=drafts, standing=standing))

    # -- lock, resolve, journal ----------------------------------------------------------------------------------

    def _claimed(self, hand: Hand, now: float, acts: Sequence[AnyAct], *, asked: bool) -> tuple[Step[Any], ...]:
        """Claim the match, do *acts*, and go as many steps as what is on the table allows."""
        if not self.store.claim(self.match, self.owner, now, STALE):
            return ()
        try:
            if self.store.last_number(self.match) != self.entry.number:
                return ()
            done = [self._act(act, now) for act in acts]
            if done:
                hand = self._again(now)
            if self._may_lock(hand, now, asked=asked):
                done += self._steps(hand, now, asked=asked)
            return tuple(done)
        finally:
            self.store.release(self.match, self.owner)

    def _steps(self, hand: Hand, now: float, *, asked: bool) -> Iterable[Step[Any]]:
        """One step after another: rows that are taken one by one, then everybody's, then steps that wait for nobody."""
        why = "the game master asked for it" if asked else "the deadline passed" if self._is_over(now) else ""
        for _ in range(BY_ITSELF):
            playing = self.forms and (asked or self.record.status is Status.LIVE)
            row = hand.next_at_once(ours=not playing)
            if row is not None:
                ours = house.is_ours(row.form)
                yield self._deed(row, now) if ours else self._step(_one(row, now), row)
                left = {each.key: each.read for each in hand.rows if each.form.close is Close.AT_ONCE}
                hand = self._hand(left, now)
            elif playing and (why or self._all_in(hand, now)):
                yield self._step(self._all(hand, now, why or "nobody was waited for"))
                yield from self._vacate(now)
                hand = self._again(now)
                why = ""
            else:
                return
        raise Runaway(f"{self.game.name} went {BY_ITSELF} steps without anybody being due")

    def _again(self, now: float) -> Hand:
        """The table after a step: every row is new, or as its draft has it."""
        return self._hand({}, now)

    def _all(self, hand: Hand, now: float, why: str) -> Locked:
        """All that is on the table, as one instant; absent seats do what the match's policy says."""
        attended = attendance(self.forms, hand.rows, frozenset(self.record.excused), locked=True)
        absent = [seat for seat, state in attended.items() if state is Done.NO_SHOW]
        stood_in = stand_in(self.present(now), self.forms, absent)
        return Locked(
            orders={**stood_in.orders, **hand.orders()},
            typed=(*hand.typed(), *stood_in.typed),
            slips=hand.slips(),
            refused=hand.refused(),
            attendance=attended,
            when=now,
            why=why,
        )

    def _vacate(self, now: float) -> Iterator[Step[Any]]:
        """Free the seats that have missed too many steps."""
        after = self.record.policy.open_after
        for seat, missed in sorted(self.record.missed.items()):
            if after and missed >= after and seat not in self.record.vacant and self.forms:
                yield self._act(Vacate(seat=seat, missed=missed), now)

    def _deed(self, row: Row, now: float) -> Step[Any]:
        """Do what a row of the house's own forms asks for."""
        order = row.read.order
        if order is None:
            raise RuntimeError(f"the row {row.key} was taken without an order")
        return self._act(house.act_of(self.present(now), row.key[1], order), now, row)

    def _act(self, act: AnyAct, now: float, row: Row | None = None) -> Step[Any]:
        """Do *act*. BadAct."""
        record = consequences.after(self.record, act, self.entry.number + 1, now)
        typed = (row.typing(),) if row else ()
        charter, past = self.record.charter, self._past
        step = kernel.do(charter, self._secrets, self.entry, self.state, act, past, now, typed)
        lines = self._lines(step.entry, step.events)
        if row is not None:
            record = record.but(drafts=_answered(self.record.drafts, record.drafts, row, step.entry.number, lines))
        self._enter(step, record, lines)
        return step

    def _past(self, number: int) -> Any:
        """The position after an earlier entry."""
        return self._codec.state(next(iter(self.store.entries(self.match, number))).state)

    def _enter(self, step: Step[Any], record: Record, lines: tuple[Line, ...]) -> None:
        """Write an entry and what follows from it, and go on from there."""
        before = self.record.people
        self.record = self.store.append(self.match, step.entry, record)
        if self.record.people != before:
            self._seat()
        self._stand(step.entry, step.state)
        self.told = (*self.told, *lines)[-max(showing.TOLD_AGAIN, len(lines)) :]

    def _step(self, locked: Locked, row: Row | None = None) -> Step[Any]:
        step = kernel.play(self.game, self.record.charter, self._secrets, self.entry, self.state, locked)
        lines = self._lines(step.entry, step.events)
        over = self.game.result(step.state) is not None
        record = self.record.but(
            drafts=tuple(draft for draft in self.record.drafts if draft.form in HOUSE and draft.done is None),
            excused=(),
            rehearsal=(),
            missed=counted(self.record.missed, locked.attendance or {}),
            due=None if over else self.record.next_due(locked.when),
            left=None,
            failures=0,
            reason="",
            status=Status.OVER if over else self.record.status,
        )
        if row is not None:
            # the step goes on: one row of it was taken
            drafts = _answered(self.record.drafts, self.record.drafts, row, step.entry.number, lines)
            record = record.but(drafts=drafts, excused=self.record.excused, missed=self.record.missed)
        if self.record.status is Status.PAUSED and not over:
            record = record.but(due=None, left=None if record.due is None else record.due - locked.when)
        self._enter(step, record, lines)
        return step

    def rehearse(self, seed: bytes) -> tuple[str, ...]:
        """What would happen if the step were played now with the dice of *seed*: sentences, also those that are secret.

        Nothing is played or journalled. Where the GM has a workbook alone, it is told there too.
        """
        self._refresh()
        values, now = self._read(), self.clock()
        hand = self._take(values, now)
        locked = self._all(hand, now, "rehearsal")
        step = kernel.play(self.game, self.record.charter, Secrets(seed), self.entry, self.state, locked)
        told = tuple(self.sentence(event, step.entry) for event in step.events)
        if self.record.policy.layout == "sealed":
            self.record = self.store.save(self.record.but(rehearsal=told))
            self.tick()
        return told

    # -- show ----------------------------------------------------------------------------------------------------

    def scene(self, attended: Mapping[str, Done]) -> Scene:
        """The match as it stands, ready to be drawn."""
        return Scene(
            self.game,
            self.template,
            self.record,
            self.entry,
            self.state,
            self._open(),
            attended,
            self.told,
            self._first_told(),
            self.seats,
            self.roster,
        )

    def _show(self, values: Mapping[str, Values], tops: Mapping[str, int], attended: Mapping[str, Done]) -> int:
        """Make every workbook look as it shall; answer the number of writes."""
        if self.store.last_number(self.match) != self.entry.number:
            return 0
        scene = self.scene(attended)
        count = 0
        for sheaf in self.sheaves:
            workbook = next(each for each in self.record.workbooks if each.key == sheaf.key)
            wanted = showing.draw(scene, sheaf)
            writes = self._planned(sheaf, wanted, values[sheaf.key], tops[sheaf.key])
            if writes:
                self.sheets.write(workbook, writes, self.template.styles)
            self.shown[sheaf.key] = wanted
            count += len(writes)
            guards = guards_of(scene, sheaf)
            guarded = digest([guard.model_dump() for guard in guards])
            if workbook.guarded != guarded:
                self.sheets.guard(workbook, guards)
                workbook = workbook.but(guarded=guarded)
                self._save_workbook(workbook)
            writers = writers_of(self.record, sheaf)
            if workbook.shared != writers:
                self.sheets.share(workbook, writers, [each for each in workbook.shared if each not in writers])
                self._save_workbook(workbook.but(shared=writers))
        return count

    def _planned(self, sheaf: Sheaf, wanted: Mapping[str, Grid], values: Values, log_top: int) -> list[Write]:
        shown: Mapping[str, Grid] = self.shown.get(sheaf.key, {})
        sized = shown
        if not shown and marked_entry(values.get(sheaf.tabs[0], ())) == self.entry.number:
            shown = wanted
        growths: list[Write] = []
        writes: list[Write] = []
        for key, grid in wanted.items():
            before = shown.get(key)
            actual: Sequence[Sequence[Typed]] | None = values.get(key, ())
            if key == LOG:
                # the log was read from the line that was the first of its window then
                actual = values.get(key, ())[grid.top - log_top :] if grid.top >= log_top else None
            rows, columns = showing.size(key, grid)
            if key not in sized or showing.size(key, sized[key]) != (rows, columns):
                growths.append(Grow(key, rows, columns))
            writes += plan(key, before, actual, grid)
        return [*growths, *writes] if writes else []


def _answered(
    before: Sequence[Draft], after: Sequence[Draft], row: Row, entry: int, lines: Sequence[Line]
) -> tuple[Draft, ...]:
    """The drafts *after* a step, and that of the row that was taken with what came of it."""
    done = row.draft.but(done=entry, receipt="✓ " + "; ".join(line.text for line in lines))
    kept = {key_of(draft): draft for draft in after}
    ours = {key_of(draft): draft for draft in before if draft.form in HOUSE}
    return tuple({**ours, **kept, row.key: done}.values())


def _one(row: Row, now: float) -> Locked:
    order = row.read.order
    return Locked(orders={row.key[1]: (order,)} if order else {}, typed=(row.typing(),), when=now)


def _unshuffled(
    rows: Mapping[Key, RowRead], drafts: Mapping[Key, Draft], forms: Mapping[Key, Form]
) -> Mapping[Key, RowRead]:
    """*rows*, less those that hold what other rows held at the last poll.

    Somebody sorted the inputs without the seats beside them. Nobody meant that as orders, so what each row held
    before stands. Two rows that changed places may have been typed so; from `SHUFFLED` rows on it is a sort.
    """
    before = {
        key: _content(drafts[key].typed if key in drafts else {each.name: each.default for each in forms[key].fields})
        for key in rows
    }
    after = {key: _content(read.typed) for key, read in rows.items()}
    moved = {key for key in rows if before[key] != after[key]}
    if len(moved) >= SHUFFLED and sorted(before.values()) == sorted(after.values()):
        return {key: read for key, read in rows.items() if key not in moved}
    return rows


def _content(typed: Mapping[str, Typed]) -> tuple[tuple[str, str], ...]:
    """What a row holds, empty cells and empty boxes left out."""
    return tuple(sorted((name, spelled(value)) for name, value in typed.items() if value not in (None, "", False)))


def _since(row: RowRead, form: Form, taken: Mapping[str, Typed] | None) -> RowRead:
    """*row* without the cells that still hold what a lock has already taken from them."""
    if not taken:
        return row
    defaults: dict[str, Typed] = {each.name: each.default for each in form.fields}
    typed = {
        name: defaults.get(name) if name in taken and value == taken[name] else value
        for name, value in row.typed.items()
    }
    return read_row(row.key, form, typed, row.cells)
