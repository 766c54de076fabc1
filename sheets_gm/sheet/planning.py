"""Planning: the fewest writes that make a tab look as it should.

Planning is pure, and its writes are data. A tab that is right needs none. An input cell is never overwritten while
players may be typing in it: it is set back only if it still contains the value that was read from it. Where a row gets
another name, all its inputs are written: what somebody types while that happens was meant for the row that was there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from operator import itemgetter
from typing import Any

from sheets_gm.kernel.forms import Typed
from sheets_gm.sheet.grid import EMPTY, Cell, Grid, Row, is_box, tick_text
from sheets_gm.sheet.reading import Values
from sheets_gm.sheet.writes import NO_ASPECT, NOTE, PICK, STYLE, VALUE, Bare, ClearIf, Mark, Merge, Put, Write

UNKNOWN: Any = object()
"""Stands for the value of a cell that was not read: it is that of no cell."""

MARKER = "marker"
"""The style of a cell that names what a workbook shows. Nothing else of its row follows from it."""

SEAT = "seat"
"""The start of the style of a cell that names a row, in whatever column."""

BRIDGE = 2
"""A run of writes continues across up to this many cells that are already right, instead of starting a new run."""


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
    text = tick_text(cell.pick)
    if not text or not isinstance(cell[0], bool | None):
        return False
    return actual == text if cell[0] else actual is None or actual is False or actual == ""


def plan(tab: str, shown: Grid | None, actual: Values | None, wanted: Grid) -> list[Write]:
    """The writes that turn the tab into *wanted*.

    *shown* is what was drawn there last (None: unknown, so merged areas and every aspect of every cell are written).
    *actual* are the values in the tab now, from row `wanted.top` on (None: as drawn). A row whose values are not those
    that were drawn is unknown too, and so is an empty one between two such rows, or below all that is drawn: rows may
    have moved.
    """
    marks = _mark_writes(tab, shown, wanted)
    if actual is None and shown is not None and shown.top <= wanted.top:
        return [*_around(tab, shown, wanted, disturbed=False), *marks, *_as_drawn(tab, shown, wanted)]
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
            _plan_row(writes, tab, absolute, None, values, _padded(row, wanted.width))
        elif not ((before is row or before == row) and _shows(values, row)):
            if actual is None or _is_as_drawn(values, before):
                _plan_row(writes, tab, absolute, before, values, row)
            else:
                # if somebody changed its values, more of the row may have changed
                _plan_row(writes, tab, absolute, None, values, _padded(row, len(before)))
                for empty in between or ():
                    _plan_row(writes, tab, empty, None, (), _padded((), wanted.width))
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


def _as_drawn(tab: str, shown: Grid, wanted: Grid) -> list[Write]:
    """The writes for the rows of a tab that is as it was drawn, from the same row on or from one above."""
    writes: list[Write] = []
    drawn = shown.rows if shown.top == wanted.top else shown.rows[wanted.top - shown.top :]
    if drawn is wanted.rows:
        return writes
    for at, (before, row) in enumerate(zip_longest(drawn, wanted.rows, fillvalue=()), start=wanted.top):
        if before is row or before == row:
            continue
        if len(before) == len(row) == 1 and not (before[0][4] or row[0][4]):
            need = _need(row[0], before[0])  # a line of text, like most rows that change
            if need:
                writes.append(Put(tab, at, 0, row, need))
        elif True in map(_is_typed, before) or True in map(_is_typed, row):
            _plan_row(writes, tab, at, before, [cell[0] for cell in before], row)
        else:
            _plan_fixed_row(writes, tab, at, before, row)
    return writes


def is_right(rows: Sequence[Row], actual: Values) -> bool:
    """Whether *rows* of a tab were drawn with the *actual* values that are there now."""
    nothing: Sequence[Typed] = ()
    missing = (nothing,) * (len(rows) - len(actual))
    return len(actual) <= len(rows) and all(map(_shows, (*actual, *missing), rows))


def has_moved(writes: Sequence[Write]) -> bool:
    """Whether *writes* are for a tab whose rows may have moved, or of which nothing is known."""
    return any(isinstance(write, Bare) for write in writes[:AROUND])


def inputs_of(tab: str, wanted: Grid) -> Iterator[Put]:
    """The inputs of a tab with their lists, boxes and formats: each run of neighbours in a row."""
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
    """Whether *writes* merge areas of a tab of which it is not known what is merged."""
    return any(isinstance(write, Merge) and write.before is None for write in writes[:AROUND])


AROUND = 2
"""The most writes that concern no single row; they come first."""


def _around(tab: str, shown: Grid | None, wanted: Grid, *, disturbed: bool) -> Iterator[Write]:
    """The writes that concern no single row. If rows may have moved, so may merged areas and looks."""
    if shown is None:
        yield Bare(tab, wanted.bottom, 0 if wanted.top else wanted.width)
    elif disturbed:
        yield Bare(tab, wanted.bottom, 0)
    before = shown.merges if shown and not (disturbed and (shown.merges or wanted.merges)) else None
    if before != wanted.merges:
        yield Merge(tab, wanted.merges, before)


def _padded(row: Row, width: int) -> Row:
    """*row* with empty cells up to *width*."""
    return row if len(row) >= width else row + (EMPTY,) * (width - len(row))


def foreign_edits(shown: Grid, actual: Values, wanted: Grid) -> Iterator[tuple[int, int, Typed]]:
    """Cells (row, column, value) that are no inputs and contain neither what was drawn nor what is *wanted*.

    *actual* are the values in the tab now, from row `wanted.top` on.
    """
    for row in range(wanted.top, wanted.top + max(len(actual), len(wanted.rows))):
        before = _row(shown, row)
        values = actual[row - wanted.top] if row - wanted.top < len(actual) else ()
        if before is None or _shows(values, before):
            continue
        after = _row(wanted, row) or ()
        for column in range(max(len(values), len(before))):
            drawn = before[column] if column < len(before) else EMPTY
            will = after[column] if column < len(after) else EMPTY
            value = values[column] if column < len(values) else None
            if (
                not drawn.typed
                and not will.typed
                and not same_value(value, drawn.value)
                and not same_value(value, will.value)
            ):
                yield row, column, value


def _row(shown: Grid | None, absolute: int) -> Row | None:
    """The row as drawn; an empty one below the last; None if it is unknown."""
    if shown is None or absolute < shown.top:
        return None
    at = absolute - shown.top
    return shown.rows[at] if at < len(shown.rows) else ()


def _shows(values: Sequence[Typed], row: Row) -> bool:
    for actual, cell in zip(values, row, strict=False):
        wanted = cell[0]  # its value: faster than by its name
        # most cells are texts that are right, and this is called for every row of every poll
        if actual is wanted or (actual == wanted and actual.__class__ is wanted.__class__):
            continue
        if not holds(actual, cell):
            return False
    if len(values) > len(row):
        return all(same_value(value, None) for value in values[len(row) :])
    return len(values) == len(row) or all(holds(None, cell) for cell in row[len(values) :])


def _is_as_drawn(values: Sequence[Typed], row: Row) -> bool:
    """Whether a row has the values that were drawn there; those of inputs are people's, and a marker may be older."""
    for actual, cell in zip(values, _padded(row, len(values)), strict=False):
        drawn, style, _, _, typed, _, _ = cell
        if typed or actual is drawn or (actual == drawn and actual.__class__ is drawn.__class__) or style == MARKER:
            continue
        if not same_value(actual, drawn):
            return False
    return all(cell.typed or cell.style == MARKER or same_value(None, cell.value) for cell in row[len(values) :])


def _is_renamed(before: Row | None, values: Sequence[Typed], row: Row) -> bool:
    """Whether the cell by which people find *row* holds something else: that of its seat, or else the first.

    *before* is the row as drawn: one without inputs was nobody's.
    """
    column = next((at for at, cell in enumerate(row) if cell.style.startswith(SEAT)), 0)
    value = values[column] if column < len(values) else None
    if row[column].typed or same_value(value, row[column].value):
        return False
    return before is None or any(cell.typed for cell in before)


_is_typed = itemgetter(4)
"""Whether a cell is typed: faster than by its name."""


def _plan_fixed_row(writes: list[Write], tab: str, absolute: int, before: Row, row: Row) -> None:
    """Plan a row without inputs that looks as it was drawn *before*."""
    width = max(len(row), len(before))
    new, old = _padded(row, width), _padded(before, width)
    start = last = -1
    aspects = NO_ASPECT
    for column, (cell, was) in enumerate(zip(new, old, strict=True)):
        if cell is was or cell == was:
            continue
        need = _need(cell, was)
        if not need:
            continue
        if start >= 0 and (column - last - 1 > BRIDGE or not _joins(aspects, need)):
            writes.append(Put(tab, absolute, start, new[start : last + 1], aspects))
            start, aspects = -1, NO_ASPECT
        if start < 0:
            start = column
        aspects |= need
        last = column
    if start >= 0:
        writes.append(Put(tab, absolute, start, new[start : last + 1], aspects))


def _plan_row(
    writes: list[Write], tab: str, absolute: int, before: Row | None, values: Sequence[Typed], row: Row
) -> None:
    """Plan a row that looked as *before* (None: nobody knows), and in which *values* stand now."""
    known = before is not None
    width = max(len(row), len(before or ()), len(values))
    old_row: Row = _padded(before or (), width)
    read = (*values, *(None,) * (width - len(values)))
    has_inputs = True in map(_is_typed, row)
    is_renamed = has_inputs and _is_renamed(before, values, row)
    is_moved = has_inputs and not is_renamed and known and _may_be_moved(row, old_row, read)
    run: list[Cell] = []
    start = last = 0
    aspects = NO_ASPECT
    for column, (cell, old, actual) in enumerate(zip(_padded(row, width), old_row, read, strict=True)):
        shown, _, _, _, typed, _, _ = cell
        is_same = known and (old is cell or old == cell)
        is_held = actual is shown or (actual == shown and actual.__class__ is shown.__class__) or holds(actual, cell)
        need = NO_ASPECT if is_held else VALUE
        if not known:
            need |= STYLE | NOTE | PICK
        elif not is_same:
            need |= _looks_needed(cell, old)
        if typed and is_renamed:
            need |= VALUE | STYLE
        elif typed and is_moved:
            need |= STYLE | NOTE | PICK
        if not need and not run:
            continue
        if typed and need & VALUE and not is_renamed and _may_wait(cell, actual):
            writes.append(ClearIf(tab, absolute, column, actual, cell.text, str(cell.value or "")))
            need &= ~VALUE
        # an input must not be part of a run that would overwrite its value
        alone = typed and not need & VALUE
        if run and (column - last - 1 > BRIDGE or alone or not _joins(aspects, need)):
            writes.append(Put(tab, absolute, start, tuple(run[: last - start + 1]), aspects))
            run, aspects = [], NO_ASPECT
        if need:
            if not run:
                start = column
            aspects |= need
            last = column
            run.append(cell)
            if alone:
                writes.append(Put(tab, absolute, start, tuple(run), aspects))
                run, aspects = [], NO_ASPECT
        elif run:
            run.append(cell)
    if run:
        writes.append(Put(tab, absolute, start, tuple(run[: last - start + 1]), aspects))


def _may_be_moved(row: Row, old: Row, read: Sequence[Typed]) -> bool:
    """Whether an input of a row that was drawn as *old* is emptied, and holds what is no tick.

    Whoever typed it may have cut or dragged cells of the row, and their lists and formats with them.
    """
    return any(
        cell.typed
        and actual not in (None, "")
        and was is not None
        and not is_box(cell.pick)
        and not holds(actual, cell)
        for cell, was, actual in zip(row, old, read, strict=False)
    )


def _may_wait(cell: Cell, actual: Typed) -> bool:
    """Whether an input is set back only while it still contains *actual*: what is typed just then stays.

    A box is set at once, and so are a number and what was not there to be searched for.
    """
    if cell.value in (None, ""):
        return not isinstance(actual, bool)
    return cell.text and isinstance(cell.value, str) and isinstance(actual, str) and actual != ""


def _joins(aspects: int, need: int) -> bool:
    """Whether a cell that needs *need* may join a run that writes *aspects*."""
    return not need or aspects == need or bool(VALUE & aspects & need)


def _need(cell: Cell, drawn: Cell) -> int:
    """The aspects in which *cell* differs from the one that was *drawn*, and that stands there."""
    _, style, note, pick, _, text, link = cell
    old, old_style, old_note, old_pick, _, old_text, old_link = drawn
    if note is old_note and pick is old_pick and style == old_style and text is old_text and link == old_link:
        return NO_ASPECT if holds(old, cell) else VALUE
    return _looks_needed(cell, drawn) | (NO_ASPECT if holds(old, cell) else VALUE)


def _looks_needed(cell: Cell, drawn: Cell) -> int:
    """The aspects besides its value in which *cell* differs from the one that was *drawn*."""
    _, style, note, pick, _, text, link = cell
    _, old_style, old_note, old_pick, _, old_text, old_link = drawn
    need = NO_ASPECT if style == old_style and text == old_text and link == old_link else STYLE
    if note != old_note:
        need |= NOTE
    return need if pick is old_pick or pick == old_pick else need | PICK
