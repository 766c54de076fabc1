"""The texts on the tiles of the board, and the legend that explains them."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sheets_gm.games.wesnoth.data.board import CASTLE, MAIN, VILLAGE
from sheets_gm.games.wesnoth.data.numbers import SEATS
from sheets_gm.games.wesnoth.data.world import World
from sheets_gm.games.wesnoth.position.state import Match, Unit
from sheets_gm.games.wesnoth.views.visible import LEADER, ROLE_SIGNS, unit_note

HOUSE, WALL, KEEP = "🏠", "🏰", "♜"


class Tile(NamedTuple):
    """The text of a tile, its style in the template, and its note."""

    text: str
    style: str
    note: str | None = None


@lru_cache(maxsize=4096)
def empty_tile(world: World, tile: str, owner: str) -> Tile:
    """Return a tile without a unit: its name and its terrain or feature. *owner* owns a village on it; "" is nobody."""
    sign = world.board.signs[tile]
    castle = world.board.castle_of.get(tile)
    if castle is not None:
        mark, style = (KEEP, "hex.main") if sign[0] == MAIN and len(sign) > 1 else (WALL, "hex.castle")
        return Tile(f"{tile}\n{mark}", f"{style}.{SEATS[castle]}")
    if sign == VILLAGE:
        # the letter of its owner, as its units have it, for eyes that the colour does not help
        return Tile(f"{tile}\n{HOUSE}{owner[:1]}", f"hex.village.{owner}" if owner else "hex.village")
    terrain = world.terrain[tile]
    return Tile(f"{tile}\n{world.tables.pictures[terrain]}".rstrip(), f"hex.{terrain}")


def occupied_tile(match: Match, unit: Unit) -> Tile:
    """Return a tile with a unit: its terrain or feature, the unit, and its hit points."""
    pawn = match.index.pawn(unit)
    sign = unit_sign(match, unit)
    spent = ".spent" if unit.seat == match.acting and unit.spent == "spent" else ""
    style = f"{'leader' if unit.leader else 'unit'}.{unit.seat}{spent}"
    text = f"{_feature(match.world, unit.at)}{sign}{unit.id}\n{pawn.hp - unit.wounds}/{pawn.hp}"
    return Tile(text, style, unit_note(match, unit))


def unit_sign(match: Match, unit: Unit) -> str:
    """Return the sign of a leader, or the one for the role of the unit."""
    return LEADER if unit.leader else ROLE_SIGNS.get(match.index.pawn(unit).role, "")


def _feature(world: World, tile: str) -> str:
    sign = world.board.signs[tile]
    if sign == VILLAGE:
        return HOUSE
    if sign[0] in (CASTLE, MAIN) and tile in world.board.castle_of:
        return WALL
    return world.tables.pictures[world.terrain[tile]]


def legend(world: World) -> tuple[tuple[str, str], ...]:
    """Return the signs on the board with their meanings."""
    roles = [*ROLE_SIGNS.values()]
    return (
        (" ".join(roles[:3]), "warrior, archer, mage"),
        (" ".join([*roles[3:], LEADER]), "scout, mixed, leader"),
        (f"{HOUSE} {WALL} {KEEP}", "village, castle, its main tile"),
        *((picture, terrain) for terrain, picture in world.tables.pictures.items() if picture),
        ("11/14", "hit points left; a pale unit has acted"),
    )
