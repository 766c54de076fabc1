"""The store: one transaction a call, entries written once, the same in SQLite, PostgreSQL and a spreadsheet."""

from __future__ import annotations

import hashlib
import json
import stat
import sys
import zlib
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy

from sheets_gm.adapters.stores.database import direct, schema
from sheets_gm.adapters.stores.database.store import DatabaseStore, open_store
from sheets_gm.adapters.stores.errors import StoreBroken
from sheets_gm.adapters.stores.spreadsheet.store import SheetStore, open_sheet_store
from sheets_gm.gm.match_record.drafts import Draft, StandingOrder
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.ports.store import Conflict, Glance, NoSuchMatch, Store, StoreDown
from sheets_gm.kernel.match.journal import Charter, Entry
from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.drive.storage import Storage
from tests.calls import calls
from tests.gm.table import document_on, sheets_on


def record(name: str = "friday") -> Record:
    charter = Charter(match=name, title="T", game="g", rules="1", settings={}, seats=(), top="t", hidden_lock="h")
    return Record(charter=charter, seed="00" * 32)


def entry(number: int) -> Entry:
    return Entry(number=number, kind="turn", rules="1", state={"turn": number})


@pytest.fixture(params=["sqlite", "postgres", "sheet"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    if request.param == "sheet":
        sheets = sheets_on(Service(Storage(None)), "sync@table")
        yield open_sheet_store(sheets, document_on(sheets))
        return
    if request.param == "sqlite":
        made = open_store(tmp_path / "matches.db")
    else:
        made = open_store(request.getfixturevalue("postgres"))
        with made._engine.begin() as db:
            db.exec_driver_sql("TRUNCATE entries, matches, parts")
    yield made
    made.close()


def test_what_was_stored_is_read_back(store: Store) -> None:
    store.create(record(), entry(0))
    assert store.names() == ("friday",)
    assert store.record("friday").charter == record().charter
    assert store.last("friday") == entry(0)


def test_a_name_is_given_once(store: Store) -> None:
    store.create(record(), entry(0))
    with pytest.raises(Conflict):
        store.create(record(), entry(0))


def test_an_entry_is_written_once(store: Store) -> None:
    store.create(record(), entry(0))
    held = store.append("friday", entry(1), store.record("friday"))
    with pytest.raises(Conflict):
        store.append("friday", entry(1), held)
    assert store.last_number("friday") == 1
    assert store.record("friday").version == held.version


def test_an_entry_and_its_record_are_written_together_or_not_at_all(store: Store) -> None:
    store.create(record(), entry(0))
    old = store.record("friday")
    store.save(old)
    with pytest.raises(Conflict):
        store.append("friday", entry(1), old)
    assert store.last_number("friday") == 0


def test_an_old_record_is_never_saved_over_a_newer(store: Store) -> None:
    store.create(record(), entry(0))
    old = store.record("friday")
    new = store.save(old.but(status=Status.PAUSED))
    with pytest.raises(Conflict):
        store.save(old.but(status=Status.OVER))
    assert store.record("friday") == new


def test_a_forgotten_match_is_gone_and_its_name_is_free_while_the_others_stay(store: Store) -> None:
    for name in ("friday", "monday", "sunday"):
        store.create(record(name), entry(0))
        store.append(name, entry(1), store.record(name))
    store.forget("friday")
    store.forget("sunday")
    assert store.names() == ("monday",)
    with pytest.raises(NoSuchMatch):
        store.record("friday")
    assert store.append("monday", entry(2), store.record("monday")).version == 2
    for name in ("friday", "sunday"):
        store.create(record(name), entry(0).but(label="anew"))
        assert [each.label for each in store.entries(name)] == ["anew"]
    assert [each.number for each in store.entries("monday")] == [0, 1, 2]


def test_entries_come_in_order_from_any_number(store: Store) -> None:
    store.create(record(), entry(0))
    held = store.record("friday")
    for number in range(1, 120):
        held = store.append("friday", entry(number), held)
    assert [each.number for each in store.entries("friday")] == list(range(120))
    assert [each.number for each in store.entries("friday", 117)] == [117, 118, 119]


def test_a_claim_holds_until_it_is_given_back_or_stale(store: Store) -> None:
    store.create(record(), entry(0))
    assert store.claim("friday", "one", now=1000.0, stale=300.0)
    assert not store.claim("friday", "two", now=1299.0, stale=300.0)
    assert store.claims() == {"friday": "one"}
    assert store.claim("friday", "two", now=1301.0, stale=300.0)
    store.release("friday", "one")
    assert store.claims() == {"friday": "two"}
    store.release("friday", "two")
    assert store.claims() == {}


def test_a_store_knows_when_a_sync_last_looked_at_a_match(store: Store) -> None:
    store.create(record(), entry(0))
    assert store.look("friday").at == 0.0
    for now, pause in (
        (1000.0, None),
        (1120.0, None),
        (1420.0, None),
        (1725.0, 305.0),
        (2020.0, 295.0),
        (2100.0, None),
    ):
        store.mark("friday", now)
        assert store.look("friday") == (now, pause)  # two visits are no rhythm
    if isinstance(store, DatabaseStore):
        store.sync_registry.heartbeat("host/1/1", 2095.0, {})
        assert store.look("friday") == (2100.0, 0.0)
        store.sync_registry.heartbeat("host/1/1", 2105.0, {})
        assert store.look("friday") == (2105.0, 0.0)
        store.sync_registry.leave("host/1/1")
        store.note_watched(["friday"], 2200.0)
        assert store.look("friday") == (2200.0, None)


def test_a_quiet_match_is_watched_from_its_last_poll_until_the_next(tmp_path: Path) -> None:
    store = open_store(tmp_path / "matches.db")
    for name in ("friday", "sunday"):
        store.create(record(name), entry(0))
        store.mark(name, 1000.0)
    assert store.glances() == {"friday": Glance(0), "sunday": Glance(0)}
    store.note_watched(["friday"], 1120.0)
    store.save(store.record("sunday"))
    assert store.glances() == {"friday": Glance(0, 1120.0), "sunday": Glance(1)}
    assert store.mark("friday", 1130.0) == (1120.0, 0.0)
    assert store.glances()["friday"] == Glance(0)


def test_a_match_that_is_not_there_says_which_are(store: Store) -> None:
    store.create(record(), entry(0))
    with pytest.raises(NoSuchMatch, match="friday"):
        store.record("monday")
    with pytest.raises(NoSuchMatch):
        store.last("monday")


def test_reading_the_newest_entry_does_not_grow_with_the_match(store: Store) -> None:
    store.create(record(), entry(0))
    held = store.record("friday")

    def cost() -> int:
        return calls(lambda: store.last("friday"))

    before = cost()
    for number in range(1, 400):
        held = store.append("friday", entry(number), held)
    assert cost() < 1.5 * before


# -- long texts --------------------------------------------------------------------------------------------------------


PAGES = 20_000
"""Characters of a strategy of some pages."""


def pages(luck: int, length: int = PAGES) -> str:
    """A text of so many characters."""
    words = (hashlib.sha256(f"{luck} {at}".encode()).hexdigest()[: 3 + at % 7] for at in range(length))
    return " ".join(islice(words, length // 3))[:length]


def long_draft(number: int, text: str) -> Draft:
    return Draft(form="plan", seat=f"army{number}", row=0, typed={"text": text, "ready": False}, since=1.0, revision=1)


def written(store: Store, work: Callable[[], object]) -> int:
    """The bytes that *work* hands over to be written."""
    sizes: list[int] = []
    if isinstance(store, SheetStore):
        call = store._spreadsheet._sheets.call

        def counted(method: str, address: str, body: Any = None, params: Any = None) -> Any:
            sizes.append(len(json.dumps(body)) if address.endswith("batchUpdate") else 0)
            return call(method, address, body, params)

        store._spreadsheet._sheets.call = counted  # type: ignore[method-assign]
        work()
        store._spreadsheet._sheets.call = call  # type: ignore[method-assign]
        return sum(sizes)
    assert isinstance(store, DatabaseStore)

    execute = direct.Cursor.execute

    def executed(cursor: direct.Cursor, statement: Any, values: Mapping[str, Any]) -> Any:
        if not statement.is_select:
            sizes.append(sum(len(value) for value in values.values() if isinstance(value, str | bytes)))
        return execute(cursor, statement, values)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(direct.Cursor, "execute", executed)
        work()
    return sum(sizes)


def test_a_changed_cell_of_a_long_text_does_not_write_the_others_again(store: Store) -> None:
    """Sixty strategies of 20,000 characters; one letter of one of them changes."""
    drafts = tuple(long_draft(number, pages(number)) for number in range(60))
    store.create(record(), entry(0))
    held = store.save(store.record("friday").but(drafts=drafts))
    changed = (drafts[0].but(typed={"text": drafts[0].typed["text"][:-1] + "!", "ready": False}), *drafts[1:])  # type: ignore[index]
    cost = written(store, lambda: store.save(held.but(drafts=changed)))
    assert PAGES / 4 < cost < PAGES + 10_000 < len(held.model_dump_json()) / 30
    assert store.record("friday").drafts == changed
    cost = written(store, lambda: store.save(store.record("friday").but(status=Status.PAUSED)))
    assert cost < 10_000


def test_long_texts_are_read_back_by_another_process(store: Store) -> None:
    text = pages(1, 50_000) + '\u2028 \U0001f409 "quoted" ' + "漢" * 9_000
    drafts = (long_draft(1, text), long_draft(2, "short"), long_draft(3, text))
    standing = (StandingOrder(form="plan", seat="army1", row=0, typed={"text": text, "number": 10**30}),)
    store.create(record().but(drafts=drafts, standing=standing), entry(0))
    for other in (again(store), store):
        held = other.record("friday")
        assert (held.drafts, held.standing) == (drafts, standing)
    held = store.append("friday", entry(1), held.but(drafts=drafts[1:]))
    held = store.append("friday", entry(2), held.but(drafts=()))
    held = store.save(held.but(drafts=drafts[:1]))
    for other in (again(store), store):
        assert other.record("friday") == held
        assert other.last_number("friday") == 2


def test_of_two_processes_one_saves_a_long_text_and_the_other_reads_it(store: Store) -> None:
    store.create(record().but(drafts=(long_draft(1, pages(1)),)), entry(0))
    other = again(store)
    old = other.record("friday")
    store.save(store.record("friday").but(drafts=(long_draft(1, pages(2)),)))
    with pytest.raises(Conflict):
        other.save(old.but(drafts=(long_draft(1, pages(3)),)))
    assert other.record("friday").drafts == (long_draft(1, pages(2)),)
    store.forget("friday")
    store.create(record().but(drafts=(long_draft(1, pages(4)),)), entry(0))
    assert store.record("friday").drafts == (long_draft(1, pages(4)),)


def test_more_long_texts_than_there_is_room_for_beside_the_journal_are_kept_too(store: Store) -> None:
    drafts = tuple(long_draft(number, pages(number, 1_100)) for number in range(260))
    store.create(record().but(drafts=drafts), entry(0))
    assert again(store).record("friday").drafts == drafts


def again(store: Store) -> Store:
    """Another process on the same store."""
    if isinstance(store, SheetStore):
        return SheetStore(store._spreadsheet._sheets, store.document, fresh=0.0)
    assert isinstance(store, DatabaseStore)
    return DatabaseStore(store._engine)


def test_a_record_that_is_stored_whole_as_0_1_0_did_is_read_and_saved_in_parts(tmp_path: Path) -> None:
    store = open_store(tmp_path / "matches.db")
    whole = record().but(drafts=(long_draft(1, pages(1)),))
    store.create(record(), entry(0))
    with store._engine.begin() as db:
        db.execute(schema.matches.update().values(record=whole.model_dump_json().encode()))
        db.execute(schema.parts.delete())
        db.execute(schema.schema.update().values(version=2))
    store.close()
    store = open_store(tmp_path / "matches.db")
    assert store.record("friday") == whole
    store.save(whole.but(status=Status.PAUSED))
    with store._engine.begin() as db:
        assert db.execute(sqlalchemy.select(schema.schema.c.version)).scalar() == schema.SCHEMA
        assert [
            len(zlib.decompress(part)) > PAGES for part in db.execute(sqlalchemy.select(schema.parts.c.part)).scalars()
        ] == [True]
    assert store.record("friday").drafts == whole.drafts
    store.close()


def test_a_record_of_which_a_part_is_gone_is_one_clear_line(tmp_path: Path) -> None:
    store = open_store(tmp_path / "matches.db")
    store.create(record().but(drafts=(long_draft(1, pages(1)),)), entry(0))
    with store._engine.begin() as db:
        db.execute(schema.parts.delete())
    with pytest.raises(StoreBroken, match="Parts of the record of friday are missing"):
        again(store).record("friday")
    store.close()


def test_the_file_is_for_its_owner_only(tmp_path: Path) -> None:
    open_store(tmp_path / "matches.db").close()
    assert stat.S_IMODE((tmp_path / "matches.db").stat().st_mode) == 0o600


def test_a_damaged_file_is_one_clear_line(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    path.write_bytes(b"this is no database, and it is long enough to be taken for one" * 40)
    with pytest.raises(StoreBroken, match="restore a copy"):
        open_store(path)


def test_a_database_of_something_else_is_left_alone(tmp_path: Path) -> None:
    import sqlite3

    path = tmp_path / "other.db"
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
    with pytest.raises(StoreBroken, match="belongs to another program"):
        open_store(path)


def test_a_store_of_a_newer_program_is_refused(tmp_path: Path) -> None:
    import sqlite3

    path = tmp_path / "matches.db"
    open_store(path).close()
    with sqlite3.connect(path) as db:
        db.execute("UPDATE sheets_gm_schema SET version = 99")
    with pytest.raises(StoreBroken, match=r"another version of sheets-gm \(schema 99\): upgrade this one"):
        open_store(path)


def test_a_database_whose_driver_is_missing_is_named_with_the_line_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreBroken, match=r"no driver for this database: .*pip install '\.\[postgres\]'"):
        open_store("postgresql://localhost/x")


@pytest.mark.parametrize("where", ["oracle-of-delphi://x", "postgresql://localhost:port/x"])
def test_a_database_that_is_none_is_one_clear_line(where: str) -> None:
    with pytest.raises(StoreBroken, match="neither a file nor postgresql://HOST/NAME"):
        open_store(where)


@pytest.mark.parametrize(
    "where",
    ["postgresql://ana:se%40cret@127.0.0.1:1/x", "oracle-of-delphi://ana:se%40cret@x", "postgresql://:se%40cret@/x"],
)
def test_the_password_of_a_database_is_shown_to_nobody(where: str) -> None:
    with pytest.raises((StoreBroken, StoreDown)) as caught:
        open_store(where)
    assert "cret" not in str(caught.value)
