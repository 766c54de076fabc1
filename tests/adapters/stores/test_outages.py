"""A store that is away or full for a while: the sync goes on, and a command says in one line what is wrong."""

from __future__ import annotations

import errno
import os
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sheets_gm.adapters.cli.sync_log import SyncLog
from sheets_gm.adapters.installation import templates
from sheets_gm.adapters.stores.database import schema
from sheets_gm.adapters.stores.database.store import DatabaseStore, open_store
from sheets_gm.adapters.stores.errors import StoreBroken
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.poll.poller import Poller
from sheets_gm.gm.poll.schedule import pace
from sheets_gm.gm.poll.schedule.rounds import LOOK_AGAIN, Rounds, Trouble
from sheets_gm.gm.poll.tick import Tick
from sheets_gm.gm.ports.store import StoreDown
from sheets_gm.gm.session import Ports, Session
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
        db.exec_driver_sql("TRUNCATE entries, matches, parts")
    sheets = sheets_on(Service(Storage(None)), "sync@table")
    record = create_gvg_match(store, sheets, "friday", {"team_size": 1})

    def poller_of(match: str) -> Poller:
        template = templates.template("gvg")
        game = create_gvg_match.__globals__["game"]("gvg")
        session = Session(game, template, Ports(store, time.time), match)
        return Poller(Workbooks(session, sheets), "sync")

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


def test_a_store_that_cannot_be_written_is_named_by_whoever_writes_or_checks(tmp_path: Path) -> None:
    store: DatabaseStore = open_store(tmp_path / "matches.db")
    with store._engine.begin() as db:
        db.exec_driver_sql("PRAGMA query_only=ON")
    with pytest.raises(StoreDown, match="attempt to write a readonly database"):
        store.note_calls(1, {"friday": (1, 1)})
    with pytest.raises(StoreDown, match="attempt to write a readonly database"):
        store.check()
    store.close()


# -- stores that cannot be opened --------------------------------------------------------------------------------------


@pytest.fixture
def other_user() -> Iterator[None]:
    """Be a user who owns nothing here: root may write everywhere."""
    if os.getuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def refused(where: Path) -> tuple[str, str]:
    """The kind of the error, and its only line."""
    with pytest.raises((StoreBroken, StoreDown)) as caught:
        open_store(where)
    text = str(caught.value)
    assert "\n" not in text
    return type(caught.value).__name__, text


def test_a_store_of_another_user_is_named_and_nothing_is_to_be_restored(tmp_path: Path, other_user: None) -> None:
    with as_owner():
        store = tmp_path / "matches.db"
        open_store(store).close()
        store.chmod(0o400)
        tmp_path.chmod(0o555)
        for parent in tmp_path.parents[:3]:
            parent.chmod(0o755)
    kind, text = refused(store)
    assert kind == "StoreBroken"
    assert "this user may not use it: run this as its owner" in text or "it belongs to another user" in text
    assert "restore" not in text


def test_a_folder_that_may_not_be_written_is_named(tmp_path: Path, other_user: None) -> None:
    with as_owner():
        tmp_path.chmod(0o555)
        for parent in tmp_path.parents[:3]:
            parent.chmod(0o755)
    kind, text = refused(tmp_path / "matches.db")
    assert (kind, "this user may not use it" in text) == ("StoreBroken", True)


def test_a_store_whose_path_is_no_file_is_named(tmp_path: Path) -> None:
    assert "it is a folder: name a file" in refused(tmp_path)[1]
    (tmp_path / "file").touch()
    assert "is a file" in refused(tmp_path / "file" / "matches.db")[1]


def test_a_locked_store_is_waited_for_and_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "matches.db"
    open_store(path).close()
    prepare: Callable[[Any, Any], None] = schema._prepare

    def impatient(connection: Any, record: Any) -> None:
        prepare(connection, record)
        connection.execute("PRAGMA busy_timeout=0")

    monkeypatch.setattr(schema, "_prepare", impatient)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    kind, text = refused(path)
    other.close()
    assert (kind, "is locked by another program: wait" in text) == ("StoreDown", True)


def test_only_a_damaged_file_is_to_be_restored(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    path.write_bytes(b"this is no database at all" * 100)
    kind, text = refused(path)
    assert (kind, "The file is damaged: restore a copy" in text) == ("StoreBroken", True)


def test_a_database_that_is_away_at_the_start_may_come_back(tmp_path: Path) -> None:
    kind, text = refused_address(f"postgresql://nobody:secret@/none?host={tmp_path}")
    assert (kind, "Start the database" in text, "secret" in text) == ("StoreDown", True, False)


def refused_address(where: str) -> tuple[str, str]:
    with pytest.raises(StoreDown) as caught:
        open_store(where)
    return type(caught.value).__name__, str(caught.value)


@contextmanager
def as_owner() -> Iterator[None]:
    """Be the user who runs the tests for a while."""
    mine = os.geteuid()
    os.seteuid(os.getuid())
    try:
        yield
    finally:
        os.seteuid(mine)


@pytest.mark.parametrize("code", [errno.EACCES, errno.ENOSPC, errno.EROFS, errno.EPERM, errno.EDQUOT])
def test_no_command_ends_with_a_traceback_where_the_system_refuses(
    code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_given: object, **_named: object) -> None:
        raise OSError(code, os.strerror(code), "somewhere/exports")

    monkeypatch.setattr("sheets_gm.adapters.cli.cli.main", fail)
    done = typed(tmp_path, "status")
    assert (done.code, done.out, len(done.err.splitlines())) == (3, "", 1)
    assert done.err.startswith("sheets-gm: somewhere/exports: ")


def test_an_error_that_no_installation_causes_keeps_its_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_given: object, **_named: object) -> None:
        raise OSError(errno.EBADF, "Bad file descriptor")

    monkeypatch.setattr("sheets_gm.adapters.cli.cli.main", fail)
    with pytest.raises(OSError, match="Bad file"):
        typed(tmp_path, "status")


# -- how often it is asked, and what is logged -------------------------------------------------------------------------


def test_a_store_that_is_away_is_asked_less_and_less_often_and_at_once_when_it_is_back(tmp_path: Path) -> None:
    now = 0.0
    store = open_store(tmp_path / "matches.db")
    rounds = Rounds(store, lambda _match: pytest.fail("no match"), lambda: now, pace.fixed(0))
    away = False

    def glances() -> dict[str, Any]:
        if away:
            raise StoreDown("The store cannot be used now: gone.")
        return {}

    rounds.matches.watch.log = SimpleNamespace(glances=glances)
    pauses = []
    for minute in range(9):
        away = minute < 8
        list(rounds.round())
        pauses.append(rounds.rest())
        now += rounds.rest()
    assert pauses == [1.0, 2.0, 4.0, 8.0, 16.0, 30.0, 30.0, 30.0, LOOK_AGAIN]
    store.close()


@pytest.mark.parametrize("as_json", [False, True])
def test_what_is_away_is_logged_once_when_it_goes_and_once_when_it_is_back(
    capsys: pytest.CaptureFixture[str], as_json: bool
) -> None:
    log = SyncLog(as_json=as_json)
    for number in range(50):
        log.poll(Trouble("", f"The store cannot be used now: connection {number} refused.", away=True), 0.0)
    for match in ("friday", "sunday"):
        for _ in range(20):
            log.poll(Trouble(match, f"Google cannot be reached for {match}", away=True), 0.0)
    log.poll(Tick("friday"), 0.0)
    log.poll(Tick("sunday"), 0.0)
    log.poll(Tick("sunday"), 0.0)
    seen = "".join(capsys.readouterr()).splitlines()
    words = (
        ["away", "away", "back", "back"] if as_json else ["refused", "Google", "The store: it can", "sunday: it can"]
    )
    assert [word in line for word, line in zip(words, seen, strict=True)] == [True] * 4
    log.poll(Trouble("friday", "Google cannot be reached for friday", away=True), 0.0)
    assert len("".join(capsys.readouterr()).splitlines()) == 1
