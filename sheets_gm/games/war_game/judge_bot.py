"""A computer judge: marks as good as dice can give them."""

from __future__ import annotations

from collections.abc import Callable

from sheets_gm.games.contract import Filled
from sheets_gm.games.war_game.views import View
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.forms import Form, Kind, Typed

USUAL = 4
"""The least mark that the computer gives; it adds up to as much again."""


def judge(_view: View, form: Form, dice: Dice) -> list[Filled]:
    """Mark every battle: strategies, kills and escapes alike, each with its own die."""
    return [Filled(form.key, row, {**_marks(form.at(row), dice), "ready": True}) for row in range(form.rows)]


def _marks(row: Form, dice: Dice) -> dict[str, Typed]:
    marked = [field for field in row.fields if field.kind is Kind.WHOLE and field.name != "adjust"]
    return {
        field.name: min(int(field.high or 0), USUAL - 1 + dice.roll(USUAL + 1, f"{row.name}: {field.name}"))
        for field in marked
    }


def approve(_view: View, form: Form, _dice: Dice) -> list[Filled]:
    """Allow every legend."""
    return [Filled(form.key, row, {"allow": True, "ready": True}) for row in range(form.rows)]


JUDGING: dict[str, Callable[[View, Form, Dice], list[Filled]]] = {"judging": judge, "approvals": approve}
"""The forms that the computer fills in for the judge."""
