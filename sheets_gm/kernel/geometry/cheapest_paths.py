"""Where a piece can go for its movement points, when entering a tile has a cost and some tiles stop it.

The start costs nothing and stops nobody. A tile is entered only if its whole cost is left. Which of several cheapest
paths is returned depends only on the order of the neighbours.
"""

from __future__ import annotations

from collections.abc import Container, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Reach(Generic[T]):
    """Where a piece may end, cheapest first and with its start: each tile with its total cost and the tile before it.

    *reached* also holds tiles that a piece may only pass through; `path` needs them.
    """

    ends: Mapping[T, tuple[int, T | None]]
    reached: Mapping[T, tuple[int, T | None]]

    def path(self, end: T) -> tuple[T, ...]:
        """The cheapest path to *end*, with both ends. KeyError if *end* cannot be reached."""
        path = [end]
        while (before := self.reached[path[-1]][1]) is not None:
            path.append(before)
        return tuple(reversed(path))


def cheapest_paths(
    start: T,
    points: int,
    neighbours: Mapping[T, Sequence[T]],
    costs: Mapping[T, int],
    *,
    stops: Container[T] = (),
    passed: Container[T] = (),
) -> Reach[T]:
    """Everywhere a piece on *start* can go for *points*.

    *costs* is the cost of entering each tile (0 or more); a tile without a cost cannot be entered. A piece that enters
    one of *stops* goes no further. It may pass through one of *passed* but not end there, so a tile in both cannot be
    entered.
    """
    best: dict[T, tuple[int, T | None]] = {start: (0, None)}
    ends: dict[T, tuple[int, T | None]] = {start: (0, None)}
    # one list of tiles for each total cost: totals are small whole numbers, so no priority queue is needed
    by_cost: list[list[T]] = [[] for _ in range(max(points, 0) + 1)]
    by_cost[0].append(start)
    for spent, tiles in enumerate(by_cost):
        for tile in tiles:
            entry = best[tile]
            if entry[0] != spent:
                continue  # a cheaper path was found meanwhile
            if tile != start:
                if tile not in passed:
                    ends[tile] = entry
                if tile in stops:
                    continue
            for other in neighbours[tile]:
                cost = costs.get(other)
                if cost is None or (total := spent + cost) > points:
                    continue
                known = best.get(other)
                if (known is None or total < known[0]) and not (other in passed and other in stops):
                    best[other] = (total, tile)
                    by_cost[total].append(other)
    return Reach(ends, best)
