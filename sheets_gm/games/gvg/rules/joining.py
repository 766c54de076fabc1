"""Joining a match that is played: a team has up to five players (GVG-1), and teams start at their Base (GVG-19)."""

from __future__ import annotations

from sheets_gm.games.gvg.position.state import Match, Player
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.outcome import Remark
from sheets_gm.kernel.seats import Seat


def join(match: Match, seat: Seat, _dice: Dice) -> Match | Remark:
    """Put a newcomer on its Base, who plays from the next turn on, like whoever respawns there (GVG-82)."""
    if match.result is not None:
        return Remark(text="The match is over")
    player = Player(
        seat=seat.id, team=seat.team, role=seat.trait("role"), at=match.board.bases[seat.team], down=match.turn
    )
    before = [at for at, each in enumerate(match.players) if each.team == seat.team]
    return match.but(players=(*match.players[: before[-1] + 1], player, *match.players[before[-1] + 1 :]))
