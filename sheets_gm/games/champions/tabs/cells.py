"""The cells that several tabs share."""

from __future__ import annotations

from sheets_gm.sheet.grid import Cell
from sheets_gm.sheet.rendering import fixed

DEAD, SWORDS = "☠", "⚔"


HURT, LOW = 0.7, 0.35
"""Below these shares of full health a Champion is shown as hurt and as low."""


def health_cell(health: int, most: int) -> Cell:
    """Return the cell with a Champion's health, coloured by its share of full health."""
    share = health / most
    style = "dead" if not health else "low" if share < LOW else "hurt" if share < HURT else "good"
    return fixed(health or DEAD, f"health.{style}")
