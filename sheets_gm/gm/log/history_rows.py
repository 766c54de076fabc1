"""The rows of the History tab: the score after each turn, as the public sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sheets_gm.games.contract import Game
from sheets_gm.sheet.tabs import HistoryTab, Tab, Tally


def history_tab(tabs: Sequence[Tab]) -> HistoryTab | None:
    """The history tab among the *tabs* of a match, if it has one."""
    return next((tab for tab in tabs if isinstance(tab, HistoryTab)), None)


def history_row(game: Game[Any, Any], tabs: Sequence[Tab], state: Any) -> Tally | None:
    """Return the row of the history for *state*, as the public sees it; None if the match has no history tab."""
    tab = history_tab(tabs)
    return tab.tally(game.view(state, None)) if tab else None
