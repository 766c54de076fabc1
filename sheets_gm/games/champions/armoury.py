"""Items, and what they do, read from the table that a GM can edit.

Law: an item is what its line says and nothing else; a line that cannot be read is named with its number.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import TypeVar

from sheets_gm.games.champions.throws import Throw, throw
from sheets_gm.games.champions.words import ARMORS, CATEGORIES, DEFENSIVE, SUPPORT, TIERS

T = TypeVar("T")

COLUMNS = (
    "id",
    "name",
    "category",
    "tier",
    "armor",
    "attack",
    "heal",
    "defence",
    "passive",
    "active",
    "dice",
    "target",
)
DICE = ("attack", "heal", "defence")
TARGETS = {
    "heal": "ally",
    "heal_both": "allies",
    "evade_up": "allies",
    "attack_up": "partner",
    "attack_down": "enemy",
    "defense_up": "ally",
}
"""Active effects, and whom each is for."""


class BadItems(ValueError):
    """The items cannot be read; the message names the line, the column and what is wrong there."""


@dataclass(frozen=True, slots=True)
class Active:
    """What a Support item does when it is used: with *dice*, or by so many *percent*."""

    effect: str
    dice: Throw | None = None
    percent: int = 0


@dataclass(frozen=True, slots=True)
class Item:
    """An item. *loot* is actions more, *evade* percent more, *crit*: its wearer's item dice crit too, *revive* the
    health at which its wearer stays once instead of falling.
    """

    id: str
    name: str
    category: str
    tier: str
    armor: str = ""
    attack: Throw | None = None
    heal: Throw | None = None
    defence: Throw | None = None
    loot: int = 0
    evade: int = 0
    crit: bool = False
    revive: Throw | None = None
    active: Active | None = None

    @property
    def label(self) -> str:
        """The item as a form lists it."""
        told = [str(self.attack)] if self.attack else []
        told += [f"heals {self.heal}"] if self.heal else []
        told += [str(self.defence)] if self.defence else []
        return f"{self.name} ({', '.join(told)})" if told else self.name


@dataclass(frozen=True, eq=False)
class Armoury:
    """All items by id, in the order of their lines."""

    items: Mapping[str, Item]
    _by_name: Mapping[str, str] = field(default_factory=dict)

    def __getitem__(self, item: str) -> Item:
        return self.items[item]

    def find(self, text: str) -> Item | None:
        """The item that *text* names, by its id, its name or its label."""
        found = self._by_name.get(text.strip().casefold())
        return None if found is None else self.items[found]

    def of(self, category: str, tier: str, armor: str = "") -> tuple[str, ...]:
        """The ids of the items of one kind."""
        return tuple(
            item.id
            for item in self.items.values()
            if (item.category, item.tier, item.armor) == (category, tier, armor or item.armor)
        )

    @property
    def spellings(self) -> tuple[str, ...]:
        """Every way to name an item."""
        return tuple(name for item in self.items.values() for name in (item.label, item.name, item.id))


@lru_cache(maxsize=16)
def armoury(text: str) -> Armoury:
    """The items in *text*, as `items.csv` has them. BadItems."""
    items: dict[str, Item] = {}
    names: dict[str, str] = {}
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if _says(line)]
    if not lines or tuple(next(csv.reader([lines[0][1]]))) != COLUMNS:
        raise BadItems(f"items.csv: its first line must name the columns {','.join(COLUMNS)}")
    for number, line in lines[1:]:
        try:
            item = _item(line)
        except ValueError as error:
            raise BadItems(f"items.csv, line {number}: {error}") from error
        for name in {item.id.casefold(), item.name.casefold(), item.label.casefold()}:
            if name in names:
                raise BadItems(f"items.csv, line {number}: there is already an item called {name}")
            names[name] = item.id
        items[item.id] = item
    if not items:
        raise BadItems("items.csv: there are no items")
    return Armoury(items, names)


def _says(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _item(line: str) -> Item:
    try:
        cells = next(csv.reader([line], strict=True))
    except csv.Error as error:
        raise ValueError("a quotation mark is opened and not closed, or stands in the middle of a cell") from error
    if len(cells) != len(COLUMNS):
        raise ValueError(f"it has {len(cells)} cells, and {len(COLUMNS)} are needed")
    told = {column: cell.strip() for column, cell in zip(COLUMNS, cells, strict=True)}
    if not told["id"] or not told["name"]:
        raise ValueError("an item needs an id and a name")
    category = _in("category", lambda: _one_of(told["category"], CATEGORIES, "category"))
    loot, evade, crit, revive = _in("passive", lambda: _passive(told["passive"]))
    thrown = {name: _in(name, partial(throw, told[name])) if told[name] else None for name in DICE}
    item = Item(
        id=told["id"],
        name=told["name"],
        category=category,
        tier=_in("tier", lambda: _one_of(told["tier"], TIERS, "tier")),
        armor=_in("armor", lambda: _one_of(told["armor"], ARMORS, "class of armor")) if told["armor"] else "",
        attack=thrown["attack"],
        heal=thrown["heal"],
        defence=thrown["defence"],
        loot=loot,
        evade=evade,
        crit=crit,
        revive=revive,
        active=_in("active", lambda: _active(told)) if told["active"] else None,
    )
    if (category == DEFENSIVE) is not bool(item.armor) or (category == DEFENSIVE) is not bool(item.defence):
        raise ValueError("a defensive item, and no other, has a class of armor and a defence")
    if item.active and category != SUPPORT:
        raise ValueError("only a support item has an active effect")
    return item


def _in(column: str, read: Callable[[], T]) -> T:
    """What *read* answers; what is wrong there names the *column*."""
    try:
        return read()
    except ValueError as error:
        raise ValueError(f"column {column}, {error}") from error


def _one_of(text: str, words: tuple[str, ...], what: str) -> str:
    found = next((word for word in words if word.casefold() == text.casefold()), None)
    if found is None:
        raise ValueError(f"«{text}» is no {what}: there are {', '.join(words).lower()}")
    return found


def _passive(text: str) -> tuple[int, int, bool, Throw | None]:
    if not text:
        return 0, 0, False, None
    name, _, number = text.partition("+")
    if name in ("loot", "evade") and number.isdigit():
        return (int(number), 0, False, None) if name == "loot" else (0, int(number), False, None)
    if text == "item_crit":
        return 0, 0, True, None
    name, _, dice = text.partition(":")
    if name == "revive_once":
        return 0, 0, False, throw(dice)
    raise ValueError(f"«{text}» is no passive: there are loot+1, evade+10, item_crit and revive_once:1d20")


def _active(told: Mapping[str, str]) -> Active:
    effect, dice = told["active"], told["dice"]
    if effect not in TARGETS:
        raise ValueError(f"«{effect}» is no active effect: there are {', '.join(TARGETS)}")
    if told["target"] != TARGETS[effect]:
        raise ValueError(f"{effect} is for {TARGETS[effect]}, not for «{told['target']}»")
    if effect == "evade_up":
        if not dice.isdigit() or not 1 <= int(dice) <= 100:
            raise ValueError(f"evade_up needs a percentage in dice, not «{dice}»")
        return Active(effect, None, int(dice))
    return Active(effect, throw(dice))


def taken_from(have: tuple[str, ...], less: tuple[str, ...]) -> tuple[str, ...]:
    """The ids of *have* without those of *less*, sorted; ValueError if some are not there."""
    left = Counter(have)
    left.subtract(less)
    if min(left.values(), default=0) < 0:
        raise ValueError(f"{less} are not all in {have}")
    return tuple(sorted(left.elements()))
