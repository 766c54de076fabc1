"""Values that the soak tries of settings that are no lists of choices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sheets_gm.games import files

TILES = files.read("champions", "tiles.txt")
ITEMS = files.read("champions", "items.csv")

TRIED: Mapping[str, Sequence[Any]] = {
    "items": (ITEMS.replace("1d4", "1d4+3"),),
    "tiles": (TILES.replace("        9\n", "        1\n").replace("       12\n", "        2\n"),),
    "max_players": (2, 3, 5, 10),
    "shrink_at": ({}, {"4": 5, "3": 9}, {"4": 16, "3": 16}),
    "final_arena_at": (0, 5, 16),
    "stall_rounds": (1, 9),
    "deadlock_rounds": (1, 9),
    "exhaustion": (1, 99),
    "loot_actions": (0, 1, 2),
    "loot_bonus_max": (0, 1),
    "pool_refill": (1, 20),
    "health": ({"Healer": 999, "Gladiator": 1}, dict.fromkeys(("Gladiator", "Rogue", "Healer", "Mage"), 1)),
    "base_dice": ({"Mage": "1d1", "Rogue": "9d9+9"},),
    "heal_dice": ("1d1", "3d6+2"),
    "rest_heal": (1, 50),
    "default_pref": ("GRMH",),
    "affinity": (0.0, 1.0),
    "strong": (0.0, 1.0),
    "weak": (0.0, -1.0),
    "evade_pct": (0, 100),
    "evade_cap": (0, 100),
    "assist": ("1d1", "4d10+5"),
    "main_thread": ("the tavern",),
    "room_links": ({"A1": "a room"},),
}

UNTOLD: Mapping[str, str] = {
    "max_players": "who may sit down is said where a match begins",
    "main_thread": "the map shows it",
    "room_links": "the tab of a tile shows it",
}
"""Settings that change no sentence of *How to play*, and why."""

GONE: Sequence[tuple[Mapping[str, Any], tuple[str, ...]]] = (
    ({"loot_bonus_max": 0}, ("more with items",)),
    ({"show_names": False}, ("where every player is",)),
    ({"battle_dice": "everyone"}, ("Only the players on a tile see",)),
    ({"start_grid": 4}, ("has a tile for each player",)),
    ({"relocate": "geometric"}, ("on a random tile",)),
    ({"drop_on_elimination": "lost"}, ("stay on its tile",)),
    ({"rest_heal": 1}, ("does not recover",)),
    ({"overheal": True}, ("cannot raise",)),
    ({"affinity_mode": "item_only"}, ("effects of the item are multiplied",)),
    ({"rounding": "half_even"}, ("halves up",)),
)
"""Settings that switch something off, and words that then stand nowhere on *How to play*."""
