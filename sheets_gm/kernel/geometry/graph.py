"""Boards that are graphs of named tiles: distances, reach, shortest ways.

Law: where several ways are equally short, the one through the lowest tile ids is taken, so the answer never depends
on the order in which a board was written down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache


class Graph:
    """Tiles and their neighbours. Ways lead both ways; *rank* orders tile ids (plain text order by default)."""

    def __init__(self, neighbours: Mapping[str, Iterable[str]], rank: Callable[[str], object] | None = None) -> None:
        order = rank or str
        self.tiles: tuple[str, ...] = tuple(sorted(neighbours, key=order))  # type: ignore[arg-type]
        place = {tile: at for at, tile in enumerate(self.tiles)}
        self._next: dict[str, tuple[str, ...]] = {}
        for tile in self.tiles:
            near = tuple(sorted(set(neighbours[tile]), key=order))  # type: ignore[arg-type]
            for other in near:
                if other not in place:
                    raise ValueError(f"{tile} borders on {other}, which is no tile")
                if tile not in neighbours[other]:
                    raise ValueError(f"{tile} borders on {other}, but {other} does not border on {tile}")
            self._next[tile] = near
        self._from = lru_cache(maxsize=4 * len(self.tiles))(self._walk)
        self._ways = lru_cache(maxsize=4 * len(self.tiles))(self._count)

    def __contains__(self, tile: object) -> bool:
        return tile in self._next

    @property
    def near(self) -> Mapping[str, tuple[str, ...]]:
        """Every tile's neighbours, in rank order."""
        return self._next

    def neighbours(self, tile: str) -> tuple[str, ...]:
        """Tiles one step from *tile*, in rank order."""
        return self._next[tile]

    def distances(self, start: str, shut: frozenset[str] = frozenset()) -> Mapping[str, int]:
        """Steps from *start* to every tile that can be reached without entering a *shut* one."""
        return self._from(start, shut)

    def distance(self, start: str, end: str, shut: frozenset[str] = frozenset()) -> int | None:
        """Steps from *start* to *end*, None if there is no way."""
        return self._from(start, shut).get(end)

    def reach(self, start: str, steps: int, shut: frozenset[str] = frozenset()) -> tuple[str, ...]:
        """Tiles within *steps* of *start*, *start* itself first, nearest first and then in rank order."""
        return tuple(tile for tile, far in self._from(start, shut).items() if far <= steps)

    def toward(self, start: str, end: str, steps: int, shut: frozenset[str] = frozenset()) -> str:
        """The tile *steps* along the shortest way from *start* to *end* (*end* if it is nearer).

        Each step goes to the lowest tile that is nearer to *end*. Without a way the answer is *start*.
        """
        here = start
        from_end = self._from(end, shut - {start, end})
        if end in shut or start not in from_end:
            return start
        for _ in range(steps):
            if here == end:
                break
            here = next(tile for tile in self._next[here] if from_end.get(tile) == from_end[here] - 1)
        return here

    def ways(self, start: str, end: str, shut: frozenset[str] = frozenset()) -> int:
        """How many shortest ways lead from *start* to *end*; 0 if none does, 1 if they are one tile."""
        if end in shut and end != start:
            return 0
        return self._ways(end, shut - {start}).get(start, 0)

    def way(self, start: str, end: str, index: int, shut: frozenset[str] = frozenset()) -> tuple[str, ...]:
        """Shortest way number *index* (from 0) of the `ways`, in rank order, both ends in it.

        An index drawn evenly below `ways` draws the way evenly. IndexError if there is no such way.
        """
        if not 0 <= index < self.ways(start, end, shut):
            raise IndexError(f"there is no way number {index} from {start} to {end}")
        counts, far = self._ways(end, shut - {start}), self._from(end, shut - {start})
        told = [start]
        while told[-1] != end:
            here = told[-1]
            for tile in self._next[here]:
                if far.get(tile) != far[here] - 1:
                    continue
                if index < counts[tile]:
                    told.append(tile)
                    break
                index -= counts[tile]
        return tuple(told)

    def _count(self, end: str, shut: frozenset[str]) -> Mapping[str, int]:
        """The number of shortest ways to *end* from every tile."""
        far = self._from(end, shut)
        counts = {end: 1}
        for tile, steps in far.items():
            if steps:
                counts[tile] = sum(counts[near] for near in self._next[tile] if far.get(near) == steps - 1)
        return counts

    def _walk(self, start: str, shut: frozenset[str]) -> Mapping[str, int]:
        far = {start: 0}
        edge = [start]
        while edge:
            reached: list[str] = []
            for tile in edge:
                for other in self._next[tile]:
                    if other not in far and other not in shut:
                        far[other] = far[tile] + 1
                        reached.append(other)
            edge = reached
        rank = {tile: at for at, tile in enumerate(self.tiles)}
        return dict(sorted(far.items(), key=lambda item: (item[1], rank[item[0]])))
