"""What players, captains and the GM may order."""

from __future__ import annotations

from typing import Literal

from pydantic import field_validator

from sheets_gm.games.gvg.board import tile_named
from sheets_gm.kernel.outcome import Order


class Play(Order):
    """A player's turn: where to go (empty: stay), on foot or by ballista, and what to do there."""

    kind: Literal["play"] = "play"
    move_to: str | None = None
    mode: Literal["WALK", "BALLISTA"] = "WALK"
    action: Literal["AUTO", "HOLD", "BUFF", "REVIVE", "PICKUP", "FIGHT"] = "AUTO"

    @field_validator("move_to")
    @classmethod
    def _by_its_name(cls, told: str | None) -> str | None:
        return tile_named(told) if told else told


class Command(Order):
    """A captain's Command Skills, in the order in which they are paid."""

    kind: Literal["command"] = "command"
    skill_1: str | None = None
    skill_2: str | None = None
    skill_3: str | None = None

    @property
    def skills(self) -> tuple[str, ...]:
        """The skills that are named."""
        return tuple(skill for skill in (self.skill_1, self.skill_2, self.skill_3) if skill)


class Shots(Order):
    """One round of the Archery Duel: how far from the centre each team's shot landed, or who won the duel outright."""

    kind: Literal["shots"] = "shots"
    blue: float | None = None
    red: float | None = None
    winner: Literal["blue", "red"] | None = None
