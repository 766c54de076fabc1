"""Values that the soak tries of settings that are no lists of choices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

TRIED: Mapping[str, Sequence[Any]] = {
    "players": (1, 12),
    "merc_tries": (1, 5),
    "destroy_turns": (1, 9),
    "vp_target": (1, 60),
    "vp_battle": (0, 40),
    "vp_feature": (0, 40),
    "vp_structure": (0, 500),
    "stratless_margin": (1, 60),
}

UNTOLD: Mapping[str, str] = {
    "players": "who may sit down is said where a match begins",
}
"""Settings that change no sentence of *How to play*, and why."""

GONE: Sequence[tuple[Mapping[str, Any], tuple[str, ...]]] = (
    (
        {"joint_side": 1},
        ("Support", "Bump requests", "joint victory", "join a battle", "one joint battle"),
    ),
    ({"vp_feature": 0}, ("Some features pay",)),
    ({"diagonal": "none"}, ("diagonal step",)),
    ({"resolve_order": "battles_first"}, ("Armies move first",)),
    ({"engage_empty": "hold"}, ("plain move",)),
    ({"missing_order": "try"}, ("stays unless",)),
    ({"head_on": "battle"}, ("change places",)),
    ({"intercept_pick": "earliest"}, ("a random one is",)),
    ({"intercept_named": "only"}, ("that one is stopped",)),
    ({"joint_on_vs": True}, ("the closest gets",)),
    ({"destroy_counter": "side"}, ("same army must",)),
    ({"destroy_turns": 1}, ("for all these turns",)),
    ({"slot_match": "at_most"}, ("decides its slot",)),
    ({"multicolour": "all"}, ("has a colour of one",)),
)
"""Settings that switch something off, and words that then stand nowhere on *How to play*."""
