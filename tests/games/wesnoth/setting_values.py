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
