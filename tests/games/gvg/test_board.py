"""The board: 79 tiles, symmetric, and editable by people."""

from __future__ import annotations

import pytest

from sheets_gm.games import files
from sheets_gm.games.gvg.board import BadBoard, board
from sheets_gm.games.gvg.data import Settings

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


def test_settings_out_of_their_bounds_are_refused() -> None:
    for wrong in ({"team_size": 6}, {"die_sides": 0}, {"turn_mode": "slow"}, {"board": "nonsense"}, {"max_turns": 0}):
        with pytest.raises(ValueError, match="validation error"):
            Settings.model_validate(wrong)
