"""Matches to look back at, played by bots in memory."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from sheets_gm.adapters.export.gaps import is_over
from sheets_gm.adapters.installation import templates
from sheets_gm.adapters.people.roster import made_up
from sheets_gm.games.finding import game as find
from sheets_gm.games.play_out import charter_of, choose_places, play_out
from sheets_gm.gm.story.past import Past, record_of

SEED = bytes(range(32))

SHORT: Mapping[str, tuple[int, Mapping[str, Any]]] = {
    "gvg": (6, {"team_size": 3}),
    "wesnoth": (24, {}),
    "champions": (8, {}),
    "win_or_die": (12, {}),
    "war_game": (3, {}),
}
"""How many steps of each game are played for a short past, and with which settings."""


@lru_cache(maxsize=8)
def short_past(name: str, players: int | None = None) -> Past:
    """The first steps of a match of the game *name*."""
    turns, settings = SHORT[name]
    return played(name, turns, settings, players)


def played(name: str, turns: int, settings: Mapping[str, Any], players: int | None = None) -> Past:
    """A match of the game *name* of at most so many *turns*."""
    game = find(name)
    made = game.settings.model_validate(settings)
    seats = made_up(choose_places(game.places(made), players))
    bot = next(iter(game.people.bots.values()))
    bots = dict.fromkeys([owner for seat in seats for owner in (seat.id, seat.team)], bot)
    charter = charter_of(game, made, seats, SEED)
    entries = tuple(step.entry for step in play_out(game, made, seats, bots, SEED, turns))
    record = record_of(charter, entries, over=is_over(game, charter, entries))
    return Past(game, record, lambda: entries, templates.template(name))
