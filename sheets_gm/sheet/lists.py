"""Tabs that list things: a row for each, with the columns of the template."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from sheets_gm.kernel.forms import Typed
from sheets_gm.sheet.grid import Grid, Row
from sheets_gm.sheet.rendering import fixed, head
from sheets_gm.sheet.template import TabTemplate


class Line(NamedTuple):
    """A row of a list: its values by field, and the styles of the fields that have their own."""

    values: Mapping[str, Typed]
    styles: Mapping[str, str] = {}


def fields_of(tab_template: TabTemplate) -> tuple[str, ...]:
    """Return the fields of the columns of a tab."""
    return tuple(column.field for column in tab_template.columns)


def list_rows(fields: Iterable[str], lines: Iterable[Line], centred: Collection[str]) -> Iterator[Row]:
    """Return a row for each of *lines*; the cells of the fields in *centred* are centred."""
    for line in lines:
        yield tuple(
            fixed(line.values[name], line.styles.get(name, "shown" if name in centred else "row")) for name in fields
        )


def draw_list(tab_template: TabTemplate, heading: str, rows: Iterable[Row]) -> Grid:
    """Return the tab with *rows*, or with the word `nobody` of its template where there are none."""
    return Grid((*head(tab_template, heading), *(tuple(rows) or ((fixed(tab_template.word("nobody"), "help"),),))))
