"""Whole matches: bots against each other, and a recorded match for each way a match can end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sheets_gm.kernel.dice import Dice, Keyed
from tests.games.gvg.racing import racer
from tests.games.gvg.table import GVG
from tests.games.whole import recorded, replay, whole

GOLDENS = Path(__file__).parent / "goldens.json"
BOTS = {**GVG.people.bots, "racer": racer}


@pytest.mark.parametrize("bot", [None, "keen", "rusher", "guard"])
def test_matches_of_bots_end_without_breaking_a_law(bot: str | None) -> None:
    for seed in range(5):
        whole(GVG, seed, bot)


@pytest.mark.parametrize("mode", ["two_step", "blind"])
def test_matches_in_the_other_turn_modes_end_too(mode: str) -> None:
    whole(GVG, 1, "keen", {"turn_mode": mode})
    whole(GVG, 1, None, {"turn_mode": mode, "archery": "auto"})


def test_shuffled_orders_change_nothing() -> None:
    steps = whole(GVG, 3, "keen")
    from sheets_gm.games.play_out import charter_of, seats_for
    from sheets_gm.kernel.match.codec import Codec

    before, after = steps[10], steps[11]
    settings = GVG.settings()
    charter = charter_of(GVG, settings, seats_for(GVG, settings), bytes(32))
    orders = Codec(GVG, charter).orders(after.entry.orders)
    for given in (orders, dict(reversed(orders.items()))):
        outcome = GVG.resolve(before.state, given, Dice(Keyed(b"one", b"two")))
        assert outcome == GVG.resolve(before.state, orders, Dice(Keyed(b"one", b"two")))


@pytest.mark.parametrize("golden", recorded(GOLDENS), ids=lambda each: each["end"])
def test_a_recorded_match_ends_as_it_did(golden: dict[str, Any]) -> None:
    replay(GVG, golden, BOTS)
