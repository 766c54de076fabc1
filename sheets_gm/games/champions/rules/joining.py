"""Joining a running match. It is possible only while nobody has moved, because everybody starts equal (CBR-4)."""

from __future__ import annotations

from sheets_gm.games.champions.data.numbers import TYPES
from sheets_gm.games.champions.position.state import Champion, Match, Player
from sheets_gm.games.champions.rules.turn import grid_for
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.outcome import Remark
from sheets_gm.kernel.seats import Seat


def join(match: Match, seat: Seat, dice: Dice) -> Match | Remark:
    """Put a newcomer with four Champions on an empty tile. A spectator changes nothing."""
    if seat.neutral:
        return match
    if (match.round, match.phase) != (1, "movement"):
        text = "Nobody joins after the first movement: the others have looted since"
        return Remark(text=text, clause="CBR-4")
    taken = {player.at for player in match.players}
    free = [tile for tile in match.board.tiles if tile not in taken]
    if not free or grid_for(match.settings, len(match.players) + 1) != match.size:
        text = f"The map of {match.size} by {match.size} tiles is for {len(match.players)} players"
        return Remark(text=text, clause="CBR-R1")
    player = Player(
        seat=seat.id,
        name=seat.player,
        at=dice.pick(free, f"place of {seat.id}", hidden=not match.settings.show_names),
        champions=tuple(Champion(type=name, health=match.settings.health[name]) for name in TYPES),
    )
    return match.but(players=(*match.players, player), began=match.began + 1)
