"""What a player does about their own seat, on a row of the Seats tab: be away, name a deputy, offer it, leave it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import TypeAlias

from sheets_gm.gm.desk.context import MatchContext
from sheets_gm.gm.desk.desk_orders import SeatOrder
from sheets_gm.gm.desk.field_values import parse_person, parse_times
from sheets_gm.gm.desk.seats.votes import nudge, vote
from sheets_gm.gm.match_record.clock_times import BadTime
from sheets_gm.gm.match_record.notice_wishes import minute_of_day
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.kernel.actions import (
    AnyAction,
    AskForDesk,
    Away,
    Back,
    BadAction,
    Deputize,
    GiveUp,
    Keep,
    Offer,
    Unvote,
    WishNotices,
)
from sheets_gm.kernel.forms import Close, Field, Form, Kind
from sheets_gm.sheet.cleaning import plain
from sheets_gm.sheet.tabs import FormTab

SEATS = "seats"

MOST = 200
"""Characters that a text field holds at most."""

Make: TypeAlias = Callable[[MatchContext, SeatOrder, str], AnyAction]
"""Makes the action that a row of a seat asks for."""


def _away(context: MatchContext, order: SeatOrder, by: str) -> AnyAction:
    if not order.until.strip():
        raise BadAction("Write until when: 7d, Sun 17:00, or 2026-12-24.", "until")
    start, until = parse_times(context, order.since, order.until)
    return away(context, by, start, until, by=by)


def away(context: MatchContext, seat: str, start: float, until: float, *, by: str, why: str = "") -> Away:
    """The action that lets *seat* be away from *start* up to *until*."""
    last = context.record.last_hours(until)
    return Away(seat=seat, start=start, until=until, is_later=start > context.now, due=last, why=why, by=by)


def _back(_context: MatchContext, _order: SeatOrder, by: str) -> AnyAction:
    return Back(seat=by, by=by)


def _deputy(context: MatchContext, order: SeatOrder, by: str) -> AnyAction:
    if not order.who.strip():
        raise BadAction("Write who: a player, or Zoe <zoe@example.org>.", "who")
    player, account = person(context, order.who)
    return Deputize(seat=by, player=player, account=account, by=by)


def _no_deputy(_context: MatchContext, _order: SeatOrder, by: str) -> AnyAction:
    return Deputize(seat=by, by=by)


def _offer(context: MatchContext, order: SeatOrder, by: str) -> AnyAction:
    player, account = person(context, order.who) if order.who.strip() else ("", None)
    return Offer(seat=by, player=player, account=account, by=by)


def _keep(_context: MatchContext, _order: SeatOrder, by: str) -> AnyAction:
    return Keep(seat=by, by=by)


def _leave(_context: MatchContext, _order: SeatOrder, by: str) -> AnyAction:
    return GiveUp(seat=by, by=by)


def _ask_for_desk(context: MatchContext, _order: SeatOrder, by: str) -> AnyAction:
    return AskForDesk(seat=by, until=context.now + context.record.policy.heir_after, by=by)


def _quiet(_context: MatchContext, order: SeatOrder, by: str) -> AnyAction:
    return WishNotices(seat=by, quiet=(_minute(order.since, "since"), _minute(order.until, "until")), by=by)


def _daily(_context: MatchContext, order: SeatOrder, by: str) -> AnyAction:
    return WishNotices(seat=by, daily=_minute(order.since or "18:00", "since"), by=by)


def _minute(text: str, field: str) -> int:
    try:
        return minute_of_day(text)
    except BadTime as error:
        raise BadAction(str(error), field) from error


def _no_notices(_context: MatchContext, _order: SeatOrder, by: str) -> AnyAction:
    return WishNotices(seat=by, none=True, by=by)


def _every_notice(_context: MatchContext, _order: SeatOrder, by: str) -> AnyAction:
    return WishNotices(seat=by, every=True, by=by)


def _nudge(context: MatchContext, order: SeatOrder, by: str) -> AnyAction:
    return nudge(context, order.who, by=by)


def _vote(context: MatchContext, order: SeatOrder, by: str, on: str) -> AnyAction:
    return vote(context, by, on, order.who, by=by)


def _no_vote(_context: MatchContext, _order: SeatOrder, by: str) -> AnyAction:
    return Unvote(seat=by, by=by)


def person(context: MatchContext, text: str) -> tuple[str, str | None]:
    """The name and the account of a person: somebody of the roster, or "Zoe <zoe@example.org>". BadAction."""
    known = [each for each in context.record.people if plain(text) in (plain(each.player), plain(each.id))]
    return (known[0].player, known[0].account) if len(known) == 1 else parse_person(text)


ASK_FOR_DESK = "ask for the desk"
"""What the heir of the game master does when the game master is gone."""

VOTES: Mapping[str, str] = MappingProxyType(
    {"vote: extend": "extend", "vote: pause": "pause", "vote: go on": "go on", "vote: excuse": "excuse"}
)
"""What players may vote on, as the Seats tab offers it."""

SEAT_ACTIONS: Mapping[str, Make] = MappingProxyType(
    {
        "away": _away,
        "back now": _back,
        "deputy": _deputy,
        "no deputy": _no_deputy,
        "offer the seat": _offer,
        "keep the seat": _keep,
        "leave for good": _leave,
        "nudge": _nudge,
        "quiet hours": _quiet,
        "one notice a day": _daily,
        "no notices": _no_notices,
        "every notice": _every_notice,
        **{act: partial(_vote, on=on) for act, on in VOTES.items()},
        "take back my vote": _no_vote,
        ASK_FOR_DESK: _ask_for_desk,
    }
)
"""What a player may do about their seat, in the order in which the Seats tab offers it."""


_FORM = Form(
    SEATS,
    "",
    SeatOrder,
    (
        Field("act", choices=tuple(SEAT_ACTIONS)),
        Field("since", Kind.TEXT, most=MOST),
        Field("until", Kind.TEXT, most=MOST),
        Field("who", Kind.TEXT, most=MOST),
    ),
    due=False,
    close=Close.AT_ONCE,
)

TAB = FormTab(SEATS, SEATS, tuple(field.name for field in _FORM.fields), later=True)


def seat_form(seat: str, policy: Policy) -> Form:
    """The row of *seat* on the Seats tab."""
    offered = tuple(act for act in SEAT_ACTIONS if _may(act, seat, policy))
    return replace(_FORM, seat=seat, fields=(Field("act", choices=offered), *_FORM.fields[1:]))


def _may(act: str, seat: str, policy: Policy) -> bool:
    """Whether the match lets a seat do this: vote, or ask for the desk of the game master."""
    if act == ASK_FOR_DESK:
        return seat == policy.heir
    return policy.votes or "vote" not in act


def action_of_seat_order(context: MatchContext, order: SeatOrder, by: str) -> AnyAction:
    """The action that a row of the Seats tab asks for. Times alone are those of an absence. BadAction."""
    act = order.act or ("away" if order.until.strip() else "")
    if not act:
        raise BadAction("Choose what to do.", "act")
    return SEAT_ACTIONS[act](context, order, by)
