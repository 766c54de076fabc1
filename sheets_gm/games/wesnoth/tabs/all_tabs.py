"""The tabs of a match: the board, the forms, lists of units, attacks and pawns, and How to play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from sheets_gm.games.wesnoth.data.numbers import SEATS
from sheets_gm.games.wesnoth.data.settings import Settings
from sheets_gm.games.wesnoth.data.world import World
from sheets_gm.games.wesnoth.position.state import Match
from sheets_gm.games.wesnoth.tabs import lists
from sheets_gm.games.wesnoth.tabs.how_to_play import how_to_play
from sheets_gm.games.wesnoth.views.tiles import Tile, empty_tile, legend, occupied_tile, unit_sign
from sheets_gm.games.wesnoth.views.visible import View, allies, describe_light, player_rows, winner
from sheets_gm.kernel.english import listed
from sheets_gm.sheet.grid import EMPTY, Area, Cell, Grid, Row
from sheets_gm.sheet.how_to_play import page_of
from sheets_gm.sheet.lists import draw_list, fields_of, list_rows
from sheets_gm.sheet.marks import Token, board_marks
from sheets_gm.sheet.rendering import fixed
from sheets_gm.sheet.tabs import Clicks, Eyes, FormTab, HistoryTab, Says, Tally, ViewTab
from sheets_gm.sheet.template import TabTemplate

PLAYER_COLUMNS = {"seat": 2, "faction": 2, "leader": 2, "gold": 1, "villages": 1, "units": 1, "income": 1}
"""The columns of the panel's table of players, and how many of the sheet's columns each takes at least.

The panel is below the map, so its columns are as wide as those of a map. Beside a wide one, nobody would see it.
"""

WIDER = ("seat", "gold", "villages", "units", "income", "faction", "leader")
"""The order in which these columns take more where the map is wider."""

TOP = 3
"""The sheet's row of the map's first half-row: below the title, a gap, and the names of the columns."""

LEFT = 0
"""The sheet's column with the numbers of the map's rows."""


# -- the map -----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def _places(world: World) -> dict[str, tuple[int, int]]:
    """Return the row of each tile's upper half and its column, by tile. Every second column is half a hex lower."""
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
    """Return the rows of the map without units, with the names of its columns and rows."""
    board = world.board
    depth, width = len(board.hexes.widths), max(board.hexes.widths)
    rows: list[list[Cell]] = [[EMPTY] * (LEFT + 1 + width) for _ in range(2 * depth + 1)]
    for row in range(depth):
        rows[2 * row][LEFT] = fixed(str(row + 1), "edge")
    for tile, (row, column) in _places(world).items():
        _put(rows, row - TOP, column, _tile(empty_tile(world, tile, "")))
    names = (
        *(EMPTY,) * (LEFT + 1),
        *(fixed(board.hexes.naming.tile(column, 0)[:-1], "edge") for column in range(width)),
    )
    return (names, *map(tuple, rows))


@lru_cache(maxsize=16)
def _spans(world: World) -> tuple[int, ...]:
    """Return how many sheet columns each column of the table of players spans, so that it is as wide as the map."""
    more = max(0, max(world.board.hexes.widths) - sum(PLAYER_COLUMNS.values()))
    wider = [WIDER[at % len(WIDER)] for at in range(more)]
    return tuple(span + wider.count(name) for name, span in PLAYER_COLUMNS.items())


def _put(rows: list[list[Cell]], row: int, column: int, cell: Cell) -> None:
    """Put *cell* on both halves of a hex. The lower half draws the lower border."""
    rows[row][column] = cell
    rows[row + 1][column] = fixed("", cell.style)


def _tile(tile: Tile) -> Cell:
    return fixed(tile.text, tile.style, tile.note)


def draw_board(view: View, tab_template: TabTemplate) -> Grid:
    """Draw the map as hexes, and below it the time of day, the players, the last turn in short, and the legend."""
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
    merges = []
    below = (*_panel(view, tab_template), *_news(view), *_legend(world))
    for at, (cells, areas) in enumerate(below, start=len(drawn)):
        drawn.append([*(EMPTY,) * (LEFT + 1), *cells] if cells else [])
        merges += [Area(at, LEFT + 1 + first, at + 1, LEFT + 1 + end) for first, end in areas]
    pieces = {unit.label: unit.at for unit in match.units}
    marks = board_marks(places, pieces, view.arrows, _tokens(match), _floors(match))
    return Grid(tuple(map(tuple, drawn)), (*_merges(world), *merges), marks=marks)


def _tokens(match: Match) -> dict[str, tuple[Token]]:
    """Return the units for a web page, with their remaining hit points."""
    teams = {player.seat: player.team for player in match.players}
    pawns = {unit.id: match.index.pawn(unit).hp for unit in match.units}
    return {
        unit.at: (
            Token(
                unit.id, teams[unit.seat], (pawns[unit.id] - unit.wounds, pawns[unit.id]), sign=unit_sign(match, unit)
            ),
        )
        for unit in match.units
    }


def _floors(match: Match) -> dict[str, tuple[str, str]]:
    """Return the terrain sign and the style of each tile with a unit."""
    tiles = {unit.at: empty_tile(match.world, unit.at, match.villages.get(unit.at, "")) for unit in match.units}
    return {at: (tile.text.partition("\n")[2], tile.style) for at, tile in tiles.items()}


Panel = tuple[Row, tuple[tuple[int, int], ...]]
"""A row below the map: its cells, and its merged areas as first and end column."""

_GAP: Panel = ((), ())


def _wide(text: str, style: str, width: int) -> Panel:
    """Return a text as wide as the panel."""
    return (fixed(text, style),), ((0, width),)


def _line(cells: Iterable[Cell], spans: Iterable[int]) -> Panel:
    """Return a row of the table of players."""
    row: list[Cell] = []
    areas: list[tuple[int, int]] = []
    for cell, span in zip(cells, spans, strict=True):
        if span > 1:
            areas.append((len(row), len(row) + span))
        row += [cell, *[fixed("", cell.style)] * (span - 1)]
    return tuple(row), tuple(areas)


def _panel(view: View, tab_template: TabTemplate) -> Iterator[Panel]:
    """Yield the time of day, the result, and the table of players, row by row."""
    match = view.match
    stack = match.world.tables.schedules[match.settings.schedule]
    coming = [stack[(match.round - 1 + ahead) % len(stack)] for ahead in range(1, len(stack))]
    next_ = " → ".join(f"{time.picture} {time.name}" for time in coming)
    spans = _spans(match.world)
    width = sum(spans)
    if match.result is not None:
        won_by = [player.seat for player in match.players if player.team in match.result.winners]
        named = [view.names[seat] for seat in won_by if seat in view.names]
        won = f"{listed(named)} {'wins' if len(named) == 1 else 'win'}" if named else winner(match) or "draw"
        yield _wide(f"{won[0].upper()}{won[1:]}: {match.result.reason}", "panel.result", width)
    yield _wide(f"{match.time.picture} {match.time.name.capitalize()}", "panel.time", width)
    yield _wide(describe_light(match), "panel.light", width)
    yield _wide(f"{tab_template.word('next')}: {next_}", "panel.light", width)
    teams = allies(match)
    if teams:
        yield _wide(f"{tab_template.word('teams')}: {teams}", "panel.light", width)
    yield _line((fixed(tab_template.word(name), "panel.heading") for name in PLAYER_COLUMNS), spans)
    for seat, *cells in player_rows(match):
        turn = "▶ " if seat == match.acting and match.result is None else ""
        name = f"{view.names[seat]} ({seat})" if seat in view.names else seat.capitalize()
        yield _line((fixed(f"{turn}{name}", f"seat.{seat}"), *(fixed(cell, "shown") for cell in cells)), spans)


def _news(view: View) -> Iterator[Panel]:
    """Yield the last turn in short."""
    yield _GAP
    for text in view.news:
        yield (fixed(text, "panel.news"),), ()


def _legend(world: World) -> Iterator[Panel]:
    """Yield the signs of the map."""
    yield _GAP
    for sign, meaning in legend(world):
        yield (fixed(sign, "legend"), EMPTY, fixed(meaning, "legend")), ()


# -- lists -------------------------------------------------------------------------------------------------------------

FIGURES = frozenset(
    {"at", "level", "hp", "moves", "from", "wounds", "need", "counter_need", "kill", "taken", "death", "price"}
)
"""Columns with centred cells."""


def draw_units(view: View, tab_template: TabTemplate) -> Grid:
    """Every unit with its figures."""
    rows = list_rows(fields_of(tab_template), lists.units(view.match), FIGURES)
    return draw_list(tab_template, view.heading, rows)


def draw_odds(view: View, tab_template: TabTemplate) -> Grid:
    """Draw the attacks that the acting player can order now with only a unit and a target, with their odds."""
    rows = list_rows(fields_of(tab_template), lists.attack_odds(view.match), FIGURES)
    return draw_list(tab_template, view.heading, rows)


def draw_recruits(view: View, tab_template: TabTemplate) -> Grid:
    """Every pawn that can be recruited, with its price."""
    return draw_list(tab_template, view.heading, _recruits(view.match.settings, fields_of(tab_template)))


def draw_tree(view: View, tab_template: TabTemplate) -> Grid:
    """Draw every pawn and those to which it can advance."""
    match = view.match
    factions = tuple(player.faction for player in match.players)
    return draw_list(tab_template, view.heading, _tree(match.settings, factions, fields_of(tab_template)))


@lru_cache(maxsize=64)
def _recruits(settings: Settings, fields: tuple[str, ...]) -> tuple[Row, ...]:
    """The rows of recruits, which are the same in all turns of a match."""
    return tuple(list_rows(fields, lists.recruits(settings), FIGURES))


@lru_cache(maxsize=64)
def _tree(settings: Settings, factions: tuple[str, ...], fields: tuple[str, ...]) -> tuple[Row, ...]:
    """Return the rows of pawns and their advancements, which are the same in all turns of a match."""
    return tuple(list_rows(fields, lists.unit_tree(settings, factions), FIGURES))


def draw_rules(view: View, tab_template: TabTemplate) -> Grid:
    """Draw How to play for the settings of the match."""
    return page_of(tab_template, how_to_play(view.match, tab_template.words))


def tally(view: View) -> Tally:
    """Return each player's gold and the remaining hit points of its units, after the last complete round."""
    match = view.match
    index = match.index
    values: dict[str, int] = {}
    for player in match.players:
        values[f"{player.seat}_gold"] = player.gold
        values[f"{player.seat}_hp"] = sum(index.pawn(unit).hp - unit.wounds for unit in index.units_of(player.seat))
    return Tally(match.round if match.result else match.round - 1, values)


def _history_columns(*seats: str) -> tuple[str, ...]:
    """Return the columns of the history: gold and hit points for each seat."""
    return tuple(f"{seat}_{what}" for what in ("gold", "hp") for seat in seats)


STYLES = (
    "edge", "hex.plain", "hex.forest", "hex.mountain", "hex.water", "hex.harsh", "hex.city", "hex.village",
    "hex.village.blue", "hex.village.red", "hex.village.teal", "hex.village.orange", "hex.village.violet",
    "hex.castle.blue", "hex.castle.red", "hex.castle.teal", "hex.castle.orange", "hex.castle.violet",
    "hex.main.blue", "hex.main.red", "hex.main.teal", "hex.main.orange", "hex.main.violet", "unit.blue",
    "unit.blue.spent", "leader.blue", "leader.blue.spent", "unit.red", "unit.red.spent", "leader.red",
    "leader.red.spent", "unit.teal", "unit.teal.spent", "leader.teal", "leader.teal.spent", "unit.orange",
    "unit.orange.spent", "leader.orange", "leader.orange.spent", "unit.violet", "unit.violet.spent",
    "leader.violet", "leader.violet.spent", "panel.time", "panel.light", "panel.heading", "panel.result",
    "legend", "row", "hurt", "rule", "rule.head",
)  # fmt: skip
"""The styles of the template with which the tabs of this game are drawn."""


TABS = (
    ViewTab("board", draw_board, styles=STYLES, board=True),
    FormTab(
        "actions",
        "actions",
        ("unit", "action", "to", "target", "attack", "recruit", "route", "reroll", "advance"),
        clicks=Clicks("unit", ("to", "target"), lines=(("route", " "),), ends=("action", "End turn")),
        says=Says(
            ("{unit:=Tap a unit of yours. A leader recruits, too.|*=$: tap where it goes or whom it attacks.}",),
            (
                "{action:End turn=End your turn.}",
                "{unit}",
                "{recruit:=}{target:=}{action:Move=goes|=goes} to {to}",
                "{target:*=attacks $} {to:*=from $|=}",
                "{action:Rest=rests|Conquest=conquers}",
                "{recruit:*=recruits $} {to:*=at $|=}",
                "with {attack}",
            ),
            ("{to}", "{target}", "{recruit}", "{action}"),
            ("{action}", "{target:*=Attack}", "{recruit:*=Recruit}", "{to:*=Move}"),
            offers="recruit",
        ),
    ),
    FormTab(
        "answers",
        "answers",
        ("answer",),
        ("question",),
        says=Says(("{question}",), ("{question}", "{answer}."), ("{answer}",), ("Answer",), offers="answer"),
    ),
    FormTab(
        "wishes",
        "wishes",
        ("counter", "reroll", "advance", "reserve", "favour_1", "favour_2", "favour_3"),
        behind=("actions", "seats"),
    ),
    FormTab("ask", "ask", ("unit", "to", "target"), ("reach", "attacks"), Eyes.OWN, ask=True),
    ViewTab("units", draw_units, columns=(*lists.PAWN_COLUMNS, "at", "wounds", "state")),
    ViewTab("odds", draw_odds, columns=lists.ODDS_COLUMNS, behind=("ask", "units")),
    ViewTab("recruits", draw_recruits, columns=(*lists.PAWN_COLUMNS, "price"), behind=("units", "rules")),
    ViewTab("tree", draw_tree, columns=(*lists.PAWN_COLUMNS, "price"), behind=("rules",)),
    HistoryTab("history", tally, _history_columns(*SEATS)),
    ViewTab("rules", draw_rules),
)
