"""A bot that gives up: it plays like the best one, and surrenders in the third turn of each game."""

from __future__ import annotations

from sheets_gm.games.contract import Filled
from sheets_gm.games.win_or_die.bots.bot import FIELDS, keen
from sheets_gm.games.win_or_die.views.visible import View
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.forms import Form


def quitter(view: View, forms: tuple[Form, ...], dice: Dice) -> tuple[Filled, ...]:
    """Surrenders in the third turn."""
    rows = keen(view, forms, dice)
    if view.match.turn < 3:
        return rows
    cells = {**dict.fromkeys(FIELDS), "command": "Surrender", "ready": True}
    return tuple(Filled(row.form, row.row, cells) if row.form == "commands" else row for row in rows)
