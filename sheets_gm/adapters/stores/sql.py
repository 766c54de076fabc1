"""The store: the journal and the records of all matches, in SQLite or PostgreSQL.

Laws: every call is one transaction, and what returned is on disk; an entry is written once and never changed; no
call's cost grows with the length of a match. The file holds the seeds of the dice: only its owner may read it.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError
from sqlalchemy.pool import StaticPool

from sheets_gm.adapters.extras import how_to_get
from sheets_gm.gm.ports.store import Conflict, NoSuchMatch
from sheets_gm.gm.record.record import Record
from sheets_gm.kernel.journal import Entry

SCHEMA = 2

_tables = sa.MetaData()
_schema = sa.Table("sheets_gm_schema", _tables, sa.Column("version", sa.Integer, primary_key=True))
_matches = sa.Table(
    "matches",
    _tables,
    sa.Column("match", sa.String(200), primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("record", sa.LargeBinary, nullable=False),
    sa.Column("owner", sa.String(200)),
    sa.Column("claimed", sa.Float),
    sa.Column("polled", sa.Float),
    sa.Column("pause", sa.Float),
)
_entries = sa.Table(
    "entries",
    _tables,
    sa.Column("match", sa.String(200), sa.ForeignKey("matches.match"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(40), nullable=False),
    sa.Column("entry", sa.LargeBinary, nullable=False),
)

_calls = sa.Table(
    "calls",
    _tables,
    sa.Column("match", sa.String(200), primary_key=True),
    sa.Column("minute", sa.Integer, primary_key=True),
    sa.Column("reads", sa.Integer, nullable=False),
    sa.Column("writes", sa.Integer, nullable=False),
)

HOUR = 60
"""Minutes for which calls are kept."""

PAGE = 50
"""Entries that are fetched at a time."""


class StoreBroken(Exception):
    """The store cannot be used; the message says why and what to do."""


class DatabaseStore:
    """The `Store` port on a database."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def _reading(self) -> sa.Connection:
        return self._engine.connect().execution_options(reading=True)

    def create(self, record: Record, first: Entry) -> None:
        """A new match with its founding entry. `Conflict` if the name is taken."""
        match = record.charter.match
        try:
            with self._engine.begin() as db:
                db.execute(_matches.insert().values(match=match, version=record.version, record=_packed(record)))
                db.execute(_entries.insert().values(_row(match, first)))
        except IntegrityError as error:
            raise Conflict(f"there is already a match called {match}") from error

    def names(self) -> tuple[str, ...]:
        """All matches, sorted."""
        with self._reading() as db:
            return tuple(db.execute(sa.select(_matches.c.match).order_by(_matches.c.match)).scalars())

    def record(self, match: str) -> Record:
        """The record of *match*. `NoSuchMatch`."""
        with self._reading() as db:
            row = db.execute(sa.select(_matches.c.record, _matches.c.version).where(_matches.c.match == match)).first()
        if row is None:
            raise NoSuchMatch(f"There is no match called {match!r}. There are: {', '.join(self.names()) or 'none'}.")
        return _record(row.record, row.version)

    def save(self, record: Record) -> Record:
        """Replace the record; `Conflict` if another process has saved it since *record* was read."""
        with self._engine.begin() as db:
            return self._replace(db, record)

    def last(self, match: str) -> Entry:
        """The newest entry."""
        newest = sa.select(_entries.c.entry).where(_entries.c.match == match).order_by(_entries.c.number.desc())
        with self._reading() as db:
            packed = db.execute(newest.limit(1)).scalar()
        if packed is None:
            raise NoSuchMatch(f"There is no match called {match!r}.")
        return _entry(packed)

    def last_number(self, match: str) -> int:
        """The number of the newest entry."""
        with self._reading() as db:
            number = db.execute(sa.select(sa.func.max(_entries.c.number)).where(_entries.c.match == match)).scalar()
        if number is None:
            raise NoSuchMatch(f"There is no match called {match!r}.")
        return int(number)

    def entries(self, match: str, first: int = 0) -> Iterator[Entry]:
        """Entries from *first* on, a page at a time, so that no reader holds up a writer."""
        while True:
            page = (
                sa.select(_entries.c.entry)
                .where(_entries.c.match == match, _entries.c.number >= first)
                .order_by(_entries.c.number)
                .limit(PAGE)
            )
            with self._reading() as db:
                found = list(db.execute(page).scalars())
            for packed in found:
                yield _entry(packed)
            if len(found) < PAGE:
                return
            first += PAGE

    def append(self, match: str, entry: Entry, record: Record) -> Record:
        """Add *entry* and save *record*, together. `Conflict` if either was done by another process."""
        try:
            with self._engine.begin() as db:
                db.execute(_entries.insert().values(_row(match, entry)))
                return self._replace(db, record)
        except IntegrityError as error:
            raise Conflict(f"entry {entry.number} of {match} is already written") from error

    def claim(self, match: str, owner: str, now: float, stale: float) -> bool:
        """Take the match for *owner*, from nobody or from a claim older than *stale* seconds."""
        free = sa.or_(_matches.c.owner.is_(None), _matches.c.owner == owner, _matches.c.claimed < now - stale)
        take = _matches.update().where(_matches.c.match == match, free).values(owner=owner, claimed=now)
        with self._engine.begin() as db:
            return db.execute(take).rowcount == 1

    def release(self, match: str, owner: str) -> None:
        """Give the claim back, if it is still *owner*'s."""
        own = sa.and_(_matches.c.match == match, _matches.c.owner == owner)
        with self._engine.begin() as db:
            db.execute(_matches.update().where(own).values(owner=None, claimed=None))

    def mark(self, match: str, now: float) -> tuple[float, float]:
        """Note a poll at *now*; the poll before it, and the pause before that one (0 where there was none)."""
        row = _matches.c.match == match
        with self._engine.begin() as db:
            held = db.execute(sa.select(_matches.c.polled, _matches.c.pause).where(row)).first()
            before = now if held is None or held.polled is None else held.polled
            db.execute(_matches.update().where(row).values(polled=now, pause=now - before))
        return before, (held.pause or 0.0) if held else 0.0

    def claims(self) -> Mapping[str, str]:
        """The matches that are claimed now, and by whom."""
        with self._reading() as db:
            rows = db.execute(sa.select(_matches.c.match, _matches.c.owner).where(_matches.c.owner.is_not(None)))
            return {row.match: row.owner for row in rows}

    def note_calls(self, minute: int, taken: Mapping[str, tuple[int, int]]) -> None:
        """Add reads and writes of matches to those of *minute*, and drop what is older than an hour."""
        with self._engine.begin() as db:
            db.execute(_calls.delete().where(_calls.c.minute < minute - HOUR))
            for match, (reads, writes) in taken.items():
                row = sa.and_(_calls.c.match == match, _calls.c.minute == minute)
                more = {"reads": _calls.c.reads + reads, "writes": _calls.c.writes + writes}
                if not db.execute(_calls.update().where(row).values(more)).rowcount:
                    db.execute(_calls.insert().values(match=match, minute=minute, reads=reads, writes=writes))

    def calls(self, since: int) -> Mapping[str, tuple[int, int]]:
        """Reads and writes of each match from the minute *since* on."""
        sums = sa.func.sum(_calls.c.reads), sa.func.sum(_calls.c.writes)
        found = sa.select(_calls.c.match, *sums).where(_calls.c.minute >= since).group_by(_calls.c.match)
        with self._reading() as db:
            return {match: (int(reads), int(writes)) for match, reads, writes in db.execute(found)}

    def forget(self, match: str) -> None:
        """Remove the record of *match*, its journal and its calls, together and for good."""
        with self._engine.begin() as db:
            for table in (_calls, _entries, _matches):
                db.execute(table.delete().where(table.c.match == match))

    def close(self) -> None:
        """Give all connections back."""
        self._engine.dispose()

    def _replace(self, db: sa.Connection, record: Record) -> Record:
        new = record.but(version=record.version + 1)
        match = record.charter.match
        held = sa.and_(_matches.c.match == match, _matches.c.version == record.version)
        if not db.execute(_matches.update().where(held).values(version=new.version, record=_packed(new))).rowcount:
            raise Conflict(f"the record of {match} has changed since it was read")
        return new


def open_store(where: str | Path) -> DatabaseStore:
    """The store at a path (SQLite), at ":memory:", or at a database URL; made if there is none yet. StoreBroken."""
    try:
        engine = _engine(str(where))
        with engine.begin() as db:
            _check(db, where)
    except (OperationalError, DBAPIError) as error:
        raise StoreBroken(
            f"The store {_told(where)} cannot be used: {error.orig}. If the file is damaged, put back a copy of it, "
            "or move it away to begin anew."
        ) from error
    return DatabaseStore(engine)


def _told(where: str | Path) -> str:
    """A store's address as it may be shown: without its password."""
    return re.sub(r"(?<=://)([^/@:]*):[^/]*@", r"\1:***@", str(where))


def _engine(where: str) -> sa.Engine:
    if "://" in where:
        return _of_a_server(where)
    options: dict[str, Any] = {"connect_args": {"check_same_thread": False, "timeout": 30}}
    if where == ":memory:":
        engine = sa.create_engine("sqlite://", poolclass=StaticPool, **options)
    else:
        path = Path(where)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600, exist_ok=True)
        engine = sa.create_engine(f"sqlite:///{path}", **options)
    sa.event.listen(engine, "connect", _prepare)
    sa.event.listen(engine, "begin", _begin)
    return engine


def _of_a_server(where: str) -> sa.Engine:
    try:
        return sa.create_engine(where.replace("postgresql://", "postgresql+psycopg://", 1), pool_pre_ping=True)
    except (sa.exc.ArgumentError, ModuleNotFoundError, ValueError) as error:
        if isinstance(error, ModuleNotFoundError) and where.startswith("postgresql:"):
            raise StoreBroken(f"{_told(where)}: no driver for this database: {how_to_get('postgres')}") from error
        raise StoreBroken(
            f"The store {_told(where)} is neither a file nor postgresql://HOST/NAME: name one."
        ) from error


def _prepare(connection: Any, _record: Any) -> None:
    # the driver's own transactions are off: SQLAlchemy's "begin" opens one that may write, so that two writers wait
    # for each other at their beginning and never fail in their middle
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(db: sa.Connection) -> None:
    reading = db.get_execution_options().get("reading", False)
    db.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")


def _check(db: sa.Connection, where: str | Path) -> None:
    there = set(sa.inspect(db).get_table_names())
    if there and "sheets_gm_schema" not in there:
        raise StoreBroken(f"{_told(where)} is a database of something else: name another file as the store.")
    _tables.create_all(db)
    version = db.execute(sa.select(_schema.c.version)).scalar()
    if version is None:
        db.execute(_schema.insert().values(version=SCHEMA))
    elif version == 1:
        for column in ("polled", "pause"):
            db.execute(sa.text(f"ALTER TABLE matches ADD COLUMN {column} FLOAT"))
        db.execute(_schema.update().values(version=SCHEMA))
    elif version != SCHEMA:
        told = f"{_told(where)} was written by another version of sheets-gm (schema {version})"
        raise StoreBroken(f"{told}: upgrade this one.")


def _row(match: str, entry: Entry) -> dict[str, Any]:
    packed = zlib.compress(entry.model_dump_json().encode(), 1)
    return {"match": match, "number": entry.number, "kind": entry.kind, "entry": packed}


def _packed(record: Record) -> bytes:
    return record.model_dump_json().encode()


def _record(packed: bytes, version: int) -> Record:
    try:
        return Record.model_validate_json(packed).but(version=version)
    except ValueError as error:
        raise StoreBroken(f"The store holds a record that cannot be read: {error}") from error


def _entry(packed: bytes) -> Entry:
    try:
        return Entry.model_validate_json(zlib.decompress(packed))
    except (ValueError, zlib.error) as error:
        raise StoreBroken(f"The store holds an entry that cannot be read: {error}") from error
