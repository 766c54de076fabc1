"""The events of a battle, and the Champions in them."""

from __future__ import annotations

from typing import ClassVar, Literal

from sheets_gm.kernel.model import Model
from sheets_gm.kernel.outcome import Event


class Fighter(Model):
    """A Champion in an event about a battle."""

    seat: str
    champion: str
    health: int = 0


class BattleBegan(Event):
    """A battle began, with the Champions of both sides."""

    at: str
    seats: tuple[str, str]
    fighters: tuple[Fighter, ...]


class BattleVoid(Event):
    """A battle did not take place because one side has no Champion left."""

    at: str
    seats: tuple[str, str]
    missing: str


class TurnBegan(Event):
    """A turn of a battle began. *passive* is the seat whose Healer's passive effect applies."""

    turn: int
    passive: str | None = None


class Supported(Event):
    """A Champion supported with an item, or with Assist (*item* is empty).

    *plus* is added to the dice; for an effect without dice it is the whole amount. With *affinity*, both are multiplied
    by *percent*.
    """

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
    """A part of the chance that an attack misses: its source and its size."""

    what: str
    percent: int


class Evading(Event):
    """A Champion evades. *parts* add up to *percent*, or to more than the highest possible chance."""

    by: Fighter
    percent: int
    parts: tuple[Chance, ...] = ()


class Missed(Event):
    """An attack missed."""

    by: Fighter
    target: Fighter
    roll: int
    percent: int


class Rolled(Event):
    """The base dice of an attack were rolled. *dice* holds their values; a critical die counts double."""

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

    *crits* of its dice are critical because of the item *crit_by* (empty: because of a setting). *percent* is the
    affinity that multiplied only this item.
    """

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
    """An attack did damage: *bracket*, the value after defence, times *percent*."""

    by: Fighter
    target: Fighter
    bracket: int
    percent: int
    why: tuple[Literal["strong", "weak", "affinity"], ...]
    damage: int


class Healed(Event):
    """A Healer healed: its *dice* and their sum *die*, the amounts from its items, and the result."""

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
    """A Champion's health changed. *capped* says that the maximum limited it."""

    who: Fighter
    damage: int
    healing: int
    after: int
    capped: bool = False


class Fell(Event):
    """A Champion died."""

    who: Fighter


class Revived(Event):
    """An item saved a Champion from death and is used up."""

    who: Fighter
    item: str
    dice: tuple[int, ...] = ()
    plus: int = 0
    percent: int = 100
    health: int


class Lapsed(Event):
    """A Champion did not take some ordered actions, because it or all enemies fell before these *turns*.

    Only the player knows what was ordered.
    """

    ADDED: ClassVar[bool] = True
    who: Fighter
    turns: tuple[int, ...]
    why: Literal["fell", "over"]


class BattleEnded(Event):
    """A battle ended, with the survivors of both sides."""

    seats: tuple[str, str]
    fighters: tuple[Fighter, ...]


class Fought(Event):
    """A battle in one line, for everybody who is not on its tile: who fell, and the remaining health of the others."""

    at: str
    seats: tuple[str, str]
    fighters: tuple[Fighter, ...]
    fallen: tuple[Fighter, ...] = ()
