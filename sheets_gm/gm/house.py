"""The house's own forms, which every match has whatever the game: the GM's desk, and what players claim.

They lie on tabs of their own, are read, answered and taken like a game's forms whose rows are taken one by one, and
each taken row becomes an act.
"""

from __future__ import annotations

from collections.abc import Sequence

from sheets_gm.gm.deeds import VERBS, Deed, Plea, Present, compose, plead
from sheets_gm.kernel.acts import AnyAct, BadAct
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
    Deed,
    (
        Field("act", choices=tuple(VERBS), required=True),
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
    claims = (Form(CLAIMS, seat.id, Plea, _CLAIM, due=False, close=Close.AT_ONCE) for seat in seats)
    return (*claims, _DESK)


def is_ours(form: Form) -> bool:
    """Whether *form* is one of the house's, and not the game's."""
    return form.key in (DESK, CLAIMS)


def act_of(present: Present, seat: str, order: Order) -> AnyAct:
    """The act that a row of *seat* asks for. BadAct."""
    if isinstance(order, Deed):
        return compose(present, order, seat)
    if isinstance(order, Plea):
        return plead(present, order, seat)
    raise TypeError(f"the house has no form for {order.kind}")


def check(present: Present, seat: str, order: Order) -> Remark | None:
    """Why an order on one of the house's forms cannot stand."""
    try:
        act_of(present, seat, order)
    except BadAct as bad:
        return Remark(text=str(bad), field=bad.field if isinstance(order, Deed) else None, clause="GM")
    return None
