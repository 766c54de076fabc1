"""A store whose file is damaged, or replaced while it is open: one sentence, and nothing of what is stored in it."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from sheets_gm.adapters.stores.database.store import DatabaseStore, open_store
from sheets_gm.adapters.stores.errors import StoreBroken
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.poll.schedule.rounds import Rounds, Trouble
from sheets_gm.gm.ports.store import NoSuchMatch, StoreDown
from sheets_gm.kernel.errors import SetupError, UnavailableError
from tests.gm.table import Evening

CALLS: tuple[Callable[[DatabaseStore, str], object], ...] = (
    lambda store, _: store.names(),
    lambda store, match: store.record(match),
    lambda store, match: store.last(match),
    lambda store, match: store.last_number(match),
    lambda store, match: list(store.entries(match)),
    lambda store, _: store.glances(),
    lambda store, _: store.claims(),
    lambda store, match: store.look(match),
    lambda store, _: store.calls(0),
    lambda store, match: store.claim(match, "a sync", 0.0, 1.0),
    lambda store, match: store.mark(match, 1.0),
    lambda store, match: store.note_watched([match], 1.0),
    lambda store, match: store.note_calls(1, {match: (1, 1)}),
    lambda store, match: store.save(store.record(match).but(reason="again")),
    lambda store, match: store.forget(match),
    lambda store, _: store.check(),
)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A store with a match, and the name of the match."""
    path = tmp_path_factory.mktemp("store") / "matches.db"
    evening = Evening(settings={"team_size": 1}, accounts=False)
    store = open_store(path)
    first, *others = evening.store.entries(evening.name)
    store.create(evening.record, first)
    record = store.record(evening.name)
    for each in others:
        record = store.append(evening.name, each, record)
    store.close()
    return path, evening.name


def with_page(path: Path, page: int, junk: bytes) -> None:
    """Write *junk* over a page of the file *path*."""
    size = 4096
    with path.open("r+b") as file:
        file.seek(page * size)
        file.write((junk * size)[:size])


def said_by(path: Path, call: Callable[[DatabaseStore, str], object], match: str) -> str:
    """What *call* says of a damaged store; "" where it meets no damage."""
    try:
        store = open_store(path)
    except (SetupError, UnavailableError) as error:
        return str(error)
    try:
        call(store, match)
    except (SetupError, UnavailableError, NoSuchMatch) as error:
        return str(error)
    finally:
        store.close()
    return ""


@pytest.mark.parametrize("junk", [b"\x00", b"\xff", b"junk"])
def test_a_damaged_page_is_one_sentence_whoever_meets_it(whole: tuple[Path, str], junk: bytes, tmp_path: Path) -> None:
    path, match = whole
    pages, said = path.stat().st_size // 4096, set[str]()
    for page in range(pages):
        for call in CALLS:
            copy = tmp_path / "matches.db"
            for old in tmp_path.glob("matches.db*"):
                old.unlink()
            shutil.copy(path, copy)
            with_page(copy, page, junk)
            said.add(said_by(copy, call, match))
    text = " ".join(said)
    assert "restore a copy" in text
    assert not [word for word in ("SELECT", "INSERT", "[SQL", "parameters", "Traceback", "{") if word in text]


def test_the_check_of_a_store_finds_a_page_that_nobody_has_read(whole: tuple[Path, str], tmp_path: Path) -> None:
    path, _ = whole
    copy = tmp_path / "matches.db"
    shutil.copy(path, copy)
    store = open_store(copy)
    assert store.check() == ""
    store.close()
    with_page(copy, copy.stat().st_size // 4096 - 1, b"\xff")
    store = open_store(copy)
    try:
        found = store.check()
    except StoreBroken as error:
        found = str(error)
    assert "restore a copy" in found
    store.close()


@pytest.fixture
def copied(whole: tuple[Path, str], tmp_path: Path) -> tuple[Path, str]:
    """A whole store in a folder of its own, and its match."""
    path, match = whole
    return Path(shutil.copy(path, tmp_path / "matches.db")), match


def test_another_file_in_the_place_of_the_store_is_seen_before_anything_is_read(
    copied: tuple[Path, str], tmp_path: Path
) -> None:
    here, match = copied
    backup = Path(shutil.copy(here, tmp_path / "backup.db"))
    store = open_store(here)
    store.save(store.record(match).but(reason="later"))
    assert not store.is_replaced()
    backup.replace(here)
    with pytest.raises(StoreDown, match="Another file"):
        store.record(match)
    assert store.is_replaced()
    assert store.record(match).reason != "later"
    assert store.save(store.record(match).but(reason="again")).reason == "again"
    assert not store.is_replaced()
    here.rename(tmp_path / "away.db")
    with pytest.raises(StoreDown, match="is gone"):
        store.record(match)
    assert not here.exists(), "no empty store is made in its place"
    store.close()


@pytest.mark.parametrize("log", ["in the log", "in the file", "in the file, and others write on"])
def test_an_older_store_that_is_copied_over_the_open_one_is_seen_and_nothing_is_read_any_more(
    copied: tuple[Path, str], tmp_path: Path, log: str
) -> None:
    (here, match), backup = copied, tmp_path / "backup.db"
    store, other = open_store(here), open_store(here)
    with closing(sqlite3.connect(here)) as db:
        db.execute("VACUUM INTO ?", [str(backup)])
    for reason in ("later", "still later"):
        store.save(store.record(match).but(reason=reason))
        store.glances()
        assert not store.is_replaced()
    if log != "in the log":
        checkpoint(here)
        assert not store.is_replaced()
    shutil.copyfile(backup, here)
    if log.endswith("write on"):
        other.mark(match, 5.0)
    with pytest.raises(StoreBroken, match="copied over the store"):
        store.is_replaced()
    with pytest.raises(StoreBroken, match="copied over the store"):
        store.record(match)
    store.close()
    other.close()


def test_what_sqlite_itself_writes_to_the_file_of_a_store_is_no_other_file(copied: tuple[Path, str]) -> None:
    here, match = copied
    store = open_store(here)
    for second in range(9):
        other = open_store(here)
        other.save(other.record(match).but(reason=str(second)))
        other.mark(match, float(second))
        checkpoint(here)
        other.save(other.record(match).but(reason="in the log"))
        other.close()
        assert not store.is_replaced()
        assert store.record(match).reason == "in the log"
        store.glances()
    store.close()


def checkpoint(path: Path) -> None:
    """Let SQLite write the log of the database *path* to its file."""
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA wal_checkpoint").fetchone()[0] == 0


def test_an_older_store_that_is_put_beside_a_running_sync_is_brought_up_to_date(
    whole: tuple[Path, str], tmp_path: Path
) -> None:
    path, match = whole
    here, older = tmp_path / "matches.db", tmp_path / "older.db"
    shutil.copy(path, here)
    shutil.copy(path, older)
    store = open_store(here)
    with sqlite3.connect(older) as db:
        db.execute("UPDATE sheets_gm_schema SET version=2")
    db.close()
    older.replace(here)
    assert store.is_replaced()
    assert store.record(match).charter.match == match
    store.close()


def test_a_sync_plays_nothing_before_it_has_read_the_store_that_was_put_there() -> None:
    evening = Evening(settings={"team_size": 1}, accounts=False)
    rounds = Rounds(evening.store, lambda _: evening.poller(), lambda: evening.now)
    list(rounds.round())
    before = rounds.pollers.get(evening.name)
    assert before is not None
    rounds.is_replaced = lambda: True
    list(rounds.round())
    assert rounds.pollers.get(evening.name) is not before


def test_a_store_that_is_damaged_ends_no_sync(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(settings={"team_size": 1}, accounts=False)
    rounds = Rounds(evening.store, lambda _: evening.poller(), lambda: evening.now)

    def damaged() -> bool:
        raise StoreBroken("The store cannot be read.")

    rounds.is_replaced = damaged
    assert list(rounds.round()) == [Trouble("", "The store cannot be read.", away=True)]
    rounds.is_replaced = lambda: False
    evening.now += 60
    assert [each for each in rounds.round() if isinstance(each, Trouble)] == []
    assert evening.record.status is Status.LIVE


def test_a_match_whose_record_is_damaged_stops_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(settings={"team_size": 1}, accounts=False)
    store, read = evening.store, evening.store.record
    damaged = read(evening.name).charter.but(match="broken")
    store.create(read(evening.name).but(charter=damaged, version=0), store.last(evening.name))

    def record(match: str) -> Record:
        if match == "broken":
            raise StoreBroken("The record of broken cannot be read.")
        return read(match)

    monkeypatch.setattr(store, "record", record)
    rounds = Rounds(store, lambda _: evening.poller(), lambda: evening.now)
    for _ in range(2):
        trouble, *ticks = rounds.round()
        assert trouble == Trouble("broken", "The record of broken cannot be read.", away=True)
        assert [each.match for each in ticks] == [evening.name]
        evening.now += 60
