"""The numbers of the rulebook. Numbers that a match can change are in `settings.py`."""

from __future__ import annotations

from collections.abc import Mapping

from sheets_gm.games.win_or_die.data.words import (
    ATTACK,
    COUNTER,
    COUNTER_UP,
    HEALTH,
    MORALE,
    MOVEMENT,
    POWER,
    SPEED,
    TOUGHNESS,
)

SIDES = 6
"""The dice have six sides."""

ENHANCEMENT_COST = 1  # WOD-44
DIFFERENT = 6  # WOD-44: different enhancements on a unit
TOUGH_BY = 1  # WOD-101
MORALE_BY = 3  # WOD-102
HEALTH_BY = 2  # WOD-105
STAT_BY = {ATTACK: (POWER, 2), COUNTER_UP: (COUNTER, 4), MOVEMENT: (SPEED, 2)}  # WOD-103, WOD-104, WOD-106

ENHANCEMENT_TEXT: Mapping[str, str] = {
    TOUGHNESS: f"Tough {TOUGH_BY}",
    MORALE: f"+{MORALE_BY} morale",
    ATTACK: f"+{STAT_BY[ATTACK][1]} power",
    COUNTER_UP: f"+{STAT_BY[COUNTER_UP][1]} counter",
    HEALTH: f"+{HEALTH_BY} health",
    MOVEMENT: f"+{STAT_BY[MOVEMENT][1]} speed",
}

HIGHLAND_HIT = 3  # WOD-34
SECOND_MOVE = 2  # WOD-33: the Move command that may enter highland
MERCENARY_CARDS = 2  # WOD-37
SURRENDERS = 2  # R30: the surrender that ends the match
REACTION_ROWS = 8
COMMAND_ROWS = 12
