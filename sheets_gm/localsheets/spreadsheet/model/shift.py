"""Inserts, deletions and moves of lines (rows or columns) of a sheet.

Cells, ranges and single lines all follow the same three methods, so everything anchored to a sheet agrees on where a
line went. As on Google, a range grows when lines are inserted within it, shrinks when lines are deleted, and disappears
with its last line.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from sheets_gm.localsheets.spreadsheet.model.a1 import Box

Place: TypeAlias = tuple[int, int]
GridRange: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Shift:
    """The lines *start* to *end* (half open) that are inserted, deleted, or moved before line *to*.

    *rows* says whether the lines are rows. *within* is the part of each line that moves (columns of rows); None means
    all.
    """

    kind: Literal["insert", "delete", "move"]
    rows: bool
    start: int
    end: int
    to: int = 0
    within: tuple[int, int] | None = None

    @property
    def count(self) -> int:
        """The number of rows or columns that are inserted, deleted or moved."""
        return self.end - self.start

    def line(self, line: int) -> int | None:
        """Return the new index of *line*; None if it is deleted."""
        if self.kind == "insert":
            return line + self.count if line >= self.start else line
        if self.kind == "delete":
            if self.start <= line < self.end:
                return None
            return line - self.count if line >= self.end else line
        if self.start <= line < self.end:
            landing = self.to if self.to <= self.start else self.to - self.count
            return landing + line - self.start
        if self.to <= line < self.start:
            return line + self.count
        if self.end <= line < self.to:
            return line - self.count
        return line

    def span(self, first: int, last: int) -> tuple[int, int] | None:
        """Return the new position of the lines *first* to *last* (half open); None if none is left."""
        if self.kind == "insert":
            return (
                first + self.count if first >= self.start else first,
                last + self.count if last > self.start else last,
            )
        if self.kind == "delete":
            remaining = self._edge_after_removal(first), self._edge_after_removal(last)
            return remaining if remaining[0] < remaining[1] else None
        if self.start <= first and last <= self.end:
            landed = self.line(first) or 0
            return landed, landed + last - first
        remaining = self._edge_after_removal(first), self._edge_after_removal(last)
        at = self._edge_after_removal(self.to)
        return (
            remaining[0] + self.count if remaining[0] >= at else remaining[0],
            remaining[1] + self.count if remaining[1] > at else remaining[1],
        )

    def _edge_after_removal(self, edge: int) -> int:
        """Return the position of an edge between lines after the shifted lines are removed."""
        return edge if edge <= self.start else max(self.start, edge - self.count)

    def place(self, place: Place) -> Place | None:
        """Return the new position of a cell; None if it is deleted."""
        line, across = place if self.rows else place[::-1]
        if self.within and not self.within[0] <= across < self.within[1]:
            return place
        landed = self.line(line)
        if landed is None:
            return None
        return (landed, across) if self.rows else (across, landed)

    def range(self, held: GridRange) -> GridRange | None:
        """Return a GridRange after the shift; None if nothing is left. A range that would move only partly stays."""
        first, last = ("startRowIndex", "endRowIndex") if self.rows else ("startColumnIndex", "endColumnIndex")
        if last not in held and not held.get(first):
            return held
        if self.within and not self._holds(held):
            return held
        endless = last not in held
        moved = self.span(held.get(first, 0), 1 << 40 if endless else held[last])
        if moved is None:
            return None
        grid_range = {**held, first: moved[0]}
        if first not in held and not moved[0]:
            del grid_range[first]
        return grid_range if endless else {**grid_range, last: moved[1]}

    def _holds(self, held: GridRange) -> bool:
        """Whether a range lies entirely in the moving part of the lines."""
        first, last = ("startColumnIndex", "endColumnIndex") if self.rows else ("startRowIndex", "endRowIndex")
        low, high = self.within or (0, 0)
        return bool(low <= held.get(first, 0) and held.get(last, 1 << 40) <= high)


@dataclass(frozen=True, slots=True)
class Cut:
    """The cells *area* of a sheet, moved *down* and *across* to the sheet with the id *to*."""

    area: Box
    to: int
    down: int
    across: int
