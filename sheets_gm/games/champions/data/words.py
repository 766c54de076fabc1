"""Terms that the rules, the items and the tiles share."""

from __future__ import annotations

NAME = "champions"

PHYSICAL, MAGICAL, DEFENSIVE, SUPPORT = "Physical", "Magical", "Defensive", "Support"
CATEGORIES = (PHYSICAL, MAGICAL, DEFENSIVE, SUPPORT)  # CBR-11
ANY = "Any"

COMMON, UNCOMMON, RARE, LEGENDARY = "Common", "Uncommon", "Rare", "Legendary"
TIERS = (COMMON, UNCOMMON, RARE, LEGENDARY)  # CBR-12

LIGHT, MEDIUM, HEAVY = "Light", "Medium", "Heavy"
ARMORS = (LIGHT, MEDIUM, HEAVY)  # CBR-23

CORNER, EDGE, CENTRE = "corner", "edge", "centre"
