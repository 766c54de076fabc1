"""The Tree and its carrier.

A Tree is available from the turn after its Fish is destroyed. Only its owner's opponents can carry it. It moves with
its carrier, is dropped where the carrier is knocked down, and stays there, or for `tree_reset_turns` turns if that is
set.
"""

from __future__ import annotations

from typing import Literal

from sheets_gm.games.gvg.data.words import PICKUP, other
from sheets_gm.games.gvg.position.events import PickupFailed, TreeDropped, TreePicked, TreeReset
from sheets_gm.games.gvg.position.resolution import Resolution
from sheets_gm.games.gvg.position.state import Match, Player


def available(match: Match, player: Player, at: str) -> tuple[str, ...]:
    """Return the owners of the Trees at *at* that *player* may pick up, the enemy first (R25)."""
    owners = (other(player.team), *((player.team,) if match.settings.owner_may_carry else ()))
    return tuple(owner for owner in owners if match.on_ground(owner, at))


def drop(turn: Resolution) -> None:
    """Drop the Trees of carriers who were knocked down (GVG-56, R26)."""
    for owner, seat in turn.carrier.items():
        if seat is not None and seat in turn.down:
            turn.carrier[owner] = None
            turn.dropped[owner] = turn.turn
            turn.events.append(TreeDropped(clause="GVG-56", seat=seat, owner=owner, at=turn.tree_at[owner]))


def pick_up(turn: Resolution) -> None:
    """Pick up Trees. A player succeeds if it still stands (GVG-51, R25: of two players, the lower seat)."""
    for player in turn.match.players:
        if turn.action.get(player.seat) != PICKUP:
            continue
        owners = available(turn.match, player, turn.at[player.seat])
        left = [owner for owner in owners if turn.carrier[owner] is None]
        if player.seat in turn.carrier.values():
            _fail(turn, player, "carries one")
        elif not owners:
            _fail(turn, player, "none here")
        elif player.seat in turn.down:
            _fail(turn, player, "knocked down")
        elif not left:
            _fail(turn, player, "another was first")
        else:
            turn.carrier[left[0]] = player.seat
            turn.events.append(TreePicked(clause="GVG-51", seat=player.seat, owner=left[0]))


Failure = Literal["none here", "knocked down", "another was first", "carries one"]


def _fail(turn: Resolution, player: Player, why: Failure) -> None:
    turn.events.append(PickupFailed(clause="GVG-51", seat=player.seat, why=why))


def reset(turn: Resolution) -> None:
    """Return Trees home that were dropped `tree_reset_turns` turns ago (R26)."""
    after = turn.settings.tree_reset_turns
    for owner, dropped in turn.dropped.items():
        if after and turn.carrier[owner] is None and dropped and turn.turn - dropped >= after:
            home = turn.match.board.fish[owner]
            turn.tree_at[owner], turn.dropped[owner] = home, 0
            turn.events.append(TreeReset(clause="GVG-R26", owner=owner, at=home))
