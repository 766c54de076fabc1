"""Reserves: the people who wait for a seat. The first of them is offered the next seat that is free for anybody."""

from __future__ import annotations

from functools import partial

from pydantic import Field

from sheets_gm.gm.between.feature import PERSON, Argument, Command, CommandOption, DeskAction, Done, Feature
from sheets_gm.gm.between.openings import Offer
from sheets_gm.gm.between.rows.context import MatchContext
from sheets_gm.gm.between.rows.desk_orders import DeskOrder
from sheets_gm.gm.between.rows.naming import check_name, is_player_of, person
from sheets_gm.gm.match_record.pausing import Pausing
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.reserves import Reserves, reserves, without_reserve
from sheets_gm.gm.match_record.seats.hand_over import Person, openings
from sheets_gm.kernel.actions import Action, BadAction


class Reserve(Action):
    """Add *player* to the reserves, who are offered seats that become free; or remove them (*no*)."""

    player: str
    account: str | None = Field(None, exclude=True)
    no: bool = False


MOST = 50
"""The most reserves of a match."""


WAITED = "the first of those who wait for a seat"
"""The reason why a seat is offered to a reserve."""


def _reserve(record: Record, action: Reserve, _done: Done) -> Record:
    people, without = reserves(record), without_reserve(record, action.player, action.account)
    if action.no:
        if without is record:
            raise BadAction(f"{action.player} is no reserve.", "on")
        return without
    if without is not record:
        raise BadAction(f"{action.player} is a reserve already.", "who")
    playing = (each for each in record.people if not each.neutral and each.id not in record.presence.gone)
    if any(is_player_of(each, action.player, action.account) for each in playing):
        raise BadAction(f"{action.player} plays already.", "who")
    if len(people) >= MOST:
        raise BadAction(f"There are {MOST} reserves already.", "who")
    return Reserves(people=(*people, Person(player=action.player, account=action.account))).on(record)


def _due(record: Record, _now: float) -> tuple[Action, ...]:
    """Return the action that offers the first seat that is free for anybody to the first reserve."""
    waiting = reserves(record)
    if Pausing.of(record).gathers or not waiting:
        return ()
    free = next((each for each in openings(record) if not each.player), None)
    first = waiting[0]
    if free is None:
        return ()
    return (Offer(seat=free.seat, player=first.player, account=first.account, why=WAITED, by=free.seat),)


def _reserve_on_desk(context: MatchContext, order: DeskOrder, by: str, *, no: bool) -> Action:
    player, account = person(context, order.on)
    if not no and not any(is_player_of(each, player, account) for each in context.record.people):
        check_name(context, "", player, account, "on")
    return Reserve(player=player, account=account, no=no, why=order.why, by=by)


FEATURE = Feature(
    name="reserves",
    place=50,
    sentence=lambda action, _: (
        f"{action.player} {'is no reserve any more' if action.no else 'waits for a seat, as a reserve'}"
    ),
    effects={Reserve: _reserve},
    due=_due,
    desk={
        "reserve": DeskAction(
            partial(_reserve_on_desk, no=False),
            PERSON,
            "",
            "that person waits for a seat that becomes free",
            undo="no reserve",
        ),
        "no reserve": DeskAction(
            partial(_reserve_on_desk, no=True), PERSON, "", "that person waits no more", undo="reserve"
        ),
    },
    commands=(
        Command(
            "reserve",
            """Let PERSON, such as "Zoe <zoe@example.org>", wait for a seat of MATCH.

            A seat that becomes free is offered to the first who waits. While a match gathers its players, people put
            themselves on the list on the Free seats tab.

            \b
            sheets-gm reserve friday "Zoe <zoe@example.org>"
            """,
            lambda person, no: DeskOrder(act="no reserve" if no else "reserve", on=person),
            (Argument("person"),),
            (CommandOption("no", "Take the person off the list."),),
        ),
    ),
    people=reserves,
    part=Reserves,
    forget=lambda record, person: Reserves(people=tuple(each for each in reserves(record) if not person.has(each))).on(
        record
    ),
)
