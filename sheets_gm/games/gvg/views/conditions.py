"""Conditions for planned orders. In GvG everybody knows all that they ask for."""

from __future__ import annotations

from sheets_gm.games.gvg.data.board import tile_id, tile_name
from sheets_gm.games.gvg.data.words import TEAMS, other
from sheets_gm.games.gvg.views.visible import View
from sheets_gm.kernel.conditions import NUMBER, Choices, Condition


def _players(view: View, _seat: str) -> tuple[str, ...]:
    return tuple(player.seat for player in view.match.players)


def _tiles(view: View, _seat: str) -> tuple[str, ...]:
    return tuple(tile_name(tile) for tile in view.match.board.tiles)


def _bulwarks(view: View, _seat: str) -> tuple[str, ...]:
    return tuple(tile for team in TEAMS for tile in view.match.board.bulwarks[team])


def _teams(_view: View, _seat: str) -> tuple[str, ...]:
    return TEAMS


PLAYER, TILE, BULWARK, TEAM = Choices(_players, people=True), Choices(_tiles), Choices(_bulwarks), Choices(_teams)


def _is_alive(view: View, _seat: str, player: str) -> bool:
    return not view.match.player(player).down


def _is_at(view: View, _seat: str, player: str, tile: str) -> bool:
    return view.match.player(player).at == tile_id(tile)


def _is_free(view: View, _seat: str, tile: str) -> bool:
    return not any(player.at == tile_id(tile) and not player.down for player in view.match.players)


def _enemy_is_at(view: View, seat: str, tile: str) -> bool:
    own = view.match.player(seat).team
    return any(each.at == tile_id(tile) and not each.down and each.team != own for each in view.match.players)


def _has_coins(view: View, seat: str, number: int) -> bool:
    return view.match.teams[view.match.player(seat).team].coins >= number


def _enemy_has_coins(view: View, seat: str, number: int) -> bool:
    return view.match.teams[other(view.match.player(seat).team)].coins >= number


def _carries(view: View, _seat: str, player: str) -> bool:
    return view.match.carried_by(player) is not None


def _has_coin(view: View, _seat: str, tile: str) -> bool:
    return tile_id(tile) in view.match.coins


def _boss_is_there(view: View, _seat: str) -> bool:
    return view.match.boss is not None


def _bulwark_stands(view: View, _seat: str, bulwark: str) -> bool:
    return bool(view.match.bulwarks.get(bulwark))


def _fish_lives(view: View, _seat: str, team: str) -> bool:
    return bool(view.match.fish[team])


CONDITIONS = (
    Condition("{player} is alive", _is_alive, {"player": PLAYER}),
    Condition("{player} is at {tile}", _is_at, {"player": PLAYER, "tile": TILE}),
    Condition("{tile} is free", _is_free, {"tile": TILE}),
    Condition("an enemy is at {tile}", _enemy_is_at, {"tile": TILE}),
    Condition("my team has {number} coins", _has_coins, {"number": NUMBER}),
    Condition("the enemy has {number} coins", _enemy_has_coins, {"number": NUMBER}),
    Condition("{player} carries a Tree", _carries, {"player": PLAYER}),
    Condition("a coin lies at {tile}", _has_coin, {"tile": TILE}),
    Condition("the Boss is there", _boss_is_there),
    Condition("the Bulwark at {bulwark} stands", _bulwark_stands, {"bulwark": BULWARK}),
    Condition("the Fish of {team} lives", _fish_lives, {"team": TEAM}),
)
