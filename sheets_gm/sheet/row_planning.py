"""Planning of one row: the fewest writes that make it look as it should, whatever people have typed in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter

from sheets_gm.kernel.forms import Typed
from sheets_gm.sheet.grid import EMPTY, Cell, Row, holds, is_box, same_value, tick_text
from sheets_gm.sheet.writes import NO_ASPECT, NOTE, PICK, STYLE, VALUE, ClearIf, Put, Write

MARKER = "marker"
"""The style of the cell that names the entry that a workbook shows. It changes nothing else in its row."""

SEAT = "seat"
"""The start of the style of the cell that names a row, in any column."""

SEAT_LETTERS = len(SEAT)

BRIDGE = 2
"""Writes are joined across up to this many cells that need none."""


LOOKS = STYLE | NOTE | PICK
"""All aspects of a cell but its value."""

RENAMED = VALUE | STYLE
"""The aspects to write again of an input that now belongs to somebody else."""

NO_COLUMNS: frozenset[int] = frozenset()
"""No column gets another heading."""

is_typed = itemgetter(4)
"""Returns whether a cell is an input; faster than by the name of the field."""


def padded(row: Row, width: int) -> Row:
    """*row* with empty cells up to *width*."""
    return row if len(row) >= width else row + (EMPTY,) * (width - len(row))


def shows(values: Sequence[Typed], row: Row) -> bool:
    """Return whether a row with these *values* shows *row*."""
    for actual, cell in zip(values, row, strict=False):
        wanted = cell[0]  # its value: faster than by its name
        # most cells are texts that are right, and this is called for every row of every poll
        if actual is wanted or (actual == wanted and actual.__class__ is wanted.__class__):
            continue
        if not holds(actual, cell):
            return False
    read, drawn = len(values), len(row)
    if read == drawn:
        return True
    if read > drawn:
        return all(same_value(value, None) for value in values[drawn:])
    return all(holds(None, cell) for cell in row[read:])


def is_as_drawn(values: Sequence[Typed], row: Row) -> bool:
    """Return whether a row still has the values that were drawn there. Inputs and markers may differ."""
    for actual, cell in zip(values, padded(row, len(values)), strict=False):
        drawn, style, _, _, typed, _, _, _ = cell
        if typed or actual is drawn or (actual == drawn and actual.__class__ is drawn.__class__) or style == MARKER:
            continue
        if not same_value(actual, drawn):
            return False
    return all(cell.typed or cell.style == MARKER or same_value(None, cell.value) for cell in row[len(values) :])


def _is_renamed(before: Row | None, values: Sequence[Typed], row: Row) -> bool:
    """Return whether the cell by which people recognise *row* has changed: that of its seat, or else the first cell.

    *before* is the row as drawn. A row without inputs belonged to nobody, so it is not renamed.
    """
    column = min([at for at, cell in enumerate(row) if cell[1][:SEAT_LETTERS] == SEAT], default=0)
    value = values[column] if column < len(values) else None
    if row[column].typed or same_value(value, row[column].value):
        return False
    return before is None or any(cell.typed for cell in before)


@dataclass(slots=True)
class _Run:
    """Cells of a *row* that are written together: from *start* (-1: none yet) to *last*, in their *aspects*."""

    writes: list[Write]
    tab: str
    absolute: int
    row: Row
    start: int = -1
    last: int = -1
    aspects: int = NO_ASPECT

    def put(self, column: int, need: int, *, alone: bool = False) -> None:
        """Continue with a cell that needs *need*. *alone*: the cell must not share a write with others."""
        aspects = self.aspects
        is_other = need and aspects != need and not VALUE & aspects & need
        if self.start >= 0 and (alone or is_other or column - self.last - 1 > BRIDGE):
            self.end()
        if not need:
            return
        if self.start < 0:
            self.start = column
        self.last = column
        self.aspects |= need
        if alone:
            self.end()

    def end(self) -> None:
        """Write the collected cells, if there are any."""
        if self.start >= 0:
            cells = self.row[self.start : self.last + 1]
            self.writes.append(Put(self.tab, self.absolute, self.start, cells, self.aspects))
            self.start, self.aspects = -1, NO_ASPECT


def plan_fixed_row(writes: list[Write], tab: str, absolute: int, before: Row, row: Row) -> None:
    """Plan a row without inputs, which still looks as it was drawn: *before*."""
    new, old = row, before
    if len(new) != len(old):
        new, old = padded(row, len(before)), padded(before, len(row))
    run = _Run(writes, tab, absolute, new)
    for column, (cell, was) in enumerate(zip(new, old, strict=True)):
        need = NO_ASPECT if cell is was or cell == was else need_of(cell, was, was[0])
        if need:
            run.put(column, need)
    run.end()


def plan_row(
    writes: list[Write],
    tab: str,
    absolute: int,
    before: Row | None,
    values: Sequence[Typed],
    row: Row,
    renamed: frozenset[int] = NO_COLUMNS,
    *,
    is_reopened: bool = False,
) -> None:
    """Add to *writes* what turns a row into *row*. It was drawn as *before* (None: unknown) and now holds *values*.

    The columns *renamed* get another heading. *is_reopened*: the inputs are for another step than before.
    """
    drawn = before is not None
    width = max(len(row), len(before or ()), len(values))
    new, old_row = padded(row, width), padded(before or (), width)
    read = (*values, *(None,) * (width - len(values)))
    of_inputs = _of_inputs(before, values, row, read) if True in map(is_typed, row) else NO_ASPECT
    run = _Run(writes, tab, absolute, new)
    for column, (cell, old, actual) in enumerate(zip(new, old_row, read, strict=True)):
        if drawn and old is cell and actual is cell[0]:
            need = NO_ASPECT
        else:
            need = need_of(cell, old, actual) if drawn and old is not cell else _need(cell, actual, drawn)
        typed = cell[4]
        if typed:
            need |= RENAMED if column in renamed else of_inputs
        if is_reopened and old[4]:
            need |= LOOKS
        if not need and run.start < 0:
            continue
        is_kept = typed and need & VALUE and not (of_inputs & VALUE or column in renamed)
        if is_kept and _may_wait(cell, actual):
            writes.append(ClearIf(tab, absolute, column, actual, cell.text, str(cell.value or "")))
            need &= ~VALUE
        # an input must not be part of a run that would overwrite its value
        run.put(column, need, alone=typed and not need & VALUE)
    run.end()


def _of_inputs(before: Row | None, values: Sequence[Typed], row: Row, read: Sequence[Typed]) -> int:
    """Return the aspects that every input of *row* needs anew because the row is renamed or may have moved."""
    if _is_renamed(before, values, row):
        return RENAMED
    is_moved = before is not None and _may_be_moved(row, padded(before, len(read)), read)
    return LOOKS if is_moved else NO_ASPECT


def _need(cell: Cell, actual: Typed, drawn: bool) -> int:
    """Return the aspects in which *cell* must be written over the value *actual*. *drawn*: it looks as it was drawn."""
    shown = cell[0]
    need = NO_ASPECT if drawn else LOOKS | (VALUE if cell[7] else NO_ASPECT)
    if actual is shown or (actual == shown and actual.__class__ is shown.__class__) or holds(actual, cell):
        return need
    return need | VALUE


def _may_be_moved(row: Row, old: Row, read: Sequence[Typed]) -> bool:
    """Return whether an input of a row must be emptied that holds more than a tick. *old* is the row as drawn.

    Somebody may have cut or dragged this content, which moves drop-downs and formats too.
    """
    for cell, was, actual in zip(row, old, read, strict=False):
        if actual is None or actual == "" or not cell[4] or was is None:
            continue
        if not is_box(cell.pick) and not holds(actual, cell):
            return True
    return False


def _may_wait(cell: Cell, actual: Typed) -> bool:
    """Return whether an input is reset only if it still contains *actual*, so that newer typing is kept.

    A box is reset at once. So is an input with a default, unless both are texts: the service searches only for texts.
    """
    if cell.value in (None, ""):
        return not isinstance(actual, bool)
    return cell.text and isinstance(cell.value, str) and isinstance(actual, str) and actual != ""


def need_of(cell: Cell, drawn: Cell, actual: Typed) -> int:
    """Return the aspects in which *cell* differs from *drawn*, the cell as drawn, which now has the value *actual*.

    Runs are written with the value, and again with every format, because a format may remove them.
    """
    value, style, note, pick, _, text, link, runs = cell
    _, old_style, old_note, old_pick, _, old_text, old_link, old_runs = drawn
    need = NO_ASPECT if style == old_style and text == old_text and link == old_link else STYLE
    if value.__class__ is actual.__class__:
        is_held = value == actual  # most of what differs is a text in place of another one
    else:
        is_held = same_value(actual, value) if pick is None else holds(actual, cell)
    if runs != old_runs or (runs and need) or not is_held:
        need |= VALUE
    if value is True and tick_text(pick) != tick_text(old_pick):
        need |= VALUE  # a box that stays ticked, by a plan, is ticked for another step than before
    if note is not old_note and note != old_note:
        need |= NOTE
    return need if pick is old_pick or pick == old_pick else need | PICK
