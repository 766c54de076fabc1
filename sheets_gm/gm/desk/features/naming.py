"""How a row names a seat, a side or a person. BadAction where there is none, with those that there are."""

from __future__ import annotations

from sheets_gm.gm.desk.context import MatchContext
from sheets_gm.gm.desk.desk_orders import DeskOrder
from sheets_gm.gm.desk.field_values import parse_person
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.seats.hand_over import Person
from sheets_gm.kernel.actions import BadAction
from sheets_gm.kernel.english import listed, seats_of_side, side_name, sides_left
from sheets_gm.kernel.folding import plain
from sheets_gm.kernel.seats import Seat


def seat_of(record: Record, seat: str) -> Seat:
    """The seat with the id *seat*. BadAction."""
    found = next((each for each in record.people if each.id == seat), None)
    if found is None:
        known = [each.player if each.player == each.id else f"{each.player} ({each.id})" for each in record.people]
        raise BadAction(f"There is no player or seat “{seat}”. The players are {listed(known)}.", "on")
    return found


def named_seat(record: Record, text: str) -> Seat:
    """The seat that *text* names: its id, or its player if only one player has that name. BadAction."""
    wanted = plain(text)
    found = [each for each in record.people if each.id == wanted] or [
        each for each in record.people if plain(each.player) == wanted
    ]
    return found[0] if len(found) == 1 else seat_of(record, text.strip())


def taken_seat(record: Record, name: str) -> Seat:
    """The seat with the id *name*, which somebody has. BadAction."""
    seat = seat_of(record, name)
    if seat.id in record.presence.gone:
        raise BadAction(f"{seat.player} has left the match: the seat is free.", "on")
    return seat


def seat_on(context: MatchContext, order: DeskOrder) -> str:
    """The seat that On names. BadAction."""
    return named_seat(context.record, order.on).id


def owner_on(context: MatchContext, order: DeskOrder) -> str:
    """The seat that On names, or the team if it has a form that is open. BadAction."""
    teams = {plain(form.seat): form.seat for form in context.game.open(context.state) if form.team}
    return teams.get(plain(order.on)) or seat_on(context, order)


def side_on(context: MatchContext, text: str) -> str:
    """The side that *text* names: a team, or a player who plays alone."""
    people = context.record.people
    alone = {
        plain(who[0].player): side for side in sides_left(people, ()) if len(who := seats_of_side(side, people)) == 1
    }
    return alone.get(plain(text), text.strip())


def side_in(record: Record, team: str) -> str:
    """The name of the side *team* in a sentence."""
    return side_name(team, {seat.id: seat for seat in record.people})


def person(context: MatchContext, text: str) -> tuple[str, str | None]:
    """The name and the account of a person: somebody of the roster, or "Zoe <zoe@example.org>". BadAction."""
    known = [each for each in context.record.people if plain(text) in (plain(each.player), plain(each.id))]
    return (known[0].player, known[0].account) if len(known) == 1 else parse_person(text)


def is_player_of(seat: Seat | Person, player: str, account: str | None) -> bool:
    """Whether a person, or the player of a *seat*, is this person: by the account if both have one."""
    return Person(player=player, account=account).is_player_of(seat)


def check_newcomer(record: Record, seat: Seat, player: str, account: str | None) -> None:
    """BadAction if a person without an account could not type in the cells of *seat*, which are kept for accounts."""
    if not account and record.is_named and (seat.account or seat.id in record.presence.gone):
        raise BadAction(f"Cells are kept for accounts here. Write an address too: {player} <name@example.org>.")
