"""The names and numbers of the rulebook. Numbers that a match can change are in `settings.py`."""

from __future__ import annotations

NAME = "wesnoth"

SEATS = ("blue", "red", "teal", "orange", "violet", "yellow")
"""The seats by castle: the first castle of the map is blue's."""

FORMER_SEAT = "gold"
"""What the last seat was called before version 3 of the rules; matches of that time still have it."""

HIGHEST_RECRUIT = 1  # WES-17
VILLAGE_GOLD = 1  # WES-28
INCOME = 1  # WES-29

MAGICAL_NEEDS = 3  # WES-35
REST_NEEDS = 5  # WES-44
CAPTURER_LEVEL = 1  # WES-22: a pawn of this level or more stops enemies on the tiles next to it
