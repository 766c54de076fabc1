"""How the tabs look: what fits on a screen, and what a player reads on the battlefield."""

from __future__ import annotations

from typing import Any

import pytest

from sheets_gm.adapters.installation.templates import template
from sheets_gm.games.win_or_die.data.words import RED, TEAL
from sheets_gm.games.win_or_die.position.state import Match
from sheets_gm.games.win_or_die.tabs.all_tabs import TABS, draw_board, tally
from sheets_gm.games.win_or_die.views.visible import View, view
from sheets_gm.sheet.grid import Grid
from sheets_gm.sheet.tabs import FormTab
from tests.games.win_or_die.setting_values import SMALL
from tests.games.win_or_die.table import position
from tests.games.win_or_die.test_turns import Setup

LOOKS = template("win_or_die").tabs

PHONE, DESK = 541, 1240
"""The widest sheet, in pixels, that the page fits to a phone, and that a window of 1280 pixels shows."""

FORMS = [tab for tab in TABS if isinstance(tab, FormTab)]


@pytest.mark.parametrize("tab", FORMS, ids=lambda tab: tab.key)
def test_what_a_row_is_decided_by_and_its_answer_fit_beside_each_other(tab: FormTab) -> None:
    columns = LOOKS[tab.key].columns
    last = max(at for at, column in enumerate(columns) if column.field in {*tab.fields, "ready", "receipt"})
    assert sum(column.width for column in columns[: last + 1]) <= DESK


def test_the_map_fits_on_a_phone_and_all_of_the_battlefield_on_a_desk() -> None:
    drawn = board(view(battle(), None))
    widths = LOOKS["board"].widths
    assert sum(widths[:20]) <= PHONE
    assert sum(widths[: max(map(len, drawn.rows))]) <= DESK
    assert max(area.right for area in drawn.merges) <= len(widths)


def test_every_map_is_drawn_with_equal_hexes() -> None:
    match = Setup(map=SMALL).match
    grid = board(view(match, None))
    widths = LOOKS["board"].widths
    hexes = [area for area in grid.merges if grid.rows[area.top][area.left].style.startswith("hex.")]
    assert len(hexes) == len(match.board.spaces)
    assert {sum(widths[area.left : area.right]) for area in hexes} == {54}


# -- the battlefield ---------------------------------------------------------------------------------------------------


def battle(**given: Any) -> Match:
    units = {
        "R1": "yav-L1 G5 damage 3 tokens 2",
        "R2": "yav-U4 I5 hidden",
        "T1": "ann-U1 C2 hidden tokens 1",
        "T2": "ann-H1 A5 health",
    }
    return position(given.pop("units", units), **given)


def board(view: View) -> Grid:
    return draw_board(view, LOOKS["board" if view.eyes is None else "field"])


def texts(grid: Grid) -> dict[str, str]:
    """By text, the style of its cell."""
    return {str(cell.value): cell.style for row in grid.rows for cell in row if cell.value not in (None, "")}


def test_a_base_shows_its_number_terrain_type_damage_and_tokens_in_the_colour_of_its_side() -> None:
    seen = texts(board(view(battle(), RED)))
    assert seen["R1💎\n👑5/8\n••"] == "leader.red"
    assert seen["R2\n⚔5/5"] == "unit.red.hidden"
    assert seen["T1🌲\n?\n•"] == "unit.teal.hidden"
    assert seen["T2\n★11"] == "unit.teal"
    assert "R2\n?" in texts(board(view(battle(), None)))


def test_an_empty_space_shows_its_name_and_terrain() -> None:
    seen = texts(board(view(battle(), None)))
    for text, style in (("A1", "plain"), ("C5\n💎", "mine"), ("D2\n⛰", "mountains"), ("D5\n🌲", "forest")):
        assert seen[text] == f"hex.{style}"
    assert seen["E5\n▲"] == "hex.highland"


def test_the_table_above_the_map_has_both_players_markers_and_whose_turn_it_is() -> None:
    match = battle(players={RED: {"crystals": 3, "fatigue": 2}, TEAL: {"tokens": 4, "wins": 1}})
    grid = board(view(match, None).but(names={RED: "Ana", TEAL: "Ben"}))
    rows = [[cell.value for cell in row if cell.value not in (None, "")] for row in grid.rows[2:5]]
    assert rows == [
        ["Player", "Morale", "Fatigue", "Tokens", "Titan Crystals", "Games won"],
        ["▶ Ana (red)", 20, "2 of 8", 7, 3, 0],
        ["Ben (teal)", 20, "0 of 8", 4, 0, 1],
    ]


def test_below_the_map_is_what_happened_and_a_legend_and_beside_it_regions_and_tactics() -> None:
    match = battle(players={RED: {"tactics": ["Forced March"]}, TEAL: {"drawn": True}})
    seen = texts(board(view(match, None).but(news=("T2 dies",))))
    assert seen["T2 dies"] == "panel.news"
    assert [style for text, style in seen.items() if "Battle Bases" in text and "mountains" in text] == ["legend"]
    assert seen["Red: Yaveil Alliance"] == "panel.red"
    assert seen["Forced March: all allies have +1 speed"] == "tactic.red"
    assert seen["Teal: a region face down"] == "panel.teal"


def test_the_history_has_no_morale_before_the_legions_are_deployed() -> None:
    assert tally(view(Setup().match, None)).values == {
        "red_morale": None, "teal_morale": None, "red_fatigue": 0, "teal_fatigue": 0,
    }  # fmt: skip
    assert tally(view(battle(), None)).values["red_morale"]
