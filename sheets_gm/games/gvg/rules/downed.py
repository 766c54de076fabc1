"""Knocked-down players.

A player who is knocked down skips its next turn. If a Healer within 1 square revives it in that turn, it continues from
its tile; otherwise it respawns at its Base for the turn after (R18). Until then it counts as absent on its tile (R19).
"""

from __future__ import annotations

from sheets_gm.games.gvg.data.words import REDUCTION, REVIVE, TEAMS, other
from sheets_gm.games.gvg.position.events import Respawned, Revived
from sheets_gm.games.gvg.position.resolution import Resolution
from sheets_gm.games.gvg.position.state import Player
from sheets_gm.games.gvg.rules import combat


def in_reach(turn: Resolution, healer: Player) -> tuple[str, ...]:
    """Return the allies that *healer* can revive: within 1 square, and down since before this Action Phase (GVG-17)."""
    if turn.settings.hr_blocks_revive and turn.has(other(healer.team), REDUCTION):
        return ()
    near = combat.near(turn, turn.at[healer.seat])
    return tuple(
        player.seat
        for player in turn.match.players
        if player.down and player.team == healer.team and turn.at[player.seat] in near
    )


def revive(turn: Resolution) -> None:
    """Revive players (GVG-17, GVG-81)."""
    for player in turn.match.players:
        if turn.action.get(player.seat) == REVIVE:
            seats = tuple(seat for seat in in_reach(turn, player) if seat not in turn.revived)
            if seats:
                turn.revived.update(seats)
                turn.events.append(Revived(clause="GVG-17", seats=seats, by=player.seat))


def respawn(turn: Resolution) -> None:
    """Return players who were not revived to their Base (GVG-82)."""
    for team in TEAMS:
        back = tuple(
            player.seat
            for player in turn.match.players
            if player.team == team and player.down and player.seat not in turn.revived
        )
        if back:
            base = turn.match.board.bases[team]
            turn.at.update(dict.fromkeys(back, base))
            turn.events.append(Respawned(clause="GVG-82", seats=back, team=team))
