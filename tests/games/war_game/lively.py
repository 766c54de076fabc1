"""Matches in which much happens at once, and people who rename, besiege and amend whatever the rules let them.

The armies of both sides stand beside each other: two of them in places where they may be changed after two turns, the
others within one another's reach.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sheets_gm.games.contract import Filled
from sheets_gm.games.war_game.data.words import ENGAGE, INTERCEPT
from sheets_gm.games.war_game.views.visible import View
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.forms import Form, Typed
from tests.games.war_game.table import template

PLACES = {
    "The Weatherlight Host": ("Dominaria", "2D"),
    "Benalish Vanguard": ("Dominaria", "5D"),  # the base of its primary faction
    "Llanowar Wardens": ("Dominaria", "7D"),
    "Order of the Lance": ("Dominaria", "8E"),
    "Yawgmoth's Shadow": ("Phyrexia", "3G"),  # a stronghold
    "Vicious Swarm": ("Dominaria", "5E"),
    "Blobble Reavers": ("Dominaria", "7E"),
    "Stronghold Breakers": ("Dominaria", "8D"),
}
"""Where each army begins; there are no others."""

NAMES = ("Red Host", "red host", "The  Ærie", "Host #", "=Host", "Nobody")
"""Beginnings of new names; some of them are alike, and cannot be had twice."""

EVENTS = {"armies renamed": ("renamed", "changed"), "results amended": ("amended",), "sieges": ("besieged",)}
"""What happens in these matches, with the kinds of its events."""


def settings() -> dict[str, Any]:
    """The settings of such a match."""
    head, *lines = template("armies.csv").splitlines()
    placed = []
    for line in lines:
        name, side, level, _plane, _square, rest = line.split(",", 5)
        if name in PLACES:
            placed.append(",".join((name, side, level, *PLACES[name], rest)))
    return {"armies": "\n".join([head, *placed]) + "\n"}


def people(view: View, forms: tuple[Form, ...], dice: Dice) -> tuple[Filled, ...]:
    """Fill in all forms of a side, of its leader, or of the judge."""
    return tuple(
        Filled(form.key, row, {**cells, "ready": True})
        for form in forms
        if form.key in FILLED
        for row in range(form.rows)
        if (cells := FILLED[form.key](view, form.at(row), f"{form.key} {form.seat} {row}", dice)) is not None
    )


Cells = dict[str, Typed] | None
"""What somebody types into a row; None: nothing, not even Ready."""


def _move(_view: View, row: Form, why: str, dice: Dice) -> Cells:
    """Attack whoever is beside the army, or stay."""
    enemies = row.given.get(("order", ENGAGE), {})
    near = list(zip(enemies.get("to", ()), enemies.get("target", ()), strict=True))
    if not near or dice.roll(5, f"{why}: rest?") == 1:
        return {"order": INTERCEPT}
    square, name = dice.pick(near, f"{why}: attack")
    return {"order": ENGAGE, "to": square, "target": name}


def _strategy(_view: View, row: Form, why: str, dice: Dice) -> Cells:
    return {"text": f"{row.row.name}: in front, if they break, behind."} if dice.roll(5, f"{why}: send?") > 1 else {}


def _change(_view: View, _row: Form, why: str, dice: Dice) -> Cells:
    return {"name": _name(why, dice)} if dice.heads(f"{why}: rename?") else {}


def _name(why: str, dice: Dice) -> str:
    return f"{dice.pick(NAMES, f'{why}: name')}{dice.roll(9, f'{why}: number')}"


def _newcomer(view: View, _row: Form, why: str, dice: Dice) -> Cells:
    if dice.heads(f"{why}: nobody comes"):
        return {}
    army = dice.pick([each.name for each in view.armies if not each.hired], f"{why}: army")
    return {"army": army, "name": _name(why, dice), "reason": "Somebody new plays it."}


def _judging(_view: View, _row: Form, why: str, dice: Dice) -> Cells:
    how = dice.roll(5, f"{why}: how")
    if how in (1, 5):
        return {"siege": True, "losses": dice.pick(("10/10", "40/25", "100/0", "100/100"), f"{why}: losses")}
    if how == 2:
        return {
            "winner": dice.pick(("first", "second"), f"{why}: winner"),
            "losses": "30/10",
            "reason": "The better text.",
        }
    marks = {side: dice.roll(9, f"{why}: {side}") for side in ("first", "second")}
    return {**marks} if how == 3 else {"first": marks["first"]}


def _approve(_view: View, _row: Form, why: str, dice: Dice) -> Cells:
    return {"allow": dice.heads(f"{why}: allow?")}


def _amend(_view: View, row: Form, why: str, dice: Dice) -> Cells:
    battles = next(field.choices for field in row.fields if field.name == "battle")
    cells: dict[str, Typed] = {"battle": dice.pick(battles, f"{why}: battle"), "reason": "I counted wrongly."}
    if dice.heads(f"{why}: winner?"):
        cells["winner"] = dice.pick(("first", "second"), f"{why}: winner")
    if dice.heads(f"{why}: losses?"):
        cells["losses"] = dice.pick(("0/0", "25/10", "60/40", "100/0"), f"{why}: losses")
    return cells


FILLED: Mapping[str, Callable[[View, Form, str, Dice], Cells]] = {
    "moves": _move,
    "strategies": _strategy,
    "changes": _change,
    "newcomers": _newcomer,
    "judging": _judging,
    "approvals": _approve,
    "amend": _amend,
}
"""How these people fill in each form."""
