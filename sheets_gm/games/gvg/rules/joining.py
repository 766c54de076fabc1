"""Joining a running match: a team has up to five players (GVG-1), and teams start at their Base (GVG-19)."""

from __future__ import annotations

from sheets_gm.games.gvg.position.state import Match, Player
from sheets_gm.games.gvg.rules.movement import movement_reason
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.outcome import Remark
from sheets_gm.kernel.seats import Seat


def join(match: Match, seat: Seat, dice: Dice) -> Match | Remark:
    """Put a newcomer on its Base. The newcomer plays at once, with a movement roll if the others have theirs."""
    if match.result is not None:
        return Remark(text="The match is over")
    mode = match.settings.turn_mode
    is_rolled = mode == "rolled" or (mode == "two_step" and match.phase == "orders")
    roll = dice.roll(match.settings.die_sides, movement_reason(match.turn, seat.id)) if is_rolled else None
    base = match.board.bases[seat.team]
    player = Player(seat=seat.id, team=seat.team, role=seat.trait("role"), at=base, roll=roll)
    before = [at for at, each in enumerate(match.players) if each.team == seat.team]
    return match.but(players=(*match.players[: before[-1] + 1], player, *match.players[before[-1] + 1 :]))
