"""Values that the soak tries of settings that are no lists of choices, or that would make a match endless."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

SMALL = "map Ford\n" + "\n".join(
    f"{row} {' '.join(spaces)}"
    for row, spaces in zip("ABCDEF", ("PPPPPP", "PPPPPP", "FTMHTF", "_PHHPF", "PPPPPP", "PPPPPP"), strict=True)
)
"""A map with an even number of rows and a hole."""

TRIED: Mapping[str, Sequence[Any]] = {
    "map": ("eastern_mist_forest", SMALL),
    "best_of": (1, 3),
    "budget": (12, 40),
    "fewest_units": (1, 9),
    "most_units": (9,),
    "battle_bases": (10, 20),
    "command_tokens": (4, 20),
    "first_turn_tokens": (1, 9),
    "second_player_tokens": (1, 3),
    "reserve_each_round": (2, 3),
    "tokens_per_unit": (1, 20),
    "zoc_morale": (0, 99),
    "mine_income": (0, 10),
    "morale_cap": (21, 99),
    "council_cost": (0, 20),
    "fatigue_limit": (1, 3, 20),
    "tables": (),
}

UNTOLD: Mapping[str, str] = {}
"""Settings that change no sentence of *How to play*, and why."""

GONE: Sequence[tuple[Mapping[str, Any], tuple[str, ...]]] = (
    (
        {"mode": "first"},
        (
            "Barrack",
            "Mercenary",
            "enhancement costs",
            "Titan Crystal",
            "can be activated",
            "call of an ally",
            "such zone",
        ),
    ),
    ({"mode": "core"}, ("can be activated", "costs 1")),
    ({"zoc": "never"}, ("enemies stop", "such zone")),
    ({"best_of": 1}, ("begins the next", "wins the match", "surrenders, the match")),
    ({"copies": "one"}, ("in secret", "Both can have")),
    ({"mirror": False}, ("Both can have",)),
    ({"next_first": "winner"}, ("loser of a game",)),
    ({"next_first": "die"}, ("loser of a game", "begins the next")),
    ({"lineup_limits": "none"}, ("keeps these limits",)),
    ({"leader_enhance": True}, ("cannot have enhancements",)),
    ({"los_edge_both": False}, ("is blocked too",)),
    ({"highland_mode": "threshold"}, ("each 3 is",)),
    ({"support_at": "target"}, ("next to the unit that rolls",)),
    ({"invalid_target": "returned"}, ("Token is spent",)),
    ({"leader_death_loses": True}, ("only its abilities end",)),
    ({"fatigue_mode": "compare"}, ("reaches 8",)),
    ({"reactions": "live"}, ("first row that fits", "standing orders")),
    ({"on_fail": "skip"}, ("stops those after",)),
)
"""Settings that switch something off, and words that then stand nowhere on *How to play*."""
