"""Boards of squares: names, neighbours, distances, rings.

An axis that wraps has no edge. Tiles are returned in reading order: by row, then by column. For shortest paths, see
`Squares.graph`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from sheets_gm.kernel.geometry.graph import Graph
from sheets_gm.kernel.geometry.naming import TileNaming


class Step(StrEnum):
    """Which squares are one step away: those that share a side, or a corner too (a king's move in chess)."""

    ORTHOGONAL = "orthogonal"
    KING = "king"


@dataclass(frozen=True, slots=True)
class Squares:
    """A board of *columns* by *rows* squares. *wrap_columns*: a step off the right edge enters at the left one.

    Every function raises KeyError for a name that is not on the board.
    """

    columns: int
    rows: int
    naming: TileNaming = TileNaming.COLUMN_LETTER
    wrap_columns: bool = False
    wrap_rows: bool = False

    def __contains__(self, square: object) -> bool:
        return square in _places(self)

    @property
    def tiles(self) -> tuple[str, ...]:
        """All squares."""
        return tuple(_places(self))

    def place(self, square: str) -> tuple[int, int]:
        """Column and row of *square*, from 0."""
        return _places(self)[square]

    def name(self, column: int, row: int) -> str | None:
        """Return the square at *column*, *row*. It counts on around an edge that wraps; None beyond any other edge."""
        column = column % self.columns if self.wrap_columns else column
        row = row % self.rows if self.wrap_rows else row
        on_board = 0 <= column < self.columns and 0 <= row < self.rows
        return self.naming.tile(column, row) if on_board else None

    def neighbours(self, square: str, step: Step = Step.KING) -> tuple[str, ...]:
        """Squares one step from *square*."""
        return self.graph(step).neighbours(square)

    def distance(self, one: str, other: str, step: Step = Step.KING) -> int:
        """Steps from *one* to *other* on the empty board."""
        (column, row), (to_column, to_row) = self.place(one), self.place(other)
        across = _axis_distance(column, to_column, self.columns, wraps=self.wrap_columns)
        down = _axis_distance(row, to_row, self.rows, wraps=self.wrap_rows)
        return max(across, down) if step is Step.KING else across + down

    def ring(self, square: str, distance: int, step: Step = Step.KING) -> tuple[str, ...]:
        """Return the squares exactly *distance* steps from *square*; ring 0 is the square itself."""
        return tuple(other for other in self.tiles if self.distance(square, other, step) == distance)

    def within(self, square: str, distance: int, step: Step = Step.KING) -> tuple[str, ...]:
        """Return the squares at most *distance* steps from *square*, including itself."""
        return tuple(other for other in self.tiles if self.distance(square, other, step) <= distance)

    def graph(self, step: Step = Step.KING) -> Graph:
        """The board as a graph: for paths around obstacles, and for choosing among shortest paths."""
        return _graph(self, step)


def _axis_distance(one: int, other: int, size: int, *, wraps: bool) -> int:
    distance = abs(one - other)
    return min(distance, size - distance) if wraps else distance


@lru_cache(maxsize=64)
def _places(board: Squares) -> Mapping[str, tuple[int, int]]:
    squares = ((column, row) for row in range(board.rows) for column in range(board.columns))
    return {board.naming.tile(column, row): (column, row) for column, row in squares}


@lru_cache(maxsize=64)
def _graph(board: Squares, step: Step) -> Graph:
    places = _places(board)
    rank = {square: at for at, square in enumerate(places)}
    moves = [
        (across, down)
        for down in (-1, 0, 1)
        for across in (-1, 0, 1)
        if (across or down) and (step is Step.KING or not (across and down))
    ]
    near = {
        square: {board.name(column + across, row + down) for across, down in moves} - {square, None}
        for square, (column, row) in places.items()
    }
    return Graph({square: [str(other) for other in others] for square, others in near.items()}, rank.__getitem__)
