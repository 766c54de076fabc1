"""Which sentence of *How to play* tells each clause of the rulebook, or why none does."""

from __future__ import annotations

from collections.abc import Mapping

TOLD: Mapping[str, tuple[int, ...]] = {
    "win": (18,),
    "phases": (6,),
    "movement": (7, 8),
    "locations": (9, 16),
    "looting": (10, 13),
    "looting.order": (5,),
    "equipment": (19, 26),
    "champions.title": (20, 21, 22, 23, 24, 25, 27, 28, 29, 30, 35, 47, 48, 51),
    "affinity.total": (40,),
    "battle": (34, 39),
    "turn": (62,),
    "pairs": (43, 44),
    "odd": (45,),
    "attack": (49,),
    "heal": (59, 60, 61),
    "support": (46,),
    "base": (52, 53, 54),
    "crit": (55, 56),
    "strengths": (36, 37),
    "added": (41, 42),
    "healer": (31, 32, 38),
    "rounding.half_up": (58,),
    "start": (1,),
    "shrinks": (2, 3),
    "relocate.random_distinct": (4,),
    "tiles.title": (14, 15),
    "items.title": (11, 12),
}
"""The clauses that a sentence of the template tells."""

UNTOLD: Mapping[int, str] = {
    17: "the map has the link",
    33: "the tab Battle shows it",
    50: "it is an example",
    57: "it is an example",
    63: "it is an example",
    64: "who may sit down is said where a match begins",
}
"""Clauses that no sentence of their own tells, and why."""
