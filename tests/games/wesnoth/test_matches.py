"""Whole matches: bots against each other on every map, and one recorded match for every way to end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sheets_gm.games.wesnoth.data.settings import maps
from sheets_gm.games.wesnoth.rules.ending import REASONS
from tests.games.wesnoth import opponents
from tests.games.wesnoth.table import WES
from tests.games.whole import recorded, replay, whole

GOLDENS = Path(__file__).parent / "goldens.json"
BOTS = {**WES.people.bots, **opponents.BOTS, "deserter": opponents.deserter}

ROUNDS = 36
"""Players who order at random would go on without a limit."""


@pytest.mark.parametrize("name", maps())
@pytest.mark.parametrize("bot", [None, "keen", "raider"])
def test_matches_of_bots_end_on_every_map_without_breaking_a_law(name: str, bot: str | None) -> None:
    whole(WES, 1, bot, {"map": name, "max_rounds": ROUNDS})


@pytest.mark.parametrize(
    "settings",
    [
        {"answers": "live"},
        {"answers": "live", "map": "three_vales", "leaderless": "leave", "gold": 30},
        {"answers": "attacker", "map": "three_vales", "gold": 30},
        {"recruit_price": 0, "mercenary_price": 1, "reroll_price": 0, "price_per_level": 0},
        {"map": "four_gates", "teams": "1 2 3 3", "take_allied_villages": True},
        {"alignment": "unit", "resistance": "kind", "schedule": "short", "rerolls": "turn"},
        {"act_when_recruited": True, "recruit_anywhere": True, "castles_to_win": "one"},
        {"map": "four_gates", "leaderless": "leave", "income_by": "team"},
        {"minimum_without_hit": True, "advance_price": "fallen", "advance_by_counter": False, "gold": 40},
    ],
    ids=", ".join,
)
def test_every_setting_plays_to_an_end(settings: dict[str, Any]) -> None:
    whole(WES, 3, "keen", {"max_rounds": ROUNDS, **settings})


@pytest.mark.parametrize("golden", recorded(GOLDENS), ids=lambda each: each["end"])
def test_a_recorded_match_ends_as_it_did(golden: dict[str, Any]) -> None:
    replay(WES, golden, BOTS)


def test_there_is_a_recorded_match_for_every_way_to_end() -> None:
    assert {golden["end"] for golden in recorded(GOLDENS)} == set(REASONS)
