"""Jungle: coins on the Drum tiles.

A coin goes to the team that is alone on its tile after the tile's battle.
"""

from __future__ import annotations

from sheets_gm.games.gvg.position.events import CoinGained, CoinsRespawned
from sheets_gm.games.gvg.position.resolution import Resolution
from sheets_gm.games.gvg.position.state import Match


def collect(turn: Resolution) -> None:
    """Collect coins (GVG-36, GVG-37, R20: several allies collect one coin, a teleported player collects none)."""
    for at in turn.match.coins:
        teams = {
            player.team
            for player in turn.present().get(at, ())
            if player.seat not in turn.down and player.seat not in turn.teleported
        }
        if len(teams) == 1:
            team = teams.pop()
            turn.jungle.discard(at)
            turn.coins[team] += 1
            turn.events.append(CoinGained(clause="GVG-36", team=team, at=at, coins=turn.coins[team]))


def respawned(match: Match, number: int, coins: set[str]) -> tuple[tuple[str, ...], tuple[CoinsRespawned, ...]]:
    """Return the jungle's coins when turn *number* opens, and the event (GVG-38, GVG-84, R21: at most one on each
    tile).
    """
    everywhere = match.board.coins
    if number not in match.settings.jungle_respawn_turns:
        return tuple(tile for tile in everywhere if tile in coins), ()
    new = tuple(tile for tile in everywhere if tile not in coins)
    return everywhere, (CoinsRespawned(clause="GVG-38", at=new),) if new else ()
