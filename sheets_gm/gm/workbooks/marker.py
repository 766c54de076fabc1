"""The marker: which entry a workbook shows, in the first row of its first tab.

It is written in the same batch as everything else, so a workbook shows an entry completely or not at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sheets_gm.kernel.forms import Typed
from sheets_gm.kernel.match.journal import Entry
from sheets_gm.sheet.grid import EMPTY, Cell, Grid
from sheets_gm.sheet.row_planning import MARKER
from sheets_gm.sheet.writes import VALUE, Put, Write

_MARKER = re.compile(r"#(\d{1,9}) ([0-9a-f]{8})")


def marker(entry: Entry) -> str:
    """Return the marker of *entry*: its number and the start of its seal."""
    return f"#{entry.number} {entry.seal[:8]}"


def marked_entry(values: Sequence[Sequence[Typed]]) -> int | None:
    """Return the entry that a workbook shows, from the *values* of its first tab; None without a marker."""
    return _number(next(_markers(values[:1]), ""))


def found_marker(values: Sequence[Sequence[Typed]], newest: int) -> str:
    """Return the marker of a first tab, even outside the first row, because people may have moved things.

    It is "" without one. A marker in a lower row must not name an entry after the *newest*, so nobody can invent one.
    """
    moved = (each for each in _markers(values[1:]) if (_number(each) or 0) <= newest)
    return next(_markers(values[:1]), "") or next(moved, "")


def marker_parts(text: str) -> tuple[int, str]:
    """Return the number of the entry in the marker *text*, and the start of its seal."""
    match = _MARKER.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is no marker")
    return int(match[1]), match[2]


def _markers(rows: Sequence[Sequence[Typed]]) -> Iterator[str]:
    """Yield the markers of some *rows*, from the end of each."""
    for row in rows:
        yield from (value for value in reversed(row) if isinstance(value, str) and _MARKER.fullmatch(value))


def _number(text: str) -> int | None:
    """Return the number of the entry that a marker names; None if *text* is no marker."""
    match = _MARKER.fullmatch(text)
    return int(match[1]) if match else None


def drawn_entry(grid: Grid) -> int | None:
    """Return the number of the entry that *grid*, the first tab of a workbook, was drawn at."""
    return marked_entry([[cell.value for cell in grid.rows[0]]])


def with_marker(grid: Grid, entry: Entry) -> Grid:
    """Return *grid* with the marker of *entry* at the end of its first row."""
    first = grid.rows[0]
    row = first + (EMPTY,) * (grid.width - len(first)) + (Cell(marker(entry), MARKER),)
    return grid._replace(rows=(row, *grid.rows[1:]))


def marker_last(writes: Sequence[Write], first: str) -> list[Write]:
    """Return *writes* with those of the marker's row as closing ones. *first* is the first tab of the workbook.

    So a workbook that is written in parts has its old marker until all of it is written.
    """
    return [
        write._replace(closing=True) if write.tab == first and isinstance(write, Put) and not write.row else write
        for write in writes
    ]


def only_marker(writes: Sequence[Write]) -> bool:
    """Return whether *writes*, ordered by `marker_last`, change nothing but the marker."""
    return all(
        isinstance(write, Put)
        and write.closing
        and write.aspects == VALUE
        and [cell.style for cell in write.cells] == [MARKER]
        for write in writes
    )


def with_old_marker(grid: Grid, values: Sequence[Sequence[Typed]]) -> Grid:
    """Return *grid* with the marker that its tab has now, according to the *values* of that tab."""
    row = grid.rows[0]
    old = values[0][len(row) - 1] if values and len(values[0]) == len(row) else None
    return grid._replace(rows=((*row[:-1], row[-1]._replace(value=old)), *grid.rows[1:]))
