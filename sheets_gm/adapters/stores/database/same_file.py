"""Whether a store's SQLite file is still the one that was opened: another may be moved to its place, or copied over it.

SQLite sees neither. It would apply the log of the earlier file (`-wal`) to the new one.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from sheets_gm.adapters.stores.errors import StoreBroken
from sheets_gm.gm.ports.store import StoreDown

_CONTENT = (
    "SELECT match, version, polled, pause FROM matches ORDER BY match",
    "SELECT owner, seen FROM syncs ORDER BY owner",
    "SELECT name, rootpage FROM sqlite_master ORDER BY name",
)
"""What differs between a store and a copy: records' versions, when syncs were seen, and where the tables lie."""


class SameFile:
    """The file at *path* that was opened. If another file replaces it, nothing is read until `begin_again`.

    If another file is copied over it, nothing is read any more.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._opened: tuple[int, int] | None = None
        self._log: tuple[int, int] | None = None
        self._written: tuple[int, int] | None = None
        self._mixed = False

    def is_replaced(self) -> bool:
        """Return whether another file than the opened one is there. Raises `StoreDown` if there is none."""
        identity = _identity(self._path)
        if identity is None:
            raise StoreDown(f"The store {self._path} is gone: put it back, or stop the sync.")
        return self._opened is not None and identity != self._opened

    def begin_again(self) -> None:
        """Continue with the current file, after all connections to the earlier one were closed."""
        if self._log is not None and _identity(self._beside("-wal")) == self._log:
            for ending in ("-wal", "-shm"):
                self._beside(ending).unlink(missing_ok=True)
        self._opened = self._log = self._written = None
        self._mixed = False

    def connected(self, _connection: Any, _record: Any) -> None:
        """Note which file the first connection has opened."""
        if self._opened is None:
            self._opened, self._written = _identity(self._path), _last_write(self._path)

    def taken(self, _connection: Any, _record: Any, _proxy: Any) -> None:
        """Refuse a connection to an earlier file (`StoreDown`), or to a mixture of two (`StoreBroken`)."""
        if self.is_replaced():
            raise StoreDown(f"Another file is in the place of the store {self._path}: it is read from the beginning.")
        self._require_unmixed()
        self._log = _identity(self._beside("-wal")) or self._log

    def check_content(self, engine: sa.Engine, versions: Mapping[str, int]) -> None:
        """Look whether something else than SQLite has written to the file, if it was written to since the last look.

        SQLite itself writes only what its log holds. So once the whole log is in the file, and nobody can write, the
        file alone has the same content as the store, and no match is at an earlier of the known *versions*. Raises
        `StoreBroken` if it is not so.
        """
        if self._written == _last_write(self._path):
            return
        with engine.begin() as db:
            with engine.execution_options(reading=True).connect() as other:
                busy, log, copied = other.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)").one()
            if busy or log != copied:
                return  # somebody reads an earlier state: another time
            written = _last_write(self._path)
            shown = [[tuple(row) for row in db.exec_driver_sql(each)] for each in _CONTENT]
            earlier = any(version < versions.get(match, 0) for match, version, *_ in shown[0])
            self._mixed = earlier or self._content() != shown
        self._written = written
        self._require_unmixed()

    def _require_unmixed(self) -> None:
        if self._mixed:
            raise StoreBroken(
                f"Another file was copied over the store {self._path} while it was open, and both are mixed now. Stop "
                f"the sync, remove {self._path.name}-wal and {self._path.name}-shm (if there), and copy the file again."
            )

    def _content(self) -> list[list[tuple[Any, ...]]]:
        """Return the content of the file without its log; nothing if it cannot be read."""
        try:
            with closing(sqlite3.connect(f"{self._path.resolve().as_uri()}?immutable=1", uri=True)) as db:
                return [db.execute(each).fetchall() for each in _CONTENT]
        except sqlite3.Error:
            return []

    def _beside(self, ending: str) -> Path:
        return self._path.with_name(f"{self._path.name}{ending}")


def _stat(path: Path) -> os.stat_result | None:
    """Return what the system knows of the file at *path*; None if there is no file."""
    try:
        return path.stat()
    except OSError:
        return None


def _identity(path: Path) -> tuple[int, int] | None:
    """Return the identity of the file at *path*, which no other file has; None if there is no file."""
    stat = _stat(path)
    return None if stat is None else (stat.st_dev, stat.st_ino)


def _last_write(path: Path) -> tuple[int, int] | None:
    """Return what differs after each write to the file at *path*; None if there is no file."""
    stat = _stat(path)
    return None if stat is None else (stat.st_mtime_ns, stat.st_size)
