"""A map together with the tables that describe its terrain, built once for all matches on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from sheets_gm.games.wesnoth.data.board import CASTLE, CITY, MAIN, VILLAGE, Board, board
from sheets_gm.games.wesnoth.data.tables import Pawn, Tables, tables


@dataclass(frozen=True, eq=False)
class World:
    """A map and its tables. *terrain* is by tile."""

    board: Board
    tables: Tables
    terrain: Mapping[str, str]


@lru_cache(maxsize=64)
def world(text: str, packed: str) -> World:
    """Return the map *text* with the tables *packed*. Raises BadMap or BadTable."""
    game_tables = tables(packed)
    place = board(text, tuple(game_tables.signs))
    city = {VILLAGE, CASTLE, MAIN}
    terrain = {
        tile: CITY if sign[0] in city and sign not in game_tables.signs else game_tables.signs[sign]
        for tile, sign in place.signs.items()
    }
    return World(place, game_tables, terrain)


@lru_cache(maxsize=2048)
def entry_costs(world: World, pawn: Pawn) -> Mapping[str, int]:
    """Return the movement points that *pawn* needs to enter each tile (WES-20)."""
    return {tile: pawn.costs[terrain] for tile, terrain in world.terrain.items()}
