"""The desk forms, which every match has: the game master's desk, the players' claims and their seats.

A match with real dice also has the form for rolls, which `sheets_gm.gm.intake.desk.roll_form` makes.

Their tabs are separate from those of the game. Their rows are read, answered and locked one by one like a game's forms
that close at once, and each locked row becomes an action.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace

from sheets_gm.gm.between import effects
from sheets_gm.gm.between.changes import changeable
from sheets_gm.gm.between.finding import desk_actions
from sheets_gm.gm.between.limits import check_limit
from sheets_gm.gm.between.rows.context import MatchContext
from sheets_gm.gm.between.rows.desk_orders import ClaimOrder, DeskOrder, PlanOrder, SeatOrder, TakeOrder
from sheets_gm.gm.intake.desk import free_seats, plans_tab, roll_form, seats_tab
from sheets_gm.gm.intake.desk.free_seats import action_of_take_order
from sheets_gm.gm.intake.desk.gm_actions import action_of_claim_order, action_of_desk_order
from sheets_gm.gm.intake.desk.seats_tab import SEATS, action_of_seat_order, asked_once_more, seat_form
from sheets_gm.gm.match_record.drafts import Draft
from sheets_gm.gm.match_record.plans import PLANS
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.seats.hand_over import FREE
from sheets_gm.kernel.actions import Action, BadAction
from sheets_gm.kernel.conditions import Condition
from sheets_gm.kernel.english import seats_of_side, sides_left
from sheets_gm.kernel.forms import Close, Field, Form, Given, Kind, Reply, Typed
from sheets_gm.kernel.outcome import GM, Order, Remark
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.cleaning import is_blank
from sheets_gm.sheet.tabs import FormTab, Tab

POLICY = Policy()
"""The policy of a match for which the game master has chosen nothing."""

DESK = "desk"
CLAIMS = "claims"

DESK_ROWS = 4
"""The fewest rows of the Desk tab; while all are used, it has one more."""

MOST = 1000
"""Characters that a text field holds at most."""

_DESK = Form(
    DESK,
    GM,
    DeskOrder,
    (
        Field("act", required=True),
        Field("on", Kind.TEXT, most=MOST, suggests=True),
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
    seats_tab.TAB,
    plans_tab.TAB,
    free_seats.TAB,
    roll_form.TAB,
)
"""The tabs of these forms."""


def forms(seats: Sequence[Seat], policy: Policy = POLICY, alone: Collection[str] = ()) -> tuple[Form, ...]:
    """Return the forms for claims and seats of each seat on a side, as the *policy* allows, and the GM's desk.

    *alone* are the seats with a workbook that no other player can open.
    """
    sides = [seat.id for seat in seats if not seat.neutral]
    claims = (Form(CLAIMS, seat, ClaimOrder, _CLAIM, due=False, close=Close.AT_ONCE) for seat in sides)
    teamed = policy.teamed(seats)
    seat_forms = (seat_form(seat, policy, alone=seat in alone, teamed=seat in teamed) for seat in sides)
    return (*claims, *seat_forms, _desk(seats))


def forms_as_needed(record: Record, conditions: tuple[Condition, ...]) -> tuple[Form, ...]:
    """Return the forms that a match has only while they are needed: for free seats, and for planned orders."""
    return (*free_seats.forms(record), *plans_tab.plan_forms(record, conditions))


def with_free_row(desk: Sequence[Form], drafts: Sequence[Draft]) -> tuple[Form, ...]:
    """Return the *desk* forms, with one more row on the GM's desk while *drafts* use all of its rows."""
    used = {draft.row for draft in drafts if draft.form == DESK and any(map(_is_typed, draft.typed.values()))}
    if not used:
        return tuple(desk)
    free = next(row for row in range(len(used) + 1) if row not in used)
    rows = max(DESK_ROWS, max(used) + 1, free + 1)
    return tuple(replace(form, rows=rows) if form.key == DESK and form.rows != rows else form for form in desk)


def with_choices(desk: Sequence[Form], drafts: Sequence[Draft], turns: Sequence[str]) -> tuple[Form, ...]:
    """Return the *desk* forms with choices for On, as the rows of the GM's desk need them.

    A row that goes back to a turn gets the played *turns*; a row that changes how the match is run gets what may be
    changed. Other rows get neither, so that the desk stays the same from turn to turn.
    """
    acts = {draft.typed.get("act") for draft in drafts if draft.form == DESK}
    for about, choices in (("turn", turns), ("change", changeable())):
        names = [act for act, action in desk_actions().items() if action.about == about]
        if acts & {*names}:
            desk = tuple(_offering(form, names, choices) if form.key == DESK else form for form in desk)
    return tuple(desk)


def _offering(form: Form, acts: Sequence[str], choices: Sequence[str]) -> Form:
    fields = tuple(
        replace(field, choices=(*field.choices, *choices)) if field.name == "on" else field for field in form.fields
    )
    given: Given = {**form.given, **{("act", act): {"on": tuple(choices)} for act in acts}}
    return replace(form, fields=fields, given=given)


def _is_typed(value: Typed) -> bool:
    return not is_blank(value) and value is not False


def _desk(seats: Sequence[Seat]) -> Form:
    """Return the GM's desk. On offers the players and the teams, and any other text may be typed."""
    counts = Counter(seat.player for seat in seats)
    players = [seat.player if counts[seat.player] == 1 else seat.id for seat in seats if not seat.neutral]
    members = {side: seats_of_side(side, seats) for side in sides_left(seats, ())}
    sides = tuple(
        who[0].player if len(who) == 1 and counts[who[0].player] == 1 else side for side, who in members.items()
    )
    offered = tuple(dict.fromkeys((*players, *sides)))
    given: Given = {
        ("act", act): {"on": {"person": offered, "side": sides}.get(action.about, ())}
        for act, action in desk_actions().items()
    }
    choices = {"act": tuple(desk_actions()), "on": offered}
    fields = tuple(replace(field, choices=choices.get(field.name, field.choices)) for field in _DESK.fields)
    return replace(_DESK, fields=fields, given=given)


def is_desk_form(form: Form) -> bool:
    """Return whether *form* is a desk form and not one of the game's."""
    return form.key in _KEYS


def is_desk_tab(tab: FormTab) -> bool:
    """Return whether *tab* has a desk form and not one of the game's."""
    return tab.form in _KEYS


def is_done_alone(form: Form) -> bool:
    """Return whether each row of *form* is carried out alone. This is so for all desk forms except the rolls."""
    return is_desk_form(form) and form.key != roll_form.ROLLS


LASTING = frozenset((DESK, CLAIMS, SEATS, PLANS))
"""Desk forms that are always open, with what was last typed there."""

_KEYS = LASTING | {FREE, roll_form.ROLLS}


def action_of(context: MatchContext, seat: str, order: Order) -> Action:
    """Return the action that an *order* of *seat* asks for. Raises BadAction."""
    if isinstance(order, DeskOrder):
        return action_of_desk_order(context, order, seat)
    if isinstance(order, ClaimOrder | SeatOrder):
        check_limit(context.record, seat)
    if isinstance(order, ClaimOrder):
        return action_of_claim_order(context, order, seat)
    action: Action | None = None
    if isinstance(order, SeatOrder):
        action = action_of_seat_order(context, order, seat)
    if isinstance(order, TakeOrder):
        action = action_of_take_order(context, order, seat)
    if action is not None:
        effects.after(context.record, action, context.last + 1, context.now)
        return action
    raise TypeError(f"no desk form has orders of kind {order.kind}")


def answer(context: MatchContext, seat: str, order: Order) -> Reply | Remark:
    """Return the answer to a row of a desk form that asks, or what is wrong with the row."""
    if isinstance(order, PlanOrder):
        return plans_tab.answer_plan(context, seat, order)
    raise TypeError(f"nothing is asked by orders of kind {order.kind}")


def check(context: MatchContext, seat: str, order: Order, *, is_asked: bool = False) -> Remark | None:
    """Return why an order on a desk form is refused, or None.

    An action that its player cannot undo alone is refused with a question, unless the player was already asked
    (*is_asked*).
    """
    try:
        action = action_of(context, seat, order)
        if not is_asked and (question := asked_once_more(order, action)):
            return Remark(text=question)
    except BadAction as bad:
        fields = type(order).model_fields
        return Remark(text=str(bad), field=bad.field if bad.field in fields else None)
    return None
