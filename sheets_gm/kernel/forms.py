"""Forms: what a seat may fill in now.

A form is one or more rows of fields. It belongs to a seat or to a team, its owner. Its choices are the legal ones, so
a sheet can offer them in a drop-down and a bot can pick one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from operator import attrgetter
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias, TypeVar

from sheets_gm.kernel.outcome import Order

Typed: TypeAlias = str | int | float | bool | None
"""What a cell can hold once it is cleaned: text, a number, a tick, or nothing."""

T = TypeVar("T")

NO_VALUES: Mapping[str, Typed] = MappingProxyType({})

Given: TypeAlias = Mapping[tuple[str, Typed], Mapping[str, tuple[str, ...]]]
"""How one cell of a row limits its other cells: (field, its value) to the choices left for other fields."""

UNRESTRICTED: Given = MappingProxyType({})


class Kind(StrEnum):
    """How a typed cell is cleaned into a field."""

    CHOICE = "choice"
    WHOLE = "whole"
    NUMBER = "number"
    TEXT = "text"
    FLAG = "flag"


class Close(StrEnum):
    """When orders are accepted: with all others at the lock, or each complete row at once, in order.

    A standing row holds until somebody changes it: it is given to every lock, and is never locked by itself.
    An *ask* is no order: it is answered within the poll, never locked or stored in the journal, and never due.
    """

    TOGETHER = "together"
    AT_ONCE = "at_once"
    STANDING = "standing"
    ASK = "ask"


NEVER_DUE = (Close.STANDING, Close.ASK)
"""Forms that close in one of these ways are never due."""


@dataclass(frozen=True, slots=True)
class Field:
    """One cell of a form's row.

    *choices* are legal now and become the drop-down. A choice outside them can still be read if it is in *known* (a
    tile of the board that is out of reach): then the rules give the reason why it is refused. Anything else is a slip.
    *low* and *high* are the inclusive limits of a number. *most* is the longest text, in characters.

    *required*: the row makes no order while this cell is empty. *optional*: the row can stand without what was typed
    here. A value that cannot be read, or that the rules refuse, is then answered and left out: the cell counts as its
    default, or as empty where that is refused too. A wrong value in any other cell costs the whole row.

    *suggests*: the choices of a text are its drop-down, and any other text may be typed.

    *near* are those of *choices* that need nothing else to happen: no skill that may still be bought, no flight. A
    board shows them apart from the others. None: all of them.

    *way* is the text of the same row that takes several of the choices one after the other, "" if there is none: where
    to write the steps to a destination.
    """

    name: str
    kind: Kind = Kind.CHOICE
    choices: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    default: Typed = None
    required: bool = False
    low: float | None = None
    high: float | None = None
    most: int = 500
    optional: bool = False
    suggests: bool = False
    near: tuple[str, ...] | None = None
    way: str = ""


class Idle(NamedTuple):
    """What an empty form comes to, as a clause: "you stay at B1" for who is ready, "you stayed at B1" for who is late.

    *now* is "" for a form that is not ready while it is empty.
    """

    now: str
    late: str


@dataclass(frozen=True, slots=True)
class FormRow:
    """One row of a form whose rows differ.

    *name* identifies the row on the sheet. *says* are parts of the order that the row fixes (the unit that it is for),
    by field name. *given* limits its choices, and *authors* who may fill it in, as in a form. *people* are the names of
    its fields and shown values that are seats: a sheet shows their players.
    """

    name: str
    fields: tuple[Field, ...]
    shown: Mapping[str, Typed] = field(default_factory=lambda: NO_VALUES)
    says: Mapping[str, Typed] = field(default_factory=lambda: NO_VALUES)
    given: Given = field(default_factory=lambda: UNRESTRICTED)
    authors: tuple[str, ...] = ()
    people: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Who:
    """Who may fill in a form apart from its owner.

    *team*: the owner is the name of a team, and whoever has a seat of it may. The orders, drafts and attendance are the
    team's. *authors* are the only seats of the team that may, where not all of them may. A row with one author, in a
    form that does not close at once, is that seat's to fill in: the match waits for the seat, and its clock and its
    no-shows are the seat's. Its orders are the team's all the same. *helpers* are other seats that may (a captain).
    """

    team: bool = False
    authors: tuple[str, ...] = ()
    helpers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FormClock:
    """The clock of `Game.clocks` called *name* that runs for the owner while a form is due; "" for none.

    *period* is what that clock is filled for ("round 3"): it is filled once for each period, however often the form is
    open in it. *reaction*: the turn of somebody else waits for this answer.
    """

    name: str = ""
    period: str = ""
    reaction: bool = False


@dataclass(frozen=True, slots=True)
class Counting:
    """What counts of a form at the lock.

    The rows of a *whole* form count together: while one of them is wrong, or `Checks.total` refuses them, none
    counts. It is not ready either while a cell of it is left out.

    *confirmed*: a row counts only while it is ticked, at the deadline too. A form that can end the match is confirmed.
    *forced*: there is only one legal choice, so nobody waits for it.

    The forms of an owner with the same *duty* stand for each other: one of them that is ready is enough, and then only
    those that are ready count. *idle* is what the form comes to where nobody fills it in.
    """

    whole: bool = False
    confirmed: bool = False
    forced: bool = False
    duty: str = ""
    idle: Idle | None = None


@dataclass(frozen=True, slots=True)
class Naming:
    """How a sheet names the rows of a form.

    *distinct*: no row of another owner has the name of one of them, so the sheet leaves the owner out. *people* are the
    fields and shown values that are seats, as in a row.
    """

    distinct: bool = False
    people: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OneRow:
    """What `Form.at` knows of one row of a form whose rows differ: its *name*, and what it *says* of the order.

    *ready_row* is the row with the Ready box of the rows that are ready together with it.
    """

    name: str = ""
    says: Mapping[str, Typed] = field(default_factory=lambda: NO_VALUES)
    ready_row: int = 0


OWNER_ALONE, NO_CLOCK, EACH_ROW, BY_OWNER, ANY_ROW = Who(), FormClock(), Counting(), Naming(), OneRow()


@dataclass(frozen=True, slots=True)
class Form:
    """What *seat* may fill in now: its owner, which is a seat or the name of a team.

    *key* names the form in the game's template. *order* is the type of order that a row becomes, built from the fields
    by name. *due*: the match waits for this seat; a form that is not due may stay empty. *shown* are values that the
    row shows beside its fields (position, roll).

    *given* limits a row's choices by what is already in the row: (`"unit"`, "b7") to the tiles that b7 can reach. It
    only helps to find legal orders; `check` decides what is legal.

    *each* are the rows of a form whose rows differ. They replace *rows*, *fields*, *shown* and *given*. `at` returns
    the form for one row, the only one with a *row*.

    who else may fill it in (*who*), the *clock* that runs meanwhile, what is *counted* of it, and the *naming*
    of its rows can be left out.

    Rows that are locked together, for the same people, have one Ready box, in the first of them: a tick there says that
    all of them are ready, and a row as it was drawn orders nothing. Every row of any other form has a box of its own.

    *since* is the entry of the match after which it opened, so that its Ready boxes name the step that they are ticked
    for; None where they name none.
    """

    key: str
    seat: str
    order: type[Order]
    fields: tuple[Field, ...]
    rows: int = 1
    due: bool = True
    close: Close = Close.TOGETHER
    shown: Mapping[str, Typed] = field(default_factory=lambda: NO_VALUES)
    given: Given = field(default_factory=lambda: UNRESTRICTED)
    each: tuple[FormRow, ...] = ()
    who: Who = OWNER_ALONE
    clock: FormClock = NO_CLOCK
    counted: Counting = EACH_ROW
    naming: Naming = BY_OWNER
    row: OneRow = ANY_ROW
    since: int | None = None
    # what was found of it before
    _known: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.counted.whole and self.close is not Close.TOGETHER:
            raise ValueError(f"the rows of {self.key} stand or fall together, so they must be locked together")
        apart = self.each and any(row.authors for row in self.each)
        if (self.who.authors or apart) and not self.who.team:
            raise ValueError(f"only the form of a team has authors, and {self.key} is that of {self.seat}")
        if apart and (self.counted.whole or self.close is Close.AT_ONCE):
            raise ValueError(f"the rows of {self.key} stand or fall together or in order, so all have the same authors")
        if self.close in NEVER_DUE:
            object.__setattr__(self, "due", False)

    def once(self, find: Callable[[Form], T]) -> T:
        """What *find* returns for this form: the same value each time, as neither may change."""
        if find not in self._known:
            self._known[find] = find(self)
        found: T = self._known[find]
        return found

    @property
    def drawn(self) -> Mapping[str, Typed]:
        """The values of a row as it is drawn, before anybody types in it, by field name."""
        return self.once(_drawn)

    @property
    def awaited(self) -> str:
        """Whom the match waits for in a row with this form: its only author, else its owner."""
        alone = len(self.who.authors) == 1 and self.close is not Close.AT_ONCE
        return self.who.authors[0] if alone else self.seat

    def is_as_drawn(self, typed: Mapping[str, Typed]) -> bool:
        """Whether a row that holds *typed* has nothing in its fields but what was drawn there."""
        return all((typed.get(name) or None) == (value or None) for name, value in self.drawn.items())

    def parts(self) -> tuple[Form, ...]:
        """The form for the first row of each group of rows that the same people fill in."""
        return self.once(_parts)

    @property
    def is_together(self) -> bool:
        """Whether it has several rows that share a Ready box with others."""
        return self.rows > 1 and self.close is Close.TOGETHER

    def has_ready_box(self, row: int) -> bool:
        """Whether row number *row* has a Ready box."""
        if self.close is Close.TOGETHER:
            return row == (self.at(row) if self.each else self).row.ready_row
        return self.close is not Close.ASK

    def at(self, row: int) -> Form:
        """The form for row number *row*, from 0: the same one each time."""
        if not self.each:
            return self
        if row not in self._known:
            self._known[row] = self._made(self.each[row])
        found: Form = self._known[row]
        return found

    def _made(self, own: FormRow) -> Form:
        """The form for one row."""
        return replace(
            self,
            each=(),
            fields=own.fields,
            shown=own.shown,
            given=own.given,
            who=replace(self.who, authors=own.authors) if own.authors else self.who,
            naming=replace(self.naming, people=own.people) if own.people else self.naming,
            row=OneRow(own.name, own.says, next(at for at, row in enumerate(self.each) if row.authors == own.authors)),
        )

    def opened(self, entry: int | None) -> Form:
        """The same form, opened after *entry*: every form of every turn gets this, so `replace` would take too long."""
        made = object.__new__(Form)
        for put, value in zip(_PUT, _values(self), strict=True):
            put(made, value)
        _put_since(made, entry)
        _put_known(made, {})
        return made

    def row_named(self, name: str) -> int | None:
        """The number of the row with this *name*; None if there is none."""
        return next((at for at, row in enumerate(self.each) if row.name == name), None)

    def offered(self, cells: Mapping[str, Typed]) -> tuple[Field, ...]:
        """The fields of a row that contains *cells*, with the choices that these cells leave, in the order of these."""
        if not self.given:
            return self.fields
        left = {each.name: each.choices for each in self.fields}
        for name, value in cells.items():
            for other, choices in self.given.get((name, value), _NO_LIMITS).items():
                kept = set(left[other])
                left[other] = tuple(choice for choice in choices if choice in kept)
        return tuple(
            each if left[each.name] == each.choices else replace(each, choices=left[each.name]) for each in self.fields
        )


_COPIED = tuple(each.name for each in fields(Form) if each.init and each.name != "since")
_values = attrgetter(*_COPIED)
_PUT = tuple(getattr(Form, name).__set__ for name in _COPIED)
_put_since, _put_known = (getattr(Form, name).__set__ for name in ("since", "_known"))
"""What reads and sets the fields of a form that it shares with its copies."""


def _drawn(form: Form) -> Mapping[str, Typed]:
    return {each.name: each.default for each in form.fields}


def _parts(form: Form) -> tuple[Form, ...]:
    if not (form.each and any(row.authors for row in form.each)):
        return (form,)
    first: dict[tuple[str, ...], Form] = {}
    for row in range(form.rows):
        own = form.at(row)
        first.setdefault(own.who.authors, own)
    return tuple(first.values())


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to an ask: a sentence for its receipt, and values for the columns that its row shows."""

    text: str
    shown: Mapping[str, Typed] = field(default_factory=lambda: NO_VALUES)


def form_of_rows(key: str, seat: str, order: type[Order], each: tuple[FormRow, ...], **more: Any) -> Form:
    """A form whose rows differ, with *more* of the fields of a form; it may have no row."""
    return Form(key, seat, order, (), rows=len(each), each=each, **more)


_NO_LIMITS: Mapping[str, tuple[str, ...]] = MappingProxyType({})
