"""How to play: the rules of this match, with its numbers, on a tab of its own."""

from __future__ import annotations

import re
from typing import Any

import pytest

from sheets_gm.adapters.installation.templates import template
from sheets_gm.games.gvg.data.settings import Settings
from sheets_gm.games.gvg.data.words import COST
from sheets_gm.games.gvg.tabs.all_tabs import draw_how_to_play
from sheets_gm.games.gvg.tabs.how_to_play import numbers, sections
from sheets_gm.games.gvg.views.visible import view
from sheets_gm.sheet.how_to_play import PICTURE
from tests.games.gvg.racing import TWO_LANES
from tests.games.gvg.table import position

TAB = template("gvg").tabs["rules"]

EVERY_OTHER_VALUE: tuple[dict[str, Any], ...] = (
    {},
    {"turn_mode": "two_step", "diagonal": True, "overreach": "refuse", "enemy_base_entry": True},
    {"turn_mode": "blind", "structures_block": True, "forward_spawn": 1, "captain_may_fill": False},
    {"dps_vs_boss": 1, "tree_tie": "stalemate", "pve_loss_ko": False, "defenders_ko_on_hit": True},
    {"buff_stacks": False, "buff_metric": "king", "buffer_untouchable": True, "hr_blocks_revive": True},
    {"boss_ko": True, "boss_reroll_pvp": False, "owner_may_carry": True, "tree_reset_turns": 4},
    {"double_capture": "draw", "cooldown_scope": "team", "archery": "auto", "tiebreak": []},
    {"archery": "off", "boss_turns": [], "jungle_respawn_turns": [], "halftime_blocks": False},
    {"halftime_blocks": False, "tiebreak": ["fish_hp"], "board": TWO_LANES},
    {"max_turns": 20},
)


def lines(**settings: Any) -> list[list[str]]:
    match = position({"blue1": "DPS BASE_B"}, settings=settings)
    return [[str(cell.value or "") for cell in row] for row in draw_how_to_play(view(match, None), TAB).rows if row]


def text(**settings: Any) -> str:
    return "\n".join(" | ".join(row) for row in lines(**settings))


@pytest.mark.parametrize("settings", EVERY_OTHER_VALUE, ids=str)
def test_every_line_has_words_and_every_placeholder_a_number(settings: dict[str, Any]) -> None:
    made = Settings.model_validate(settings)
    keys = [
        key for section in sections(made) for key in (section.heading, *(e.text for e in section.lines if not e.plain))
    ]
    assert [key for key in keys if key not in TAB.words] == []
    assert re.findall(r"\{\w+\}", text(**settings)) == []


def test_every_word_of_the_template_is_shown_with_some_settings() -> None:
    shown = {
        key
        for settings in EVERY_OTHER_VALUE
        for section in sections(Settings.model_validate(settings))
        for key in (section.heading, *(line.text for line in section.lines))
    }
    assert sorted(set(TAB.words) - shown) == [PICTURE]


@pytest.mark.clause("GVG-71", "GVG-72", "GVG-73", "GVG-74", "GVG-75", "GVG-76", "GVG-77")
def test_every_skill_is_listed_with_its_cost() -> None:
    listed = {row[0]: row[1] for row in lines() if row[0] in COST}
    assert listed == {skill: f"{cost} coin" if cost == 1 else f"{cost} coins" for skill, cost in COST.items()}
    dear = {row[0]: row[1] for row in lines(skill_costs={"Tree Speed": 7}) if row[0] in COST}
    assert dear["Tree Speed"] == "7 coins"


@pytest.mark.clause("GVG-48")
def test_the_fish_is_explained_by_its_tiers() -> None:
    assert "die + 2 with 1, die with 2, die − 2 with 3" in text()
    assert "die + 4 with 1, die + 1 with 2, die + 1 with 3" in text(fish_tiers=[4, 1])


@pytest.mark.clause("GVG-64", "GVG-R24")
def test_equal_margins_at_the_boss_are_explained_with_the_share_of_each_team() -> None:
    after = "the larger margin does. With equal margins, the winner of their fight does; if nobody wins it, each gains "
    assert after + "1 coin." in text()
    assert after + "2 coins." in text(boss_reward=5)


@pytest.mark.clause("GVG-R33", "GVG-R42")
def test_rulings_that_came_up_in_play_are_explained() -> None:
    assert "A fight at a Fish that cannot be attacked yet is on an open tile, and takes place" in text()
    assert "A Healer who is knocked down in that phase still revives" in text()


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"max_turns": 20}, "at most 20 turns"),
        ({"tiebreak": []}, "If both teams capture a Tree in the same turn, it is a draw"),
        ({"tiebreak": ["tree"]}, "If both teams capture a Tree in the same turn, it is a draw"),
        ({"bulwark_hp": 5}, "Bulwark | 5 HP"),
        ({"fish_hp": 4}, "Fish | 4 HP"),
        ({"boss_hp": 9}, "Boss | 9 HP"),
        ({"role_bonus": 4}, "+4 when defending a Bulwark"),
        ({"buff_bonus": 5}, "+5 to the roll of each ally"),
        ({"tree_bonus": 6}, "adds +6 to the defence"),
        ({"speed_bonus": 1}, "+1 to all movement rolls"),
        ({"damage_bonus": 9}, "+9 to the team's attack total on the Fish"),
        ({"cooldown_turns": 1}, "again 1 turn after"),
        ({"boss_turns": [7]}, "Appears on turn 7 at A9 (heads) or E9 (tails)"),
        ({"boss_turns": [7, 9, 10], "max_turns": 9}, "Appears on turns 7 and 9 at"),
        ({"halftime_turn": 12}, "Jungle coins respawn on turn 12"),
        ({"ballista_uses": 1}, "1 charge for the Ballista"),
        ({"tree_reset_turns": 4}, "returns home after 4 turns"),
        ({"duel_points": 4}, "Best of 7"),
    ],
)
def test_the_numbers_are_those_of_the_match(settings: dict[str, Any], sentence: str) -> None:
    assert sentence not in text()
    assert sentence in text(**settings)


@pytest.mark.clause("GVG-57", "GVG-83")
def test_what_would_come_after_the_last_turn_is_not_explained() -> None:
    short = text(max_turns=20)
    assert "Appears on turn 15 at" in short
    assert "respawn on" not in short
    assert "Archery Duel" not in short.split("Settings of this match")[0]
    assert "Appears" not in text(max_turns=10)


def test_no_more_players_start_at_a_bulwark_than_there_are_players_or_bulwarks() -> None:
    assert "start at a Bulwark instead of the Base: 2." in text(forward_spawn=3, team_size=2)
    assert "start at a Bulwark instead of the Base: 2." in text(forward_spawn=3, board=TWO_LANES)


def test_the_tie_breakers_are_listed_in_their_order() -> None:
    found = [row[2] for row in lines(tiebreak=["fish_hp", "tree"]) if len(row) > 1 and row[1] in ("1.", "2.", "3.")]
    assert found == [TAB.word("tie_fish_hp"), TAB.word("tie_tree")]


def test_changed_settings_are_named_with_their_values() -> None:
    assert TAB.word("changed_none") in text()
    rows = lines(diagonal=True, max_turns=20, skill_costs={"Tree Speed": 3}, board=TWO_LANES)
    changed = {row[0]: row[1] for row in rows if len(row) > 1}
    assert changed["diagonal"] == "yes"
    assert changed["max_turns"] == "20"
    assert changed["skill_costs"] == "Tree Speed 3"
    assert changed["board"] == "custom"
    assert "die_sides" not in changed


def test_a_placeholder_that_is_not_known_stays_as_it_is() -> None:
    words = {**TAB.words, "win_capture": "{nonsense} {die_sides}"}
    grid = draw_how_to_play(view(position({"blue1": "DPS BASE_B"}), None), TAB.but(words=words))
    assert "{nonsense} 6" in [cell.value for row in grid.rows for cell in row]
    assert "nonsense" not in numbers(Settings())


def test_a_tree_that_returns_home_does_not_lie_there_until_somebody_comes() -> None:
    shown = text(tree_reset_turns=1)
    assert "A dropped Tree returns home after 1 turn." in shown
    assert "until it is picked up" not in shown


@pytest.mark.clause("GVG-R2", "GVG-R14", "GVG-R20", "GVG-R22")
def test_what_is_easily_missed_is_said_where_it_may_happen() -> None:
    shown = " ".join(text().split())
    for sentence in (
        "Captains know them when they choose skills",
        "Can be attacked from the turn after the first Bulwark of its team falls.",
        "nobody who flew there by Ballista takes it",
        "A Boss that is still alive when another one appears is replaced by it.",
    ):
        assert sentence in shown
    assert "is replaced by it" not in text(boss_turns=[15])


def test_a_template_of_an_earlier_version_has_no_sentence_that_came_later() -> None:
    older = TAB.but(words={name: word for name, word in TAB.words.items() if name != "boss_again"})
    drawn = draw_how_to_play(view(position({"blue1": "DPS BASE_B"}), None), older)
    assert not [cell for row in drawn.rows for cell in row if cell.value == "boss_again"]
