"""The syncs that share the matches of a database: the heartbeat of each, and the calls that it wants to make."""

from __future__ import annotations

import json
from collections.abc import Mapping

import sqlalchemy as sa

from sheets_gm.adapters.stores.database.schema import matches, syncs
from sheets_gm.gm.ports.sync_registry import SyncSeen


class DatabaseSyncRegistry:
    """The `SyncRegistry` port on a database."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def heartbeat(self, owner: str, now: float, demand: Mapping[str, float]) -> Mapping[str, SyncSeen]:
        """Store a heartbeat of the sync *owner*, and return all syncs."""
        row = {"seen": now, "demand": json.dumps(dict(demand))}
        with self._engine.begin() as db:
            if not db.execute(syncs.update().where(syncs.c.owner == owner).values(row)).rowcount:
                db.execute(syncs.insert().values(owner=owner, **row))
            return self._all(db)

    def syncs(self) -> Mapping[str, SyncSeen]:
        """Return all syncs that have sent a heartbeat and have not left."""
        with self._engine.connect().execution_options(reading=True) as db:
            return self._all(db)

    def _all(self, db: sa.Connection) -> Mapping[str, SyncSeen]:
        rows = db.execute(sa.select(syncs.c.owner, syncs.c.seen, syncs.c.demand))
        return {each.owner: SyncSeen(each.seen, json.loads(each.demand)) for each in rows}

    def leave(self, owner: str) -> None:
        """Remove a sync that has ended, and release its claims."""
        with self._engine.begin() as db:
            db.execute(syncs.delete().where(syncs.c.owner == owner))
            db.execute(matches.update().where(matches.c.owner == owner).values(owner=None, claimed=None))
