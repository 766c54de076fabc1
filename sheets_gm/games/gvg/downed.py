"""Knocked down (rulebook, "Knocked Down").

Laws: whoever is knocked down skips its next turn where it lies; in that turn a Healer within a square may revive it,
and it goes on from there; otherwise it is back at its Base for the turn after (R18). Meanwhile it counts for nothing.
"""

from __future__ import annotations

from sheets_gm.games.gvg import combat
from sheets_gm.games.gvg.data import REDUCTION, REVIVE, TEAMS, other
from sheets_gm.games.gvg.events import Respawned, Revived
from sheets_gm.games.gvg.state import Player
from sheets_gm.games.gvg.workings import Workings


def in_reach(turn: Workings, healer: Player) -> tuple[str, ...]:
    """Allies that *healer* can revive: those already down when the Action Phase began, within a square (GVG-17)."""
    if turn.settings.hr_blocks_revive and turn.has(other(healer.team), REDUCTION):
        return ()
    near = combat.near(turn, turn.at[healer.seat])
    return tuple(
        player.seat
        for player in turn.match.players
        if player.down and player.team == healer.team and turn.at[player.seat] in near
    )


def revive(turn: Workings) -> None:
    """Raise whom Healers revive (GVG-17, GVG-81)."""
    for player in turn.match.players:
        if turn.action.get(player.seat) == REVIVE:
            risen = tuple(seat for seat in in_reach(turn, player) if seat not in turn.rose)
            if risen:
                turn.rose.update(risen)
                turn.events.append(Revived(clause="GVG-17", seats=risen, by=player.seat))


def respawn(turn: Workings) -> None:
    """Bring those who were not revived back to their Base (GVG-82)."""
    for team in TEAMS:
        back = tuple(
            player.seat
            for player in turn.match.players
            if player.team == team and player.down and player.seat not in turn.rose
        )
        if back:
            base = turn.match.board.bases[team]
            turn.at.update(dict.fromkeys(back, base))
            turn.events.append(Respawned(clause="GVG-82", seats=back, team=team))
