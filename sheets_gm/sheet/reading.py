"""Reading a form's rows from a tab, wherever people have moved them.

Laws: columns are found by their heading and rows by their seat, so a sorted, inserted or moved row is still read for
the seat it belongs to; where the cells that only the engine writes contradict each other, the row is not read at all
(it is *disturbed*, and will be put back). Each cell that means nothing gives a slip of its own, and costs nothing
else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pydantic import ValidationError

from sheets_gm.kernel.forms import Field, Form, Kind, Typed
from sheets_gm.kernel.journal import Slip
from sheets_gm.kernel.outcome import GM, Order
from sheets_gm.kernel.seats import Seat
from sheets_gm.kernel.validation_messages import in_plain_words
from sheets_gm.sheet.cleaning import Unreadable, clean, is_blank, plain, shortened, spelled
from sheets_gm.sheet.grid import a1
from sheets_gm.sheet.template import TabTemplate

Values: TypeAlias = Sequence[Sequence[Typed]]
"""The values of a tab, row by row; rows may be ragged and trailing rows missing, as a sheet hands them over."""

Key: TypeAlias = tuple[str, str, int]
"""Which row: the form's key, the seat, and the row's number within the form (from 0)."""

READY = Field("ready", Kind.FLAG, default=False)
"""The tick that every row has."""

HEADING_ROW = 2
"""Where a form's headings stand: below the tab's title and its help."""

SEARCHED = 12
"""Rows from the top that may hold the headings after somebody inserted rows above them."""


@dataclass(frozen=True, slots=True)
class Lines:
    """Where the rows of a form tab belong: the keys in order, and the forms they are of."""

    keys: tuple[Key, ...]
    forms: tuple[Form, ...]

    def __iter__(self) -> Iterator[tuple[int, Key, Form]]:
        """Each row's place on the sheet, its key, its form."""
        for at, (key, form) in enumerate(zip(self.keys, self.forms, strict=True)):
            yield HEADING_ROW + 1 + at, key, form


def lines_of(forms: Sequence[Form]) -> Lines:
    """The rows of *forms*, in their order; each has the form as that row has it."""
    pairs = [((form.key, form.seat, row), form.at(row)) for form in forms for row in range(form.rows)]
    return Lines(tuple(key for key, _ in pairs), tuple(form for _, form in pairs))


def row_name(key: Key, form: Form) -> str:
    """What the seat column of a row says: it is how the row is found again."""
    if form.name:
        return form.name if key[1] == GM else f"{key[1]} {form.name}"
    return key[1] if form.rows == 1 else f"{key[1]} #{key[2] + 1}"


@dataclass(frozen=True, slots=True)
class RowRead:
    """One row as it was typed, and what that means.

    *typed*: the cells by field name, with `ready`, and `keep` where the tab has that column. *at*: row and columns
    where they stand now. *order*: what the row asks for, None if it is empty or cannot be read. *touched*: whether it
    differs from the row as it was drawn.
    """

    key: Key
    typed: Mapping[str, Typed]
    cells: Mapping[str, str]
    order: Order | None
    slips: tuple[Slip, ...]
    ready: bool
    touched: bool


@dataclass(frozen=True, slots=True)
class TabRead:
    """All rows of a form tab that could be found. *disturbed*: the tab is not as it was drawn."""

    rows: Mapping[Key, RowRead]
    disturbed: bool


def read_tab(lines: Lines, tab_template: TabTemplate, seats: Mapping[str, Seat], values: Values) -> TabRead:
    """Read the rows of a form tab from its *values*."""
    top, columns, moved = _headings(tab_template, values)
    places, torn = _places(lines, seats, columns, top, values)
    rows = {
        key: read_row(key, form, {name: _at(values, places[key], column) for name, column in columns.items()},
                      {name: a1(places[key], column) for name, column in columns.items()})
        for _, key, form in lines
        if key in places
    }  # fmt: skip
    home = all(places.get(key) == place for place, key, _ in lines)
    return TabRead(rows, disturbed=moved or torn or not home)


def read_row(key: Key, form: Form, found: Mapping[str, Typed], cells: Mapping[str, str]) -> RowRead:
    """Read one row: *found* are its cells by column, *cells* their addresses."""
    typed: dict[str, Typed] = {}
    means: dict[str, Typed] = {}
    slips: list[Slip] = []
    touched = False
    for field in form.fields:
        raw = found.get(field.name)
        typed[field.name] = raw
        value = clean(field, raw)
        if isinstance(value, Unreadable):
            slips.append(_slip(key, field.name, cells, raw, value))
        elif value is not None:
            means[field.name] = value
        if raw is not field.default and not _as_drawn(raw, field.default):
            touched = True
    typed["ready"] = found.get("ready")
    if "keep" in found:
        typed["keep"] = found["keep"]
    ready = clean(READY, found.get("ready"))
    if isinstance(ready, Unreadable):
        slips.append(_slip(key, "ready", cells, found.get("ready"), ready))
        ready = False
    order = None
    asks = form.says or any(value is not False for value in means.values())  # a box without a tick asks for nothing
    if asks and not slips:
        missing = [field.name for field in form.fields if field.required and field.name not in means]
        slips += [_slip(key, name, cells, None, Unreadable("This is required")) for name in missing]
        if not missing:
            order = _order(key, form, means, cells, slips)
    return RowRead(key, typed, cells, order, tuple(slips), bool(ready), touched or bool(ready))


def _as_drawn(raw: Typed, default: Typed) -> bool:
    """Whether a cell holds what was drawn there: an empty cell is an empty box, and a tick is no number."""
    if default is None or default is False:
        return raw is False or is_blank(raw)
    return raw == default and isinstance(raw, bool) == isinstance(default, bool)


def _order(
    key: Key, form: Form, means: Mapping[str, Typed], cells: Mapping[str, str], slips: list[Slip]
) -> Order | None:
    try:
        return form.order.model_validate({**means, **form.says})
    except ValidationError as error:
        for fault in error.errors():
            name = str(fault["loc"][0]) if fault["loc"] else form.fields[0].name
            slips.append(_slip(key, name, cells, means.get(name), Unreadable(in_plain_words(fault))))
        return None


def _slip(key: Key, name: str, cells: Mapping[str, str], raw: Typed, unreadable: Unreadable) -> Slip:
    return Slip(
        seat=key[1],
        form=key[0],
        row=key[2],
        field=name,
        cell=cells.get(name, ""),
        typed=shortened(raw),
        text=unreadable.text,
        instead=unreadable.instead,
    )


def _at(values: Values, row: int, column: int) -> Typed:
    if row < len(values) and column < len(values[row]):
        return values[row][column]
    return None


def _headings(tab_template: TabTemplate, values: Values) -> tuple[int, Mapping[str, int], bool]:
    """The row of the headings, the column of each field, and whether they are not where they were drawn."""
    drawn = {column.field: at for at, column in enumerate(tab_template.columns)}
    wanted = {plain(column.heading): column.field for column in tab_template.columns}
    for row in (HEADING_ROW, *range(SEARCHED)):
        found: dict[str, int] = {}
        for at, value in enumerate(values[row] if row < len(values) else ()):
            name = wanted.get(plain(value)) if isinstance(value, str) else None
            if name is not None:
                found.setdefault(name, at)
        if len(found) * 2 > len(wanted) and "seat" in found:
            moved = row != HEADING_ROW or found != drawn
            # a heading that was typed over stands where it was drawn, if nothing else claims that column
            free = {name: at for name, at in drawn.items() if name not in found and at not in found.values()}
            return row, found | free, moved
    return HEADING_ROW, drawn, True


def _places(
    lines: Lines, seats: Mapping[str, Seat], columns: Mapping[str, int], top: int, values: Values
) -> tuple[dict[Key, int], bool]:
    """Where each row stands now, and whether some row's own cells contradict each other."""
    if not lines.keys:
        return {}, False  # what stands there says that nobody has a row
    names = {plain(row_name(key, form)): (key, home + top - HEADING_ROW) for home, key, form in lines}
    at_seat, at_player = columns.get("seat", 0), columns.get("player")
    players = {each.player for each in seats.values()}
    places: dict[Key, int] = {}
    torn = False
    for row in range(top + 1, len(values)):
        name = spelled(_at(values, row, at_seat))
        if not name:
            continue
        key, home = names.get(plain(name), (None, -1))
        if key is None:
            torn = True
            continue
        seat = seats.get(key[1])
        player = spelled(_at(values, row, at_player)) if at_player is not None else ""
        if seat and at_player is not None and player != seat.player:
            torn = True
            # a name that is nobody's was typed over the seat's own; another's says that the row was moved in part
            if not player or player in players:
                continue
        if key in places:
            torn = True
            if row != home:
                continue
        places[key] = row
    return places, torn
