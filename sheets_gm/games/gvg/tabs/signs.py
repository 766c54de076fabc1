"""The signs on the tabs, and the cells with texts in them."""

from __future__ import annotations

from functools import lru_cache

from sheets_gm.games.gvg.data.words import BLUE, DPS, HEALER, RED, TANK
from sheets_gm.sheet.grid import Cell

SIGN = {DPS: "🗡", TANK: "🛡", HEALER: "🌿"}
SIDE = {BLUE: "●", RED: "▲"}
"""The sign of each team, for eyes that its colour does not help."""
HEART = "♥"
BULWARK, FISH, TREE, COIN, DRUM, MONSTER = "♜", "🐠", "🍁", "🟡", "🥁", "🐉"


@lru_cache(maxsize=65536)
def cell(text: str, style: str, note: str | None = None) -> Cell:
    """Return the cell with *text*, cached by text and style."""
    return Cell(text, style, note)
