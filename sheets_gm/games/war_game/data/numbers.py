"""The numbers of the rulebook. Numbers that a match can change are in `settings.py`."""

from __future__ import annotations

RANGE = 3  # CPW-77: squares that an army moves in a turn
RAIDS_A_TURN = 2  # CPW-103
RAID_BELOW = 5000  # CPW-105
RAID_SQUAD = 500  # CPW-105
MOST_IN_BATTLE = 4  # CPW-119
MOST_PLAYERS = 20
