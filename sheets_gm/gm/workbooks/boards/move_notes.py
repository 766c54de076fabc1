"""The moves of the last turn as notes on a board, for spreadsheets that draw no arrows."""

from __future__ import annotations

import json
from functools import lru_cache

from sheets_gm.kernel.english import listed
from sheets_gm.sheet.grid import Grid
from sheets_gm.sheet.marks import MOVES, PLACES, joined

WORDS = "Last turn: moved here from {}."


@lru_cache(maxsize=64)
def _places(mark: str) -> dict[str, tuple[int, int]]:
    """Return the row and column of each place of a board from its mark, which is the same in every turn."""
    return {name: (row, column) for name, (row, column) in json.loads(mark).items()}


def with_move_notes(grid: Grid) -> Grid:
    """Return the board *grid* with a note on each target of a move, below the note that it already has."""
    marks = joined(tuple(mark for mark in grid.marks if mark[0].startswith((MOVES, PLACES))))
    moves = json.loads(marks.get(MOVES, "[]"))
    if not moves:
        return grid
    places = _places(marks[PLACES])
    came: dict[tuple[int, int], list[str]] = {}
    for start, end in moves:
        if start != end:
            came.setdefault(places[end], []).append(start)
    rows = list(grid.rows)
    for (row, column), starts in came.items():
        cell = grid.at(row, column)
        note = WORDS.format(listed([*dict.fromkeys(starts)]))
        noted = cell._replace(note=f"{cell.note}\n{note}" if cell.note else note)
        rows[row] = (*rows[row][:column], noted, *rows[row][column + 1 :])
    return grid._replace(rows=tuple(rows))
