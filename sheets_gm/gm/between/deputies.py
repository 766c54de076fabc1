"""Deputies: somebody else may fill in what a seat fills in, but may not concede for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from pydantic import Field

from sheets_gm.gm.between.feature import PERSON, SEAT, Argument, Command, DeskAction, Done, Feature, Names, SeatAction
from sheets_gm.gm.between.rows.context import MatchContext
from sheets_gm.gm.between.rows.desk_orders import DeskOrder, SeatOrder
from sheets_gm.gm.between.rows.naming import check_newcomer, is_player_of, person, seat_of, seat_on
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.seats.hand_over import Deputies, Deputy, deputies
from sheets_gm.kernel.actions import Action, BadAction
from sheets_gm.kernel.seats import Seat


class Deputize(Action):
    """Let *player* fill in for *seat*, with the *account* if it is known. With "", the seat has no deputy any more."""

    kind: Literal["deputy"] = "deputy"
    seat: str
    player: str = ""
    account: str | None = Field(None, exclude=True)


def _deputize(record: Record, action: Deputize, _done: Done) -> Record:
    seat = seat_of(record, action.seat)
    others = tuple(each for each in deputies(record) if each.seat != seat.id)
    if not action.player:
        if len(others) == len(deputies(record)):
            raise BadAction(f"{seat.player} has no deputy.", "on")
        return Deputies(people=others).on(record)
    check_newcomer(record, seat, action.player, action.account)
    rival = next((each for each in record.people if is_player_of(each, action.player, action.account)), None)
    if rival is not None and rival.id == seat.id:
        raise BadAction(f"{rival.player} has the seat already. Name somebody else.")
    if rival is not None and not rival.neutral and rival.team != seat.team:
        raise BadAction(f"{rival.player} plays for another side. Name somebody who does not.")
    return Deputies(people=(*others, Deputy(seat=seat.id, player=action.player, account=action.account))).on(record)


def without_rivals(record: Record, seat: Seat) -> Record:
    """Return *record* in which the player of *seat* is no longer a deputy of another side."""
    others = {each.id for each in record.people if each.team != seat.team}
    return _with_only(record, lambda each: each.seat not in others or not is_player_of(seat, each.player, each.account))


def _with_only(record: Record, is_kept: Callable[[Deputy], bool]) -> Record:
    """Return *record* with only those deputies for which *is_kept* is true."""
    before = deputies(record)
    kept = tuple(filter(is_kept, before))
    return record if kept == before else Deputies(people=kept).on(record)


def _deputy_on_desk(context: MatchContext, order: DeskOrder, by: str) -> Action:
    seat = seat_on(context, order)
    if not order.value.strip():
        raise BadAction("Write who: a player, or Zoe <zoe@example.org>.")
    player, account = person(context, order.value)
    return Deputize(seat=seat, player=player, account=account, why=order.why, by=by)


def _no_deputy_on_desk(context: MatchContext, order: DeskOrder, by: str) -> Action:
    return Deputize(seat=seat_on(context, order), why=order.why, by=by)


def _deputy_on_seats(context: MatchContext, order: SeatOrder, by: str) -> Action:
    if not order.who.strip():
        raise BadAction("Write who: a player, or Zoe <zoe@example.org>.", "who")
    player, account = person(context, order.who)
    return Deputize(seat=by, player=player, account=account, by=by)


def _no_deputy_on_seats(_context: MatchContext, _order: SeatOrder, by: str) -> Action:
    return Deputize(seat=by, by=by)


def _sentence(action: Deputize, names: Names) -> str:
    match action:
        case Deputize(player=""):
            return f"{names.seat(action.seat)} has no deputy any more"
        case Deputize():
            return f"{action.player} is the deputy of {names.seat(action.seat)}, and may fill in what is asked"


FEATURE = Feature(
    name="deputies",
    place=30,
    sentence=_sentence,
    effects={Deputize: _deputize},
    desk={
        "deputy": DeskAction(
            _deputy_on_desk,
            SEAT,
            PERSON,
            "that person may fill in for it too, but not concede",
            about="person",
            undo="no deputy",
        ),
        "no deputy": DeskAction(
            _no_deputy_on_desk, SEAT, "", "nobody fills in for it any more", about="person", undo="deputy"
        ),
    },
    commands=(
        Command(
            "deputy",
            """Let PERSON fill in for SEAT (or its player) of MATCH too, without giving up; without PERSON nobody does.

            PERSON is a player of the roster, or "Zoe <zoe@example.org>". While the player is away, the match waits for
            the deputy until the deadline, and nobody is a no-show.

            \b
            sheets-gm deputy friday Ben Ana
            """,
            lambda seat, person: DeskOrder(act="deputy" if person.strip() else "no deputy", on=seat, value=person),
            (Argument("seat"), Argument("person", needed=False)),
        ),
    ),
    seat={"deputy": SeatAction(_deputy_on_seats, somebody=True), "no deputy": SeatAction(_no_deputy_on_seats)},
    part=Deputies,
    personal=("people",),
    people=deputies,
    forget=lambda record, person: _with_only(record, lambda each: not person.has(each)),
)
