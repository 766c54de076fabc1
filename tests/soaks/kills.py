"""Two syncs of one match are killed again and again while people order, talk, leave and come back, and while the game
master acts: every act is done once or refused, each turn is played once, and the journal recomputes.

`KILLS` says how often, on each store.
"""

from __future__ import annotations

import os
import random
import signal
import time
from collections import Counter
from contextlib import ExitStack
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from sheets_gm.adapters import wiring
from sheets_gm.adapters.google import opening
from sheets_gm.adapters.people.bot_players import Player
from sheets_gm.adapters.stores.database.store import open_store
from sheets_gm.games.finding import game
from sheets_gm.gm.between.finding import read_action
from sheets_gm.gm.poll import backups, playing
from sheets_gm.gm.poll.poller import Poller
from sheets_gm.gm.ports.sheets import TabRange
from sheets_gm.gm.ports.store import Store
from sheets_gm.kernel.dice import Secrets
from sheets_gm.kernel.match.integrity import Fault
from sheets_gm.kernel.match.proof import verify
from sheets_gm.localsheets.http_server import server
from tests.gm.table import SEED, create_gvg_match

KILLS = int(os.environ.get("KILLS", "50"))
LONGEST = 120.0
"""Seconds in which a row is answered, by a sync that was started meanwhile."""
PROCESSES = get_context("forkserver")
PROCESSES.set_forkserver_preload(["tests.soaks.kills"])

DESK = (
    ("override", "teams.blue.coins", 7),
    ("override", "teams.red.coins", 5),
    ("pause", None, None),
    ("resume", None, None),
    ("excuse", "{person}", None),
    ("away", "{person}", "2h"),
    ("back", "{person}", None),
    ("deputy", "{person}", "{other}"),
    ("no deputy", "{person}", None),
    ("offer", "{person}", None),
    ("keep", "{person}", None),
    ("substitute", "{person}", "Guest {word}"),
    ("rewind", "{turn}", None),
)
"""What the game master does: the act, on what, the value."""
SEATS = (
    ("away", "2h", None),
    ("back now", None, None),
    ("deputy", None, "{other}"),
    ("no deputy", None, None),
    ("offer the seat", None, None),
    ("keep the seat", None, None),
    ("say", None, "{word}"),
    ("say", None, "Well, {word}"),
    ("no notices", None, None),
)
"""What players do: the act, until when, who or what."""


def poll(where: str, base: str, token: str) -> None:
    """A sync, until it is killed. It takes over the claim of a killed one after seconds, so that many kills fit."""
    playing.STALE = backups.STALE = 20.0  # type: ignore[attr-defined]
    table = wiring.poller(open_store(where), opening.connect(token, base), "kills")
    while True:
        table.tick()
        time.sleep(0.2)


class Table:
    """The match, its people, and the two syncs."""

    def __init__(self, where: str, base: str, token: str) -> None:
        self.given = (where, base, token)
        self.sheets = opening.connect(token, base)
        self.store: Store = open_store(where)
        self.luck = random.Random(1)
        self.syncs: dict[str, BaseProcess] = {}

    def start(self, name: str) -> None:
        self.syncs[name] = PROCESSES.Process(target=poll, args=self.given)
        self.syncs[name].start()

    def kill(self, name: str) -> None:
        process = self.syncs.pop(name)
        assert process.pid is not None
        assert process.is_alive(), f"the sync {name} ended by itself"
        os.kill(process.pid, signal.SIGKILL)
        process.join()

    def here(self) -> Poller:
        return wiring.poller(self.store, self.sheets, "kills")

    def act(self, word: str) -> tuple[str, int]:
        """Fill in a row of the desk or of a seat with what is called *word*; the tab and the row."""
        table = self.here()
        people = [seat.player for seat in table.session.record.charter.seats]
        half = len(people) // 2
        person, other = self.luck.sample(self.luck.choice((people[:half], people[half:])), 2)  # of one side
        turns = [entry.label for entry in table.session.ports.store.entries("kills") if entry.label.startswith("Turn")]
        names = {"person": person, "other": other, "turn": (turns or ["Start"])[-1], "word": word}
        tab = self.luck.choice(("desk", "seats"))
        if tab == "desk":
            act, on, value = self.luck.choice(DESK)
            cells = {"act": act, "on": on, "value": value, "why": word}
        else:
            act, until, who = self.luck.choice(SEATS)
            cells = {"act": act, "until": until, "who": who}
        filled = {name: str(each).format(**names) if each is not None else "" for name, each in cells.items()}
        row = 3 if tab == "desk" else 3 + self.luck.randrange(len(people))
        self._type(table, tab, row, {**filled, "ready": True})
        return tab, row

    def _type(self, table: Poller, tab: str, row: int, cells: dict[str, object]) -> None:
        book, columns = table.session.record.workbooks[0], self._columns(table, tab)
        typed = [(book.tabs[tab], row, columns.index(name), each) for name, each in cells.items()]
        self.sheets.type_in(book, typed)  # type: ignore[arg-type]

    def _columns(self, table: Poller, tab: str) -> list[str]:
        return [column.field for column in table.session.template.tabs[tab].columns]

    def order(self) -> None:
        """Every bot fills in its row."""
        table = self.here()
        for seat in table.session.record.charter.seats:
            Player(seat.id, table.session.game.people.bots["keen"], self.sheets).play(table)

    def answer(self, tab: str, row: int) -> str:
        """What the row is answered, once a sync has seen it: the box is empty again, or the row is refused."""
        end = time.monotonic() + LONGEST
        while time.monotonic() < end:
            table = self.here()
            lines = self.sheets.read(table.session.record.workbooks[0], [TabRange(tab)])[tab]
            held = dict(zip(self._columns(table, tab), lines[row], strict=False))
            receipt = str(held.get("receipt", ""))
            if held.get("ready") is not True or receipt.startswith("✗"):
                return receipt
            time.sleep(0.1)
        alive = {name: each.is_alive() for name, each in self.syncs.items()}
        raise AssertionError(f"row {row} of {tab} was not answered within {LONGEST:.0f} s by {alive}: {held}")


@pytest.mark.timeout(0)
@pytest.mark.parametrize("where", ["sqlite", "postgresql"])
def test_two_syncs_that_are_killed_do_each_act_once(where: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    store_at = request.getfixturevalue("postgres") if where == "postgresql" else f"sqlite:///{tmp_path}/matches.db"
    service = server.open_service(tmp_path / "sheets")
    with ExitStack() as open_things:
        open_things.callback(service.close)
        base = open_things.enter_context(server.running(service))
        token = service.add_account("sync@kills")
        table = Table(store_at, base, token)
        store = table.store
        open_things.callback(store.close)  # type: ignore[attr-defined]
        create_gvg_match(store, table.sheets, "kills", {"max_turns": 60})
        table.here().tick()
        for name in ("one", "two"):
            table.start(name)
        answers = Counter[str]()
        for number in range(KILLS):
            tab, row = table.act(f"word {number:03}")
            if table.luck.random() < 0.5:
                table.order()
            time.sleep(table.luck.uniform(0, 1))
            name = table.luck.choice(("one", "two"))
            table.kill(name)
            table.start(name)
            answers[table.answer(tab, row)[:1]] += 1
        for name in ("one", "two"):
            table.kill(name)
        last = table.here()
        for _ in range(5):
            last.tick()
        assert last.tick().writes == 0
        entries = list(store.entries("kills"))
        assert [each.number for each in entries] == list(range(len(entries)))
        done = Counter(str((each.act or {}).get("why")) for each in entries)
        assert [why for why, count in done.items() if why.startswith("word") and count > 1] == []
        told = Counter(line.text for line in last.session.all_lines() if "word " in line.text)
        assert [text for text, count in told.items() if count > 1] == []
        checked = verify(game("gvg"), last.session.record.charter, entries, Secrets(SEED).hidden, None, read_action)
        assert [each for each in checked if isinstance(each, Fault)] == []
        assert answers["✓"] > KILLS // 5, answers
