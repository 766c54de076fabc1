"""Conditions for planned orders. In this game everybody sees everything (WES-10)."""

from __future__ import annotations

from sheets_gm.games.wesnoth.data.board import VILLAGE
from sheets_gm.games.wesnoth.views.visible import View
from sheets_gm.kernel.conditions import NUMBER, Choices, condition_table


def _villages(view: View, _seat: str) -> tuple[str, ...]:
    board = view.match.world.board
    return tuple(tile for tile in board.tiles if board.signs[tile][0] == VILLAGE)


def _times(view: View, _seat: str) -> tuple[str, ...]:
    match = view.match
    return tuple(dict.fromkeys(time.name for time in match.world.tables.schedules[match.settings.schedule]))


def _own_is_at(view: View, seat: str, tile: str) -> bool:
    unit = view.match.index.at.get(tile)
    return unit is not None and unit.seat == seat


def _enemy_is_at(view: View, seat: str, tile: str) -> bool:
    unit = view.match.index.at.get(tile)
    return unit is not None and view.match.index.hostile(seat, unit.seat)


CONDITIONS = condition_table(
    {
        "player": Choices(lambda view, _: tuple(player.seat for player in view.match.players), people=True),
        "tile": Choices(lambda view, _: view.match.world.board.tiles),
        "village": Choices(_villages),
        "time": Choices(_times),
        "number": NUMBER,
    },
    {
        "{tile} is free": lambda view, _, tile: tile not in view.match.index.at,
        "a unit of mine is at {tile}": _own_is_at,
        "an enemy is at {tile}": _enemy_is_at,
        "an enemy is beside {tile}": lambda view, seat, tile: bool(view.match.index.enemies_beside(tile, seat)),
        "I have {number} gold": lambda view, seat, number: view.match.player(seat).gold >= number,
        "I hold the village {village}": lambda view, seat, village: view.match.villages.get(village) == seat,
        "it is {time}": lambda view, _, time: view.match.time.name == time,
        "{player} is still in the game": lambda view, _, player: not view.match.player(player).left,
    },
)
