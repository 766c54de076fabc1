"""Conditions for planned orders. In this game everybody sees everything (WES-10)."""

from __future__ import annotations

from sheets_gm.games.wesnoth.data.board import VILLAGE
from sheets_gm.games.wesnoth.views.visible import View
from sheets_gm.kernel.conditions import NUMBER, Choices, Condition


def _players(view: View, _seat: str) -> tuple[str, ...]:
    return tuple(player.seat for player in view.match.players)


def _tiles(view: View, _seat: str) -> tuple[str, ...]:
    return view.match.world.board.tiles


def _villages(view: View, _seat: str) -> tuple[str, ...]:
    board = view.match.world.board
    return tuple(tile for tile in board.tiles if board.signs[tile][0] == VILLAGE)


def _times(view: View, _seat: str) -> tuple[str, ...]:
    match = view.match
    return tuple(dict.fromkeys(time.name for time in match.world.tables.schedules[match.settings.schedule]))


PLAYER, TILE, TOWN, TIME = Choices(_players, people=True), Choices(_tiles), Choices(_villages), Choices(_times)


def _plays(view: View, _seat: str, player: str) -> bool:
    return not view.match.player(player).left


def _is_free(view: View, _seat: str, tile: str) -> bool:
    return tile not in view.match.index.at


def _own_is_at(view: View, seat: str, tile: str) -> bool:
    unit = view.match.index.at.get(tile)
    return unit is not None and unit.seat == seat


def _enemy_is_at(view: View, seat: str, tile: str) -> bool:
    unit = view.match.index.at.get(tile)
    return unit is not None and view.match.index.hostile(seat, unit.seat)


def _enemy_is_beside(view: View, seat: str, tile: str) -> bool:
    return bool(view.match.index.enemies_beside(tile, seat))


def _has_gold(view: View, seat: str, number: int) -> bool:
    return view.match.player(seat).gold >= number


def _holds(view: View, seat: str, village: str) -> bool:
    return view.match.villages.get(village) == seat


def _it_is(view: View, _seat: str, time: str) -> bool:
    return view.match.time.name == time


CONDITIONS = (
    Condition("{tile} is free", _is_free, {"tile": TILE}),
    Condition("a unit of mine is at {tile}", _own_is_at, {"tile": TILE}),
    Condition("an enemy is at {tile}", _enemy_is_at, {"tile": TILE}),
    Condition("an enemy is beside {tile}", _enemy_is_beside, {"tile": TILE}),
    Condition("I have {number} gold", _has_gold, {"number": NUMBER}),
    Condition("I hold the village {village}", _holds, {"village": TOWN}),
    Condition("it is {time}", _it_is, {"time": TIME}),
    Condition("{player} is still in the game", _plays, {"player": PLAYER}),
)
