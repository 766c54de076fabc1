"""Installations of version 0.1.0: unpacked, served by a local server, and polled by this version."""

from __future__ import annotations

import lzma
import tarfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from sheets_gm.adapters import wiring
from sheets_gm.adapters.cli.context import Installation
from sheets_gm.adapters.installation.settings import FILE, dump, load
from sheets_gm.adapters.people.bot_players import Player, Typist
from sheets_gm.adapters.stores.database.store import DatabaseStore
from sheets_gm.games.random_play import random_bot
from sheets_gm.gm.match_record.drafts import Draft
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.poll.poller import Poller
from sheets_gm.gm.ports.store import Store
from sheets_gm.kernel.actions import Adopt
from sheets_gm.kernel.dice import Secrets
from sheets_gm.kernel.forms import Typed
from sheets_gm.kernel.match.integrity import Fault, intact
from sheets_gm.kernel.match.journal import Charter, Entry
from sheets_gm.kernel.match.proof import verify
from sheets_gm.kernel.outcome import GM
from sheets_gm.kernel.rules import Rules
from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.http_server import server
from tests.adapters.place import typed
from tests.gm.table import sheets_on

FILES = Path(__file__).resolve().parent / "files"
MATCHES = {"gvg": "friday", "gvg-in-a-sheet": "friday", "wesnoth": "duel", "champions": "arena"}
"""The packed installations, and the match in each."""

Drafts = dict[tuple[str, str, int], Draft]


class Ticked(NamedTuple):
    """A match just after its first tick by this version: whatever tests did to it since, this stays.

    *since* are the entries that this version added, *waiting* those whom the match waits for.
    """

    entry: Entry
    since: tuple[Entry, ...]
    record: Record
    state: Any
    waiting: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Continued:
    """A match of 0.1.0 after its first tick by this version; *before* is its newest entry as 0.1.0 left it.

    *drafts* are those before the tick, *ticked* is the match after it. *same_rules*: the rules of this version play all
    that was played the same.
    """

    home: Path
    match: str
    service: Service
    poller: Poller
    gm: Typist
    before: Entry
    drafts: Drafts
    ticked: Ticked
    same_rules: bool

    def play(self) -> None:
        """Let everybody type until something is played, from wherever the match is by now."""
        self.poller.tick()
        players = [*self._players()]
        number = self.poller.session.entry.number
        for _ in range(3):
            for player in players:
                player.play(self.poller)
            if self.poller.tick().steps:
                break
        assert self.poller.session.entry.number > number, self.poller.waiting

    def _players(self) -> Iterator[Player]:
        session = self.poller.session
        bot = session.game.people.bots.get("keen", random_bot)
        for seat in session.record.people:
            assert seat.account
            yield Player(seat.id, bot, sheets_on(self.service, seat.account))
        yield Player(GM, bot, self.gm)


def unpack(name: str, home: Path) -> Path:
    """The installation *name*, in the new folder *home*."""
    with lzma.open(FILES / f"{name}.tar.xz") as packed, tarfile.open(fileobj=packed) as tar:
        tar.extraction_filter = getattr(tarfile, "data_filter", None)  # which the first releases of 3.11 lack
        tar.extractall(home)
    return home


@contextmanager
def served(home: Path) -> Iterator[Service]:
    """The local server on the data of *home*, whose settings get its address."""
    service = server.open_service(home / "sheets")
    with server.running(service) as address:
        found = load(home)
        (home / FILE).write_text(dump(found.but(google=found.google.but(endpoint=address))), encoding="utf-8")
        yield service
    service.close()


@contextmanager
def continued(name: str, home: Path) -> Iterator[Continued]:
    """The match of the installation *name*, unpacked to *home*, after one tick by this version."""
    match = MATCHES[name]
    with served(unpack(name, home)) as service:
        first = Installation(home).store
        before, drafts = first.last(match), drafts_of(first.record(match).drafts)
        close(first)
        same_rules = _adopt(home, match)
        # what a store in a spreadsheet has read it keeps for a while, so it is opened again
        installation = Installation(home)
        poller = wiring.poller(installation.store, installation.sheets, match, installation.settings)
        actions = [] if same_rules else [Adopt(rules=poller.session.game.version)]
        poller.tick(actions=actions)
        session = poller.session
        since = tuple(session.ports.store.entries(match, before.number + 1))
        ticked = Ticked(session.entry, since, session.record, session.state, poller.waiting)
        yield Continued(home, match, service, poller, installation.sheets, before, drafts, ticked, same_rules)
        close(installation.store)


def close(store: Store) -> None:
    """Give the files of a store in a database back."""
    if isinstance(store, DatabaseStore):
        store.close()


def drafts_of(drafts: Iterable[Draft]) -> Drafts:
    """*drafts* by form, seat and row."""
    return {(draft.form, draft.seat, draft.row): draft for draft in drafts}


def held(draft: Draft) -> dict[str, Typed]:
    """What a draft holds, without the cells and boxes that are empty: a later version may give its row others."""
    return {name: value for name, value in draft.typed.items() if value not in (None, "") and value is not False}


def _adopt(home: Path, match: str) -> bool:
    """Let the match go on with the installed rules; whether they play all that was played the same."""
    checked = typed(home, "recheck", match, "--adopt")
    assert "Traceback" not in checked.out + checked.err
    if checked.code == 0:
        assert "every entry stays the same" in checked.out
        return True
    assert (checked.code, "would differ with rules" in checked.out) == (5, True), checked
    return False


def has_proof(game: Rules[Any], charter: Charter, entries: list[Entry], seed: str) -> bool:
    """Whether all of *entries* recompute, or differ by the version of the rules alone."""
    hidden = Secrets(bytes.fromhex(seed)).hidden
    faults = [each for each in verify(game, charter, entries, hidden) if isinstance(each, Fault)]
    return not faults or (faults[0].rules != "" and list(intact(game, charter, entries, hidden)) == entries)
