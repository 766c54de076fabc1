"""The map: a square of tiles, the kind of each, and its loot.

The closer a tile is to the centre, the better its loot (CBR-14, CBR-15). The GM can edit the file with the weights.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from sheets_gm.games.champions.data.items import ItemTable
from sheets_gm.games.champions.data.words import ARMORS, CATEGORIES, CENTRE, CORNER, DEFENSIVE, EDGE, TIERS
from sheets_gm.kernel.english import listed
from sheets_gm.kernel.folding import whole_number
from sheets_gm.kernel.geometry.square import Squares

KINDS = {4: (CORNER, EDGE, CENTRE), 3: (CORNER, EDGE, CENTRE), 2: (CORNER,), 1: (CENTRE,)}
"""The kinds of tiles on a map of each size."""


class BadTiles(ValueError):
    """The tiles cannot be read; the message names the line and the error."""


@dataclass(frozen=True, slots=True)
class TileLoot:
    """The loot of a kind of tile: the weight of each tier, and the number of items."""

    weights: Mapping[str, int]
    items: int

    @property
    def value(self) -> float:
        """Return the average tier of the items, from 1 (common) to 4 (legendary)."""
        total = sum(self.weights.values())
        return sum(weight * at for at, weight in enumerate(self.weights.values(), start=1)) / total


@dataclass(frozen=True)
class Tiles:
    """The weights of categories and classes of armor, and the loot of tiles by map size and kind of tile."""

    categories: Mapping[str, int]
    armors: Mapping[str, int]
    loot: Mapping[tuple[int, str], TileLoot]

    def at(self, size: int, tile: str) -> TileLoot:
        """Return the loot of *tile* on a map of *size*."""
        return self.loot[size, kind(size, tile)]

    def unfilled(self, items: ItemTable) -> str:
        """Return a kind of item that the tiles need and *items* lacks, "" if there is none."""
        for tier in TIERS:
            if not any(loot.weights[tier] for loot in self.loot.values()):
                continue
            for category in (name for name, weight in self.categories.items() if weight):
                armors = [name for name, weight in self.armors.items() if weight] if category == DEFENSIVE else [""]
                for armor in armors:
                    if not items.of(category, tier, armor):
                        return f"{tier} {armor} {category}".replace("  ", " ").lower()
        return ""


def board(size: int) -> Squares:
    """Return the map of *size* by *size* tiles. Rows are numbered from the top."""
    return Squares(size, size)


def kind(size: int, tile: str) -> str:
    """Return the kind of *tile*: corner, edge or centre."""
    if size == 1:
        return CENTRE
    rim = sum(at in (0, size - 1) for at in board(size).place(tile))
    return (CENTRE, EDGE, CORNER)[rim]


@lru_cache(maxsize=16)
def read_tiles(text: str) -> Tiles:
    """Read the tiles in *text*, which has the form of `tiles.txt`. Raises BadTiles."""
    categories: dict[str, int] = {}
    armors: dict[str, int] = {}
    loot: dict[tuple[int, str], TileLoot] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        try:
            if words[0] == "category":
                _add_weight(categories, words[1:], CATEGORIES)
            elif words[0] == "armor":
                _add_weight(armors, words[1:], ARMORS)
            elif words[0] == "map":
                _add_loot(loot, words[1:])
            else:
                raise ValueError(f"a line begins with category, armor or map, not with “{words[0]}”")
        except ValueError as error:
            raise BadTiles(f"tiles.txt, line {number}: {error}") from error
    _check_complete(categories, armors, loot)
    return Tiles(
        {name: categories.get(name, 0) for name in CATEGORIES}, {name: armors.get(name, 0) for name in ARMORS}, loot
    )


def _add_weight(into: dict[str, int], words: list[str], names: tuple[str, ...]) -> None:
    if len(words) != 2:
        raise ValueError("write a name and a weight")
    name = next((each for each in names if each.casefold() == words[0].casefold()), None)
    if name is None:
        raise ValueError(f"there is no “{words[0]}”; use {listed([name.lower() for name in names], 'or')}")
    if name in into:
        raise ValueError(f"{words[0]} already has a weight")
    into[name] = _whole(words[1])


def _add_loot(into: dict[tuple[int, str], TileLoot], words: list[str]) -> None:
    if len(words) != 7:
        raise ValueError("write a size, a kind of tile, four weights and a number of items")
    size = _whole(words[0])
    if words[1] not in KINDS.get(size, ()):
        choices = "; ".join(f"{size}: {', '.join(kinds)}" for size, kinds in KINDS.items())
        raise ValueError(f"there is no tile “{words[0]} {words[1]}”; the tiles of each map are {choices}")
    if (size, words[1]) in into:
        raise ValueError(f"map {size} {words[1]} is already described")
    weights = dict(zip(TIERS, (_whole(word) for word in words[2:6]), strict=True))
    if not sum(weights.values()):
        raise ValueError("all weights are 0")
    into[size, words[1]] = TileLoot(weights, _whole(words[6]))


def _whole(word: str) -> int:
    number = whole_number(word)
    if number is None or number > 1000:
        raise ValueError(f"“{word}” is not a whole number from 0 to 1000")
    return number


def _check_complete(
    categories: Mapping[str, int], armors: Mapping[str, int], loot: Mapping[tuple[int, str], TileLoot]
) -> None:
    if not sum(categories.values()):
        raise BadTiles("tiles.txt: no category has a weight above 0")
    if categories.get(DEFENSIVE) and not sum(armors.values()):
        raise BadTiles("tiles.txt: no class of armor has a weight above 0")
    for size, kinds in KINDS.items():
        for each in kinds:
            if (size, each) not in loot:
                raise BadTiles(f"tiles.txt: the line “map {size} {each}” is missing")
