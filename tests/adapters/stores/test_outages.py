"""A store that is away or full for a while: the sync goes on, and a command says in one line what is wrong."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sheets_gm.adapters import templates
from sheets_gm.adapters.stores.database import schema
from sheets_gm.adapters.stores.database.store import DatabaseStore, open_store
from sheets_gm.gm.poll.schedule import pace
from sheets_gm.gm.poll.schedule.rounds import Rounds, Trouble
from sheets_gm.gm.poll.tick import Poller, Tick
from sheets_gm.gm.ports.store import StoreDown
from sheets_gm.gm.record.policy import Status
from sheets_gm.gm.session import Session
from sheets_gm.gm.workbooks.live.workbooks import Workbooks
from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.drive.storage import Storage
from tests.adapters.place import typed
from tests.conftest import binaries
from tests.gm.table import create_gvg_match, sheets_on
from tests.installation import installation

# -- PostgreSQL --------------------------------------------------------------------------------------------------------


def control(address: str, *words: str) -> None:
    """pg_ctl for the server at *address*."""
    home = Path(address.partition("host=")[2])
    run = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
    options = f"-c listen_addresses='' -k {home} -F"
    command = [str(binaries()) + "/pg_ctl", "-D", str(home / "data"), "-l", str(home / "log"), "-o", options, "-w"]
    # the server keeps the streams that it is started with
    done = subprocess.run([*run, *command, *words], stdout=subprocess.DEVNULL, check=False, timeout=60)
    assert done.returncode == 0


@pytest.fixture
def running(postgres: str) -> Iterator[Rounds]:
    """A sync on PostgreSQL, with a match that it polls each time."""
    store = open_store(postgres)
    with store._engine.begin() as db:
        db.exec_driver_sql("TRUNCATE entries, matches")
    sheets = sheets_on(Service(Storage(None)), "sync@table")
    record = create_gvg_match(store, sheets, "friday", {"team_size": 1})

    def poller_of(match: str) -> Poller:
        template = templates.template("gvg")
        game = create_gvg_match.__globals__["game"]("gvg")
        session = Session(game, template, store, time.time, match)
        return Poller(session, Workbooks(session, sheets), "sync")

    assert record.status is Status.LIVE
    yield Rounds(store, poller_of, time.time, pace.fixed(0))
    store.close()


def polled(rounds: Rounds) -> list[Tick | Trouble]:
    """What the next rounds did, until a match was due."""
    for _ in range(100):
        if done := list(rounds.round()):
            return done
        time.sleep(0.05)
    raise AssertionError("no match was due")


def test_a_sync_goes_on_after_its_database_was_restarted(running: Rounds, postgres: str) -> None:
    assert isinstance(polled(running)[0], Tick)
    control(postgres, "-m", "immediate", "restart")
    for _ in range(20):
        done = polled(running)
        assert all(isinstance(each, Tick) or each.away for each in done), done
        if all(isinstance(each, Tick) for each in done):
            break
    assert all(isinstance(each, Tick) for each in done)
    assert running.matches.store.record("friday").failures == 0


def test_a_sync_waits_for_a_database_that_is_away(running: Rounds, postgres: str) -> None:
    assert isinstance(polled(running)[0], Tick)
    control(postgres, "-m", "immediate", "stop")
    try:
        for _ in range(5):
            (done,) = polled(running)
            assert isinstance(done, Trouble)
            assert (done.match, done.away, done.stuck) == ("", True, False)
            assert "The store cannot be used now" in done.reason
            assert "\n" not in done.reason
        running.note()
    finally:
        control(postgres, "start")
    assert any(isinstance(each, Tick) for each in polled(running))


# -- a full disk -------------------------------------------------------------------------------------------------------


def fill(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    """Let the database at *path* grow no more: SQLite then says what it says on a full disk."""
    prepare: Callable[[Any, Any], None] = schema._prepare

    def full(connection: Any, record: Any) -> None:
        prepare(connection, record)
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count={pages}")

    monkeypatch.setattr(schema, "_prepare", full)
    assert path.exists()


def test_a_turn_on_a_full_disk_is_one_clear_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with installation(tmp_path):
        assert typed(tmp_path, "new", "gvg", "--name", "friday", "--set", "team_size=5").code == 0
        with monkeypatch.context() as patch:
            fill(patch, tmp_path / "matches.db")
            for _ in range(8):
                done = typed(tmp_path, "resolve", "friday")
                if done.code:
                    break
        assert (done.code, done.out) == (4, "")
        assert len(done.err.splitlines()) == 1
        assert "The store cannot be used now: database or disk is full" in done.err
        assert typed(tmp_path, "resolve", "friday").code == 0


def test_nothing_is_half_written_on_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "matches.db"
    store = open_store(path)
    record = create_gvg_match(store, sheets_on(Service(Storage(None)), "sync@table"), "friday", {"team_size": 1})
    first = store.last("friday")
    store.close()
    fill(monkeypatch, path)
    store = open_store(path)
    written = 0

    def append_all() -> None:
        nonlocal record, written
        for number in range(1, 100):
            record = store.append("friday", first.but(number=number), record)
            written = number

    with pytest.raises(StoreDown, match="disk is full"):
        append_all()
    assert store.last_number("friday") == store.record("friday").version == written
    store.close()


def test_a_store_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    store: DatabaseStore = open_store(tmp_path / "matches.db")
    with store._engine.begin() as db:
        db.exec_driver_sql("PRAGMA query_only=ON")
    with pytest.raises(StoreDown, match="attempt to write a readonly database"):
        store.note_calls(1, {"friday": (1, 1)})
    store.close()
