"""A sync may be killed at any moment: no turn is lost, none is played twice, and the match goes on as it would have."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import pytest

from sheets_gm.adapters import wiring
from sheets_gm.adapters.google import opening
from sheets_gm.adapters.google.google_sheets import GoogleSheets
from sheets_gm.adapters.installation import settings
from sheets_gm.adapters.people.bot_players import Player, dice_for
from sheets_gm.adapters.people.roster import made_up
from sheets_gm.adapters.stores import from_settings
from sheets_gm.games.finding import game
from sheets_gm.games.play_out import order_of
from sheets_gm.gm.match_record.workbook import Workbook
from sheets_gm.gm.poll.poller import Poller
from sheets_gm.gm.ports.sheets import TabRange
from sheets_gm.kernel.dice import Secrets
from sheets_gm.kernel.match.recorder import Locked, Recorder, charter_for
from sheets_gm.kernel.outcome import Order
from sheets_gm.localsheets.http_server import server
from tests import patience
from tests.few import by_day
from tests.gm.table import SEED, create_gvg_match, document_on
from tests.gm.victim import DRAFT_POINTS, POINTS, tick

PROCESSES = get_context("forkserver")
"""Processes that have loaded the program already: to load it takes longer than a tick."""
PROCESSES.set_forkserver_preload(
    [
        "tests.gm.victim",
        "sheets_gm.adapters.cli.context",
        "sheets_gm.adapters.google.opening",
        "sheets_gm.adapters.notices.sending",
        "sheets_gm.adapters.installation.templates",
        "sheets_gm.adapters.wiring",
        "sheets_gm.localsheets.rewrite",
        "sheets_gm.adapters.stores.spreadsheet.store",
        "sheets_gm.adapters.stores.database.store",
        "sheets_gm.games.gvg",
        "sqlalchemy.dialects.sqlite",
    ]
)


@dataclass
class Installation:
    """A match in a folder of its own, on a spreadsheet server of its own."""

    home: Path
    sheets: GoogleSheets

    def table(self) -> Poller:
        """The match, as a process that starts now has it."""
        store = from_settings.store(settings.load(self.home), self.home)
        return wiring.poller(store, self.sheets, "kill")

    def type_orders(self) -> None:
        """Every bot fills in its row for the open turn."""
        table = self.table()
        for seat in table.session.record.charter.seats:
            Player(seat.id, table.session.game.people.bots["keen"], self.sheets).play(table)

    def first_ready(self) -> int:
        """The row of the first seat that has ticked Ready on its order: one that is down has no order to fill in."""
        book, column = self._ready_boxes()
        lines = self.sheets.read(book, [TabRange("orders")])["orders"]
        return next(row for row, line in enumerate(lines) if row >= 3 and len(line) > column and line[column])

    def tick_ready(self, row: int, *, ready: bool) -> None:
        """The seat of *row* ticks Ready, or unticks it."""
        book, column = self._ready_boxes()
        self.sheets.type_in(book, [(book.tabs["orders"], row, column, ready)])

    def _ready_boxes(self) -> tuple[Workbook, int]:
        table = self.table()
        columns = [column.field for column in table.session.template.tabs["orders"].columns]
        return table.session.record.workbooks[0], columns.index("ready")

    def victim(self, point: str) -> int:
        """A sync that dies at *point*; how it ended."""
        process = PROCESSES.Process(target=tick, args=(self.home, point))
        process.start()
        process.join(patience.SECONDS)
        assert process.exitcode is not None
        return process.exitcode

    def type_deed(self, act: str, on: str, value: object) -> None:
        """The GM fills in the first row of the Desk, and ticks it."""
        table = self.table()
        book = table.session.record.workbooks[0]
        columns = [column.field for column in table.session.template.tabs["desk"].columns]
        cells = {"act": act, "on": on, "value": value, "why": "a coin was missed", "ready": True}
        typed = [(book.tabs["desk"], 3, columns.index(name), each) for name, each in cells.items()]
        self.sheets.type_in(book, typed)  # type: ignore[arg-type]

    def log(self) -> list[str]:
        """The log as players see it."""
        table = self.table()
        book = table.session.record.workbooks[0]
        return [str(line[1]) for line in self.sheets.read(book, [TabRange("log")])["log"][3:]]


STORES = ("matches.db", "sheet")


@pytest.fixture(params=STORES)
def installation(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Installation]:
    service = server.open_service(tmp_path / "sheets")
    with server.running(service) as base:
        token = service.add_account("sync@kill")
        (tmp_path / "token").write_text(token, encoding="utf-8")
        sheets = opening.connect(token, base)
        named = settings.Settings(
            store=request.param,
            store_sheet=document_on(sheets),
            google=settings.Google(endpoint=base, token_file="token"),
        )
        (tmp_path / settings.FILE).write_text(settings.dump(named), encoding="utf-8")
        create_gvg_match(from_settings.store(named, tmp_path), sheets, "kill")
        made = Installation(tmp_path, sheets)
        made.table().tick()
        yield made
    service.close()


def test_a_sync_killed_at_every_point_of_a_turn_loses_nothing_and_plays_nothing_twice(
    installation: Installation,
) -> None:
    undisturbed = []
    evening = installation
    for number, point in enumerate(POINTS, start=1):
        evening.type_orders()
        assert evening.victim(point) == -signal.SIGKILL, point
        table = evening.table()
        # whatever had happened by then, the next sync brings the match to the same place
        table.tick()
        assert table.session.entry.number == number, point
        assert table.tick().writes == 0, point
        undisturbed.append(table.session.entry.after)
    assert undisturbed == without_disturbance(len(POINTS))
    lines = evening.log()
    assert lines == lines_of(evening.table())


@pytest.mark.parametrize("installation", by_day("matches.db", of=STORES), indirect=True)
def test_a_sync_killed_while_it_answers_what_people_typed_plays_the_turn_once_all_are_ready(
    installation: Installation,
) -> None:
    undisturbed = []
    evening = installation
    for number, point in enumerate(DRAFT_POINTS, start=1):
        evening.type_orders()
        row = evening.first_ready()
        evening.tick_ready(row, ready=False)
        assert evening.victim(point) == -signal.SIGKILL, point
        table = evening.table()
        table.tick()
        assert table.session.entry.number == number - 1, point
        assert sum(draft.typed["ready"] is True for draft in table.session.record.drafts) >= 8, point
        evening.tick_ready(row, ready=True)
        table.tick()
        assert table.session.entry.number == number, point
        undisturbed.append(table.session.entry.after)
    assert undisturbed == without_disturbance(len(DRAFT_POINTS))


DEED_POINTS = [point for point in POINTS if point.split()[1] in ("claim", "append", "release", "write")]


@pytest.mark.parametrize("installation", ["matches.db"], indirect=True)
def test_a_sync_killed_at_every_point_of_an_action_does_it_once(installation: Installation) -> None:
    evening = installation
    for number, point in enumerate(DEED_POINTS, start=1):
        coins = evening.table().session.state.teams["blue"].coins
        evening.type_deed("override", "teams.blue.coins", coins + 1)
        assert evening.victim(point) == -signal.SIGKILL, point
        table = evening.table()
        table.tick()
        table.tick()
        assert table.session.entry.number == 2 * number - 1, point
        assert table.session.state.teams["blue"].coins == coins + 1, point
        assert table.tick(resolve=True).steps, point
    assert evening.log() == lines_of(evening.table())


def lines_of(table: Poller) -> list[str]:
    """The log as the journal has it."""
    return [line.text for line in table.session.all_lines()]


def without_disturbance(turns: int) -> list[str]:
    """The positions of the same match, played in memory by the same bots."""
    rules = game("gvg")
    chosen = rules.settings()
    secrets = Secrets(SEED)
    seats = made_up(rules.places(chosen))
    charter = charter_for(rules, secrets, match="kill", title="Kill", settings=chosen, seats=seats)
    recorder = Recorder(rules, charter, secrets)
    step = recorder.start()
    after = []
    for _ in range(turns):
        forms = rules.open(step.state)
        orders: dict[str, tuple[Order, ...]] = {}
        for seat in seats:
            own = tuple(form for form in forms if form.seat == seat.id)
            luck = dice_for(charter.top, step.entry.number, seat.id)
            filled = rules.people.bots["keen"](rules.view(step.state, seat.id), own, luck)
            given = [order_of(form, row.cells) for form in own for row in filled if row.form == form.key]
            orders[seat.id] = tuple(each for each in given if each is not None)
        step = recorder.play(step.entry, step.state, Locked(orders=orders))
        after.append(step.entry.after)
    return after
