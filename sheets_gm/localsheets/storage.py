"""Where documents are kept: SQLite, a row a cell, so that a write costs what it changes and not what a document holds.

Law: what was answered is on disk. All that one request changed is one transaction.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sheets_gm.localsheets.document import Change, Document, Sheet

SCHEMA = """
CREATE TABLE IF NOT EXISTS documents (id TEXT PRIMARY KEY, meta TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS sheets (document TEXT, sheet INTEGER, meta TEXT NOT NULL, PRIMARY KEY (document, sheet));
CREATE TABLE IF NOT EXISTS cells (
    document TEXT, sheet INTEGER, row INTEGER, col INTEGER, cell TEXT NOT NULL,
    PRIMARY KEY (document, sheet, row, col)
) WITHOUT ROWID;
"""


class DataBroken(Exception):
    """The data folder cannot be used; the message says why."""


class Storage:
    """The documents of one data folder, or of memory only (*folder* is None)."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        try:
            if folder is not None:
                folder.mkdir(parents=True, exist_ok=True)
                path = folder / "sheets.db"
                path.touch(mode=0o600, exist_ok=True)
            where = ":memory:" if folder is None else str(folder / "sheets.db")
            self._db = sqlite3.connect(where, check_same_thread=False, isolation_level=None, timeout=10)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")
            self._db.executescript(SCHEMA)
        except (OSError, sqlite3.DatabaseError) as error:
            raise DataBroken(f"The data folder {folder} cannot be used: {error}") from error

    def documents(self) -> Iterator[Document]:
        """Every document, whole."""
        for name, meta in self._db.execute("SELECT id, meta FROM documents").fetchall():
            document = Document(name, json.loads(meta))
            for sheet_id, sheet_meta in self._db.execute("SELECT sheet, meta FROM sheets WHERE document=?", (name,)):
                document.sheets[sheet_id] = Sheet(json.loads(sheet_meta))
            cells = self._db.execute("SELECT sheet, row, col, cell FROM cells WHERE document=?", (name,))
            for sheet_id, row, column, cell in cells:
                document.sheets[sheet_id].cells[(row, column)] = json.loads(cell)
            yield document

    def save(self, document: Document, change: Change) -> None:
        """Write what *change* changed in *document*."""
        db = self._db
        db.execute("BEGIN IMMEDIATE")
        try:
            self._save(db, document, change)
        except BaseException:
            db.execute("ROLLBACK")
            raise
        db.execute("COMMIT")

    def _save(self, db: sqlite3.Connection, document: Document, change: Change) -> None:
        name = document.id
        if change.meta is not None:
            db.execute("INSERT OR REPLACE INTO documents VALUES (?, ?)", (name, _text(document.meta)))
        for sheet in change.removed:
            db.execute("DELETE FROM sheets WHERE document=? AND sheet=?", (name, sheet.id))
            db.execute("DELETE FROM cells WHERE document=? AND sheet=?", (name, sheet.id))
        standing = set(document.sheets.values())
        for sheet in {*change.properties, *change.added} & standing:
            db.execute("INSERT OR REPLACE INTO sheets VALUES (?, ?, ?)", (name, sheet.id, _text(sheet.meta)))
        kept, gone = [], []
        for sheet in change.added:
            if sheet in standing:
                kept += [(name, sheet.id, *place, _text(cell)) for place, cell in sheet.cells.items()]
        for sheet, places in change.cells.items():
            if sheet not in standing or sheet in change.added:
                continue
            for place in places:
                cell = sheet.cells.get(place)
                if cell is None:
                    gone.append((name, sheet.id, *place))
                else:
                    kept.append((name, sheet.id, *place, _text(cell)))
        db.executemany("DELETE FROM cells WHERE document=? AND sheet=? AND row=? AND col=?", gone)
        db.executemany("INSERT OR REPLACE INTO cells VALUES (?, ?, ?, ?, ?)", kept)

    def delete(self, name: str) -> None:
        """Forget a document."""
        with self._db:
            for table, column in (("cells", "document"), ("sheets", "document"), ("documents", "id")):
                self._db.execute(f"DELETE FROM {table} WHERE {column}=?", (name,))  # noqa: S608 - names of ours

    def close(self) -> None:
        """Give the file back."""
        self._db.close()


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
