"""Answers to questions: what a unit can do, and how it would fare in a fight."""

from __future__ import annotations

from sheets_gm.games.win_or_die.rules.combat.reactions import id_of
from sheets_gm.games.win_or_die.rules.commands.forecast import Look, look
from sheets_gm.games.win_or_die.views.visible import View
from sheets_gm.kernel.forms import Reply
from sheets_gm.kernel.outcome import Order


def answer(view: View, seat: str, order: Order) -> Reply:
    """Answer the question *order* (a `Look`) from the view of *seat* and nothing else."""
    if not isinstance(order, Look):
        raise TypeError(f"{order.kind} is no ask")
    field = view.match.field
    unit, target = (field.by_id.get(id_of(name or "")) for name in (order.unit, order.target))
    if unit is None:
        return Reply(f"There is no unit {order.unit}")
    text, reach, targets = look(field, seat, unit, order.space, target)
    return Reply(text, {"reach": reach, "targets": targets})
