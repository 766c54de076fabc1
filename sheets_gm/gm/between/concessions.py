"""Concessions: a team gives up. The match is over when only one team is left."""

from __future__ import annotations

from sheets_gm.gm.between.feature import Argument, Command, DeskAction, Done, Feature
from sheets_gm.gm.between.rows.context import MatchContext
from sheets_gm.gm.between.rows.desk_orders import DeskOrder
from sheets_gm.gm.between.rows.naming import side_in, side_on
from sheets_gm.gm.between.rows.position_checks import fault_without
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.seats.players_then import Concession, PlayersThen
from sheets_gm.kernel.actions import Action, BadAction, Concede
from sheets_gm.kernel.english import capitalized, listed, side_name, sides_left
from sheets_gm.kernel.outcome import Result


def _concede(record: Record, action: Concede, done: Done) -> Record:
    teams = sides_left(record.people, ())
    if action.team not in teams:
        raise BadAction(f"There is no team “{action.team}”. The teams are {listed(teams)}.", "on")
    if action.team in record.conceded:
        raise BadAction(f"{capitalized(side_in(record, action.team))} has already conceded.", "on")
    conceded = (*record.conceded, action.team)
    return with_conceded(record, conceded, done)


def with_conceded(record: Record, conceded: tuple[str, ...], done: Done) -> Record:
    """Return *record* after the teams *conceded* have conceded. The match is over if only one team is left."""
    if conceded != record.conceded:
        players = PlayersThen.of(record)
        given_up = (*players.given_up, Concession(since=done.entry, teams=conceded))
        record = players.but(given_up=given_up).on(record)
    left = sides_left(record.people, conceded)
    if not conceded or len(left) > 1:
        return record.but(conceded=conceded, result=None)
    result = Result(winners=left, reason=f"{side_in(record, conceded[-1])} conceded", clause="GM")
    return record.but(conceded=conceded, result=result, status=Status.OVER, due=None, pending=None)


def _concede_on_desk(context: MatchContext, order: DeskOrder, by: str) -> Action:
    team, leaves = side_on(context, order.on), context.game.people.leave is not None
    action = Concede(team=team, leaves=leaves, why=order.why, by=by)
    _concede(context.record, action, Done(context.last + 1, context.now))  # there is such a team
    if action.leaves and (problem := fault_without(context, action.team)) is not None:
        raise BadAction(problem, "act")
    return action


FEATURE = Feature(
    name="concessions",
    place=150,
    sentence=lambda action, names: f"{capitalized(side_name(action.team, names.seats))} concedes",
    effects={Concede: _concede},
    desk={"concede": DeskAction(_concede_on_desk, "a team", "", "the team concedes", about="side", undo="rewind")},
    commands=(
        Command(
            "concede",
            """Record that TEAM of MATCH gives up. If one team is left, it wins.

            \b
            sheets-gm concede friday blue
            """,
            lambda team: DeskOrder(act="concede", on=team),
            (Argument("team"),),
        ),
    ),
    in_story=lambda _action: True,
)
