"""The orders of players, captains and the GM."""

from __future__ import annotations

from typing import Literal

from pydantic import field_validator

from sheets_gm.games.gvg.data.board import tile_id
from sheets_gm.games.gvg.data.words import COST
from sheets_gm.kernel.outcome import Order


class Play(Order):
    """A player's turn: its destination (None: stay), the way of moving, and its action."""

    move_to: str | None = None
    mode: Literal["WALK", "BALLISTA"] = "WALK"
    action: Literal["AUTO", "HOLD", "BUFF", "REVIVE", "PICKUP", "FIGHT"] = "AUTO"

    @field_validator("move_to")
    @classmethod
    def _read_tile(cls, name: str | None) -> str | None:
        return tile_id(name) if name else name


SKILL_FIELDS = tuple(f"skill_{number}" for number in range(1, len(COST) + 1))
"""The fields of a `Command`: as many as there are skills."""


class Command(Order):
    """A captain's Command Skills, in the order in which they are paid for."""

    skill_1: str | None = None
    skill_2: str | None = None
    skill_3: str | None = None
    skill_4: str | None = None
    skill_5: str | None = None
    skill_6: str | None = None
    skill_7: str | None = None

    @property
    def skills(self) -> tuple[str, ...]:
        """The chosen skills, in order."""
        return tuple(skill for name in SKILL_FIELDS if (skill := getattr(self, name)))


class AskOdds(Order):
    """Asks for the odds on a tile if the player goes there, against an opponent (None: against those who are there)."""

    tile: str
    against: str | None = None

    @field_validator("tile")
    @classmethod
    def _read_tile(cls, name: str) -> str:
        return tile_id(name)


class Shots(Order):
    """A round of the Archery Duel: each shot's distance from the centre, or the winner of the whole duel."""

    blue: float | None = None
    red: float | None = None
    winner: Literal["blue", "red"] | None = None
