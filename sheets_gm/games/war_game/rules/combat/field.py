"""The working state while the battles of a turn are fought. The chapters of rulebook 6 fill it in."""

from __future__ import annotations

from dataclasses import dataclass, field

from sheets_gm.games.war_game.data.words import COALITION, PHYREXIA
from sheets_gm.games.war_game.position.events import Killed
from sheets_gm.games.war_game.position.ground import Ground
from sheets_gm.games.war_game.position.state import Army, Battle, Match
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.outcome import Event


@dataclass
class Field:
    """The battles of one turn. *match* is the position before them, *armies* has the remaining armies by name.

    *fighting* are the armies in battles that are not over, *begun* the battles that started now, *points* the gains of
    each side.
    """

    match: Match
    dice: Dice
    armies: dict[str, Army]
    ground: Ground
    fighting: set[str]
    begun: list[Battle] = field(default_factory=list)
    points: dict[str, int] = field(default_factory=lambda: {COALITION: 0, PHYREXIA: 0})
    events: list[Event] = field(default_factory=list)

    def army(self, name: str) -> Army:
        """Return the present state of the army called *name*."""
        return self.armies[name]

    def why(self, what: str) -> str:
        """Return the reason for a roll of this turn."""
        return f"turn {self.match.turn}: {what}"

    def pay(self, side: str, points: int) -> int:
        """Give *points* to a side and return the points given; mercenaries get none."""
        if side not in self.points:
            return 0
        self.points[side] += points
        return points

    def remove(self, name: str, by: str, side: str, how: str, clause: str) -> None:
        """Remove an army from the match. *side* gets the points of its rank (CPW-199, CPW-R37)."""
        army = self.armies.pop(name)
        worth = 0 if army.hired else self.match.world.ranks[army.level].kill_points
        self.ground.lift(name)
        self.fighting.discard(name)
        points = self.pay(side, worth)
        self.events.append(Killed(clause=clause, army=name, by=by, how=how, points=points))


def field_of(match: Match, dice: Dice) -> Field:
    """Return the working state for the battles of *match*, before any is fought."""
    armies = {army.name: army for army in match.armies}
    ground = Ground(match.world, {name: army.place for name, army in armies.items()}, (b.place for b in match.battles))
    return Field(match, dice, armies, ground, set(match.engaged))
