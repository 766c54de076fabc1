"""Whole matches: bots against each other with every setting, and one recorded match for every way to end."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.war_game.quitters import BOTS, WAR_GAME
from tests.games.war_game.record import ENDS, GOLDENS
from tests.games.whole import recorded, replay, whole


@pytest.mark.parametrize("bot", [None, "keen"])
@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"resolve_order": "battles_first", "head_on": "battle", "missing_order": "try"},
        {"diagonal": "none", "engage_empty": "hold", "intercept_pick": "earliest", "intercept_named": "only"},
        {"joint_side": 1, "destroy_counter": "side", "destroy_turns": 1, "merc_tries": 1},
        {"joint_on_vs": True, "slot_match": "at_most", "stratless_margin": 1, "players": 1},
        {"vp_battle": 0, "vp_feature": 5, "vp_structure": 20, "players": 4},
    ],
    ids=lambda each: ", ".join(each) if isinstance(each, dict) else each,
)
def test_every_setting_plays_to_an_end_without_breaking_a_law(settings: dict[str, Any], bot: str | None) -> None:
    whole(WAR_GAME, 3, bot, {"vp_target": 60, **settings})


@pytest.mark.parametrize("golden", recorded(GOLDENS), ids=lambda each: each["end"])
def test_a_recorded_match_ends_as_it_did(golden: dict[str, Any]) -> None:
    replay(WAR_GAME, golden, BOTS)


def test_there_is_a_recorded_match_for_every_way_to_end() -> None:
    assert {golden["end"] for golden in recorded(GOLDENS)} == set(ENDS)
