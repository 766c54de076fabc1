"""The first bot of a game in the arena, against bots of the file `opponents` of its tests, which no bot knows."""

from __future__ import annotations

from pathlib import Path

from sheets_gm.adapters.arena.matches import Pairing, play
from sheets_gm.games.finding import game

PLAYERS = {"champions": 8}
"""How many play a match of a game with more than two sides: every second seat is the bot's."""

SEED, PATIENCE = 6, 600.0
"""The seed of these matches; nobody is too slow on a busy machine."""


def stranger(name: str, opponent: str) -> str:
    """A bot of the file `opponents` of the game *name*, as the arena is told of it."""
    return f"{Path(__file__).parent / name / 'opponents.py'}:{opponent}"


def wins(name: str, opponent: str, matches: int) -> int:
    """How many of *matches* the first bot of a game wins."""
    rules = game(name)
    bots = (next(iter(rules.people.bots)), opponent)
    pairings = (
        Pairing(name, rules.settings(), PLAYERS.get(name), bots, SEED, number, PATIENCE) for number in range(matches)
    )
    return sum(play(each).winner == 0 for each in pairings)
