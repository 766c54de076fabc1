"""Openings: a player offers a seat, keeps it after all, or leaves it for good, so that somebody else may take it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from sheets_gm.gm.between.feature import (
    PERSON,
    SEAT,
    Argument,
    Command,
    CommandOption,
    DeskAction,
    Done,
    Feature,
    HandOver,
    Names,
    SeatAction,
)
from sheets_gm.gm.between.rows.context import MatchContext
from sheets_gm.gm.between.rows.desk_orders import DeskOrder, SeatOrder
from sheets_gm.gm.between.rows.naming import check_newcomer, is_player_of, person, seat_of, seat_on, taken_seat
from sheets_gm.gm.match_record.known_person import KnownPerson
from sheets_gm.gm.match_record.policy_option import PolicyOption, number
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.reserves import without_reserve
from sheets_gm.gm.match_record.seats.hand_over import FREE, Opening, Openings, Person, openings
from sheets_gm.kernel.actions import Action, BadAction
from sheets_gm.kernel.outcome import GM
from sheets_gm.kernel.seats import Seat


class Offer(Action):
    """Let *player*, or anybody (""), take *seat*. Its player continues until then."""

    seat: str
    player: str = ""
    account: str | None = Field(None, exclude=True)


class Keep(Action):
    """Withdraw the offer of *seat*: nobody else may take it any more."""

    seat: str


class GiveUp(Action):
    """Leave *seat*: the match does not wait for it, and somebody else may take it."""

    kind: Literal["give up"] = "give up"
    seat: str


def with_leaver(record: Record, seat: Seat) -> Record:
    """Return *record* with the player of *seat* among those who have left."""
    part = Openings.of(record)
    if not seat.account or any(each.account == seat.account for each in part.people):
        return record
    return part.but(people=(*part.people, Person(player=seat.player, account=seat.account))).on(record)


def _offer(record: Record, action: Offer, _done: Done) -> Record:
    seat = seat_of(record, action.seat)
    if action.player:
        check_newcomer(record, seat, action.player, action.account)
        playing = next(
            (each for each in record.people if not each.neutral and is_player_of(each, action.player, action.account)),
            None,
        )
        if playing is not None:
            raise BadAction(f"{playing.player} has a seat already.")
    record = without_reserve(record, action.player, action.account)
    opening = Opening(seat=seat.id, player=action.player, account=action.account, gone=seat.id in record.presence.gone)
    return Openings.of(record).with_opening(opening).on(record)


def _keep(record: Record, action: Keep, _done: Done) -> Record:
    seat = taken_seat(record, action.seat)
    part = Openings.of(record)
    if part.of_seat(seat.id) is None:
        raise BadAction(f"{seat.player} does not offer the seat.", "on")
    return part.without(seat.id).on(record)


def _give_up(record: Record, action: GiveUp, _done: Done) -> Record:
    seat = taken_seat(record, action.seat)
    record = with_leaver(record, seat)
    part = Openings.of(record)
    before = part.of_seat(seat.id) or Opening(seat=seat.id)
    seats = tuple(each.but(account=None) if each.id == seat.id else each for each in record.people)
    return part.with_opening(before.but(gone=True)).on(record.but(seats=seats))


def _offer_on_desk(context: MatchContext, order: DeskOrder, by: str) -> Action:
    player, account = person(context, order.value) if order.value.strip() else ("", None)
    return Offer(seat=seat_on(context, order), player=player, account=account, why=order.why, by=by)


def _keep_on_desk(context: MatchContext, order: DeskOrder, by: str) -> Action:
    return Keep(seat=seat_on(context, order), why=order.why, by=by)


def _give_up_on_desk(context: MatchContext, order: DeskOrder, by: str) -> Action:
    return GiveUp(seat=seat_on(context, order), why=order.why, by=by)


def _offer_on_seats(context: MatchContext, order: SeatOrder, by: str) -> Action:
    player, account = person(context, order.who) if order.who.strip() else ("", None)
    return Offer(seat=by, player=player, account=account, by=by)


def _is_left(_action: Action) -> str:
    return "You leave the match for good: only the game master can give you the seat back."


def _sentence(action: Offer | Keep | GiveUp, names: Names) -> str:
    by_gm, who = action.by == GM, names.seat(action.seat)
    match action:
        case Offer():
            offered = f"The game master offers the seat of {who}" if by_gm else f"{who} offers the seat"
            return f"{offered} to {action.player or 'anybody'}"
        case Keep():
            return f"The game master keeps the seat for {who}" if by_gm else f"{who} keeps the seat"
        case GiveUp():
            left = f"The game master takes {who} out of" if by_gm else f"{who} leaves"
            return f"{left} the match, and the seat is free"


def _people(record: Record) -> Iterator[Person]:
    yield from Openings.of(record).people
    yield from (each for each in openings(record) if each.player)


def _forget(record: Record, person: KnownPerson) -> Record:
    """Return *record* without the person among those who have left, and without offers to them by name."""
    part = Openings.of(record)
    people = tuple(each for each in part.people if not person.has(each))
    seats = tuple(each.but(player="", account=None) if person.has(each) else each for each in part.seats)
    return record if (people, seats) == (part.people, part.seats) else part.but(people=people, seats=seats).on(record)


def _where_it_is_taken(record: Record, order: DeskOrder) -> Iterator[str]:
    for book in record.workbooks:
        if FREE in book.tabs and order.act != "keep":
            yield f"  It is taken on the tab Free seats: {book.link}#gid={book.tabs[FREE]}"


def _offered(seat: str, person: str, *, keep: bool) -> DeskOrder:
    if keep and person:
        raise BadAction("With --keep, name nobody.")
    return DeskOrder(act="keep" if keep else "offer", on=seat, value=person)


FEATURE = Feature(
    name="openings",
    place=40,
    sentence=_sentence,
    effects={Offer: _offer, Keep: _keep, GiveUp: _give_up},
    desk={
        "offer": DeskAction(
            _offer_on_desk,
            SEAT,
            f"{PERSON}, or empty",
            "that person, or anybody, may take the seat",
            about="person",
            undo="keep",
        ),
        "keep": DeskAction(_keep_on_desk, SEAT, "", "nobody may take the seat any more", about="person", undo="offer"),
        "give up": DeskAction(
            _give_up_on_desk, SEAT, "", "its player leaves, and the seat is free", about="person", undo="substitute"
        ),
    },
    commands=(
        Command(
            "offer",
            """Let PERSON, or anybody, take SEAT (or that of its player) of MATCH, on the Free seats tab.

            PERSON is "Zoe <zoe@example.org>". Whoever has the seat plays on until then. The newcomer goes on from its
            position with its standing orders, and has no no-shows.

            \b
            sheets-gm offer friday Ben "Zoe <zoe@example.org>"
            """,
            _offered,
            (Argument("seat"), Argument("person", needed=False)),
            (CommandOption("keep", "Let nobody take the seat any more."),),
            after=_where_it_is_taken,
        ),
        Command(
            "give-up",
            """Note that the player of SEAT leaves MATCH for good: nobody waits for the seat, and somebody may take it.

            The position stays as it is. Whoever has left can open private spreadsheets no more. See concede for a whole
            team.

            \b
            sheets-gm give-up friday Ben
            """,
            lambda seat: DeskOrder(act="give up", on=seat),
            (Argument("seat"),),
            after=_where_it_is_taken,
        ),
    ),
    seat={
        "offer the seat": SeatAction(_offer_on_seats, somebody=True),
        "keep the seat": SeatAction(lambda _, __, by: Keep(seat=by, by=by)),
        "leave for good": SeatAction(lambda _, __, by: GiveUp(seat=by, by=by), lasting=_is_left, somebody=True),
    },
    part=Openings,
    hands_over={GiveUp: lambda action: HandOver((action.seat,), is_left=True)},
    options=(
        PolicyOption(
            "open after",
            "open_after",
            "Number of no-shows in a row after which a seat is free for a substitute (default: none).",
            "after how many no-shows a seat is free",
            number(100, "after how many no-shows in a row a seat is free"),
            "NUMBER",
        ),
    ),
    people=_people,
    forget=_forget,
)
