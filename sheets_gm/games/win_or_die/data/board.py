"""The map (rulebook, "Map overview"): a text that people can edit, parsed into hexes and their terrain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from sheets_gm.games.csv_tables import BadTable, lines_of
from sheets_gm.games.win_or_die.data.words import (
    BLINDAGE,
    FOREST,
    HIGHLAND,
    MINE,
    MOUNTAINS,
    OBSTACLES,
    PLAIN,
    SEATS,
    TEAL,
)
from sheets_gm.kernel.geometry.graph import Graph
from sheets_gm.kernel.geometry.hex import Hexes, Shift
from sheets_gm.kernel.geometry.naming import TileNaming
from sheets_gm.kernel.letters import letters

SIGNS = {"P": PLAIN, "T": MINE, "M": MOUNTAINS, "F": FOREST, "H": HIGHLAND}
VOID = "_"
MOST_ROWS, MOST_COLUMNS = 17, 20  # rows beyond Q would share their letter with the battle bases
ROOM = 10
"""The plains that each player needs for a legion of ten (WOD-49)."""


@dataclass(frozen=True, eq=False)
class Board:
    """A map: its *name*, its hexes, and the *terrain* of each space. Red's baseline is the last row (R1)."""

    name: str
    hexes: Hexes
    terrain: Mapping[str, str]
    graph: Graph

    @property
    def spaces(self) -> tuple[str, ...]:
        """All spaces in reading order."""
        return self.graph.tiles

    @cached_property
    def mines(self) -> tuple[str, ...]:
        """The Titan-Crystal mines."""
        return tuple(at for at in self.spaces if self.terrain[at] == MINE)

    @cached_property
    def far(self) -> Mapping[str, Mapping[str, int]]:
        """The distance between any two spaces, ignoring units and terrain."""
        return {one: {other: self.hexes.distance(one, other) for other in self.spaces} for one in self.spaces}

    @cached_property
    def baselines(self) -> Mapping[str, frozenset[str]]:
        """The baseline of each seat: the row of the map on its side."""
        rows = len(self.hexes.widths)
        return {seat: frozenset(self._row(0 if seat == TEAL else rows - 1)) for seat in SEATS}

    @cached_property
    def deployment(self) -> Mapping[str, tuple[str, ...]]:
        """The spaces where each seat may deploy: plains in its baseline and in the next row (WOD-49, R24)."""
        rows = len(self.hexes.widths)
        where = {seat: (0, 1) if seat == TEAL else (rows - 2, rows - 1) for seat in SEATS}
        return {
            seat: tuple(at for row in pair for at in self._row(row) if self.terrain[at] == PLAIN)
            for seat, pair in where.items()
        }

    @cached_property
    def obstacles(self) -> frozenset[str]:
        """The spaces that only flying units may cross (WOD-24)."""
        return frozenset(at for at, terrain in self.terrain.items() if terrain in OBSTACLES)

    def row_of(self, at: str) -> int:
        """Return the row of a space, from 0."""
        return self.hexes.hex(at).r

    def _row(self, row: int) -> tuple[str, ...]:
        return tuple(at for at in self.spaces if self.row_of(at) == row)

    @lru_cache(maxsize=32768)  # noqa: B019 - there are few boards, and they live as long as the process
    def sees(self, one: str, other: str, *, edges: bool) -> bool:
        """Whether the line between the centres of two spaces is clear (WOD-25 to WOD-27, R2)."""
        return self.hexes.sees(one, other, lambda at: self.terrain.get(at) in BLINDAGE, edges=edges)


@lru_cache(maxsize=64)
def board(text: str) -> Board:
    """Read the map in *text*. Raises BadTable; the caller adds the name of the file."""
    name = ""
    rows: list[list[str]] = []
    for number, line in lines_of(text):
        words = line.split()
        if words[0] == "map":
            name = " ".join(words[1:])
            continue
        letter = letters(len(rows))
        if words[0] != letter:
            raise BadTable(f"line {number}: it must begin with “map” or with the row {letter}, not “{words[0]}”")
        if len(words) - 1 > MOST_COLUMNS or len(words) < 2 or len(rows) == MOST_ROWS:
            raise BadTable(f"line {number}: a map has up to {MOST_ROWS} rows with 1 to {MOST_COLUMNS} spaces each")
        for column, sign in enumerate(words[1:], start=1):
            if sign not in SIGNS and sign != VOID:
                terrains = ", ".join(f"{each} {terrain}" for each, terrain in SIGNS.items())
                raise BadTable(
                    f"line {number}, space {letter}{column}: “{sign}” is unknown; there are {terrains}, _ none"
                )
        rows.append(words[1:])
    if not name or len(rows) < len(SEATS) * 2:
        raise BadTable("a map needs a line “map NAME” and at least four rows")
    return _board(name, rows)


def _board(name: str, rows: list[list[str]]) -> Board:
    hexes = Hexes(tuple(map(len, rows)), Shift.ODD_R, TileNaming.ROW_LETTER)
    terrain = {
        hexes.naming.tile(column, row): SIGNS[sign]
        for row, signs in enumerate(rows)
        for column, sign in enumerate(signs)
        if sign != VOID
    }
    rank = {at: number for number, at in enumerate(hexes.tiles)}
    near = {at: [each for each in hexes.neighbours(at) if each in terrain] for at in terrain}
    new_board = Board(name, hexes, terrain, Graph(near, rank.__getitem__))
    walked = new_board.graph.distances(next(iter(new_board.deployment[TEAL]), new_board.spaces[0]), new_board.obstacles)
    for seat in SEATS:
        places = new_board.deployment[seat]
        if len(places) < ROOM:
            raise BadTable(f"{seat} needs {ROOM} plains in its first two rows, and there are {len(places)}")
        shut = next((at for at in places if at not in walked), None)
        if shut is not None:
            raise BadTable(f"no unit can walk from {shut} to the enemy")
    return new_board
