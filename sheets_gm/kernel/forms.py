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
    """The kind of value that a field takes; it determines how a typed cell is read."""

    CHOICE = "choice"
    WHOLE = "whole"
    NUMBER = "number"
    TEXT = "text"
    FLAG = "flag"


class Close(StrEnum):
    """When the orders of a form are accepted.

    - together: with all others, at the lock.
    - at_once: each row as soon as it is complete, one after another.
    - standing: a row holds until somebody changes it. It is added to every lock, and never locks by itself.
    - ask: the row is a question, not an order. The poll answers it. It is never locked, never due, and not in the
      journal.
    """

    TOGETHER = "together"
    AT_ONCE = "at_once"
    STANDING = "standing"
    ASK = "ask"


NEVER_DUE = (Close.STANDING, Close.ASK)
"""Forms that close in one of these ways are never due."""


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a form: one cell in each row.

    *choices* are the legal values, which become the drop-down. *known* are other values that can be read, such as a
    tile of the board that is out of reach: the rules then give the reason why it is refused. Anything else is a slip.
    *low* and *high* are the inclusive limits of a number. *most* is the maximum length of a text, in characters.

    *required*: the row makes no order while this cell is empty. *optional*: if the value here cannot be read, or the
    rules refuse it, the player is told so, and the row counts without it. The cell then has its default, or counts as
    empty if the default is refused too. In a field that is not optional, a wrong value makes the whole row invalid.

    *suggests*: the choices are suggestions, and any other text may be typed.

    *near* are those of *choices* that need nothing else first, such as buying a skill or flying. A board marks them
    differently. None means all choices.

    *way* is the name of a text field in the same row, which takes several of the choices one after the other: the steps
    to a destination. It is "" if there is none.
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
    """What an empty form means, as a clause of a sentence.

    *now* is for a player who is ready: "you stay at B1". It is "" if an empty form is not ready. *late* is for a player
    who missed the deadline: "you stayed at B1".
    """

    now: str
    late: str


@dataclass(frozen=True, slots=True)
class FormRow:
    """One row of a form whose rows differ.

    *name* identifies the row on the sheet. *says* are values of the order that the row fixes, by field name, such as
    the unit that the row is for. *given* limits the choices of the row, and *authors* limits who may fill it in, as in
    a form. *people* are the names of fields and shown values that hold seats: a sheet shows the players instead.
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

    *team*: the owner is a team, and every seat of the team may fill the form in. The orders, drafts and attendance
    belong to the team. *authors* limits this to some seats of the team. *helpers* are further seats that may fill it
    in, such as a captain.

    A row with a single author belongs to that seat, unless the form closes at once: the match waits for the seat, and
    uses its clock and counts its no-shows. The orders of the row still belong to the team.
    """

    team: bool = False
    authors: tuple[str, ...] = ()
    helpers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FormClock:
    """The clock that runs for the owner while a form is due: *name* is its name in `People.clocks`, "" for none.

    *period* is the time for which the clock is filled, such as "round 3". A clock is filled once for each period, even
    if the form opens several times in it. *reaction*: another player's turn waits for this answer.
    """

    name: str = ""
    period: str = ""
    reaction: bool = False


@dataclass(frozen=True, slots=True)
class Counting:
    """Which rows of a form count at the lock.

    *whole*: the rows count only together. While one of them is wrong, or `Checks.total` refuses them, no row counts.
    The form is not ready while one of its cells is empty.

    *confirmed*: a row counts only while it is ticked, even at the deadline. Every form that can end the match is
    confirmed. *forced*: there is only one legal choice, so nobody waits for it.

    *duty*: among the forms of an owner with the same duty, one that is ready is enough. Then only the ready ones count.
    *idle* is what the form means if nobody fills it in.
    """

    whole: bool = False
    confirmed: bool = False
    forced: bool = False
    duty: str = ""
    idle: Idle | None = None


@dataclass(frozen=True, slots=True)
class Naming:
    """How a sheet names the rows of a form.

    *distinct*: no other owner has a row with the same name, so the sheet leaves out the owner. *people* are the names
    of fields and shown values that hold seats, as in a row.
    """

    distinct: bool = False
    people: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OneRow:
    """The part of `Form.at` that belongs to one row of a form whose rows differ: its *name*, and its values *says*.

    Some rows share one Ready box. *ready_row* is the number of the row that has it.
    """

    name: str = ""
    says: Mapping[str, Typed] = field(default_factory=lambda: NO_VALUES)
    ready_row: int = 0


OWNER_ALONE, NO_CLOCK, EACH_ROW, BY_OWNER, ANY_ROW = Who(), FormClock(), Counting(), Naming(), OneRow()


@dataclass(frozen=True, slots=True)
class Form:
    """A form that *seat* may fill in now. *seat* is the owner of the form: a seat or a team.

    *key* names the form in the game's template. *order* is the type of order that a row becomes; it is built from the
    fields by name. *due*: the match waits for this form; a form that is not due may stay empty. *shown* are values that
    the row shows beside its fields, such as a position or a roll.

    *given* limits the choices of a row by what the row already holds: (`"unit"`, "b7") limits the tiles to those that
    b7 can reach. It only helps to find legal orders; `check` decides what is legal.

    *each* are the rows of a form whose rows differ. They replace *rows*, *fields*, *shown* and *given*. `at` returns
    the form for one row; only that form has a *row*.

    *who*, *clock*, *counted* and *naming* are optional: who else may fill the form in, the clock that runs meanwhile,
    which rows count, and the names of the rows.

    Rows that lock together and belong to the same people share one Ready box, in the first of these rows. A tick there
    makes all of them ready; rows that nobody has changed give no orders. In every other form, each row has its own box.

    *since* is the number of the entry after which the form opened. With it, a Ready box names the step that it belongs
    to.
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
        """Return `find(self)`. The result is cached, because a form never changes."""
        if find not in self._known:
            self._known[find] = find(self)
        result: T = self._known[find]
        return result

    @property
    def drawn(self) -> Mapping[str, Typed]:
        """The values of a row before anybody types in it, by field name."""
        return self.once(_drawn)

    @property
    def awaited(self) -> str:
        """The seat or team that the match waits for in this row: its only author, else its owner."""
        alone = len(self.who.authors) == 1 and self.close is not Close.AT_ONCE
        return self.who.authors[0] if alone else self.seat

    def is_as_drawn(self, typed: Mapping[str, Typed]) -> bool:
        """Return whether a row with the values *typed* is unchanged: its fields hold only what the sheet drew there."""
        return all((typed.get(name) or None) == (value or None) for name, value in self.drawn.items())

    def parts(self) -> tuple[Form, ...]:
        """The form for the first row of each group of rows that belong to the same people."""
        return self.once(_parts)

    @property
    def is_together(self) -> bool:
        """Whether the form has several rows that share a Ready box."""
        return self.rows > 1 and self.close is Close.TOGETHER

    @property
    def is_skipped(self) -> bool:
        """Whether the match does not wait for it, and its fields take nothing: its player can do nothing."""
        return self.once(_is_skipped)

    def has_ready_box(self, row: int) -> bool:
        """Return whether row number *row* has a Ready box."""
        if self.close is Close.TOGETHER:
            return row == (self.at(row) if self.each else self).row.ready_row
        return self.close is not Close.ASK

    def at(self, row: int) -> Form:
        """Return the form for row number *row*, from 0. The result is cached."""
        if not self.each:
            return self
        if row not in self._known:
            self._known[row] = self._made(self.each[row])
        form: Form = self._known[row]
        return form

    def _made(self, row: FormRow) -> Form:
        return replace(
            self,
            each=(),
            fields=row.fields,
            shown=row.shown,
            given=row.given,
            who=replace(self.who, authors=row.authors) if row.authors else self.who,
            naming=replace(self.naming, people=row.people) if row.people else self.naming,
            row=OneRow(
                row.name, row.says, next(at for at, each in enumerate(self.each) if each.authors == row.authors)
            ),
        )

    def opened(self, entry: int | None) -> Form:
        """Return a copy with *since* set to *entry*. This runs for every form, and `replace` would be too slow."""
        form = object.__new__(Form)
        for put, value in zip(_PUT, _values(self), strict=True):
            put(form, value)
        _put_since(form, entry)
        _put_known(form, {})
        return form

    def row_named(self, name: str) -> int | None:
        """Return the number of the row with this *name*; None if there is none."""
        return next((at for at, row in enumerate(self.each) if row.name == name), None)

    def offered(self, cells: Mapping[str, Typed]) -> tuple[Field, ...]:
        """Return the fields of a row with *cells*, with the choices that are possible beside these, in their order."""
        if not self.given:
            return self.fields
        remaining = {each.name: each.choices for each in self.fields}
        for name, value in cells.items():
            for other, choices in self.given.get((name, value), _NO_LIMITS).items():
                possible = set(remaining[other])
                remaining[other] = tuple(choice for choice in choices if choice in possible)
        return tuple(
            each if remaining[each.name] == each.choices else replace(each, choices=remaining[each.name])
            for each in self.fields
        )


_COPIED = tuple(each.name for each in fields(Form) if each.init and each.name != "since")
_values = attrgetter(*_COPIED)
_PUT = tuple(getattr(Form, name).__set__ for name in _COPIED)
_put_since, _put_known = (getattr(Form, name).__set__ for name in ("since", "_known"))
"""Setters of the two fields in which a form differs from its copies."""


def _is_skipped(form: Form) -> bool:
    return not form.due and all(each.kind is Kind.CHOICE and not (each.choices or each.known) for each in form.fields)


def _drawn(form: Form) -> Mapping[str, Typed]:
    return {each.name: each.default for each in form.fields}


def _parts(form: Form) -> tuple[Form, ...]:
    if not (form.each and any(row.authors for row in form.each)):
        return (form,)
    first: dict[tuple[str, ...], Form] = {}
    for row in range(form.rows):
        part = form.at(row)
        first.setdefault(part.who.authors, part)
    return tuple(first.values())


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a form that asks: a sentence for its receipt, and values for the columns that the row shows."""

    text: str
    shown: Mapping[str, Typed] = field(default_factory=lambda: NO_VALUES)


def form_of_rows(key: str, seat: str, order: type[Order], each: tuple[FormRow, ...], **more: Any) -> Form:
    """Return a form whose rows differ. It may have no rows. *more* are further fields of the form."""
    return Form(key, seat, order, (), rows=len(each), each=each, **more)


_NO_LIMITS: Mapping[str, tuple[str, ...]] = MappingProxyType({})
