"""The store in a database: the journals and records of all matches, in SQLite or PostgreSQL.

Every call is one transaction, and is on disk when it returns. An entry is written once and never changed. The cost of a
call does not grow with the length of a match. A record is stored in parts (`record_parts`); a save writes only the new
ones.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Collection, Iterator, Mapping, Set
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa
from pyrate_limiter import Rate
from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, InternalError, OperationalError

from sheets_gm.adapters.stores.database import schema, statements
from sheets_gm.adapters.stores.database.direct import Cursor, Direct
from sheets_gm.adapters.stores.database.opening_errors import RESTORE, cannot_open, is_damaged, now_broken, now_failing
from sheets_gm.adapters.stores.database.same_file import SameFile
from sheets_gm.adapters.stores.database.schema import calls, engine_for, entries, matches, prepare
from sheets_gm.adapters.stores.database.shared_quota import SharedBucket
from sheets_gm.adapters.stores.database.sync_registry import DatabaseSyncRegistry
from sheets_gm.adapters.stores.errors import StoreBroken
from sheets_gm.adapters.stores.record_parts import PartCache, Split, Splitter, joined
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.poll.schedule.sync_group import TIMEOUT
from sheets_gm.gm.ports.store import Conflict, Glance, Look, NoSuchMatch, StoreDown, look_of_polls, marked_pause
from sheets_gm.kernel.match.journal import Entry
from sheets_gm.kernel.model import as_ordered

HOUR = 60
"""Minutes for which calls are kept."""

TRIES = 8
"""How often the program tries to read a record while another process saves it."""

MOST_NAMES = 500
"""The most matches in one statement."""


class _Written(NamedTuple):
    """A record with its new version, and its stored form."""

    record: Record
    made: Split
    packed: bytes


class DatabaseStore:
    """The `Store` port on a database."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._reader = engine.execution_options(reading=True)
        self._direct = Direct(engine)
        self._parts = PartCache()
        self._splitter = Splitter()
        self._records: dict[str, tuple[bytes, Record]] = {}
        self._versions: Mapping[str, int] = {}
        self._file: SameFile | None = engine.get_execution_options().get("same_file")

    @contextmanager
    def _reading(self) -> Iterator[sa.Connection]:
        """Yield a connection for single reads. Raises `StoreDown`, or `StoreBroken` if the stored data are damaged."""
        with self._reader.connect() as db:
            try:
                yield db
            except (ValueError, TypeError, zlib.error) as error:
                raise now_broken(error) from error

    def is_replaced(self) -> bool:
        """Return whether another file has replaced the store's since the last call. It is upgraded if necessary.

        Raises `StoreDown`, or `StoreBroken` if the file is damaged or another one was copied over it.
        """
        if self._file is None:
            return False
        if not self._file.is_replaced():
            self._file.check_content(self._engine, self._versions)
            return False
        self._engine.dispose()
        self._file.begin_again()
        self._records.clear()
        self._versions = {}
        with self._engine.begin() as db:
            prepare(db, str(self._engine.url.database))
        return True

    def check(self) -> str:
        """Return what is wrong with the file; "" if nothing is. Raises `StoreBroken`; `StoreDown` if it is read-only.

        A database server checks its own files.
        """
        self.release("", "")  # changes no row, and fails where nobody may write
        if self._engine.dialect.name != "sqlite":
            return ""
        with self._reading() as db:
            answer = str(db.execute(sa.text("PRAGMA quick_check(1)")).scalar())
        return "" if answer == "ok" else f"{' '.join(answer.split())[:200]}. {RESTORE}"

    def create(self, record: Record, first: Entry) -> None:
        """Add a match with its first entry. Raises `Conflict` if the name exists."""
        match = record.charter.match
        try:
            with self._direct.writing() as db:
                split_record = self._splitter.split(record)
                row = {"of_match": match, "new_version": record.version, "packed": _packed(split_record)}
                db.execute(statements.ADD_MATCH, row)
                db.execute(statements.ADD_ENTRY, _row(match, first))
                _write_parts(db, match, split_record, frozenset())
        except IntegrityError as error:
            raise Conflict(f"a match called {match} exists already") from error

    def names(self) -> tuple[str, ...]:
        """Return the names of all matches, sorted."""
        with self._reading() as db:
            return tuple(db.execute(sa.select(matches.c.match).order_by(matches.c.match)).scalars())

    def record(self, match: str) -> Record:
        """Return the record of *match*. Raises `NoSuchMatch`."""
        for _ in range(TRIES):
            with self._direct.reading() as db:
                row = db.execute(statements.RECORD, {"of_match": match}).fetchone()
            if row is None:
                break
            stored, version = row
            packed, record = self._records.get(match, (b"", None))
            if record is None or packed != stored:
                try:
                    record = self._joined(match, stored)
                except KeyError:
                    continue  # it was saved between the two reads
                self._records[match] = (stored, record)
            return record if record.version == version else record.but(version=version)
        else:
            raise StoreBroken(f"Parts of the record of {match} are missing. {RESTORE}")
        raise NoSuchMatch(f"There is no match called {match!r}. There are: {', '.join(self.names()) or 'none'}.")

    def _joined(self, match: str, packed: bytes) -> Record:
        """Return the record of a match. Raises KeyError if a part is missing, `StoreBroken` if it cannot be read."""

        def fetch(wanted: tuple[str, ...]) -> Mapping[str, str]:
            table = schema.parts
            chosen = sa.select(table.c.digest, table.c.part).where(table.c.match == match, table.c.digest.in_(wanted))
            with self._reading() as db:
                return {row.digest: zlib.decompress(row.part).decode() for row in db.execute(chosen)}

        try:
            head = json.loads(packed)
            return joined(head, self._parts.complete(match, head, fetch))
        except (ValueError, TypeError, AttributeError, zlib.error) as error:
            raise StoreBroken(f"The record of {match} cannot be read ({type(error).__name__}). {RESTORE}") from error

    def save(self, record: Record) -> Record:
        """Replace the record. Raises `Conflict` if another process has saved it since *record* was read."""
        with self._direct.writing() as db:
            written = self._replace(db, record)
        return self._kept(written)

    def last(self, match: str) -> Entry:
        """Return the newest entry."""
        with self._direct.reading() as db:
            row = db.execute(statements.NEWEST, {"of_match": match}).fetchone()
        if row is None:
            raise NoSuchMatch(f"There is no match called {match!r}.")
        return _entry(row[0])

    def last_number(self, match: str) -> int:
        """Return the number of the newest entry."""
        with self._direct.reading() as db:
            (number,) = db.execute(statements.LAST_NUMBER, {"of_match": match}).fetchone() or (None,)
        if number is None:
            raise NoSuchMatch(f"There is no match called {match!r}.")
        return int(number)

    def entries(self, match: str, first: int = 0) -> Iterator[Entry]:
        """Yield the entries from *first* on, a page at a time, so that readers do not delay writers."""
        while True:
            with self._direct.reading() as db:
                rows = db.execute(statements.ENTRIES, {"of_match": match, "first": first}).fetchall()
            for (packed,) in rows:
                yield _entry(packed)
            if len(rows) < statements.PAGE:
                return
            first += statements.PAGE

    def append(self, match: str, entry: Entry, record: Record) -> Record:
        """Add *entry* and save *record*, together. Raises `Conflict` if another process did either."""
        try:
            with self._direct.writing() as db:
                db.execute(statements.ADD_ENTRY, _row(match, entry))
                written = self._replace(db, record)
        except IntegrityError as error:
            raise Conflict(f"entry {entry.number} of {match} is already written") from error
        return self._kept(written)

    def claim(self, match: str, owner: str, now: float, stale: float, version: int | None = None) -> bool:
        """Claim the match for *owner*, unless another owner's claim is younger than *stale* seconds.

        With *version*, the record must still have this version. A claim from the future counts as old, because the
        clock was set back since it was made.
        """
        values = {"of_match": match, "by": owner, "now": now, "stale": now - stale, "ahead": now + stale}
        statement = statements.CLAIM if version is None else statements.CLAIM_VERSION
        with self._direct.writing() as db:
            return db.execute(statement, values if version is None else {**values, "at": version}).rowcount == 1

    def release(self, match: str, owner: str) -> None:
        """Release the claim, if it still belongs to *owner*."""
        with self._direct.writing() as db:
            db.execute(statements.RELEASE, {"of_match": match, "by": owner})

    def mark(self, match: str, now: float) -> tuple[float, float]:
        """Note a poll at *now*. Return the time of the poll before it, and the pause before that one (0 if none)."""
        with self._direct.writing() as db:
            polled, pause = db.execute(statements.POLLED, {"of_match": match}).fetchone() or (None, None)
            before = now if polled is None else polled
            since = marked_pause(max(0.0, now - before), pause)
            db.execute(statements.MARK, {"of_match": match, "now": now, "since": since})
        return before, abs(pause or 0.0)

    def look(self, match: str) -> Look:
        """Return when a sync last looked at *match*. A running sync sends heartbeats, even while it only watches."""
        with self._reading() as db:
            polled, pause = db.execute(statements.POLLED, {"of_match": match}).one_or_none() or (None, None)
        beats = [each.seen for each in self.sync_registry.syncs().values()]
        beat = max(beats, default=0.0)
        return Look(max(beat, polled or 0.0)) if beat >= (polled or 0.0) - TIMEOUT else look_of_polls(polled, pause)

    def glances(self) -> Mapping[str, Glance]:
        """Return a summary of each match. A match with a pause was noted by a poll, and is not watched."""
        wanted = sa.select(matches.c.match, matches.c.version, matches.c.polled, matches.c.pause)
        with self._reading() as db:
            rows = db.execute(wanted.order_by(matches.c.match)).all()
        self._versions = {row.match: row.version for row in rows}
        return {row.match: Glance(row.version, (row.polled or 0.0) if row.pause is None else 0.0) for row in rows}

    def note_watched(self, watched: Collection[str], now: float) -> None:
        """Note that quiet matches are watched until *now*."""
        names = list(watched)
        with self._engine.begin() as db:
            for first in range(0, len(names), MOST_NAMES):
                some = matches.c.match.in_(names[first : first + MOST_NAMES])
                db.execute(matches.update().where(some).values(polled=now, pause=None))

    @property
    def sync_registry(self) -> DatabaseSyncRegistry:
        """The registry of the syncs on this database."""
        return DatabaseSyncRegistry(self._engine)

    def bucket(self, name: str, rate: Rate) -> SharedBucket:
        """Return the bucket for the calls called *name*, which all processes on this database count together."""
        return SharedBucket(self._engine, name, [rate])

    def claims(self) -> Mapping[str, str]:
        """Return the owners of claimed matches, by match."""
        with self._reading() as db:
            rows = db.execute(sa.select(matches.c.match, matches.c.owner).where(matches.c.owner.is_not(None)))
            return {row.match: row.owner for row in rows}

    def note_calls(self, minute: int, counts: Mapping[str, tuple[int, int]]) -> None:
        """Add reads and writes of matches to those of *minute*, and delete counts older than an hour.

        Counts from the future are deleted too, because the clock was set back since.
        """
        with self._engine.begin() as db:
            gone = sa.or_(calls.c.minute < minute - HOUR, calls.c.minute > minute + HOUR)
            db.execute(calls.delete().where(gone))
            # in one order, so that no two processes wait for each other
            for match, (reads, writes) in sorted(counts.items()):
                values = {"of_match": match, "at": minute, "reads": reads, "writes": writes}
                db.execute(statements.NOTE_CALLS, values)

    def calls(self, since: int) -> Mapping[str, tuple[int, int]]:
        """Return the reads and writes of each match from the minute *since* on."""
        sums = sa.func.sum(calls.c.reads), sa.func.sum(calls.c.writes)
        query = sa.select(calls.c.match, *sums).where(calls.c.minute >= since).group_by(calls.c.match)
        with self._reading() as db:
            return {match: (int(reads), int(writes)) for match, reads, writes in db.execute(query)}

    def forget(self, match: str) -> None:
        """Delete the record of *match*, its journal and its calls, in one transaction."""
        with self._engine.begin() as db:
            for table in (calls, schema.parts, entries, matches):
                db.execute(table.delete().where(table.c.match == match))
        self._parts.forget(match)
        self._splitter.forget(match)
        self._records.pop(match, None)

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    def _replace(self, db: Cursor, record: Record) -> _Written:
        new = record.but(version=record.version + 1)
        match, split_record = record.charter.match, self._splitter.split(new)
        written = _Written(new, split_record, _packed(split_record))
        versions = {"read_version": record.version, "new_version": new.version}
        if not db.execute(statements.REPLACE, {"of_match": match, "packed": written.packed, **versions}).rowcount:
            raise Conflict(f"the record of {match} has changed since it was read")
        stored = self._parts.stored(match, record.version)
        if stored is None:
            stored = {digest for (digest,) in db.execute(statements.PARTS, {"of_match": match}).fetchall()}
        _write_parts(db, match, split_record, stored)
        return written

    def _kept(self, written: _Written) -> Record:
        """Keep a stored record in memory, so that this process need not parse it when it reads it again."""
        record = written.record
        match = record.charter.match
        self._parts.keep(match, written.made.parts, record.version)
        self._records[match] = (written.packed, record)
        return record


def open_store(where: str | Path) -> DatabaseStore:
    """Return the store at a path (SQLite), ":memory:" or a database URL.

    Creates it if necessary. Raises `StoreBroken`.
    """
    engine = engine_for(str(where))
    try:
        with engine.begin() as db:
            prepare(db, where)
    except BaseException as error:
        engine.dispose()
        if isinstance(error, DBAPIError):
            raise cannot_open(where, error.orig or error) from error
        raise
    return store_in(engine)


def store_in(engine: sa.Engine) -> DatabaseStore:
    """Return the store in a database that has the current tables."""
    sa.event.listen(engine, "handle_error", _report)
    return DatabaseStore(engine)


def _report(context: sa.engine.ExceptionContext) -> None:
    """Raise `StoreDown` for a temporary error: the database is unreachable or read-only, or its disk is full.

    Raise `StoreBroken` for any other error.
    """
    cause, shown = context.original_exception, context.sqlalchemy_exception
    passing = isinstance(shown, OperationalError | InterfaceError | InternalError) and not is_damaged(cause)
    if context.is_disconnect or passing:
        raise StoreDown(now_failing(cause)) from cause
    if isinstance(shown, DBAPIError) and not isinstance(shown, IntegrityError):
        raise now_broken(cause) from cause


def _row(match: str, entry: Entry) -> dict[str, Any]:
    packed = zlib.compress(entry.stored(), 1)
    return {"match": match, "number": entry.number, "kind": entry.kind, "entry": packed}


def _packed(split_record: Split) -> bytes:
    return as_ordered(split_record.head)


def _write_parts(db: Cursor, match: str, split_record: Split, stored: Set[str]) -> None:
    """Write the parts of a record that are not *stored* yet, and delete those that it no longer has."""
    for digest, text in split_record.parts.items():
        if digest not in stored:
            row = {"match": match, "digest": digest, "part": zlib.compress(text.encode(), 1)}
            db.execute(statements.ADD_PART, row)
    for digest in stored - split_record.parts.keys():
        db.execute(statements.DROP_PART, {"of_match": match, "of_digest": digest})


def _entry(packed: bytes) -> Entry:
    try:
        return Entry.model_validate_json(zlib.decompress(packed))
    except (ValueError, TypeError, zlib.error) as error:
        raise StoreBroken(f"An entry cannot be read ({type(error).__name__}). {RESTORE}") from error
