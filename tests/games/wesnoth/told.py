"""Which sentence of *How to play* tells each clause of the rulebook, or why none does."""

from __future__ import annotations

from collections.abc import Mapping

TOLD: Mapping[str, tuple[int, ...]] = {
    "goal": (1, 45, 46),
    "castles_to_win_all": (43,),
    "leaderless_play_on": (45,),
    "max_rounds_limited": (47,),
    "map": (9,),
    "turn": (11, 14),
    "answers_standing": (31, 36, 42),
    "time": (5, 15),
    "alignment_faction": (7, 38),
    "gold": (4, 41),
    "village": (28,),
    "income_by_player": (29,),
    "recruit": (16, 17, 18, 19),
    "recruit_anywhere_no": (16,),
    "act_when_recruited_no": (13,),
    "move": (6, 9, 20, 25),
    "stops": (21, 22),
    "fight": (32, 33, 35),
    "damage": (37, 39),
    "resistance_type": (39,),
    "minimum_without_hit_no": (40,),
    "counter": (31, 34),
    "rerolls_attack": (36,),
    "advance": (42,),
    "rest": (44,),
}
"""The clauses that a sentence of the template tells, with the default settings."""

UNTOLD: Mapping[int, str] = {
    2: "it takes nothing from anybody",
    3: "the tab Units shows it",
    8: "no rule goes by it",
    10: "everything is on the tabs for all to see",
    12: "a row has a move, then an attack",
    23: "it follows from what a move costs",
    24: "only a way that can be gone is offered",
    26: "a unit has one action, which the sentence on a turn says",
    27: "the sentence on a turn says that a move may end with an attack",
    30: "the sentence on castles says it of who is conquered",
    48: "the log shows the order",
}
"""Clauses that no sentence of their own tells, and why."""
