"""The events of a match."""

from __future__ import annotations

from typing import Literal

from sheets_gm.games.champions.position.battle_events import (
    Added,
    BattleBegan,
    BattleEnded,
    BattleVoid,
    Evading,
    Fell,
    Fought,
    Healed,
    HealthUpdated,
    Lapsed,
    Missed,
    Revived,
    Rolled,
    Struck,
    Supported,
    TurnBegan,
)
from sheets_gm.kernel.outcome import Event, Result


class Spawned(Event):
    """A player was put on a tile, at the start or when the map shrank."""

    kind: Literal["spawned"] = "spawned"
    seat: str
    at: str


class Moved(Event):
    """A player moved to another tile."""

    kind: Literal["moved"] = "moved"
    seat: str
    start: str
    end: str


class Crowded(Event):
    """The number of players on each tile, if names are not shown (R5)."""

    kind: Literal["crowded"] = "crowded"
    counts: dict[str, int]


class RoomOpened(Event):
    """Several players share a tile, and a room opened for them."""

    kind: Literal["room_opened"] = "room_opened"
    at: str
    seats: tuple[str, ...]


class Looted(Event):
    """What a player's looting actions found, in order; "" if nothing was left."""

    kind: Literal["looted"] = "looted"
    seat: str
    at: str
    items: tuple[str, ...]
    names: tuple[str, ...]


class Equipped(Event):
    """A Champion changed its equipment."""

    kind: Literal["equipped"] = "equipped"
    seat: str
    champion: str
    names: tuple[str, ...]


class Paired(Event):
    """Two players were paired for a battle."""

    kind: Literal["paired"] = "paired"
    at: str
    seats: tuple[str, str]


class Rested(Event):
    """All living Champions regained health."""

    kind: Literal["rested"] = "rested"
    health: int


class Exhausted(Event):
    """All living Champions lost health to exhaustion, after *rounds* without a fallen Champion."""

    kind: Literal["exhausted"] = "exhausted"
    health: int
    rounds: int


class Eliminated(Event):
    """A player lost its last Champion. *dropped*: its items are now in the pool of the tile."""

    kind: Literal["eliminated"] = "eliminated"
    seat: str
    at: str
    dropped: bool


class GaveUp(Event):
    """A player gave up. *dropped*: its items are now in the pool of the tile."""

    kind: Literal["gave_up"] = "gave_up"
    seat: str
    at: str
    dropped: bool


class Shrunk(Event):
    """The map shrank, and all pools were filled again."""

    kind: Literal["shrunk"] = "shrunk"
    size: int
    why: Literal["alive", "stall", "deadlock"]
    number: int


class Ended(Event):
    """The match is over. If all fell in one round, *final* and *dealt* are the sums that R29 compares, by seat."""

    LATER = frozenset({"dealt", "final"})
    kind: Literal["ended"] = "ended"
    result: Result
    final: dict[str, int] = {}
    dealt: dict[str, int] = {}


EVENTS = (
    Spawned,
    Moved,
    Crowded,
    RoomOpened,
    Looted,
    Equipped,
    Paired,
    BattleBegan,
    BattleVoid,
    TurnBegan,
    Supported,
    Evading,
    Missed,
    Rolled,
    Added,
    Struck,
    Healed,
    HealthUpdated,
    Fell,
    Revived,
    Lapsed,
    BattleEnded,
    Fought,
    Rested,
    Exhausted,
    Eliminated,
    GaveUp,
    Shrunk,
    Ended,
)
