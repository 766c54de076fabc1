"""Cells, grids and their addresses.

Code counts rows and columns from 0; addresses are in A1 notation. A grid is a value, and two cells that look the same
are equal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from sheets_gm.kernel.forms import Typed
from sheets_gm.kernel.letters import letters, number_of

CHECKBOX: tuple[str, ...] = ("☐",)
"""The *pick* of a cell with a checkbox. With a text after it, the cell holds that text while it is ticked."""


def is_box(pick: tuple[str, ...] | None) -> bool:
    """Whether a cell with this *pick* has a checkbox."""
    return pick is not None and pick[:1] == CHECKBOX


def tick_text(pick: tuple[str, ...] | None) -> str:
    """Return the content of a cell while its checkbox *pick* is ticked; "" if it is TRUE, or there is no checkbox."""
    return pick[1] if pick is not None and len(pick) > 1 and is_box(pick) else ""


class Run(NamedTuple):
    """How the text of a cell looks from its character *start* on: a *style* of the template, or a *link*.

    The style changes only the properties that it sets; all others are those of the cell.
    """

    start: int
    style: str = ""
    link: str = ""


def place_link(tab: str, row: int, column: int = 0) -> str:
    """Return a link to a cell of the tab with this key in the same workbook."""
    return f"{PLACE_LINK}{tab}!{a1(row, column)}"


PLACE_LINK = "tab:"
"""The start of a link to a cell of the same workbook."""


class Cell(NamedTuple):
    """What one cell shows.

    *style* names a style of the game's template, "" for plain. *pick* is the choices of the cell's drop-down, or
    `CHECKBOX`; the value of a ticked box is True, whatever text the cell holds. *typed* marks an input: its value
    belongs to the players and is written only with a new form. *text* keeps an input as typed: "1-2" does not become a
    date. *link* is the web address that the text leads to, or a `place_link`. *runs* are parts of a text with another
    look or link, in order.
    """

    value: Typed = None
    style: str = ""
    note: str | None = None
    pick: tuple[str, ...] | None = None
    typed: bool = False
    text: bool = False
    link: str = ""
    runs: tuple[Run, ...] = ()


EMPTY = Cell()


def same_value(actual: Typed, wanted: Typed) -> bool:
    """Return whether a cell with the value *actual* shows *wanted*. None equals ""; a tick does not equal a number."""
    if actual is wanted:
        return True
    if actual is None or actual == "":
        return wanted is None or wanted == ""
    if isinstance(actual, bool) or isinstance(wanted, bool):
        return actual is wanted
    return actual == wanted


def holds(actual: Typed, cell: Cell) -> bool:
    """Return whether a cell with the value *actual* shows *cell*. A box is ticked by its own text and by TRUE."""
    if same_value(actual, cell[0]):
        return True
    text = tick_text(cell[3])
    if not text or not isinstance(cell[0], bool | None):
        return False
    return actual == text if cell[0] else actual is None or actual is False or actual == ""


Row: TypeAlias = tuple[Cell, ...]


class Area(NamedTuple):
    """A rectangle of cells, from *top* and *left* up to but excluding *bottom* and *right*."""

    top: int
    left: int
    bottom: int
    right: int


class Grid(NamedTuple):
    """One tab as it should look, or a part of it from row *top* on.

    Rows may have different lengths; missing cells are empty. *marks* are notes for programs, by key, which people do
    not see (`sheet.marks`).
    """

    rows: tuple[Row, ...] = ()
    merges: tuple[Area, ...] = ()
    top: int = 0
    marks: tuple[tuple[str, str], ...] = ()

    @property
    def bottom(self) -> int:
        """The number of the first row below the grid."""
        return self.top + len(self.rows)

    @property
    def width(self) -> int:
        """The number of columns of the longest row."""
        return max(map(len, self.rows), default=0)

    def at(self, row: int, column: int) -> Cell:
        """Return the cell at this place, or an empty one outside the grid."""
        if row < len(self.rows) and column < len(self.rows[row]):
            return self.rows[row][column]
        return EMPTY

    def with_first(self, row: int, cell: Cell) -> Grid:
        """Return this grid with *cell* as the first cell of *row*."""
        changed = (cell, *self.rows[row][1:])
        return self._replace(rows=(*self.rows[:row], changed, *self.rows[row + 1 :]))


def grid(rows: Iterable[Sequence[Cell]], merges: Iterable[Area] = ()) -> Grid:
    """A grid of *rows*."""
    return Grid(tuple(tuple(row) for row in rows), tuple(merges))


@lru_cache(maxsize=8192)
def a1(row: int, column: int) -> str:
    """Return the address of a cell: (0, 0) is A1."""
    return f"{letters(column)}{row + 1}"


_A1 = re.compile(r"\$?([A-Za-z]{1,3})\$?([1-9][0-9]{0,6})")


@lru_cache(maxsize=8192)
def from_a1(address: str) -> tuple[int, int]:
    """Return row and column of an address like "B7". Raises ValueError if it is not an address."""
    match = _A1.fullmatch(address.strip())
    if match is None:
        raise ValueError(f"{address!r} is not a cell address")
    return int(match[2]) - 1, number_of(match[1].upper())
