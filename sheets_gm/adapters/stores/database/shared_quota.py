"""Calls that several processes count together: pyrate-limiter's bucket, in the database of the store.

Every process that uses the database adds its calls to the same rows, under a lock, so that together they stay within
the quota of a minute. The time is that of the database server, if there is one, because clocks of machines differ.
"""

from __future__ import annotations

import time
from typing import Any

import sqlalchemy as sa
from pyrate_limiter import AbstractBucket, Rate, RateItem

from sheets_gm.adapters.stores.database.schema import lock_until_committed, quota_calls

_SERVER_TIME = sa.text("SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)")


class SharedBucket(AbstractBucket):
    """The calls called *name* of all processes on one database, limited by *rates*."""

    is_async = False

    def __init__(self, engine: sa.Engine, name: str, rates: list[Rate]) -> None:
        self._engine = engine
        self._name = name
        self.rates = rates

    def now(self) -> int:
        """Return the current time of the database, in milliseconds."""
        with self._engine.connect().execution_options(reading=True) as db:
            return self._time(db)

    def _time(self, db: sa.Connection) -> int:
        if db.dialect.name == "postgresql":
            return int(db.execute(_SERVER_TIME).scalar_one())
        return time.time_ns() // 1_000_000

    def put(self, item: RateItem) -> bool:
        """Count a call and return True, if all rates allow it."""
        with self._engine.begin() as db:
            lock_until_committed(db, self._name)
            now = self._time(db)
            db.execute(self._outdated(now))
            starts = [self._algorithm.window_start(rate, now) for rate in self.rates]
            counts = [int(db.execute(self._counted.where(quota_calls.c.at >= start)).scalar_one()) for start in starts]
            decision = self._algorithm.admit(self.rates, counts, item.weight)
            if decision.allowed:
                row = {"bucket": self._name, "at": now, "name": item.name}
                db.execute(quota_calls.insert(), [row] * item.weight)
        return self._record(item, decision)

    @property
    def _mine(self) -> sa.ColumnElement[bool]:
        return quota_calls.c.bucket == self._name

    def _outdated(self, now: int) -> sa.Delete:
        return quota_calls.delete().where(self._mine, quota_calls.c.at < self._algorithm.leak_bound(self.rates, now))

    @property
    def _counted(self) -> sa.Select[Any]:
        return sa.select(sa.func.count()).select_from(quota_calls).where(self._mine)

    def leak(self, current_timestamp: int | None = None) -> int:
        """Delete the calls that no rate counts any more; return their number."""
        with self._engine.begin() as db:
            now = self._time(db) if current_timestamp is None else current_timestamp
            return db.execute(self._outdated(now)).rowcount

    def flush(self) -> None:
        """Delete all calls."""
        with self._engine.begin() as db:
            db.execute(quota_calls.delete().where(self._mine))

    def count(self) -> int:
        """Return the number of stored calls."""
        with self._engine.connect().execution_options(reading=True) as db:
            return int(db.execute(self._counted).scalar_one())

    def peek(self, index: int) -> RateItem | None:
        """Return the call before the *index* latest ones."""
        columns = quota_calls.c.at, quota_calls.c.name
        newest = sa.select(*columns).where(self._mine).order_by(quota_calls.c.at.desc()).limit(1).offset(index)
        with self._engine.connect().execution_options(reading=True) as db:
            row = db.execute(newest).first()
        return RateItem(row.name, row.at) if row else None
