"""Heirs: a player asks for the desk of a game master who is gone, and gets it if nobody answers in time."""

from __future__ import annotations

from typing import Literal

from sheets_gm.gm.between.feature import Done, Feature, Names, SeatAction
from sheets_gm.gm.between.rows.context import MatchContext
from sheets_gm.gm.between.rows.desk_orders import SeatOrder
from sheets_gm.gm.between.rows.naming import taken_seat
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.match_record.record import Record
from sheets_gm.kernel.actions import Action, BadAction


class AskForDesk(Action):
    """*seat* asks for the desk of the game master, and gets it at the instant *until* unless they act before."""

    kind: Literal["ask for desk"] = "ask for desk"
    seat: str
    until: float


class Inherit(Action):
    """*seat* gets the desk of the game master, who did nothing after it was asked for."""

    kind: Literal["inherit"] = "inherit"
    seat: str


ASK_FOR_DESK = "ask for the desk"
"""What the heir of the game master does when the game master is gone."""


def _ask_for_desk(record: Record, action: AskForDesk, done: Done) -> Record:
    seat = taken_seat(record, action.seat)
    if seat.id != record.policy.heir:
        raise BadAction("Only who inherits the desk of the game master may ask for it: see the Roster.", "act")
    if not seat.account:
        raise BadAction(f"No account is known of {seat.player}, so the desk cannot be kept for that person.", "act")
    if record.inherits is not None:
        raise BadAction(f"{seat.player} has asked for it already.", "act")
    if seat.account in record.policy.gm:
        raise BadAction(f"{seat.player} is a game master already.", "act")
    return record.but(inherits=action.until if action.until > done.now else done.now)


def _inherit(record: Record, action: Inherit, _done: Done) -> Record:
    heir = record.heir
    accounts = () if heir is None or heir.account is None or heir.id != action.seat else (heir.account,)
    return record.but(inherits=None, policy=record.policy.but(gm=(*record.policy.gm, *accounts)))


def _due(record: Record, now: float) -> tuple[Action, ...]:
    """The heir who asked for the desk gets it once the game master had time to answer."""
    return (Inherit(seat=record.policy.heir),) if record.inherits is not None and now >= record.inherits else ()


def _ask_on_seats(context: MatchContext, _order: SeatOrder, by: str) -> Action:
    return AskForDesk(seat=by, until=context.now + context.record.policy.heir_after, by=by)


def _is_heir(seat: str, policy: Policy) -> bool:
    return seat == policy.heir


def _sentence(action: AskForDesk | Inherit, names: Names) -> str:
    match action:
        case AskForDesk():
            until = names.time(action.until)
            return (
                f"{names.seat(action.seat)} asks for the desk of the game master, and gets it on {until} unless "
                "the game master does something on it before"
            )
        case Inherit():
            return f"{names.seat(action.seat)} is a game master now: nobody did anything on the desk meanwhile"


FEATURE = Feature(
    name="heirs",
    place=180,
    sentence=_sentence,
    effects={AskForDesk: _ask_for_desk, Inherit: _inherit},
    seat={ASK_FOR_DESK: SeatAction(_ask_on_seats, _is_heir)},
    due=_due,
    when_over=(Inherit,),
    by_program=(Inherit,),
)
