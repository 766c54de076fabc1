"""Conditions for planned orders. In GvG everything that they use is public."""

from __future__ import annotations

from sheets_gm.games.gvg.data.board import tile_id, tile_name
from sheets_gm.games.gvg.data.words import TEAMS, other
from sheets_gm.games.gvg.position.state import Match, Player
from sheets_gm.kernel.conditions import NUMBER, Choices, condition_table


def _at(match: Match, tile: str) -> list[Player]:
    """Return the players on *tile*."""
    return [player for player in match.players if player.at == tile_id(tile) and not player.down]


CONDITIONS = condition_table(
    {
        "player": Choices(lambda view, _: tuple(player.seat for player in view.match.players), people=True),
        "tile": Choices(lambda view, _: tuple(map(tile_name, view.match.board.tiles))),
        "bulwark": Choices(lambda view, _: tuple(tile for team in TEAMS for tile in view.match.board.bulwarks[team])),
        "team": Choices(lambda _, __: TEAMS),
        "number": NUMBER,
    },
    {
        "{player} is alive": lambda view, _, player: not view.match.player(player).down,
        "{player} is at {tile}": lambda view, _, player, tile: view.match.player(player).at == tile_id(tile),
        "{tile} is free": lambda view, _, tile: not _at(view.match, tile),
        "an enemy is at {tile}": lambda view, seat, tile: any(
            player.team != view.match.player(seat).team for player in _at(view.match, tile)
        ),
        "my team has {number} coins": lambda view, seat, number: (
            view.match.teams[view.match.player(seat).team].coins >= number
        ),
        "the enemy has {number} coins": lambda view, seat, number: (
            view.match.teams[other(view.match.player(seat).team)].coins >= number
        ),
        "{player} carries a Tree": lambda view, _, player: view.match.carried_by(player) is not None,
        "a coin lies at {tile}": lambda view, _, tile: tile_id(tile) in view.match.coins,
        "the Boss is there": lambda view, _: view.match.boss is not None,
        "the Bulwark at {bulwark} stands": lambda view, _, bulwark: bool(view.match.bulwarks.get(bulwark)),
        "the Fish of {team} lives": lambda view, _, team: bool(view.match.fish[team]),
    },
)
