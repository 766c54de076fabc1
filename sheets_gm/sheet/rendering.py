"""Drawing the tabs that every game has: forms to fill in, and the log.

A tab is drawn from values alone. So the same match always gives the same sheet, and a sheet that is right needs no
writes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from operator import attrgetter
from types import MappingProxyType
from typing import NamedTuple

from sheets_gm.kernel.english import counted, listed
from sheets_gm.kernel.forms import NO_VALUES, Field, Form, Kind, Typed
from sheets_gm.kernel.seats import Seat, authors_of, signs_of
from sheets_gm.sheet.grid import CHECKBOX, EMPTY, Cell, Grid, Row, Run
from sheets_gm.sheet.people import NO_NAMES, names_of, shows_people, with_names
from sheets_gm.sheet.reading import HEADING_ROW, Key, Lines, own_name, row_name, tick_of
from sheets_gm.sheet.template import WHOSE, TabTemplate

JOINED = "\N{NO-BREAK SPACE}"

NOTHING_TO_DECIDE = "✓ Nothing to decide"
"""The receipt of a row with only one legal choice."""

NOTHING_TO_DO = "✓ Nothing to do this turn"
"""The receipt of a row that its player cannot fill in."""

INPUT, SHOWN = "input", "shown"
"""The start of the styles of inputs, and the style of a cell that nobody fills in where its column is for inputs."""

SIGN = "sign"
"""The field and the style of the column with the first sign of each answer."""

SIGNS = "✓✗⚠↻"
"""How answers begin: the row counts, it does not, something in it is wrong, it is a standing order."""

WRONG = "✗⚠"
"""The signs of answers that ask for something."""

GAME_MASTER = "Game master"
"""Who fills in the rows of a form that belongs to no seat and no team."""

NOTHING_DUE = "Nothing to do here now."
"""The text of a form tab while nobody has a row on it, unless its template has its own text ("idle")."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The current content of a row. *played*: it is shown as it was when it was played."""

    typed: Mapping[str, Typed]
    receipt: str = ""
    shown: Mapping[str, Typed] = field(default_factory=lambda: NO_VALUES)
    played: bool = False

    @property
    def kinds(self) -> tuple[type, ...]:
        """The type of each value. A tick equals the number 1 in Python, but looks different."""
        return tuple(map(type, (*self.typed.values(), *self.shown.values())))


def head(tab_template: TabTemplate, heading: str = "") -> tuple[Row, ...]:
    """Return the first rows of a list: the title with *heading*, the help, the column headings."""
    title = Cell(f"{tab_template.title} · {heading}" if heading else tab_template.title, "title")
    helping = tab_template.help_text
    return ((title,), (fixed(helping, "help") if helping else EMPTY,), tab_template.headings)


def draw_rows(tab_template: TabTemplate, heading: str, rows: Sequence[Row], idle: str | None = None) -> Grid:
    """Return a form tab. With *idle*, a line above the rows says that nothing is due."""
    above = list(head(tab_template, heading))
    if idle is not None:
        above.append((Cell(f"{tab_template.words.get('idle', NOTHING_DUE)} {idle}".rstrip(), "idle"),))
    return Grid((*above, *rows))


MOST_NAMED = 3
"""The most players who may all fill in a row that it names; if there are more, it shows their number."""


class DrawnRow(NamedTuple):
    """A drawn row, with the form and the content that it was drawn from."""

    form: Form
    content: Standing | None
    row: Row

    def shows(self, form: Form, content: Standing | None) -> bool:
        if self.form is not form:
            return False
        if self.content is None or content is None:
            return self.content is content
        return self.content == content and self.content.kinds == content.kinds


NO_DRAWN_ROWS: Mapping[Key, DrawnRow] = MappingProxyType({})


def form_rows(
    tab_template: TabTemplate,
    lines: Lines,
    seats: Mapping[str, Seat],
    standing: Mapping[Key, Standing],
    drawn: Mapping[Key, DrawnRow] = NO_DRAWN_ROWS,
) -> Iterator[Row]:
    """Yield one row for each of *lines*.

    *drawn* are rows that were drawn earlier with this template and for these seats. They are used again if they would
    look the same.
    """
    names = names_of(seats) if any(map(shows_people, lines.forms)) else NO_NAMES
    signs = signs_of(seats.values())
    for key, form in zip(lines.keys, lines.forms, strict=True):
        content, before = standing.get(key), drawn.get(key)
        if before is not None and before.shows(form, content):
            yield before.row
        else:
            yield _form_row(tab_template, key, form, _owner(form, seats, names, signs), content)


class _Owner(NamedTuple):
    """The owner of a form: its players, its team ("" for the GM), the names of its seats, the team's *sign*."""

    players: str
    team: str
    names: Mapping[str, str]
    sign: str


def _owner(form: Form, seats: Mapping[str, Seat], names: Mapping[str, str], signs: Mapping[str, str]) -> _Owner:
    if form.who.team:
        players = [seat.player for seat in authors_of(form.seat, form.who.authors, seats.values())]
        text = listed(players) if len(players) <= MOST_NAMED else f"any of {len(players)}"
        return _Owner(text, form.seat, names, signs.get(form.seat, ""))
    seat = seats.get(form.seat)
    if seat is None:
        return _Owner(GAME_MASTER, "", names, "")
    return _Owner(seat.player, seat.team, names, signs.get(seat.team, ""))


def _form_row(tab_template: TabTemplate, key: Key, form: Form, owner: _Owner, content: Standing | None) -> Row:
    players, team, names, _ = owner
    people = form.naming.people
    typed: Mapping[str, Typed] = content.typed if content else NO_VALUES
    fields = {each.name: each for each in form.offered(typed)}
    shown = {**form.shown, **content.shown} if content and content.shown else form.shown
    cells: list[Cell] = []
    is_skipped, receipt = form.is_skipped, _receipt(form, content)
    for name, style in tab_template.styles:
        if name in fields and not is_skipped:
            form_field = fields[name]
            cells.append(_input(form_field, typed.get(name, form_field.default), style or "input"))
        elif name in shown:
            cells.append(_shown(shown[name], style))
        elif name == WHOSE:
            cells.append(_whose(key, form, owner, tab_template.details, shown))
        elif name == "seat":
            cells.append(fixed(row_name(key, form, names), f"seat.{team}" if team else "seat"))
        elif name == "player":
            cells.append(fixed(players, f"player.{team}" if team else "player"))
        elif name == "receipt":
            cells.append(fixed(receipt, "receipt"))
        elif name == SIGN:
            cells.append(_sign(receipt))
        elif name == "keep":
            cells.append(_ready(typed.get(name, False), ""))
        elif name == "ready" and form.has_ready_box(key[2]) and not is_skipped:
            cells.append(_ready(typed.get(name, False), tick_of(form)))
        else:
            cells.append(_shown(None, style))
        if name in people:
            cells[-1] = with_names(cells[-1], names)
    return tuple(cells)


_FIELD = re.compile(r"\{(\w+)(?::(\w+))?\}")
"""A field in a detail of a row, with the noun that its number counts."""


def _shown(value: Typed, style: str) -> Cell:
    """Return a cell that nobody fills in. It has its column's *style*, unless that is for inputs."""
    return fixed(value, SHOWN if not style or style.startswith(INPUT) else style)


def _whose(key: Key, form: Form, owner: _Owner, details: Sequence[str], shown: Mapping[str, Typed]) -> Cell:
    """Return the cell that says whose a row is: the side's sign and the row's name, in the side's colour.

    A second line has the *details*. A row without a name is named by its player, or by its number if there are several.
    """
    players, team, names, sign = owner
    name = players if form.rows == 1 and not form.row.name else own_name(key, form)
    first = f"{sign}{JOINED if name.startswith('#') else ' '}{name}".lstrip()
    called = {field: names.get(str(shown[field]), shown[field]) for field in form.naming.people if field in shown}
    told = [_detail(text, {**shown, **called}) for text in details]
    second = " · ".join(filter(None, [players if sign and players != name else "", *told]))
    text = f"{first}\n{second}" if second else first
    return Cell(text, WHOSE, runs=(Run(0, f"player.{team}" if team else "player"), Run(len(first))))


def _detail(text: str, shown: Mapping[str, Typed]) -> str:
    """Return a detail with its fields filled in; "" if one of them is empty."""
    told, fields = _parts_of(text)
    for name, noun, words in fields:
        value = shown.get(name)
        if value is None or value == "":
            return ""
        told += _counted(value, noun) + words
    return told


@lru_cache(maxsize=1024)
def _parts_of(text: str) -> tuple[str, Sequence[tuple[str, str | None, str]]]:
    """Return the words before the first field of a detail, and each field with its noun and the words after it."""
    first, *others = _FIELD.split(text)
    return first, [*zip(others[::3], others[1::3], others[2::3], strict=True)]


def _counted(value: Typed, noun: str | None) -> str:
    return counted(value, noun) if noun and isinstance(value, int) else f"{value} {noun or ''}".rstrip()


def _receipt(form: Form, content: Standing | None) -> str:
    if content and content.receipt:
        return content.receipt
    if form.counted.forced:
        return NOTHING_TO_DECIDE
    return NOTHING_TO_DO if form.is_skipped and form.fields else ""


def _sign(receipt: str) -> Cell:
    """Return the first sign of an answer. If something must be done, its note has the answer, for phones."""
    sign = receipt[:1] if receipt[:1] in SIGNS else ""
    return Cell(sign, SIGN, note=receipt) if sign and sign in WRONG else fixed(sign, SIGN)


@lru_cache(maxsize=64, typed=True)
def _ready(ticked: Typed, text: str) -> Cell:
    """Return a box. While ticked, it holds *text*, or TRUE if *text* is empty."""
    return Cell(ticked, "ready", None, (*CHECKBOX, text) if text else CHECKBOX, True)


@lru_cache(maxsize=65536, typed=True)
def fixed(value: Typed, style: str, note: str | None = None) -> Cell:
    """Return a cell that shows *value*. Equal calls return the same object."""
    return Cell(value, style, note)


def _input(field: Field, value: Typed, style: str) -> Cell:
    kind = field.kind
    if kind is Kind.FLAG:
        return Cell(value, style, None, CHECKBOX, True)
    picks = (field.choices or None) if kind is Kind.CHOICE or field.suggests else None
    return Cell(value, style, None, picks, True, kind is Kind.CHOICE or kind is Kind.TEXT)


def draw_rules(_view: object, tab_template: TabTemplate) -> Grid:
    """Return *How to play*: the texts of the template, sorted by name. Names that end in 0 are headings."""
    return _rules(tab_template.title, tuple(tab_template.words.items()))


@lru_cache(maxsize=64)
def _rules(title: str, words: tuple[tuple[str, str], ...]) -> Grid:
    rows: list[Row] = [(Cell(title, "title"),), ()]
    rows += [(Cell(text, "rule.head" if name.endswith("0") else "rule"),) for name, text in sorted(words)]
    return Grid(tuple(rows))


LOG_TOP = HEADING_ROW + 1
"""The row of the log's first line."""


class Line(NamedTuple):
    """One line of the log: the step, the event, its clause, the number of its entry, and its date.

    The first line of an entry also has the rolls, and the *circumstances* if they are unusual: why the step was played
    and who was absent.
    """

    label: str
    text: str
    clause: str
    entry: int = 0
    date: str = ""
    circumstances: str = ""
    rolls: str = ""


def draw_log_head(tab_template: TabTemplate, heading: str) -> Grid:
    """Return the title, help and headings of a log tab."""
    return Grid(head(tab_template, heading))


def draw_log(
    tab_template: TabTemplate,
    lines: Sequence[Line],
    first: int,
    undone: Collection[int] = frozenset(),
    drawn: Sequence[Row] = (),
) -> Grid:
    """Return a part of the log: *lines*, which begin with line number *first* of the log.

    Lines of the entries in *undone* are struck through. A line keeps its row, so a new turn writes only its own lines.
    *drawn* are the rows of the first of *lines*, drawn earlier with the same columns and the same *undone*.
    """
    fields = tuple(column.field for column in tab_template.columns)
    rows = [_log_row(line, fields, line.entry in undone) for line in lines[len(drawn) :]]
    return Grid((*drawn, *rows), top=LOG_TOP + first)


@lru_cache(maxsize=2048)
def _log_row(line: Line, fields: tuple[str, ...], undone: bool) -> Row:
    cells = [
        Cell(
            _LOG_COLUMNS[field](line),
            "log.undone" if undone else f"log.{field}",
            note=(line.rolls or None) if field == "entry" else None,
        )
        for field in fields
    ]
    return tuple(cells)


_LOG_COLUMNS: Mapping[str, Callable[[Line], str]] = {
    "turn": lambda line: " · ".join(each for each in (line.label, line.circumstances) if each),
    "what": attrgetter("text"),
    "clause": attrgetter("clause"),
    "entry": lambda line: f"#{line.entry}",
    "date": attrgetter("date"),
}
