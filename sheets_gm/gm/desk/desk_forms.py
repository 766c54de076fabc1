"""The desk forms, which every match has whatever its game: the GM's desk and the players' claims.

A match with real dice has the form of their rolls too, which `sheets_gm.gm.desk.roll_form` makes.

They have tabs of their own. Their rows are read, answered and locked one by one like a game's forms that close at
once, and each locked row becomes an action.
"""

from __future__ import annotations

from collections.abc import Sequence

from sheets_gm.gm.desk import roll_form
from sheets_gm.gm.desk.context import MatchContext
from sheets_gm.gm.desk.desk_orders import ClaimOrder, DeskOrder
from sheets_gm.gm.desk.gm_actions import GM_ACTIONS, action_of_claim_order, action_of_desk_order
from sheets_gm.kernel.actions import AnyAction, BadAction
from sheets_gm.kernel.forms import Close, Field, Form, Kind
from sheets_gm.kernel.outcome import GM, Order, Remark
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.tabs import FormTab, Tab

DESK = "desk"
CLAIMS = "claims"

DESK_ROWS = 4
"""Rows of the Desk tab."""

MOST = 1000
"""Characters that a text field holds at most."""

_DESK = Form(
    DESK,
    GM,
    DeskOrder,
    (
        Field("act", choices=tuple(GM_ACTIONS), required=True),
        Field("on", Kind.TEXT, most=MOST),
        Field("value", Kind.TEXT, most=MOST),
        Field("why", Kind.TEXT, most=MOST),
    ),
    rows=DESK_ROWS,
    due=False,
    close=Close.AT_ONCE,
)
_CLAIM = (
    Field("text", Kind.TEXT, required=True, most=MOST),
    Field("about", Kind.WHOLE, low=0),
    Field("appeals", Kind.WHOLE, low=1),
)

TABS: tuple[Tab, ...] = (
    FormTab(CLAIMS, CLAIMS, tuple(field.name for field in _CLAIM)),
    FormTab(DESK, DESK, tuple(field.name for field in _DESK.fields)),
    roll_form.TAB,
)
"""The tabs of these forms."""


def forms(seats: Sequence[Seat]) -> tuple[Form, ...]:
    """The claim form of each seat that is a side, and the GM's desk."""
    sides = (seat for seat in seats if not seat.neutral)
    claims = (Form(CLAIMS, seat.id, ClaimOrder, _CLAIM, due=False, close=Close.AT_ONCE) for seat in sides)
    return (*claims, _DESK)


def is_desk_form(form: Form) -> bool:
    """Whether *form* is a desk form and not one of the game's."""
    return form.key in (DESK, CLAIMS, roll_form.ROLLS)


def action_of(context: MatchContext, seat: str, order: Order) -> AnyAction:
    """The action that an *order* of *seat* asks for. BadAction."""
    if isinstance(order, DeskOrder):
        return action_of_desk_order(context, order, seat)
    if isinstance(order, ClaimOrder):
        return action_of_claim_order(context, order, seat)
    raise TypeError(f"no desk form has orders of kind {order.kind}")


def check(context: MatchContext, seat: str, order: Order) -> Remark | None:
    """Why an order on a desk form cannot stand, or None."""
    try:
        action_of(context, seat, order)
    except BadAction as bad:
        return Remark(text=str(bad), field=bad.field if isinstance(order, DeskOrder) else None)
    return None
