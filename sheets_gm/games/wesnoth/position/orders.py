"""The orders of players."""

from __future__ import annotations

from typing import Literal

from sheets_gm.kernel.outcome import Order

MOVE, ATTACK, REST, RECRUIT, CONQUEST, END = "Move", "Attack", "Rest", "Recruit", "Conquest", "End turn"
NEVER, NO_HIT, BELOW, TO_KILL = "never", "no hit", "below average", "to kill"
REROLLS = (NEVER, NO_HIT, BELOW, TO_KILL)
NONE = "none"
KEEP, AGAIN = "keep", "throw again"


class Act(Order):
    """One action of one unit (WES-11), or the end of the turn. Empty fields follow from the others.

    *to* is the destination, *route* the tiles on the way. *target* names a unit, *recruit* a pawn. *reroll* and
    *advance* replace the player's standing answers for this attack.
    """

    unit: str | None = None
    action: Literal["Move", "Attack", "Rest", "Recruit", "Conquest", "End turn"] | None = None
    to: str | None = None
    route: str | None = None
    target: str | None = None
    attack: str | None = None
    recruit: str | None = None
    reroll: Literal["never", "no hit", "below average", "to kill"] | None = None
    advance: str | None = None


class SetStandingAnswers(Order):
    """Changes a player's standing answers."""

    kind: Literal["wish"] = "wish"
    counter: Literal["best", "first", "none"] = "best"
    reroll: Literal["never", "no hit", "below average", "to kill"] = "never"
    advance: Literal["always", "free", "never"] = "free"
    reserve: int = 0
    favour_1: str | None = None
    favour_2: str | None = None
    favour_3: str | None = None

    @property
    def favour(self) -> tuple[str, ...]:
        """The preferred pawns for units that can advance to several, the most preferred first."""
        return tuple(dict.fromkeys(name for name in (self.favour_1, self.favour_2, self.favour_3) if name))


class Answer(Order):
    """A live answer: a counter attack, whether to reroll, or the pawn that a unit advances to."""

    answer: str
