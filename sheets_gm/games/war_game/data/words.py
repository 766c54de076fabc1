"""The fixed words of the rulebook: sides, factions, terrains, kinds of structures, orders and battles."""

from __future__ import annotations

from collections.abc import Sequence

from sheets_gm.kernel.english import listed

NAME = "war_game"

COALITION, PHYREXIA, MERCENARIES = "coalition", "phyrexia", "mercenaries"
SIDES = (COALITION, PHYREXIA)  # CPW-1
JUDGE, SECOND_JUDGE, BENCH = "judge", "judge2", "bench"
"""The seats of the judge and of a second one, and their team, which is no side (CPW-17)."""

SIDE_NAMES = {COALITION: "the Coalition", PHYREXIA: "Phyrexia", MERCENARIES: "the mercenaries", "": "nobody"}

FACTIONS = {"W": "White", "U": "Blue", "B": "Black", "R": "Red", "G": "Green"}  # CPW-3

PLAINS, ISLANDS, SWAMP, MOUNTAINS, FOREST, OCEAN = "plains", "islands", "swamp", "mountains", "forest", "ocean"
TERRAINS = {"P": PLAINS, "I": ISLANDS, "S": SWAMP, "M": MOUNTAINS, "F": FOREST, "O": OCEAN}  # CPW-172
WATER = (ISLANDS, OCEAN)
HOME_TERRAINS = {"W": (PLAINS,), "U": (ISLANDS, OCEAN), "B": (SWAMP,), "R": (MOUNTAINS,), "G": (FOREST,)}

BASE, STRONGHOLD, FEATURE, PORTAL = "base", "stronghold", "feature", "portal"
OWNERS = {BASE: COALITION, STRONGHOLD: PHYREXIA}  # CPW-7, CPW-10
KINDS = (BASE, STRONGHOLD, FEATURE, PORTAL)

PAYS, HELPS = "vp2", "battle1"
EFFECTS = ("", PAYS, HELPS)
"""What a terrain feature gives its controller: nothing, victory points each turn, or a bonus in battles there."""
EFFECT_WORDS = {PAYS: "{vp} points a turn", HELPS: "helps in battles on its plane"}

MOVE, ENGAGE, REPLACE, INTERCEPT = "move", "engage", "replace", "intercept"
RAID, SUPPORT, TRANSFER, GARRISON = "raid", "support", "transfer", "garrison"
STATIONARY = (INTERCEPT, TRANSFER)
"""Orders of armies that stay where they are."""
NAMING = (ENGAGE, REPLACE, RAID, SUPPORT)
"""Orders that must name an army in the last square."""

VERSUS, ATTACKS, INTERCEPTS, RAIDS, BESIEGES = "vs.", "attacks", "intercepts", "raids", "besieges"
TYPES = (VERSUS, ATTACKS, INTERCEPTS, RAIDS, BESIEGES)  # CPW-167 to CPW-171

LEADERS = {COALITION: "c1", PHYREXIA: "p1"}
"""The seats of the leaders (CPW-23)."""


def side_of(owner: str | None) -> str:
    """Return the side of a seat or a team; "" for the judge and for others without a side."""
    if owner in SIDES:
        return owner
    return next((side for side in SIDES if owner and owner[0] == side[0] and owner[1:].isdigit()), "")


def who_meets_whom(first: Sequence[str], kind: str, second: Sequence[str]) -> str:
    """Describe the armies of a battle: "Ann attacks Xan", "Ann and Bob attack Xan", "Ann vs. Xan"."""
    verb = kind.removesuffix("s") if len(first) > 1 else kind
    return f"{listed(first)} {verb} {listed(second)}"


def enemy_of(side: str) -> str:
    """Return the other side."""
    return PHYREXIA if side == COALITION else COALITION
