"""The names and numbers of the rulebook. Numbers that a match can change are in `settings.py`."""

from __future__ import annotations

from sheets_gm.games.champions.data.words import HEAVY, LIGHT, MAGICAL, MEDIUM, PHYSICAL, SUPPORT

GLADIATOR, ROGUE, HEALER, MAGE = "Gladiator", "Rogue", "Healer", "Mage"
TYPES = (GLADIATOR, ROGUE, HEALER, MAGE)  # CBR-18

HEALTH = {GLADIATOR: 100, ROGUE: 85, HEALER: 80, MAGE: 85}  # CBR-35

BASE_DICE = {GLADIATOR: "2d10", ROGUE: "3d8", HEALER: "1d10", MAGE: "4d5"}  # CBR-51

BEATS = {
    GLADIATOR: (MAGE, HEALER),  # CBR-27, CBR-30
    MAGE: (ROGUE, HEALER),  # CBR-28, CBR-30
    ROGUE: (GLADIATOR, HEALER),  # CBR-29, CBR-30
    HEALER: (),
}

AFFINITY = {
    GLADIATOR: (PHYSICAL,),  # CBR-20
    ROGUE: (PHYSICAL, SUPPORT),  # CBR-20, CBR-22
    MAGE: (MAGICAL,),  # CBR-21
    HEALER: (MAGICAL, SUPPORT),  # CBR-21, CBR-22
}

WEARS = {
    GLADIATOR: (LIGHT, MEDIUM, HEAVY),  # CBR-24
    ROGUE: (LIGHT, MEDIUM),
    MAGE: (LIGHT, MEDIUM),
    HEALER: (LIGHT,),  # CBR-25
}
"""The classes of armor that each type may wear (R11)."""

HANDS = 2  # CBR-26: items of any mix, apart from armor
TEAM = 2  # CBR-34: Champions on a side
FEWEST, MOST = 2, 16  # R1: players
BACKUPS, SPECTATORS = 4, 8  # CBR-64: people who wait or watch, at most
MOST_LOOT = 5  # the columns of the Looting tab
MOST_HEALTH = 1000
MOST_LINK = 500

ATTACK, HEAL_ACTION, SUPPORT_ACTION, EVADE = "Attack", "Heal", "Support", "Evade"
ACTIONS = (ATTACK, HEAL_ACTION, SUPPORT_ACTION, EVADE)  # CBR-46
ASSIST = "Assist"
SELF, PARTNER = "Self", "Partner"

LETTERS = {"G": GLADIATOR, "R": ROGUE, "H": HEALER, "M": MAGE}

GRIDS = (4, 3, 2, 1)
CAPACITY = {2: 4, 3: 9, 4: 16}


def may(champion: str, action: str) -> bool:
    """Whether a Champion of this type can take *action* (CBR-47, CBR-48)."""
    if action == HEAL_ACTION:
        return champion == HEALER
    return action != SUPPORT_ACTION or champion != GLADIATOR
