"""Joining: somebody gets a new seat in a running match, if its game allows it. A rewind undoes this."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sheets_gm.games.contract import Place
from sheets_gm.gm.between.deputies import without_rivals
from sheets_gm.gm.between.feature import Argument, Command, CommandOption, DeskAction, Done, Feature, HandOver, Names
from sheets_gm.gm.between.rows.context import MatchContext
from sheets_gm.gm.between.rows.desk_orders import DeskOrder
from sheets_gm.gm.between.rows.naming import check_name, person
from sheets_gm.gm.between.rows.position_checks import fault
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.seats.hand_over import Openings, openings
from sheets_gm.gm.match_record.seats.players_then import Joined, PlayersThen
from sheets_gm.kernel.actions import Action, BadAction, Join
from sheets_gm.kernel.dice import Dice, Keyed
from sheets_gm.kernel.english import counted, listed
from sheets_gm.kernel.folding import plain
from sheets_gm.kernel.outcome import Remark
from sheets_gm.kernel.seats import Seat

HOW = "Write who joins: Zoe <zoe@example.org>, and the choices of the seat, as in Zoe <zoe@example.org>, role=Tank."
"""How to write who joins."""

INSTEAD = "Somebody more can be a deputy, or take over a seat that is free or offered: see the tab “Your seat”."
"""What people can do if there is no seat for them."""


def _join(record: Record, action: Join, done: Done) -> Record:
    if any(seat.id == action.seat for seat in record.people):
        raise BadAction(f"There is a seat {action.seat} already.", "on")
    return without_rivals(with_joined(record, (*record.joined_at(done.entry), action.taken), done), action.taken)


def with_joined(record: Record, seats: Sequence[Seat], done: Done) -> Record:
    """Return *record* with exactly these added *seats*, and the seats with which the match began."""
    if not PlayersThen.of(record).joined and not seats:
        return record
    wanted, first = {seat.id for seat in seats}, {seat.id for seat in record.charter.seats}
    people = [seat for seat in record.people if seat.id in first | wanted]
    for seat in seats:
        if all(each.id != seat.id for each in people):
            last = max((at for at, each in enumerate(people) if each.team == seat.team), default=len(people) - 1)
            people.insert(last + 1, seat)
    gone = (each.seat for each in openings(record) if each.seat not in first | wanted)
    players = PlayersThen.of(record)
    record = players.but(joined=(*players.joined, Joined(since=done.entry, seats=tuple(seats)))).on(record)
    return (
        Openings.of(record)
        .without(*gone)
        .on(record)
        .but(
            seats=tuple(people),
            # there are rows of other seats now
            workbooks=tuple(each.but(torn=True) for each in record.workbooks),
        )
    )


def _join_on_desk(context: MatchContext, order: DeskOrder, by: str) -> Action:
    game, record = context.game, context.record
    player, account, choices = _newcomer(context, order.value)
    place = _place(context, order.on.strip())
    check_name(context, place.id, player, account)
    seat = Seat(
        id=place.id,
        player=player,
        team=place.team,
        account=account,
        traits=_traits(place, choices),
        neutral=place.neutral,
    )
    settings = game.settings.model_validate(record.charter.settings)
    problem = next((each for each in game.why_not(settings, (*record.people, seat)) if each.refuses), None)
    if problem is not None:
        raise BadAction(f"{problem.text[:1].upper()}{problem.text[1:].removesuffix('.')}.", "on")
    trial = Dice(Keyed(b"who joins", b"who joins, hidden"))
    joined = game.people.join(context.state, seat, trial)
    if isinstance(joined, Remark):
        raise BadAction(f"{joined.text.removesuffix('.')}. {INSTEAD}", "on")
    if (wrong := fault(context, joined)) is not None:
        raise BadAction(wrong, "on")
    return Join(
        seat=seat.id,
        team=seat.team,
        player=player,
        account=account,
        traits=seat.traits,
        neutral=seat.neutral,
        why=order.why,
        by=by,
    )


def _newcomer(context: MatchContext, text: str) -> tuple[str, str | None, dict[str, str]]:
    """Return name, account and choices in "Zoe <zoe@example.org>, role=Tank". Raises BadAction."""
    who, *rest = re.split(r"[,;]\s*", text.strip())
    if not who:
        raise BadAction(HOW)
    choices = dict(part.split("=", 1) for part in rest if "=" in part)
    if len(choices) < len(rest):
        raise BadAction(HOW)
    player, account = person(context, who)
    record = context.record
    if not account and record.is_named:
        raise BadAction(f"Cells are kept for accounts here. Write an address too: {player} <name@example.org>.")
    same = [each for each in record.people if account and each.account == account and not each.neutral]
    if same:
        raise BadAction(f"{account} already plays: it is the account of {same[0].player}.")
    return player, account, {plain(name): value.strip() for name, value in choices.items()}


def _place(context: MatchContext, wanted: str) -> Place:
    """Return the free place that On names: a seat, the first of a team, or the first of all. Raises BadAction."""
    record = context.record
    settings = context.game.settings.model_validate(record.charter.settings)
    taken = {seat.id for seat in record.people}
    places = (context.game.people.places_to_join or context.game.places)(settings)
    free = [place for place in places if place.id not in taken]
    if plain(wanted) in {plain(each) for each in taken}:
        raise BadAction(f"There is a seat {wanted} already. Once it is free, somebody takes it over: substitute.", "on")
    named = (
        [place for place in free if not place.neutral]
        if not wanted
        else [place for place in free if plain(wanted) in (plain(place.id), plain(place.team))]
    )
    if named:
        return named[0]
    all_ = counted(sum(not place.neutral for place in places), "seat")
    if not free:
        raise BadAction(f"All {all_} of the game are taken. {INSTEAD}", "on")
    raise BadAction(f"The seats that nobody has are {listed([place.id for place in free])}.", "on")


def _traits(place: Place, choices: dict[str, str]) -> dict[str, str]:
    """Return the newcomer's choices for the seat, with the first choice as the default. Raises BadAction."""
    unknown = next((name for name in choices if name not in map(plain, place.traits)), None)
    if unknown is not None:
        hint = f"What can be chosen is {listed(list(place.traits))}." if place.traits else "Nothing can be chosen."
        raise BadAction(f"Nobody chooses {unknown} for the seat {place.id}. {hint}")
    traits = {}
    for name, offered in place.traits.items():
        chosen = choices.get(plain(name), offered[0])
        same = [each for each in offered if plain(each) == plain(chosen)]
        if not same:
            raise BadAction(f"“{chosen}” is no {name}. Choose {listed(offered, 'or')}.")
        traits[name] = same[0]
    return traits


def _sentence(action: Join, _names: Names) -> str:
    chosen = f" ({', '.join(action.traits.values())})" if action.traits else ""
    side = "" if action.neutral or action.team == action.seat else f" team {action.team.capitalize()}"
    return f"{action.player} joins{side} as {action.seat}{chosen}"


FEATURE = Feature(
    name="joining",
    place=140,
    sentence=_sentence,
    effects={Join: _join},
    desk={
        "join": DeskAction(
            _join_on_desk,
            "a seat that nobody has, or a team; empty: the first",
            "Name <account>, role=Tank",
            "somebody joins in a new seat, where the rules of the game allow it",
            undo="rewind",
        )
    },
    commands=(
        Command(
            "join",
            """Let PERSON, "Zoe <zoe@example.org>", join MATCH in a new SEAT while it is played, if the rules allow it.

            SEAT is a seat that nobody has, like blue3, or a team; without it the first that is left. Who is refused
            reads why. A rewind to before takes the seat away again. For a seat that somebody gives up, see offer.

            \b
            sheets-gm join friday "Zoe <zoe@example.org>" blue
            """,
            lambda person, seat, choose: DeskOrder(
                act="join", on=seat, value=f"{person}, {choose}" if choose else person
            ),
            (Argument("person"), Argument("seat", needed=False)),
            (
                CommandOption(
                    "choose", "What the seat chooses, like role=Tank; may be repeated.", "NAME=CHOICE", many=", "
                ),
            ),
            names_people=True,
        ),
    ),
    hands_over={Join: lambda action: HandOver((action.seat,))},
    in_story=lambda _action: True,
)
