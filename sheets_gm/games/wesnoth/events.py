"""What happens in a match, in the past tense. Units are told by their labels, as they were called then."""

from __future__ import annotations

from typing import Literal

from sheets_gm.kernel.outcome import Event, Result


class RoundBegan(Event):
    """A round began: the time of day, and its light."""

    kind: Literal["round_began"] = "round_began"
    round: int
    time: str
    light: str


class IncomePaid(Event):
    """Who has most villages earned gold."""

    kind: Literal["income_paid"] = "income_paid"
    seats: tuple[str, ...]
    villages: int
    gold: int


class TurnBegan(Event):
    """A player's turn began."""

    kind: Literal["turn_began"] = "turn_began"
    seat: str


class TurnEnded(Event):
    """A player's turn ended. *idle*: it had not done anything; *done*: all its units had acted."""

    kind: Literal["turn_ended"] = "turn_ended"
    seat: str
    idle: bool
    done: bool = False


class Moved(Event):
    """A unit moved along *way*, its first tile and its last in it; one tile alone: it stayed there."""

    kind: Literal["moved"] = "moved"
    unit: str
    way: tuple[str, ...]
    cost: int
    points: int


class VillageTaken(Event):
    """A village changed its owner, who was paid for it."""

    kind: Literal["village_taken"] = "village_taken"
    seat: str
    at: str
    gold: int


class Recruited(Event):
    """A leader hired a unit."""

    kind: Literal["recruited"] = "recruited"
    seat: str
    unit: str
    at: str
    price: int
    left: int
    mercenary: bool


class Struck(Event):
    """A throw of an attack or a counter, and what it did.

    *dice* stand; *first* are those they replaced. *base* is hits times damage, *light* and *resistance* were added.
    """

    kind: Literal["struck"] = "struck"
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
    """The match waits for somebody's answer; a throw that lies open is told with it."""

    kind: Literal["asked"] = "asked"
    seat: str
    stage: Literal["counter", "reroll", "advance"]
    unit: str
    dice: tuple[int, ...] = ()
    need: int = 0


class Fell(Event):
    """A unit fell, and the owner of the unit that dealt the blow was paid."""

    kind: Literal["fell"] = "fell"
    unit: str
    at: str
    seat: str
    gold: int
    leader: bool


class Advanced(Event):
    """A unit advanced for dealing the final blow."""

    kind: Literal["advanced"] = "advanced"
    unit: str
    into: str
    price: int


class Rested(Event):
    """A unit rested."""

    kind: Literal["rested"] = "rested"
    unit: str
    village: bool
    die: int
    healed: int
    wounds: int


class Conquered(Event):
    """A castle was conquered: its owner is out of the game."""

    kind: Literal["conquered"] = "conquered"
    unit: str
    at: str
    seat: str


class WentOut(Event):
    """Players left the game, because nobody leads them any more."""

    kind: Literal["went_out"] = "went_out"
    seats: tuple[str, ...]
    team: str


class WishesSet(Event):
    """A player changed its standing answers."""

    kind: Literal["wishes_set"] = "wishes_set"
    seat: str


class Ended(Event):
    """The match is over."""

    kind: Literal["ended"] = "ended"
    result: Result


EVENTS: tuple[type[Event], ...] = (
    RoundBegan,
    IncomePaid,
    TurnBegan,
    TurnEnded,
    Moved,
    VillageTaken,
    Recruited,
    Struck,
    Asked,
    Fell,
    Advanced,
    Rested,
    Conquered,
    WentOut,
    WishesSet,
    Ended,
)
