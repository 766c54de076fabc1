"""Movement Phase.

Laws: every destination is decided on the old board; nobody is in anybody's way; a player ends on a tile that its
steps can reach, or as near to where it wanted as they take it.
"""

from __future__ import annotations

from sheets_gm.games.gvg.data import (
    CARRIER_STEPS,
    CARRIER_STEPS_MARKED,
    FLY,
    SPEED,
    SPEED_BONUS,
    TREE_SPEED,
    other,
)
from sheets_gm.games.gvg.events import Captured, Flew, Moved
from sheets_gm.games.gvg.state import Match, Player
from sheets_gm.games.gvg.workings import STAY, Workings


def carrier_steps(match: Match, player: Player, *, fast: bool) -> int:
    """How far a Tree Carrier goes: 2, or 1 if a standing enemy shares its tile; Tree Speed doubles it (R27)."""
    marked = any(enemy.at == player.at and enemy.team != player.team and not enemy.down for enemy in match.players)
    steps = CARRIER_STEPS_MARKED if marked else CARRIER_STEPS
    return steps * 2 if fast else steps


def reach(match: Match, player: Player, steps: int) -> tuple[str, ...]:
    """Tiles that *player* may end on with *steps*, in rank order."""
    team = player.team
    return match.board.reach(player.at, steps, match.shut(team), match.stops(team), match.settings.diagonal)


def end_of(match: Match, player: Player, goal: str, steps: int) -> str:
    """Where *player* ends that wants to go to *goal* (R5: as far as possible along a shortest path)."""
    team = player.team
    if goal in match.shut(team):
        return player.at
    return match.board.toward(player.at, goal, steps, match.shut(team), match.stops(team), match.settings.diagonal)


def movement(turn: Workings) -> None:
    """Move everybody at once (GVG-23, GVG-24); a carrier that comes home captures (GVG-7, R28)."""
    match = turn.match
    for player in match.players:
        if player.down:
            continue  # GVG-80
        order = turn.plays.get(player.seat, STAY)
        if order.mode == FLY and order.move_to and _flies(turn, player, order.move_to):
            continue
        _walks(turn, player, order.move_to)
    for owner, seat in turn.carrier.items():
        if seat is None:
            continue
        turn.tree_at[owner] = turn.at[seat]
        team = match.player(seat).team
        if team != owner and turn.at[seat] == match.board.bases[team]:
            turn.events.append(Captured(clause="GVG-7", seat=seat, team=team))


def captors(turn: Workings) -> tuple[str, ...]:
    """The teams that have brought the enemy's Tree into their Base."""
    return tuple(event.team for event in turn.events if isinstance(event, Captured))


def _flies(turn: Workings, player: Player, goal: str) -> bool:
    """Whether a ballista takes *player* to *goal* (GVG-78, R34); charges go to the first seats that ask."""
    match, team = turn.match, player.team
    from_base = player.at == match.board.bases[team]
    if not from_base or turn.charges[team] < 1 or goal == match.board.bases[other(team)]:
        return False
    turn.charges[team] -= 1
    turn.at[player.seat] = goal
    turn.flown.add(player.seat)
    turn.events.append(Flew(clause="GVG-78", seat=player.seat, end=goal, left=turn.charges[team]))
    return True


def _walks(turn: Workings, player: Player, goal: str | None) -> None:
    match = turn.match
    if match.carried_by(player.seat):
        steps = carrier_steps(match, player, fast=turn.has(player.team, TREE_SPEED))
    else:
        steps = player.roll if player.roll is not None else _rolled(turn, player)
        steps += SPEED_BONUS if turn.has(player.team, SPEED) else 0  # GVG-71
    if goal is None or goal == player.at:
        return
    end = end_of(match, player, goal, steps)
    turn.at[player.seat] = end
    wanted = goal if end != goal else None
    turn.events.append(Moved(clause="GVG-23", seat=player.seat, start=player.at, end=end, steps=steps, wanted=wanted))


def _rolled(turn: Workings, player: Player) -> int:
    return turn.dice.roll(turn.settings.die_sides, why_moves(turn.turn, player.seat))


def why_moves(turn: int, seat: str) -> str:
    """The reason of a movement roll."""
    return f"turn {turn}: movement of {seat}"
