"""What a game contributes to its stories. A game that contributes nothing gets it from its history and headlines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sheets_gm.games.contract import Game
from sheets_gm.gm.log.history_rows import history_tab
from sheets_gm.kernel.actions import events_of_rules
from sheets_gm.kernel.outcome import Event
from sheets_gm.kernel.report import Weight
from sheets_gm.kernel.seats import Seat
from sheets_gm.kernel.story import Figures, Storyteller, Telling
from sheets_gm.sheet.tabs import Tab

HEADLINE = 3.0
"""The size of a highlight that is a headline of the report, for games without their own story."""


def storyteller(game: Game[Any, Any], tabs: Sequence[Tab], seats: Mapping[str, Seat]) -> Storyteller:
    """Return the game's own storyteller, or one that reads its history's columns and report's headlines."""
    if game.showing.story is not None:
        return game.showing.story
    sides = sorted({*seats, *(seat.team for seat in seats.values())}, key=len, reverse=True)

    def figures(view: Any) -> Figures:
        return history_figures(tabs, view, sides)

    def lead(view: Any) -> Mapping[str, float]:
        first = next(iter(figures(view).values()), {})
        return {side: max(0.0, value) for side, value in first.items()}

    def tell(events: Sequence[Event], _before: Any, _after: Any, seats: Mapping[str, Seat]) -> Iterator[Telling]:
        game_events = events_of_rules(events)
        for each in game.paragraphs(game_events, seats) if game_events else ():
            if each.weight is Weight.HEADLINE:
                yield Telling(each.text, HEADLINE)

    return Storyteller(figures=figures, lead=lead, deeds=lambda *_: (), statistics=(), tell=tell)


def history_figures(tabs: Sequence[Tab], view: Any, sides: Sequence[str]) -> Figures:
    """Return the row of the history for *view* as figures: "blue_coins" are the coins of blue, "p1" the score of p1."""
    tab = history_tab(tabs)
    figures: dict[str, dict[str, float]] = {}
    for column, value in (tab.tally(view).values if tab else {}).items():
        side = next((side for side in sides if column == side or column.startswith(f"{side}_")), None)
        if side is not None and value is not None:
            name = column.removeprefix(side).strip("_").replace("_", " ").capitalize() or "Score"
            figures.setdefault(name, {})[side] = float(value)
    return figures
