"""The map (rulebook, "Materials" and "Terrain"): a text that people can edit, parsed into hexes and features.

It is the only source of all places. A village or castle is a feature on a tile of terrain City (WES-6).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from sheets_gm.kernel.folding import whole_number
from sheets_gm.kernel.geometry.graph import Graph
from sheets_gm.kernel.geometry.hex import Hexes, Shift
from sheets_gm.kernel.geometry.naming import TileNaming

VOID, VILLAGE, CASTLE, MAIN = "_", "v", "C", "K"
CITY = "city"
FEWEST, MOST = 2, 6  # WES-9

CASTLE_REACH = 2
"""How far from its main tile a tile of a castle may be."""


class BadMap(ValueError):
    """The text is not a map; the message names the line and the fault."""


@dataclass(frozen=True, eq=False)
class Board:
    """A map. *signs* are the signs of the text by tile. *mains* are the main tiles of the castles, *castles* the other
    tiles of each, *teams* the default teams; these three are by player, from 0.
    """

    name: str
    hexes: Hexes
    signs: Mapping[str, str]
    villages: tuple[str, ...]
    mains: tuple[str, ...]
    castles: tuple[tuple[str, ...], ...]
    teams: tuple[int, ...]
    graph: Graph

    @cached_property
    def tiles(self) -> tuple[str, ...]:
        """All tiles, in reading order."""
        return self.graph.tiles

    @property
    def players(self) -> int:
        """The number of players: there is a castle for each."""
        return len(self.mains)

    @cached_property
    def far(self) -> Mapping[str, Mapping[str, int]]:
        """The distance between any two tiles, ignoring terrain and units."""
        return {tile: {other: self.hexes.distance(tile, other) for other in self.tiles} for tile in self.tiles}

    @cached_property
    def castle_of(self) -> Mapping[str, int]:
        """The player, from 0, to whose castle a tile belongs; main tiles included."""
        parts = zip(self.mains, self.castles, strict=True)
        return {tile: owner for owner, (main, others) in enumerate(parts) for tile in (main, *others)}

    def nearest(self, tile: str, among: tuple[str, ...]) -> str | None:
        """Return the tile of *among* nearest to *tile*, the first listed if several are; None if *among* is empty."""
        return min(among, key=lambda each: (self.far[tile][each], among.index(each)), default=None)


@lru_cache(maxsize=64)
def board(text: str, signs: tuple[str, ...]) -> Board:
    """Read the map in *text*, which uses the terrain *signs*. Raises BadMap."""
    name, columns = "", 0
    teams: tuple[int, ...] = ()
    cells: dict[tuple[int, int], str] = {}
    where: dict[int, int] = {}
    for number, line in _lines(text):
        words = line.split()
        if words[0] == "map":
            name = " ".join(words[1:])
        elif words[0] == "teams":
            teams = _teams(number, words[1:])
        elif words[0] == "columns":
            columns = _columns(number, words[1:])
        else:
            row = _row(number, words, columns, len(where))
            where[row] = number
            for column, sign in enumerate(words[1:]):
                _check_sign(number, TileNaming.COLUMN_LETTER.tile(column, row), sign, signs)
                if sign != VOID:
                    cells[column, row] = sign
    if not name or not where:
        raise BadMap("the map needs a line “map NAME”, a line “columns A B C ...” and at least one row")
    return _board(name, teams, Hexes((columns,) * len(where), Shift.ODD_Q, TileNaming.COLUMN_LETTER), cells)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip() and not line.startswith("#"):
            yield number, line


def _teams(number: int, words: list[str]) -> tuple[int, ...]:
    teams = [whole_number(word) or 0 for word in words]
    if not all(1 <= team <= MOST for team in teams):
        raise BadMap(f"line {number}: teams needs a number for each player, like “teams 1 2 1 2”")
    return tuple(team - 1 for team in teams)


def _columns(number: int, names: list[str]) -> int:
    wanted = [TileNaming.COLUMN_LETTER.tile(column, 0)[:-1] for column in range(len(names))]
    if names != wanted:
        raise BadMap(f"line {number}: the columns must be {' '.join(wanted)}")
    return len(names)


def _row(number: int, words: list[str], columns: int, rows: int) -> int:
    named = whole_number(words[0])
    if named is None:
        raise BadMap(f"line {number}: it must begin with “map”, “teams”, “columns” or a row number, not “{words[0]}”")
    if not columns:
        raise BadMap(f"line {number}: the line “columns A B C ...” must come before the rows")
    if named != rows + 1:
        raise BadMap(f"line {number}: this must be row {rows + 1}, not {words[0]}")
    if len(words) - 1 != columns:
        raise BadMap(f"line {number}: there are {columns} columns, but {len(words) - 1} signs")
    return rows


def _check_sign(number: int, tile: str, sign: str, signs: tuple[str, ...]) -> None:
    of_castle = len(sign) == 2 and sign[0] in (CASTLE, MAIN) and 1 <= (whole_number(sign[1]) or 0) <= MOST
    if sign not in signs and sign not in (VOID, VILLAGE) and not of_castle:
        valid_signs = " ".join((*signs, VILLAGE, VOID))
        raise BadMap(
            f"line {number}, tile {tile}: unknown sign “{sign}”; there are {valid_signs}, C1 (castle) and K1 (its main "
            "tile)"
        )


def _board(name: str, teams: tuple[int, ...], hexes: Hexes, cells: Mapping[tuple[int, int], str]) -> Board:
    signs = {hexes.naming.tile(*place): sign for place, sign in cells.items()}
    rank = {tile: at for at, tile in enumerate(hexes.tiles)}
    signs = dict(sorted(signs.items(), key=lambda item: rank[item[0]]))
    near = {tile: [other for other in hexes.neighbours(tile) if other in signs] for tile in signs}
    graph = Graph(near, rank.__getitem__)
    new_board = Board(
        name=name,
        hexes=hexes,
        signs=signs,
        villages=tuple(tile for tile, sign in signs.items() if sign == VILLAGE),
        mains=tuple(_mains(signs)),
        castles=tuple(
            tuple(tile for tile, sign in signs.items() if sign == f"{CASTLE}{number}") for number in range(1, MOST + 1)
        )[: sum(sign[0] == MAIN for sign in signs.values())],
        teams=teams,
        graph=graph,
    )
    _check(new_board)
    return new_board


def _mains(signs: Mapping[str, str]) -> Iterator[str]:
    mains: dict[str, str] = {}
    for tile, sign in signs.items():
        if sign[0] == MAIN and mains.setdefault(sign, tile) != tile:
            raise BadMap(f"a castle has one main tile, but {sign} is at {mains[sign]} and at {tile}")
    for number in range(1, len(mains) + 1):
        if f"{MAIN}{number}" not in mains:
            raise BadMap(f"castles are numbered from 1 without gaps: there is no main tile K{number}")
        yield mains[f"{MAIN}{number}"]


def _check(board: Board) -> None:
    if not FEWEST <= board.players <= MOST:
        raise BadMap(f"the map has {board.players} castles, but needs {FEWEST} to {MOST}")
    headless = [sign for sign in board.signs.values() if sign[0] == CASTLE and int(sign[1]) > board.players]
    if headless:
        raise BadMap(f"there are castle tiles {headless[0]} without a main tile K{headless[0][1]}")
    for number, (main, others) in enumerate(zip(board.mains, board.castles, strict=True), start=1):
        near = board.graph.reach(main, CASTLE_REACH)
        if not others or any(tile not in near for tile in others):
            raise BadMap(
                f"castle {number} needs tiles C{number}, all within {CASTLE_REACH} tiles of its main tile {main}"
            )
    if board.teams and len(board.teams) != board.players:
        raise BadMap(f"the line “teams” has {len(board.teams)} numbers, but there are {board.players} castles")
    reached = board.graph.distances(board.mains[0])
    unreachable = [tile for tile in board.tiles if tile not in reached]
    if unreachable:
        raise BadMap(f"no unit can ever reach {', '.join(unreachable)}")
