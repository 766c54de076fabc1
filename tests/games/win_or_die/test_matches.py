"""Whole matches: bots against each other on every map, and one recorded match for every way to end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sheets_gm.games.finding import game
from sheets_gm.games.win_or_die.bots.bot import BOTS
from sheets_gm.games.win_or_die.data.settings import maps
from sheets_gm.games.win_or_die.rules.series.ending import REASONS, SURRENDER
from tests.games.whole import recorded, replay, whole
from tests.games.win_or_die import balance
from tests.games.win_or_die.quitter import quitter

WOD = game("win_or_die")
GOLDENS = Path(__file__).parent / "goldens.json"
KNOWN = {**BOTS, "quitter": quitter}

LAST_GAME = 3
"""The game that decides a match of the best of three, if the first two do not."""


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
    whole(WOD, 3, "keen", settings)


@pytest.mark.parametrize("golden", recorded(GOLDENS), ids=lambda each: f"{each['end']}, {each.get('games', 'any')}")
def test_a_recorded_match_ends_as_it_did(golden: dict[str, Any]) -> None:
    state = replay(WOD, golden, KNOWN).state
    wins = sorted(player.wins for player in state.players)
    assert wins[1] == state.settings.wins_needed or golden["end"] == SURRENDER
    if "games" in golden:
        assert (state.game, wins) == (LAST_GAME, [1, 2])


@pytest.mark.clause("WOD-95")
def test_there_is_a_recorded_match_for_every_way_to_end_and_one_that_the_third_game_decides() -> None:
    assert {golden["end"] for golden in recorded(GOLDENS)} == set(REASONS)
    assert [golden["games"] for golden in recorded(GOLDENS) if "games" in golden] == [LAST_GAME]


def test_the_balance_counts_each_game_with_the_sides_the_regions_and_the_leaders_of_both() -> None:
    name, mode = balance.settings(2)
    assert (name, mode) == ("map=basic_map", "mode=core")
    steps = whole(WOD, 1, "keen", {"mode": "core"})
    ((won, lost),) = balance.played(steps)
    result = WOD.result(steps[-1].state)
    assert result is not None
    assert dict(won)["seat"] == result.winners[0]
    assert {dict(won)["turn"], dict(lost)["turn"]} == {"first", "second"}
    assert [key for key, _ in won] == ["seat", "turn", "Basic Map, core", "region", "leader"]
