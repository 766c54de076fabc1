"""The sequence of play: a turn is Command, Movement, Action, in that order (GVG-21)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sheets_gm.games.gvg import ending, halftime
from sheets_gm.games.gvg.action import action
from sheets_gm.games.gvg.board import board
from sheets_gm.games.gvg.command import command
from sheets_gm.games.gvg.data import BULWARK_HP, FISH_HP, TEAMS, Settings
from sheets_gm.games.gvg.ending import capture
from sheets_gm.games.gvg.movement import movement
from sheets_gm.games.gvg.state import Match, Player, Team, Tree
from sheets_gm.games.gvg.workings import Workings, begin
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.outcome import Event, Orders, Outcome, Result
from sheets_gm.kernel.seats import Seat

STEPS = (command, movement, capture, action)
"""A turn, in rulebook order; the end of the turn and the opening of the next follow."""


def start(settings: Settings, seats: Sequence[Seat], dice: Dice) -> Outcome[Match]:
    """Everybody at the Base (GVG-19), every structure whole, turn 1 open."""
    place = board(settings.board)
    players = tuple(
        Player(seat=seat.id, team=seat.team, role=seat.trait("role"), at=_first_tile(settings, seat, seats))
        for team in TEAMS
        for seat in seats
        if seat.team == team
    )
    match = Match(
        settings=settings,
        turn=1,
        phase="orders",
        players=players,
        teams={team: Team(captain=_captain(seats, team)) for team in TEAMS},
        bulwarks={tile: BULWARK_HP for team in TEAMS for tile in place.bulwarks[team]},
        fish=dict.fromkeys(TEAMS, FISH_HP),
        trees={team: Tree(at=place.fish[team]) for team in TEAMS},
        coins=place.coins,
    )
    return ending.next_turn(match, 1, dice)


def _captain(seats: Sequence[Seat], team: str) -> str:
    return next((seat.id for seat in seats if seat.team == team and seat.captain), "")


def _first_tile(settings: Settings, seat: Seat, seats: Sequence[Seat]) -> str:
    """The Base; or a Bulwark, for the first players of a team where `forward_spawn` says so."""
    place = board(settings.board)
    number = [each.id for each in seats if each.team == seat.team].index(seat.id)
    forward = min(settings.forward_spawn, len(place.bulwarks[seat.team]))
    return place.bulwarks[seat.team][number] if number < forward else place.bases[seat.team]


def resolve(match: Match, orders: Orders, dice: Dice) -> Outcome[Match]:
    """The next position: the duel, the captains' step, or a whole turn, whichever is open."""
    turn = begin(match, orders, dice)
    if match.phase == "over":
        return Outcome(match)
    if match.phase == "archery":
        return _duel(turn)
    if match.phase == "commands":
        return _captains(turn)
    duel = _open_duel(turn)
    for step in STEPS:
        step(turn)
    after = ending.position(turn)
    if duel is not None:
        after = after.but(duel_open=False)
    ending.limit(turn, after)
    events = tuple(turn.events)
    if turn.result is not None:
        last = ending.over(after, turn.result)
        return Outcome(last.state, (*events, *last.events))
    opened = ending.next_turn(after, match.turn + 1, dice)
    return Outcome(opened.state, (*events, *opened.events))


def _duel(turn: Workings) -> Outcome[Match]:
    """Halftime's own step (`halftime_blocks`): the orders open once the duel is won."""
    winner, events = halftime.duel(turn.shots)
    if winner is None:
        return Outcome(turn.match, events)
    phase = "commands" if turn.settings.turn_mode == "two_step" else "orders"
    teams = ending.paid(turn.match.teams, winner)
    return Outcome(turn.match.but(phase=phase, teams=teams, duel_open=False), events)


def _open_duel(turn: Workings) -> str | None:
    """The duel beside the orders (`halftime_blocks` off): its coins can be spent from this turn on."""
    if not turn.match.duel_open:
        return None
    winner, events = halftime.duel(turn.shots)
    turn.events += events
    if winner is not None:
        turn.coins = {team: purse.coins for team, purse in ending.paid(turn.match.teams, winner).items()}
    return winner


def _captains(turn: Workings) -> Outcome[Match]:
    """The first of two steps (R2): skills are paid, then the rolls are shown."""
    command(turn)
    match = turn.match.but(
        phase="orders",
        teams={
            name: team.but(coins=turn.coins[name], charges=turn.charges[name], used=turn.used[name])
            for name, team in turn.match.teams.items()
        },
        effects=turn.effects,
    )
    events: tuple[Event, ...] = tuple(turn.events)
    return Outcome(ending.rolled(match, turn.dice), events)


def result(match: Match) -> Result | None:
    """How the match ended."""
    return match.result


__all__: Sequence[Any] = ("STEPS", "resolve", "result", "start")
