"""Items and their effects, read from a table that the GM can edit.

An item does exactly what its line says. Errors name the line.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import TypeVar

from sheets_gm.games.champions.data.dice_notation import DiceFormula, parse_dice
from sheets_gm.games.champions.data.words import ARMORS, CATEGORIES, DEFENSIVE, SUPPORT, TIERS
from sheets_gm.kernel.english import listed
from sheets_gm.kernel.folding import whole_number

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
"""The active effects, and whom each is for."""


class BadItems(ValueError):
    """The items cannot be read; the message names the line, the column and the error."""


@dataclass(frozen=True, slots=True)
class Active:
    """The effect of a Support item when it is used, with its *dice* or its *percent*."""

    effect: str
    dice: DiceFormula | None = None
    percent: int = 0


@dataclass(frozen=True, slots=True)
class Item:
    """An item. Passive effects: *loot* adds looting actions, *evade* is added to the Evade chance in percent, *crit*
    lets the item dice of the wearer crit, *revive* is the health that the wearer gets once instead of dying.
    """

    id: str
    name: str
    category: str
    tier: str
    armor: str = ""
    attack: DiceFormula | None = None
    heal: DiceFormula | None = None
    defence: DiceFormula | None = None
    loot: int = 0
    evade: int = 0
    crit: bool = False
    revive: DiceFormula | None = None
    active: Active | None = None

    @property
    def label(self) -> str:
        """The item as drop-down lists show it."""
        parts = [str(self.attack)] if self.attack else []
        parts += [f"heals {self.heal}"] if self.heal else []
        parts += [str(self.defence)] if self.defence else []
        return f"{self.name} ({', '.join(parts)})" if parts else self.name


@dataclass(frozen=True, eq=False)
class ItemTable:
    """All items by id, in the order of their lines in the file."""

    items: Mapping[str, Item]
    _by_name: Mapping[str, str] = field(default_factory=dict)

    def __getitem__(self, item: str) -> Item:
        return self.items[item]

    def find(self, text: str) -> Item | None:
        """The item with this id, name or label, None if there is none."""
        item_id = self._by_name.get(text.strip().casefold())
        return None if item_id is None else self.items[item_id]

    def of(self, category: str, tier: str, armor: str = "") -> tuple[str, ...]:
        """Return the ids of the items of one category, tier and class of armor ("": any)."""
        return tuple(
            item.id
            for item in self.items.values()
            if (item.category, item.tier, item.armor) == (category, tier, armor or item.armor)
        )

    @property
    def spellings(self) -> tuple[str, ...]:
        """Every label, name and id of an item."""
        return tuple(name for item in self.items.values() for name in (item.label, item.name, item.id))


@lru_cache(maxsize=16)
def read_items(text: str) -> ItemTable:
    """Read the items in *text*, which has the form of `items.csv`. Raises BadItems."""
    items: dict[str, Item] = {}
    names: dict[str, str] = {}
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if _has_content(line)]
    if not lines or [cell.strip() for cell in lines[0][1].replace('"', "").split(",")] != list(COLUMNS):
        raise BadItems(f"items.csv: the first line must be {','.join(COLUMNS)}")
    for number, line in lines[1:]:
        try:
            item = _item(line)
        except ValueError as error:
            raise BadItems(f"items.csv, line {number}: {error}") from error
        for name in {item.id.casefold(), item.name.casefold(), item.label.casefold()}:
            if name in names:
                raise BadItems(f"items.csv, line {number}: an earlier item is already called {name}")
            names[name] = item.id
        items[item.id] = item
    if not items:
        raise BadItems("items.csv: it lists no item")
    return ItemTable(items, names)


def _has_content(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _item(line: str) -> Item:
    try:
        cells = next(csv.reader([line], strict=True))
    except csv.Error as error:
        raise ValueError("a quotation mark is not closed, or is in the middle of a cell") from error
    if len(cells) != len(COLUMNS):
        raise ValueError(f"it has {len(cells)} cells instead of {len(COLUMNS)}")
    cell_of = {column: cell.strip() for column, cell in zip(COLUMNS, cells, strict=True)}
    if not cell_of["id"] or not cell_of["name"]:
        raise ValueError("the id or the name is missing")
    category = _in("category", lambda: _one_of(cell_of["category"], CATEGORIES, "category"))
    loot, evade, crit, revive = _in("passive", lambda: _passive(cell_of["passive"]))
    thrown = {name: _in(name, partial(parse_dice, cell_of[name])) if cell_of[name] else None for name in DICE}
    item = Item(
        id=cell_of["id"],
        name=cell_of["name"],
        category=category,
        tier=_in("tier", lambda: _one_of(cell_of["tier"], TIERS, "tier")),
        armor=_in("armor", lambda: _one_of(cell_of["armor"], ARMORS, "class of armor")) if cell_of["armor"] else "",
        attack=thrown["attack"],
        heal=thrown["heal"],
        defence=thrown["defence"],
        loot=loot,
        evade=evade,
        crit=crit,
        revive=revive,
        active=_in("active", lambda: _active(cell_of)) if cell_of["active"] else None,
    )
    if (category == DEFENSIVE) is not bool(item.armor) or (category == DEFENSIVE) is not bool(item.defence):
        raise ValueError("a defensive item needs a class of armor and a defence, and other items have neither")
    if item.active and category != SUPPORT:
        raise ValueError("only a support item can have an active effect")
    return item


def _in(column: str, read: Callable[[], T]) -> T:
    """Return `read()`, with the *column* added to any error."""
    try:
        return read()
    except ValueError as error:
        raise ValueError(f"column {column}, {error}") from error


def _one_of(text: str, words: tuple[str, ...], what: str) -> str:
    choice = next((word for word in words if word.casefold() == text.casefold()), None)
    if choice is None:
        raise ValueError(f"there is no {what} “{text}”; use {listed([word.lower() for word in words], 'or')}")
    return choice


def _passive(text: str) -> tuple[int, int, bool, DiceFormula | None]:
    if not text:
        return 0, 0, False, None
    name, _, number = text.partition("+")
    points = whole_number(number)
    if name in ("loot", "evade") and points is not None:
        return (points, 0, False, None) if name == "loot" else (0, points, False, None)
    if text == "item_crit":
        return 0, 0, True, None
    name, _, dice = text.partition(":")
    if name == "revive_once":
        return 0, 0, False, parse_dice(dice)
    raise ValueError(
        f"there is no passive effect “{text}”; write one like loot+1, evade+10, item_crit or revive_once:1d20"
    )


def _active(cell_of: Mapping[str, str]) -> Active:
    effect, dice = cell_of["active"], cell_of["dice"]
    if effect not in TARGETS:
        raise ValueError(f"there is no active effect “{effect}”; use {listed(tuple(TARGETS), 'or')}")
    if cell_of["target"] != TARGETS[effect]:
        raise ValueError(f"the target of {effect} is {TARGETS[effect]}, not “{cell_of['target']}”")
    if effect == "evade_up":
        percentage = whole_number(dice)
        if percentage is None or not 1 <= percentage <= 100:
            raise ValueError(f"evade_up needs a percentage from 1 to 100 in the column dice, not “{dice}”")
        return Active(effect, None, percentage)
    return Active(effect, parse_dice(dice))


def taken_from(have: tuple[str, ...], less: tuple[str, ...]) -> tuple[str, ...]:
    """Return the ids in *have* without those in *less*, sorted. Raises ValueError if some are missing."""
    left = Counter(have)
    left.subtract(less)
    if min(left.values(), default=0) < 0:
        raise ValueError(f"{less} are not all in {have}")
    return tuple(sorted(left.elements()))
