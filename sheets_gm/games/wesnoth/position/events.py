"""What happens in a match. An event names units by the labels that they had at the time."""

from __future__ import annotations

from typing import ClassVar, Literal

from sheets_gm.kernel.outcome import Event, Result, events_of


class RoundBegan(Event):
    """A round began. *time* is its time of day, *light* "day", "night" or ""."""

    round: int
    time: str
    light: str


class IncomePaid(Event):
    """The players with most villages earned gold."""

    seats: tuple[str, ...]
    villages: int
    gold: int


class TurnBegan(Event):
    """A player's turn began."""

    seat: str


class TurnEnded(Event):
    """A player's turn ended. *idle*: none of its units had acted; *done*: all of them had."""

    LATER = frozenset({"done"})
    seat: str
    idle: bool
    done: bool = False


class Moved(Event):
    """A unit moved along *way*, from its first tile to its last; a single tile means that it stayed there.

    *cost* is what it used of its movement *points*.
    """

    unit: str
    way: tuple[str, ...]
    cost: int
    points: int


class VillageTaken(Event):
    """A player took a village and was paid for it. *gold* is what the player has then."""

    seat: str
    at: str
    gold: int


class Recruited(Event):
    """A leader recruited a unit of *faction*. *left* is the gold that remains."""

    LATER = frozenset({"faction"})
    seat: str
    unit: str
    at: str
    price: int
    left: int
    mercenary: bool
    faction: str = ""


class Struck(Event):
    """An attack or counter attack was rolled, and the target was damaged if anything hit.

    *dice* are the roll that counts, *first* the one it replaced after a reroll. *base* is hits times damage; *light*
    and *resistance* are added to it. *left* are the target's remaining hit points.
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
    """A unit died, and *seat*, the owner of the unit that killed it, was paid."""

    unit: str
    at: str
    seat: str
    gold: int
    leader: bool


class Unpaid(Event):
    """A player wanted a reroll or an advancement of a unit, but has too little gold for its *price*."""

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
    """A unit could have advanced after the final blow for *price* gold, and its player did not want it to."""

    ADDED: ClassVar[bool] = True
    seat: str
    unit: str
    price: int


class Rested(Event):
    """A unit rested. *healed* wounds were removed, *wounds* are left."""

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
    """The players of a team gave up and left the game."""

    seats: tuple[str, ...]


class StandingAnswersSet(Event):
    """A player changed its standing answers."""

    kind: Literal["wishes_set"] = "wishes_set"
    seat: str


class Ended(Event):
    """The match is over."""

    result: Result


EVENTS = events_of(__name__)
