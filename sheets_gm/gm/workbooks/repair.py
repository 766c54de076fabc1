"""Repair: finding foreign edits, which are values that people typed over cells that are no inputs.

The owner of a spreadsheet can edit every cell, despite the protection. The next showing restores such a cell, and its
value is never read as a part of the match. The GM tab and the sync's log report what the cell contained.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from sheets_gm.kernel.english import counted
from sheets_gm.kernel.forms import Typed
from sheets_gm.sheet import planning
from sheets_gm.sheet.cleaning import spelled
from sheets_gm.sheet.drawn import Drawn, Same, SameCells
from sheets_gm.sheet.grid import Grid, a1
from sheets_gm.sheet.reading import Values
from sheets_gm.sheet.template import Template

MOST = 4
"""The most cells that are listed one by one."""

LONGEST = 60
"""The most characters of a cell that are quoted."""


Edit: TypeAlias = tuple[str, int, int, Typed]
"""A foreign edit: its tab, row and column, and what the cell contained."""


def edits(
    shown: Mapping[str, Grid],
    values: Mapping[str, Values],
    pictures: Iterable[Mapping[str, Grid]],
    tops: Mapping[str, int],
    intact: Collection[str] = (),
) -> tuple[list[Edit], frozenset[str]]:
    """Return the foreign edits of one workbook, and the keys of the tabs in which another process has drawn since.

    *shown* is what was last drawn there. *values* are what was read; for each tab in *tops*, from that row on.
    *pictures* are what another process may have drawn: a cell with a value from one of them is no foreign edit.
    *intact* are tabs without edits, which need no check.
    """
    suspect = {key: grid for key, grid in shown.items() if key not in intact}
    foreign = differing = list(_found(shown, values, suspect, tops))
    for picture in pictures if foreign else ():
        confirmed = set(_places(_found(shown, values, picture, tops)))
        foreign = [each for each in foreign if each[:3] in confirmed]
        if not foreign:
            break
    typed = set(_places(foreign))
    return foreign, frozenset(key for key, row, column, _ in differing if (key, row, column) not in typed)


def intact_tabs(
    shown: Mapping[str, Grid], values: Mapping[str, Values], tops: Mapping[str, int], drawn: Drawn, book: str
) -> frozenset[str]:
    """Return the tabs that hold exactly what was last drawn there, even in their inputs. *drawn* caches this."""

    def is_intact(key: str, grid: Grid) -> bool:
        actual = values.get(key, ())[grid.top - tops.get(key, grid.top) :]
        return drawn.made(book, f"{key} intact", planning.is_right, Same(grid.rows), SameCells(actual))

    return frozenset(key for key, grid in shown.items() if tops.get(key, grid.top) <= grid.top and is_intact(key, grid))


def lines_of(foreign_edits: Sequence[Edit], template: Template) -> list[str]:
    """Return *foreign_edits* in words, a line each: "Board!B4 contained “my own idea”"."""
    lines = [
        f"{template.tabs[key].title}!{a1(row, column)} "
        + (f"contained “{_short(value)}”" if spelled(value) else "was empty")
        for key, row, column, value in foreign_edits[:MOST]
    ]
    more = len(foreign_edits) - MOST
    return [*lines, f"and {counted(more, 'more cell')}"] if more > 0 else lines


def _places(foreign_edits: Iterable[Edit]) -> Iterator[tuple[str, int, int]]:
    return (each[:3] for each in foreign_edits)


def _found(
    shown: Mapping[str, Grid], values: Mapping[str, Values], wanted: Mapping[str, Grid], tops: Mapping[str, int]
) -> Iterator[Edit]:
    for key, grid in wanted.items():
        before = shown.get(key)
        top = tops.get(key, grid.top)
        if before is None or top > grid.top:
            continue
        actual: Sequence[Sequence[Typed]] = values.get(key, ())[grid.top - top :]
        yield from ((key, *edit) for edit in planning.foreign_edits(before, actual, grid))


def _short(value: Typed) -> str:
    text = spelled(value)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
