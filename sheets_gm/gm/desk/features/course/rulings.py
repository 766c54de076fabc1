"""Rulings: somebody claims something, the judge decides it, and the ruling may be appealed."""

from __future__ import annotations

from sheets_gm.gm.desk.context import MatchContext
from sheets_gm.gm.desk.desk_orders import ClaimOrder, DeskOrder
from sheets_gm.gm.desk.features.feature import DeskAction, Done, Feature
from sheets_gm.gm.desk.field_values import find_entry, parse_die, parse_number, parse_reason
from sheets_gm.gm.match_record import claims
from sheets_gm.gm.match_record.record import Record
from sheets_gm.kernel.actions import AnyAction, Appeal, BadAction, Claim, Ruling


def _with_cases(record: Record, action: AnyAction, done: Done) -> Record:
    return record.but(cases=claims.after(record.cases, action, done.entry, done.now))


def claim_of(context: MatchContext, order: ClaimOrder, by: str) -> AnyAction:
    """The claim or the appeal that a row of the Claims tab makes. BadAction."""
    if order.appeals is not None:
        return Appeal(number=order.appeals, by=by, why=order.text)
    return _new_claim(context, by, order.text, order.about)


def _rule_on_desk(context: MatchContext, order: DeskOrder, by: str) -> AnyAction:
    number = parse_number(order.on, "a claim")
    old = claims.case(context.record.cases, number)
    appeal = context.record.policy.appeal
    decision, *parts = [part.strip() for part in order.value.split("|")]
    if not decision:
        raise BadAction("A ruling needs a decision. Write it under Value.", "value")
    return Ruling(
        number=number,
        decision=decision,
        evidence=tuple(part for part in parts if parse_die(part) is None),
        dice=tuple(die for part in parts if (die := parse_die(part))),
        appeal_by=context.now + appeal if appeal and old.at(context.now) is claims.Stage.OPEN else None,
        why=parse_reason(order.why),
        by=by,
    )


def _claim_on_desk(context: MatchContext, order: DeskOrder, by: str) -> AnyAction:
    about = parse_number(order.on, "an entry") if order.on.strip() else None
    return _new_claim(context, by, order.value or order.why, about)


def _new_claim(context: MatchContext, by: str, text: str, about: int | None) -> Claim:
    if not text.strip():
        raise BadAction("Write what is claimed.", "value")
    about = None if about is None else find_entry(context, about)
    return Claim(number=claims.next_number(context.record.cases), text=text.strip(), about=about, by=by)


FEATURE = Feature(
    effects={Claim: _with_cases, Ruling: _with_cases, Appeal: _with_cases},
    desk={
        "rule": DeskAction(_rule_on_desk, "a claim's number", "decision | evidence | d20 for what", "decides a claim"),
        "claim": DeskAction(_claim_on_desk, "an entry's number", "what is claimed", "asks for a ruling"),
    },
    when_over=(Claim, Ruling, Appeal),
)
