"""What one process knows of a match: its record, the newest entry of its journal, the position and the open forms.

The position is the one after the newest entry; everything else follows from the journal and the record.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from operator import is_
from typing import Any, NamedTuple

from sheets_gm.games.contract import Game
from sheets_gm.gm.between.rows.context import MatchContext
from sheets_gm.gm.clocks import deadlines
from sheets_gm.gm.intake.desk import desk_forms
from sheets_gm.gm.intake.desk.roll_form import open_forms
from sheets_gm.gm.known_answers import KnownAnswers
from sheets_gm.gm.log.history_rows import history_row
from sheets_gm.gm.log.log_lines import describe_event
from sheets_gm.gm.log.window import Journal, LogWindow
from sheets_gm.gm.match_record.deadlines import time_of_day
from sheets_gm.gm.match_record.part import Part
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.upkeep import Upkeep
from sheets_gm.gm.ports.beacon import Beacon, no_beacon
from sheets_gm.gm.ports.clock import Clock
from sheets_gm.gm.ports.store import Conflict, Store
from sheets_gm.gm.rule_errors import asking_the_rules
from sheets_gm.gm.side_jobs import Report
from sheets_gm.kernel.defaults import nothing
from sheets_gm.kernel.dice import Secrets
from sheets_gm.kernel.forms import Form
from sheets_gm.kernel.match.journal import Entry
from sheets_gm.kernel.match.recorder import Recorder, Step
from sheets_gm.kernel.outcome import Event, Uneventful
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.rendering import Line
from sheets_gm.sheet.tabs import FormTab, Tally, template_for_tabs
from sheets_gm.sheet.template import Template

EARLIER = 8
"""Earlier records that are remembered."""

LASTING = ("charter", "policy", "workbooks", "seats")
"""The fields of a record that seldom change."""


@dataclass(slots=True)
class Ports:
    """What a session needs from outside.

    *steady* is a clock that never jumps, in seconds from any start. Without it, a jump of *clock* is noticed only by
    comparison with times in the store. *report* receives exceptions from single rows.
    """

    store: Store
    clock: Clock
    beacon: Beacon = no_beacon
    steady: Clock | None = None
    report: Report = nothing


@dataclass(frozen=True, slots=True)
class Position:
    """The position *state*, and what the rules say of it: the *forms* that they open, and its *row* of the history.

    *broken* holds the error if the rules raise on it. *answers* are cached answers about its rows.
    """

    state: Any
    forms: tuple[Form, ...] = ()
    row: Tally | None = None
    broken: str = ""
    answers: KnownAnswers = field(default_factory=KnownAnswers)


class People(NamedTuple):
    """The players by seat, and the forms of the desk that follow from them and the policy."""

    seats: Mapping[str, Seat]
    desk_forms: tuple[Form, ...]


@dataclass(slots=True)
class Session:
    """A match as one process knows it.

    *forms* are the game's forms that are open in the *position*, *window* is the newest part of its log, made anew
    whenever the match is loaded from the journal; what was known of its sheets before is no longer valid then.
    *versions* are the record as it is stored, and some records before it, the newest first: another process may still
    write what follows from one of them. *waiting* are the seats and teams that the match waited for at the last poll;
    None before the first poll.
    """

    game: Game[Any, Any]
    template: Template
    ports: Ports
    match: str
    record: Record = field(init=False)
    versions: tuple[Record, ...] = field(init=False)
    position: Position = field(init=False, default_factory=lambda: Position(None))
    forms: tuple[Form, ...] = field(init=False, default=())
    people: People = field(init=False)
    window: LogWindow = field(init=False)
    waiting: tuple[str, ...] | None = field(init=False, default=None)
    _asked: Position = field(init=False, default_factory=lambda: Position(None))
    _is_loaded: bool = field(init=False, default=True)
    _all_forms: tuple[tuple[Any, ...], tuple[Form, ...]] = field(init=False, default=((None,) * 4, ()))

    def __post_init__(self) -> None:
        game, store = self.game, self.ports.store
        self.record = store.record(self.match)
        self.versions = (self.record,)
        recorder = Recorder(game, self.record.charter, Secrets(bytes.fromhex(self.record.seed)))
        tabs = game.tabs_for(self.record.charter.settings)
        self.template = template_for_tabs(self.template, tabs)
        self._set_people()
        self._load(Journal(store, self.match, game, recorder, tabs), store.last(self.match))

    @property
    def journal(self) -> Journal:
        """The journal of the match."""
        return self.window.journal

    @property
    def entry(self) -> Entry:
        """The newest entry of the journal."""
        return self.window.recent[-1].entry

    @property
    def state(self) -> Any:
        """The state of the game after the newest entry."""
        return self.position.state

    # -- keeping up ----------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Read the record again, and the position if another process has added entries.

        An entry that is added between these two reads belongs to a later record, which may have other players. So
        everything is read again if the players have changed.
        """
        before, stored = self.record.people, self.ports.store.record(self.match)
        if stored.version == self.record.version and not self._has_notes and self._is_loaded:
            return  # an entry is stored together with a record
        is_new = stored.version != self.record.version
        self._set_record(stored)
        if not is_new and self._is_loaded:
            return
        was_loaded, self._is_loaded = self._is_loaded, False  # the store may go away before the position is read
        if self.record.people != before:
            self._set_people()
        if not was_loaded or self.record.people != before or not self.is_newest():
            self._load(self.journal, self.ports.store.last(self.match))
        self._is_loaded = True

    def is_newest(self) -> bool:
        """Return whether no other process has added an entry."""
        return self.ports.store.last_number(self.match) == self.entry.number

    def save(self, **changes: Any) -> None:
        """Store the record with *changes*. Raises `Conflict` if another process changed it."""
        self._set_record(self.ports.store.save(self.record.but(**changes)))

    def save_part(self, part: Part, **changes: Any) -> None:
        """Store the record with a *part* of it, and with *changes*. Raises `Conflict` as `save` does."""
        self.save(parts=part.on(self.record).parts, **changes)

    def note(self, **changes: Any) -> None:
        """Change the record in memory. The *changes* are stored together with the next change."""
        self.record = self.record.but(**changes)

    @property
    def _has_notes(self) -> bool:
        return self.record is not self.versions[0]

    def save_notes(self) -> None:
        """Store the changes of `note`, if they are not stored yet."""
        if self._has_notes:
            self.save()

    def check_newest(self) -> None:
        """Raise `Conflict` if another process has changed the record since this one read or stored it."""
        if self.ports.store.record(self.match).version != self.record.version:
            raise Conflict("another process was faster to store the record")

    def append(self, step: Step[Any], record: Record) -> None:
        """Store an entry together with the record that follows from it, and continue from there.

        The rules are asked about the new position first. A position on which they raise is not stored. Raises
        `RulesFailed` or `Conflict`.
        """
        record = Upkeep.change(record, ending=record.status is Status.OVER)
        with asking_the_rules():
            lines = self.lines(step.entry, step.events, record)
            if step.state is not self.state:
                self._ask_rules(step.state)
        before = self.record.people
        self._set_record(self.ports.store.append(self.match, step.entry, record))
        if self.record.people != before:
            self._set_people()
        self._set_position(step.state)
        self.window.add(step.entry, step.events, lines, self.record)

    def _set_record(self, record: Record) -> None:
        """Continue with *record*, and keep the previous one for a while.

        Fields that have not changed keep the same object, so that values computed from them stay valid.
        """
        before = self.record
        kept = {name: getattr(before, name) for name in LASTING if getattr(record, name) == getattr(before, name)}
        self.record = record.but(**kept)
        earlier = self.versions[1:] if record.version == before.version else (before, *self.versions[1:])[:EARLIER]
        self.versions = (self.record, *earlier)
        if self.record.policy is not before.policy:
            self._set_people()

    def _set_people(self) -> None:
        policy, people = self.record.policy, self.record.people
        desk = desk_forms.forms(people, policy, policy.alone(self.game.secrecy, people))
        self.people = People({seat.id: seat for seat in people}, desk)

    def _load(self, journal: Journal, entry: Entry) -> None:
        self.window = LogWindow.read(journal, entry, self.record)
        self._set_position(journal.recorder.codec.state(entry.state))

    def _set_position(self, state: Any) -> None:
        """Set the current position. If the rules raise on it, the match still opens, so that it can be repaired."""
        self.forms = ()
        try:
            self.position = self._ask_rules(state)
            self.window.add_row(self.position.row)
            self.forms = self.record.opened.named(self.record.forms_in_play(self.position.forms))
        except Exception as error:  # noqa: BLE001 - the next tick reports it
            self.position = Position(state, broken=f"{type(error).__name__}: {error}")

    def forms_at(self, state: Any, record: Record) -> tuple[Form, ...]:
        """Return the game's forms that are open in the position *state* of a match with *record*."""
        return record.forms_in_play(self._ask_rules(state).forms)

    def _ask_rules(self, state: Any) -> Position:
        """Return the position *state* with what the rules say of it. The last answer is cached."""
        if state is self.state and not self.position.broken:
            return self.position
        if self._asked.state is not state:
            self._asked = Position(state, self.game.open(state), history_row(self.game, self.journal.tabs, state))
        return self._asked

    # -- what the journal has ------------------------------------------------------------------------------------

    def lines(self, entry: Entry, events: Iterable[Event], record: Record | None = None) -> tuple[Line, ...]:
        """Return the lines of the log for *entry*."""
        return self.journal.lines(entry, events, record or self.record)

    def lines_for(self, entry: Entry, events: Iterable[Event], owner: str) -> tuple[Line, ...]:
        """Return what *owner*, a seat or team, learns from *entry*: public events, and those only it may know."""
        visible_events = (each for each in events if each.known_to(owner) and not isinstance(each, Uneventful))
        return tuple(Line(entry.label, self.describe(each, entry), each.clause) for each in visible_events)

    def all_lines(self) -> Iterator[Line]:
        """Yield the lines of the log from the first entry on."""
        return self.journal.all_lines(self.record)

    def forms_before(self, entry: Entry) -> tuple[Form, ...]:
        """Return the game's forms that were open before *entry*; none if the rules raised on the position."""
        return self.forms_after(entry.number - 1) if entry.number else ()

    def forms_after(self, number: int) -> tuple[Form, ...]:
        """Return the game's forms that were open after entry *number*; none if the rules raised on the position."""
        try:
            return self.game.open(self.journal.position(number))
        except Exception:  # noqa: BLE001 - it was reported when it was the newest, and was repaired since
            return ()

    def describe(self, event: Event, entry: Entry) -> str:
        """Return an event of *entry* as a sentence."""
        return describe_event(self.game, self.record, entry, event)

    # -- the open step -------------------------------------------------------------------------------------------

    @property
    def all_forms(self) -> tuple[Form, ...]:
        """Return the game's open forms, the desk forms, and the form for rolls that a lock waits for.

        It is the same object until one of them changes.
        """
        made_of = self.record, self.forms, self.window.newest, self.people.desk_forms
        before, cached_forms = self._all_forms
        if not all(map(is_, made_of, before)):
            forms = self._find_forms()
            is_same = len(forms) == len(cached_forms) and all(map(is_, forms, cached_forms))
            self._all_forms = made_of, cached_forms if is_same else forms
        return self._all_forms[1]

    def _find_forms(self) -> tuple[Form, ...]:
        drafts = self.record.drafts
        needed = desk_forms.forms_as_needed(self.record, self.game.checks.conditions)
        desk = (*desk_forms.with_free_row(self.people.desk_forms, drafts), *needed)
        turns = dict.fromkeys(each.entry.label for each in reversed(self.window.newest) if each.entry.kind == "turn")
        return (*open_forms(self.record, self.forms), *desk_forms.with_choices(desk, drafts, tuple(turns)))

    def context(self, now: float | None = None) -> MatchContext:
        """Return what an action of the game master needs to know of the match."""
        now = self.ports.clock() if now is None else now
        last, backwards = self.entry.number, partial(self.journal.backwards, self.entry)
        past = self.journal.position
        return MatchContext(self.game, self.template, self.record, self.state, last, now, backwards, past, self.waiting)

    def heading(self, form: str, field: str) -> str:
        """Return the heading of a form's column, by the name of its field."""
        tabs = (
            tab.key for tab in (*self.journal.tabs, *desk_forms.TABS) if isinstance(tab, FormTab) and tab.form == form
        )
        columns = (column for tab in tabs for column in self.template.tabs[tab].columns)
        return next((column.heading for column in columns if column.field == field), field)

    def format_time(self, instant: float) -> str:
        """Return a time of today in the match's time zone."""
        return time_of_day(instant, self.record.policy.zone)

    def is_due(self, now: float) -> bool:
        """Whether the deadline has passed."""
        return self.record.status is Status.LIVE and self.record.due is not None and now >= self.record.due

    def is_time_up(self, waited: Collection[str], now: float) -> bool:
        """Return whether everybody in *waited* is out of time, by deadline or clock and the grace.

        A seat whose turn the program plays has no time left.
        """
        if not self.record.clocks and self.is_past_grace(now):
            return True
        acting = {each.seat for each in self.record.stand_ins}
        return bool(waited) and all(seat in acting or self.is_out_of_time(seat, now) for seat in waited)

    def is_out_of_time(self, owner: str, now: float) -> bool:
        """Return whether the deadline of *owner* and its grace have passed."""
        end = deadlines(self.record, self.forms).get(owner)
        late = end is not None and now >= end + self.record.policy.grace
        return self.record.status is Status.LIVE and late

    def is_past_grace(self, now: float) -> bool:
        """Return whether the deadline of the step and its grace have passed."""
        return self.is_due(now) and now >= (self.record.due or 0.0) + self.record.policy.grace
