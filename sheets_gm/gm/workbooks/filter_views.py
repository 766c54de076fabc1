"""The filter views of a workbook: for each person one of every list that several people share, the forms and the log.

On a form it hides the rows of others, by the names in its column of players: those of other seats, and of other teams
together. A row that a person fills in with others stays. In the log it shows the lines that name the person. The views
follow from the seats alone, so no turn changes them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sheets_gm.gm.workbooks.layout import LOG, WorkbookLayout
from sheets_gm.gm.workbooks.snapshot import Snapshot
from sheets_gm.kernel.english import listed
from sheets_gm.kernel.model import digest
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.drawn import Same
from sheets_gm.sheet.filter_views import FilterView
from sheets_gm.sheet.rendering import GAME_MASTER, MOST_NAMED
from sheets_gm.sheet.tabs import FormTab, Tab
from sheets_gm.sheet.template import Template

MOST = 20
"""The most people of a list that has filter views: nobody looks for a name in a longer menu."""

PLAYER, EVENT = "player", "what"
"""The columns with the names of players on a form, and with what happened in the log."""


class FilterViews(NamedTuple):
    """The filter views of each tab that has any, and their digest."""

    tabs: Mapping[str, tuple[FilterView, ...]]
    digest: str


def filter_views(snapshot: Snapshot, layout: WorkbookLayout) -> FilterViews:
    """The filter views of a workbook, found again only where its seats or its template are others."""
    made, shown = snapshot.drawn.made, (Same(snapshot.tabs), Same(snapshot.template))
    return made(layout.key, "filter views", _filter_views, Same(layout), *shown, Same(snapshot.seats))


def _filter_views(
    layout: WorkbookLayout, tabs: Sequence[Tab], template: Template, seats: Mapping[str, Seat]
) -> FilterViews:
    here = [seat for seat in seats.values() if seat.id in layout.eyes or seat.team in layout.teams]
    found: dict[str, tuple[FilterView, ...]] = {}
    for tab in tabs:
        if isinstance(tab, FormTab) and tab.key in layout.tabs and PLAYER in template.tabs[tab.key].places:
            found[tab.key] = _of_form(here, template.tabs[tab.key].places[PLAYER])
    if LOG in layout.tabs and EVENT in template.tabs[LOG].places:
        found[LOG] = _of_log([*layout.readers(seats.values())], template.tabs[LOG].places[EVENT])
    found = {key: views for key, views in found.items() if views}
    return FilterViews(found, digest([[key, [[*view] for view in views]] for key, views in found.items()]))


def _of_form(seats: Sequence[Seat], column: int) -> tuple[FilterView, ...]:
    """The views of a form that *seats* fill in."""
    views: list[FilterView] = []
    for seat, player in _people(seats):
        own = {each.team for each in seats if each.player == player}
        others = [each.player for each in seats if each.player != player]
        teams: dict[str, list[str]] = {}
        for each in seats:
            if each.team not in own:
                teams.setdefault(each.team, []).append(each.player)
        together = [listed(players) for players in teams.values() if 1 < len(players) <= MOST_NAMED]
        hidden = dict.fromkeys((*others, *together, GAME_MASTER))
        views.append(FilterView(seat, player, column, tuple(hidden)) if player else FilterView(seat))
    return tuple(views)


def _of_log(seats: Sequence[Seat], column: int) -> tuple[FilterView, ...]:
    """The views of the log for the people on *seats*.

    A name is looked for exactly where small letters or capitals would find others (“Hana” holds “ana”), and where a
    spreadsheet could take it for a number or a formula.
    """
    names = {seat.player for seat in seats}

    def is_odd(name: str) -> bool:
        return not name[:1].isalpha() or any(name.casefold() in other.casefold() for other in names - {name})

    return tuple(
        FilterView(seat, player, column, holds=player, exactly=is_odd(player)) if player else FilterView(seat)
        for seat, player in _people(seats)
    )


def _people(seats: Sequence[Seat]) -> list[tuple[str, str]]:
    """Each of *seats* with the name of its player: "" where there is no view, as the player has one by another seat."""
    first = {seat.player: seat.id for seat in reversed(seats) if not seat.neutral}
    shared = 1 < len(first) <= MOST
    return [(seat.id, seat.player if shared and first.get(seat.player) == seat.id else "") for seat in seats]
