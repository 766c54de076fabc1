"""Substitutes: a seat gets another player, who inherits its position and standing orders, but not its no-shows."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import Field

from sheets_gm.gm.between.deputies import without_rivals
from sheets_gm.gm.between.feature import SEAT, Argument, Command, DeskAction, Done, Feature, HandOver, Names
from sheets_gm.gm.between.openings import with_leaver
from sheets_gm.gm.between.rows.context import MatchContext
from sheets_gm.gm.between.rows.desk_orders import DeskOrder
from sheets_gm.gm.between.rows.field_values import parse_person
from sheets_gm.gm.between.rows.naming import check_name, is_player_of, seat_of, seat_on
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.reserves import without_reserve
from sheets_gm.gm.match_record.seats.hand_over import FREE, Opening, Openings
from sheets_gm.gm.match_record.seats.players_then import FormerSeat, PlayersThen
from sheets_gm.gm.match_record.seats.presence import Excuses
from sheets_gm.gm.match_record.workbook import PUBLIC_WORKBOOKS
from sheets_gm.kernel.actions import Action, BadAction
from sheets_gm.kernel.english import counted
from sheets_gm.kernel.folding import plain


class Substitute(Action):
    """Give *seat* to another person."""

    seat: str
    player: str
    account: str | None = Field(None, exclude=True)


class Vacate(Action):
    """Free *seat* for a substitute, because it missed *missed* steps."""

    seat: str
    missed: int

    @property
    def is_by_program(self) -> bool:
        return True


def _substitute(record: Record, action: Substitute, done: Done) -> Record:
    old = seat_of(record, action.seat)
    seats = (each for each in record.people if is_player_of(each, action.player, action.account))
    zone = next((each.zone for each in seats), None)  # nobody keeps the clock of whoever sat there before
    new = old.but(player=action.player, account=action.account, zone=zone)
    openings = Openings.of(record)
    is_offered = openings.of_seat(old.id) is not None and old.id not in openings.vacant
    record = without_rivals(with_leaver(record, old) if is_offered else record, new)
    record = Openings.of(record).without(old.id).on(record)
    players, excuses = PlayersThen.of(record), Excuses.of(record)
    record = players.but(former=(*players.former, FormerSeat(seat=old, until=done.entry))).on(record)
    missed = {owner: count for owner, count in excuses.missed.items() if owner not in (old.id, old.team)}
    record = excuses.but(missed=missed).on(record)
    return without_reserve(record, action.player, action.account).but(
        seats=tuple(new if each.id == action.seat else each for each in record.people),
        drafts=tuple(each for each in record.drafts if each.form != FREE or each.seat != action.seat),
        # the headings of its tabs have names of people in them
        workbooks=tuple(each.but(torn=each.torn or each.key in PUBLIC_WORKBOOKS) for each in record.workbooks),
    )


def _vacate(record: Record, action: Vacate, _done: Done) -> Record:
    seat_of(record, action.seat)
    part = Openings.of(record)
    if part.of_seat(action.seat) is None:
        part = part.with_opening(Opening(seat=action.seat))
    return part.but(vacant=(*part.vacant, action.seat)).on(record)


def _vacated(record: Record) -> Sequence[Action]:
    """Return the actions that free seats with too many no-shows in a row, alone or with their whole team."""
    most, vacant, missed = record.policy.open_after, Openings.of(record).vacant, dict[str, int]()
    for owner, count in sorted(Excuses.of(record).missed.items()):
        for seat in record.seats_of(owner) if most and count >= most else ():
            missed.setdefault(seat.id, count)
    return [Vacate(seat=seat, missed=count) for seat, count in missed.items() if seat not in vacant]


def _substitute_on_desk(context: MatchContext, order: DeskOrder, by: str) -> Action:
    people, seat = context.record.people, seat_on(context, order)
    # a spectator or a backup may be named by their seat
    watcher = next((each for each in people if each.neutral and each.id == order.value.strip()), None)
    player, account = (watcher.player, watcher.account) if watcher else parse_person(order.value)
    others = (each for each in people if each.id != seat and not each.neutral)
    taken = next((each for each in others if account and each.account == account), None)
    if taken is not None:
        raise BadAction(f"{account} already plays: it is the account of {taken.player}.")
    check_name(context, seat, player, account)
    old = seat_of(context.record, seat)
    is_there = seat not in context.record.presence.gone and account in (None, old.account)
    if is_there and is_player_of(old, player, account):
        raise BadAction(f"{old.player} has the seat {seat} already.")
    return Substitute(seat=seat, player=player, account=account, why=order.why, by=by)


def _sentence(action: Substitute | Vacate, names: Names) -> str:
    match action:
        case Substitute() if names.seats.get(action.seat) and plain(names.seats[action.seat].player) == plain(
            action.player
        ):
            return f"{action.player} goes on in the seat {action.seat}"
        case Substitute():
            return f"{action.player} replaces {names.seat(action.seat)}"
        case Vacate():
            missed = counted(action.missed, "no-show")
            return f"After {missed} in a row, a substitute may take the seat of {names.seat(action.seat)}"


FEATURE = Feature(
    name="substitutes",
    place=130,
    sentence=_sentence,
    effects={Substitute: _substitute, Vacate: _vacate},
    desk={
        "substitute": DeskAction(
            _substitute_on_desk,
            SEAT,
            "Name <account>, or the seat of a backup",
            "gives the seat to another player",
            about="person",
        )
    },
    commands=(
        Command(
            "substitute",
            """Give SEAT (or the seat of a player) of MATCH to another PERSON: a name, or "Name <account>".

            \b
            sheets-gm substitute friday Ben "Zoe <zoe@example.org>"
            """,
            lambda seat, person: DeskOrder(act="substitute", on=seat, value=person),
            (Argument("seat"), Argument("person")),
            names_people=True,
        ),
    ),
    after_step=_vacated,
    hands_over={Substitute: lambda action: HandOver((action.seat,))},
    in_story=lambda action: isinstance(action, Substitute),
    when_over=(Substitute,),
)
