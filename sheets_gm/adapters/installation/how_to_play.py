"""The page *How to play* of a game as text, the same as on its tab."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from sheets_gm.games.contract import Game
from sheets_gm.games.play_out import seats_for
from sheets_gm.kernel.dice import Dice, Keyed
from sheets_gm.sheet.tabs import ViewTab
from sheets_gm.sheet.template import Template

TAB = "rules"
"""The key of the tab in every game that has one."""


def how_to_play(game: Game[Any, Any], settings: BaseModel, template: Template) -> list[str]:
    """Return the lines of *How to play* for a match of *game* with *settings*. Empty if the game has no such tab."""
    tab = next((tab for tab in game.tabs_for(settings) if isinstance(tab, ViewTab) and tab.key == TAB), None)
    if tab is None:
        return []
    position = game.start(settings, seats_for(game, settings), Dice(Keyed(b"", b""))).state
    rows = tab.draw(game.view(position, None), template.tabs[TAB]).rows
    lines = (" · ".join(str(cell.value) for cell in row if cell.value not in ("", None)) for row in rows)
    return [line.replace("\n", " ") for line in lines]
