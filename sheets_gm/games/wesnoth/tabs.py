"""The tabs of a match: the map of hexes with a panel beside it, lists of units, odds and recruits, and the forms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from sheets_gm.games.wesnoth.board import CASTLE, MAIN, VILLAGE
from sheets_gm.games.wesnoth.data import FACTION_PRICE, HIGHEST_RECRUIT, MERCENARY_PRICE, SEATS
from sheets_gm.games.wesnoth.odds import alignment, light, percent
from sheets_gm.games.wesnoth.state import Match, Unit, rank_of
from sheets_gm.games.wesnoth.views import (
    View,
    attack_forecasts,
    attacks,
    describe_light,
    grounds,
    player_rows,
    resistances,
    signed,
    state_of,
    unit_note,
    winner,
)
from sheets_gm.games.wesnoth.world import World
from sheets_gm.kernel.forms import Typed
from sheets_gm.sheet.grid import EMPTY, Area, Cell, Grid, Row
from sheets_gm.sheet.rendering import draw_rules, head
from sheets_gm.sheet.tabs import FormTab, HistoryTab, Tally, ViewTab
from sheets_gm.sheet.template import TabTemplate

SIGN = {"Warrior": "⚔", "Archer": "🏹", "Mage": "✨", "Scout": "🐎", "Mixed": "🛡"}
LEADER, HOUSE, WALL, KEEP = "👑", "🏠", "🏰", "♜"

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
        _put(rows, row - TOP, column, _ground(world, tile, ""))
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


@lru_cache(maxsize=4096)
def _ground(world: World, tile: str, owner: str) -> Cell:
    """An empty tile: its name and its terrain or feature."""
    sign = world.board.signs[tile]
    castle = world.board.castle_of.get(tile)
    if castle is not None:
        mark, style = (KEEP, "hex.main") if sign[0] == MAIN and len(sign) > 1 else (WALL, "hex.castle")
        return _cell(f"{tile}\n{mark}", f"{style}.{SEATS[castle]}")
    if sign == VILLAGE:
        return _cell(f"{tile}\n{HOUSE}", f"hex.village.{owner}" if owner else "hex.village")
    terrain = world.terrain[tile]
    return _cell(f"{tile}\n{world.tables.pictures[terrain]}".rstrip(), f"hex.{terrain}")


def _occupied(match: Match, unit: Unit) -> Cell:
    """A tile with a unit: its terrain or feature, the unit, and its hit points."""
    index = match.index
    pawn = index.pawn(unit)
    under = _under(match.world, unit.at)
    sign = LEADER if unit.leader else SIGN.get(pawn.role, "")
    spent = ".spent" if unit.seat == match.acting and unit.spent == "spent" else ""
    style = f"{'leader' if unit.leader else 'unit'}.{unit.seat}{spent}"
    return _cell(f"{under}{sign}{unit.id}\n{pawn.hp - unit.wounds}/{pawn.hp}", style, unit_note(match, unit))


def _under(world: World, tile: str) -> str:
    sign = world.board.signs[tile]
    if sign == VILLAGE:
        return HOUSE
    if sign[0] in (CASTLE, MAIN) and tile in world.board.castle_of:
        return WALL
    return world.tables.pictures[world.terrain[tile]]


def draw_board(view: View, tab_template: TabTemplate) -> Grid:
    """The map as hexes, and beside it the time of day, the players and the legend."""
    match = view.match
    world = match.world
    places = _places(world)
    names, *rest = _empty_map(world)
    rows = [list(row) for row in rest]
    for tile, owner in match.villages.items():
        row, column = places[tile]
        _put(rows, row - TOP, column, _ground(world, tile, owner))
    for unit in match.units:
        row, column = places[unit.at]
        _put(rows, row - TOP, column, _occupied(match, unit))
    drawn: list[list[Cell]] = [[Cell(f"{tab_template.title} · {view.heading}", "title")], [], [*names], *rows]
    merges = []
    left = _beside(world)
    for at, (cells, areas) in enumerate(_panel(view, tab_template), start=2):
        while len(drawn) <= at:
            drawn.append([])
        if cells:
            drawn[at] += [EMPTY] * (left - len(drawn[at]))
            drawn[at] += cells
        merges += [Area(at, left + first, at + down, left + end) for first, end, down in areas]
    return Grid(tuple(map(tuple, drawn)), (*_merges(world), *merges))


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
        won = winner(match) or "draw"
        rows += _wide(f"{won[0].upper()}{won[1:]}: {match.result.reason}", "panel.result")
    allies = _allies(match)
    if allies:
        rows += _wide(f"{tab_template.word('teams')}: {allies}", "panel.light")
    rows.append(_line(_cell(tab_template.word(name), "panel.heading") for name in PLAYER_COLUMNS))
    for seat, *cells in player_rows(match):
        turn = "▶ " if seat == match.acting and match.result is None else ""
        name = f"{view.names[seat]} ({seat})" if seat in view.names else seat.capitalize()
        rows.append(_line((_cell(f"{turn}{name}", f"seat.{seat}"), *(_cell(cell, "shown") for cell in cells))))
    rows.append(((), ()))
    legend = (
        (" ".join([*SIGN.values()][:3]), "warrior, archer, mage"),
        (" ".join([*[*SIGN.values()][3:], LEADER]), "scout, mixed, leader"),
        (f"{HOUSE} {WALL} {KEEP}", "village, castle, its main tile"),
        *((picture, terrain) for terrain, picture in match.world.tables.pictures.items() if picture),
        ("11/14", "hit points left; a pale unit has acted"),
    )
    return rows + [((_cell(sign, "legend"), EMPTY, _cell(meaning, "legend")), ()) for sign, meaning in legend]


def _allies(match: Match) -> str:
    """The teams, as "Blue and Teal against Red and Orange"; "" without allies."""
    teams: dict[str, list[str]] = {}
    for player in match.players:
        teams.setdefault(player.team, []).append(player.seat.capitalize())
    if len(teams) == len(match.players):
        return ""
    return " against ".join(" and ".join(seats) for seats in teams.values())


# -- lists -------------------------------------------------------------------------------------------------------------


def _list(view: View, tab_template: TabTemplate, rows: Iterable[Sequence[Cell]]) -> Grid:
    return Grid((*head(tab_template, view.heading), *map(tuple, rows)))


def draw_units(view: View, tab_template: TabTemplate) -> Grid:
    """Every unit with its figures; the acting player's units first."""
    match = view.match
    index = match.index
    first = rank_of(match.acting)
    order = sorted(match.units, key=lambda unit: ((rank_of(unit.seat) - first) % len(index.team), int(unit.id[1:])))
    rows = []
    for unit in order:
        pawn = index.pawn(unit)
        cells: dict[str, Typed] = {
            "unit": f"{LEADER if unit.leader else SIGN.get(pawn.role, '')} {unit.label}",
            "at": unit.at,
            "level": pawn.level,
            "hp": f"{pawn.hp - unit.wounds}/{pawn.hp}",
            "wounds": unit.wounds or "",
            "moves": pawn.moves,
            "state": state_of(match, unit),
            "attacks": attacks(pawn),
            "light": f"{alignment(match, pawn)} {signed(light(match, pawn))}",
            "grounds": grounds(pawn),
            "resists": resistances(match, pawn),
        }
        rows.append([_cell(cells[column.field], _style(column.field, unit)) for column in tab_template.columns])
    return _list(view, tab_template, rows)


FIGURES = frozenset({"at", "level", "hp", "moves", "from", "wounds", "kill", "taken", "death", "price"})
"""Columns with centred cells."""


def _style(field: str, unit: Unit) -> str:
    if field == "unit":
        return f"player.{unit.seat}"
    return "hurt" if field == "wounds" else "shown" if field in FIGURES else "row"


def draw_odds(view: View, tab_template: TabTemplate) -> Grid:
    """Every attack that the acting player can order now, with its odds."""
    rows = []
    for unit, target, at, likely in attack_forecasts(view.match):
        cells: dict[str, Typed] = {
            "unit": unit.label,
            "target": target.label,
            "from": at,
            "attack": likely.attack.label,
            "wounds": round(likely.strike.wounds, 1),
            "kill": percent(likely.strike.kill),
            "counter": likely.counter.label if likely.counter else "none",
            "taken": round(likely.answer.wounds, 1),
            "death": percent(likely.answer.kill),
        }
        names = {"unit": f"player.{unit.seat}", "target": f"player.{target.seat}"}
        rows.append(
            [
                _cell(cells[column.field], names.get(column.field, "shown" if column.field in FIGURES else "row"))
                for column in tab_template.columns
            ]
        )
    if not rows:
        rows = [[_cell(tab_template.word("nobody"), "help")]]
    return _list(view, tab_template, rows)


def draw_recruits(view: View, tab_template: TabTemplate) -> Grid:
    """Every pawn that can be recruited, faction by faction, with its price."""
    match = view.match
    rows = []
    for pawn in match.world.tables.pawns.values():
        if not pawn.recruit or pawn.level > HIGHEST_RECRUIT:
            continue
        cells: dict[str, Typed] = {
            "unit": f"{SIGN.get(pawn.role, '')} {pawn.name}",
            "faction": pawn.faction,
            "price": f"{FACTION_PRICE} ({MERCENARY_PRICE} to others)",
            "level": pawn.level,
            "hp": pawn.hp,
            "moves": pawn.moves,
            "attacks": attacks(pawn),
            "light": alignment(match, pawn),
            "grounds": grounds(pawn),
            "resists": resistances(match, pawn),
            "advances": ", ".join(pawn.advances),
        }
        rows.append(
            [
                _cell(cells[column.field], "shown" if column.field in FIGURES else "row")
                for column in tab_template.columns
            ]
        )
    return _list(view, tab_template, rows)


def tally(view: View) -> Tally:
    """Each player's gold and the remaining hit points of its units, after the last complete round."""
    match = view.match
    index = match.index
    values: dict[str, int] = {}
    for player in match.players:
        values[f"{player.seat}_gold"] = player.gold
        values[f"{player.seat}_hp"] = sum(index.pawn(unit).hp - unit.wounds for unit in index.units_of(player.seat))
    return Tally(match.round if match.result else match.round - 1, values)


TABS = (
    ViewTab("board", draw_board),
    FormTab("actions", "actions"),
    FormTab("answers", "answers"),
    FormTab("wishes", "wishes"),
    ViewTab("units", draw_units),
    ViewTab("odds", draw_odds),
    ViewTab("recruits", draw_recruits),
    HistoryTab("history", tally),
    ViewTab("rules", draw_rules),
)
