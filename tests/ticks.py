"""Whole ticks of the sync in memory, on CPU time: turns for which everybody has typed, and polls for which nobody has.

The spreadsheet is a fake in memory, and what it takes to answer counts for nothing. The match goes on from turn to
turn, so each tick finds a position that nothing is known of yet, as in a real match.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from sheets_gm.adapters.google.workbooks.write_requests import WriteRequests
from sheets_gm.adapters.installation import templates
from sheets_gm.adapters.people.bot_players import cells_of, dice_for
from sheets_gm.adapters.people.roster import made_up
from sheets_gm.adapters.stores.database.store import open_store
from sheets_gm.games.contract import Filled
from sheets_gm.games.finding import game
from sheets_gm.gm.creation import NewMatch, create_match
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.match_record.workbook import Workbook
from sheets_gm.gm.poll import steps
from sheets_gm.gm.poll.locks import lock_all
from sheets_gm.gm.poll.poller import Poller
from sheets_gm.gm.ports.sheets import TabRange
from sheets_gm.gm.ports.store import Store
from sheets_gm.gm.session import Ports, Session
from sheets_gm.gm.workbooks.drawing import draw
from sheets_gm.gm.workbooks.live import reading
from sheets_gm.gm.workbooks.live.answered_rows import answer_rows
from sheets_gm.gm.workbooks.live.foreign_edits import foreign_edits
from sheets_gm.gm.workbooks.live.showing import Update
from sheets_gm.gm.workbooks.live.workbooks import Workbooks
from sheets_gm.kernel.forms import Close, Form, Typed
from sheets_gm.kernel.outcome import GM
from sheets_gm.sheet.writes import Write
from tests.gm.fake_sheets import FakeSheets

SEED = bytes(32)

STAGES = ("validate", "resolve", "journal", "render", "plan", "requests")
"""From the values of the sheet to a lock; the rules; with them, an entry in the store; all tabs; what is written; the
requests of the service for that, which are no part of a tick in memory."""

VAST = (100_000, 1000)
"""The rows and columns of tabs that never have to grow."""


class Unasked:
    """A service that answers nothing, for what needs no answer."""

    def call(
        self, method: str, address: str, body: Mapping[str, Any] | None = None, params: dict[str, Any] | None = None
    ) -> dict[str, Any]:
        """Nothing may be asked. RuntimeError."""
        raise RuntimeError(f"{method} {address} was asked")


LONGEST = 1000
"""Turns that a match of GvG may last."""

PRIVATE = frozenset({"champions", "win_or_die", "war_game"})
"""Games that are played with private workbooks here, as they hide something."""


@contextmanager
def watch(into: list[float], clock: Callable[[], float] = time.thread_time) -> Iterator[None]:
    """Add the seconds that the block takes to *into*."""
    started = clock()
    yield
    into.append(clock() - started)


@dataclass
class TimedSheets(FakeSheets):
    """Spreadsheets in memory that count the CPU seconds of their own, *spent*."""

    spent: list[float] = field(default_factory=list)

    def read(self, workbook: Workbook, wanted: Sequence[TabRange]) -> dict[str, list[list[Typed]]]:
        """The values of tabs."""
        with watch(self.spent):
            return FakeSheets.read(self, workbook, wanted)

    def write(
        self, workbook: Workbook, writes: Sequence[Write], styles: Mapping[str, Any], protections: Any = None
    ) -> tuple[str, ...]:
        """Apply *writes*."""
        with watch(self.spent):
            return FakeSheets.write(self, workbook, writes, styles, protections)


@dataclass
class Table:
    """A match of the game called *plays*, on spreadsheets in memory, and its clock.

    *resolved* are the CPU seconds of the rules.
    """

    plays: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    store: Store = field(default_factory=lambda: open_store(":memory:"))
    name: str = "bench"
    now: float = 1_800_000_000.0

    def __post_init__(self) -> None:
        rules, self.resolved, self.sheets = game(self.plays), list[float](), TimedSheets()

        def resolve(*asked: Any) -> Any:
            with watch(self.resolved):
                return rules.resolve(*asked)

        self.game = replace(rules, resolve=resolve)
        settings = self.game.settings.model_validate(self.settings)
        new = NewMatch(
            game=self.game,
            template=templates.template(self.plays),
            match=self.name,
            title="Bench",
            settings=settings,
            seats=made_up(self.game.places(settings)),
            policy=Policy(layout="sealed" if self.plays in PRIVATE else "shared"),
            seed=SEED,
        )
        create_match(new, self.store, self.sheets, lambda: self.now)
        self.poller = self.new_poller()

    def new_poller(self) -> Poller:
        """A process that polls the match, as after a start."""
        session = Session(self.game, templates.template(self.plays), Ports(self.store, lambda: self.now), self.name)
        return Poller(Workbooks(session, self.sheets), "bench")

    @property
    def session(self) -> Session:
        """The match as the sync knows it."""
        return self.poller.session

    def tick(self, **options: Any) -> float:
        """Poll once, 30 s after the last time; return the CPU seconds that it took, without those of the sheets."""
        self.now += 30.0
        self.sheets.spent.clear()
        took: list[float] = []
        with watch(took):
            self.poller.tick(**options)
        return took[0] - sum(self.sheets.spent)

    def type_in(self, *, ready: bool = True, only: str = "") -> None:
        """Let the bots of all seats, and of neutral ones, fill in their forms, and tick Ready if they are *ready*.

        *only* is the one seat that does.
        """
        session = self.session
        books = {book.key: book for book in session.record.workbooks}
        authors = [(seat, forms) for seat, forms in self.by_author() if only in ("", seat)]
        filled = [(form, each) for forms in authors for form, each in self._filled(*forms)]
        for form, each in filled:
            cells = each.cells if ready else {**each.cells, "ready": False}
            for book, tab, row, column, value in cells_of(self.poller, (form,), (replace(each, cells=cells),)):
                self.sheets.type_in(books[book], [(books[book].tabs[tab], row, column, value)])

    def by_author(self) -> Iterator[tuple[str, tuple[Form, ...]]]:
        """Who fills in what: the first seat of those who may fill in a form."""
        session = self.session
        own: dict[str, list[Form]] = {}
        for form in session.forms:
            if form.close is not Close.ASK:
                seat = next((each.id for each in session.record.seats_of(form.seat, form.who.authors)), GM)
                own.setdefault(seat, []).append(form)
        return ((seat, tuple(forms)) for seat, forms in own.items())

    def _filled(self, seat: str, forms: tuple[Form, ...]) -> Iterator[tuple[Form, Filled]]:
        session = self.session
        by_key = {form.key: form for form in forms}
        dice = dice_for(session.record.charter.top, session.entry.number, seat)
        bot = next(iter(self.game.people.bots.values()))
        for each in bot(self.game.view(session.state, seat), forms, dice):
            yield by_key[each.form], each


def turns(table: Table) -> Iterator[float]:
    """The CPU seconds of whole ticks: everybody has typed and is ready, and a turn is read, played and shown."""
    table.tick()
    while table.session.forms:
        number = table.session.entry.number
        table.type_in()
        seconds = table.tick()
        if table.session.entry.number == number:
            seconds = table.tick(resolve=True)
        yield seconds


def evenings(table: Table) -> Iterator[float]:
    """The CPU seconds of the ticks of a turn: one after another types and is ready, and with the last it is played."""
    table.tick()
    while table.session.forms:
        number = table.session.entry.number
        seconds = 0.0
        for seat in [seat for seat, _ in table.by_author()]:
            if table.session.entry.number == number:
                table.type_in(only=seat)
                seconds += table.tick()
        if table.session.entry.number == number:
            seconds += table.tick(resolve=True)
        yield seconds


def each_stage(table: Table) -> Iterator[dict[str, float]]:
    """The CPU seconds of each stage of turns for which everybody has typed, each done once, as a tick does it."""
    table.tick()
    session, books = table.session, table.poller.workbooks
    requests = WriteRequests(Unasked())
    while session.forms:
        table.type_in()
        table.now += 30.0
        now, stages = table.now, {name: list[float]() for name in STAGES}
        table.resolved.clear()
        session.refresh()
        found = reading.read(books)
        books.remember(found, now)
        with watch(stages["validate"]):
            submissions = answer_rows(session, reading.typed_rows(books, found), now)
            locked = lock_all(session, submissions, now, "nobody was waited for")
        with watch(stages["journal"]):
            steps.play(session, locked, now)
        stages["resolve"] += table.resolved
        attendance = answer_rows(session, {}, now).attendance
        intact = foreign_edits(books, found, attendance).intact
        for layout in books.layouts:
            with watch(stages["render"]):
                snapshot = books.snapshot(attendance)
                wanted = draw(snapshot, layout)
            with watch(stages["plan"]):
                writes = Update(books, snapshot, layout, found, wanted, intact[layout.key]).planned(
                    books.looks.of(layout)
                )
            workbook, styles = books.workbook(layout), session.template.styles
            requests.set_sizes(workbook.document, dict.fromkeys(workbook.tabs, VAST))
            # the end of a match adds tabs, which are built and not written
            writes = [write for write in writes if write.tab in workbook.tabs]
            with watch(stages["requests"]):
                deque(requests.requests(workbook, writes, styles), maxlen=0)
            table.sheets.write(workbook, writes, styles)
            books.looks.done(layout.key, wanted)
        yield {name: sum(seconds) for name, seconds in stages.items()}


def each_turn_of_gvg() -> Iterator[dict[str, float]]:
    """The CPU seconds of each stage of turns of ten seats, one match after another."""
    for number in count():
        yield from each_stage(Table("gvg", {"max_turns": LONGEST, "archery": "off"}, name=f"match{number}"))


def under_way(plays: str) -> Table:
    """A match in which people have typed what is not ready yet, and which was polled since."""
    table = Table(plays)
    for _ in range(3):
        table.tick(resolve=True)
    table.type_in(ready=False)
    for _ in range(3):
        table.tick()
    return table
