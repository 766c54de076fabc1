"""Exchanges: two players change places if both agree, or one moves to a free seat.

The position, the standing orders and the offers stay with the seat, and its rows are emptied. Absences, deputies,
notices and knowledge go with the person.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from sheets_gm.gm.between.feature import SEAT, Argument, Command, DeskAction, Done, Feature, HandOver, Names, SeatAction
from sheets_gm.gm.between.rows.context import MatchContext
from sheets_gm.gm.between.rows.desk_orders import DeskOrder, SeatOrder
from sheets_gm.gm.between.rows.naming import is_player_of, named_seat, seat_of, taken_seat
from sheets_gm.gm.match_record.part import Part
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.seats.hand_over import Opening, Openings
from sheets_gm.gm.match_record.seats.players_then import FormerSeat, PlayersThen
from sheets_gm.gm.match_record.seats.presence import Excuses
from sheets_gm.gm.match_record.workbook import PUBLIC_WORKBOOKS
from sheets_gm.kernel.actions import Action, BadAction
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.outcome import GM
from sheets_gm.kernel.rules import Secrecy
from sheets_gm.kernel.seats import Seat


class Exchange(Action):
    """Let the players of *seat* and *other* change places. If *other* is free, *seat* becomes free.

    Without *agreed* it is only a request of *seat*. *moves*: *other* was free. *reveals*: each of the two players has
    seen what only the other seat may see now.
    """

    seat: str
    other: str
    agreed: bool = False
    moves: bool = False
    reveals: bool = False


class NoExchange(Action):
    """Withdraw the request of *seat* to change places with somebody."""

    kind: Literal["no exchange"] = "no exchange"
    seat: str


class ExchangeWish(Model):
    """A request of *seat* in *entry* to change places with *other*."""

    seat: str
    other: str
    entry: int


class Exchanges(Part):
    """The requests to change places."""

    KEY = "exchanges"
    wishes: tuple[ExchangeWish, ...] = ()


def _exchange(record: Record, action: Exchange, done: Done) -> Record:
    one, other = taken_seat(record, action.seat), seat_of(record, action.other)
    if one.id == other.id:
        raise BadAction("Write somebody else: this is your own seat.", "who")
    neutral = next((each for each in (one, other) if each.neutral), None)
    if neutral is not None:
        raise BadAction(f"{neutral.player} plays for no side.", "who")
    if action.agreed:
        return _exchanged(record, one, other, done)
    if any((each.seat, each.other) == (one.id, other.id) for each in _open_wishes(record)):
        raise BadAction(f"{one.player} has asked {other.player} already.", "who")
    wish = ExchangeWish(seat=one.id, other=other.id, entry=done.entry)
    others = (each for each in Exchanges.of(record).wishes if each.seat != one.id)
    return Exchanges(wishes=(*others, wish)).on(record)


def _exchanged(record: Record, one: Seat, other: Seat, done: Done) -> Record:
    """Return *record* after the players of both seats have changed places; *other* may be free."""
    is_free = other.id in record.presence.gone
    if is_free:
        offered = Openings.of(record).of_seat(other.id)
        if offered is not None and offered.player and not is_player_of(one, offered.player, offered.account):
            raise BadAction(f"The seat {other.id} is kept for {offered.player}.", "who")
    left = one.but(player=f"Free ({one.id})", account=None, zone=None) if is_free else _seated(one, other)
    new = {one.id: left, other.id: _seated(other, one)}
    openings = Openings.of(record).without(*new)
    wishes = (each for each in Exchanges.of(record).wishes if not {each.seat, each.other} & new.keys())
    record = Exchanges(wishes=tuple(wishes)).on(record)
    record = (openings.with_opening(Opening(seat=one.id, gone=True)) if is_free else openings).on(record)
    players, excuses = PlayersThen.of(record), Excuses.of(record)
    former = (*players.former, *(FormerSeat(seat=each, until=done.entry) for each in (one, other)))
    record = players.but(former=former).on(record)
    record = excuses.but(missed=_swapped(excuses.missed, one.id, other.id)).on(record)
    return record.but(
        seats=tuple(new.get(each.id, each) for each in record.people),
        policy=record.policy.but(heir=_other(record.policy.heir, one.id, other.id)),
        # the headings of its tabs have names of people in them
        workbooks=tuple(each.but(torn=each.torn or each.key in PUBLIC_WORKBOOKS) for each in record.workbooks),
    )


def _seated(seat: Seat, person: Seat) -> Seat:
    """Return *seat* with the player of the seat *person*."""
    return seat.but(player=person.player, account=person.account, zone=person.zone)


def changed_places(values: Any, one: str, other: str) -> Any:
    """Return a personal field of the record after the players of two seats have changed places."""
    if isinstance(values, Mapping):
        return _swapped(values, one, other)
    return tuple(each.but(seat=_other(each.seat, one, other)) for each in values)


def _swapped(values: Mapping[str, Any], one: str, other: str) -> dict[str, Any]:
    return {_other(owner, one, other): value for owner, value in values.items()}


def _other(seat: str, one: str, other: str) -> str:
    return {one: other, other: one}.get(seat, seat)


def _open_wishes(record: Record) -> tuple[ExchangeWish, ...]:
    """Return the open requests. A request ends when the player who was asked no longer has the seat."""
    since = {each.seat.id: each.until for each in PlayersThen.of(record).former}
    return tuple(each for each in Exchanges.of(record).wishes if since.get(each.other, -1) < each.entry)


def _no_exchange(record: Record, action: NoExchange, _done: Done) -> Record:
    wishes = Exchanges.of(record).wishes
    others = tuple(each for each in wishes if each.seat != action.seat)
    if len(others) == len(wishes):
        raise BadAction(f"{seat_of(record, action.seat).player} asks nobody to exchange seats.", "act")
    return Exchanges(wishes=others).on(record)


def _action(context: MatchContext, one: Seat, other: Seat, *, agreed: bool, by: str, why: str = "") -> Exchange:
    record, secrecy = context.record, context.game.secrecy
    is_free = other.id in record.presence.gone
    asked = any((each.seat, each.other) == (other.id, one.id) for each in _open_wishes(record))
    is_hidden = secrecy is Secrecy.SEAT or (secrecy is Secrecy.TEAM and one.team != other.team)
    return Exchange(
        seat=one.id,
        other=other.id,
        agreed=agreed or is_free or asked,
        moves=is_free,
        reveals=is_hidden and record.policy.layout == "sealed",
        why=why,
        by=by,
    )


def _exchange_on_desk(context: MatchContext, order: DeskOrder, by: str) -> Action:
    if not order.value.strip():
        raise BadAction("Write with whom: a player, or a seat that is free.")
    one, other = named_seat(context.record, order.on), named_seat(context.record, order.value)
    if one.id in context.record.presence.gone:
        one, other = other, one
    return _action(context, one, other, agreed=by == GM, by=by, why=order.why)


def _exchange_on_seats(context: MatchContext, order: SeatOrder, by: str) -> Action:
    if not order.who.strip():
        raise BadAction("Write who: a player, or a seat that is free.", "who")
    seat, other = seat_of(context.record, by), named_seat(context.record, order.who)
    return _action(context, seat, other, agreed=False, by=by)


def _is_exchanged(action: Action) -> str:
    """Return what a player cannot undo alone: a seat changes hands when the other agrees, or at once if it is free."""
    if not isinstance(action, Exchange) or not action.agreed:
        return ""
    return f"You move to {action.other} at once: you cannot go back alone."


def _sentence(action: Exchange | NoExchange, names: Names) -> str:
    match action:
        case Exchange():
            return _exchange_sentence(action, names)
        case NoExchange():
            return f"{names.seat(action.seat)} does not ask to exchange seats any more"


def _exchange_sentence(action: Exchange, names: Names) -> str:
    """Return a sentence about who changes places with whom, or asks for it."""
    one, other = names.seat(action.seat), names.seat(action.other)
    if not action.agreed:
        return f"{one} asks {other} to exchange seats. {other} agrees by asking for the same on the tab “Your seat”"
    if action.moves:
        more = f". {one} takes along what the seat has seen so far" if action.reveals else ""
        return f"{one} moves from {action.seat} to {action.other}, and {action.seat} is free{more}"
    more = ". Each takes along what the seat has seen so far" if action.reveals else ""
    return f"{one} ({action.seat}) and {other} ({action.other}) exchange seats{more}"


FEATURE = Feature(
    name="exchanges",
    place=60,
    sentence=_sentence,
    effects={Exchange: _exchange, NoExchange: _no_exchange},
    desk={
        "exchange": DeskAction(
            _exchange_on_desk,
            SEAT,
            "a player, or a seat that is free",
            "the two change places, or that player moves to the free seat",
            about="person",
            undo="exchange",
        )
    },
    commands=(
        Command(
            "exchange",
            """Let the players of SEAT and OTHER of MATCH change places; where OTHER is free, SEAT is free then.

            What was typed and the standing orders stay with each seat, and private spreadsheets change hands. Players
            agree on it themselves on the tab “Your seat”, when both choose “exchange seats”. To undo it, exchange them
            again.

            \b
            sheets-gm exchange friday Ana Gus
            """,
            lambda seat, other: DeskOrder(act="exchange", on=seat, value=other),
            (Argument("seat"), Argument("other")),
        ),
    ),
    seat={
        "exchange seats": SeatAction(_exchange_on_seats, lasting=_is_exchanged, somebody=True),
        "no exchange": SeatAction(lambda _, __, by: NoExchange(seat=by, by=by)),
    },
    part=Exchanges,
    personal=("wishes",),
    until_left=True,
    hands_over={
        Exchange: lambda action: HandOver((action.seat, action.other), exchanged=True) if action.agreed else HandOver()
    },
    in_story=lambda action: isinstance(action, Exchange),
)
