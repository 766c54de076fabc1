"""Boards that are graphs of named tiles: distances, reach, shortest paths.

If there are several shortest paths, the one through the lowest tile ids is taken. So results do not depend on the order
in which a board lists its tiles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache


class Graph:
    """Tiles and their neighbours, always mutual. *rank* is the sort key of tile ids (default: as text)."""

    def __init__(self, neighbours: Mapping[str, Iterable[str]], rank: Callable[[str], object] | None = None) -> None:
        order = rank or str
        self.tiles: tuple[str, ...] = tuple(sorted(neighbours, key=order))  # type: ignore[arg-type]
        tiles = set(self.tiles)
        self._rank = {tile: at for at, tile in enumerate(self.tiles)}
        self._neighbours: dict[str, tuple[str, ...]] = {}
        for tile in self.tiles:
            bordering = tuple(sorted(set(neighbours[tile]), key=order))  # type: ignore[arg-type]
            for other in bordering:
                if other not in tiles:
                    raise ValueError(f"{tile} borders on {other}, which is not a tile")
                if tile not in neighbours[other]:
                    raise ValueError(f"{tile} borders on {other}, but {other} does not border on {tile}")
            self._neighbours[tile] = bordering
        self._distances = lru_cache(maxsize=4 * len(self.tiles))(self._search)
        self._path_counts = lru_cache(maxsize=4 * len(self.tiles))(self._count)

    def __contains__(self, tile: object) -> bool:
        return tile in self._neighbours

    @property
    def adjacency(self) -> Mapping[str, tuple[str, ...]]:
        """Every tile's neighbours, in rank order."""
        return self._neighbours

    def neighbours(self, tile: str) -> tuple[str, ...]:
        """Tiles one step from *tile*, in rank order."""
        return self._neighbours[tile]

    def distances(self, start: str, blocked: frozenset[str] = frozenset()) -> Mapping[str, int]:
        """Steps from *start* to every tile that can be reached without entering a *blocked* tile."""
        return self._distances(start, blocked)

    def distance(self, start: str, end: str, blocked: frozenset[str] = frozenset()) -> int | None:
        """Steps from *start* to *end*, None if there is no path."""
        return self._distances(start, blocked).get(end)

    def reach(self, start: str, steps: int, blocked: frozenset[str] = frozenset()) -> tuple[str, ...]:
        """Tiles within *steps* of *start*, *start* itself first, nearest first and then in rank order."""
        return tuple(tile for tile, distance in self._distances(start, blocked).items() if distance <= steps)

    def toward(self, start: str, end: str, steps: int, blocked: frozenset[str] = frozenset()) -> str:
        """Return the tile *steps* along the first shortest path from *start* to *end*, or *end* if that is nearer.

        Each step goes to the lowest tile that is nearer to *end*. If there is no path, the result is *start*.
        """
        here = start
        from_end = self._distances(end, blocked - {start, end})
        if end in blocked or start not in from_end:
            return start
        for _ in range(steps):
            if here == end:
                break
            here = next(tile for tile in self._neighbours[here] if from_end.get(tile) == from_end[here] - 1)
        return here

    def count_shortest_paths(self, start: str, end: str, blocked: frozenset[str] = frozenset()) -> int:
        """Return the number of shortest paths from *start* to *end*: 0 if there is none, 1 from a tile to itself."""
        if end in blocked and end != start:
            return 0
        return self._path_counts(end, blocked - {start}).get(start, 0)

    def shortest_path(self, start: str, end: str, index: int, blocked: frozenset[str] = frozenset()) -> tuple[str, ...]:
        """Return shortest path number *index* (from 0) in rank order, including both ends.

        A random index below `count_shortest_paths` makes every shortest path equally likely. Raises IndexError if there
        is no such path.
        """
        if not 0 <= index < self.count_shortest_paths(start, end, blocked):
            raise IndexError(f"there is no path number {index} from {start} to {end}")
        counts, distance_of = self._path_counts(end, blocked - {start}), self._distances(end, blocked - {start})
        path = [start]
        while path[-1] != end:
            here = path[-1]
            for tile in self._neighbours[here]:
                if distance_of.get(tile) != distance_of[here] - 1:
                    continue
                if index < counts[tile]:
                    path.append(tile)
                    break
                index -= counts[tile]
        return tuple(path)

    def _count(self, end: str, blocked: frozenset[str]) -> Mapping[str, int]:
        distance_of = self._distances(end, blocked)
        counts = dict.fromkeys(distance_of, 0)
        counts[end] = 1
        for tile, steps in distance_of.items():
            for other in self._neighbours[tile]:
                if distance_of.get(other) == steps + 1:
                    counts[other] += counts[tile]
        return counts

    def _search(self, start: str, blocked: frozenset[str]) -> Mapping[str, int]:
        distance_of = {start: 0}
        edge, steps, closed = [start], 0, {start, *blocked}
        while edge:
            steps += 1
            reached = {other for tile in edge for other in self._neighbours[tile]} - closed
            closed |= reached
            edge = sorted(reached, key=self._rank.__getitem__)
            distance_of.update(dict.fromkeys(edge, steps))
        return distance_of
