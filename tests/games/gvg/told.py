"""Which sentence of *How to play* tells each clause of the rulebook, or why none does."""

from __future__ import annotations

from collections.abc import Mapping

TOLD: Mapping[str, tuple[int, ...]] = {
    "win_capture": (7, 52),
    "win_limit": (2, 8),
    "turn_order": (21, 22, 25),
    "mode_rolled": (6, 68),
    "turn_move": (23, 24),
    "diagonal_off": (20,),
    "fill_on": (5,),
    "action_auto": (13, 18),
    "action_pickup": (51,),
    "action_buff": (14, 15, 16),
    "action_revive": (17,),
    "action_ballista": (78,),
    "fight_sum": (26, 27, 28, 29, 30, 31, 35),
    "role_dps": (10, 11),
    "role_tank": (12,),
    "tie_open": (32,),
    "tie_structure": (33, 34),
    "pve_loss_on": (45,),
    "defenders_hit_off": (46,),
    "down_skips": (79, 80),
    "down_returns": (81, 82),
    "structure_bulwark": (41, 42),
    "structure_fish": (43, 44, 47, 48, 49),
    "structure_boss": (57, 58, 59, 60, 61, 62, 64),
    "tree_pick_up": (50,),
    "tree_carrier": (53, 54),
    "tree_bonus": (55,),
    "tree_dropped": (56,),
    "coin_jungle": (36, 37, 65, 66),
    "coin_respawn": (38, 84),
    "duel_manual": (83, 85, 86, 87),
    "skill_player_speed": (71,),
    "skill_healing_reduction": (72,),
    "skill_bulwark_damage": (73,),
    "skill_fish_damage": (74,),
    "skill_city_protection": (75,),
    "skill_tree_speed": (76,),
    "skill_ballista_charges": (77,),
    "skill_order": (70,),
    "cooldown_skill": (69,),
}
"""The clauses that a sentence of the template tells."""

UNTOLD: Mapping[int, str] = {
    1: "who may sit down is said where a match begins",
    3: "everybody knows who runs the match",
    4: "the tab Teams marks the captains",
    9: "the tab Teams has the roles",
    19: "the board shows it",
    39: "the sentence on the sums says it, the sentences on structures who defends",
    40: "the sentence on the sums says it, the sentences on structures who defends",
    63: "whoever loses a fight is knocked down, at the Boss too",
    67: "nothing takes coins away but what is bought",
}
"""Clauses that no sentence of their own tells, and why."""
