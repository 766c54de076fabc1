"""The statements that every poll needs, built once. Most of them are run by `direct`.

Their parameters must not have the names of columns, which an update reserves.
"""

from __future__ import annotations

import sqlalchemy as sa

from sheets_gm.adapters.stores.database.schema import entries, matches, parts

PAGE = 50
"""Entries that are fetched at a time."""

_match: sa.BindParameter[str] = sa.bindparam("of_match")
RECORD = sa.select(matches.c.record, matches.c.version).where(matches.c.match == _match)
NEWEST = sa.select(entries.c.entry).where(entries.c.match == _match).order_by(entries.c.number.desc()).limit(1)
LAST_NUMBER = sa.select(sa.func.max(entries.c.number)).where(entries.c.match == _match)
ENTRIES = (
    sa.select(entries.c.entry)
    .where(entries.c.match == _match, entries.c.number >= sa.bindparam("first"))
    .order_by(entries.c.number)
    .limit(PAGE)
)
ADD_MATCH = matches.insert().values(match=_match, version=sa.bindparam("new_version"), record=sa.bindparam("packed"))
ADD_ENTRY = entries.insert()
REPLACE = (
    matches.update()
    .where(matches.c.match == _match, matches.c.version == sa.bindparam("read_version"))
    .values(version=sa.bindparam("new_version"), record=sa.bindparam("packed"))
)
CLAIM = (
    matches.update()
    .where(
        matches.c.match == _match,
        sa.or_(
            matches.c.owner.is_(None),
            matches.c.owner == sa.bindparam("by"),
            matches.c.claimed < sa.bindparam("stale"),
            matches.c.claimed > sa.bindparam("ahead"),
        ),
    )
    .values(owner=sa.bindparam("by"), claimed=sa.bindparam("now"))
)
CLAIM_VERSION = CLAIM.where(matches.c.version == sa.bindparam("at"))
RELEASE = (
    matches.update()
    .where(matches.c.match == _match, matches.c.owner == sa.bindparam("by"))
    .values(owner=None, claimed=None)
)
POLLED = sa.select(matches.c.polled, matches.c.pause).where(matches.c.match == _match)
MARK = matches.update().where(matches.c.match == _match).values(polled=sa.bindparam("now"), pause=sa.bindparam("since"))
PARTS = sa.select(parts.c.digest).where(parts.c.match == _match)
ADD_PART = parts.insert()
DROP_PART = parts.delete().where(parts.c.match == _match, parts.c.digest == sa.bindparam("of_digest"))
# one statement, because another process may note the same match and minute at the same time
NOTE_CALLS = sa.text(
    "INSERT INTO calls (match, minute, reads, writes) VALUES (:of_match, :at, :reads, :writes) "
    "ON CONFLICT (match, minute) DO UPDATE SET reads = calls.reads + :reads, writes = calls.writes + :writes"
)
