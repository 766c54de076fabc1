"""The tab “Your seat”: what a player does about their seat, on their own row."""

from __future__ import annotations

from dataclasses import replace

from sheets_gm.gm.between.finding import seat_actions
from sheets_gm.gm.between.rows.context import MatchContext
from sheets_gm.gm.between.rows.desk_orders import SeatOrder
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.kernel.actions import Action, BadAction
from sheets_gm.kernel.forms import Close, Field, Form, Kind
from sheets_gm.kernel.outcome import Order
from sheets_gm.sheet.tabs import FormTab

SEATS = "seats"

MOST = 200
"""Characters that a text field holds at most."""

LONGEST = 500
"""Characters of what a player says at most."""

_FORM = Form(
    SEATS,
    "",
    SeatOrder,
    (
        Field("act"),
        Field("since", Kind.TEXT, most=MOST),
        Field("until", Kind.TEXT, most=MOST),
        Field("who", Kind.TEXT, most=LONGEST),
    ),
    due=False,
    close=Close.AT_ONCE,
)

TAB = FormTab(SEATS, SEATS, tuple(field.name for field in _FORM.fields))


def seat_form(seat: str, policy: Policy, *, alone: bool, teamed: bool) -> Form:
    """Return the row of *seat* on the tab “Your seat”.

    *alone*: only its player and the game master can read it. *teamed*: its team has workbooks that no other team can
    open.
    """
    offered = tuple(
        act
        for act, action in seat_actions().items()
        if action.may(seat, policy)
        and (alone or not action.private)
        and (teamed or not action.among_team)
        and (policy.sharing != LINK or not action.somebody)
    )
    return replace(_FORM, seat=seat, fields=(Field("act", choices=offered), *_FORM.fields[1:]))


def action_of_seat_order(context: MatchContext, order: SeatOrder, by: str) -> Action:
    """Return the action that a row of “Your seat” asks for; only times are an absence. Raises BadAction."""
    act = order.act or ("away" if order.until.strip() else "")
    if not act:
        raise BadAction("Choose what to do.", "act")
    return seat_actions()[act].make(context, order, by)


LINK = "link"
"""The way of sharing in which anyone with the link can type, so that nobody knows who typed."""

ONCE_MORE = "Tick Do once more to do it."
"""The end of the question before something that a player cannot undo alone."""


def asked_once_more(order: Order, action: Action) -> str:
    """Return the question before the *action* of a row of the tab “Your seat” is carried out; "" if there is none."""
    kind = seat_actions().get(order.act) if isinstance(order, SeatOrder) else None
    lasting = kind.lasting(action) if kind is not None else ""
    return f"{lasting} {ONCE_MORE}" if lasting else ""


def private_fields(order: Order) -> tuple[str, ...]:
    """Return the fields of a row of the tab “Your seat” that nobody else may read; none for other orders."""
    action = seat_actions().get(order.act) if isinstance(order, SeatOrder) else None
    return (action.private,) if action is not None and action.private else ()
