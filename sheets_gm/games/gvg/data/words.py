"""The names and tables of the rulebook. Numbers that a match can change are in `settings.py`."""

from __future__ import annotations

from typing import Literal

NAME = "gvg"

BLUE = "blue"
RED = "red"
TEAMS = (BLUE, RED)
TEAM = 5  # GVG-1: the most players in a team


def other(team: str) -> str:
    """Return the opposing team."""
    return RED if team == BLUE else BLUE


DPS, TANK, HEALER = "DPS", "Tank", "Healer"
ROLES = (DPS, TANK, HEALER)

SPEED = "Player Speed"
REDUCTION = "Healing Reduction"
BULWARK_DAMAGE = "Bulwark Damage"
FISH_DAMAGE = "Fish Damage"
PROTECTION = "City Protection"
TREE_SPEED = "Tree Speed"
BALLISTA = "Ballista Charges"

COST = {
    SPEED: 1,
    REDUCTION: 1,
    BULWARK_DAMAGE: 1,
    FISH_DAMAGE: 1,
    PROTECTION: 2,
    TREE_SPEED: 2,
    BALLISTA: 1,
}
"""The Command Skills and the rulebook's costs in coins (GVG-71 to GVG-77)."""

SKILL_CLAUSE = {
    SPEED: "GVG-71",
    REDUCTION: "GVG-72",
    BULWARK_DAMAGE: "GVG-73",
    FISH_DAMAGE: "GVG-74",
    PROTECTION: "GVG-75",
    TREE_SPEED: "GVG-76",
    BALLISTA: "GVG-77",
}

WALK, FLY = "WALK", "BALLISTA"
AUTO, HOLD, BUFF, REVIVE, PICKUP, FIGHT = "AUTO", "HOLD", "BUFF", "REVIVE", "PICKUP", "FIGHT"

Step = Literal["tree", "bulwarks", "bulwark_hp", "fish_hp"]
"""The tie-breakers of R36."""
