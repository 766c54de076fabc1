"""Where `keen` goes: few rounds are quiet."""

from __future__ import annotations

import pytest

from sheets_gm.games.champions.bots.bot import keen
from sheets_gm.games.champions.position.events import Moved
from sheets_gm.games.play_out import play_out, seats_for
from tests.games.champions.table import CHAMPIONS


@pytest.mark.parametrize(("players", "matches", "first"), [(8, 6, 1), (16, 3, 4)])
def test_at_most_one_round_in_six_is_quiet(players: int, matches: int, first: int) -> None:
    """Nobody moves and nobody fights in a quiet round. *first* is the first round that counts: 16 players fill the map,
    so that each move is a battle until it shrinks.
    """
    seats = seats_for(CHAMPIONS, CHAMPIONS.settings(), players)
    bots = dict.fromkeys([each.id for each in seats], keen)
    busy: dict[tuple[int, int], bool] = {}
    for seed in range(matches):
        for step in play_out(CHAMPIONS, CHAMPIONS.settings(), seats, bots, seed.to_bytes(32, "big")):
            name, _, _ = step.entry.label.partition(":")
            happened = any(isinstance(event, Moved) or event.kind == "paired" for event in step.events)
            if name != "Start" and (number := int(name.split()[1])) >= first:
                busy[seed, number] = busy.get((seed, number), False) or happened
    assert sum(not each for each in busy.values()) * 6 <= len(busy)
