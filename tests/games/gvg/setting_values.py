"""Values that the soak tries of settings that are no lists of choices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sheets_gm.games import files
from sheets_gm.games.gvg.data.words import COST

BOARD = files.read("gvg", "board.txt")

TRIED: Mapping[str, Sequence[Any]] = {
    "board": (BOARD.replace("b . c . b", "b . . . b").replace("b c . c b", "b . c . b"),),
    "die_sides": (1, 2, 20),
    "bulwark_hp": (1, 20),
    "fish_hp": (1, 20),
    "fish_tiers": ((5,), (-2, -2, 3, 9)),
    "boss_hp": (1, 20),
    "boss_reward": (0, 9),
    "role_bonus": (0, 7),
    "buff_bonus": (0, 7),
    "tree_bonus": (0, 7),
    "carrier_steps": (1, 9),
    "carrier_steps_marked": (0, 2),
    "speed_bonus": (0, 9),
    "damage_bonus": (0, 20),
    "skill_costs": (dict.fromkeys(COST, 0),),
    "halftime_turn": (1, 5, 99),
    "duel_points": (1, 5),
    "duel_reward": (0, 9),
    "dps_vs_boss": (1, 9),
    "jungle_respawn_turns": ((), (2, 3, 4)),
    "boss_turns": ((), (1, 2, 3), (5, 30)),
    "tree_reset_turns": (1, 3),
    "cooldown_turns": (1, 2, 10),
    "ballista_uses": (1, 5),
    "tiebreak": ((), ("fish_hp",), ("bulwark_hp", "tree")),
    "max_turns": (1, 12, 40),
    "team_size": (1, 2, 4),
    "max_per_role": (2, 5),
}

UNTOLD: Mapping[str, str] = {
    "team_size": "who may sit down is said where a match begins",
    "max_per_role": "who may sit down is said where a match begins",
}
"""Settings that change no sentence of *How to play*, and why."""

GONE: Sequence[tuple[Mapping[str, Any], tuple[str, ...]]] = (
    ({"boss_turns": ()}, ("final blow", "at the Boss", "lose to the Boss")),
    ({"archery": "off"}, ("shot closer", "until the duel", "duel is decided")),
    ({"jungle_respawn_turns": ()}, ("respawn on",)),
    ({"tiebreak": ()}, ("the same list", "differs decides")),
    ({"max_turns": 10}, ("Appears on", "Archery Duel", "respawn on")),
    ({"turn_mode": "two_step"}, ("Captains know them",)),
    ({"turn_mode": "blind"}, ("Captains know them",)),
    ({"diagonal": True}, ("not diagonally",)),
    ({"overreach": "refuse"}, ("as far towards it as you can",)),
    ({"enemy_base_entry": True}, ("cannot enter the enemy's Base",)),
    ({"structures_block": True}, ("do not block movement",)),
    ({"captain_may_fill": False}, ("Captains may",)),
    ({"buff_stacks": False}, ("Healers add up",)),
    ({"buff_metric": "king"}, ("one step away",)),
    ({"buffer_untouchable": True}, ("is knocked down when its team loses",)),
    ({"tree_tie": "stalemate"}, ("tie for a carried Tree is won",)),
    ({"pve_loss_ko": False}, ("undefended structure are knocked down",)),
    ({"defenders_ko_on_hit": True}, ("only when their structure",)),
    ({"boss_ko": True}, ("Boss are not knocked",)),
    ({"boss_reroll_pvp": False}, ("roll again",)),
    ({"owner_may_carry": True}, ("cannot carry",)),
    ({"double_capture": "draw"}, ("the same list",)),
    ({"archery": "auto"}, ("GM enters", "until the duel")),
    ({"halftime_blocks": False}, ("waits until",)),
    ({"cooldown_scope": "team"}, ("Each skill can be used",)),
    ({"hr_blocks_revive": True}, ("does not prevent",)),
)
"""Settings that switch something off, and words that then stand nowhere on *How to play*."""
