"""The map: a square of tiles, what kind each is, and what it holds.

Law: the further in a tile lies, the better its loot (CBR-14, CBR-15); the weights stand in a file that a GM can edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from sheets_gm.games.champions.armoury import Armoury
from sheets_gm.games.champions.words import ARMORS, CATEGORIES, CENTRE, CORNER, DEFENSIVE, EDGE, TIERS
from sheets_gm.kernel.geometry.square import Squares

KINDS = {4: (CORNER, EDGE, CENTRE), 3: (CORNER, EDGE, CENTRE), 2: (CORNER,), 1: (CENTRE,)}
"""The kinds of tiles that a map of each size has."""


class BadTiles(ValueError):
    """The tiles cannot be read; the message names the line and what is wrong there."""


@dataclass(frozen=True, slots=True)
class Holds:
    """What a kind of tile holds: the weight of each tier, and how many items."""

    weights: Mapping[str, int]
    items: int

    @property
    def value(self) -> float:
        """The average tier of its items: 1 for common to 4 for legendary."""
        total = sum(self.weights.values())
        return sum(weight * at for at, weight in enumerate(self.weights.values(), start=1)) / total


@dataclass(frozen=True)
class Tiles:
    """The weights of categories and of classes of armor, and what each kind of tile holds, by size and kind."""

    categories: Mapping[str, int]
    armors: Mapping[str, int]
    holds: Mapping[tuple[int, str], Holds]

    def at(self, size: int, tile: str) -> Holds:
        """What *tile* of a map of *size* holds."""
        return self.holds[size, kind(size, tile)]

    def unfilled(self, items: Armoury) -> str:
        """A kind of item that tiles may hold and *items* lacks, "" if there is none."""
        for tier in TIERS:
            if not any(holds.weights[tier] for holds in self.holds.values()):
                continue
            for category in (name for name, weight in self.categories.items() if weight):
                armors = [name for name, weight in self.armors.items() if weight] if category == DEFENSIVE else [""]
                for armor in armors:
                    if not items.of(category, tier, armor):
                        return f"{tier} {armor} {category}".replace("  ", " ").lower()
        return ""


def board(size: int) -> Squares:
    """The map of *size* by *size* tiles; rows are numbered from the top."""
    return Squares(size, size)


def kind(size: int, tile: str) -> str:
    """Whether *tile* is a corner, an edge or in the centre."""
    if size == 1:
        return CENTRE
    rim = sum(at in (0, size - 1) for at in board(size).place(tile))
    return (CENTRE, EDGE, CORNER)[rim]


@lru_cache(maxsize=16)
def tiles(text: str) -> Tiles:
    """The tiles in *text*, as `tiles.txt` has them. BadTiles."""
    categories: dict[str, int] = {}
    armors: dict[str, int] = {}
    holds: dict[tuple[int, str], Holds] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        try:
            if words[0] == "category":
                _weigh(categories, words[1:], CATEGORIES)
            elif words[0] == "armor":
                _weigh(armors, words[1:], ARMORS)
            elif words[0] == "map":
                _hold(holds, words[1:])
            else:
                raise ValueError(f"a line begins with category, armor or map, not with «{words[0]}»")
        except ValueError as error:
            raise BadTiles(f"tiles.txt, line {number}: {error}") from error
    _complete(categories, armors, holds)
    return Tiles(
        {name: categories.get(name, 0) for name in CATEGORIES}, {name: armors.get(name, 0) for name in ARMORS}, holds
    )


def _weigh(into: dict[str, int], words: list[str], known: tuple[str, ...]) -> None:
    if len(words) != 2:
        raise ValueError("a name and a weight are needed")
    name = next((each for each in known if each.casefold() == words[0].casefold()), None)
    if name is None:
        raise ValueError(f"«{words[0]}» is none of {', '.join(known).lower()}")
    if name in into:
        raise ValueError(f"{words[0]} has a weight already")
    into[name] = _whole(words[1])


def _hold(into: dict[tuple[int, str], Holds], words: list[str]) -> None:
    if len(words) != 7:
        raise ValueError("a size, a kind of tile, four weights and a number of items are needed")
    size = _whole(words[0])
    if words[1] not in KINDS.get(size, ()):
        known = "; ".join(f"{size}: {', '.join(kinds)}" for size, kinds in KINDS.items())
        raise ValueError(f"there is no tile «{words[0]} {words[1]}»; there are {known}")
    if (size, words[1]) in into:
        raise ValueError(f"what {words[1]} tiles of map {size} hold is told twice")
    weights = dict(zip(TIERS, (_whole(word) for word in words[2:6]), strict=True))
    if not sum(weights.values()):
        raise ValueError("all its weights are 0")
    into[size, words[1]] = Holds(weights, _whole(words[6]))


def _whole(word: str) -> int:
    if not word.isdigit() or int(word) > 1000:
        raise ValueError(f"«{word}» is no whole number from 0 to 1000")
    return int(word)


def _complete(categories: Mapping[str, int], armors: Mapping[str, int], holds: Mapping[tuple[int, str], Holds]) -> None:
    if not sum(categories.values()):
        raise BadTiles("tiles.txt: no category has a weight")
    if categories.get(DEFENSIVE) and not sum(armors.values()):
        raise BadTiles("tiles.txt: no class of armor has a weight")
    for size, kinds in KINDS.items():
        for each in kinds:
            if (size, each) not in holds:
                raise BadTiles(f"tiles.txt: it does not say what «map {size} {each}» holds")
