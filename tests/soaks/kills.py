"""Two syncs of one match are killed again and again while people order, plan, talk, claim, vote, leave and come back.

Every act of theirs and of the game master is done once or refused, each turn is played once, and the journal
recomputes. What a team says stays with the team, and no spreadsheet shows a secret of a turn that was not played.

`KILLS` says how often, on each store, `SEED` in which order the acts come.
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
from typing import NamedTuple

import pytest

from sheets_gm.adapters import wiring
from sheets_gm.adapters.google import opening
from sheets_gm.adapters.people.bot_players import Player
from sheets_gm.adapters.stores.database.store import open_store
from sheets_gm.games.finding import game
from sheets_gm.gm.between.finding import read_action
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.poll import backups, playing
from sheets_gm.gm.poll.poller import Poller
from sheets_gm.gm.ports.sheets import TabRange
from sheets_gm.gm.ports.store import Store
from sheets_gm.kernel.dice import Secrets
from sheets_gm.kernel.forms import Typed
from sheets_gm.kernel.match.integrity import Fault
from sheets_gm.kernel.match.proof import verify
from sheets_gm.localsheets.http_server import server
from tests.gm.table import SEED, create_gvg_match

KILLS = int(os.environ.get("KILLS", "50"))
LONGEST = 120.0
"""Seconds in which a row is answered, by a sync that was started meanwhile."""
PROCESSES = get_context("forkserver")
PROCESSES.set_forkserver_preload(["tests.soaks.kills"])

COLUMNS = {
    "desk": ("act", "on", "value", "why"),
    "seats": ("act", "until", "who"),
    "claims": ("text", "about"),
    "ahead": ("when", "order", "condition"),
    "free": ("who",),
}
"""The cells of a row that are filled in, on each tab."""
ACTS: tuple[tuple[str, ...], ...] = (
    ("desk", "override", "teams.blue.coins", "7", "{word}"),
    ("desk", "override", "teams.red.coins", "5", "{word}"),
    ("desk", "extend", "", "1h", "{word}"),
    ("desk", "pause", "", "", "{word}"),
    ("desk", "resume", "", "", "{word}"),
    ("desk", "excuse", "{person}", "", "{word}"),
    ("desk", "away", "{person}", "2h", "{word}"),
    ("desk", "back", "{person}", "", "{word}"),
    ("desk", "deputy", "{person}", "{other}", "{word}"),
    ("desk", "no deputy", "{person}", "", "{word}"),
    ("desk", "offer", "{person}", "", "{word}"),
    ("desk", "keep", "{person}", "", "{word}"),
    ("desk", "offer", "{person}", "Guest {at}", "{word}"),
    ("desk", "give up", "{person}", "", "{word}"),
    ("desk", "substitute", "{person}", "Guest {at}", "{word}"),
    ("desk", "join", "", "Guest {at}", "{word}"),
    ("desk", "reserve", "Reserve {at}", "", "{word}"),
    ("desk", "reserve", "Reserve", "", "{word}"),
    ("desk", "no reserve", "Reserve", "", "{word}"),
    ("desk", "exchange", "{person}", "{other}", "{word}"),
    ("desk", "nudge", "{person}", "", "{word}"),
    ("desk", "vote", "{person}", "extend", "{word}"),
    ("desk", "vote", "{other}", "excuse {person}", "{word}"),
    ("desk", "no vote", "{person}", "", "{word}"),
    ("desk", "say", "", "The game master: {word}", ""),
    ("desk", "notices", "{person}", "quiet 22-8", "{word}"),
    ("desk", "fill in", "{person}", "action=FIGHT", "{word}"),
    ("desk", "change", "every", "24h", "{word}"),
    ("desk", "change", "heir", "{person}", "{word}"),
    ("desk", "change", "votes", "no", "{word}"),
    ("desk", "change", "votes", "yes", "{word}"),
    ("desk", "change", "plans", "3", "{word}"),
    ("desk", "change", "title", "Kills {word}", "{word}"),
    ("desk", "claim", "1", "The game master claims {word}", ""),
    ("desk", "rule", "1", "allowed", "{word}"),
    ("desk", "rule", "2", "allowed | page 3 | d20 for the fall", "{word}"),
    ("desk", "rewind", "{turn}", "", "{word}"),
    ("desk", "rewind", "{turn}", "", "{word}"),
    ("seats", "away", "2h", ""),
    ("seats", "back now", "", ""),
    ("seats", "deputy", "", "{other}"),
    ("seats", "no deputy", "", ""),
    ("seats", "offer the seat", "", ""),
    ("seats", "offer the seat", "", "Guest {at}"),
    ("seats", "keep the seat", "", ""),
    ("seats", "leave for good", "", ""),
    ("seats", "exchange seats", "", "{other}"),
    ("seats", "exchange seats", "", "{person}"),
    ("seats", "no exchange", "", ""),
    ("seats", "nudge", "", "{other}"),
    ("seats", "vote: extend", "", ""),
    ("seats", "vote: pause", "", ""),
    ("seats", "vote: go on", "", ""),
    ("seats", "vote: excuse", "", "{other}"),
    ("seats", "take back my vote", "", ""),
    ("seats", "say", "", "{word}"),
    ("seats", "say", "", "Well, {word}"),
    ("seats", "say to my team", "", "In trust, {word}"),
    ("seats", "say to my team", "", "Between us, {word}"),
    ("seats", "one notice a day", "18:00", ""),
    ("seats", "no notices", "", ""),
    ("seats", "every notice", "", ""),
    ("seats", "ask for the desk", "", ""),
    ("claims", "I claim {word}", ""),
    ("claims", "I claim {word}", "1"),
    ("ahead", "next time", "action=FIGHT", ""),
    ("ahead", "every time", "action=HOLD", "{person} is alive"),
    ("free", "Guest {at}"),
    ("free", "Guest {at}"),
)
"""What people do: the tab, and the cells of a row there. Conceding is left out, since it would end the match."""
LETTERS = ("In trust, ", "Between us, ")
"""How what is said to a team begins."""


def poll(where: str, base: str, token: str) -> None:
    """A sync, until it is killed. It takes over the claim of a killed one after seconds, so that many kills fit."""
    playing.STALE = backups.STALE = 20.0  # type: ignore[attr-defined]
    table = wiring.poller(open_store(where), opening.connect(token, base), "kills")
    while True:
        table.tick()
        time.sleep(0.2)


class Done(NamedTuple):
    """What was filled in: the workbook, the tab, the row, and the *text*, "" where no word tells it from others."""

    book: str
    tab: str
    row: int
    text: str


class Table:
    """The match, its people, and the two syncs."""

    def __init__(self, where: str, base: str, token: str) -> None:
        self.given = (where, base, token)
        self.sheets = opening.connect(token, base)
        self.store: Store = open_store(where)
        self.luck = random.Random(int(os.environ.get("SEED", "1")))
        self.acts: list[tuple[str, ...]] = []
        self.number = 0
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

    def act(self, word: str) -> Done | None:
        """Fill in a row with the next act, which is called *word*, if there is such a row now.

        Each act comes once before any comes again.
        """
        self.acts = self.acts or self.luck.sample(ACTS, len(ACTS))
        tab, *texts = self.acts.pop()
        self.number += 1
        table = self.here()
        books = [book for book in table.session.record.workbooks if tab in book.tabs]
        if not books:  # no seat is free
            return None
        book = self.luck.choice(books)
        columns = self._columns(table, tab)
        lines = self.sheets.read(book, [TabRange(tab)])[tab]
        seat = columns.index("seat")
        rows = [at for at, line in enumerate(lines) if at > 2 and len(line) > seat and line[seat]]
        if not rows:
            return None
        row = rows[self.number % len(rows)]
        filled = dict(zip(COLUMNS[tab], (text.format(**self._names(table, word)) for text in texts), strict=True))
        typed: dict[str, Typed] = {**filled, "ready" if "ready" in columns else "tick": True}
        self.sheets.type_in(book, [(book.tabs[tab], row, columns.index(name), each) for name, each in typed.items()])
        return Done(book.key, tab, row, " ".join(filled.values()) if f"{texts}".count("{word}") else "")

    def _names(self, table: Poller, word: str) -> dict[str, str]:
        """What stands in the place of the words in braces."""
        people = [seat.player for seat in table.session.record.people]
        half = len(people) // 2
        person, other = self.luck.sample(self.luck.choice((people[:half], people[half:])), 2)  # of one side
        turns = [entry.label for entry in table.session.ports.store.entries("kills") if entry.label.startswith("Turn")]
        return {"person": person, "other": other, "turn": (turns or ["Start"])[-1], "word": word, "at": word[5:]}

    def _columns(self, table: Poller, tab: str) -> list[str]:
        return [column.field for column in table.session.template.tabs[tab].columns]

    def order(self) -> None:
        """Every bot fills in its row."""
        table = self.here()
        for seat in table.session.record.charter.seats:
            Player(seat.id, table.session.game.people.bots["keen"], self.sheets).play(table)

    def answer(self, done: Done) -> str:
        """What its row is answered, once a sync has seen it: the box is empty again, or the row is refused."""
        end = time.monotonic() + LONGEST
        while time.monotonic() < end:
            table = self.here()
            book = next(each for each in table.session.record.workbooks if each.key == done.book)
            lines = self.sheets.read(book, [TabRange(done.tab)])[done.tab]
            line = lines[done.row] if done.row < len(lines) else ()
            held = dict(zip(self._columns(table, done.tab), line, strict=False))
            receipt = str(held.get("receipt", ""))
            if receipt.startswith("✗"):  # as a person does, so that nothing of it is done later
                names = [*COLUMNS[done.tab], *({"ready", "tick"} & held.keys())]
                at = book.tabs[done.tab], done.row
                empty = [(*at, self._columns(table, done.tab).index(name), None) for name in names]
                self.sheets.type_in(book, empty)
            if held.get("ready") is not True or receipt.startswith("✗"):
                return receipt
            time.sleep(0.1)
        alive = {name: each.is_alive() for name, each in self.syncs.items()}
        raise AssertionError(f"{done} was not answered within {LONGEST:.0f} s by {alive}: {held}")

    def shown(self) -> dict[str, str]:
        """All that each workbook holds, as one text."""
        books = self.here().session.record.workbooks
        return {book.key: repr(self.sheets.read(book, [TabRange(tab) for tab in book.tabs])) for book in books}


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
        policy = Policy(layout="sealed", every=86400.0, votes=True, plans=2)
        create_gvg_match(store, table.sheets, "kills", {"max_turns": 60}, policy=policy)
        table.here().tick()
        for name in ("one", "two"):
            table.start(name)
        answers, words = Counter[str](), dict[str, Done]()
        for number in range(KILLS):
            done = table.act(f"word {number:03}")
            if table.luck.random() < 0.5:
                table.order()
            time.sleep(table.luck.uniform(0, 1))
            name = table.luck.choice(("one", "two"))
            table.kill(name)
            table.start(name)
            if done is not None:
                receipt = table.answer(done)
                answers[receipt[:1]] += 1
                if receipt.startswith("✓") and done.text:
                    words[f"word {number:03}"] = done
        for name in ("one", "two"):
            table.kill(name)
        last = table.here()
        for _ in range(5):
            last.tick()
        assert last.tick().writes == 0
        entries = list(store.entries("kills"))
        assert [each.number for each in entries] == list(range(len(entries)))
        acts = [str(each.act) for each in entries]
        whys = Counter(str((each.act or {}).get("why")) for each in entries)
        assert [why for why, count in whys.items() if why.startswith("word") and count > 1] == []
        lines = Counter(line.text for line in last.session.all_lines() if "word " in line.text)
        assert [text for text, count in lines.items() if count > 1] == []
        shown = table.shown()
        in_trust = {word for word, done in words.items() if any(each in done.text for each in LETTERS)}
        assert [words[word] for word in words.keys() - in_trust if not any(word in act for act in acts)] == []
        for word in in_trust:
            assert [key for key, text in shown.items() if word in text] == [words[word].book]
            assert not any(word in act for act in acts)
        secrets = Secrets(SEED)
        later = [secrets.turn(len(entries) + number) for number in range(20)]
        for secret in (SEED, secrets.hidden, secrets.signing_key, *later):
            assert [key for key, text in shown.items() if secret.hex() in text] == []
        checked = verify(game("gvg"), last.session.record.charter, entries, secrets.hidden, None, read_action)
        assert [each for each in checked if isinstance(each, Fault)] == []
        assert answers["✓"] > KILLS // 5, answers
