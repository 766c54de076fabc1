"""The marks by which a page knows the rows of a form tab: which were played, and how clicks on a board fill them in.

They say which columns take pieces and places, and what a piece has in reach. All of it follows from the forms, so a
game says nothing about clicks but which fields they fill in (`sheet.tabs.Clicks`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from sheets_gm.kernel.forms import Form
from sheets_gm.sheet.marks import NEAR, PLAYED, REACH, Marks, marked
from sheets_gm.sheet.reading import Key, Lines
from sheets_gm.sheet.rendering import Standing
from sheets_gm.sheet.tabs import Clicks, FormTab
from sheets_gm.sheet.template import TabTemplate

Reach: TypeAlias = dict[str, list[str]]
"""What a row can name, by the heading of the column."""


def row_marks(tab: FormTab, tab_template: TabTemplate, lines: Lines, held: Mapping[Key, Standing]) -> Marks:
    """The marks of *lines*, the rows of *tab*: which were played, by *held*, and what clicks fill in."""
    played = [row for row, key, _ in lines if key in held and held[key].played]
    found = marked(PLAYED, played) if played else ()
    return found if tab.clicks is None else (*found, *_click_marks(tab, tab.clicks, tab_template, lines))


def _click_marks(tab: FormTab, clicks: Clicks, tab_template: TabTemplate, lines: Lines) -> Marks:
    """What clicks on a board fill in; nothing if the template has no columns for it."""
    headings = {each.field: each.heading for each in tab_template.columns}
    found = clicks.mark(headings, ask=tab.ask)
    if not found:
        return ()
    to = {name: headings[name] for name in clicks.to if name in headings}
    near = {str(row): names for row, _, form in lines if (names := _near(form, to))}
    reach = dict(_reach(lines.forms, clicks, to))
    return (*found, *(marked(NEAR, near) if near else ()), *(marked(REACH, reach) if reach else ()))


def _near(form: Form, to: Mapping[str, str]) -> Reach:
    """What a row can name as things stand, for the fields that can name more."""
    return {to[field.name]: [*field.near] for field in form.fields if field.name in to and field.near is not None}


def _reach(forms: tuple[Form, ...], clicks: Clicks, to: Mapping[str, str]) -> Iterator[tuple[str, Reach]]:
    """By piece, what a row that names it can name next, where the forms limit that."""
    for form in {id(form): form for form in forms}.values():
        for (name, piece), limits in form.given.items():
            if name == clicks.piece and isinstance(piece, str):
                yield piece, {heading: [*limits[field]] for field, heading in to.items() if field in limits}
