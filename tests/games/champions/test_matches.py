"""Whole matches: at every size of table, with every bot, and one recorded match for every way to end."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from sheets_gm.games.champions.data.numbers import HEALTH
from sheets_gm.games.champions.position.battle_events import Fighter
from sheets_gm.games.champions.rules.ending import decide
from sheets_gm.games.play_out import play_out, seats_for
from sheets_gm.kernel.match.recorder import Step
from sheets_gm.kernel.outcome import Event
from tests.games.champions.cowards import BOTS, coward
from tests.games.champions.table import CHAMPIONS
from tests.games.whole import recorded, replay, whole

GOLDENS = Path(__file__).parent / "goldens.json"


@pytest.mark.parametrize("bot", [None, "keen", "hunter"])
@pytest.mark.parametrize("players", [2, 3, 5, 16])
def test_matches_end_with_nothing_lost_and_nobody_acts_when_dead(players: int, bot: str | None) -> None:
    _assert_alive(whole(CHAMPIONS, 1, bot, {"max_players": players}))


ACTING = ("by", "target", "targets")


def _assert_alive(steps: Iterable[Step[Any]]) -> None:
    """Nobody does anything, and nothing is done to anybody, after it fell; nobody heals above its most (R17)."""
    dead: set[tuple[str, str]] = set()
    for step in steps:
        for event in step.events:
            for fighter in _fighters(event):
                assert (fighter.seat, fighter.champion) not in dead, event
            if event.kind == "fell":
                dead.add((event.who.seat, event.who.champion))  # type: ignore[attr-defined]
            if event.kind == "health_updated":
                assert event.after <= HEALTH[event.who.champion]  # type: ignore[attr-defined]
    assert dead


def _fighters(event: Event) -> list[Fighter]:
    shown = [getattr(event, name, ()) for name in ACTING]
    return [fighter for each in shown for fighter in (each if isinstance(each, tuple) else (each,))]


@pytest.mark.parametrize(
    "settings",
    [
        {"relocate": "geometric"},
        {"show_names": False},
        {"overheal": True, "item_crit": True},
        {"pool_refill": 2, "loot_actions": 1},
        {"loot_actions": 0},
        {"affinity_mode": "item_only", "rounding": "half_even", "sets_per_battle": 2},
        {"rest_heal": 20, "drop_on_elimination": "lost"},
        {"weak": -1.0, "strong": 0.0, "affinity": 0.0, "health": {"Healer": 1000, "Gladiator": 1}},
        {"base_dice": {"Mage": "1d1", "Rogue": "9d9+9"}, "heal_dice": "3d6+2", "set_length": 2, "sets_per_battle": 3},
        {"start_grid": 4, "shrink_at": {"4": 5, "3": 9}, "final_arena_at": 4},
        {"start_grid": 4, "shrink_at": {}, "final_arena_at": 0},
        {"evade_pct": 100, "evade_cap": 100, "deadlock_rounds": 1, "stall_rounds": 1},
    ],
    ids=str,
)
def test_other_settings_end_too(settings: dict[str, Any]) -> None:
    whole(CHAMPIONS, 1, "keen", {"max_players": 5, **settings})


@pytest.mark.clause("CBR-R4")
def test_players_who_only_ever_stand_apart_and_evade_come_to_an_end() -> None:
    """Everybody stays where it is, and whoever must fight evades: the map and exhaustion end it."""
    for players in (2, 9, 16):
        settings = CHAMPIONS.settings(max_players=players)
        seats = seats_for(CHAMPIONS, settings)
        *_, last = play_out(CHAMPIONS, settings, seats, {seat.id: coward for seat in seats}, bytes(32), turns=400)
        assert CHAMPIONS.result(last.state) is not None
        assert last.state.round < 60


@pytest.mark.clause("CBR-R29")
def test_who_falls_least_far_wins_then_who_dealt_most_then_nobody() -> None:
    assert decide({"p1": -5, "p2": -3}, {"p1": 90, "p2": 1}).winners == ("p2",)
    assert decide({"p1": -5, "p2": -5, "p3": -9}, {"p1": 9, "p2": 8, "p3": 90}).winners == ("p1",)
    assert decide({"p1": -5, "p2": -5}, {"p1": 9, "p2": 9}).winners == ()


@pytest.mark.parametrize("golden", recorded(GOLDENS), ids=lambda each: each["end"])
def test_a_recorded_match_ends_as_it_did(golden: dict[str, Any]) -> None:
    replay(CHAMPIONS, golden, BOTS)
