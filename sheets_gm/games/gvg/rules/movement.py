"""Movement Phase.

All movement is simultaneous: it depends only on the position before it, and players never block each other. A player
ends at its destination, or as close to it as its movement allows.
"""

from __future__ import annotations

from sheets_gm.games.gvg.data.words import FLY, SPEED, TREE_SPEED, other
from sheets_gm.games.gvg.position.events import Captured, Flew, Moved
from sheets_gm.games.gvg.position.resolution import STAY, Resolution
from sheets_gm.games.gvg.position.state import Match, Player


def carrier_steps(match: Match, player: Player, *, fast: bool) -> int:
    """Return the steps of a carrier: 2, or 1 with a standing enemy on its tile. *fast* (Tree Speed) doubles
    them (R27).
    """
    marked = any(enemy.at == player.at and enemy.team != player.team and not enemy.down for enemy in match.players)
    steps = match.settings.carrier_steps_marked if marked else match.settings.carrier_steps
    return steps * 2 if fast else steps


def reach(match: Match, player: Player, steps: int) -> tuple[str, ...]:
    """Return the tiles that *player* can reach in *steps*, in rank order."""
    return match.board.reach(player.at, steps, match.terrain(player.team))


def end_tile(match: Match, player: Player, goal: str, steps: int) -> str:
    """Return where *player* ends on its way to *goal* (R5: as far as possible along a shortest path)."""
    if goal in match.shut(player.team):
        return player.at
    return match.board.toward(player.at, goal, steps, match.terrain(player.team))


def movement(turn: Resolution) -> None:
    """Move all players (GVG-23, GVG-24). A carrier that reaches its Base captures the Tree (GVG-7, R28)."""
    match = turn.match
    for player in match.players:
        if player.down:
            continue  # GVG-80
        order = turn.plays.get(player.seat, STAY)
        if order.mode == FLY and order.move_to and _teleports(turn, player, order.move_to):
            continue
        _walks(turn, player, order.move_to)
    for owner, seat in turn.carrier.items():
        if seat is None:
            continue
        turn.tree_at[owner] = turn.at[seat]
        team = match.player(seat).team
        if team != owner and turn.at[seat] == match.board.bases[team]:
            turn.events.append(Captured(clause="GVG-7", seat=seat, team=team))


def capturing_teams(turn: Resolution) -> tuple[str, ...]:
    """Return the teams that captured the enemy's Tree."""
    return tuple(event.team for event in turn.events if isinstance(event, Captured))


def _teleports(turn: Resolution, player: Player, goal: str) -> bool:
    """Teleport *player* to *goal* if its team has a charge left (GVG-78, R34: charges go out in seat order)."""
    match, team = turn.match, player.team
    from_base = player.at == match.board.bases[team]
    if not from_base or turn.charges[team] < 1 or goal == match.board.bases[other(team)]:
        return False
    turn.charges[team] -= 1
    turn.at[player.seat] = goal
    turn.teleported.add(player.seat)
    turn.events.append(Flew(clause="GVG-78", seat=player.seat, end=goal, left=turn.charges[team]))
    return True


def _walks(turn: Resolution, player: Player, goal: str | None) -> None:
    match = turn.match
    roll: int | None = None
    carries = match.carried_by(player.seat) is not None
    skill = TREE_SPEED if carries else SPEED
    fast = turn.has(player.team, skill)
    if carries:
        steps = carrier_steps(match, player, fast=fast)
    else:
        roll = player.roll if player.roll is not None else _rolled(turn, player)
        steps = roll + (turn.settings.speed_bonus if fast else 0)  # GVG-71
    if goal is None or goal == player.at:
        return
    end = end_tile(match, player, goal, steps)
    turn.at[player.seat] = end
    turn.events.append(
        Moved.unchecked(
            clause="GVG-23",
            seat=player.seat,
            start=player.at,
            end=end,
            steps=steps,
            wanted=goal if end != goal else None,
            roll=roll,
            skill=skill if fast else None,
        )
    )


def _rolled(turn: Resolution, player: Player) -> int:
    return turn.dice.roll(turn.settings.die_sides, movement_reason(turn.turn, player.seat))


def movement_reason(turn: int, seat: str) -> str:
    """Return the name of a movement roll in the dice log."""
    return f"turn {turn}: movement of {seat}"
