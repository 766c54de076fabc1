"""Bots. A bot sees its seat's view and forms, and fills in rows as a person would.

A bot values every legal action of each of its units, in gold: wounds by the value of the unit, villages by what they
pay, tiles by safety and by distance to its goals. It takes the best action, then values the new position.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from sheets_gm.games.contract import Bot, Filled
from sheets_gm.games.wesnoth.bots.evaluation import Evaluation, Plan
from sheets_gm.games.wesnoth.bots.style import KEEN, RAIDER, Style
from sheets_gm.games.wesnoth.position.orders import AGAIN, END, KEEP, NONE
from sheets_gm.games.wesnoth.position.state import Match
from sheets_gm.games.wesnoth.rules.choices import options
from sheets_gm.games.wesnoth.views.visible import View
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.forms import Form

FIELDS = ("unit", "action", "to", "route", "target", "attack", "recruit", "reroll", "advance")


def keen(view: View, forms: tuple[Form, ...], _dice: Dice) -> tuple[Filled, ...]:
    """Fill in the rows of a bot that plays to win."""
    return fill(view, forms, KEEN)


def raider(view: View, forms: tuple[Form, ...], _dice: Dice) -> tuple[Filled, ...]:
    """Fill in the rows of a bot that attacks the enemy's leaders and accepts losses."""
    return fill(view, forms, RAIDER)


def fill(view: View, forms: tuple[Form, ...], style: Style) -> tuple[Filled, ...]:
    """Fill in the rows of a bot that plays in *style*."""
    for form in forms:
        if form.key == "answers":
            return (Filled(form.key, 0, {"answer": _answer(view.match, form), "ready": True}),)
        if form.key == "actions" and form.due:
            cells = dict.fromkeys(FIELDS) | dict(best(view.match, style).cells)
            return (Filled(form.key, view.match.actions % form.rows, {**cells, "ready": True}),)
    return ()


def _answer(match: Match, form: Form) -> str:
    choices = form.fields[0].choices
    fight = match.fight
    if fight is None or fight.stage != "reroll":
        return choices[0] if choices[0] != NONE else choices[-1]
    return (
        AGAIN
        if not any(die >= 5 for die in fight.dice) and match.player(form.seat).gold > match.settings.recruit_price
        else KEEP
    )


def best(match: Match, style: Style) -> Plan:
    """Return the action with the highest value, or the end of the turn if no action has a value."""
    evaluation = Evaluation(match, style)
    plans = [plan for each in options(match) for plan in evaluation.plans(each)]
    return max(plans, key=lambda plan: plan.value, default=Plan(0.0, {"action": END}))


BOTS: Mapping[str, Bot] = MappingProxyType({"keen": keen, "raider": raider})
