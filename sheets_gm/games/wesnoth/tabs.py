"""The tabs of a match: the board, the forms, lists of units, attacks and pawns, and How to play."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from sheets_gm.games.wesnoth import lists
from sheets_gm.games.wesnoth.data import FORMER_SEAT, SEATS
from sheets_gm.games.wesnoth.how_to_play import how_to_play
from sheets_gm.games.wesnoth.styles import STYLES
from sheets_gm.games.wesnoth.tiles import Tile, empty_tile, legend, occupied_tile
from sheets_gm.games.wesnoth.views import View, allies, describe_light, player_rows, winner
from sheets_gm.games.wesnoth.world import World
from sheets_gm.kernel.english import listed
from sheets_gm.kernel.forms import Typed
from sheets_gm.sheet.grid import EMPTY, Area, Cell, Grid, Row
from sheets_gm.sheet.marks import board_marks
from sheets_gm.sheet.rendering import fixed, head
from sheets_gm.sheet.tabs import Clicks, FormTab, HistoryTab, Tally, ViewTab
from sheets_gm.sheet.template import TabTemplate

PLAYER_COLUMNS = {"seat": 2, "faction": 2, "leader": 2, "gold": 1, "villages": 1, "units": 1, "income": 1}
"""The columns of the panel's table of players, and how many of the sheet's columns each takes.

The panel is to the right of the map, whatever its size, so its columns are as wide as those of a map.
"""

SPAN = sum(PLAYER_COLUMNS.values())

TOP = 3
"""The sheet's row of the map's first half-row: below the title, a gap, and the names of the columns."""

LEFT = 0
"""The sheet's column with the numbers of the map's rows."""


@lru_cache(maxsize=65536)
def _cell(text: Typed, style: str, note: str | None = None) -> Cell:
    return Cell(text, style, note)


# -- the map -----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def _places(world: World) -> dict[str, tuple[int, int]]:
    """By tile, the row of its upper half and its column. Every second column is half a hex lower."""
    naming = world.board.hexes.naming
    places = {}
    for tile in world.board.tiles:
        column, row = naming.place(tile) or (0, 0)
        places[tile] = (TOP + 2 * row + (column & 1), LEFT + 1 + column)
    return places


@lru_cache(maxsize=16)
def _merges(world: World) -> tuple[Area, ...]:
    return tuple(Area(row, column, row + 2, column + 1) for row, column in _places(world).values())


@lru_cache(maxsize=16)
def _empty_map(world: World) -> tuple[Row, ...]:
    """The rows of the map without units, with the names of its columns and rows."""
    board = world.board
    depth, width = len(board.hexes.widths), max(board.hexes.widths)
    rows: list[list[Cell]] = [[EMPTY] * (LEFT + 1 + width) for _ in range(2 * depth + 1)]
    for row in range(depth):
        rows[2 * row][LEFT] = _cell(str(row + 1), "edge")
    for tile, (row, column) in _places(world).items():
        _put(rows, row - TOP, column, _tile(empty_tile(world, tile, "")))
    names = (
        *(EMPTY,) * (LEFT + 1),
        *(_cell(board.hexes.naming.tile(column, 0)[:-1], "edge") for column in range(width)),
    )
    return (names, *map(tuple, rows))


def _beside(world: World) -> int:
    """The sheet's first column of the panel: right of the map and a gap."""
    return LEFT + 1 + max(world.board.hexes.widths) + 1


def _put(rows: list[list[Cell]], row: int, column: int, cell: Cell) -> None:
    """Put *cell* on both halves of a hex; the lower half draws the lower border."""
    rows[row][column] = cell
    rows[row + 1][column] = _cell("", cell.style)


def _tile(tile: Tile) -> Cell:
    return _cell(tile.text, tile.style, tile.note)


def draw_board(view: View, tab_template: TabTemplate) -> Grid:
    """The map as hexes, below it the last turn in short, and beside it the time of day, the players and the legend."""
    match = view.match
    world = match.world
    places = _places(world)
    names, *rest = _empty_map(world)
    rows = [list(row) for row in rest]
    for tile, owner in match.villages.items():
        row, column = places[tile]
        _put(rows, row - TOP, column, _tile(empty_tile(world, tile, owner)))
    for unit in match.units:
        row, column = places[unit.at]
        _put(rows, row - TOP, column, _tile(occupied_tile(match, unit)))
    drawn: list[list[Cell]] = [[Cell(f"{tab_template.title} · {view.heading}", "title")], [], [*names], *rows]
    drawn += [[] for _ in view.news[:1]]
    drawn += [[*(EMPTY,) * (LEFT + 1), _cell(text, "panel.news")] for text in view.news]
    merges = []
    left = _beside(world)
    for at, (cells, areas) in enumerate(_panel(view, tab_template), start=2):
        while len(drawn) <= at:
            drawn.append([])
        if cells:
            drawn[at] += [EMPTY] * (left - len(drawn[at]))
            drawn[at] += cells
        merges += [Area(at, left + first, at + down, left + end) for first, end, down in areas]
    pieces = {unit.label: unit.at for unit in match.units}
    return Grid(
        tuple(map(tuple, drawn)), (*_merges(world), *merges), marks=board_marks(places, pieces, arrows=view.arrows)
    )


Panel = tuple[Row, tuple[tuple[int, int, int], ...]]
"""A row of the panel: its cells, and its merged areas as first column, end column and number of rows."""


def _wide(text: str, style: str) -> list[Panel]:
    """A text as wide as the panel and two rows high."""
    return [((_cell(text, style),), ((0, SPAN, 2),)), ((), ())]


def _line(cells: Iterable[Cell]) -> Panel:
    """A row of the table of players."""
    row: list[Cell] = []
    areas: list[tuple[int, int, int]] = []
    for cell, span in zip(cells, PLAYER_COLUMNS.values(), strict=True):
        if span > 1:
            areas.append((len(row), len(row) + span, 1))
        row += [cell, *[_cell("", cell.style)] * (span - 1)]
    return tuple(row), tuple(areas)


def _panel(view: View, tab_template: TabTemplate) -> list[Panel]:
    """The panel beside the map, row by row."""
    match = view.match
    stack = match.world.tables.schedules[match.settings.schedule]
    coming = [stack[(match.round - 1 + ahead) % len(stack)] for ahead in range(1, len(stack))]
    next_ = " → ".join(f"{time.picture} {time.name}" for time in coming)
    rows = _wide(f"{match.time.picture} {match.time.name.capitalize()}", "panel.time")
    rows += _wide(describe_light(match), "panel.light")
    rows += _wide(f"{tab_template.word('next')}: {next_}", "panel.light")
    if match.result is not None:
        won_by = [player.seat for player in match.players if player.team in match.result.winners]
        named = [view.names[seat] for seat in won_by if seat in view.names]
        won = f"{listed(named)} {'wins' if len(named) == 1 else 'win'}" if named else winner(match) or "draw"
        rows += _wide(f"{won[0].upper()}{won[1:]}: {match.result.reason}", "panel.result")
    teams = allies(match)
    if teams:
        rows += _wide(f"{tab_template.word('teams')}: {teams}", "panel.light")
    rows.append(_line(_cell(tab_template.word(name), "panel.heading") for name in PLAYER_COLUMNS))
    for seat, *cells in player_rows(match):
        turn = "▶ " if seat == match.acting and match.result is None else ""
        name = f"{view.names[seat]} ({seat})" if seat in view.names else seat.capitalize()
        rows.append(_line((_cell(f"{turn}{name}", f"seat.{seat}"), *(_cell(cell, "shown") for cell in cells))))
    rows.append(((), ()))
    signs = legend(match.world)
    return rows + [((_cell(sign, "legend"), EMPTY, _cell(meaning, "legend")), ()) for sign, meaning in signs]


# -- lists -------------------------------------------------------------------------------------------------------------

FIGURES = frozenset(
    {"at", "level", "hp", "moves", "from", "wounds", "need", "counter_need", "kill", "taken", "death", "price"}
)
"""Columns with centred cells."""


def _list(view: View, tab_template: TabTemplate, lines: Iterable[lists.Line]) -> Grid:
    fields = [column.field for column in tab_template.columns]
    drawn = [
        tuple(
            fixed(line.values[field], line.styles.get(field, "shown" if field in FIGURES else "row"))
            for field in fields
        )
        for line in lines
    ]
    return Grid((*head(tab_template, view.heading), *drawn))


def draw_units(view: View, tab_template: TabTemplate) -> Grid:
    """Every unit with its figures."""
    return _list(view, tab_template, lists.units(view.match))


def draw_odds(view: View, tab_template: TabTemplate) -> Grid:
    """Every attack that the acting player can order now, with its odds."""
    lines = tuple(lists.attack_odds(view.match))
    if lines:
        return _list(view, tab_template, lines)
    return Grid((*head(tab_template, view.heading), (fixed(tab_template.word("nobody"), "help"),)))


def draw_recruits(view: View, tab_template: TabTemplate) -> Grid:
    """Every pawn that can be recruited, with its price."""
    return _list(view, tab_template, lists.recruits(view.match))


def draw_tree(view: View, tab_template: TabTemplate) -> Grid:
    """Every pawn and what it can become."""
    return _list(view, tab_template, lists.unit_tree(view.match))


def draw_rules(view: View, tab_template: TabTemplate) -> Grid:
    """How to play, by the settings of the match."""
    lines = how_to_play(view.match, tab_template.words)
    return Grid(
        ((Cell(tab_template.title, "title"),), *((_cell(text, style),) if text else () for text, style in lines))
    )


def tally(view: View) -> Tally:
    """Each player's gold and the remaining hit points of its units, after the last complete round."""
    match = view.match
    index = match.index
    values: dict[str, int] = {}
    for player in match.players:
        values[f"{player.seat}_gold"] = player.gold
        values[f"{player.seat}_hp"] = sum(index.pawn(unit).hp - unit.wounds for unit in index.units_of(player.seat))
    return Tally(match.round if match.result else match.round - 1, values)


def _history_columns(*seats: str) -> tuple[str, ...]:
    """What the history has of each of *seats*: its gold and its HP."""
    return tuple(f"{seat}_{what}" for what in ("gold", "hp") for seat in seats)


TABS = (
    ViewTab("board", draw_board, styles=STYLES, board=True),
    FormTab(
        "actions",
        "actions",
        ("unit", "action", "to", "target", "attack", "recruit", "route", "reroll", "advance"),
        clicks=Clicks("unit", ("to", "target")),
    ),
    FormTab("answers", "answers", ("answer",), ("question",)),
    FormTab("wishes", "wishes", ("counter", "reroll", "advance", "reserve", "favour_1", "favour_2", "favour_3")),
    ViewTab("units", draw_units, columns=(*lists.PAWN_COLUMNS, "at", "wounds", "state")),
    ViewTab("odds", draw_odds, columns=lists.ODDS_COLUMNS),
    ViewTab("recruits", draw_recruits, columns=(*lists.PAWN_COLUMNS, "price")),
    ViewTab("tree", draw_tree, columns=(*lists.PAWN_COLUMNS, "price"), later=True),
    HistoryTab("history", tally, _history_columns(*SEATS), former=_history_columns(FORMER_SEAT)),
    ViewTab("rules", draw_rules),
)
