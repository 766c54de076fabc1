"""Matches to look back at: those of a store, and those in records."""

from __future__ import annotations

from sheets_gm.adapters.export.gaps import is_over
from sheets_gm.adapters.export.record import MatchRecord
from sheets_gm.adapters.installation import templates
from sheets_gm.games.finding import game as find
from sheets_gm.gm.ports.store import Store
from sheets_gm.gm.story.past import Past, record_of


def past_in_store(store: Store, match: str) -> Past:
    """Return the match called *match* in *store*. Its journal is read entry by entry."""
    record = store.record(match)
    game = find(record.charter.game)
    return Past(game, record, lambda: store.entries(match), templates.template(game.name))


def past_of(exported: MatchRecord, zone: str | None = None) -> Past:
    """Return the match in a record, with its times in *zone* if given."""
    entries = tuple(exported.entries)
    game = find(exported.charter.game)
    over = bool(entries) and is_over(game, exported.charter, entries)
    record = record_of(exported.charter, entries, over=over)
    if zone is not None:
        record = record.but(policy=record.policy.but(zone=zone))
    return Past(game, record, lambda: entries, templates.template(game.name))
