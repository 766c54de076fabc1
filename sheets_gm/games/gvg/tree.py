"""The Tree and its carrier.

A Tree is available from the turn after its Fish is destroyed. Only its owner's opponents can carry it. It moves with
its carrier, is dropped where the carrier is knocked down, and stays there.
"""

from __future__ import annotations

from sheets_gm.games.gvg.data import PICKUP
from sheets_gm.games.gvg.events import PickupFailed, TreeDropped, TreePicked
from sheets_gm.games.gvg.resolution import Resolution
from sheets_gm.games.gvg.state import Player


def available(turn: Resolution, player: Player, at: str) -> str | None:
    """The owner of a Tree at *at* that *player* may pick up, None if there is none (R25)."""
    for owner, tree in turn.match.trees.items():
        if turn.match.fish[owner] or turn.carrier[owner] is not None or turn.tree_at[owner] != at:
            continue
        if tree.carrier is None and (player.team != owner or turn.settings.owner_may_carry):
            return owner
    return None


def drop(turn: Resolution) -> None:
    """Drop the Trees of carriers who were knocked down (GVG-56, R26)."""
    for owner, seat in turn.carrier.items():
        if seat is not None and seat in turn.down:
            turn.carrier[owner] = None
            turn.dropped[owner] = turn.turn
            turn.events.append(TreeDropped(clause="GVG-56", seat=seat, owner=owner, at=turn.tree_at[owner]))


def pick_up(turn: Resolution) -> None:
    """Pick up Trees: a player succeeds if it still stands (GVG-51, R25: of two players, the lower seat)."""
    for player in turn.match.players:
        if turn.action.get(player.seat) != PICKUP:
            continue
        at = turn.at[player.seat]
        owner = None
        for each, tree in turn.match.trees.items():
            mine = player.team == each and not turn.settings.owner_may_carry
            if tree.at == at and tree.carrier is None and not turn.match.fish[each] and not mine:
                owner = each
        if owner is None:
            turn.events.append(PickupFailed(clause="GVG-51", seat=player.seat, why="none here"))
        elif player.seat in turn.down:
            turn.events.append(PickupFailed(clause="GVG-51", seat=player.seat, why="knocked down"))
        elif turn.carrier[owner] is not None or player.seat in turn.carrier.values():
            turn.events.append(PickupFailed(clause="GVG-51", seat=player.seat, why="another was first"))
        else:
            turn.carrier[owner] = player.seat
            turn.events.append(TreePicked(clause="GVG-51", seat=player.seat, owner=owner))
