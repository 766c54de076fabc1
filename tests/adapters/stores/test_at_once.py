"""Processes that use one store at the same instant, each with connections of its own."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from sheets_gm.adapters.stores.database import schema
from sheets_gm.adapters.stores.database.store import DatabaseStore, open_store

MANY, PROCESSES, MINUTES = 10, 3, 40


@pytest.fixture(params=["sqlite", "postgres"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a store in which nothing is yet; on a server, in a database of its own."""
    if request.param == "sqlite":
        yield str(tmp_path / "matches.db")
        return
    server: str = request.getfixturevalue("postgres")
    engine = schema.engine_for(server).execution_options(isolation_level="AUTOCOMMIT")
    with engine.connect() as db:
        db.execute(sa.text("CREATE DATABASE at_once"))
        yield server.replace("/postgres?", "/at_once?")
        db.execute(sa.text("DROP DATABASE at_once WITH (FORCE)"))
    engine.dispose()


def test_processes_that_open_a_new_store_at_once_all_get_it(where: str) -> None:
    start = threading.Barrier(MANY)

    def open_it(_: int) -> DatabaseStore:
        start.wait()
        return open_store(where)

    with ThreadPoolExecutor(MANY) as pool:
        stores = list(pool.map(open_it, range(MANY)))
    assert [store.names() for store in stores] == [()] * MANY
    for store in stores:
        store.close()


def test_a_new_file_is_opened_as_soon_as_another_process_has_begun_it(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        end = threading.Timer(0.3, other.execute, ["ROLLBACK"])
        end.start()
        open_store(path).close()
        end.join()


def test_calls_that_processes_note_at_once_are_all_counted(where: str) -> None:
    names = [f"match{number}" for number in range(4)]
    with ExitStack() as stack:
        stores = [stack.enter_context(closing(open_store(where))) for _ in range(PROCESSES)]
        start = threading.Barrier(PROCESSES)

        def note(each: tuple[DatabaseStore, Sequence[str]]) -> None:
            store, ordered = each
            for minute in range(MINUTES):
                start.wait(60)
                store.note_calls(minute, dict.fromkeys(ordered, (2, 1)))

        with ThreadPoolExecutor(PROCESSES) as pool:
            # each has polled the matches in an order of its own
            list(pool.map(note, zip(stores, (names, names[::-1], names[2:] + names[:2]), strict=True)))
        noted = PROCESSES * MINUTES
        assert stores[0].calls(0) == dict.fromkeys(names, (2 * noted, noted))
