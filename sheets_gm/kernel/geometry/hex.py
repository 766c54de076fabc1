"""Boards of hexes: coordinates, names, distances, rings, and line of sight in whole numbers.

Coordinates inside are axial: the neighbours of (q, r) are (q±1, r), (q, r±1), (q+1, r-1) and (q-1, r+1). Whether a
board stands on a point or lies flat changes its names and its picture, and no distance and no line of sight: turning
the one into the other keeps every hex whole and every straight line straight.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from sheets_gm.kernel.geometry.graph import Graph
from sheets_gm.kernel.geometry.naming import Naming


class Hex(NamedTuple):
    """A hex, or the way from one to another, in axial coordinates."""

    q: int
    r: int

    def plus(self, other: Hex) -> Hex:
        """The hex that lies *other* away from this one."""
        return Hex(self.q + other.q, self.r + other.r)

    def minus(self, other: Hex) -> Hex:
        """The way from *other* to this one."""
        return Hex(self.q - other.q, self.r - other.r)

    def __abs__(self) -> int:
        """Steps along this way."""
        return max(abs(self.q), abs(self.r), abs(self.q + self.r))


class Shift(StrEnum):
    """Which lines of a board are moved on by half a hex: odd or even ones, rows (r) or columns (q), counted from 0.

    Rows are shifted to the right on a board of pointed hexes, columns downward on a board of flat ones.
    """

    ODD_R = "odd-r"
    EVEN_R = "even-r"
    ODD_Q = "odd-q"
    EVEN_Q = "even-q"

    def hex(self, column: int, row: int) -> Hex:
        """The hex at *column*, *row*."""
        if self.value[-1] == "r":
            return Hex(column - self._half(row), row)
        return Hex(column, row - self._half(column))

    def place(self, at: Hex) -> tuple[int, int]:
        """Column and row of a hex."""
        if self.value[-1] == "r":
            return at.q + self._half(at.r), at.r
        return at.q, at.r + self._half(at.q)

    def _half(self, line: int) -> int:
        """Half hexes gained up to *line*: every second line moves on."""
        odd = self in (Shift.ODD_R, Shift.ODD_Q)
        return (line - (line & 1)) // 2 if odd else (line + (line & 1)) // 2


@dataclass(frozen=True, slots=True)
class Hexes:
    """A board of hexes. *widths* is the number of hexes in each row, so that every second row may be shorter.

    Every function raises KeyError for a name that is no hex of the board; answers are in reading order.
    """

    widths: tuple[int, ...]
    shift: Shift = Shift.ODD_R
    naming: Naming = Naming.ROW_LETTER

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

    def ring(self, name: str, far: int) -> tuple[str, ...]:
        """Hexes exactly *far* steps from *name*; ring 0 is the hex itself."""
        return tuple(other for other in self.tiles if self.distance(name, other) == far)

    def within(self, name: str, far: int) -> tuple[str, ...]:
        """Hexes at most *far* steps from *name*, itself among them."""
        return tuple(other for other in self.tiles if self.distance(name, other) <= far)

    def graph(self) -> Graph:
        """The board as a graph."""
        return _graph(self)

    def sees(self, one: str, other: str, blocks: Callable[[str], bool], *, edges: bool = True) -> bool:
        """Whether the straight line between the centres of two hexes is clear.

        A hex between them that *blocks* is in the way if the line crosses it; touching its corner or one side is
        not crossing. *edges*: a line along the side that two blocking hexes share is not clear either. What stands
        on the two ends never matters.
        """
        start = self.hex(one)
        line = sight(self.hex(other).minus(start))

        def shut(way: Hex) -> bool:
            name = self.name(start.plus(way))
            return name is not None and blocks(name)

        if any(shut(way) for way in line.crossed):
            return False
        return not edges or not any(shut(left) and shut(right) for left, right in line.edges)


class Line(NamedTuple):
    """What lies between two hexes: the hexes a line crosses, and the pairs between which it runs along a side."""

    crossed: tuple[Hex, ...]
    edges: tuple[tuple[Hex, Hex], ...]


_CORNERS = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))


@lru_cache(maxsize=4096)
def sight(way: Hex) -> Line:
    """The line along *way*, as ways from its start; both ends are left out.

    Exact in whole numbers: a hex has its centre at (2q+r, 3r) and its corners two up and down and one beside. The
    line crosses a hex if some of its corners lie on either side of it, and runs along a side if two corners lie on
    it and all others on one side.
    """
    to_x, to_y = _centre(way)
    length = 3 * to_x * to_x + to_y * to_y
    crossed: list[tuple[int, Hex]] = []
    touched: dict[frozenset[tuple[int, int]], list[Hex]] = {}
    along: dict[frozenset[tuple[int, int]], int] = {}
    for q in range(min(way.q, 0) - 1, max(way.q, 0) + 2):
        for r in range(min(way.r, 0) - 1, max(way.r, 0) + 2):
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
    """Across in units of half a hex's width, down in quarters of its height."""
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
    near = {name: [names[at.plus(way)] for way in _AROUND if at.plus(way) in names] for at, name in names.items()}
    return Graph(near, rank.__getitem__)
