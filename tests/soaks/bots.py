"""The first bot of each game against strangers that no bot was made for, and against play at random."""

from __future__ import annotations

import pytest

from sheets_gm.adapters.arena.contestants import RANDOM
from sheets_gm.games.finding import games
from tests.games.arena import stranger, wins

LEAST = {
    ("champions", "stayer"): (20, 11),
    ("champions", "hider"): (10, 6),
    ("champions", "king"): (10, 6),
    ("champions", "vulture"): (20, 12),
    ("champions", "waiter"): (10, 6),
    ("gvg", "raiders"): (100, 60),
    ("gvg", "raiders and guards"): (100, 60),
    ("gvg", "runner"): (100, 60),
    ("gvg", "hoarders"): (40, 24),
    ("gvg", "herd"): (20, 12),
    ("gvg", "waiters"): (20, 12),
    ("war_game", "stayer"): (2, 1),
    ("war_game", "heap"): (10, 6),
    ("war_game", "spread"): (10, 6),
    ("war_game", "strongest"): (20, 12),
    ("wesnoth", "greedy"): (8, 4),
    ("wesnoth", "raider"): (8, 4),
    ("wesnoth", "rusher"): (10, 6),
    ("wesnoth", "fortress"): (10, 6),
    ("wesnoth", "herd"): (10, 6),
    ("win_or_die", "stayer"): (10, 6),
    ("win_or_die", "runner"): (6, 3),
    ("win_or_die", "greedy"): (10, 6),
    ("win_or_die", "rusher"): (10, 6),
    ("win_or_die", "herd"): (40, 20),
    ("win_or_die", "archers"): (10, 6),
}
"""By game and opponent: matches, and how many of them it wins at least."""


@pytest.mark.parametrize(("name", "opponent"), LEAST, ids=" against ".join)
def test_it_beats_strangers_that_no_bot_was_made_for(name: str, opponent: str) -> None:
    matches, least = LEAST[name, opponent]
    assert wins(name, stranger(name, opponent), matches) >= least


@pytest.mark.parametrize("name", sorted(games()))
def test_it_nearly_always_beats_play_at_random(name: str) -> None:
    assert wins(name, RANDOM, 12) >= (6 if name == "champions" else 10)
