"""The names of a board's tiles: column and row, counted from A and 1. Code counts both from 0."""

from __future__ import annotations

import re
from enum import StrEnum

from sheets_gm.kernel.letters import letters, number_of

_PARTS = re.compile(r"([A-Z]{1,4})([1-9][0-9]{0,8})|([1-9][0-9]{0,8})([A-Z]{1,4})")


class TileNaming(StrEnum):
    """How tiles are named. Each value is the name of the tile in the second column and third row."""

    COLUMN_LETTER = "B3"
    ROW_LETTER = "C2"
    NUMBER_FIRST = "2C"

    def tile(self, column: int, row: int) -> str:
        """The name of the tile at *column*, *row*."""
        if self is TileNaming.COLUMN_LETTER:
            return f"{letters(column)}{row + 1}"
        if self is TileNaming.ROW_LETTER:
            return f"{letters(row)}{column + 1}"
        return f"{column + 1}{letters(row)}"

    def place(self, name: str) -> tuple[int, int] | None:
        """Column and row of the tile called *name*, None if no tile can have this name."""
        parts = _PARTS.fullmatch(name)
        if parts is None or (parts[3] is not None) is not (self is TileNaming.NUMBER_FIRST):
            return None
        letter, number = number_of(parts[1] or parts[4]), int(parts[2] or parts[3]) - 1
        return (letter, number) if self is TileNaming.COLUMN_LETTER else (number, letter)
