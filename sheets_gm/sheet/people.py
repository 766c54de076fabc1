"""Seats as people see them: the sheet shows the player of a seat, and reads a player's name as the seat.

A form says which of its cells hold seats (`Form.people`). Orders, drafts and the journal hold the ids of seats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from sheets_gm.kernel.folding import plain
from sheets_gm.kernel.forms import Field, Form, Typed
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.cleaning import folded, spelled
from sheets_gm.sheet.grid import Cell

NO_NAMES: Mapping[str, str] = MappingProxyType({})


def names_of(seats: Mapping[str, Seat]) -> Mapping[str, str]:
    """Return the name of each seat: its player, with the seat if the name alone would be ambiguous."""
    counts = Counter(folded(seat.player) for seat in seats.values())
    counts.update({folded(each) for each in seats})
    return {
        seat.id: seat.player if counts[folded(seat.player)] == 1 else f"{seat.player} ({seat.id})"
        for seat in seats.values()
    }


def shows_people(form: Form) -> bool:
    """Whether a row of *form* shows seats."""
    return bool(form.naming.people) or form.awaited != form.seat


def with_names(cell: Cell, names: Mapping[str, str]) -> Cell:
    """Return *cell*, which holds a seat, with the player instead."""
    value = names.get(cell.value, cell.value) if isinstance(cell.value, str) else cell.value
    picks = cell.pick and tuple([names.get(each, each) for each in cell.pick])
    return cell._replace(value=value, pick=picks)


def with_seats(form: Form, content: Mapping[str, Typed], names: Mapping[str, str]) -> dict[str, Typed]:
    """Return the content of a row of *form* with seats instead of players' names."""
    typed = [name for name in form.naming.people if content.get(name)]
    seats = {folded(name): seat for seat, name in names.items()} if typed else NO_NAMES
    return {**content, **{name: seats.get(plain(spelled(content[name])), content[name]) for name in typed}}


def called(field: Field, names: Mapping[str, str]) -> Field:
    """Return *field*, whose choices are seats, with the players as choices."""
    return replace(field, choices=tuple(names.get(each, each) for each in field.choices))
