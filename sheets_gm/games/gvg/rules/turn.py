"""The sequence of play: each turn resolves Command, Movement and Action, in that order (GVG-21)."""

from __future__ import annotations

from collections.abc import Sequence

from sheets_gm.games.gvg.data.board import board
from sheets_gm.games.gvg.data.settings import Settings
from sheets_gm.games.gvg.data.words import TEAMS
from sheets_gm.games.gvg.position.resolution import Resolution, begin
from sheets_gm.games.gvg.position.state import Match, Player, Team, Tree
from sheets_gm.games.gvg.rules import ending
from sheets_gm.games.gvg.rules.action import action
from sheets_gm.games.gvg.rules.command import command
from sheets_gm.games.gvg.rules.ending import capture
from sheets_gm.games.gvg.rules.halftime import archery
from sheets_gm.games.gvg.rules.movement import movement
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.outcome import Orders, Outcome, Result
from sheets_gm.kernel.seats import Seat

STEPS = (command, movement, capture, action)
"""The steps of a turn, in rulebook order. The turn then ends and the next one opens."""


def start(settings: Settings, seats: Sequence[Seat], dice: Dice) -> Outcome[Match]:
    """Return the first position: all players at their Base (GVG-19), all structures at full HP, turn 1 open."""
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
        bulwarks={tile: settings.bulwark_hp for team in TEAMS for tile in place.bulwarks[team]},
        fish=dict.fromkeys(TEAMS, settings.fish_hp),
        trees={team: Tree(at=place.fish[team]) for team in TEAMS},
        coins=place.coins,
    )
    return ending.next_turn(match, 1, dice)


def _captain(seats: Sequence[Seat], team: str) -> str:
    return next((seat.id for seat in seats if seat.team == team and seat.captain), "")


def _first_tile(settings: Settings, seat: Seat, seats: Sequence[Seat]) -> str:
    """Return the Base, or a Bulwark for the first `forward_spawn` players of a team."""
    place = board(settings.board)
    number = [each.id for each in seats if each.team == seat.team].index(seat.id)
    forward = min(settings.forward_spawn, len(place.bulwarks[seat.team]))
    return place.bulwarks[seat.team][number] if number < forward else place.bases[seat.team]


def resolve(match: Match, orders: Orders, dice: Dice) -> Outcome[Match]:
    """Resolve the open step: the Archery Duel, the captains' step, or a whole turn."""
    turn = begin(match, orders, dice)
    if match.phase == "over":
        return Outcome(match)
    archery(turn)
    if match.phase == "archery":
        return _after_duel(turn)
    if match.phase == "commands":
        return _captains(turn)
    for step in STEPS:
        step(turn)
    after = ending.position(turn)
    ending.limit(turn, after)
    events = tuple(turn.events)
    if turn.verdict is not None:
        last = ending.finish(after, turn.verdict)
        return Outcome(last.state, (*events, *last.events))
    opened = ending.next_turn(after, match.turn + 1, dice)
    return Outcome(opened.state, (*events, *opened.events))


def _so_far(turn: Resolution) -> Match:
    """Return the position after a step without movement: with the skills paid for and the shots fired."""
    return turn.match.but(
        teams=ending.teams(turn),
        duel_open=turn.duel_open,
        duel_score=turn.duel_score,
        duel_rounds=turn.duel_rounds,
    )


def _after_duel(turn: Resolution) -> Outcome[Match]:
    """Resolve the Archery Duel as a separate step (`halftime_blocks`). Orders open once it is won."""
    match = _so_far(turn)
    if not turn.duel_open:
        match = match.but(phase="commands" if turn.settings.turn_mode == "two_step" else "orders")
    return Outcome(match, tuple(turn.events))


def _captains(turn: Resolution) -> Outcome[Match]:
    """Resolve the first step of `two_step` (R2): pay for skills, then show the movement rolls."""
    command(turn)
    match = _so_far(turn).but(phase="orders", effects=turn.effects)
    return Outcome(ending.roll_movement(match, turn.dice), tuple(turn.events))


def result(match: Match) -> Result | None:
    """Return how the match ended, None if it goes on."""
    return match.result
