"""What is known while the battles of a turn are fought: a notebook, which the chapters of rulebook 6 fill in."""

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
    """The battles of one turn. *match* is the position before them, *armies* those that are left, by name.

    *fighting* are the armies in a battle that is not over, *begun* the battles that began now, *points* what each side
    has won.
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
        """The army called *name*, as it is now."""
        return self.armies[name]

    def why(self, what: str) -> str:
        """The reason of a roll in this turn."""
        return f"turn {self.match.turn}: {what}"

    def pay(self, side: str, points: int) -> int:
        """Give *points* to a side, and return them; mercenaries get none."""
        if side not in self.points:
            return 0
        self.points[side] += points
        return points

    def remove(self, name: str, by: str, side: str, how: str, clause: str) -> None:
        """Take an army out of the match; *side* gets the points of its rank (CPW-199, CPW-R37)."""
        army = self.armies.pop(name)
        worth = 0 if army.hired else self.match.world.ranks[army.level].kill_points
        self.ground.lift(name)
        self.fighting.discard(name)
        points = self.pay(side, worth)
        self.events.append(Killed(clause=clause, army=name, by=by, how=how, points=points))


def field_of(match: Match, dice: Dice) -> Field:
    """An empty notebook for the battles of *match*."""
    armies = {army.name: army for army in match.armies}
    ground = Ground(match.world, {name: army.place for name, army in armies.items()}, (b.place for b in match.battles))
    return Field(match, dice, armies, ground, set(match.engaged))
