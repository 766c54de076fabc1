"""The board: its tiles, their neighbours and the pieces on them, read from a text that people can edit.

That text is the only source of places. No rule names a tile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import MappingProxyType

from sheets_gm.kernel.english import counted
from sheets_gm.kernel.folding import whole_number
from sheets_gm.kernel.geometry.graph import Graph

KINDS = {
    "S": "stair",
    ",": "courtyard",
    ".": "lane",
    "j": "jungle",
    "c": "jungle",
    "W": "bulwark",
    "F": "fish",
    "b": "lane",
}
WALL = "#"


class BadBoard(ValueError):
    """The text does not describe a board. The message names the line and the error."""


@dataclass(frozen=True, slots=True)
class Terrain:
    """How a team can walk: it cannot enter *shut* tiles, and can enter but not pass *stops* (R3, R6)."""

    shut: frozenset[str] = frozenset()
    stops: frozenset[str] = frozenset()
    diagonal: bool = False


@dataclass(frozen=True, eq=False)
class Board:
    """A board. *kinds* maps tiles to their kind ("base", "stair", ...), *owners* maps Bases and structures to their
    team.
    """

    columns: tuple[str, ...]
    rows: tuple[int, ...]
    kinds: Mapping[str, str]
    owners: Mapping[str, str]
    bases: Mapping[str, str]
    coins: tuple[str, ...]
    boss_spots: tuple[str, ...]
    top: str
    graph: Graph
    diagonal: Graph

    @cached_property
    def tiles(self) -> tuple[str, ...]:
        """All tiles in rank order: by column, then by row; the Bases last."""
        return self.graph.tiles

    @cached_property
    def bulwarks(self) -> Mapping[str, tuple[str, ...]]:
        """Each team's Bulwarks."""
        return {team: self._of(team, "bulwark") for team in self.bases}

    @cached_property
    def fish(self) -> Mapping[str, str]:
        """The tile of each team's Fish, where its Tree starts."""
        return {team: self._of(team, "fish")[0] for team in self.bases}

    @cached_property
    def enemy_base(self) -> Mapping[str, frozenset[str]]:
        """For each team, the Base of the other team."""
        red, blue = self.bases
        return {red: frozenset((self.bases[blue],)), blue: frozenset((self.bases[red],))}

    def _of(self, team: str, kind: str) -> tuple[str, ...]:
        return tuple(tile for tile in self.tiles if self.kinds[tile] == kind and self.owners.get(tile) == team)

    @lru_cache(maxsize=4096)  # noqa: B019 - boards are few and live as long as the process
    def near(self, tile: str, king: bool) -> frozenset[str]:
        """Return the tiles within one square of *tile*, including itself (R16)."""
        return frozenset((tile, *self.paths(king).neighbours(tile)))

    def paths(self, diagonal: bool) -> Graph:
        """Return the graph on which players move (R3)."""
        return self.diagonal if diagonal else self.graph

    @lru_cache(maxsize=8192)  # noqa: B019
    def distances(self, start: str, terrain: Terrain) -> Mapping[str, int]:
        """Return the steps from *start* to every tile that can be reached on *terrain*."""
        graph = self.paths(terrain.diagonal)
        walls = (terrain.shut | terrain.stops) - {start}
        distances = dict(graph.distances(start, walls))
        for tile in sorted(terrain.stops - terrain.shut - {start}):
            before = [distances[each] for each in graph.neighbours(tile) if each in distances and each not in walls]
            if before:
                distances[tile] = min(before) + 1
        return distances

    @lru_cache(maxsize=8192)  # noqa: B019
    def reach(self, start: str, steps: int, terrain: Terrain) -> tuple[str, ...]:
        """Return the tiles within *steps* of *start*, in rank order."""
        distances = self.distances(start, terrain)
        return tuple(tile for tile in self.tiles if distances.get(tile, steps + 1) <= steps)

    @lru_cache(maxsize=8192)  # noqa: B019
    def goals(self, start: str, steps: int | None, terrain: Terrain) -> tuple[str, ...]:
        """Return the names of the tiles within *steps* of *start* (None: of all open ones), the nearest first.

        Equally near ones are in rank order; those that cannot be reached come last.
        """
        distances = self.distances(start, terrain)
        if steps is None:
            tiles = tuple(tile for tile in self.tiles if tile not in terrain.shut)
        else:
            tiles = self.reach(start, steps, terrain)
        return tuple(map(tile_name, sorted(tiles, key=lambda tile: distances.get(tile, len(self.tiles)))))

    @lru_cache(maxsize=8192)  # noqa: B019
    def toward(self, start: str, end: str, steps: int, terrain: Terrain) -> str:
        """Return the tile *steps* along a shortest path to *end* (R5: of equal paths, the one through the lowest tile).

        If structures close every path to *end*, the path leads over them and stops at the first.
        """
        graph = self.paths(terrain.diagonal)
        if end in self.distances(start, terrain):
            return graph.toward(start, end, steps, (terrain.shut | terrain.stops) - {start, end})
        for number in range(1, steps + 1):
            tile = graph.toward(start, end, number, terrain.shut)
            if tile in terrain.stops:
                return tile
        return graph.toward(start, end, steps, terrain.shut)


BASES: Mapping[str, str] = MappingProxyType({"BASE_B": "Blue Base", "BASE_R": "Red Base"})
"""The names of the Bases on the sheet. All other tiles are shown by their id."""

_IDS = {name: tile for tile, name in BASES.items()}


def tile_name(tile: str) -> str:
    """Return the name of *tile* on the sheet."""
    return BASES.get(tile, tile)


def tile_id(name: str) -> str:
    """Return the id of the tile called *name* on the sheet. An id is returned unchanged."""
    return _IDS.get(name, name)


@lru_cache(maxsize=64)
def board(text: str) -> Board:
    """Read a board from *text*. Raises BadBoard."""
    columns: tuple[str, ...] = ()
    bases: list[tuple[str, int | None]] = []
    rows: dict[int, tuple[str, ...]] = {}
    for number, line in _lines(text):
        words = line.split()
        if words[0] == "columns":
            columns = tuple(words[1:])
        elif words[0] == "base":
            bases.append((words[1] if len(words) == 2 else "", min(rows) if rows else None))
        elif whole_number(words[0]) is None:
            raise BadBoard(f"line {number}: a line starts with “columns”, “base” or a row number, not “{words[0]}”")
        else:
            rows[_new_row(number, words[0], rows)] = _signs(number, words[1:], columns)
    if not columns or not rows:
        raise BadBoard("the board needs a line “columns A B C ...” and at least one row")
    if [team for team, _ in bases] not in (["red", "blue"], ["blue", "red"]) or bases[0][1] is not None:
        raise BadBoard(
            "the board needs one Base above its rows and the other below: “base red” and “base blue”, in either order"
        )
    return _board(columns, rows, bases[0][0], bases[1][0])


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip() and not line.startswith("#"):
            yield number, line


def _new_row(number: int, name: str, rows: Mapping[int, object]) -> int:
    row = whole_number(name) or 0
    if rows and row != min(rows) - 1:
        raise BadBoard(f"line {number}: row {row} must be row {min(rows) - 1}; rows count down by one")
    return row


def _signs(number: int, signs: list[str], columns: tuple[str, ...]) -> tuple[str, ...]:
    if len(signs) != len(columns):
        raise BadBoard(f"line {number}: there are {counted(len(columns), 'column')} but {counted(len(signs), 'sign')}")
    for sign in signs:
        if sign != WALL and sign not in KINDS:
            raise BadBoard(f"line {number}: there is no sign “{sign}”; the signs are {' '.join(KINDS)} and {WALL}")
    return tuple(signs)


def _board(columns: tuple[str, ...], rows: Mapping[int, tuple[str, ...]], top: str, bottom: str) -> Board:
    signs = {f"{column}{row}": sign for row, line in rows.items() for column, sign in zip(columns, line, strict=True)}
    signs = {tile: sign for tile, sign in signs.items() if sign != WALL}
    bases = {team: f"BASE_{team[0].upper()}" for team in (top, bottom)}
    edge = {top: max(rows), bottom: min(rows)}
    straight = {tile: set(_around(tile, columns, signs, False)) for tile in signs}
    slanted = {tile: set(_around(tile, columns, signs, True)) for tile in signs}
    for team, base in bases.items():
        stairs = {tile for tile, sign in signs.items() if sign == "S" and _row(tile) == edge[team]}
        if not stairs:
            raise BadBoard(f"the {team} Base needs a stair platform (S) in the row next to it")
        for near in (straight, slanted):
            near[base] = set(stairs)
            for stair in stairs:
                near[stair].add(base)
    graph, diagonal = Graph(straight, _rank(columns)), Graph(slanted, _rank(columns))
    owners = {base: team for team, base in bases.items()}
    for tile, sign in signs.items():
        if sign in "WFS":
            far = {team: graph.distance(base, tile) for team, base in bases.items()}
            if far[top] is None or far[bottom] is None or far[top] == far[bottom]:
                raise BadBoard(f"{tile} is as close to one Base as to the other, so neither team owns it")
            owners[tile] = min(bases, key=lambda team: far[team] or 0)
    new_board = Board(
        columns=columns,
        rows=tuple(rows),
        kinds={tile: KINDS[sign] for tile, sign in signs.items()} | dict.fromkeys(bases.values(), "base"),
        owners=owners,
        bases=bases,
        coins=tuple(tile for tile in graph.tiles if signs.get(tile) == "c"),
        boss_spots=tuple(tile for tile in graph.tiles if signs.get(tile) == "b"),
        top=top,
        graph=graph,
        diagonal=diagonal,
    )
    _check(new_board)
    return new_board


def _check(board: Board) -> None:
    for team in board.bases:
        if len(board._of(team, "fish")) != 1:
            raise BadBoard(f"team {team} needs one Fish (F) but has {len(board._of(team, 'fish'))}")
        if not board.bulwarks[team]:
            raise BadBoard(f"team {team} needs at least one Bulwark (W)")
    if len(board.boss_spots) != 2:
        raise BadBoard(f"the board needs two Boss tiles (b) but has {len(board.boss_spots)}")
    reached = board.graph.distances(board.bases["blue"])
    lost = [tile for tile in board.tiles if tile not in reached]
    if lost:
        raise BadBoard(f"there is no path to {', '.join(lost)}")


def _row(tile: str) -> int:
    return int("".join(sign for sign in tile if sign.isdigit()) or 0)


def _around(tile: str, columns: tuple[str, ...], signs: Mapping[str, str], slanted: bool) -> Iterator[str]:
    column, row = columns.index(tile.rstrip("0123456789")), _row(tile)
    for right in (-1, 0, 1):
        for up in (-1, 0, 1):
            straight = (right == 0) != (up == 0)
            if not (straight or (slanted and right and up)) or not 0 <= column + right < len(columns):
                continue
            near = f"{columns[column + right]}{row + up}"
            if near in signs:
                yield near


def _rank(columns: tuple[str, ...]) -> Callable[[str], tuple[int, int, str]]:
    place = {name: at for at, name in enumerate(columns)}

    def rank(tile: str) -> tuple[int, int, str]:
        column = tile.rstrip("0123456789")
        return (place.get(column, len(columns)), _row(tile), tile)

    return rank
