"""Boards of hexes: coordinates, names, distances, rings, and line of sight in whole numbers.

The code uses axial coordinates: the neighbours of (q, r) are (q±1, r), (q, r±1), (q+1, r-1) and (q-1, r+1). Hexes with
a point on top and hexes with a flat side on top differ in names and drawing, but not in distances and lines of sight:
one layout is the other one turned.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from sheets_gm.kernel.geometry.graph import Graph
from sheets_gm.kernel.geometry.naming import TileNaming


class Hex(NamedTuple):
    """A hex, or the offset from one hex to another, in axial coordinates."""

    q: int
    r: int

    def plus(self, other: Hex) -> Hex:
        """This hex moved by *other*."""
        return Hex(self.q + other.q, self.r + other.r)

    def minus(self, other: Hex) -> Hex:
        """The offset from *other* to this hex."""
        return Hex(self.q - other.q, self.r - other.r)

    def __abs__(self) -> int:
        """The length of this offset in steps."""
        return max(abs(self.q), abs(self.r), abs(self.q + self.r))


class Shift(StrEnum):
    """Which lines of a board are shifted by half a hex: the odd rows (r) or the odd columns (q), counted from 0.

    Hexes with a point on top are in rows shifted right, those with a flat side on top in columns shifted down.
    """

    ODD_R = "odd-r"
    ODD_Q = "odd-q"

    def hex(self, column: int, row: int) -> Hex:
        """The hex at *column*, *row*."""
        if self is Shift.ODD_R:
            return Hex(column - row // 2, row)
        return Hex(column, row - column // 2)

    def place(self, at: Hex) -> tuple[int, int]:
        """Column and row of a hex."""
        if self is Shift.ODD_R:
            return at.q + at.r // 2, at.r
        return at.q, at.r + at.q // 2


@dataclass(frozen=True, slots=True)
class Hexes:
    """A board of hexes. *widths* is the number of hexes in each row, so that every second row may be shorter.

    Every function raises KeyError for a name that is not on the board. Tiles are returned in reading order.
    """

    widths: tuple[int, ...]
    shift: Shift = Shift.ODD_R
    naming: TileNaming = TileNaming.ROW_LETTER

    def __contains__(self, name: object) -> bool:
        return name in _hexes(self)

    @property
    def tiles(self) -> tuple[str, ...]:
        """All hexes by name."""
        return tuple(_hexes(self))

    def hex(self, name: str) -> Hex:
        """The hex called *name*."""
        return _hexes(self)[name]

    def name(self, at: Hex) -> str | None:
        """The name of a hex, None if it is not on the board."""
        return _names(self).get(at)

    def neighbours(self, name: str) -> tuple[str, ...]:
        """Hexes that share a side with *name*."""
        return self.graph().neighbours(name)

    def distance(self, one: str, other: str) -> int:
        """Steps from *one* to *other* on the empty plane."""
        return abs(self.hex(other).minus(self.hex(one)))

    def ring(self, name: str, distance: int) -> tuple[str, ...]:
        """Return the hexes exactly *distance* steps from *name*; ring 0 is the hex itself."""
        return tuple(other for other in self.tiles if self.distance(name, other) == distance)

    def within(self, name: str, distance: int) -> tuple[str, ...]:
        """Return the hexes at most *distance* steps from *name*, including itself."""
        return tuple(other for other in self.tiles if self.distance(name, other) <= distance)

    def graph(self) -> Graph:
        """The board as a graph."""
        return _graph(self)

    def sees(self, one: str, other: str, blocks: Callable[[str], bool], *, edges: bool = True) -> bool:
        """Return whether the straight line between the centres of two hexes is clear.

        A hex for which *blocks* is true blocks the line if the line crosses it. A line that touches a corner or runs
        along a side does not cross the hex. With *edges*, a line along the shared side of two blocking hexes is blocked
        too. The two end hexes never block.
        """
        start = self.hex(one)
        line = sight(self.hex(other).minus(start))

        def is_blocked(offset: Hex) -> bool:
            name = self.name(start.plus(offset))
            return name is not None and blocks(name)

        if any(is_blocked(offset) for offset in line.crossed):
            return False
        return not edges or not any(is_blocked(left) and is_blocked(right) for left, right in line.edges)


class Line(NamedTuple):
    """The line between two hexes: the hexes that it crosses, and the pairs of hexes whose shared side it follows."""

    crossed: tuple[Hex, ...]
    edges: tuple[tuple[Hex, Hex], ...]


_CORNERS = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))


@lru_cache(maxsize=4096)
def sight(offset: Hex) -> Line:
    """Return the line along *offset*, as offsets from its start, without both ends.

    The calculation uses whole numbers and is exact: a hex has its centre at (2q+r, 3r) and its corners at `_CORNERS`
    around it. The line crosses a hex if corners lie on both sides of the line. It follows a side if two corners lie on
    the line and all others on one side of it.
    """
    to_x, to_y = _centre(offset)
    length = 3 * to_x * to_x + to_y * to_y
    crossed: list[tuple[int, Hex]] = []
    touched: dict[frozenset[tuple[int, int]], list[Hex]] = {}
    along: dict[frozenset[tuple[int, int]], int] = {}
    for q in range(min(offset.q, 0) - 1, max(offset.q, 0) + 2):
        for r in range(min(offset.r, 0) - 1, max(offset.r, 0) + 2):
            x, y = _centre(Hex(q, r))
            far = 3 * to_x * x + to_y * y
            if not 0 < far < length:
                continue
            sides = {(x + dx, y + dy): to_x * (y + dy) - to_y * (x + dx) for dx, dy in _CORNERS}
            if min(sides.values()) < 0 < max(sides.values()):
                crossed.append((far, Hex(q, r)))
                continue
            on = frozenset(corner for corner, side in sides.items() if side == 0)
            if len(on) == 2:
                touched.setdefault(on, []).append(Hex(q, r))
                along[on] = far
    edges = sorted((along[on], min(pair), max(pair)) for on, pair in touched.items() if len(pair) == 2)
    return Line(tuple(at for _, at in sorted(crossed)), tuple((left, right) for _, left, right in edges))


def _centre(at: Hex) -> tuple[int, int]:
    """Return the centre of a hex: across in halves of a hex's width, down in quarters of its height."""
    return 2 * at.q + at.r, 3 * at.r


_AROUND = (Hex(0, -1), Hex(1, -1), Hex(-1, 0), Hex(1, 0), Hex(-1, 1), Hex(0, 1))


@lru_cache(maxsize=64)
def _hexes(board: Hexes) -> Mapping[str, Hex]:
    return {
        board.naming.tile(column, row): board.shift.hex(column, row)
        for row, width in enumerate(board.widths)
        for column in range(width)
    }


@lru_cache(maxsize=64)
def _names(board: Hexes) -> Mapping[Hex, str]:
    return {at: name for name, at in _hexes(board).items()}


@lru_cache(maxsize=64)
def _graph(board: Hexes) -> Graph:
    names = _names(board)
    rank = {name: at for at, name in enumerate(names.values())}
    near = {name: [names[at.plus(step)] for step in _AROUND if at.plus(step) in names] for at, name in names.items()}
    return Graph(near, rank.__getitem__)
