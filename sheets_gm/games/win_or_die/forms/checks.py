"""The checks of orders: why one is refused, by itself or together with the others of its seat."""

from __future__ import annotations

from collections.abc import Sequence

from sheets_gm.games.win_or_die.data.words import TYPES
from sheets_gm.games.win_or_die.forms.all_forms import occasion_of
from sheets_gm.games.win_or_die.position.orders import (
    Answer,
    ChooseBarrack,
    ChooseLineUp,
    Command,
    Deploy,
    Enlist,
    React,
)
from sheets_gm.games.win_or_die.position.state import Match
from sheets_gm.games.win_or_die.rules.combat.reactions import answers, id_of
from sheets_gm.games.win_or_die.rules.commands.forecast import forecast
from sheets_gm.games.win_or_die.rules.commands.reading import read
from sheets_gm.games.win_or_die.rules.setup import barracks, deployment, legions
from sheets_gm.kernel.outcome import Order, Remark


def check(match: Match, seat: str, order: Order) -> Remark | None:
    """Return why *order* is refused, a useful remark about it, or None."""
    wanted = _ORDERS.get(match.phase, ())
    if not isinstance(order, wanted):
        return Remark(text="This order is not possible now", clause="WOD-53")
    if isinstance(order, ChooseBarrack):
        return barracks.check(match, seat, order)
    if isinstance(order, Enlist):
        return legions.check(match, seat, order) or legions.price(match, order)
    if isinstance(order, ChooseLineUp):
        return legions.check_lineup(match, seat, order)
    if isinstance(order, Deploy):
        return deployment.check(match, seat, order)
    if isinstance(order, Command):
        return _check_command(match, seat, order)
    if isinstance(order, Answer):
        return _check_answer(match, seat, order)
    return _check_react(match, seat, order) if isinstance(order, React) else None


_ORDERS: dict[str, tuple[type[Order], ...]] = {
    "barrack": (ChooseBarrack,),
    "legion": (Enlist, ChooseLineUp),
    "deployment": (Deploy,),
    "battle": (Command, Answer, React),
}


def _check_command(match: Match, seat: str, order: Command) -> Remark | None:
    action = read(match, seat, order)
    if not isinstance(action, Remark):
        return forecast(match.field, action)
    waits = match.question is not None or seat != match.acting
    if match.settings.on_fail == "skip" and not waits:  # R31
        return action.but(refuses=False, skips=True)
    return action


def _check_answer(match: Match, seat: str, order: Answer) -> Remark | None:
    if match.question is None or match.question.seat != seat:
        return Remark(text="You have no question to answer now", clause="WOD-60")
    legal = answers(match.field, occasion_of(match.question))
    if order.answer not in legal:
        text = f"“{order.answer}” is not one of the answers"
        return Remark(field="answer", text=text, instead=legal[0], clause="WOD-74")
    return None


def _check_react(match: Match, seat: str, order: React) -> Remark | None:
    field = match.field
    if not order.reaction:
        return Remark(field="reaction", text="Choose a reaction or a Tactic", clause="WOD-R32")
    for name in ("unit", "ally"):
        label = getattr(order, name)
        unit = field.by_id.get(id_of(label or ""))
        if label and (unit is None or unit.seat != seat):
            return Remark(field=name, text=f"You have no unit {label}", clause="WOD-R32")
    if order.enemy and order.enemy not in TYPES:
        unit = field.by_id.get(id_of(order.enemy))
        if unit is None or unit.seat == seat:
            return Remark(field="enemy", text=f"There is no enemy {order.enemy}", clause="WOD-R32")
    if order.to and order.to not in match.board.terrain:
        return Remark(field="to", text=f"There is no space {order.to}", clause="WOD-R32")
    return None


def fits(match: Match, seat: str, orders: tuple[Order, ...]) -> Sequence[Remark | None]:
    """Return for each of a seat's orders why it conflicts with the others, or None."""
    recruits = {at: order for at, order in enumerate(orders) if isinstance(order, Enlist)}
    places = {at: order for at, order in enumerate(orders) if isinstance(order, Deploy)}
    remarks = dict(zip(recruits, legions.fits(match, [*recruits.values()]), strict=True))
    remarks |= dict(zip(places, deployment.fits(match, seat, [*places.values()]), strict=True))
    return [remarks.get(number) for number in range(len(orders))]


def total(match: Match, seat: str, form: str, orders: tuple[Order, ...]) -> Remark | None:
    """Return the total of a legion or why it is not legal yet; for a deployment, the number of units without
    a space.
    """
    if form == "deployment":
        return deployment.total(match, seat, [order for order in orders if isinstance(order, Deploy)])
    rows = [order for order in orders if isinstance(order, Enlist)]
    return legions.total(match, rows) if form == "legion" else None
