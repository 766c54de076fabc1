"""Mending: what people typed over cells that are not theirs, and what is said when it is put back.

Laws: a spreadsheet's owner can edit every cell, whatever protects it, so everything may be typed over; whatever it is,
it is put back, never read as the state of the match, and never lost unsaid: the GM tab and the sync's log tell what
stood there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from sheets_gm.kernel.forms import Typed
from sheets_gm.sheet import planning
from sheets_gm.sheet.cleaning import spelled
from sheets_gm.sheet.grid import Grid, a1
from sheets_gm.sheet.reading import Values
from sheets_gm.sheet.template import Template

MOST = 4
"""Cells that are told of one by one."""

LONGEST = 60
"""Signs that are told of what a cell held."""


def foreign_edit_lines(
    template: Template,
    shown: Mapping[str, Grid],
    values: Mapping[str, Values],
    draw: Callable[[], Mapping[str, Grid]],
    tops: Mapping[str, int],
) -> list[str]:
    """What was typed over the program's own cells of one workbook, each as "Board!B4 held «my own idea»".

    *shown* is what was drawn there last, *values* what was read, of the tabs in *tops* from such a row on; *draw* makes
    what shall be there, which another process may have written meanwhile.
    """
    if next(_found(shown, values, shown, tops), None) is None:
        return []
    found = list(_found(shown, values, draw(), tops))
    said = [
        f"{template.tabs[key].title}!{a1(row, column)} "
        + (f"held «{_short(value)}»" if spelled(value) else "was empty")
        for key, row, column, value in found[:MOST]
    ]
    return [*said, f"and {len(found) - MOST} cells more"] if len(found) > MOST else said


def _found(
    shown: Mapping[str, Grid], values: Mapping[str, Values], wanted: Mapping[str, Grid], tops: Mapping[str, int]
) -> Iterator[tuple[str, int, int, Typed]]:
    for key, grid in wanted.items():
        before = shown.get(key)
        top = tops.get(key, grid.top)
        if before is None or top > grid.top:
            continue
        actual: Sequence[Sequence[Typed]] = values.get(key, ())[grid.top - top :]
        yield from ((key, *stray) for stray in planning.foreign_edits(before, actual, grid))


def _short(value: Typed) -> str:
    text = spelled(value)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
