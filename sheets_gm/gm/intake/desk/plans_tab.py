"""The Plan ahead tab: orders for later turns, each perhaps with a condition, and their outcome.

A row is read and answered like a question, and never locked: only its owner, and people who may read the owner's
workbook, know of it. When its turn comes, it fills in a row of the game, and is emptied.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from sheets_gm.gm.between.rows.context import MatchContext
from sheets_gm.gm.between.rows.desk_orders import PlanOrder
from sheets_gm.gm.intake.desk.planned_orders import (
    EVERY_TIME,
    NEXT_TIME,
    NotOpen,
    check_cells,
    in_words,
    is_for_any_turn,
    is_now,
    is_so,
    open_forms,
    open_step,
    read_plan,
)
from sheets_gm.gm.match_record.plans import PLANS, Plans
from sheets_gm.gm.match_record.record import Record
from sheets_gm.kernel.actions import BadAction
from sheets_gm.kernel.conditions import Condition
from sheets_gm.kernel.forms import Close, Field, Form, FormRow, Kind, Reply, form_of_rows
from sheets_gm.kernel.outcome import Remark
from sheets_gm.sheet.tabs import FormTab

MOST = 200
"""Characters that a text field holds at most."""

FIELDS = ("when", "condition", "target", "order", "otherwise", "tick")

TAB = FormTab(PLANS, PLANS, FIELDS, ("became",), ask=True)


def has_plans(record: Record) -> bool:
    """Return whether the match has the Plan ahead tab. Once it exists it stays, hidden while nobody may plan."""
    return bool(record.policy.plans) or any(PLANS in book.tabs for book in record.workbooks)


def plan_forms(record: Record, conditions: tuple[Condition, ...]) -> tuple[Form, ...]:
    """Return the forms of all players for planned orders."""
    rows = record.policy.plans
    if not rows:
        return ()
    became: dict[str, dict[int, str]] = {}
    for each in Plans.of(record).became:
        became.setdefault(each.seat, {})[each.row] = each.text
    return tuple(
        plan_form(seat.id, tuple(became.get(seat.id, {}).get(row, "") for row in range(rows)), conditions)
        for seat in record.people
        if not seat.neutral
    )


@lru_cache(maxsize=1024)
def plan_form(seat: str, became: tuple[str, ...], conditions: tuple[Condition, ...]) -> Form:
    """Return the form of *seat*. *became* are the outcomes of the last plan in each row."""
    fields = (
        Field("when", Kind.TEXT, most=MOST, suggests=True, choices=(NEXT_TIME, EVERY_TIME)),
        Field("condition", Kind.TEXT, most=MOST, suggests=True, choices=tuple(each.shown for each in conditions)),
        Field("target", Kind.TEXT, most=MOST),
        Field("order", Kind.TEXT, most=MOST),
        Field("otherwise", Kind.TEXT, most=MOST),
        Field("tick", Kind.FLAG, default=False),
    )
    each = tuple(FormRow(f"#{number}", fields, {"became": text or None}) for number, text in enumerate(became, start=1))
    return form_of_rows(PLANS, seat, PlanOrder, each, due=False, close=Close.ASK)


def answer_plan(context: MatchContext, seat: str, order: PlanOrder) -> Reply | Remark:
    """Return the answer to a planned order of *seat*: how it was read and its state now, or what is wrong with it."""
    try:
        return Reply(_answer(context, seat, order))
    except BadAction as bad:
        return Remark(text=str(bad), field=bad.field if bad.field in FIELDS else None, instead=bad.instead or None)


def _answer(context: MatchContext, seat: str, order: PlanOrder) -> str:
    """Return how *order* was read, whether its condition is met, and what would be wrong. Raises BadAction."""
    if not order.order.strip() and not order.otherwise.strip():
        raise BadAction("Write the order", "order")
    if not is_for_any_turn(order.when) and is_now(open_step(context), order.when):
        raise BadAction("That turn is open now: fill in your row itself", "when")
    so = is_so(context, seat, order.condition)
    sentences = [in_words(order, conditional=so is not None)]
    if so is not None:
        sentences.append(f"As things stand, the condition is {'true' if so else 'not true'}.")
    forms = open_forms(context, seat)
    for name, text in (("order", order.order), ("otherwise", order.otherwise)):
        if not text.strip():
            continue
        try:
            problem = _problem(context, seat, forms, order.target, text)
        except BadAction as bad:
            bad.field = bad.field if bad.field in FIELDS else name
            raise
        if problem:
            sentences.append(f"As things stand, “{text.strip()}” is refused: {problem}")
    return " ".join(sentences)


def _problem(context: MatchContext, seat: str, forms: Sequence[Form], target: str, text: str) -> str:
    """Return why the order *text* would be refused now; "" if it would not, or nobody knows. Raises BadAction."""
    try:
        return read_plan(context, seat, forms, target, text).problem
    except NotOpen:
        check_cells(context, text)
        return ""  # it is asked again once its form is open
