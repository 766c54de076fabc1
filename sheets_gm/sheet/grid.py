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
    """What a cell holds while the checkbox of *pick* is ticked; "" where that is TRUE, or there is no checkbox."""
    return pick[1] if pick is not None and len(pick) > 1 and is_box(pick) else ""


class Run(NamedTuple):
    """How the text of a cell looks from its character *start* on: in a *style* of the template, leading to a *link*.

    A style changes only what it says: all else is as in the cell.
    """

    start: int
    style: str = ""
    link: str = ""


def place_link(tab: str, row: int, column: int = 0) -> str:
    """A link to a cell of the tab with this key in the same workbook."""
    return f"{PLACE_LINK}{tab}!{a1(row, column)}"


PLACE_LINK = "tab:"
"""How a link begins that leads to a cell of the same workbook."""


class Cell(NamedTuple):
    """What one cell shows.

    *style* names a style of the game's template ("" is plain). *pick* is the choices of the cell's drop-down, or
    `CHECKBOX`; the value of a ticked box is True, whatever the cell holds then. *typed* marks an input: its value
    belongs to the players and is written only with a new form. In a *text* input, what is typed stays as it was typed:
    "1-2" is no date. *link* is the web address that its text leads to, or a `place_link`. *runs* are parts of its text
    that look different or lead elsewhere, in order; they belong to its value, and only a text has them.
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
    """Whether a cell with the value *actual* shows *wanted*. None equals ""; a tick does not equal a number."""
    if actual is wanted:
        return True
    if actual is None or actual == "":
        return wanted is None or wanted == ""
    if isinstance(actual, bool) or isinstance(wanted, bool):
        return actual is wanted
    return actual == wanted


def holds(actual: Typed, cell: Cell) -> bool:
    """Whether a cell with the value *actual* shows what *cell* does. A box is ticked by its own text and by TRUE."""
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
    """One tab as it should look, or a part of it from row *top* on. Rows may be of different lengths; missing cells are
    empty. *marks* are notes for programs, by key, which people do not see (`sheet.marks`).
    """

    rows: tuple[Row, ...] = ()
    merges: tuple[Area, ...] = ()
    top: int = 0
    marks: tuple[tuple[str, str], ...] = ()

    @property
    def bottom(self) -> int:
        """The first row below the grid."""
        return self.top + len(self.rows)

    @property
    def width(self) -> int:
        """The number of columns of the longest row."""
        return max(map(len, self.rows), default=0)

    def at(self, row: int, column: int) -> Cell:
        """The cell there, or an empty one beyond the edge."""
        if row < len(self.rows) and column < len(self.rows[row]):
            return self.rows[row][column]
        return EMPTY

    def with_first(self, row: int, cell: Cell) -> Grid:
        """This grid with another first *cell* in a *row* that it has."""
        changed = (cell, *self.rows[row][1:])
        return self._replace(rows=(*self.rows[:row], changed, *self.rows[row + 1 :]))


def grid(rows: Iterable[Sequence[Cell]], merges: Iterable[Area] = ()) -> Grid:
    """A grid of *rows*."""
    return Grid(tuple(tuple(row) for row in rows), tuple(merges))


@lru_cache(maxsize=8192)
def a1(row: int, column: int) -> str:
    """The address of a cell: (0, 0) is A1."""
    return f"{letters(column)}{row + 1}"


_A1 = re.compile(r"\$?([A-Za-z]{1,3})\$?([1-9][0-9]{0,6})")


@lru_cache(maxsize=8192)
def from_a1(address: str) -> tuple[int, int]:
    """Row and column of an address like "B7". ValueError if it is not an address."""
    found = _A1.fullmatch(address.strip())
    if found is None:
        raise ValueError(f"{address!r} is not a cell address")
    return int(found[2]) - 1, number_of(found[1].upper())
