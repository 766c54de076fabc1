"""The tiles that a piece can reach with its movement points, when tiles cost points and some tiles stop a piece.

The start tile costs nothing and does not stop the piece. A piece enters a tile only if it has enough points for the
whole cost. If several paths are cheapest, the order of the neighbours decides which one is returned.
"""

from __future__ import annotations

from collections.abc import Container, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Reach(Generic[T]):
    """The tiles on which a piece may end, cheapest first, with the start: each with its total cost and the tile before
    it.

    *reached* also holds tiles that a piece may only pass through; `path` needs them.
    """

    ends: Mapping[T, tuple[int, T | None]]
    reached: Mapping[T, tuple[int, T | None]]

    def path(self, end: T) -> tuple[T, ...]:
        """Return the cheapest path to *end*, including both ends. Raises KeyError if *end* cannot be reached."""
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
    """Return all tiles that a piece on *start* can reach with *points*.

    *costs* is the cost of entering each tile, 0 or more; a tile without a cost cannot be entered. A piece that enters
    one of *stops* goes no further. A piece may pass through the tiles in *passed* but not end there. So a tile in both
    cannot be entered.
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
                earlier = best.get(other)
                if (earlier is None or total < earlier[0]) and not (other in passed and other in stops):
                    best[other] = (total, tile)
                    by_cost[total].append(other)
    return Reach(ends, best)
