"""Marks for a page about the rows of a form tab: which were played, and how clicks on a board fill them in.

They say which columns take pieces and places, and which places a piece can reach. This follows from the forms, so a
game only has to say which fields clicks fill in (`sheet.tabs.Clicks`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TypeAlias

from sheets_gm.kernel.forms import Form
from sheets_gm.sheet.marks import BESIDE, NEAR, PLAYED, REACH, Marks, marked
from sheets_gm.sheet.reading import Key, Lines
from sheets_gm.sheet.rendering import Standing
from sheets_gm.sheet.tabs import Clicks, FormTab
from sheets_gm.sheet.template import TabTemplate

Reach: TypeAlias = dict[str, list[str]]
"""What a row can name, by the heading of the column."""


def row_marks(tab: FormTab, tab_template: TabTemplate, lines: Lines, held: Mapping[Key, Standing]) -> Marks:
    """Return the marks of *lines*, the rows of *tab*. *held* is the content of the rows."""
    played = [row for row, key, _ in lines if key in held and held[key].played]
    marks = marked(PLAYED, played) if played else ()
    return marks if tab.clicks is None else (*marks, *_click_marks(tab, tab.clicks, tab_template, lines))


def _click_marks(tab: FormTab, clicks: Clicks, tab_template: TabTemplate, lines: Lines) -> Marks:
    """Return the marks for clicks on a board; empty if the template lacks columns for it."""
    headings = {each.field: each.heading for each in tab_template.columns}
    marks = clicks.mark(headings, ask=tab.ask)
    if not marks:
        return ()
    to = {name: headings[name] for name in clicks.to if name in headings}
    near = {str(row): names for row, _, form in lines if (names := _near(form, to))}
    reach = dict(_reach(lines.forms, clicks, to))
    with_it = {name: headings[name] for name in clicks.beside if name in headings}
    beside = {str(row): with_names for row, _, form in lines if with_it and (with_names := _beside(form, to, with_it))}
    notes = ((NEAR, near), (REACH, reach), (BESIDE, beside))
    return (*marks, *(mark for key, noted in notes if noted for mark in marked(key, noted)))


def _beside(form: Form, to: Collection[str], headings: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Return what a row names beside each name for one of the fields *to*, if there are choices for all *headings*."""
    return {
        str(value): {heading: limits[field][0] for field, heading in headings.items()}
        if all(limits.get(field) for field in headings)
        else {}
        for (name, value), limits in form.given.items()
        if name in to
    }


def _near(form: Form, to: Mapping[str, str]) -> Reach:
    """Return what a row can name now, for the fields that can name more."""
    return {to[field.name]: [*field.near] for field in form.fields if field.name in to and field.near is not None}


def _reach(forms: tuple[Form, ...], clicks: Clicks, to: Mapping[str, str]) -> Iterator[tuple[str, Reach]]:
    """Yield for each piece what a row with this piece can name next, if the forms limit that."""
    for form in {id(form): form for form in forms}.values():
        for (name, piece), limits in form.given.items():
            if name == clicks.piece and isinstance(piece, str):
                yield piece, {heading: [*limits[field]] for field, heading in to.items() if field in limits}
