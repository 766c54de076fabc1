"""Planning: the smallest list of writes that makes a tab look as it should.

Planning is pure, and its writes are data. A tab that is right needs no writes. Players may be typing in an input cell,
so it is never simply overwritten: it is reset only if it still contains the value that was read from it. There are two
exceptions. If a row gets another name, all its inputs are written; if a column gets another heading, all inputs below
it are written. What somebody types meanwhile was meant for the old row or column.

With a new step the drop-downs and formats of its inputs are always written again: people cut and drag cells, which
moves drop-downs and formats without changing values.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

from sheets_gm.kernel.forms import Typed
from sheets_gm.sheet.grid import CHECKBOX, EMPTY, Grid, Row, same_value
from sheets_gm.sheet.reading import Values
from sheets_gm.sheet.row_planning import (
    NO_COLUMNS,
    is_as_drawn,
    is_typed,
    need_of,
    padded,
    plan_fixed_row,
    plan_row,
    shows,
)
from sheets_gm.sheet.writes import NOTE, PICK, STYLE, Bare, Mark, Merge, Put, Write

UNKNOWN: Any = object()
"""Stands for the value of a cell that was not read. It equals no value."""


def plan(
    tab: str,
    shown: Grid | None,
    actual: Values | None,
    wanted: Grid,
    renamed: frozenset[int] = NO_COLUMNS,
) -> list[Write]:
    """Return the writes that turn the tab into *wanted*.

    *shown* is what was drawn there last. None means unknown: then merged areas and everything about every cell are
    written. *actual* are the values in the tab now, from row `wanted.top` on; None means as drawn. A row with other
    values than were drawn counts as unknown too, because rows may have moved. So does an empty row between two such
    rows, or below everything that is drawn. *renamed* are columns of an unknown tab that get another heading.
    """
    marks = _mark_writes(tab, shown, wanted)
    if actual is None and shown is not None and shown.top <= wanted.top:
        return [*_around(tab, shown, wanted, disturbed=False), *marks, *_as_drawn(tab, shown, wanted)]
    reopened = _reopened(shown, wanted)
    writes: list[Write] = []
    extra = shown.bottom - wanted.bottom if shown else 0
    rows = wanted.rows + ((),) * max(extra, (len(actual) - len(wanted.rows)) if actual else 0)
    between: list[int] | None = None  # the empty rows since the last one that is not as drawn
    for at, row in enumerate(rows):
        absolute = wanted.top + at
        before = _row(shown, absolute)
        if actual is None:
            if before is row or (before == row and before is not None):
                continue
            values: Sequence[Typed] = [cell[0] for cell in before or ()]  # their values: faster than by name
            if before is None and shown is not None:
                values = (UNKNOWN,) * max(len(row), wanted.width)  # above what was drawn: neither read nor known
        else:
            values = actual[at] if at < len(actual) else ()
        if before is None:
            plan_row(writes, tab, absolute, None, values, padded(row, wanted.width), renamed)
        elif absolute in reopened or not ((before is row or before == row) and shows(values, row)):
            if actual is None or is_as_drawn(values, before):
                plan_row(writes, tab, absolute, before, values, row, is_reopened=absolute in reopened)
            else:
                # if somebody changed its values, more of the row may have changed
                plan_row(writes, tab, absolute, None, values, padded(row, len(before)))
                for empty in between or ():
                    plan_row(writes, tab, empty, None, (), padded((), wanted.width))
                between = []
        elif between is not None and all(cell == EMPTY for cell in row):
            between.append(absolute)
    return [*_around(tab, shown, wanted, disturbed=between is not None), *marks, *writes]


def _mark_writes(tab: str, shown: Grid | None, wanted: Grid) -> list[Write]:
    if shown is not None and shown.marks == wanted.marks:
        return []
    before, marks = dict(shown.marks) if shown else {}, dict(wanted.marks)
    writes: list[Write] = [Mark(tab, key, value) for key, value in wanted.marks if before.get(key) != value]
    return writes + [Mark(tab, key, "") for key in before if key not in marks]


NO_ROWS: frozenset[int] = frozenset()


def _reopened(shown: Grid | None, wanted: Grid) -> frozenset[int]:
    """Return the rows with inputs of another step than before. The text that a box holds while ticked shows its step.

    A row without a box belongs to the box above it.
    """
    if shown is None or shown.rows is wanted.rows or shown.top or wanted.top:
        return NO_ROWS
    rows, is_reopened = list[int](), False
    for at, (before, row) in enumerate(zip_longest(shown.rows, wanted.rows, fillvalue=())):
        is_reopened = _is_reopened(before, row, is_reopened)
        if is_reopened:
            rows.append(at)
    return frozenset(rows)


def _is_reopened(before: Row, row: Row, above: bool) -> bool:
    """Return whether *row* is of another step than *before*, the row as shown. *above*: the row above it is."""
    if before is row and not above:
        return False
    old, new = _boxes(before), _boxes(row)
    return old != new if old or new else above and True in map(is_typed, row)


def _boxes(row: Row) -> list[tuple[str, ...]]:
    """Return the boxes of a row, each with its content while it is ticked."""
    return [cell[3] for cell in row if cell[4] and cell[3] and cell[3][0] == CHECKBOX[0]]


def _as_drawn(tab: str, shown: Grid, wanted: Grid) -> list[Write]:
    """Return the writes for a tab that is as it was drawn. *shown* begins in the same row as *wanted*, or above."""
    writes: list[Write] = []
    drawn = shown.rows if shown.top == wanted.top else shown.rows[wanted.top - shown.top :]
    if drawn is wanted.rows:
        return writes
    is_reopened = False
    for at, (before, row) in enumerate(zip_longest(drawn, wanted.rows, fillvalue=()), start=wanted.top):
        if not is_reopened and (before is row or before == row):
            continue
        if len(row) == 1 and len(before) == 1 and not (before[0][4] or row[0][4]):
            need = need_of(row[0], before[0], before[0][0])  # a line of text, like most rows that change
            if need:
                writes.append(Put(tab, at, 0, row, need))
            is_reopened = False
        elif True in map(is_typed, before) or True in map(is_typed, row):
            is_reopened = _is_reopened(before, row, is_reopened)
            plan_row(writes, tab, at, before, [cell[0] for cell in before], row, is_reopened=is_reopened)
        else:
            plan_fixed_row(writes, tab, at, before, row)
            is_reopened = False
    return writes


def is_right(rows: Sequence[Row], actual: Values) -> bool:
    """Return whether the *actual* values in the tab are those of *rows*."""
    nothing: Sequence[Typed] = ()
    missing = (nothing,) * (len(rows) - len(actual))
    return len(actual) <= len(rows) and all(map(shows, (*actual, *missing), rows))


def has_moved(writes: Sequence[Write]) -> bool:
    """Return whether *writes* are for a tab whose rows may have moved, or whose content is unknown."""
    return any(isinstance(write, Bare) for write in writes[:AROUND])


def inputs_of(tab: str, wanted: Grid) -> Iterator[Put]:
    """Yield writes for the inputs of a tab with drop-downs, boxes and formats, one for each group of neighbours."""
    for at, row in enumerate(wanted.rows):
        start: int | None = None
        for column in range(len(row) + 1):
            is_input = column < len(row) and row[column].typed
            if is_input and start is None:
                start = column
            elif not is_input and start is not None:
                yield Put(tab, wanted.top + at, start, row[start:column], STYLE | NOTE | PICK)
                start = None


def is_merged_anew(writes: Sequence[Write]) -> bool:
    """Return whether *writes* merge areas of a tab whose merged areas are unknown."""
    return any(isinstance(write, Merge) and write.before is None for write in writes[:AROUND])


AROUND = 2
"""The most writes that are not for a single row; they come first."""


def _around(tab: str, shown: Grid | None, wanted: Grid, *, disturbed: bool) -> Iterator[Write]:
    """Yield the writes that concern no single row. If rows may have moved, merged areas and formats may have too."""
    if shown is None:
        yield Bare(tab, wanted.bottom, 0 if wanted.top else wanted.width)
    elif disturbed:
        yield Bare(tab, wanted.bottom, 0)
    before = shown.merges if shown and not (disturbed and (shown.merges or wanted.merges)) else None
    if before != wanted.merges:
        yield Merge(tab, wanted.merges, before)


def foreign_edits(shown: Grid, actual: Values, wanted: Grid) -> Iterator[tuple[int, int, Typed]]:
    """Yield the cells (row, column, value) that are no inputs and hold neither what was drawn nor what is *wanted*.

    *actual* are the values in the tab now, from row `wanted.top` on.
    """
    for row in range(wanted.top, wanted.top + max(len(actual), len(wanted.rows))):
        before = _row(shown, row)
        values = actual[row - wanted.top] if row - wanted.top < len(actual) else ()
        if before is None or shows(values, before):
            continue
        after = _row(wanted, row) or ()
        width = max(len(values), len(before))
        read = (*values, *(None,) * (width - len(values)))
        for column, (value, drawn) in enumerate(zip(read, padded(before, width), strict=True)):
            held, _, _, _, typed, _, _, _ = drawn
            if typed or value is held or same_value(value, held):
                continue
            will = after[column] if column < len(after) else EMPTY
            if not will.typed and not same_value(value, will.value):
                yield row, column, value


def _row(shown: Grid | None, absolute: int) -> Row | None:
    """Return the row as drawn: an empty one below the last row, None if it is unknown."""
    if shown is None or absolute < shown.top:
        return None
    at = absolute - shown.top
    return shown.rows[at] if at < len(shown.rows) else ()
