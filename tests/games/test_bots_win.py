"""A bot that plays to win beats play at random; `tests/soaks/bots.py` has more opponents."""

from __future__ import annotations

import pytest

from sheets_gm.adapters.arena.contestants import RANDOM
from sheets_gm.games.finding import games
from tests.games.arena import wins


@pytest.mark.parametrize("name", sorted(games()))
def test_the_first_bot_of_a_game_wins_on_both_sides_against_play_at_random(name: str) -> None:
    assert wins(name, RANDOM, 2) == 2
