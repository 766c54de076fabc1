"""The tabs that explain: odds, the unit tree, and how to play by the settings of the match."""

from __future__ import annotations

import re
from typing import Any

import pytest

from sheets_gm.adapters.installation import templates
from sheets_gm.games.wesnoth.data.settings import Settings, maps
from sheets_gm.games.wesnoth.position.orders import Act
from sheets_gm.games.wesnoth.position.state import Match
from sheets_gm.games.wesnoth.rules.actions import Action, forecast, read
from sheets_gm.games.wesnoth.tabs.how_to_play import CHOICES
from sheets_gm.kernel.outcome import Result
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.tabs import ViewTab
from tests.games.wesnoth.table import WES, position

TEMPLATE = templates.template("wesnoth")


def drawn(match: Match, key: str) -> list[list[Any]]:
    """The cells of the tab *key*, row by row."""
    tab = next(tab for tab in WES.tabs_for(WES.settings()) if isinstance(tab, ViewTab) and tab.key == key)
    return [[cell.value for cell in row] for row in tab.draw(WES.view(match, None), TEMPLATE.tabs[key]).rows]


def listing(match: Match, key: str) -> list[dict[str, Any]]:
    """The rows of the list *key*, by the fields of its columns."""
    fields = [column.field for column in TEMPLATE.tabs[key].columns]
    return [dict(zip(fields, row, strict=True)) for row in drawn(match, key)[3:]]


def rules(**settings: Any) -> str:
    """The text of How to play."""
    return "\n".join(str(row[0]) for row in drawn(position(settings=settings), "rules") if row)


# -- odds --------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("WES-27", "WES-32")
def test_the_odds_are_those_of_the_attack_that_a_row_makes_if_it_names_only_the_unit_and_the_target() -> None:
    units = {"b1": "Lieutenant A1 leader spent", "b2": "Spearman E4", "r2": "Orcish Grunt E6", "r3": "Orcish Archer G5"}
    match = position(units)
    rows = listing(match, "odds")
    assert [(row["unit"], row["target"]) for row in rows] == [
        ("b2 Spearman", "r2 Orcish Grunt"),
        ("b2 Spearman", "r3 Orcish Archer"),
        ("b2 Spearman", "r1 Orcish Warrior"),
    ]
    for row in rows:
        order = Act(unit=row["unit"], target=row["target"])
        action = read(match, "blue", order)
        assert isinstance(action, Action)
        assert (row["from"], row["attack"]) == (action.way[-1], action.attack)
        remark = forecast(match, action)
        assert remark is not None
        assert f"{row['kill']} to kill" in remark.text
    assert rows[0]["from"] == "D5"
    assert (rows[0]["need"], rows[0]["counter_need"]) == ("4+", "5+")


@pytest.mark.clause("WES-31")
@pytest.mark.parametrize(
    ("answers", "counter", "shown"),
    [
        ("standing", "best", "melee 4-2 blade"),
        ("standing", "none", "none"),
        ("attacker", "none", "none"),
        ("live", "none", "melee 4-2 blade"),
    ],
)
def test_the_odds_show_the_counter_that_the_standing_answers_choose(answers: str, counter: str, shown: str) -> None:
    match = position(
        {"b2": "Swordsman E5", "r2": "Orcish Grunt E6"},
        wishes={"red": {"counter": counter}},
        settings={"answers": answers},
    )
    (row,) = (row for row in listing(match, "odds") if row["unit"] == "b2 Swordsman" and row["target"][:2] == "r2")
    assert row["counter"] == shown


def test_the_first_counter_is_shown_where_the_standing_answers_say_first() -> None:
    match = position(
        {"b2": "Swordsman E5", "r2": "Knight E6 of Loyalists"}, wishes={"red": {"counter": "first"}}, time="morning"
    )
    (row,) = (row for row in listing(match, "odds") if row["unit"] == "b2 Swordsman" and row["target"][:2] == "r2")
    assert row["counter"] == match.index.pawn(match.index.by_id["r2"]).attacks[0].label


# -- the unit tree -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("WES-3", "WES-42")
def test_every_pawn_stands_in_the_unit_tree_with_what_it_becomes_and_those_of_the_players_first() -> None:
    match = position(players={"blue": "Undead", "red": "Rebels"})
    rows = listing(match, "tree")
    assert len(rows) == len(match.world.tables.pawns)
    assert list(dict.fromkeys(row["faction"] for row in rows))[:2] == ["Undead", "Rebels"]
    mage = next(row for row in rows if row["unit"].endswith(" Mage") and row["faction"] == "Rebels")
    assert (mage["level"], mage["advances"], mage["price"]) == (1, "White Mage, Red Mage", 4)


@pytest.mark.clause("WES-42")
def test_the_unit_tree_has_the_prices_of_the_match() -> None:
    rows = listing(position(settings={"price_per_level": 7}), "tree")
    assert {row["price"] for row in rows if row["level"] == 2 and row["advances"]} == {14}
    assert {row["price"] for row in rows if not row["advances"]} == {""}
    fallen = listing(position(settings={"advance_price": "fallen"}), "tree")
    assert {row["price"] for row in fallen if row["advances"]} == {"4 per level killed"}


@pytest.mark.clause("WES-17", "WES-18")
def test_the_recruits_have_the_prices_of_the_match() -> None:
    rows = listing(position(settings={"recruit_price": 2, "mercenary_price": 9}), "recruits")
    assert {row["price"] for row in rows} == {"2 / 9"}


# -- how to play -------------------------------------------------------------------------------------------------------

OTHER: dict[str, Any] = {
    "teams": "1 1 2 2",
    "gold": 77,
    "schedule": "short",
    "castles_to_win": "one",
    "alignment": "unit",
    "act_when_recruited": True,
    "recruit_anywhere": True,
    "recruit_price": 78,
    "mercenary_price": 79,
    "take_allied_villages": True,
    "income_by": "team",
    "rerolls": "turn",
    "reroll_price": 76,
    "resistance": "kind",
    "minimum_without_hit": True,
    "advance_price": "fallen",
    "price_per_level": 75,
    "advance_by_counter": False,
    "leaderless": "leave",
    "max_rounds": 74,
    "answers": "live",
}


def test_another_value_of_every_setting_is_tried() -> None:
    assert set(OTHER) == set(Settings.model_fields) - {"map", "tables"}


@pytest.mark.parametrize("name", OTHER)
def test_how_to_play_says_what_a_setting_changes_and_names_it(name: str) -> None:
    before, after = rules(), rules(**{name: OTHER[name]})
    changed = [line for line in after.splitlines() if line not in before.splitlines()]
    assert any(line.startswith(f"{name} = ") for line in changed)
    assert len(changed) > 1, "only the list of settings says so"
    assert "All settings have their defaults" in before
    assert "All settings have their defaults" not in after


@pytest.mark.parametrize("name", [name for name, value in OTHER.items() if type(value) is int])
def test_how_to_play_has_the_numbers_of_the_match(name: str) -> None:
    text, _, _ = rules(**{name: OTHER[name]}).partition("Settings of this match")
    assert re.search(rf"\b{OTHER[name]}\b", text)


def test_every_sentence_of_how_to_play_is_in_the_template_and_every_name_in_it_is_filled() -> None:
    words = TEMPLATE.tabs["rules"].words
    assert {f"{name}_{value}" for name, values in CHOICES.items() for value in values} <= set(words)
    for name in maps():
        text = rules(map=name)
        assert "{" not in text
        assert text.count("\n") >= 40


def test_a_name_that_the_game_does_not_know_stays_as_it_is() -> None:
    tab_template = TEMPLATE.tabs["rules"].but(words={"goal": "Win {gold} and {laurels}"})
    tab = next(tab for tab in WES.tabs_for(WES.settings()) if isinstance(tab, ViewTab) and tab.key == "rules")
    texts = [cell.value for row in tab.draw(WES.view(position(), None), tab_template).rows for cell in row]
    assert "Win 15 and {laurels}" in texts


@pytest.mark.clause("WES-5", "WES-29")
def test_how_to_play_has_the_times_of_day_of_the_match() -> None:
    assert "in order: dawn (neither), day, dusk (neither), night." in rules(schedule="short")
    assert "morning (day), afternoon (day), dusk (neither), first watch (night)" in rules()
    most = "At every dawn and dusk, the player with the most villages earns 1 gold; all who tie earn it"
    assert f"{most}, but nobody without a village does." in rules()


def test_how_to_play_has_the_teams_and_the_limit_of_the_match() -> None:
    assert "The teams are Blue and Red." not in rules()
    text = "\n".join(
        str(row[0])
        for row in drawn(
            position(players=dict.fromkeys(("blue", "red", "teal", "orange"), ""), settings={"teams": "1 2 1 2"}),
            "rules",
        )
        if row
    )
    assert "The map is Field. The teams are Blue and Teal against Red and Orange." in text
    assert "ends after round 9." in rules(max_rounds=9)


# -- the board ---------------------------------------------------------------------------------------------------------


def test_every_second_column_of_the_board_is_half_a_hex_lower_and_a_unit_covers_its_tile() -> None:
    match = position({"b2": "Spearman B2 wounds 5"}, villages={"G4": "red"})
    rows = drawn(match, "board")
    assert rows[2][:4] == [None, "A", "B", "C"]
    assert [rows[row][0] for row in (3, 5, 17)] == ["1", "2", "8"]
    assert (rows[3][1], rows[3][3], rows[4][4]) == ("🏰👑b1\n15/15", "C1", "D1")
    assert (rows[6][2], rows[7][2]) == ("🛡b2\n9/14", "")
    assert (rows[5][1], rows[17][1], rows[9][7], rows[6][4]) == ("A2\n🏰", "A8\n♜", "G4\n🏠r", "D2\n🌲")


def test_the_panel_is_below_the_map_and_as_wide_so_that_nobody_scrolls_sideways_for_it() -> None:
    tab = next(tab for tab in WES.tabs_for(WES.settings()) if isinstance(tab, ViewTab) and tab.key == "board")
    grid = tab.draw(WES.view(position(time="dusk"), None), TEMPLATE.tabs["board"])
    rows = [[cell.value for cell in row] for row in grid.rows]
    assert rows[2][8:] == ["H", "I"]
    assert max(map(len, rows[3:])) == 11
    below = next(number for number, row in enumerate(rows) if row[1:] == ["🌇 Dusk"])
    assert below == 3 + 2 * 8 + 1
    assert rows[below + 2][1] == "Next: 🌙 first watch → 🌙 second watch → 🌅 dawn → ☀ morning → ☀ afternoon"
    at = below + 3
    assert rows[at][1:] == ["Player", "", "Faction", "", "Leader", "", "Gold", "Villages", "Units", "Income"]
    assert rows[at + 1][1:] == ["▶ Blue", "", "Loyalists", "", "Lieutenant", "", 0, 0, 1, "–"]
    assert sorted((area.left, area.right) for area in grid.merges if area.top == at) == [(1, 3), (3, 5), (5, 7)]
    assert [(area.left, area.right) for area in grid.merges if area.top == below] == [(1, 11)]
    assert rows[-1][1:] == ["11/14", None, "hit points left; a pale unit has acted"]


def test_the_board_names_the_people_who_won() -> None:
    match = position().but(result=Result(winners=("blue",), reason="no enemy leader is alive", clause="WES-45"))
    tab = next(tab for tab in WES.tabs_for(WES.settings()) if isinstance(tab, ViewTab) and tab.key == "board")
    seats = {"blue": Seat(id="blue", player="Ana", team="blue"), "red": Seat(id="red", player="Ben", team="red")}
    rows = tab.draw(WES.showing.seated(WES.view(match, None), seats), TEMPLATE.tabs["board"]).rows
    assert [cell.value for row in rows for cell in row if cell.style == "panel.result"] == [
        "Ana wins: no enemy leader is alive"
    ]


@pytest.mark.clause("WES-9", "WES-14", "WES-18", "WES-43")
def test_how_to_play_says_what_is_easily_missed() -> None:
    shown = " ".join(rules().split())
    for sentence in (
        "a mercenary (a unit that its faction does not have) 4 gold.",
        "can pass its own and allied units, and cannot attack allies",
        "with all units and gold; the villages are nobody's then",
        "Next is whoever follows in the order of the seats and is still in the game.",
    ):
        assert sentence in shown


def test_a_line_about_many_units_has_the_places_of_all_and_the_name_of_the_leader_only() -> None:
    def told(count: int) -> str:
        match = position(
            {f"b{number}": f"Spearman {'BCDEFG'[number % 6]}{number % 5 + 1}" for number in range(2, count + 1)}
        )
        return WES.showing.whereabouts(WES.view(match, None), "blue").partition(" · ")[2]

    assert told(3).endswith(", b2 D3, b3 E4")
    assert re.fullmatch(r"Leader b1 \w+, others D3 E4 F5 G1 B2", told(6))
    assert re.search(r"others( \w\d){8} \+2$", told(11))
