"""Terms that the cards, the maps and the rules share."""

from __future__ import annotations

NAME = "win_or_die"

RED, TEAL = SEATS = ("red", "teal")
"""The seats. Red's baseline is the last row of the map, teal's the first."""

LEADER = "Leader"
TYPES = (LEADER, "Hero", "Fighter", "Archer", "Vanguard", "Trickster")  # WOD-21
MERCENARIES = "Mercenaries"
RANDOM = "Random"

PLAIN, MINE, MOUNTAINS, FOREST, HIGHLAND = TERRAINS = ("plain", "mine", "mountains", "forest", "highland")
OBSTACLES = frozenset({MOUNTAINS})  # WOD-30
BLINDAGE = frozenset({MOUNTAINS, FOREST})  # WOD-30, WOD-31

POWER, COUNTER, SPEED = STATS = ("power", "counter", "speed")

TOUGHNESS, MORALE, ATTACK, COUNTER_UP, HEALTH, MOVEMENT = ENHANCEMENTS = (
    *("toughness", "morale", "attack", "counter", "health", "movement"),
)

SAME = 6  # WOD-44
"""The most enhancements of one kind in a legion."""

# kinds of abilities (WOD-15 to WOD-18)
PASSIVE, ACTION, REACTION, ULTIMATE = KINDS = ("passive", "action", "reaction", "ultimate")

# when a reaction may be used (WOD-74)
BEFORE, WHEN_ATTACKED, AFTER_ATTACKED, ALLY_ATTACKED, ENTERS = TRIGGERS = (
    *("before_enemy_action", "when_melee_attacked", "after_melee_attacked"),
    *("ally_adjacent_melee_attacked", "enemy_enters_adjacent"),
)

# whom an effect reaches
SELF, ALLY, ENEMY, ALLIES, ENEMIES, SPACE, ATTACKER, YOU = TARGETS = (
    *("self", "ally", "enemy", "allies", "enemies", "space", "attacker", "you"),
)
CHOSEN = (ALLY, ENEMY, SPACE)
"""Targets that a player chooses."""

# until when an effect lasts
END_OF_ACTION, END_OF_TURN, MY_START, OWNERS_END = DURATIONS = (
    *("end_of_action", "end_of_turn", "start_of_my_turn", "end_of_owner_next_turn"),
)

# what a passive can depend on
IN_FOREST, MOVED, STILL, DAMAGED, TARGET_DAMAGED, BESIDE_TWO = CONDITIONS = (
    *("in_forest", "moved_2_this_turn", "not_moved_this_turn", "damaged", "target_damaged", "two_adjacent_allies"),
)

RANGED = "ranged"
"""Whom an aura may serve beside the types: units whose range is more than 1."""

# what a unit can be commanded to do (WOD-57), and what else a player can do
MOVE, STRIKE, USE, CALL, COUNCIL, END, SURRENDER = COMMANDS = (
    *("Move", "Attack", "Ability", "Call for Allies", "War Council", "End turn", "Surrender"),
)


def other(seat: str) -> str:
    """Return the opponent of *seat*."""
    return TEAL if seat == RED else RED
