"""What people see of a position on the Board and Teams tabs."""

from __future__ import annotations

from typing import Any

import pytest

from sheets_gm.adapters.installation.templates import template
from sheets_gm.games.gvg import GAME as GVG
from sheets_gm.games.gvg.position.state import Match
from sheets_gm.games.gvg.tabs.all_tabs import tally
from sheets_gm.games.gvg.tabs.picture import draw_board
from sheets_gm.games.gvg.tabs.teams import draw_teams
from sheets_gm.games.gvg.views.visible import view
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.grid import Cell, Grid, from_a1
from tests.games.gvg.table import play, position

TABS = template("gvg").tabs
HEADS = 3
"""Rows of the Board tab above the board's first: title, a free row, the far Base."""


def seats_of(names: dict[str, str] | None) -> dict[str, Seat]:
    return {seat: Seat(id=seat, player=name, team=seat[:-1]) for seat, name in (names or {}).items()}


def board(match: Match, names: dict[str, str] | None = None) -> Grid:
    return draw_board(GVG.showing.seated(view(match, None), seats_of(names)), TABS["board"])


def tile(match: Match, name: str, names: dict[str, str] | None = None) -> Cell:
    """How *name* looks on the board."""
    _, column = from_a1(name)
    return board(match, names).at(HEADS + match.board.rows.index(int(name[1:])), column)


def words(match: Match, name: str, names: dict[str, str] | None = None) -> list[str]:
    return str(tile(match, name, names).value).replace("\u2060", "").split()


def beside(match: Match, label: str) -> list[Any]:
    """The scores of blue and red behind *label* in the panel beside the board."""
    row = next(row for row in board(match).rows if any(cell.value == label for cell in row))
    at = next(at for at, cell in enumerate(row) if cell.value == label)
    return [cell.value for cell in row[at + 1 : at + 3]]


def teams(match: Match, names: dict[str, str] | None = None) -> list[list[Any]]:
    grid = draw_teams(GVG.showing.seated(view(match, None), seats_of(names)), TABS["teams"])
    return [[cell.value for cell in row] for row in grid.rows]


def test_a_player_is_shown_on_its_tile_by_team_role_and_seat() -> None:
    match = position({"blue1": "DPS A6", "blue2": "Tank A6", "red3": "Healer C9"})
    assert words(match, "A6") == ["●🗡blue1", "●🛡blue2"]
    assert words(match, "C9") == ["▲🌿red3"]


def test_a_player_is_called_by_its_first_name_on_the_board() -> None:
    match = position({"blue1": "DPS A6", "blue2": "Tank C9", "red1": "Healer E6"})
    names = {"blue1": "Ana Maria", "blue2": "Bartholomew", "red1": "Finn"}
    assert words(match, "A6", names) == ["●🗡Ana"]
    assert words(match, "C9", names) == ["●🛡Barthol…"]
    assert words(match, "E6", names) == ["▲🌿Finn"]


def test_players_who_would_be_called_the_same_are_called_by_their_seats() -> None:
    match = position({"blue1": "DPS A6", "red1": "Healer E6", "red2": "Tank C9"})
    names = {"blue1": "Ana Maria", "red1": "Ana Lena", "red2": "Gus"}
    assert [words(match, at, names) for at in ("A6", "E6", "C9")] == [["●🗡blue1"], ["▲🌿red1"], ["▲🛡Gus"]]


def test_a_tile_has_the_colour_of_the_team_on_it() -> None:
    match = position({"blue1": "DPS A6", "red1": "DPS C6", "blue2": "DPS E6", "red2": "DPS E6"})
    assert tile(match, "A6").style == "board.held.blue"
    assert tile(match, "C6").style == "board.held.red"
    assert tile(match, "E6").style == "board.both"


@pytest.mark.clause("GVG-R19")
def test_a_player_who_is_knocked_down_is_crossed_out_and_does_not_colour_its_tile() -> None:
    match = position({"blue1": "DPS A6 down", "red1": "DPS C6"})
    assert words(match, "A6") == ["●✕blue1"]
    assert not tile(match, "A6").style.startswith("board.held")


def test_a_structure_shows_a_heart_for_each_hp_left_and_is_a_ruin_without() -> None:
    match = position({"blue1": "DPS A6"}, bulwarks={"A13": 2, "C13": 0})
    assert words(match, "A13") == ["▲♜♥♥"]
    assert tile(match, "A13").style == "board.red.bulwark"
    assert (words(match, "C13"), tile(match, "C13").style) == (["ruin"], "board.ruin")


def test_whoever_carries_a_tree_is_marked_with_it() -> None:
    match = position({"blue1": "Tank A6", "red1": "DPS C6"}, fish={"red": 0}, trees={"red": "blue1"})
    assert words(match, "A6") == ["●🍁🛡blue1"]


def test_a_tree_that_nobody_carries_is_shown_on_its_tile() -> None:
    match = position({"blue1": "Tank A6"}, fish={"red": 0}, trees={"red": "C9"})
    assert words(match, "C9") == ["🍁"]


def test_the_boss_and_the_coins_are_shown_on_their_tiles() -> None:
    match = position({"blue1": "Tank C9"}, jungle=["B6"], boss="A9 3")
    assert words(match, "A9") == ["🐉♥♥♥"]
    assert words(match, "B6") == ["🟡"]


@pytest.mark.clause("GVG-66")
def test_the_coins_of_a_team_are_the_drums_above_its_base() -> None:
    match = position({"blue1": "Tank C9"}, coins={"blue": 2, "red": 0})
    blue, red = (next(row[0].value for row in board(match).rows if row and f"{team} BASE" in str(row[0].value))
                 for team in ("BLUE", "RED"))  # fmt: skip
    assert str(blue).count("🥁") == 2
    assert "🥁" not in str(red)
    assert beside(match, TABS["board"].word("coins")) == ["2", "0"]


def test_the_panel_counts_the_tie_breakers_that_the_score_does_not_tell() -> None:
    match = position({"blue1": "Tank C9"}, bulwarks={"A13": 1, "C13": 0})
    assert beside(match, TABS["board"].word("bulwarks")) == ["1", "0"]


def test_the_teams_tab_names_the_players_with_their_roles() -> None:
    match = position({"blue1": "DPS A6", "blue2": "Tank C9 down", "red1": "Healer C13"})
    rows = teams(match, {"blue1": "Ana", "blue2": "Ben", "red1": "Finn"})
    assert ["● Ana", "🗡 DPS", "A6", "stands"] in [row[:4] for row in rows]
    assert ["● Ben", "🛡 Tank", "C9", "knocked down"] in [row[:4] for row in rows]
    assert ["▲ Finn", "🌿 Healer", "C13", "stands"] in [row[:4] for row in rows]


@pytest.mark.clause("GVG-R29")
def test_the_teams_tab_shows_which_skills_are_ready_and_when_the_others_will_be() -> None:
    match = position({"blue1": "DPS A6"}, turn=5, used={"blue": {"Player Speed": 3}})
    rows = {row[0]: row[2] for row in teams(match) if len(row) > 2}
    assert rows["Player Speed"] == "in 1 turn"
    assert rows["Tree Speed"] == "ready"


@pytest.mark.clause("GVG-76")
def test_the_teams_tab_shows_what_skills_cost_in_this_match() -> None:
    rows = {row[0]: row[1] for row in teams(position({"blue1": "DPS A6"})) if len(row) > 2}
    assert (rows["Tree Speed"], rows["Player Speed"]) == ("🥁🥁", "🥁")
    dear = position({"blue1": "DPS A6"}, settings={"skill_costs": {"Tree Speed": 4}})
    assert {row[0]: row[1] for row in teams(dear) if len(row) > 2}["Tree Speed"] == "🥁🥁🥁🥁"


@pytest.mark.clause("GVG-R2", "GVG-70")
def test_the_teams_tab_shows_the_skills_that_are_active() -> None:
    match = position({"blue1": "DPS A6"}, settings={"turn_mode": "two_step"}).but(effects={"blue": ("Player Speed",)})
    assert {row[0]: row[2] for row in teams(match) if len(row) > 2}["Player Speed"] == "active"


def test_the_history_counts_coins_and_hp() -> None:
    match = position({"blue1": "DPS A6"}, turn=7, coins={"red": 3}, bulwarks={"A13": 0, "C13": 1}, fish={"red": 4})
    shown = tally(view(match, None))
    assert shown.turn == 6
    assert shown.values == {"blue_coins": 0, "blue_hearts": 15, "red_coins": 3, "red_hearts": 8}
    assert tally(view(play(match.but(turn=60)).match, None)).turn == 60


def test_the_teams_are_headed_by_their_names_over_their_columns() -> None:
    grid = draw_teams(view(position({"blue1": "DPS A6"}), None), TABS["teams"])
    assert [grid.at(2, column).value for column in (2, 3)] == ["● Blue", "▲ Red"]
    assert grid.width == 4


@pytest.mark.parametrize(("archery", "shown"), [("manual", True), ("auto", False), ("off", False)])
def test_only_a_duel_whose_distances_the_gm_types_in_has_a_tab(archery: str, shown: bool) -> None:
    tabs = GVG.tabs_for({"archery": archery})
    assert [tab.key for tab in tabs if tab.key == "archery"] == ["archery"] * shown
