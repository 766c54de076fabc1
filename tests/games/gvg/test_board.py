"""The board: 79 tiles, symmetric, and editable by people."""

from __future__ import annotations

from typing import Any

import pytest

from sheets_gm.games import files
from sheets_gm.games.gvg.data.board import BadBoard, board
from sheets_gm.games.gvg.data.settings import Settings
from sheets_gm.games.gvg.data.words import COST
from tests.games.gvg.table import position

TEXT = files.read("gvg", "board.txt")
BOARD = board(TEXT)

NEIGHBOURS = {
    "BASE_B": "A1 C1 E1",
    "A1": "A2 BASE_B",
    "C1": "BASE_B C2",
    "C2": "B2 C1 C3 D2",
    "B3": "A3 B2 B4 C3",
    "B4": "A4 B3 C4",
    "A5": "A4 A6",
    "C5": "C4 C6",
    "B6": "A6 B7 C6",
    "C9": "B9 C10 C8 D9",
    "D12": "C12 D11 E12",
    "E13": "E12 E14",
    "C16": "B16 C15 C17 D16",
    "E17": "BASE_R E16",
    "BASE_R": "A17 C17 E17",
}


def test_it_has_79_tiles() -> None:
    assert len(BOARD.tiles) == 79


@pytest.mark.parametrize("tile", NEIGHBOURS)
def test_a_tiles_neighbours(tile: str) -> None:
    assert sorted(BOARD.graph.neighbours(tile)) == sorted(NEIGHBOURS[tile].split())


def test_what_stands_where() -> None:
    assert BOARD.bulwarks == {"red": ("A13", "C13", "E13"), "blue": ("A5", "C5", "E5")}
    assert BOARD.fish == {"red": "C16", "blue": "C2"}
    assert BOARD.coins == ("B6", "B9", "B12", "D6", "D9", "D12")
    assert BOARD.boss_spots == ("A9", "E9")
    assert sum(len(BOARD.graph.neighbours(tile)) for tile in BOARD.tiles) == 252


def test_it_is_point_symmetric() -> None:
    turned = {"BASE_B": "BASE_R", "BASE_R": "BASE_B"}
    for tile in BOARD.tiles:
        if tile not in turned:
            turned[tile] = f"{'EDCBA'['ABCDE'.index(tile[0])]}{18 - int(tile[1:])}"
    for tile in BOARD.tiles:
        assert {turned[near] for near in BOARD.graph.neighbours(tile)} == set(BOARD.graph.neighbours(turned[tile]))
        assert BOARD.kinds[tile] == BOARD.kinds[turned[tile]]


def test_every_way_into_a_courtyard_leads_over_a_bulwark() -> None:
    shut = frozenset(BOARD.bulwarks["red"])
    assert "C16" not in BOARD.graph.distances("C9", shut)


def test_the_enemys_fish_is_16_steps_from_the_base() -> None:
    assert BOARD.graph.distance("BASE_B", "C16") == 16
    assert BOARD.graph.distance("BASE_R", "C2") == 16


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("17  S # S # S", "17  S # S # X", "line 12: there is no sign “X”"),
        ("17  S # S # S", "17  S # S #", "line 12: there are 5 columns but 4 signs"),
        ("16  , , F , ,", "16  , , , , ,", "team red needs one Fish"),
        ("13  W # W # W", "13  , # , # ,", "team red needs at least one Bulwark"),
        ("9   b c . c b", "9   b c . c .", "two Boss tiles"),
        ("9   b c . c b", "9   b c F c b", "neither team owns it"),
        ("15  , , , , ,", "14  , , , , ,", "row 14 must be row 15"),
        ("base blue", "", "base blue"),
        ("1   S # S # S", "1   , # , # ,", "needs a stair platform"),
        ("columns A B C D E", "", "columns"),
    ],
)
def test_an_invalid_board_is_refused_with_the_reason(old: str, new: str, message: str) -> None:
    with pytest.raises(BadBoard, match=message):
        board(TEXT.replace(old, new))


def test_a_match_keeps_the_board_it_started_with() -> None:
    wider = TEXT.replace("10  . j . j .", "10  . c . c .")
    settings = Settings(board=wider)
    assert board(settings.board).coins == ("B6", "B9", "B10", "B12", "D6", "D9", "D10", "D12")
    assert Settings.model_validate_json(settings.model_dump_json()) == settings


WRONG: tuple[dict[str, Any], ...] = (
    {"team_size": 6}, {"team_size": 0}, {"die_sides": 0}, {"turn_mode": "slow"}, {"board": "nonsense"},
    {"max_turns": 0}, {"max_turns": 100_000}, {"max_per_role": 0}, {"max_per_role": -1}, {"tree_reset_turns": -1},
    {"boss_turns": [0]}, {"boss_turns": [-15]}, {"jungle_respawn_turns": [-1]}, {"halftime_turn": 0},
    {"cooldown_turns": 0}, {"ballista_uses": 0}, {"forward_spawn": 4}, {"dps_vs_boss": -1}, {"bulwark_hp": 0},
    {"fish_hp": 0}, {"boss_hp": 0}, {"boss_reward": -1}, {"duel_points": 0}, {"duel_reward": -1}, {"fish_tiers": []},
    {"fish_tiers": [10_000]}, {"skill_costs": {"Magic": 1}}, {"skill_costs": {"Tree Speed": -1}},
    {"tiebreak": ["tree", "tree"]}, {"tiebreak": ["luck"]}, {"role_bonus": -1}, {"carrier_steps": -1},
)  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_settings_out_of_their_bounds_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="validation error"):
        Settings.model_validate(wrong)


BOUNDS: tuple[tuple[str, int, int], ...] = (
    ("die_sides", 1, 1000), ("bulwark_hp", 1, 20), ("fish_hp", 1, 20), ("boss_hp", 1, 20), ("boss_reward", 0, 1000),
    ("role_bonus", 0, 1000), ("buff_bonus", 0, 1000), ("tree_bonus", 0, 1000), ("carrier_steps", 0, 1000),
    ("carrier_steps_marked", 0, 1000), ("speed_bonus", 0, 1000), ("damage_bonus", 0, 1000), ("dps_vs_boss", 0, 1000),
    ("halftime_turn", 1, 1000), ("duel_points", 1, 20), ("duel_reward", 0, 1000), ("tree_reset_turns", 0, 1000),
    ("cooldown_turns", 1, 1000), ("ballista_uses", 1, 1000), ("max_turns", 1, 1000), ("team_size", 1, 5),
    ("max_per_role", 1, 5), ("forward_spawn", 0, 3),
)  # fmt: skip


@pytest.mark.parametrize(("key", "least", "most"), BOUNDS, ids=[key for key, *_ in BOUNDS])
def test_a_number_may_reach_its_bounds_and_not_pass_them(key: str, least: int, most: int) -> None:
    for value in (least, most):
        assert getattr(Settings.model_validate({key: value}), key) == value
    for value in (least - 1, most + 1):
        with pytest.raises(ValueError, match=key):
            Settings.model_validate({key: value})


@pytest.mark.parametrize("key", ["boss_turns", "jungle_respawn_turns"])
def test_the_turns_of_a_setting_are_turns_of_some_match(key: str) -> None:
    assert getattr(Settings.model_validate({key: [1, 1000]}), key) == (1, 1000)
    for turn in (0, 1001):
        with pytest.raises(ValueError, match=f"there is no turn {turn}"):
            Settings.model_validate({key: [turn]})


def test_a_skill_may_be_free_and_a_tier_large() -> None:
    assert Settings(skill_costs={"Tree Speed": 0}).skill_costs["Tree Speed"] == 0
    assert Settings(skill_costs={"Tree Speed": 1000}).skill_costs["Tree Speed"] == 1000
    assert Settings(fish_tiers=(1000, -1000)).fish_tiers == (1000, -1000)
    for wrong in ({"skill_costs": {"Tree Speed": 1001}}, {"fish_tiers": [1001]}, {"fish_tiers": [-1001]}):
        with pytest.raises(ValueError, match="validation error"):
            Settings.model_validate(wrong)


def test_skills_that_are_not_named_keep_their_cost() -> None:
    assert Settings(skill_costs={"Tree Speed": 4}).skill_costs == {**COST, "Tree Speed": 4}


@pytest.mark.clause("GVG-84")
def test_the_jungle_respawns_at_halftime_unless_its_turns_are_given() -> None:
    assert Settings().jungle_respawn_turns == (30,)
    assert Settings(halftime_turn=12).jungle_respawn_turns == (12,)
    assert Settings(halftime_turn=12, jungle_respawn_turns=(20,)).jungle_respawn_turns == (20,)


@pytest.mark.clause("GVG-8", "GVG-R3")
def test_the_way_of_a_tree_is_counted_as_players_move() -> None:
    match = position({"blue1": "DPS C4"}, fish={"red": 0}, trees={"red": "D14"}, settings={"diagonal": True})
    ways = [match.board.diagonal.distance("BASE_B", tile) for tile in ("C16", "D14")]
    assert ways == [16, 14]
    assert match.progress("blue") == 2
