"""Reading the rows of a form from a tab, even if people have moved them.

Columns are found by their heading and rows by their seat. So a row that was sorted, inserted or moved still counts for
its seat. If the cells that only the program writes contradict each other, the row is not read at all: the tab is
*disturbed*, and will be put right. The content of a column that somebody deletes later still counts. Each cell that
cannot be read gives a slip. If the cell is not optional, the row gives no order either.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from pydantic import ValidationError

from sheets_gm.kernel.folding import plain
from sheets_gm.kernel.forms import NO_VALUES, Field, Form, Kind, Typed
from sheets_gm.kernel.match.journal import Slip
from sheets_gm.kernel.outcome import GM, Order
from sheets_gm.kernel.seats import Seat
from sheets_gm.kernel.validation_messages import in_plain_words
from sheets_gm.sheet.cleaning import Unreadable, clean, folded, is_blank, shortened, spelled
from sheets_gm.sheet.grid import a1
from sheets_gm.sheet.people import NO_NAMES, called, names_of, shows_people, with_seats
from sheets_gm.sheet.template import TabTemplate

Values: TypeAlias = Sequence[Sequence[Typed]]
"""The values of a tab by row, as a sheet returns them: rows differ in length, and empty rows at the end are missing."""

Key: TypeAlias = tuple[str, str, int]
"""Which row: the form's key, the seat, and the row's number within the form (from 0)."""

NOTHING_HELD: Mapping[Key, Mapping[str, Typed]] = {}

READY = Field("ready", Kind.FLAG, default=False, optional=True)
"""The tick of a row that has a Ready box."""

_TICK = re.compile(r"✓ ?#\d{1,9}")


def tick_of(form: Form) -> str:
    """Return the content of a Ready box that is ticked for the step in which *form* opened; "" means TRUE.

    A player may tick a box on a device that is offline. The text names the step that the player saw, so a tick that
    arrives after that step was played is recognised.
    """
    return "" if form.since is None else f"✓ #{form.since}"


HEADING_ROW = 2
"""The row of a form's headings: below the tab's title and its help."""

SEARCHED = 12
"""How many rows from the top are searched for the headings, in case somebody inserted rows above them."""


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """The rows that belong on a form tab: their keys in order, and their forms. It equals only itself."""

    keys: tuple[Key, ...]
    forms: tuple[Form, ...]

    def __iter__(self) -> Iterator[tuple[int, Key, Form]]:
        """Yield each row's place on the sheet, its key, its form."""
        for at, (key, form) in enumerate(zip(self.keys, self.forms, strict=True)):
            yield HEADING_ROW + 1 + at, key, form


def lines_of(forms: Sequence[Form]) -> Lines:
    """Return the rows of *forms* in order, each with the form for that row."""
    pairs = [((form.key, form.seat, row), form.at(row)) for form in forms for row in range(form.rows)]
    return Lines(tuple([key for key, _ in pairs]), tuple([form for _, form in pairs]))


def own_name(key: Key, form: Form) -> str:
    """What people call a row among several of its owner."""
    return form.row.name or f"#{key[2] + 1}"


def row_name(key: Key, form: Form, names: Mapping[str, str] = NO_NAMES) -> str:
    """Return the text in the seat column of a row, by which the row is found again.

    For a row of a team with a single author it includes this author, so that a row is never read for another author.
    *names* are the names of the seats for people.
    """
    author = f" ({names.get(form.awaited, form.awaited)})" if form.awaited != form.seat else ""
    if form.row.name:
        owner = "" if key[1] == GM or form.naming.distinct else f"{key[1]} "
        return f"{owner}{form.row.name}{author}"
    return f"{key[1]}{author}" if form.rows == 1 else f"{key[1]} {own_name(key, form)}{author}"


class RowRead(NamedTuple):
    """One row as typed, and its order.

    *typed*: the values by field name, with `ready`, and `keep` if the tab has that column. *cells*: the addresses by
    field name, from left to right. *order*: the order without wrong optional cells; None if the row is empty or
    unreadable. *touched*: the row differs from the row as drawn. *missing*: the required fields that are still empty;
    in a ready row, each is a slip instead. *instead*: the values that replace cells that the rules refuse, by field
    name. *spent*: the row is ticked, but its request was already carried out for this tick. *outdated*: the tick is of
    an earlier step, so it does not count. *swapped*: the row held the content of another row, as after a sort, and
    therefore counts as it was before; this is the digest of the foreign content.
    """

    key: Key
    typed: Mapping[str, Typed]
    cells: Mapping[str, str]
    order: Order | None
    slips: tuple[Slip, ...]
    ready: bool
    touched: bool
    missing: tuple[str, ...]
    instead: Mapping[str, Typed]
    spent: bool = False
    outdated: bool = False
    swapped: str = ""


@dataclass(frozen=True, slots=True)
class TabRead:
    """The rows found on a form tab. *disturbed*: rows or headings are not where they were drawn."""

    rows: Mapping[Key, RowRead]
    disturbed: bool


def read_tab(
    lines: Lines,
    tab_template: TabTemplate,
    seats: Mapping[str, Seat],
    values: Values,
    held: Mapping[Key, Mapping[str, Typed]] = NOTHING_HELD,
) -> TabRead:
    """Read the rows of a form tab from its *values*. *held* is the earlier content of the rows, by field name."""
    top, columns, moved = _headings(tab_template, values)
    names = names_of(seats) if any(map(shows_people, lines.forms)) else NO_NAMES
    contradictory = False
    places = None if moved else _home(lines, names, seats, columns, values)
    if places is None:
        places, contradictory = _places(_by_name(lines, names, top), seats, columns, top, values)
    gone = {column.field for column in tab_template.columns} - columns.keys()
    addresses = _addresses(tuple(sorted(columns.items(), key=itemgetter(1))))
    rows = {}
    for key, form in zip(lines.keys, lines.forms, strict=True):
        if key in places:
            typed = values[places[key]]
            wide = len(typed)
            # a line ends with its last value, which an empty box with a text of its own is not
            blank = None if form.since is None else ""
            content = {name: typed[column] if column < wide else blank for name, column in columns.items()}
            if gone:
                content |= {name: value for name, value in held.get(key, form.drawn).items() if name in gone}
            cells = addresses[places[key]]
            row = read_row(key, form, with_seats(form, content, names) if form.naming.people else content, cells)
            rows[key] = _with_names(row, form, names) if form.naming.people and row.slips else row
    home = all(places.get(key) == place for place, key, _ in lines)
    return TabRead(rows, disturbed=moved or contradictory or not home)


def other_rows(
    lines: Lines, tab_template: TabTemplate, seats: Mapping[str, Seat], values: Values
) -> Iterator[tuple[str, Mapping[str, Typed]]]:
    """Yield the rows of a tab that are not in *lines*: the name of each, and its cells by field."""
    top, columns, _ = _headings(tab_template, values)
    rows_by_name = _by_name(lines, names_of(seats), top)
    for row in range(top + 1, len(values)):
        name = spelled(_at(values, row, columns.get("seat", 0)))
        if name and plain(name) not in rows_by_name:
            yield name, {field: _at(values, row, column) for field, column in columns.items()}


def without_title(tab_template: TabTemplate, values: Values) -> Values:
    """Return the *values* of a form tab with the rows above its headings emptied, if the headings are where they were
    drawn.

    `read_tab` returns the same for both.
    """
    return [*((),) * HEADING_ROW, *values[HEADING_ROW:]] if _are_in_place(tab_template, values) else values


def _are_in_place(tab_template: TabTemplate, values: Values) -> bool:
    """Return whether all headings are where they were drawn, and no heading occurs twice."""
    is_clear = "seat" in tab_template.places and len(tab_template.fields) == len(tab_template.places)
    return is_clear and len(values) > HEADING_ROW and values[HEADING_ROW] == tab_template.texts_of_headings


class _Addresses(dict[int, Mapping[str, str]]):
    """The addresses of the cells of each row by field. *columns* are the fields with their columns, left to right."""

    def __init__(self, columns: tuple[tuple[str, int], ...]) -> None:
        super().__init__()
        self._columns = columns

    def __missing__(self, row: int) -> Mapping[str, str]:
        self[row] = addresses = {name: a1(row, column) for name, column in self._columns}
        return addresses


@lru_cache(maxsize=64)
def _addresses(columns: tuple[tuple[str, int], ...]) -> _Addresses:
    return _Addresses(columns)


def _with_names(row: RowRead, form: Form, names: Mapping[str, str]) -> RowRead:
    """Return *row* with slips that show players instead of seats."""
    fields = {each.name: called(each, names) for each in form.fields if each.name in form.naming.people}
    slips = list(row.slips)
    for at, slip in enumerate(slips):
        if slip.field in fields:
            typed = row.typed[slip.field]
            value = clean(fields[slip.field], names.get(typed, typed) if isinstance(typed, str) else typed)
            if isinstance(value, Unreadable):
                slips[at] = slip.but(text=value.text, instead=value.instead)
    return row._replace(slips=tuple(slips))


def read_row(
    key: Key,
    form: Form,
    content: Mapping[str, Typed],
    cells: Mapping[str, str],
    instead: Mapping[str, Typed] = NO_VALUES,
) -> RowRead:
    """Read one row: *content* are its cells by column, *cells* their addresses.

    *instead* are the values for fields whose cells are ignored; None means no value.
    """
    typed: dict[str, Typed] = {}
    values: dict[str, Typed] = {}
    slips: list[Slip] = []
    touched = filled = void = False  # filled: touched by more than optional cells that cannot be read
    asks = bool(form.row.says)
    for field in form.fields:
        name = field.name
        raw = typed[name] = content.get(name)
        if (raw is None or raw == "") and field.default is None and not instead:
            continue  # as drawn, like most cells
        changed = raw is not field.default and not filled and not _holds_default(raw, field)
        touched |= changed
        value = None if raw is None else clean(field, raw)
        if isinstance(value, Unreadable):
            slips.append(_slip(key, name, cells, raw, value))
            void |= not field.optional
            changed &= not field.optional
            value = as_drawn(field) if field.optional else None
        filled |= changed
        if instead:
            value = instead.get(name, value)
        if value is not None:
            values[name] = value
            asks |= value is not False  # an empty checkbox is no order
    box, outdated = _ticked(form, content.get("ready")) if form.has_ready_box(key[2]) else (None, False)
    typed["ready"] = box
    if "keep" in content:
        typed["keep"] = content["keep"]
    ready = None if typed["ready"] is None else clean(READY, typed["ready"])
    if isinstance(ready, Unreadable):
        slips.append(_slip(key, "ready", cells, typed["ready"], ready))
        ready, touched = False, True
    order: Order | None = None
    missing: tuple[str, ...] = ()
    if not filled and form.is_together:
        asks = False  # its Ready box is that of all rows, so a tick there does not order what the row was drawn with
    if asks and not void:
        needed = _without_default(form.order)
        empty = [each for each in form.fields if each.name not in values]
        missing = tuple([each.name for each in empty if each.required or each.name in needed])
        if missing and ready:
            slips += [_slip(key, name, cells, None, Unreadable("This is required")) for name in missing]
            missing = ()
        elif not missing:
            order = _order(key, form, values, cells, slips)
    touched = touched or bool(ready)
    return RowRead(key, typed, cells, order, tuple(slips), bool(ready), touched, missing, instead, outdated=outdated)


def blank_row(key: Key, form: Form) -> RowRead:
    """Return a row in which nobody has typed anything, as `read_row` reads it, without the addresses of its cells."""
    if form.row.says or any(field.default is not None for field in form.fields):
        return read_row(key, form, form.drawn, {})
    has_box = form.has_ready_box(key[2])
    typed = {**form.drawn, READY.name: False if has_box and form.since is not None else None}
    return RowRead(key, typed, {}, None, (), ready=False, touched=False, missing=(), instead=NO_VALUES)


def _ticked(form: Form, held: Typed) -> tuple[Typed, bool]:
    """Return the value of a Ready box (TRUE or FALSE if possible), and whether it is an earlier tick."""
    if form.since is None or isinstance(held, bool):
        return held, False
    if held is None or held == "":
        return False, False
    text = held.strip() if isinstance(held, str) else ""
    if text == tick_of(form):
        return True, False
    return (False, True) if _TICK.fullmatch(text) else (held, False)


@lru_cache(maxsize=256)
def _without_default(order: type[Order]) -> frozenset[str]:
    """Return the fields that an order of this type must have."""
    return frozenset(name for name, each in order.model_fields.items() if each.is_required())


def as_drawn(field: Field) -> Typed:
    """Return the value of *field* as it was drawn."""
    value = clean(field, field.default)
    return None if isinstance(value, Unreadable) else value


def _holds_default(raw: Typed, field: Field) -> bool:
    """Return whether a cell holds its default. Empty equals an empty checkbox; a tick equals no number."""
    if field.default is None or field.default is False:
        return is_blank(raw) or (raw is False and field.kind is not Kind.TEXT)
    return raw == field.default and isinstance(raw, bool) == isinstance(field.default, bool)


def read_again(read: RowRead, form: Form) -> RowRead:
    """Return the row *read* again with its current *form*. Slips of cells that hold seats stay as they are."""
    again = read_row(read.key, form, read.typed, read.cells)
    people = {slip.field: slip for slip in read.slips if slip.field in form.naming.people}
    slips = tuple(people.get(slip.field, slip) for slip in again.slips)
    return again._replace(slips=slips, spent=read.spent, outdated=read.outdated, swapped=read.swapped)


def _order(
    key: Key, form: Form, values: Mapping[str, Typed], cells: Mapping[str, str], slips: list[Slip]
) -> Order | None:
    try:
        return form.order.model_validate({**values, **form.row.says})
    except ValidationError as error:
        wrong: set[str] = set()
        for fault in error.errors():
            name = str(fault["loc"][0]) if fault["loc"] else form.fields[0].name
            slips.append(_slip(key, name, cells, values.get(name), Unreadable(in_plain_words(fault))))
            wrong.add(name if fault["loc"] else "")
        if not wrong <= {field.name for field in form.fields if field.optional and field.name in values}:
            return None
        drawn = {field.name: as_drawn(field) for field in form.fields if field.name in wrong}
        rest = {**values, **{name: None if values[name] == value else value for name, value in drawn.items()}}
        rest = {name: value for name, value in rest.items() if value is not None}
        return _order(key, form, rest, cells, slips) if rest or form.row.says else None


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
    try:
        return values[row][column]
    except IndexError:
        return None


def _headings(tab_template: TabTemplate, values: Values) -> tuple[int, Mapping[str, int], bool]:
    """Return the row of the headings, the column of each field, and whether they were moved."""
    drawn, wanted = tab_template.places, tab_template.fields
    if _are_in_place(tab_template, values):
        return HEADING_ROW, drawn, False
    for row in (HEADING_ROW, *range(SEARCHED)):
        columns: dict[str, int] = {}
        for at, value in enumerate(values[row] if row < len(values) else ()):
            name = wanted.get(plain(value)) if isinstance(value, str) else None
            if name is not None:
                columns.setdefault(name, at)
        if len(columns) * 2 > len(wanted) and "seat" in columns:
            moved = row != HEADING_ROW or columns != drawn
            # an overwritten heading is taken to be where it was drawn, unless another heading is there
            free = {name: at for name, at in drawn.items() if name not in columns and at not in columns.values()}
            return row, {**columns, **free}, moved
    return HEADING_ROW, drawn, True


def _home(
    lines: Lines,
    names: Mapping[str, str],
    seats: Mapping[str, Seat],
    columns: Mapping[str, int],
    values: Values,
) -> dict[Key, int] | None:
    """Return the place of each row if all are where they were drawn and there are no other rows; else None."""
    if len(values) > HEADING_ROW + 1 + len(lines.keys):
        return None
    at_seat, at_player = columns.get("seat", 0), columns.get("player")
    places: dict[Key, int] = {}
    for place, key, form in lines:
        if _at(values, place, at_seat) != row_name(key, form, names):
            return None
        seat = seats.get(key[1])
        if seat is not None and at_player is not None and _at(values, place, at_player) != seat.player:
            return None
        places[key] = place
    return places


def _by_name(lines: Lines, called: Mapping[str, str], top: int) -> Mapping[str, tuple[Key, int]]:
    """Return the rows by their possible names, each with the place where it was drawn."""
    return {
        folded(name): (key, home + top - HEADING_ROW) for home, key, form in lines for name in _names(key, form, called)
    }


def _names(key: Key, form: Form, called: Mapping[str, str]) -> Iterator[str]:
    """Yield the names of a row: with the id of its seat, and with the player."""
    yield row_name(key, form)
    if called:
        yield row_name(key, form, called)


def _places(
    names: Mapping[str, tuple[Key, int]],
    seats: Mapping[str, Seat],
    columns: Mapping[str, int],
    top: int,
    values: Values,
) -> tuple[dict[Key, int], bool]:
    """Return the current place of each row, and whether the cells of any row contradict each other."""
    if not names:
        return {}, False  # the tab only shows that nobody has a row
    at_seat, at_player = columns.get("seat", 0), columns.get("player")
    players = {each.player for each in seats.values()}
    places: dict[Key, int] = {}
    contradictory = False
    for row in range(top + 1, len(values)):
        name = spelled(_at(values, row, at_seat))
        if not name:
            continue
        key, home = names.get(plain(name), (None, -1))
        if key is None:
            contradictory = True
            continue
        seat = seats.get(key[1])
        player = spelled(_at(values, row, at_player)) if at_player is not None else ""
        if seat and at_player is not None and player != seat.player:
            contradictory = True
            # an unknown name was typed over the seat's player; another player's name means that a row was moved in part
            if not player or player in players:
                continue
        if key in places:
            contradictory = True
            if row != home:
                continue
        places[key] = row
    return places, contradictory
