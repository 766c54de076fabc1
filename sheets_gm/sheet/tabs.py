"""The kinds of tabs of a workbook: forms, views and the history.

A game lists its tabs. Titles, headings, help, widths and colours come from its template, so a GM can reword a sheet
without touching code.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from sheets_gm.sheet.grid import Grid
from sheets_gm.sheet.template import TabTemplate


class Eyes(StrEnum):
    """Whose view a tab shows: the public one, each seat's own (in its own workbook in a sealed match), or the GM's."""

    PUBLIC = "public"
    OWN = "own"
    GM = "gm"


@dataclass(frozen=True, slots=True)
class FormTab:
    """A tab for the forms with key *form*: one row each, below one row of headings.

    *key* names the tab in the template. Its `columns` name the form's fields, its shown values, and the columns that
    every form has: `seat`, `player`, `ready`, `receipt`. *eyes* says who fills it in, if only players (`OWN`) or only
    the GM do: other workbooks do not have the tab.
    """

    key: str
    form: str
    eyes: Eyes | None = None


@dataclass(frozen=True, slots=True)
class ViewTab:
    """A tab that shows a view: `draw(view, tab_template)` returns the complete grid."""

    key: str
    draw: Callable[[Any, TabTemplate], Grid]
    eyes: Eyes = Eyes.PUBLIC


class Tally(NamedTuple):
    """The score of a match after *turn* turns: *values* by the field of their column."""

    turn: int
    values: Mapping[str, int | float]


@dataclass(frozen=True, slots=True)
class HistoryTab:
    """A tab with a row for each turn, and charts of them. `tally(view)` returns the public score."""

    key: str
    tally: Callable[[Any], Tally]
    eyes: Eyes = Eyes.PUBLIC


Tab = FormTab | ViewTab | HistoryTab
