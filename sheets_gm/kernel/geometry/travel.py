"""Travel: where a piece can go for the points it has, when tiles cost different amounts and some of them stop it.

Laws: the start costs nothing and stops nobody; a tile is entered only if its whole cost is left; of equally cheap
ways the one found first is told, and that follows from the order of the neighbours alone.
"""

from __future__ import annotations

from collections.abc import Container, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Reach(Generic[T]):
    """Where a piece may end, cheapest first, its start among them: tile to what it costs, and to the tile before it.

    *ways* also holds tiles that are only passed, so that every way can be told.
    """

    ends: Mapping[T, tuple[int, T | None]]
    ways: Mapping[T, tuple[int, T | None]]

    def way(self, end: T) -> tuple[T, ...]:
        """The cheapest way to *end*, both ends in it. KeyError if *end* cannot be reached."""
        told = [end]
        while (before := self.ways[told[-1]][1]) is not None:
            told.append(before)
        return tuple(reversed(told))


def travel(
    start: T,
    points: int,
    neighbours: Mapping[T, Sequence[T]],
    costs: Mapping[T, int],
    *,
    stops: Container[T] = (),
    passed: Container[T] = (),
) -> Reach[T]:
    """Everywhere a piece on *start* can go for *points*.

    *costs* is what entering a tile takes (0 or more); a tile without a cost is shut. A piece that enters one of
    *stops* goes no further. It may go through one of *passed*, and not end there; so a tile in both is shut.
    """
    best: dict[T, tuple[int, T | None]] = {start: (0, None)}
    ends: dict[T, tuple[int, T | None]] = {start: (0, None)}
    # one list of tiles for each sum of points: sums are small whole numbers, so no queue has to be sorted
    found: list[list[T]] = [[] for _ in range(max(points, 0) + 1)]
    found[0].append(start)
    for spent, tiles in enumerate(found):
        for tile in tiles:
            mine = best[tile]
            if mine[0] != spent:
                continue  # it was reached for less meanwhile
            if tile != start:
                if tile not in passed:
                    ends[tile] = mine
                if tile in stops:
                    continue
            for other in neighbours[tile]:
                cost = costs.get(other)
                if cost is None or (total := spent + cost) > points:
                    continue
                known = best.get(other)
                if (known is None or total < known[0]) and not (other in passed and other in stops):
                    best[other] = (total, tile)
                    found[total].append(other)
    return Reach(ends, best)
