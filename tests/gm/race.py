"""A race: two processes poll one match, which is locked with every tick, and each turn is played once."""

from __future__ import annotations

import multiprocessing
import time
from pathlib import Path

from sheets_gm.adapters import wiring
from sheets_gm.adapters.google import opening
from sheets_gm.adapters.installation import templates
from sheets_gm.adapters.stores.database.store import open_store
from sheets_gm.games.finding import game
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.ports.store import Store
from sheets_gm.gm.session import Ports, Session
from sheets_gm.localsheets.http_server import server
from tests.gm.table import create_gvg_match, poller_of

MOST_SECONDS = 0.3
"""Seconds that a turn may take on a busy machine before a process counts as stuck."""


def poll(where: str, base: str, token: str, name: str) -> None:
    """A process that polls until the match is over."""
    store: Store = open_store(where)
    session = Session(game("gvg"), templates.template("gvg"), Ports(store, time.time), "race")
    table = poller_of(session, opening.connect(token, base), name)
    while table.session.record.status is not Status.OVER:
        table.tick(resolve=True)


def race(home: Path, where: str, turns: int) -> None:
    """Let two processes play a match of so many *turns* in the store *where*.

    AssertionError where a turn is missing or doubled, or where the sheet does not show the last position.
    """
    service = server.open_service(home / "sheets")
    store = open_store(where)
    with server.running(service) as base:
        token = service.add_account("sync@race")
        create_gvg_match(store, opening.connect(token, base), "race", {"max_turns": turns, "archery": "off"})
        context = multiprocessing.get_context("spawn")
        pollers = [context.Process(target=poll, args=(where, base, token, name)) for name in ("one", "two")]
        for each in pollers:
            each.start()
        for each in pollers:
            each.join(60 + MOST_SECONDS * turns)
            assert each.exitcode == 0
        entries = list(store.entries("race"))
        assert [entry.number for entry in entries] == list(range(turns + 1))
        labels = [f"Turn {number} of {turns}" for number in range(1, turns + 1)]
        assert [entry.label for entry in entries[1:]] == labels
        table = wiring.poller(store, opening.connect(token, base), "race")
        table.tick()
        assert table.tick().writes == 0
    store.close()
    service.close()
