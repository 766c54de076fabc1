"""A bot that plays to win beats play at random, and a match of bots is worth watching from the start.

`tests/soaks/bots.py` has more opponents.
"""

from __future__ import annotations

from itertools import islice

import pytest

from sheets_gm.adapters.arena.contestants import RANDOM
from sheets_gm.games.finding import game, games
from sheets_gm.games.play_out import play_out, seats_for
from sheets_gm.games.random_play import first_bot
from sheets_gm.kernel.outcome import GM, Uneventful
from tests.games.arena import PLAYERS, wins


@pytest.mark.parametrize("name", sorted(games()))
def test_the_first_bot_of_a_game_wins_on_both_sides_against_play_at_random(name: str) -> None:
    assert wins(name, RANDOM, 2) == 2


@pytest.mark.parametrize("name", sorted(games()))
def test_a_match_of_bots_ends_by_its_rules_and_something_happens_in_its_first_three_steps(name: str) -> None:
    rules = game(name)
    seats = seats_for(rules, rules.settings(), PLAYERS.get(name))
    bots = dict.fromkeys([*(each.id for each in seats), *(each.team for each in seats), GM], first_bot(rules))
    start, *steps = play_out(rules, rules.settings(), seats, bots, bytes(32))
    assert rules.result(steps[-1].state)
    public = [event for step in islice(steps, 3) for event in step.events if event.audience is None]
    assert start.entry.number == 0
    assert any(not isinstance(event, Uneventful) for event in public)
