"""The rows of the history: how the match stood after each turn, as the public sees it."""

from __future__ import annotations

from typing import Any

from sheets_gm.games.contract import Game
from sheets_gm.sheet.tabs import HistoryTab, Tally


def history_tab(game: Game[Any, Any]) -> HistoryTab | None:
    """The history tab of a game, if it has one."""
    return next((tab for tab in game.tabs if isinstance(tab, HistoryTab)), None)


def history_row(game: Game[Any, Any], state: Any) -> Tally | None:
    """The row of the history for *state*, as the public sees it."""
    tab = history_tab(game)
    return tab.tally(game.view(state, None)) if tab else None
