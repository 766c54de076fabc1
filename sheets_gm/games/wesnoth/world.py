"""The world: a map together with what the tables say of its terrain, worked out once for all matches on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from sheets_gm.games.wesnoth.board import CASTLE, CITY, MAIN, VILLAGE, Board, board
from sheets_gm.games.wesnoth.tables import TERRAINS, Pawn, Tables, tables


@dataclass(frozen=True, eq=False)
class World:
    """A map and its tables. *terrain* is by tile."""

    board: Board
    tables: Tables
    terrain: Mapping[str, str]
    _costs: dict[tuple[int, ...], Mapping[str, int]] = field(default_factory=dict)

    def costs(self, pawn: Pawn) -> Mapping[str, int]:
        """What entering each tile costs *pawn* (WES-20)."""
        key = tuple(pawn.costs[terrain] for terrain in TERRAINS)
        if key not in self._costs:
            self._costs[key] = {tile: pawn.costs[terrain] for tile, terrain in self.terrain.items()}
        return self._costs[key]


@lru_cache(maxsize=64)
def world(text: str, packed: str) -> World:
    """The map *text* with the tables *packed*. BadMap, BadTable."""
    known = tables(packed)
    place = board(text, tuple(known.signs))
    city = {VILLAGE, CASTLE, MAIN}
    terrain = {
        tile: CITY if sign[0] in city and sign not in known.signs else known.signs[sign]
        for tile, sign in place.signs.items()
    }
    return World(place, known, terrain)
