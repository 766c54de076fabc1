"""The orders of players."""

from __future__ import annotations

from typing import Literal

from sheets_gm.games.win_or_die.data.words import ENHANCEMENTS
from sheets_gm.kernel.outcome import Order

DECLINE = "Pass"


class ChooseBarrack(Order):
    """Picks a region and two Mercenary cards (WOD-37)."""

    kind: Literal["barrack"] = "barrack"
    region: str
    mercenary_1: str | None = None
    mercenary_2: str | None = None


class ChooseLineUp(Order):
    """Chooses a Recommended Line-up (WOD-41)."""

    kind: Literal["lineup"] = "lineup"
    lineup: str


class Enlist(Order):
    """Puts a card with its enhancements into place *slot* of the legion; slot 0 is the Leader's."""

    slot: int
    card: str | None = None
    toughness: bool = False
    morale: bool = False
    attack: bool = False
    counter: bool = False
    health: bool = False
    movement: bool = False

    @property
    def enhancements(self) -> tuple[str, ...]:
        """The ticked enhancements."""
        return tuple(name for name in ENHANCEMENTS if getattr(self, name))


class Deploy(Order):
    """Deploys the unit number *place* of the legion on a space."""

    place: int
    at: str | None = None


class Command(Order):
    """One command (WOD-57), or the end of the turn or of the game.

    *to* is a destination, *route* the spaces on the way there. *target* names a unit, or a space for an ability. *card*
    and *enhancements* belong to an ally that is called.
    """

    unit: str | None = None
    command: Literal["Move", "Attack", "Ability", "Call for Allies", "War Council", "End turn", "Surrender"] | None = (
        None
    )
    to: str | None = None
    route: str | None = None
    target: str | None = None
    ability: str | None = None
    card: str | None = None
    enhancements: str | None = None
    tactic: str | None = None


class React(Order):
    """A standing order: use a Reaction, or aim a Tactic that has an effect each turn (R32, R35).

    *unit* is the unit that reacts (None for any), or the ally that a Tactic heals. *enemy* is the base or type of unit
    that triggers the reaction, or the enemy that a Tactic hits. *power* is the least power of the attacker, *ally* the
    unit to protect. The order counts while the player has more than *keep* tokens, and at most *uses* times in a turn.
    *to* is the space to move to.
    """

    reaction: str | None = None
    unit: str | None = None
    enemy: str | None = None
    power: int | None = None
    ally: str | None = None
    keep: int = 0
    uses: int | None = None
    to: str | None = None


class Answer(Order):
    """A live answer: a Reaction of one of the player's units, or "Pass"."""

    answer: str = DECLINE
