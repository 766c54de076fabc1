"""The statements of every poll, run directly on the driver.

SQLAlchemy writes their text once, and keeps the connections. Running a statement through SQLAlchemy takes several times
as long as SQLite needs for it, so only rare statements go that way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.sql.expression import Executable

from sheets_gm.adapters.stores.database.opening_errors import is_damaged, now_broken, now_failing
from sheets_gm.gm.ports.store import StoreDown

BEGIN = {"sqlite": "BEGIN IMMEDIATE"}
"""The statement that begins a writing transaction if the driver does not. A second writer waits at its beginning."""


class _Text(NamedTuple):
    """A statement for the driver, and the names of its parameters in order; empty if the driver takes them by name.

    *fixed* are the values that the statement itself has.
    """

    text: str
    order: tuple[str, ...]
    fixed: Mapping[str, Any]


class Cursor:
    """Runs statements on one connection."""

    def __init__(self, driver: DBAPICursor, texts: Mapping[Executable, _Text]) -> None:
        self._driver = driver
        self._texts = texts

    def execute(self, statement: Executable, values: Mapping[str, Any]) -> DBAPICursor:
        """Run *statement* with *values* by the names of its parameters."""
        text, order, fixed = self._texts[statement]
        given = {**fixed, **values}
        self._driver.execute(text, [given[name] for name in order] if order else given)
        return self._driver

    def begin(self, text: str) -> None:
        """Begin a transaction."""
        self._driver.execute(text)


class _Texts(dict[Executable, _Text]):
    """The texts of statements, each written when it is first run."""

    def __init__(self, dialect: sa.Dialect) -> None:
        super().__init__()
        self._dialect = dialect

    def __missing__(self, statement: Executable) -> _Text:
        compiled: Any = statement.compile(dialect=self._dialect)  # type: ignore[attr-defined]
        self[statement] = text = _Text(str(compiled), tuple(compiled.positiontup or ()), compiled.params)
        return text


_TEXTS: dict[tuple[type[sa.Dialect], str], _Texts] = {}
"""The texts of statements for each kind of database: they are the same for every store of this kind."""


class Direct:
    """Runs statements on connections of *engine* without SQLAlchemy's layers."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._driver: Any = engine.dialect.loaded_dbapi
        dialect = engine.dialect
        self._texts = _TEXTS.setdefault((type(dialect), dialect.paramstyle), _Texts(dialect))

    @contextmanager
    def reading(self) -> Iterator[Cursor]:
        """Yield a cursor for single reads. Raises `StoreDown`, or `StoreBroken` if the stored data are damaged."""
        with self._connected() as connection:
            try:
                yield Cursor(connection.cursor(), self._texts)
            except (ValueError, TypeError) as error:
                raise now_broken(error) from error

    @contextmanager
    def writing(self) -> Iterator[Cursor]:
        """Yield a cursor in a transaction, which is committed at the end of the block. Raises `StoreDown`.

        Raises SQLAlchemy's `IntegrityError` if a row already exists.
        """
        with self._connected() as connection:
            cursor = Cursor(connection.cursor(), self._texts)
            begin = BEGIN.get(self._engine.dialect.name)
            if begin:
                cursor.begin(begin)
            yield cursor
            connection.commit()

    @contextmanager
    def _connected(self) -> Iterator[sa.PoolProxiedConnection]:
        """Yield a connection of the pool. Uncommitted changes are rolled back when the block ends."""
        connection: sa.PoolProxiedConnection | None = None
        try:
            connection = self._engine.raw_connection()
            yield connection
        except self._driver.Error as error:
            if self._may_pass(error, connection):
                raise StoreDown(now_failing(error)) from error
            if isinstance(error, self._driver.IntegrityError):
                raise sa.exc.IntegrityError(None, None, error) from error
            raise now_broken(error) from error
        finally:
            if connection is not None:
                connection.close()

    def _may_pass(self, error: Any, connection: sa.PoolProxiedConnection | None) -> bool:
        """Return whether *error* is temporary: the database is unreachable or read-only, or its disk is full.

        A broken *connection* is dropped.
        """
        driver = self._driver
        if is_damaged(error):
            return False
        passing = isinstance(error, driver.OperationalError | driver.InterfaceError | driver.InternalError)
        if connection is not None and self._engine.dialect.is_disconnect(error, connection, None):
            connection.invalidate(error)
            return True
        return passing
