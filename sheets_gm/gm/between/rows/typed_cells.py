"""Cells written as text, "move_to=B9, action=FIGHT", by a game master for a row, or by a player in a plan."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from sheets_gm.gm.between.rows.context import MatchContext
from sheets_gm.kernel.actions import BadAction
from sheets_gm.kernel.folding import fold, plain
from sheets_gm.kernel.forms import Field, Form, Kind, Typed
from sheets_gm.sheet.cleaning import Unreadable, clean
from sheets_gm.sheet.people import names_of, with_seats
from sheets_gm.sheet.reading import Key, RowRead, read_row

HOW = "Write it like move_to=B9, action=FIGHT."
"""How to write the cells of a row."""

_NEXT = re.compile(r"[,;]\s*(?=[^,;=]+=)")


def cells_of(text: str) -> dict[str, str]:
    """Return the cells in *text*: "move_to=B9, action=FIGHT"."""
    given: dict[str, str] = {}
    for part in _NEXT.split(fold(text)):
        name, equals, value = part.partition("=")
        if not equals or not name.strip():
            raise BadAction(f"“{part.strip()}” names no cell. {HOW}" if part.strip() else f"The value is empty. {HOW}")
        given[plain(name)] = value.strip()
    return given


def rows_of(form: Form, owner: str) -> Sequence[int]:
    """Return the rows of *form* that *owner* may fill in: all as its owner, or some as their author."""
    is_owner = form.seat == owner
    return [row for row in range(form.rows) if is_owner or (form.who.team and owner in form.at(row).who.authors)]


def fields_by_name(context: MatchContext, form: Form) -> dict[str, str]:
    """Return the fields of *form* by their names, and by their headings on the sheet."""
    fields = {field.name for field in form.fields} | {"ready"}
    tab = next((tab for tab in context.template.tabs.values() if fields <= {each.field for each in tab.columns}), None)
    columns = tab.columns if tab else ()
    return {plain(each.heading): each.field for each in columns if each.field in fields} | {
        plain(name): name for name in fields
    }


def value_for(field: Field, text: str) -> Typed:
    """Return the value that *text* gives in the cell of *field*."""
    if field.kind is Kind.FLAG and plain(text) in ("yes", "no"):
        return plain(text) == "yes"
    value = clean(field, text)
    if not isinstance(value, Unreadable):
        return value
    if field.kind is Kind.FLAG:
        raise BadAction(f"{field.name} is a box: write yes or no.")
    return text


def read_typed(context: MatchContext, form: Form, key: Key, cells: Mapping[str, Typed]) -> RowRead:
    """Return the row *key* of *form* as it is read after *cells* are typed in it. They may contain players' names."""
    names = names_of({seat.id: seat for seat in context.record.people})
    return read_row(key, form, with_seats(form, cells, names), {})
