"""The store of a simulated installation: in a database file, or in a spreadsheet, and what may go wrong with it.

The faults of the database are real ones of SQLite: a second connection that holds the lock, a file that may not grow,
a statement that is broken off in the middle of its transaction.
"""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa

from sheets_gm.adapters.stores.database.store import DatabaseStore, open_store
from sheets_gm.gm.ports.store import Store
from tests.simulation.process import Process

T = TypeVar("T")

STORE_FAULTS = ("store locked", "disk full", "store restarted")

AWAY = "store away for minutes or hours"

ENDLESS = 2**30


class Disk:
    """A database file, and the faults that the next calls of it meet."""

    def __init__(self, path: Path, struck: Callable[[str], None]) -> None:
        self.path, self.struck = path, struck
        self.copy = path.with_name("backup.db")
        self.next: deque[str] = deque()
        self.is_away = False

    def open(self) -> DatabaseStore:
        """The store as one process has it open."""
        store = open_store(self.path)
        self._pragma(store, "synchronous=OFF", "busy_timeout=0")
        return store

    def _pragma(self, store: DatabaseStore, *pragmas: str) -> None:
        with store._engine.connect() as db:
            made: Any = db.connection.driver_connection
            for each in pragmas:
                made.execute(f"PRAGMA {each}")

    def back_up(self) -> None:
        """Copy the database while it is used."""
        self.copy.unlink(missing_ok=True)
        _copy(self.path, self.copy)

    def go_back(self) -> bool:
        """Put the copy in the place of the database; False without one."""
        if not self.copy.exists():
            return False
        _copy(self.copy, self.path)
        return True

    def call(self, store: DatabaseStore, work: Callable[[], T]) -> T:
        """Make one call of *store*, with the fault that is due."""
        if self.is_away:
            return self._broken_off(store, work, 0)
        if not self.next:
            return work()
        fault = self.next.popleft()
        if not fault:
            return work()
        self.struck(fault)
        return {"store locked": self._locked, "disk full": self._full, "store restarted": self._restarted}[fault](
            store, work
        )

    def _locked(self, _store: DatabaseStore, work: Callable[[], T]) -> T:
        other = sqlite3.connect(self.path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        try:
            return work()
        finally:
            other.rollback()
            other.close()

    def _full(self, store: DatabaseStore, work: Callable[[], T]) -> T:
        self._pragma(store, "max_page_count=1")  # as many as it has now
        try:
            return work()
        finally:
            self._pragma(store, f"max_page_count={ENDLESS}")

    def _restarted(self, store: DatabaseStore, work: Callable[[], T]) -> T:
        return self._broken_off(store, work, 1)

    def _broken_off(self, store: DatabaseStore, work: Callable[[], T], survived: int) -> T:
        """Break off a statement of *work*, after a few steps of it and as often as it *survived* that."""
        left = [survived]

        def end() -> int:
            left[0] -= 1
            return int(left[0] < 0)

        def taken(connection: Any, _record: Any, _proxy: Any) -> None:
            connection.set_progress_handler(end, 60 if survived else 1)

        sa.event.listen(store._engine, "checkout", taken)
        try:
            return work()
        finally:
            sa.event.remove(store._engine, "checkout", taken)
            store.close()
            self._pragma(store, "synchronous=OFF", "busy_timeout=0")


def _copy(source: Path, target: Path) -> None:
    one, other = sqlite3.connect(source), sqlite3.connect(target)
    one.backup(other)
    one.close()
    other.close()


class StorePort:
    """The store as one process has it: each of its calls is a place where the process may stop or end."""

    def __init__(self, store: Store, process: Process, done: Callable[[], None], disk: Disk | None) -> None:
        self._store, self._process, self._done, self._disk = store, process, done, disk

    def __getattr__(self, name: str) -> Any:
        whole = getattr(self._store, name)

        def call(*given: Any, **named: Any) -> Any:
            return self._process.call(lambda: self._make(name, lambda: whole(*given, **named)))

        return call

    def _make(self, name: str, work: Callable[[], Any]) -> Any:
        def made() -> Any:
            answer = work()
            return iter(list(answer)) if name == "entries" else answer

        try:
            if self._disk is None or not isinstance(self._store, DatabaseStore):
                return made()
            return self._disk.call(self._store, made)
        finally:
            if name in ("append", "save"):
                self._done()
