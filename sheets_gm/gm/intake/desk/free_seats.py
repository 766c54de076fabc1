"""The Free seats tab: a row for everybody who may take a seat that is free or offered.

If cells are reserved for accounts, each row is for one person, and only this person can tick it. The game master has a
row there too. In a match that is open to anyone with its link, a newcomer types a name. There are no addresses then,
because anybody could type one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from sheets_gm.gm.between.reserves import Reserve
from sheets_gm.gm.between.rows.context import MatchContext
from sheets_gm.gm.between.rows.desk_orders import TakeOrder
from sheets_gm.gm.between.rows.field_values import parse_person
from sheets_gm.gm.between.rows.naming import check_name, is_player_of
from sheets_gm.gm.between.substitutes import Substitute
from sheets_gm.gm.match_record.drafts import Draft
from sheets_gm.gm.match_record.pausing import Pausing
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.seats.hand_over import FREE, Opening, openings
from sheets_gm.gm.ports.sheets import EVERYONE, Editors
from sheets_gm.kernel.actions import BadAction
from sheets_gm.kernel.forms import Close, Field, Form, FormRow, Kind, Typed, form_of_rows
from sheets_gm.sheet.tabs import FormTab

BY_THE_GM = "game master"
"""The name of the row in which the game master says who takes a seat."""

ANYBODY = "anybody"
"""The name of the row in which anybody may take a seat."""

_WHO = Field("who", Kind.TEXT, required=True, most=200)

TAB = FormTab(FREE, FREE, ("who",))


class Taker(NamedTuple):
    """A person who may take a seat: the name of the row, the person ("": whoever types a name), and who may tick it."""

    name: str
    who: str
    accounts: Editors


RESERVES = "reserve"
"""The owner, in the place of a seat, of the row for people without a seat while a match gathers players."""


def forms(record: Record) -> tuple[Form, ...]:
    """Return the forms for taking free or offered seats of the match, and for signing up as a reserve."""
    return tuple(_form(seat, seat_takers) for seat, seat_takers in _takers_by_seat(record).items())


def _reserve(record: Record) -> Taker:
    """Return who may sign up as a reserve: anybody, or the game master for them if cells are reserved for accounts."""
    return Taker(BY_THE_GM, "", record.policy.gm) if record.is_named else Taker(ANYBODY, "", EVERYONE)


def _form(seat: str, takers: tuple[Taker, ...]) -> Form:
    shown: dict[str, Typed] = {"free": "a seat that becomes free"} if seat == RESERVES else {}
    rows = tuple(
        FormRow(each.name, () if each.who else (_WHO,), shown, {"who": each.who} if each.who else {}) for each in takers
    )
    return form_of_rows(FREE, seat, TakeOrder, rows, due=False, close=Close.AT_ONCE)


def takers(record: Record, opening: Opening) -> Iterator[Taker]:
    """Yield who may take a seat. Spectators and others without a side may, if it is not offered to a certain person."""
    if not record.is_named:
        yield Taker(opening.player or ANYBODY, opening.player, EVERYONE)
        return
    if opening.player:
        yield Taker(opening.player, opening.player, (opening.account,) if opening.account else record.policy.gm)
    else:
        for seat in record.people:
            if seat.neutral and seat.account:
                yield Taker(seat.player, seat.player, (seat.account,))
    yield Taker(BY_THE_GM, "", record.policy.gm)


def all_takers(record: Record) -> tuple[Taker, ...]:
    """Return who may take some seat, row by row of the Free seats tab."""
    return tuple(taker for seat_takers in _takers_by_seat(record).values() for taker in seat_takers)


def owners(record: Record) -> Collection[str]:
    """Return the owners of rows on the Free seats tab: the seats that may be taken, and the reserves."""
    return _takers_by_seat(record)


def drafts_after(drafts: Iterable[Draft], before: Record, after: Record) -> tuple[Draft, ...]:
    """Return *drafts* with the rows of the Free seats tab moved to the rows of the same people in the next record.

    If there is no row for the same people, what they typed is removed, because it must not count for others.
    """
    drafts = tuple(drafts)
    if not any(draft.form == FREE for draft in drafts):
        return drafts
    was, now = _takers_by_seat(before), _takers_by_seat(after)
    if was == now:
        return drafts
    left: list[Draft] = []
    for draft in drafts:
        if draft.form != FREE:
            left.append(draft)
            continue
        old, new = was.get(draft.seat, ()), now.get(draft.seat, ())
        taker = old[draft.row] if draft.row < len(old) else None
        if taker in new:
            left.append(draft.but(row=new.index(taker)))
    return tuple(left)


def _takers_by_seat(record: Record) -> dict[str, tuple[Taker, ...]]:
    """Return who may take each seat, and who may sign up as a reserve."""
    seats = {opening.seat: tuple(takers(record, opening)) for opening in openings(record)}
    return {**seats, RESERVES: (_reserve(record),)} if Pausing.of(record).gathers else seats


def _person(record: Record, seat: str, who: str) -> tuple[str, str | None]:
    """Return the name and account of the person who takes *seat*. *who* is the person of the row, or the typed name."""
    opening = next((each for each in openings(record) if each.seat == seat), None)
    others = (each for each in record.people if each.neutral and each.account)
    candidates = (opening,) if opening is not None and opening.player else others if opening is not None else ()
    named = next((each for each in candidates if each.player == who), None)
    if named is None:
        return parse_person(who)
    return named.player, named.account if record.is_named else None


def action_of_take_order(context: MatchContext, order: TakeOrder, seat: str) -> Substitute | Reserve:
    """Return the action that a row of the Free seats tab asks for. Raises BadAction."""
    record = context.record
    player, account = _person(record, seat, order.who)
    if account and not record.is_named:
        raise BadAction("Write a name alone: anybody can type here, so an address would prove nothing.", "who")
    if seat == RESERVES:
        if not any(is_player_of(each, player, account) for each in record.people):
            check_name(context, "", player, account, "who")
        return Reserve(player=player, account=account)
    if seat not in _takers_by_seat(record):
        raise BadAction("This seat is not free.", "who")
    others = (each for each in record.people if each.id != seat and not each.neutral)
    taken = next((each for each in others if account and each.account == account), None)
    if taken is not None:
        raise BadAction(f"{account} already plays: it is the account of {taken.player}.", "who")
    check_name(context, seat, player, account, "who")
    return Substitute(seat=seat, player=player, account=account, by=seat)
