"""The events of a match. An event names units by their labels at that time."""

from __future__ import annotations

from typing import ClassVar, Literal

from sheets_gm.kernel.outcome import Event, Result, events_of


class RoundBegan(Event):
    """A round began. *time* is its time of day, *light* "day", "night" or ""."""

    round: int
    time: str
    light: str


class IncomePaid(Event):
    """The players with the most villages earned gold."""

    seats: tuple[str, ...]
    villages: int
    gold: int


class TurnBegan(Event):
    """A player's turn began."""

    seat: str


class TurnEnded(Event):
    """A player's turn ended. *idle* says that none of its units had acted, *done* that all had."""

    seat: str
    idle: bool
    done: bool = False


class Moved(Event):
    """A unit moved along *way*, from its first tile to the last. A single tile means that it stayed there.

    *cost* is what it used of its movement *points*.
    """

    unit: str
    way: tuple[str, ...]
    cost: int
    points: int


class VillageTaken(Event):
    """A player took a village and was paid for it. *gold* is the player's new total."""

    seat: str
    at: str
    gold: int


class Recruited(Event):
    """A leader recruited a unit of *faction*. *left* is the gold that remains."""

    seat: str
    unit: str
    at: str
    price: int
    left: int
    mercenary: bool
    faction: str = ""


class Struck(Event):
    """An attack or counter attack was rolled, and the target was damaged if anything hit.

    *dice* is the roll that counts, *first* the one before a reroll. *base* is hits times damage; *light* and
    *resistance* are added to it. *left* are the target's remaining hit points.
    """

    unit: str
    target: str
    attack: str
    counter: bool
    need: int
    dice: tuple[int, ...]
    first: tuple[int, ...] = ()
    hits: int
    base: int
    light: int
    resistance: int
    wounds: int
    left: int


class Asked(Event):
    """The match waits for a player's answer. *dice* may be rerolled; *need* is the lowest die that hits."""

    seat: str
    stage: Literal["counter", "reroll", "advance"]
    unit: str
    dice: tuple[int, ...] = ()
    need: int = 0


class Fell(Event):
    """A unit died, and *seat*, the owner of the unit that killed it, got gold."""

    unit: str
    at: str
    seat: str
    gold: int
    leader: bool


class Unpaid(Event):
    """A player wanted a reroll or an advancement but had too little gold for its *price*."""

    seat: str
    unit: str
    wanted: Literal["reroll", "advance"]
    price: int
    gold: int


class Advanced(Event):
    """A unit advanced after dealing the final blow."""

    unit: str
    into: str
    price: int


class Declined(Event):
    """A unit could have advanced for *price* gold after the final blow, but its player declined."""

    ADDED: ClassVar[bool] = True
    seat: str
    unit: str
    price: int


class Rested(Event):
    """A unit rested. *healed* wounds were removed, *wounds* remain."""

    unit: str
    village: bool
    die: int
    healed: int
    wounds: int


class Conquered(Event):
    """A castle was conquered, and its owner *seat* is out of the game."""

    unit: str
    at: str
    seat: str


class WentOut(Event):
    """Players left the game because their leaders are dead."""

    seats: tuple[str, ...]
    team: str


class GaveUp(Event):
    """A team gave up, and its players left the game."""

    seats: tuple[str, ...]


class StandingAnswersSet(Event):
    """A player changed its standing answers."""

    kind: Literal["wishes_set"] = "wishes_set"
    seat: str


class Ended(Event):
    """The match is over."""

    result: Result


EVENTS = events_of(__name__)
