"""A checked row: what was read from it, the remark of the rules, and which of its cells are left out.

One wrong optional cell costs that cell and nothing else. An optional cell that the rules refuse is left out, and the
rest of its row is checked again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from sheets_gm.kernel.forms import Field, Form, Reply, Typed
from sheets_gm.kernel.outcome import Order, Remark
from sheets_gm.sheet.cleaning import Unreadable, clean, is_blank, listed_choices
from sheets_gm.sheet.reading import RowRead, as_drawn, read_row

Check: TypeAlias = Callable[[Order], Remark | None]
"""Returns what is wrong with an order of one seat."""

Heading: TypeAlias = Callable[[str, str], str]
"""The heading of a form's column, by the key of the form and the name of the field."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """An optional cell that the rules refuse: why, and the *order* with it."""

    remark: Remark
    order: Order


class Together(NamedTuple):
    """What holds for a row that shares a Ready box with other rows.

    *first* is the name of the row with the box, "" in that row itself. *ticked*: the box is ticked; *ready*: the rows
    are ready, since nothing in them must be fixed first. *total* is the remark of the rules about all rows together, in
    the first one. *empty*: none of the rows holds anything but what was drawn. *waits_for* is the name of the row to
    fix, "" in that row itself, and *unfinished* whether it is only not filled in yet. *held*: none of the rows counts
    until then.
    """

    first: str = ""
    ticked: bool = False
    ready: bool = False
    total: Remark | None = None
    waits_for: str = ""
    unfinished: bool = False
    held: bool = False
    empty: bool = False

    @property
    def refused(self) -> bool:
        """Whether the rules refuse all rows together."""
        return self.total is not None and self.total.refuses


class Answered(NamedTuple):
    """A row as read, with the *remark* of the rules and the cells that were *left_out* before.

    *unfinished* are the headings of the cells that are still empty in a row that nobody has ticked. *waits_for* is the
    name of the wrong row above. *late*: it was changed after a lock whose step is not played yet. *together* is what
    holds for all rows that share its Ready box, once one of them is touched. *reply* is the answer to an ask.
    *replaced*: its form is not ready, and another form with the same duty is. *skipped*: it was its turn, and it did
    nothing. *asked*: its tick is answered instead of being done, and its box is emptied. *confirm* is the heading of
    the box without whose tick it never counts, "" once that is ticked and for a row that counts without a tick.
    """

    form: Form
    read: RowRead
    remark: Remark | None = None
    left_out: tuple[LeftOut, ...] = ()
    unfinished: tuple[str, ...] = ()
    waits_for: str = ""
    late: bool = False
    together: Together | None = None
    reply: Reply | None = None
    replaced: bool = False
    skipped: bool = False
    asked: bool = False
    confirm: str = ""

    @property
    def refused(self) -> bool:
        """Whether the rules refuse what is left of it."""
        return self.remark is not None and self.remark.refuses

    @property
    def wrong(self) -> bool:
        """Whether something in it must be fixed or filled in before it counts."""
        read = self.read
        unread = read.touched and read.order is None and bool(read.slips or read.missing)
        return unread or self.refused

    @property
    def is_ready(self) -> bool:
        """Whether it is ticked, and nothing in it or in the rows that share its Ready box must be fixed first."""
        return self.read.ready and (self.together.ready if self.together else not self.wrong)

    @property
    def has_left_out(self) -> bool:
        """Whether something that was typed in it is left out."""
        return self.read.touched and bool(self.read.slips or self.left_out)


def checked(row: Answered, check: Check) -> Answered:
    """*row* with the remark of the rules, and without the optional cells that the rules refuse.

    If no cell is left, the whole row is refused.
    """
    if row.read.order is None:
        return row
    remark = check(row.read.order)
    if remark is row.remark:
        return row  # there is nothing to say about most rows
    first = row = row._replace(remark=remark)
    while (rest := without_refused_cell(row)) is not None:
        if rest.read.order is None:
            return first
        row = rest._replace(remark=check(rest.read.order))
    return row


def without_refused_cell(row: Answered) -> Answered | None:
    """*row* without the optional cell that its remark refuses, or None if it refuses no such cell.

    The result is not checked again. It has no order if nothing is left of it.
    """
    remark, order = row.remark, row.read.order
    if remark is None or order is None or not row.refused or not row.read.touched:
        return None
    field = next((each for each in row.form.fields if each.optional and each.name == remark.field), None)
    if field is None:
        return None
    counts = _counts(row, field)
    if counts is None:
        return None  # the rules refuse that the cell is empty
    drawn = as_drawn(field)
    value = None if counts == drawn else drawn
    read = row.read
    rest = read_row(read.key, row.form, read.typed, read.cells, {**read.instead, field.name: value})
    read = read._replace(order=rest.order, instead=rest.instead)
    return row._replace(read=read, remark=None, left_out=(*row.left_out, LeftOut(remark, order)))


def _counts(row: Answered, field: Field) -> Typed:
    """The value of *field* in the order of *row*."""
    if field.name in row.read.instead:
        return row.read.instead[field.name]
    value = clean(field, row.read.typed.get(field.name))
    return as_drawn(field) if isinstance(value, Unreadable) else value


def unfinished_cells(row: Answered, heading: Heading) -> tuple[str, ...]:
    """The headings of the empty cells of a *row* that is not ticked: the row waits for them."""
    read, remark = row.read, row.remark
    if read.ready:
        return ()
    names = read.missing
    if remark is not None and remark.refuses and remark.field and is_blank(read.typed.get(remark.field)):
        names = (remark.field,)
    return tuple(heading(row.form.key, name) for name in names) if names else ()


def with_ways_named(row: Answered, heading: Heading) -> Answered:
    """*row*, where what is said of a cell with several choices names the column that takes the way through them."""
    read = row.read
    ways = {each.name: each for each in row.form.fields if each.way}
    slips = tuple(
        slip.but(text=f"{slip.text}, or write the way in {heading(row.form.key, ways[slip.field].way)}")
        if slip.field in ways and listed_choices(ways[slip.field], read.typed.get(slip.field))
        else slip
        for slip in read.slips
    )
    return row if slips == read.slips else row._replace(read=read._replace(slips=slips))
