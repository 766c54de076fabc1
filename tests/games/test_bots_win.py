"""A bot that plays to win beats play at random; `tests/soaks/bots.py` has more opponents."""

from __future__ import annotations

import pytest

from sheets_gm.games.finding import games
from sheets_gm.games.random_play import random_bot
from tests.duels import played


@pytest.mark.parametrize("name", sorted(games()))
def test_the_first_bot_of_a_game_wins_on_both_sides_against_play_at_random(name: str) -> None:
    assert played(name, random_bot, 2)["bot"] == 2
