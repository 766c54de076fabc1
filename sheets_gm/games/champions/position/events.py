"""The events of a match."""

from __future__ import annotations

from typing import Literal

from sheets_gm.games.champions.position import battle_events
from sheets_gm.kernel.outcome import Event, Result, events_of


class Spawned(Event):
    """A player was put on a tile, at the start or when the map shrank."""

    seat: str
    at: str


class Moved(Event):
    """A player moved to another tile."""

    seat: str
    start: str
    end: str


class Crowded(Event):
    """The number of players on each tile, if names are not shown (R5)."""

    counts: dict[str, int]


class RoomOpened(Event):
    """Several players share a tile, and a room opened for them."""

    at: str
    seats: tuple[str, ...]


class Looted(Event):
    """A player looted: the items found, in order; "" where nothing was left."""

    seat: str
    at: str
    items: tuple[str, ...]
    names: tuple[str, ...]


class Equipped(Event):
    """A Champion changed its equipment."""

    seat: str
    champion: str
    names: tuple[str, ...]


class Paired(Event):
    """Two players were paired for a battle."""

    at: str
    seats: tuple[str, str]


class Rested(Event):
    """All living Champions regained health."""

    health: int


class Exhausted(Event):
    """All living Champions lost health to exhaustion, after *rounds* without a fallen Champion."""

    health: int
    rounds: int


class Eliminated(Event):
    """A player lost its last Champion. *dropped* says that its items are now in the pool of the tile."""

    seat: str
    at: str
    dropped: bool


class GaveUp(Event):
    """A player gave up. *dropped* says that its items are now in the pool of the tile."""

    seat: str
    at: str
    dropped: bool


class Shrunk(Event):
    """The map shrank, and all pools were filled again."""

    size: int
    why: Literal["alive", "stall", "deadlock"]
    number: int


class Ended(Event):
    """The match is over. If all fell in one round, *final* and *dealt* are the sums that R29 compares, by seat."""

    result: Result
    final: dict[str, int] = {}
    dealt: dict[str, int] = {}


EVENTS = events_of(battle_events.__name__, __name__)
