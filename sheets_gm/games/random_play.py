"""A bot for any game: it chooses at random among the choices of its forms, so its orders are legal."""

from __future__ import annotations

import math
from typing import Any

from sheets_gm.games.contract import Bot, Filled, Game
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.forms import Close, Field, Form, Kind, Typed

EMPTY_IN = 4
"""One in this many optional rows and cells is left empty."""

AT_ONCE_IN = 12
"""Of the forms that close at once and that nobody must fill in, one in this many is used, so that steps end."""

SPREAD = 10
"""How far from its only bound a number may be chosen."""


def random_bot(_view: Any, forms: tuple[Form, ...], dice: Dice) -> tuple[Filled, ...]:
    """Fill forms with legal choices, leave some optional rows and cells empty, and confirm every form."""
    return tuple(filled for form in forms for filled in _fill(form, dice))


def first_bot(game: Game[Any, Any]) -> Bot:
    """Return the bot that plays to win; in a game without bots, the one that plays at random."""
    return next(iter(game.people.bots.values()), random_bot)


def _fill(form: Form, dice: Dice) -> list[Filled]:
    if form.close is Close.AT_ONCE and not form.due and dice.roll(AT_ONCE_IN, f"{form.key} {form.seat}: at once?") > 1:
        return [Filled(form.key, 0, {"ready": True})]
    rows: list[Filled] = []
    seen: set[tuple[str, ...]] = set()
    for number in range(form.rows):
        why = f"{form.key} {form.seat} {number}"
        authors = form.each[number].authors if form.each else ()
        first = authors not in seen  # of the rows that the same people fill in
        seen.add(authors)
        optional = not first or not form.due
        left = optional and dice.roll(EMPTY_IN, f"{why}: leave it?") == 1
        if first or not left:
            rows.append(
                Filled(form.key, number, {**({} if left else _cells(form.at(number), why, dice)), "ready": True})
            )
    return rows


def _cells(form: Form, why: str, dice: Dice) -> dict[str, Typed]:
    cells: dict[str, Typed] = {}
    narrowing = {name for name, _ in form.given}
    for name in sorted((field.name for field in form.fields), key=lambda name: name not in narrowing):
        # these cells narrow the choices of others, so they are filled first
        field = next(each for each in form.offered(cells) if each.name == name)
        reason = f"{why} {field.name}"
        if not field.required and dice.roll(EMPTY_IN, f"{reason}: leave it?") == 1:
            continue
        value = _value(field, reason, dice)
        if value is not None:
            cells[field.name] = value
    return cells


def _value(field: Field, why: str, dice: Dice) -> Typed:
    """Return a legal value of *field*; None if it lists none."""
    if field.kind is Kind.FLAG:
        return dice.heads(why)
    if field.kind is Kind.WHOLE or field.kind is Kind.NUMBER:
        return _number(field, why, dice)
    return dice.pick(field.choices, why) if field.choices else None


def _number(field: Field, why: str, dice: Dice) -> int | float:
    """Return a whole number between the bounds, or the lower bound if there is none between them."""
    if field.low is None and field.high is not None:
        high = math.floor(field.high)
        return high + 1 - dice.roll(SPREAD + 1, why)
    low = math.ceil(field.low or 0)
    high = low + SPREAD if field.high is None else math.floor(field.high)
    return low - 1 + dice.roll(high - low + 1, why) if low <= high else field.low or 0
