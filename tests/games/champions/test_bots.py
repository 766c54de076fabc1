"""Where `keen` goes: few rounds are quiet."""

from __future__ import annotations

from sheets_gm.games.champions.bots.bot import keen
from sheets_gm.games.champions.position.events import Moved
from sheets_gm.games.play_out import play_out, seats_for
from tests.games.champions.table import CHAMPIONS


def test_at_most_one_round_in_six_is_quiet() -> None:
    """Nobody moves and nobody fights in a quiet round. Six matches of eight."""
    seats = seats_for(CHAMPIONS, CHAMPIONS.settings(), 8)
    busy: dict[tuple[int, str], bool] = {}
    for seed in range(6):
        for step in play_out(CHAMPIONS, CHAMPIONS.settings(), seats, dict.fromkeys([each.id for each in seats], keen),
                             seed.to_bytes(32, "big")):  # fmt: skip
            round_, _, _ = step.entry.label.partition(":")
            happened = any(isinstance(event, Moved) or event.kind == "paired" for event in step.events)
            if round_ != "Start":
                busy[seed, round_] = busy.get((seed, round_), False) or happened
    assert sum(not each for each in busy.values()) * 6 <= len(busy)
