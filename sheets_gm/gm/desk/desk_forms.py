"""The house's own forms, which every match has whatever the game: the GM's desk, and what players claim.

They lie on tabs of their own, are read, answered and taken like a game's forms whose rows are taken one by one, and
each taken row becomes an act.
"""

from __future__ import annotations

from collections.abc import Sequence

from sheets_gm.gm.desk.gm_actions import (
    GM_ACTIONS,
    ClaimOrder,
    DeskOrder,
    MatchContext,
    action_of_claim_order,
    action_of_desk_order,
)
from sheets_gm.kernel.actions import AnyAction, BadAction
from sheets_gm.kernel.forms import Close, Field, Form, Kind
from sheets_gm.kernel.outcome import GM, Order, Remark
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.tabs import FormTab, Tab

DESK = "desk"
CLAIMS = "claims"

TABS: tuple[Tab, ...] = (FormTab(CLAIMS, CLAIMS), FormTab(DESK, DESK))
"""The tabs that these forms lie on."""

DESK_ROWS = 4
MOST = 1000

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


def forms(seats: Sequence[Seat]) -> tuple[Form, ...]:
    """A row for each seat to claim something in, and the GM's desk."""
    claims = (Form(CLAIMS, seat.id, ClaimOrder, _CLAIM, due=False, close=Close.AT_ONCE) for seat in seats)
    return (*claims, _DESK)


def is_desk_form(form: Form) -> bool:
    """Whether *form* is one of the house's, and not the game's."""
    return form.key in (DESK, CLAIMS)


def action_of(present: MatchContext, seat: str, order: Order) -> AnyAction:
    """The act that a row of *seat* asks for. BadAct."""
    if isinstance(order, DeskOrder):
        return action_of_desk_order(present, order, seat)
    if isinstance(order, ClaimOrder):
        return action_of_claim_order(present, order, seat)
    raise TypeError(f"the house has no form for {order.kind}")


def check(present: MatchContext, seat: str, order: Order) -> Remark | None:
    """Why an order on one of the house's forms cannot stand."""
    try:
        action_of(present, seat, order)
    except BadAction as bad:
        return Remark(text=str(bad), field=bad.field if isinstance(order, DeskOrder) else None)
    return None
