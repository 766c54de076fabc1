"""A bot for any game: it chooses at random among what its forms list, and so only ever does what is legal."""

from __future__ import annotations

from typing import Any

from sheets_gm.games.contract import Filled
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.forms import Field, Form, Kind, Typed

EMPTY_IN = 4
"""One in so many cells that may be empty is left so."""


def random_bot(_view: Any, forms: tuple[Form, ...], dice: Dice) -> tuple[Filled, ...]:
    """Fill every row of every form with legal choices."""
    return tuple(
        Filled(form.key, row, {**_row(form, row, dice), "ready": True}) for form in forms for row in range(form.rows)
    )


def _row(form: Form, row: int, dice: Dice) -> dict[str, Typed]:
    cells: dict[str, Typed] = {}
    for field in form.fields:
        why = f"{form.key} {form.seat} {row} {field.name}"
        if not field.required and dice.roll(EMPTY_IN, f"{why}: leave it?") == 1:
            continue
        value = _value(field, dice, why)
        if value is not None:
            cells[field.name] = value
    return cells


def _value(field: Field, dice: Dice, why: str) -> Typed:
    if field.kind is Kind.CHOICE:
        return dice.pick(field.choices, why) if field.choices else None
    if field.kind is Kind.FLAG:
        return dice.heads(why)
    if field.kind is Kind.TEXT:
        return None
    low = int(field.low or 0)
    high = int(field.high) if field.high is not None else low + 10
    return low + dice.roll(high - low + 1, why) - 1
