"""A checked row: its content, the remark of the rules, and the cells that are ignored.

A wrong optional cell affects nothing else. If the rules refuse an optional cell, it is ignored, and the rest of its row
is checked again.
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

FormatTime: TypeAlias = Callable[[float], str]
"""Formats an instant in the match's time zone, as its sheet shows it."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """An optional cell that the rules refuse: the reason, and the *order* with this cell."""

    remark: Remark
    order: Order


class Together(NamedTuple):
    """What a row has in common with the rows that share its Ready box.

    *first* is the name of the row with the box, "" in that row itself. *ticked*: the box is ticked. *ready*: the rows
    are ready, because nothing in them must be fixed first. *total* is the remark of the rules about all rows together;
    it is shown in the first one. *empty*: all rows hold only what was drawn. *waits_for* is the name of the row that
    must be fixed, "" in that row itself. *unfinished*: that row is only not filled in yet. *held*: no row counts until
    then.
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
    """A row as read, with the *remark* of the rules and the cells that were *left_out* because the rules refuse them.

    *unfinished* are the headings of the cells that are still empty in a row without a tick. *waits_for* is the name of
    the wrong row above. *late*: it was changed after a lock whose step is not played yet. *together* is what it has in
    common with the rows that share its Ready box, once one of them is touched. *reply* is the answer to a row that
    asks. *replaced*: its form is not ready, and another form with the same duty is. *skipped*: its turn came, and it
    did nothing. *asked*: its tick gets an answer instead of being carried out, and its box is emptied. *confirm* is the
    heading of the box that must be ticked before the row counts, "" if it is ticked or not needed.
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
        """Whether the rules refuse the row without its ignored cells."""
        return self.remark is not None and self.remark.refuses

    @property
    def wrong(self) -> bool:
        """Whether something in the row must be fixed or filled in before it counts."""
        read = self.read
        unread = read.touched and read.order is None and bool(read.slips or read.missing)
        return unread or self.refused

    @property
    def is_ready(self) -> bool:
        """Whether the row is ticked, and neither it nor a row that shares its Ready box must be fixed first."""
        return self.read.ready and (self.together.ready if self.together else not self.wrong)

    @property
    def has_left_out(self) -> bool:
        """Whether some of its typed content is ignored."""
        return self.read.touched and bool(self.read.slips or self.left_out)


def checked(row: Answered, check: Check) -> Answered:
    """Return *row* with the remark of the rules, and without the optional cells that the rules refuse.

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
    """Return *row* without the optional cell that its remark refuses; None if it refuses no such cell.

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
    """Return the value of *field* in the order of *row*."""
    if field.name in row.read.instead:
        return row.read.instead[field.name]
    value = clean(field, row.read.typed.get(field.name))
    return as_drawn(field) if isinstance(value, Unreadable) else value


def unfinished_cells(row: Answered, heading: Heading) -> tuple[str, ...]:
    """Return the headings of the empty cells that a *row* without a tick waits for."""
    read, remark = row.read, row.remark
    if read.ready:
        return ()
    names = read.missing
    if remark is not None and remark.refuses and remark.field and is_blank(read.typed.get(remark.field)):
        names = (remark.field,)
    return tuple(heading(row.form.key, name) for name in names) if names else ()


def with_ways_named(row: Answered, heading: Heading) -> Answered:
    """Return *row* with messages that name the column for a way, if a cell holds several choices."""
    read = row.read
    ways = {each.name: each for each in row.form.fields if each.way}
    slips = tuple(
        slip.but(text=f"{slip.text}, or write the way in {heading(row.form.key, ways[slip.field].way)}")
        if slip.field in ways and listed_choices(ways[slip.field], read.typed.get(slip.field))
        else slip
        for slip in read.slips
    )
    return row if slips == read.slips else row._replace(read=read._replace(slips=slips))
