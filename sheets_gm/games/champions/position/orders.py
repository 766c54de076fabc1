"""The orders of players."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from pydantic import field_validator

from sheets_gm.games.champions.data.numbers import ATTACK, MOST_LOOT, SUPPORT_ACTION
from sheets_gm.kernel.outcome import Order

SHORT_ACTIONS: Mapping[str, str] = MappingProxyType({"ATK": ATTACK, "SUP": SUPPORT_ACTION})
"""Short names of actions in the rulings."""
LOOTS = tuple(f"loot_{number}" for number in range(1, MOST_LOOT + 1))
"""The fields of `Loot`, one for each looting action."""


class Move(Order):
    """Moves to a tile; None stays."""

    move_to: str | None = None


class Loot(Order):
    """Loots the tile: the category for each looting action; None is any category."""

    loot_1: str | None = None
    loot_2: str | None = None
    loot_3: str | None = None
    loot_4: str | None = None
    loot_5: str | None = None

    @property
    def categories(self) -> tuple[str | None, ...]:
        """The categories in the order of the looting actions."""
        return (self.loot_1, self.loot_2, self.loot_3, self.loot_4, self.loot_5)


class Equip(Order):
    """Equips one Champion with everything that it wears from now on; None is an empty slot."""

    champion: str
    item_1: str | None = None
    item_2: str | None = None
    armor: str | None = None


class Act(Order):
    """One action of a set: the number of the player's battle (from 1), the Champion's slot there, and the turn.

    The first turn chooses *champion*; None is the healthiest one left.
    """

    battle: int
    slot: int
    turn: int
    champion: str | None = None
    action: str | None = None
    prefer: str | None = None
    target: str | None = None
    item: str | None = None

    @field_validator("action")
    @classmethod
    def _in_full(cls, action: str | None) -> str | None:
        return action and SHORT_ACTIONS.get(action.upper(), action)

    @property
    def wants(self) -> str | None:
        """Return the action. If it is empty, the preference or the item implies it."""
        return self.action or (ATTACK if self.prefer else SUPPORT_ACTION if self.item else None)
