"""The storage of documents in SQLite, with one row per cell, so that the cost of a write depends only on its changes.

Everything is on disk before it is answered, and the changes of one request are one transaction. Only one server uses a
folder at a time; the lock ends with the process.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sheets_gm.localsheets.drive.new_document import document_with_engine
from sheets_gm.localsheets.drive.versions import MOST_VERSIONS
from sheets_gm.localsheets.errors import DataBroken
from sheets_gm.localsheets.protocol.errors import ApiError, invalid
from sheets_gm.localsheets.protocol.json_text import text_of, values_of
from sheets_gm.localsheets.spreadsheet.model.changes import Change, Removal
from sheets_gm.localsheets.spreadsheet.model.document import Document
from sheets_gm.localsheets.spreadsheet.model.sheet import Sheet

SCHEMA = """
CREATE TABLE IF NOT EXISTS documents (id TEXT PRIMARY KEY, meta TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS sheets (document TEXT, sheet INTEGER, meta TEXT NOT NULL, PRIMARY KEY (document, sheet));
CREATE TABLE IF NOT EXISTS cells (
    document TEXT, sheet INTEGER, row INTEGER, col INTEGER, cell TEXT NOT NULL,
    PRIMARY KEY (document, sheet, row, col)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS removals (change INTEGER, document TEXT, account TEXT, time TEXT);
CREATE TABLE IF NOT EXISTS versions (
    number INTEGER PRIMARY KEY AUTOINCREMENT, document TEXT, sheet INTEGER, name TEXT, data BLOB
);
CREATE INDEX IF NOT EXISTS versions_of_sheet ON versions (document, sheet, number);
"""


FILE = "sheets.db"
KIND = 0x53_48_54_53
"""Marks a database as one of this program (`PRAGMA application_id`)."""
MOST_TEXT = 50_000_000
"""Characters that a spreadsheet takes to store, its formats and objects with it: a long match takes a tenth of that."""
MOST_OF_OWNER = 1_000_000_000
"""Characters that all spreadsheets of an owner take to store, with their earlier versions."""
TEXT_CHECKED = 1_000_000
"""Characters that may be written to a spreadsheet, or to all of an owner, before their size is looked up again."""
PATIENCE = 2.0
"""Seconds to wait for a server that is shutting down."""


class Storage:
    """The documents of one data folder, or in memory only (*folder* is None)."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self._unchecked: dict[str, int] = {}
        self._using = threading.RLock()
        try:
            if folder is not None:
                folder.mkdir(parents=True, exist_ok=True, mode=0o700)
                (folder / FILE).touch(mode=0o600, exist_ok=True)
            where = ":memory:" if folder is None else str(folder / FILE)
            self._db = sqlite3.connect(where, check_same_thread=False, isolation_level=None, timeout=PATIENCE)
            self._lock()
        except (OSError, sqlite3.DatabaseError) as error:
            raise DataBroken(_describe(folder, error)) from error

    def _lock(self) -> None:
        """Lock the file while it is open. Raises `DataBroken` if another program uses it."""
        db = self._db
        db.execute("PRAGMA locking_mode=EXCLUSIVE")
        tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type='table'")}
        if tables and "documents" not in tables:
            db.close()
            raise DataBroken(
                f"The data folder {self.folder} holds a {FILE} of another program: choose another folder with --data."
            )
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        db.execute(f"PRAGMA application_id={KIND}")
        db.executescript(f"BEGIN IMMEDIATE; {SCHEMA} COMMIT;")

    def documents(self) -> Iterator[Document]:
        """Yield every document. Its sheets are read when they are needed."""
        for name, meta in self._db.execute("SELECT id, meta FROM documents").fetchall():
            document = document_with_engine(name, json.loads(meta))
            document.leave_for_later(self._load)
            yield document

    def _load(self, document: Document) -> None:
        """Read the sheets of a document that has not read them yet."""
        with self._using:
            if document.load is None:
                return  # another thread has just read them
            rows = self._db.execute("SELECT sheet, meta FROM sheets WHERE document=?", (document.id,)).fetchall()
            sheets = {sheet_id: Sheet(json.loads(meta)) for sheet_id, meta in rows}
            query = "SELECT sheet, row, col, cell FROM cells WHERE document=?"
            cells = self._db.execute(query, (document.id,)).fetchall()
            for (sheet_id, row, column, _), value in zip(cells, values_of(cell for *_, cell in cells), strict=True):
                sheets[sheet_id].cells[(row, column)] = value
            document.sheets = sheets
            document.apply_locale()
            if any('"formulaValue"' in cell for *_, cell in cells):
                document.start_engine()
            document.load = None

    def save(self, document: Document, change: Change) -> None:
        """Store the changes of *document*. Raises 400, and stores nothing, if it would become too large."""
        with self._transaction() as db:
            written = self._save(db, document, change)
            self._require_size(db, document.id, written)
            self._require_room(db, str(document.meta["owner"]), written)

    def _require_room(self, db: sqlite3.Connection, owner: str, written: int) -> None:
        """Raise 400 if the documents of an owner take more than `MOST_OF_OWNER`. This is checked as rarely as the size
        of one.
        """
        key = f"all of {owner}"
        self._unchecked[key] = self._unchecked.get(key, 0) + written
        if self._unchecked[key] < TEXT_CHECKED:
            return
        self._unchecked[key] = 0
        (pages,), (of_bytes,) = db.execute("PRAGMA page_count").fetchone(), db.execute("PRAGMA page_size").fetchone()
        if pages * of_bytes <= MOST_OF_OWNER:
            return  # the file has no room for more
        documents = "(SELECT id FROM documents WHERE json_extract(meta, '$.owner')=?)"
        size = 0
        for table, column in (("cells", "cell"), ("sheets", "meta"), ("versions", "data")):
            query = f"SELECT coalesce(sum(length({column})), 0) FROM {table} WHERE document IN {documents}"  # noqa: S608
            size += db.execute(query, (owner,)).fetchone()[0]
        if size > MOST_OF_OWNER:
            self._unchecked[key] = TEXT_CHECKED
            raise invalid(
                f"The spreadsheets of {owner} take more than {MOST_OF_OWNER:,} characters to store, with their "
                "earlier versions. Delete some that are not needed."
            )

    def _require_size(self, db: sqlite3.Connection, document: str, written: int) -> None:
        """Raise 400 if a document takes more than `MOST_TEXT`. It is measured again after `TEXT_CHECKED` were
        *written*.
        """
        self._unchecked[document] = self._unchecked.get(document, 0) + written
        if self._unchecked[document] < TEXT_CHECKED:
            return
        sums = ("cells", "cell", "document"), ("sheets", "meta", "document"), ("documents", "meta", "id")
        size = 0
        for table, column, key in sums:
            query = f"SELECT coalesce(sum(length({column})), 0) FROM {table} WHERE {key}=?"  # noqa: S608 - fixed names
            size += db.execute(query, (document,)).fetchone()[0]
        if size > MOST_TEXT:
            raise _too_large()
        del self._unchecked[document]

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """Run one transaction, during which no document is read."""
        with self._using:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")

    def _save(self, db: sqlite3.Connection, document: Document, change: Change) -> int:
        """Store a change, and return the number of characters it took. Raises 400 as soon as they are too many."""
        name, metas, cells = document.id, list[str](), _Texts()
        if change.meta is not None:
            metas.append(text_of(document.meta))
            db.execute("INSERT OR REPLACE INTO documents VALUES (?, ?)", (name, metas[-1]))
        for sheet in change.removed:
            db.execute("DELETE FROM sheets WHERE document=? AND sheet=?", (name, sheet.id))
            db.execute("DELETE FROM cells WHERE document=? AND sheet=?", (name, sheet.id))
        standing = set(document.sheets.values())
        for sheet in {*change.properties, *change.added} & standing:
            metas.append(text_of(sheet.meta))
            db.execute("INSERT OR REPLACE INTO sheets VALUES (?, ?, ?)", (name, sheet.id, metas[-1]))
        kept, gone = [], []
        for sheet in change.added:
            if sheet in standing:
                kept += [(name, sheet.id, *place, cells.text_of(cell)) for place, cell in sheet.cells.items()]
        for sheet, places in change.cells.items():
            if sheet not in standing or sheet in change.added:
                continue
            for place in places:
                cell = sheet.cells.get(place)
                if cell is None:
                    gone.append((name, sheet.id, *place))
                else:
                    kept.append((name, sheet.id, *place, cells.text_of(cell)))
        _record_removals(db, change.lost)
        db.executemany("DELETE FROM cells WHERE document=? AND sheet=? AND row=? AND col=?", gone)
        db.executemany("INSERT OR REPLACE INTO cells VALUES (?, ?, ?, ?, ?)", kept)
        return sum(map(len, metas)) + cells.size

    def delete(self, name: str, lost: list[Removal]) -> None:
        """Delete a document, and record who has lost access to it."""
        self._unchecked.pop(name, None)
        with self._transaction() as db:
            for table, column in (
                *((each, "document") for each in ("cells", "sheets", "versions")),
                ("documents", "id"),
            ):
                db.execute(f"DELETE FROM {table} WHERE {column}=?", (name,))  # noqa: S608 - fixed names
            _record_removals(db, lost)

    def keep_version(self, document: str, sheet: int, name: str, data: bytes) -> None:
        """Store a version of a sheet. It replaces the oldest one if there are enough."""
        with self._transaction() as db:
            db.execute(
                "INSERT INTO versions (document, sheet, name, data) VALUES (?, ?, ?, ?)", (document, sheet, name, data)
            )
            newest = "SELECT number FROM versions WHERE document=? AND sheet=? ORDER BY number DESC LIMIT 1 OFFSET ?"
            last = db.execute(newest, (document, sheet, MOST_VERSIONS)).fetchone()
            if last is not None:
                db.execute("DELETE FROM versions WHERE document=? AND sheet=? AND number<=?", (document, sheet, *last))

    def versions(self, document: str, sheet: int) -> list[tuple[int, str]]:
        """Return the numbers and names of the versions of a sheet, the oldest first."""
        query = "SELECT number, name FROM versions WHERE document=? AND sheet=? ORDER BY number"
        return [(number, name) for number, name in self._db.execute(query, (document, sheet))]

    def version(self, document: str, sheet: int, number: int) -> bytes | None:
        """Return a version of a sheet in stored form; None if there is none with this number."""
        query = "SELECT data FROM versions WHERE document=? AND sheet=? AND number=?"
        row = self._db.execute(query, (document, sheet, number)).fetchone()
        return None if row is None else bytes(row[0])

    def removals(self, since: int, account: str) -> list[Removal]:
        """Return the documents to which *account* (or "", everybody) has lost access since the change *since*,
        included.
        """
        query = "SELECT change, document, account, time FROM removals WHERE change >= ? AND account IN (?, '')"
        return [Removal(*row) for row in self._db.execute(query, (since, account))]

    def last_removal(self) -> int:
        """Return the number of the last change that removed somebody's access; 0 if there is none."""
        return int(self._db.execute("SELECT coalesce(max(change), 0) FROM removals").fetchone()[0])

    def close(self) -> None:
        """Close the database."""
        self._db.close()


def _too_large() -> ApiError:
    return invalid(f"A spreadsheet can take at most {MOST_TEXT:,} characters to store here.")


class _Texts:
    """The cells of one change as texts, and the total *size* of these."""

    def __init__(self) -> None:
        self.size = 0

    def text_of(self, cell: Mapping[str, Any]) -> str:
        """Return a cell as text. Raises 400 once the texts are larger than any document may be."""
        text = text_of(cell)
        self.size += len(text)
        if self.size > MOST_TEXT:
            raise _too_large()
        return text


def _record_removals(db: sqlite3.Connection, lost: list[Removal]) -> None:
    rows = ((each.change, each.document, each.account, each.time) for each in lost)
    db.executemany("INSERT INTO removals VALUES (?, ?, ?, ?)", rows)


def _describe(folder: Path | None, error: Exception) -> str:
    """Return the message for a data folder that cannot be used."""
    if getattr(error, "sqlite_errorname", "") in ("SQLITE_BUSY", "SQLITE_LOCKED"):
        return f"Another server is using the data folder {folder}: stop it first, or choose another folder with --data."
    if isinstance(error, PermissionError) or getattr(error, "sqlite_errorname", "") == "SQLITE_READONLY":
        return f"The data folder {folder} is not writable ({error}): change its permissions, or choose another folder."
    return f"The data folder {folder} cannot be used: {error}. Choose another with --data."
