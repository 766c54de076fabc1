"""Whole matches: bots against each other on every map, and one recorded match for every way to end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sheets_gm.adapters.roster import made_up
from sheets_gm.games.finding import game
from sheets_gm.games.play_out import play_out
from sheets_gm.games.win_or_die.bot import BOTS
from sheets_gm.games.win_or_die.data import maps
from sheets_gm.games.win_or_die.ending import REASONS
from sheets_gm.games.win_or_die.words import SEATS
from tests.games.whole import recorded, replay, whole
from tests.games.win_or_die.quitter import quitter

WOD = game("win_or_die")
GOLDENS = Path(__file__).parent / "goldens.json"
KNOWN = {**BOTS, "quitter": quitter}


@pytest.mark.clause("WOD-88", "WOD-95")
@pytest.mark.parametrize("name", maps())
@pytest.mark.parametrize("bot", [None, "keen"])
def test_matches_of_bots_end_on_every_map_without_breaking_a_law(name: str, bot: str | None) -> None:
    whole(WOD, 1, bot, {"map": name})


@pytest.mark.parametrize(
    "settings",
    [
        {"reactions": "live", "best_of": 1},
        {"mode": "core", "copies": "one", "highland_mode": "threshold", "support_at": "target"},
        {"mode": "first", "map": "eastern_mist_forest", "zoc": "always", "fatigue_mode": "compare"},
        {"council_token": True, "leader_death_loses": True, "leader_enhance": True, "best_of": 1},
        {"on_fail": "skip", "reserve_each_round": 2, "next_first": "die", "best_of": 1, "mirror": False},
        {"budget": 40, "command_tokens": 12, "tokens_per_unit": 5, "mine_income": 3, "best_of": 1},
    ],
    ids=", ".join,
)
def test_every_setting_plays_to_an_end(settings: dict[str, Any]) -> None:
    for bot in ("keen", None):
        whole(WOD, 3, bot, settings)


@pytest.mark.parametrize("seat", SEATS)
def test_a_bot_that_plays_to_win_beats_one_that_plays_at_random(seat: str) -> None:
    made = WOD.settings(best_of=1)
    seats = made_up(WOD.places(made))
    won = 0
    for seed in range(4):
        *_, last = play_out(WOD, made, seats, {seat: WOD.bots["keen"]}, seed.to_bytes(32, "big"))
        result = WOD.result(last.state)
        won += result is not None and result.winners == (seat,)
    assert won == 4


@pytest.mark.parametrize("golden", recorded(GOLDENS), ids=lambda each: each["end"])
def test_a_recorded_match_ends_as_it_did(golden: dict[str, Any]) -> None:
    replay(WOD, golden, KNOWN)


def test_there_is_a_recorded_match_for_every_way_to_end() -> None:
    assert {golden["end"] for golden in recorded(GOLDENS)} == set(REASONS)
