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

    *key* is the tab's table in the template, whose `columns` name the form's fields, what it shows, and the columns
    that every form has: `seat`, `player`, `ready`, `receipt`. *eyes* says who ever fills it in, players (`OWN`) or the
    GM, where that is sure: the workbooks of the others go without it.
    """

    key: str
    form: str
    eyes: Eyes | None = None


@dataclass(frozen=True, slots=True)
class ViewTab:
    """A tab that is drawn from a view: `draw(view, paper)` answers the whole grid."""

    key: str
    draw: Callable[[Any, TabTemplate], Grid]
    eyes: Eyes = Eyes.PUBLIC


class Tally(NamedTuple):
    """How a match stood after so many turns: *values* by the field of their column."""

    turn: int
    values: Mapping[str, int | float]


@dataclass(frozen=True, slots=True)
class HistoryTab:
    """A tab with a row for each turn, and charts over it: `tally(view)` answers how the public sees the match stand."""

    key: str
    tally: Callable[[Any], Tally]
    eyes: Eyes = Eyes.PUBLIC


Tab = FormTab | ViewTab | HistoryTab
