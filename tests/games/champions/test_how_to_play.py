"""The tab “How to play”: drawn from the rules' data and the settings of the match."""

from __future__ import annotations

from typing import Any

import pytest

from sheets_gm.games.champions.data.items import read_items
from sheets_gm.games.champions.data.settings import Settings
from sheets_gm.games.champions.tabs.how_to_play import Text, in_lines
from tests.games.champions.evening import TEMPLATE
from tests.games.champions.table import CHAMPIONS, position

PEOPLE = {"p1": "A1: all", "p2": "B2: all"}


def rows(**settings: Any) -> list[str]:
    """The rows of the tab for a match with these settings, the cells of each joined."""
    match = position(PEOPLE, phase="movement", size=2, settings=settings)
    (tab,) = (tab for tab in CHAMPIONS.tabs_for(match.settings) if tab.key == "rules")
    grid = tab.draw(CHAMPIONS.view(match, None), TEMPLATE.tabs["rules"])  # type: ignore[union-attr]
    return [" | ".join(str(cell.value) for cell in row if cell.value not in (None, "")) for row in grid.rows]


def differs(**settings: Any) -> str:
    """The rows that are not there with default settings."""
    usual = set(rows())
    return "\n".join(row for row in rows(**settings) if row not in usual)


@pytest.mark.clause("CBR-35", "CBR-51", "CBR-20", "CBR-24")
def test_each_champion_has_a_row_with_its_numbers() -> None:
    found = rows()
    assert "🛡 Gladiator | 100 | 2d10 | Physical | Light, Medium, Heavy | Mage, Healer | Attack, Evade" in found
    assert "🌿 Healer | 80 | 1d10 | Magical, Support | Light | – | Attack, Heal, Support, Evade" in found


def test_every_item_that_a_log_may_name_is_there_with_its_effect() -> None:
    shown = "\n".join(rows())
    for item in read_items(Settings().items).items.values():
        assert item.name in shown
    assert "Phoenix Feather | Legendary | Support | once, instead of death: 1d20 health" in shown
    assert "Assist" in shown


@pytest.mark.clause("CBR-12", "CBR-14", "CBR-15")
def test_every_kind_of_tile_has_a_row_with_its_loot() -> None:
    found = rows()
    assert "4×4 corner | 60 % | 30 % | 9 % | 1 % | 9" in found
    assert "Single tile | 0 % | 30 % | 45 % | 25 % | 6" in found


@pytest.mark.parametrize(
    ("settings", "shown"),
    [
        ({"health": {"Mage": 60}}, "🔮 Mage | 60"),
        ({"base_dice": {"Rogue": "2d6"}}, "🗡 Rogue | 85 | 2d6"),
        ({"loot_actions": 1, "loot_bonus_max": 1}, "1 looting action"),
        ({"set_length": 2, "sets_per_battle": 3}, "6 actions"),
        ({"affinity": 0.5}, "0.5"),
        ({"strong": 0.5}, "×1.5"),
        ({"weak": -0.4}, "×0.6"),
        ({"evade_pct": 40}, "40 %"),
        ({"evade_cap": 90}, "90 %"),
        ({"assist": "2d4"}, "2d4"),
        ({"heal_dice": "2d10"}, "2d10"),
        ({"overheal": True}, "above"),
        ({"rest_heal": 7}, "7 health"),
        ({"item_crit": True}, "Item dice"),
        ({"shrink_at": {"4": 8, "3": 5}}, "3×3 when 8 players"),
        ({"final_arena_at": 0}, "final_arena_at"),
        ({"stall_rounds": 5}, "5 rounds"),
        ({"deadlock_rounds": 9}, "9 rounds"),
        ({"exhaustion": 25}, "25 health"),
        ({"relocate": "geometric"}, "corresponds"),
        ({"drop_on_elimination": "lost"}, "lost"),
        ({"pool_refill": 2}, "2 items"),
        ({"show_names": False}, "number of players"),
        ({"default_pref": "GRMH"}, "Gladiator, Rogue, Mage, Healer"),
        ({"affinity_mode": "item_only"}, "dice of that item"),
        ({"rounding": "half_even"}, "even"),
        ({"start_grid": 3}, "start_grid"),
    ],
    ids=str,
)
def test_a_setting_changes_what_the_tab_says_and_is_listed_by_name(settings: dict[str, Any], shown: str) -> None:
    changed = differs(**settings)
    assert shown in changed
    for name in settings:
        assert f"{name} | " in changed


@pytest.mark.clause("CBR-R2", "CBR-R24")
def test_the_tab_tells_what_is_in_force_where_settings_limit_each_other() -> None:
    assert "a chance of 75 % to miss" in differs(evade_pct=90).replace("\n", " ")
    assert "a chance of 10 % to miss" in differs(evade_cap=10).replace("\n", " ")
    changed = differs(shrink_at={"4": 9, "3": 5}, final_arena_at=6)
    assert "The 3×3 map shrinks to a single tile when 5 players are left." in changed
    assert "3×3 map shrinks to 2×2" not in changed
    assert "The 4×4 map shrinks to a single tile when 3 players" in differs(
        shrink_at={"4": 3, "3": 5}, final_arena_at=6
    )


def test_default_settings_are_not_listed_as_changed() -> None:
    assert not [row for row in rows() if row.startswith(("health | ", "affinity | ", "items | "))]
    assert TEMPLATE.tabs["rules"].word("unchanged") in rows()


def test_another_table_of_items_is_shown() -> None:
    items = Settings().items.replace("Rusty Dagger", "Bent Spoon")
    changed = differs(items=items)
    assert "Bent Spoon | Common | Physical | attack +1d4" in changed


def test_only_sentences_are_cut_into_lines() -> None:
    long = "Each player has four Champions " * 5
    assert "\n" in str(in_lines(Text(long, "rule")).text)
    for kept in (Text(long, "rule.head"), Text(100, "rule"), Text("short", "rule")):
        assert in_lines(kept) == kept


def test_players_share_a_tile_of_a_smaller_map_only_where_there_are_more_of_them_than_tiles() -> None:
    assert "Players share one only if there are more of them than tiles." in " ".join("\n".join(rows()).split())


@pytest.mark.clause("CBR-R13")
def test_who_goes_if_nobody_is_chosen_is_said() -> None:
    assert "If you choose nobody, your healthiest Champions go." in " ".join("\n".join(rows()).split())
