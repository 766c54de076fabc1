"""Which sentence of *How to play* tells each clause of the rulebook, or why none does."""

from __future__ import annotations

from collections.abc import Mapping

TOLD: Mapping[str, tuple[int, ...]] = {
    "example_5": (85, 87),
    "goal": (1, 5, 45, 84, 86, 89),
    "fatigue_mode_literal": (90,),
    "series": (88, 95),
    "next_first_loser": (40, 53),
    "setup_picked": (2, 37),
    "setup_first": (92,),
    "copies_two": (39,),
    "copies_one": (38,),
    "legion_advanced": (6, 42, 43, 47, 52, 96),
    "legion_core": (41,),
    "legion_first": (91,),
    "lineup_limits_same": (3,),
    "enhancements": (44, 100, 101, 102, 103, 104, 105, 106),
    "deployment": (28, 48, 49),
    "turn": (29, 55, 57, 59),
    "tokens": (50, 51, 54, 75),
    "move": (9, 24, 61, 62),
    "terrain": (30, 31, 32),
    "highland": (33,),
    "zones_yes": (97, 98),
    "attack": (10, 13, 63, 65),
    "highland_mode_literal": (34,),
    "counter": (11, 14, 66, 67),
    "invalid_target_spent": (64,),
    "sight": (25, 26, 27, 35),
    "hidden": (16, 73),
    "abilities": (15, 18, 72, 81),
    "reactions_standing": (17, 60, 74),
    "call_yes": (68, 69, 70, 71),
    "call_no": (93,),
    "council_yes": (58, 77, 78, 80),
    "council_no": (94,),
}
"""The clauses that a sentence of the template tells."""

UNTOLD: Mapping[int, str] = {
    4: "the tab Cards has the cost",
    7: "the tab Cards has the name",
    8: "the tab Cards has the region",
    12: "the tab Units has the health that is left",
    19: "the tab Cards has the region",
    20: "a legion has the units of one region, and so of one faction",
    21: "the tab Cards has the type",
    22: "the tab Cards has the limit, which the forms keep",
    23: "each kind of terrain is told where it matters",
    36: "the map is laid out when a match begins",
    46: "the battlefield shows the fatigue",
    56: "the text of a card says how long its effect lasts",
    76: "nobody can forget to ask",
    79: "a Tactic that is activated is carried out by itself",
    82: "the battlefield marks the Tactics",
    83: "the text of a card says where it goes beyond a rule",
    99: "the form of a call has a column for enhancements",
    107: "the rulebook does not have these modes yet",
}
"""Clauses that no sentence of their own tells, and why."""
