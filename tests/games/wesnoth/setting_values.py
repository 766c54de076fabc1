"""Values that the soak tries of settings that are no lists of choices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sheets_gm.games.wesnoth.data.settings import maps

TRIED: Mapping[str, Sequence[Any]] = {
    "map": maps(),
    "teams": ("each",),
    "gold": (0, 3, 40),
    "schedule": ("short",),
    "recruit_price": (0, 1, 9),
    "mercenary_price": (0, 1, 9),
    "reroll_price": (0, 3),
    "price_per_level": (0, 1, 9),
    "max_rounds": (1, 6, 14),
}

UNTOLD: Mapping[str, str] = {
    "teams": "the sentence about the map names the teams where there are any",
}
"""Settings that change no sentence of *How to play*, and why."""

GONE: Sequence[tuple[Mapping[str, Any], tuple[str, ...]]] = (
    ({"castles_to_win": "one"}, ("It removes that player",)),
    ({"leaderless": "leave"}, ("plays on with",)),
    ({"answers": "live"}, ("Nobody is asked",)),
    ({"max_rounds": 9}, ("not limited",)),
    ({"alignment": "unit"}, ("that of the faction",)),
    ({"act_when_recruited": True}, ("from its player's next turn",)),
    ({"recruit_anywhere": True}, ("must be on the main tile",)),
    ({"take_allied_villages": True}, ("stay theirs",)),
    ({"income_by": "team"}, ("the player with the most",)),
    ({"rerolls": "turn"}, ("per attack",)),
    ({"resistance": "kind"}, ("type of damage",)),
    ({"minimum_without_hit": True}, ("attack that hits does",)),
    ({"advance_price": "fallen"}, ("level that it has", "at level 0")),
    ({"advance_by_counter": False}, ("counts too",)),
    ({"answers": "attacker"}, ("Nobody is asked",)),
)
"""Settings that switch something off, and words that then stand nowhere on *How to play*."""
