"""The tables of the database store, and how a database is opened.

The SQLite file holds the seeds of the dice, so only its owner may read it.
"""

from __future__ import annotations

import re
import sqlite3
import time
import zlib
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.pool import StaticPool

from sheets_gm.adapters.files.system_errors import system_cause
from sheets_gm.adapters.installation.optional_dependencies import how_to_get
from sheets_gm.adapters.stores.database.same_file import SameFile
from sheets_gm.adapters.stores.errors import StoreBroken

SCHEMA = 3

LOCKED_SECONDS = 30
"""How long a call waits while another process writes to the same SQLite file."""

LOCKED = ("SQLITE_BUSY", "SQLITE_LOCKED")
"""The start of the names of SQLite's errors if another process has locked the file."""

tables = sa.MetaData()
schema = sa.Table("sheets_gm_schema", tables, sa.Column("version", sa.Integer, primary_key=True))
matches = sa.Table(
    "matches",
    tables,
    sa.Column("match", sa.String(200), primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("record", sa.LargeBinary, nullable=False),
    sa.Column("owner", sa.String(200)),
    sa.Column("claimed", sa.Float),
    sa.Column("polled", sa.Float),
    sa.Column("pause", sa.Float),
)
entries = sa.Table(
    "entries",
    tables,
    sa.Column("match", sa.String(200), sa.ForeignKey("matches.match"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(40), nullable=False),
    sa.Column("entry", sa.LargeBinary, nullable=False),
)

calls = sa.Table(
    "calls",
    tables,
    sa.Column("match", sa.String(200), primary_key=True),
    sa.Column("minute", sa.Integer, primary_key=True),
    sa.Column("reads", sa.Integer, nullable=False),
    sa.Column("writes", sa.Integer, nullable=False),
)

parts = sa.Table(
    "parts",
    tables,
    sa.Column("match", sa.String(200), primary_key=True),
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("part", sa.LargeBinary, nullable=False),
)

syncs = sa.Table(
    "syncs",
    tables,
    sa.Column("owner", sa.String(200), primary_key=True),
    sa.Column("seen", sa.Float, nullable=False),
    sa.Column("demand", sa.Text, nullable=False),
)

quota_calls = sa.Table(
    "quota_calls",
    tables,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("bucket", sa.String(300), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("name", sa.String(200), nullable=False),
    sa.Index("quota_calls_by_time", "bucket", "at"),
)


def shown_address(where: str | Path) -> str:
    """Return a store's address without its password."""
    return re.sub(r"(?<=://)([^/@:]*):[^/]*@", r"\1:***@", str(where))


def engine_for(where: str) -> sa.Engine:
    """Return an engine for a path (SQLite), ":memory:" or a database URL. Raises `StoreBroken`."""
    if "://" in where:
        return _server_engine(where)
    options: dict[str, Any] = {
        "connect_args": {"check_same_thread": False, "timeout": LOCKED_SECONDS},
        "hide_parameters": True,
    }
    if where == ":memory:":
        engine = sa.create_engine("sqlite://", poolclass=StaticPool, **options)
    else:
        path = Path(where)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(mode=0o600, exist_ok=True)
        except OSError as error:
            raise StoreBroken(f"The store {path} cannot be used: {system_cause(error)}.") from error
        engine = sa.create_engine(f"sqlite:///{path}", **options)
        same_file = SameFile(path)
        engine = engine.execution_options(same_file=same_file)
        sa.event.listen(engine, "connect", same_file.connected)
        sa.event.listen(engine, "checkout", same_file.taken)
    sa.event.listen(engine, "connect", _prepare)
    sa.event.listen(engine, "begin", _begin)
    return engine


def _server_engine(where: str) -> sa.Engine:
    try:
        return sa.create_engine(
            where.replace("postgresql://", "postgresql+psycopg://", 1), pool_pre_ping=True, hide_parameters=True
        )
    except (sa.exc.ArgumentError, ModuleNotFoundError, ValueError) as error:
        if isinstance(error, ModuleNotFoundError) and where.startswith("postgresql:"):
            raise StoreBroken(
                f"{shown_address(where)}: no driver for this database: {how_to_get('postgres')}"
            ) from error
        raise StoreBroken(f"The store {shown_address(where)} is neither a file nor postgresql://HOST/NAME.") from error


def _prepare(connection: Any, _record: Any) -> None:
    # the driver's own transactions are off: SQLAlchemy's "begin" opens one that may write, so that a second writer
    # waits at its beginning and never fails in the middle
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("synchronous=FULL", "foreign_keys=ON", f"busy_timeout={1000 * LOCKED_SECONDS}"):
        cursor.execute(f"PRAGMA {pragma}")
    _write_ahead(cursor)
    cursor.close()


def _write_ahead(cursor: Any) -> None:
    """Switch to a write-ahead log.

    While another process does the same with a new file, SQLite refuses this at once, despite the timeout.
    """
    end = time.monotonic() + LOCKED_SECONDS
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if not error.sqlite_errorname.startswith(LOCKED) or time.monotonic() > end:
                raise
            time.sleep(0.02)
        else:
            return


def _begin(db: sa.Connection) -> None:
    if not db.get_execution_options().get("reading", False):  # a reader needs no transaction: it reads one thing
        db.exec_driver_sql("BEGIN IMMEDIATE")


def lock_until_committed(db: sa.Connection, name: str) -> None:
    """Wait until no other process holds the lock *name*, and hold it until the end of the transaction.

    In SQLite a transaction that may write waits for the others anyway.
    """
    if db.dialect.name == "postgresql":
        db.execute(sa.select(sa.func.pg_advisory_xact_lock(zlib.crc32(name.encode()))))


def prepare(db: sa.Connection, where: str | Path) -> None:
    """Create the tables, or upgrade them to the current schema. Raises `StoreBroken`."""
    lock_until_committed(db, "sheets_gm_schema")
    names = set(sa.inspect(db).get_table_names())
    if names and "sheets_gm_schema" not in names:
        raise StoreBroken(f"{shown_address(where)} belongs to another program: name another file as the store.")
    tables.create_all(db)
    version = db.execute(sa.select(schema.c.version)).scalar()
    if version is None:
        db.execute(schema.insert().values(version=SCHEMA))
    elif version in (1, 2):
        for column in ("polled", "pause") if version == 1 else ():
            db.execute(sa.text(f"ALTER TABLE matches ADD COLUMN {column} FLOAT"))
        # the records of these versions have no parts: they get them when they are saved
        db.execute(schema.update().values(version=SCHEMA))
    elif version != SCHEMA:
        raise StoreBroken(
            f"{shown_address(where)} was written by another version of sheets-gm (schema {version}): upgrade this one, "
            "or restore the backup that was made before the upgrade."
        )
