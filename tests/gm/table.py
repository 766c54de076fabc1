"""A table for tests: a match on the local spreadsheet, without a socket, and what people do to its cells."""

from __future__ import annotations

import itertools
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast, overload

from google.oauth2.credentials import Credentials

from sheets_gm.adapters.export.signing import public_key
from sheets_gm.adapters.google.calls.api import SHEETS, batch_update
from sheets_gm.adapters.google.connection import client_for
from sheets_gm.adapters.google.google_sheets import GoogleSheets
from sheets_gm.adapters.installation import templates
from sheets_gm.adapters.people.bot_players import Player, Together
from sheets_gm.adapters.people.roster import made_up
from sheets_gm.adapters.stores.database.store import DatabaseStore, open_store
from sheets_gm.games.contract import Game
from sheets_gm.games.finding import game
from sheets_gm.games.play_out import choose_places
from sheets_gm.games.random_play import random_bot
from sheets_gm.gm.creation import NewMatch, create_match
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.poll.notices import Notice
from sheets_gm.gm.poll.notifying import Outlet
from sheets_gm.gm.poll.poller import Poller
from sheets_gm.gm.poll.tick import Tick
from sheets_gm.gm.ports.beacon import Beacon, no_beacon
from sheets_gm.gm.ports.sheets import Sheets, TabRange
from sheets_gm.gm.ports.store import Store
from sheets_gm.gm.session import Ports, Session
from sheets_gm.gm.workbooks.live.workbooks import Workbooks
from sheets_gm.kernel.forms import Typed
from sheets_gm.kernel.outcome import GM
from sheets_gm.kernel.seats import Seat
from sheets_gm.localsheets.api import in_process as inprocess
from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.drive.storage import Storage
from sheets_gm.sheet.grid import from_a1
from sheets_gm.sheet.template import Template
from tests.gm.fake_sheets import FakeService, FakeSheets
from tests.gm.people_at_google import PersonAtGoogle

SEED = bytes(range(32))


@overload
def sheets_on(service: FakeService, account: str) -> FakeSheets: ...
@overload
def sheets_on(service: Service, account: str) -> PersonAtGoogle: ...
def sheets_on(service: Service | FakeService, account: str) -> FakeSheets | PersonAtGoogle:
    """Spreadsheets as *account*; at a local *service* by gspread without a socket, and any number of connections."""
    if isinstance(service, FakeService):
        return FakeSheets(service, account)
    token = service.add_account(account, f"token of {account}")
    client = client_for(Credentials(token=token))  # type: ignore[no-untyped-call]
    inprocess.mount(client.http_client.session, service)
    return PersonAtGoogle(client)


def document_on(sheets: GoogleSheets, title: str = "The GM's own") -> str:
    """The id of a new spreadsheet with nothing in it."""
    made: str = sheets.call("post", SHEETS, {"properties": {"title": title}})["spreadsheetId"]
    return made


def poller_of(session: Session, sheets: Sheets, owner: str = "sync") -> Poller:
    """What polls the match of *session* in the process called *owner*."""
    return Poller(Workbooks(session, sheets), owner)


def create_gvg_match(
    store: Store,
    sheets: Sheets,
    name: str,
    settings: Mapping[str, Any] | None = None,
    clock: Callable[[], float] = time.time,
    policy: Policy = Policy(),
) -> Record:
    """Create a match of GvG on the real clock, whose players have made-up names and no accounts."""
    rules = game("gvg")
    chosen = rules.settings.model_validate(settings or {})
    new = NewMatch(
        game=rules,
        template=templates.template("gvg"),
        match=name,
        title=name.capitalize(),
        settings=chosen,
        seats=made_up(rules.places(chosen)),
        policy=policy,
        seed=SEED,
    )
    return create_match(new, store, sheets, clock)


OWN: Any = None
"""In place of a store or a service: one in memory, with this match alone."""

PORT = os.environ.get("SHEETS_PORT", "fake")
"""What a match stands on that does not say: "fake", or "google" (real gspread, and the local service in process)."""


@dataclass
class Evening:
    """A match, its spreadsheet service, its store, and a clock that a test sets.

    It stands *on* the port's own fake, or on "google": real gspread, and the local service in process. *rules* and
    *template* are those of a game that is not installed. With *turns*, bots have played so many, and a new process
    polls it.
    """

    settings: Mapping[str, Any] = field(default_factory=dict)
    policy: Policy = field(default_factory=lambda: Policy(gm=("gm@table",)))
    accounts: bool = True
    names: Mapping[str, str] = field(default_factory=dict)
    notices: list[Notice] = field(default_factory=list)
    store: DatabaseStore = OWN
    service: Any = OWN
    now: float = 1_800_000_000.0
    name: str = "evening"
    plays: str = "gvg"
    players: int | None = None
    dice: str = "keyed"
    rules: Game[Any, Any] | None = None
    template: Template | None = None
    beacon: str = ""
    relay: Beacon = no_beacon
    leapt: float = 0.0
    on: str = ""
    signed: bool = True
    free: tuple[str, ...] = ()
    begins: float | None = None
    turns: int = 0
    own_desk: bool = False

    def __post_init__(self) -> None:
        self.game = self.rules or game(self.plays)
        settings = self.game.settings.model_validate(self.settings)
        places = self.game.places(settings)
        seats = made_up(choose_places(places, self.players) if self.players else places)
        seats = tuple(seat.but(player=self.names.get(seat.id, seat.player)) for seat in seats)
        if self.accounts:
            seats = tuple(seat.but(account=f"{seat.player.lower()}@table") for seat in seats)
        seats = tuple(
            seat.but(player=f"Free ({seat.id})", account=None) if seat.id in self.free else seat for seat in seats
        )
        self.seats: tuple[Seat, ...] = seats
        new = NewMatch(
            game=self.game,
            template=self.looks,
            match=self.name,
            title="An evening",
            settings=settings,
            seats=seats,
            policy=self.policy,
            seed=SEED,
            dice=self.dice,
            beacon=self.beacon,
            key=public_key(SEED) if self.signed else "",
            open_seats=self.free,
            begins=self.begins,
            own_desk=self.own_desk,
        )
        self.store = open_store(":memory:") if self.store is OWN else self.store
        if self.service is OWN:
            self.service = FakeService() if (self.on or PORT) == "fake" else Service(Storage(None))
        self.sync: Any = sheets_on(self.service, "sync@table")
        self._people: dict[str, Any] = {"sync@table": self.sync}
        self.record = create_match(new, self.store, self.sync, lambda: self.now)
        if self.turns:
            self.table = self.poller()
            self.play(self.turns)
            self.notices.clear()
            self.record = self.store.record(self.name)
        self.table = self.poller()

    @property
    def looks(self) -> Template:
        """The template that is installed now."""
        return self.template or templates.template(self.plays)

    def poller(self, owner: str = "sync", sheets: Sheets | None = None) -> Poller:
        """Another process that polls the match, as it would after a start; by its own connection *sheets*, if any."""
        leapt = self.leapt  # a process knows nothing of the leaps before it began
        ports = Ports(self.store, lambda: self.now, self.relay, lambda: self.now - self.leapt + leapt)
        session = Session(self.game, self.looks, ports, self.name)
        outlet = Outlet(lambda _match, sent: self.notices.extend(sent))
        return Poller(Workbooks(session, sheets or self.sync), owner, outlet)

    def leap(self, seconds: float) -> None:
        """Let the wall clock leap, while the steady clock goes on."""
        self.now += seconds
        self.leapt += seconds

    # -- what people do --------------------------------------------------------------------------------------------

    def person(self, account: str) -> Any:
        """The spreadsheets as a person sees and changes them."""
        if account not in self._people:
            self._people[account] = sheets_on(self.service, account)
        return self._people[account]

    def book(self, tab: str, key: str = "") -> Any:
        """The workbook that *tab* lies in; the one with *key*, where several have such a tab."""
        return next(book for book in self.record.workbooks if tab in book.tabs and key in ("", book.key))

    def type(self, tab: str, cells: Mapping[str, Typed], account: str = "sync@table", key: str = "") -> None:
        """Type into cells by their address."""
        book = self.book(tab, key)
        typed = [(book.tabs[tab], *from_a1(address), value) for address, value in cells.items()]
        self.person(account).type_in(book, typed)

    def order(self, seat: str, *, as_account: str | None = None, **cells: Typed) -> None:
        """Fill in cells of a seat's row on the Orders tab, by field name."""
        self.type("orders", {self.cell("orders", seat, name): value for name, value in cells.items()},
                  as_account or "sync@table")  # fmt: skip

    def cell(self, tab: str, seat: str, name: str, key: str = "") -> str:
        """The address of a field in the row of *seat*, where that row stands now."""
        rows = self.values(tab, key)
        columns = [column.field for column in self.looks.tabs[tab].columns]
        named = columns.index("seat")
        row = next(at for at, line in enumerate(rows) if len(line) > named and line[named] == seat)
        return f"{chr(65 + columns.index(name))}{row + 1}"

    def do(self, act: str, on: Typed = None, value: Typed = None, why: Typed = "because", row: int = 1) -> Tick:
        """The GM fills in a row of the Desk and ticks it."""
        cells = {"act": act, "on": on, "value": value, "why": why, "ready": True}
        name = f"gm #{row}"
        self.type("desk", {self.cell("desk", name, field): each for field, each in cells.items()}, "gm@table")
        return self.tick()

    def answer(self, row: int = 1) -> str:
        """What the sheet answers to a row of the Desk."""
        return self.receipt(f"gm #{row}", "desk")

    def log(self) -> list[str]:
        """The lines of the log, what happened only."""
        return [str(line[1]) for line in self.values("log")[3:] if len(line) > 1]

    def change(self, *requests: Mapping[str, Any]) -> None:
        """Have requests of Google's done to the spreadsheet, as its owner."""
        batch_update(self.sync, self.record.workbooks[0].document, [dict(each) for each in requests])

    def sheet_id(self, tab: str) -> int:
        """The id of a tab."""
        return int(self.book(tab).tabs[tab])

    # -- what people see -------------------------------------------------------------------------------------------

    def values(self, tab: str, key: str = "") -> Sequence[Sequence[Any]]:
        """All values of a tab."""
        return cast("Sequence[Sequence[Any]]", self.sync.read(self.book(tab, key), [TabRange(tab)])[tab])

    def sheets_of(self, key: str) -> Mapping[str, Sequence[Sequence[Any]]]:
        """All values of one workbook, by tab."""
        book = next(book for book in self.record.workbooks if book.key == key)
        return cast("Mapping[str, Sequence[Sequence[Any]]]", self.sync.read(book, [TabRange(tab) for tab in book.tabs]))

    def row(self, tab: str, seat: str, key: str = "") -> dict[str, Any]:
        """The row of *seat*, by field name."""
        columns = [column.field for column in self.looks.tabs[tab].columns]
        named = columns.index("seat")
        line = next(line for line in self.values(tab, key) if len(line) > named and line[named] == seat)
        return dict(itertools.zip_longest(columns, line[: len(columns)], fillvalue=""))

    def has_box(self, tab: str, seat: str, key: str = "") -> bool:
        """Whether the row of *seat* has a Ready box: of a form that counts as a whole, only the first row has."""
        place = from_a1(self.cell(tab, seat, "ready", key))
        return self.sync.choices(self.book(tab, key), tab, *place) is not None

    def receipt(self, seat: str, tab: str = "orders", key: str = "") -> str:
        """What the sheet answers to *seat*."""
        return str(self.row(tab, seat, key)["receipt"])

    def tick(self, **options: Any) -> Tick:
        """One tick of the sync."""
        self.now += 1
        return self.table.tick(**options)

    def all_ready(self, *, but: Sequence[str] = ()) -> None:
        """Everybody ticks Ready."""
        for seat in self.seats:
            if seat.id not in but:
                self.order(seat.id, ready=True)

    def play(self, turns: int = 1, bot: str = "", but: Sequence[str] = ()) -> Tick:
        """Let bots ("": the game's first) play so many turns, for all seats except *but*.

        Each turn another seat types with its own account, as a player does; the rest is typed in one request.
        """
        bot = bot or next(iter(self.game.people.bots))
        seats = [seat for seat in self.seats if seat.id not in but]
        tick = self.tick()
        for _ in range(turns):
            together = Together(sheets_on(self.service, "sync@table"))
            own = seats[self.table.session.entry.number % len(seats)] if seats else None
            for seat in seats:
                typist = self.person(seat.account) if seat is own and seat.account else together
                Player(seat.id, self.game.people.bots[bot], typist).play(self.table)
            Player(GM, self.game.people.bots.get(bot, random_bot), together).play(self.table)
            together.type_all()
            tick = self.tick()
        return tick
