"""Tabs that stand behind another tab: they are hidden, and a link beside the title of the other tab opens them.

People use few tabs. What they seldom look up stands behind the tab that it belongs to. A form is shown while it is due.
A tab is also shown if its front tab is hidden or not in the workbook.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

from sheets_gm.gm.intake.desk.desk_forms import CLAIMS
from sheets_gm.gm.intake.desk.seats_tab import SEATS
from sheets_gm.gm.match_record.plans import PLANS
from sheets_gm.gm.workbooks.layout import DICE, LOG, MATCH, REPORT, ROSTER, STATISTICS
from sheets_gm.sheet.grid import Grid, Run, place_link
from sheets_gm.sheet.marks import HIDDEN
from sheets_gm.sheet.tabs import HistoryTab, Tab

BEHIND: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        LOG: (REPORT,),
        DICE: (REPORT,),
        ROSTER: (SEATS, REPORT),
        CLAIMS: (SEATS,),
        PLANS: (SEATS,),
        STATISTICS: (MATCH,),
    }
)
"""The tabs of every match that stand behind another one: the first of these that the workbook has."""

Link: TypeAlias = tuple[str, str]
"""The words of a link, and where it leads."""

APART, BETWEEN = "   ", "  ·  "
"""The text between a title and the first link, and between links."""

STYLE = "more"

PUBLIC_LINK = "Public spreadsheet ↗"
"""The words of the link to the public workbook, unless the template sets them."""


def behind(tab: Tab | None, key: str) -> tuple[str, ...]:
    """Return the keys of tabs behind which the tab *key* may stand. For a *tab* of a game, the game says so."""
    if tab is None or key in BEHIND:
        return BEHIND.get(key, ())
    return tab.behind or ((REPORT,) if isinstance(tab, HistoryTab) else ())


def hidden_behind(
    grids: Mapping[str, Grid], tabs: Mapping[str, Tab], is_due: Callable[[str], bool]
) -> dict[str, list[str]]:
    """Return the tabs of one workbook that now stand behind another one, by that front tab.

    An empty tab is already hidden, and has no link.
    """
    shown = [key for key, grid in grids.items() if (HIDDEN, "yes") not in grid.marks]
    tabs_by_front: dict[str, list[str]] = {}
    for key in shown:
        fronts = [each for each in behind(tabs.get(key), key) if each in shown]
        if fronts and not is_due(key):
            tabs_by_front.setdefault(fronts[0], []).append(key)
    return tabs_by_front


def hide(grid: Grid) -> Grid:
    """Return *grid* for a hidden tab."""
    return grid._replace(marks=(*grid.marks, (HIDDEN, "yes")))


def with_links(grid: Grid, links: Sequence[Link]) -> Grid:
    """Return *grid* with *links* after its title and any earlier links."""
    cell = grid.at(0, 0)
    text, runs = str(cell.value or ""), list(cell.runs)
    for words, link in links:
        if runs:
            runs.append(Run(len(text), STYLE))
        text += BETWEEN if runs else APART
        runs.append(Run(len(text), STYLE, link))
        text += words
    return grid.with_first(0, cell._replace(value=text, runs=tuple(runs)))


def link_to(key: str, title: str) -> Link:
    """Return a link to the tab with this *key* in the same workbook."""
    return title, place_link(key, 0)
