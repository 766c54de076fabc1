"""The marks by which a page fills in the rows of a form tab when somebody clicks on a board.

They say which columns take pieces and places, which rows were played, and what a piece has in reach. All of it follows
from the forms, so a game says nothing about clicks but which fields they fill in (`sheet.tabs.Clicks`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from sheets_gm.kernel.forms import Form
from sheets_gm.sheet.marks import NEAR, PLAYED, REACH, marked
from sheets_gm.sheet.reading import Key, Lines
from sheets_gm.sheet.rendering import Standing
from sheets_gm.sheet.tabs import Clicks, FormTab
from sheets_gm.sheet.template import TabTemplate

Marks: TypeAlias = tuple[tuple[str, str], ...]
"""Marks of a tab: their keys and values."""

Reach: TypeAlias = dict[str, list[str]]
"""What a row can name, by the heading of the column."""


def click_marks(tab: FormTab, tab_template: TabTemplate, lines: Lines, held: Mapping[Key, Standing]) -> Marks:
    """The marks of *tab* with these *lines*, which contain what is *held*; none if clicks cannot fill it in."""
    assert tab.clicks is not None
    headings = {each.field: each.heading for each in tab_template.columns}
    clicks = tab.clicks.mark(headings, ask=tab.ask)
    if not clicks:
        return ()
    to = {name: headings[name] for name in tab.clicks.to if name in headings}
    played = [row for row, key, _ in lines if key in held and held[key].played]
    near = {str(row): found for row, _, form in lines if (found := _near(form, to))}
    reach = dict(_reach(lines.forms, tab.clicks, to))
    marks = ((PLAYED, played), (NEAR, near), (REACH, reach))
    return (*clicks, *(mark for name, value in marks if value for mark in marked(name, value)))


def _near(form: Form, to: Mapping[str, str]) -> Reach:
    """What a row can name as things stand, for the fields that can name more."""
    return {to[field.name]: [*field.near] for field in form.fields if field.name in to and field.near is not None}


def _reach(forms: tuple[Form, ...], clicks: Clicks, to: Mapping[str, str]) -> Iterator[tuple[str, Reach]]:
    """By piece, what a row that names it can name next, where the forms limit that."""
    for form in {id(form): form for form in forms}.values():
        for (name, piece), limits in form.given.items():
            if name == clicks.piece and isinstance(piece, str):
                yield piece, {heading: [*limits[field]] for field, heading in to.items() if field in limits}
