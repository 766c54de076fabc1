"""The events of a match."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from sheets_gm.games.war_game.position.army_names import ArmyName
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.outcome import Event, Result, events_of


class Moved(Event):
    """An army moved. *how* is "" for a normal move, "part" for a partial move, "portal", "bump", "leave" or "home"."""

    army: ArmyName
    start: str
    end: str
    how: str = ""
    route: tuple[str, ...] = ()


class Held(Event):
    """An army stayed although it had an order to go. *why* is a keyword that descriptions explain; *about* is another
    army.
    """

    army: ArmyName
    place: str
    why: str
    about: ArmyName = ""


class Met(Event):
    """Armies met, and a battle begins."""

    type: str
    place: str
    first: tuple[ArmyName, ...]
    second: tuple[ArmyName, ...]


class Transferred(Event):
    """Troops were sent to an ally; none if they no longer fit."""

    giver: ArmyName
    receiver: ArmyName
    troops: tuple[tuple[int, str], ...]


class Announced(Event):
    """A battle is announced with its weather (CPW-25, CPW-161)."""

    number: int
    type: str
    place: str
    first: tuple[ArmyName, ...]
    second: tuple[ArmyName, ...]
    terrain: str
    weather: str


class Part(Model):
    """One part of a roll: what it is for, and the amount."""

    what: str
    amount: int


class Rolled(Event):
    """The roll of one side: its parts, the die first."""

    battle: int
    armies: tuple[ArmyName, ...]
    what: str
    parts: tuple[Part, ...]

    @property
    def total(self) -> int:
        """The sum of the parts."""
        return sum(part.amount for part in self.parts)


class Won(Event):
    """A battle was won. *points* go to the winner's side.

    *how* is "" if the roll decided, "unmarked" if it did without marks, "stratless" if one side sent no strategy,
    "judge" if the judge decided, or "siege" if the other side has no army left.
    """

    battle: int
    side: str
    winners: tuple[ArmyName, ...]
    losers: tuple[ArmyName, ...]
    margin: int
    how: str = ""
    points: int = 0


class Ruled(Event):
    """The judge gave a reason for the marks and decisions of a battle (CPW-187, CPW-188)."""

    battle: int
    reason: str


class Lost(Event):
    """An army lost units. *squad* marks the loss of a kill squad."""

    army: ArmyName
    units: int
    left: int
    squad: bool = False


class Besieged(Event):
    """The judge left a battle undecided, so it goes on as a siege (CPW-170)."""

    battle: int
    place: str


class Escaped(Event):
    """A kill attempt failed (CPW-197)."""

    army: ArmyName
    by: ArmyName


class Killed(Event):
    """An army is gone: it was killed, has no units left, or was a mercenary army that was disbanded."""

    army: ArmyName
    by: ArmyName
    how: str
    points: int = 0


class Healed(Event):
    """An army healed (CPW-126)."""

    army: ArmyName
    place: str
    units: int


class Changed(Event):
    """An army was changed (CPW-137): its old and new name, its units and its legend."""

    army: ArmyName
    name: str
    legend: str
    units: str
    how: str = ""
    reason: str = ""


class Renamed(Event):
    """An army that was changed for a newcomer has a new name from now on (CPW-R54)."""

    army: ArmyName
    name: str


class NotChanged(Event):
    """A requested change was not made; *why* has the reason, as the checks word it."""

    army: ArmyName
    why: str


class LegendWaits(Event):
    """An army asked for a *legend* that the judge has not allowed yet (CPW-64)."""

    army: ArmyName
    legend: str


class Razed(Event):
    """A structure was destroyed (CPW-140)."""

    structure: str
    army: ArmyName
    side: str
    points: int


class Controlled(Event):
    """Another side controls a terrain feature now; "" for nobody (CPW-148)."""

    structure: str
    side: str


class Paid(Event):
    """A side gained the victory points of a turn: for planes that it dominates, and for features."""

    side: str
    planes: tuple[str, ...]
    features: tuple[str, ...]
    points: int


class Noted(Event):
    """The judge wrote down what is known about a structure (CPW-125)."""

    structure: str
    text: str


class Amended(Event):
    """The judge amended the result of a battle (CPW-18): the winners now, and the reason. *points* went to their side.

    *lost* has, for each army whose losses changed, the units lost before and after.
    """

    battle: int
    winners: tuple[ArmyName, ...]
    reason: str
    points: int = 0
    lost: dict[ArmyName, tuple[int, int]] = {}


class Assigned(Event):
    """Armies were assigned to players, by army (CPW-23)."""

    players: dict[ArmyName, str]


class Sent(Event):
    """A side sent its orders to the judge (CPW-27): the numbers of strategies and moves, and a digest of them all."""

    side: str
    strategies: int
    moves: int
    seal: str


class Deadline(Event):
    """A new turn begins (CPW-25)."""

    turn: int
    points: dict[str, int]


class Ended(Event):
    """The match is over."""

    result: Result


EVENTS = events_of(__name__)

Shown = Annotated[
    Moved | Held | Met | Transferred | Rolled | Won | Ruled | Lost | Besieged | Escaped | Killed,
    Field(discriminator="kind"),
]
"""What the tabs of movement and of battle results show of the last turn."""

SHOWN = (Moved, Held, Met, Transferred, Rolled, Won, Ruled, Lost, Besieged, Escaped, Killed)

MOVEMENT = (Moved, Held, Met, Transferred)
"""What movement brings, and some of it also battles."""

AFTER_BATTLES = ("CPW-180", "CPW-184", "CPW-189", "CPW-190")
"""The clauses of moves and meetings that are results of battles."""
