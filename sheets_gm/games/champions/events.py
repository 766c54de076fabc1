"""The events of a match."""

from __future__ import annotations

from typing import Literal

from sheets_gm.kernel.model import Model
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


class Fighter(Model):
    """A Champion in an event about a battle."""

    seat: str
    champion: str
    health: int = 0


class BattleBegan(Event):
    """A battle began, with the Champions of both sides."""

    kind: Literal["battle_began"] = "battle_began"
    at: str
    seats: tuple[str, str]
    fighters: tuple[Fighter, ...]


class BattleVoid(Event):
    """A battle did not take place: one side has no Champion left."""

    kind: Literal["battle_void"] = "battle_void"
    at: str
    seats: tuple[str, str]
    missing: str


class TurnBegan(Event):
    """A turn of a battle began. *passive* is the seat whose Healer's passive effect applies."""

    kind: Literal["turn_began"] = "turn_began"
    turn: int
    passive: str | None = None


class Supported(Event):
    """A Champion supported with an item, or with Assist (*item* is empty).

    *plus* is added to the dice; of an effect without dice it is the whole. With *affinity*, both are multiplied by
    *percent*.
    """

    kind: Literal["supported"] = "supported"
    by: Fighter
    item: str
    effect: str
    targets: tuple[Fighter, ...]
    dice: tuple[int, ...] = ()
    plus: int = 0
    affinity: bool = False
    percent: int = 125
    amount: int = 0


class Chance(Model):
    """A part of the chance that an attack misses: where it is from, and how much it is."""

    what: str
    percent: int


class Evading(Event):
    """A Champion evades. *parts* add up to *percent*, or to more than the highest chance."""

    kind: Literal["evading"] = "evading"
    by: Fighter
    percent: int
    parts: tuple[Chance, ...] = ()


class Missed(Event):
    """An attack missed."""

    kind: Literal["missed"] = "missed"
    by: Fighter
    target: Fighter
    roll: int
    percent: int


class Rolled(Event):
    """The base dice of an attack. *dice* holds their values: a critical die counts double."""

    kind: Literal["rolled"] = "rolled"
    by: Fighter
    target: Fighter
    evaded: int | None = None
    percent: int = 0
    dice: tuple[int, ...]
    plus: int = 0
    crits: int
    total: int


class Added(Event):
    """An item, Support or armor changed an attack by *amount*.

    *crits* of its dice are critical, because of the item *crit_by* (empty: by a setting). *percent* is the affinity
    that multiplied an item alone.
    """

    kind: Literal["added"] = "added"
    what: str
    side: Literal["attack", "defence"]
    throw: str = ""
    dice: tuple[int, ...] = ()
    crits: int = 0
    crit_by: str = ""
    percent: int = 125
    amount: int
    total: int


class Struck(Event):
    """The damage of an attack: *bracket*, the value after defence, times *percent*."""

    kind: Literal["struck"] = "struck"
    by: Fighter
    target: Fighter
    bracket: int
    percent: int
    why: tuple[Literal["strong", "weak", "affinity"], ...]
    damage: int


class Healed(Event):
    """A Healer healed: its *dice* and their sum *die*, what its items added, and the result."""

    kind: Literal["healed"] = "healed"
    by: Fighter
    target: Fighter
    die: int
    dice: tuple[int, ...] = ()
    plus: int = 0
    parts: tuple[Added, ...]
    bracket: int
    percent: int
    amount: int


class HealthUpdated(Event):
    """A Champion's health changed. *capped*: it would be above the maximum."""

    kind: Literal["health_updated"] = "health_updated"
    who: Fighter
    damage: int
    healing: int
    after: int
    capped: bool = False


class Fell(Event):
    """A Champion died."""

    kind: Literal["fell"] = "fell"
    who: Fighter


class Revived(Event):
    """An item saved a Champion from death and is used up."""

    kind: Literal["revived"] = "revived"
    who: Fighter
    item: str
    dice: tuple[int, ...] = ()
    plus: int = 0
    percent: int = 100
    health: int


class BattleEnded(Event):
    """A battle ended, with the survivors of both sides."""

    kind: Literal["battle_ended"] = "battle_ended"
    seats: tuple[str, str]
    fighters: tuple[Fighter, ...]


class Fought(Event):
    """A battle in one line, for everybody who is not on its tile: who fell, and the health of the others after it."""

    kind: Literal["fought"] = "fought"
    at: str
    seats: tuple[str, str]
    fighters: tuple[Fighter, ...]
    fallen: tuple[Fighter, ...] = ()


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
    """The map shrank, and all pools were filled anew."""

    kind: Literal["shrunk"] = "shrunk"
    size: int
    why: Literal["alive", "stall", "deadlock"]
    number: int


class Ended(Event):
    """The match is over. If all fell in one round, *final* and *dealt* are the sums that R29 compares, by seat."""

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
    BattleEnded,
    Fought,
    Rested,
    Exhausted,
    Eliminated,
    GaveUp,
    Shrunk,
    Ended,
)
