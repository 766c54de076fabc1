"""How a row names a seat, a side or a person. If there is none, BadAction lists those that exist."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sheets_gm.gm.between.rows.context import MatchContext
from sheets_gm.gm.between.rows.desk_orders import DeskOrder
from sheets_gm.gm.between.rows.field_values import parse_person
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.seats.hand_over import Person
from sheets_gm.kernel.actions import BadAction
from sheets_gm.kernel.english import listed, seats_of_side, side_name, sides_left
from sheets_gm.kernel.folding import plain
from sheets_gm.kernel.names import taken_names, why_no_name
from sheets_gm.kernel.seats import Seat


def seat_of(record: Record, seat: str) -> Seat:
    """Return the seat with the id *seat*. Raises BadAction."""
    seat_with_id = next((each for each in record.people if each.id == seat), None)
    if seat_with_id is None:
        players = [each.player if each.player == each.id else f"{each.player} ({each.id})" for each in record.people]
        raise BadAction(f"There is no player or seat “{seat}”. The players are {listed(players)}.", "on")
    return seat_with_id


SEAT = re.compile(r"seat\s+(\S+)", re.IGNORECASE)
"""How to name a seat whose id may also be the name of a player."""


def named_seat(record: Record, text: str) -> Seat:
    """Return the seat that *text* names by its id, player or account. Raises BadAction if it may be several."""
    seats = seats_named(record, text)
    if len(seats) > 1:
        raise BadAction(_which(text, seats), "on")
    return seats[0] if seats else seat_of(record, text.strip())


def seats_named(record: Record, text: str) -> list[Seat]:
    """Return the seats that *text* may name, by their id, player or account. “seat blue1” names only the seat."""
    wanted, exact = plain(text), SEAT.fullmatch(text.strip())
    if exact is not None:
        return [each for each in record.people if plain(each.id) == plain(exact[1])]
    called = ((each, (each.id, each.player, each.account or each.id)) for each in record.people)
    return [each for each, names in called if wanted in map(plain, names)]


def _which(text: str, seats: Sequence[Seat]) -> str:
    """Ask which of several *seats* the *text* means."""
    meant = [f"{each.player} in the seat {each.id}" for each in seats]
    how = listed([f"seat {each.id}" for each in seats], "or")
    return f"“{text.strip()}” may mean {listed(meant, 'or')}. Write {how}."


def taken_seat(record: Record, name: str) -> Seat:
    """Return the seat with the id *name*, which must have a player. Raises BadAction."""
    seat = seat_of(record, name)
    if seat.id in record.presence.gone:
        raise BadAction(f"{seat.player} has left the match: the seat is free.", "on")
    return seat


def seat_on(context: MatchContext, order: DeskOrder) -> str:
    """Return the seat that On names. Raises BadAction."""
    return named_seat(context.record, order.on).id


def owner_on(context: MatchContext, order: DeskOrder) -> str:
    """Return the team that On names if it has an open form, or else the seat. Raises BadAction."""
    teams = {plain(form.seat): form.seat for form in context.game.open(context.state) if form.who.team}
    team = teams.get(plain(order.on))
    return team if team is not None and _is_no_player(context, order.on, team) else seat_on(context, order)


def side_on(context: MatchContext, text: str) -> str:
    """Return the side that *text* names: a team, or a player who plays alone."""
    people = context.record.people
    sides = {plain(side): side for side in sides_left(people, ())}
    if (side := sides.get(plain(text))) is not None and _is_no_player(context, text, side):
        return side
    alone = {plain(who[0].player): side for side in sides.values() if len(who := seats_of_side(side, people)) == 1}
    return alone.get(plain(text), text.strip())


def _is_no_player(context: MatchContext, text: str, team: str) -> bool:
    """Return whether *text*, the name of *team*, names no player of another team. Raises BadAction if it does."""
    others = [each for each in seats_named(context.record, text) if each.team != team]
    if others:
        raise BadAction(f"“{text.strip()}” is the name of {others[0].player}, in the seat {others[0].id}, too.", "on")
    return True


def side_in(record: Record, team: str) -> str:
    """Return the name of the side *team* in a sentence."""
    return side_name(team, {seat.id: seat for seat in record.people})


def person(context: MatchContext, text: str) -> tuple[str, str | None]:
    """Return the name and account of a person: somebody of the roster, or "Zoe <zoe@example.org>". Raises BadAction."""
    seats = seats_named(context.record, text)
    if len(seats) > 1:
        raise BadAction(_which(text, seats))
    return (seats[0].player, seats[0].account) if seats else parse_person(text)


def check_name(context: MatchContext, seat: str, player: str, account: str | None, field: str = "value") -> None:
    """Raise BadAction if the new player of *seat* may not have this name. *seat* is "" if it is not known yet.

    *field* is the field that the error is about. Somebody who only watches may keep their name.
    """
    record = context.record
    settings = context.game.settings.model_validate(record.charter.settings)
    places = (context.game.people.places_to_join or context.game.places)(settings)
    others = [each for each in record.people if not (each.neutral and is_player_of(each, player, account))]
    watching = {each.id for each in record.people} - {each.id for each in others}
    every = [(place.id, place.team) for place in places if place.id not in watching]
    if why := why_no_name(player, taken_names(seat, others, every)):
        raise BadAction(why, field)


def is_player_of(seat: Seat | Person, player: str, account: str | None) -> bool:
    """Return whether the player of *seat* is this person: by the account if both have one, else by the name."""
    return Person(player=player, account=account).is_player_of(seat)


def check_newcomer(record: Record, seat: Seat, player: str, account: str | None) -> None:
    """Raise BadAction if a person without an account could not type in the cells of *seat*, reserved for accounts."""
    if not account and record.is_named and (seat.account or seat.id in record.presence.gone):
        raise BadAction(f"Cells are kept for accounts here. Write an address too: {player} <name@example.org>.")
