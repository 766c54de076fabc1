"""Tabs: how a game's forms, views and events lie on paper.

A game lists its tabs; titles, headings, help, widths and colours come from its template, so that a GM can reword a
sheet without touching code.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from sheets_gm.sheet.grid import Grid
from sheets_gm.sheet.template import TabTemplate


class Eyes(StrEnum):
    """Whose view a tab draws: everybody's, each seat's own (its own workbook in a sealed match), or the GM's."""

    PUBLIC = "public"
    OWN = "own"
    GM = "gm"


@dataclass(frozen=True, slots=True)
class FormTab:
    """A tab on which the forms with key *form* are filled in, one row after another under one heading.

    *key* is the tab's table in the template. *fields* are the fields that must have a column there: without one, nobody
    could fill them in. *optional* are the columns that a template may leave out: what rows show, and fields without
    which the form is still useful. Every form's tab also has `seat`, `ready`, `receipt`, and may have `player`, `keep`.
    A template with any other column is refused.

    *eyes* says who ever fills it in, players (`OWN`) or the GM, where that is sure: the workbooks of the others go
    without it.
    """

    key: str
    form: str
    fields: tuple[str, ...]
    optional: tuple[str, ...] = ()
    eyes: Eyes | None = None


@dataclass(frozen=True, slots=True)
class ViewTab:
    """A tab that is drawn from a view: `draw(view, tab_template)` answers the whole grid.

    *columns* are the columns that it can draw, if it draws those of its template; a template with any other is refused.
    """

    key: str
    draw: Callable[[Any, TabTemplate], Grid]
    eyes: Eyes = Eyes.PUBLIC
    columns: tuple[str, ...] | None = None


class Tally(NamedTuple):
    """How a match stood after so many turns: *values* by the field of their column."""

    turn: int
    values: Mapping[str, int | float]


@dataclass(frozen=True, slots=True)
class HistoryTab:
    """A tab with a row for each turn, and charts over it: `tally(view)` answers how the public sees the match stand.

    *columns* are the fields that a tally of any match can have; a template with any other column but `turn` is refused.
    """

    key: str
    tally: Callable[[Any], Tally]
    columns: tuple[str, ...]
    eyes: Eyes = Eyes.PUBLIC


Tab = FormTab | ViewTab | HistoryTab
