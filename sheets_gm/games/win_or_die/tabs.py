"""The tabs of a match: the battlefield, the lists of units and cards, the forms, and How to play."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from sheets_gm.games.win_or_die import lists
from sheets_gm.games.win_or_die.board import Board
from sheets_gm.games.win_or_die.how_to_play import how_to_play
from sheets_gm.games.win_or_die.lists import SIGNS
from sheets_gm.games.win_or_die.state import Unit
from sheets_gm.games.win_or_die.strength import health, health_left
from sheets_gm.games.win_or_die.views import View, deployed
from sheets_gm.games.win_or_die.wording import card_text, tactic_text
from sheets_gm.games.win_or_die.words import (
    ENHANCEMENTS,
    FOREST,
    HIGHLAND,
    MINE,
    MOUNTAINS,
    PLAIN,
    SEATS,
)
from sheets_gm.kernel.forms import Typed
from sheets_gm.sheet.grid import EMPTY, Area, Cell, Grid, Row
from sheets_gm.sheet.marks import board_marks
from sheets_gm.sheet.rendering import fixed, head
from sheets_gm.sheet.tabs import Clicks, Eyes, FormTab, HistoryTab, Tally, ViewTab
from sheets_gm.sheet.template import TabTemplate

PICTURES = {PLAIN: "", MINE: "💎", MOUNTAINS: "⛰", FOREST: "🌲", HIGHLAND: "▲"}

TOP, LEFT = 3, 1
"""The sheet's row and column of the map's first space. A hex is two columns wide; every second row is one further."""

MARKERS = ("player", "morale", "fatigue", "tokens", "crystals", "wins", "region")
"""The rows of the table of players beside the map."""

WIDE = 3
"""The sheet's columns of each cell of the panel."""


@lru_cache(maxsize=65536)
def _cell(value: Typed, style: str, note: str | None = None) -> Cell:
    return Cell(value, style, note)


# -- the battlefield ---------------------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def _places(board: Board) -> dict[str, tuple[int, int]]:
    """By space, its row and the first of its two columns on the sheet."""
    places = {}
    for at in board.spaces:
        column, row = board.hexes.naming.place(at) or (0, 0)
        places[at] = (TOP + row, LEFT + 2 * column + (row & 1))
    return places


def _width(board: Board) -> int:
    return LEFT + 2 * max(board.hexes.widths) + 1


def draw_board(view: View, tab_template: TabTemplate) -> Grid:
    """The battlefield with all bases, and beside it the markers of both players and the Tactics."""
    match = view.match
    board = match.board
    rows = [[EMPTY] * _width(board) for _ in board.hexes.widths]
    merges = []
    for at, (row, column) in _places(board).items():
        unit = match.field.at.get(at)
        cell = _space(board, at) if unit is None else _base(view, unit)
        rows[row - TOP][column : column + 2] = [cell, _cell("", cell.style)]
        merges.append(Area(row, column, row + 1, column + 2))
    for row in range(len(rows)):
        rows[row][0] = _cell(chr(ord("A") + row), "edge")
    drawn = [
        [_cell(f"{tab_template.title} · {view.heading}", "title")],
        [_cell(tab_template.help, "help")],
        [],
        *rows,
    ]
    left = _width(board) + 1
    for number, line in enumerate(_panel(view, tab_template), start=TOP):
        while len(drawn) <= number:
            drawn.append([])
        drawn[number] += [EMPTY] * (left - len(drawn[number]))
        for place, cell in enumerate(line):
            drawn[number] += [cell, *[_cell("", cell.style)] * (WIDE - 1)]
            merges.append(Area(number, left + place * WIDE, number + 1, left + (place + 1) * WIDE))
    pieces = {match.field.label_for(unit, view.eyes): unit.at for unit in match.units}
    marks = board_marks(_places(board), pieces, view.arrows)
    return Grid(tuple(map(tuple, drawn)), tuple(merges), marks=marks)


def _space(board: Board, at: str) -> Cell:
    terrain = board.terrain[at]
    return _cell(f"{at} {PICTURES[terrain]}".strip(), f"hex.{terrain}")


def _base(view: View, unit: Unit) -> Cell:
    """A Battle Base: its number, and what the one who looks knows of its unit."""
    field = view.match.field
    tokens = "•" * unit.tokens
    under = PICTURES[field.board.terrain[unit.at]]
    if not lists.sees(view, unit):
        return _cell(f"{unit.id}{under}{tokens}\n{lists.HIDDEN}", f"unit.{unit.seat}.hidden", _note(view, unit))
    card = field.card(unit)
    style = f"{'leader' if card.leader else 'unit'}.{unit.seat}{'' if unit.exposed else '.hidden'}"
    text = f"{unit.id}{under}{tokens}\n{SIGNS[card.type]} {health_left(field, unit)}/{health(field, unit)}"
    return _cell(text, style, _note(view, unit))


def _note(view: View, unit: Unit) -> str:
    field = view.match.field
    lines = [f"{unit.id} at {unit.at} ({unit.seat})"]
    if lists.sees(view, unit):
        card = field.card(unit)
        lines = [f"{field.own_label(unit)}, {card.type}, at {unit.at} ({unit.seat})", card_text(card)]
    state = lists.state_of(field, unit)
    return "\n".join(line for line in (*lines, state) if line)


def _panel(view: View, tab_template: TabTemplate) -> list[tuple[Cell, ...]]:
    """The rows beside the map: the markers of both players, their Tactics, and who wins."""
    match = view.match
    rows = [
        (
            _cell(tab_template.word(name), "panel.heading"),
            *(_cell(_marker(view, seat, name), f"panel.{seat}" if name == "player" else "shown") for seat in SEATS),
        )
        for name in MARKERS
    ]
    tactics = [(seat, name) for seat in SEATS for name in match.player(seat).tactics]
    for seat, name in tactics:
        text = f"{name}: {tactic_text(match.known.tactics[name])}"
        rows.append((_cell(tab_template.word("tactic"), "panel.heading"), _cell(text, f"panel.{seat}")))
    if match.result is not None:
        won = view.name(match.result.winners[0])
        rows.append((_cell(tab_template.word("winner"), "panel.heading"), _cell(won, "panel.result")))
    return rows


def _marker(view: View, seat: str, name: str) -> Typed:
    match = view.match
    player = match.player(seat)
    if name == "player":
        turn = "▶ " if match.result is None and seat in (view.asked or match.acting, match.picking) else ""
        return f"{turn}{view.name(seat)}"
    if name == "region":
        return player.region or ("face down" if player.drawn else "")
    if name == "wins":
        return player.wins
    if seat not in deployed(match):
        return ""
    values: dict[str, Typed] = {
        "morale": match.field.morale(seat),
        "fatigue": f"{player.fatigue} of {match.settings.fatigue_limit}",
        "tokens": player.tokens,
        "crystals": player.crystals,
    }
    return values[name]


# -- lists -------------------------------------------------------------------------------------------------------------

CENTRED = frozenset({"at", "speed", "power", "counter", "health", "range", "tokens", "cost", "limit", "left"})
"""Columns with centred cells."""


def _list(view: View, tab_template: TabTemplate, lines: Iterable[lists.Line]) -> Grid:
    fields = [column.field for column in tab_template.columns]
    drawn: list[Row] = [
        tuple(
            fixed(line.values[field], line.styles.get(field, "shown" if field in CENTRED else "row"))
            for field in fields
        )
        for line in lines
    ]
    if not drawn:
        drawn.append((fixed(tab_template.word("nobody"), "help"),))
    return Grid((*head(tab_template, view.heading), *drawn))


def draw_units(view: View, tab_template: TabTemplate) -> Grid:
    """Every unit with its figures, as far as the one who looks knows them."""
    return _list(view, tab_template, lists.units(view))


def draw_barrack(view: View, tab_template: TabTemplate) -> Grid:
    """The cards that the player who looks can still call."""
    return _list(view, tab_template, lists.own_barrack(view))


def draw_cards(view: View, tab_template: TabTemplate) -> Grid:
    """Every card of the game."""
    return _list(view, tab_template, lists.cards(view))


def draw_rules(view: View, tab_template: TabTemplate) -> Grid:
    """How to play, by the settings of the match."""
    lines = how_to_play(view.match, tab_template.words)
    return Grid(
        ((Cell(tab_template.title, "title"),), *((_cell(text, style),) if text else () for text, style in lines))
    )


def tally(view: View) -> Tally:
    """Each player's morale and fatigue after each turn."""
    match = view.match
    values: dict[str, int | float] = {}
    for seat in SEATS:
        values[f"{seat}_morale"] = match.field.morale(seat) if seat in deployed(match) else 0
        values[f"{seat}_fatigue"] = match.player(seat).fatigue
    return Tally(match.played, values)


HISTORY = tuple(f"{seat}_{what}" for what in ("morale", "fatigue") for seat in SEATS)

TABS = (
    ViewTab("board", draw_board),
    ViewTab("field", draw_board, Eyes.OWN),
    ViewTab("units", draw_units, columns=lists.UNIT_COLUMNS),
    ViewTab("legions", draw_units, Eyes.OWN, columns=lists.UNIT_COLUMNS),
    FormTab("barracks", "barrack", ("region", "mercenary_1", "mercenary_2"), (), Eyes.OWN),
    FormTab("lineup", "lineup", ("lineup",), (), Eyes.OWN),
    FormTab("legion", "legion", ("card", *ENHANCEMENTS), (), Eyes.OWN),
    FormTab("deployment", "deployment", ("at",), ("type", "enhancements"), Eyes.OWN),
    FormTab(
        "commands",
        "commands",
        ("unit", "command", "to", "target", "ability", "card", "tactic"),
        ("route", "enhancements"),
        Eyes.OWN,
        clicks=Clicks("unit", ("to", "target")),
    ),
    FormTab("answers", "answers", ("answer",), ("question",), Eyes.OWN),
    FormTab(
        "reactions", "reactions", ("reaction",), ("unit", "enemy", "power", "ally", "keep", "uses", "to"), Eyes.OWN
    ),
    FormTab("look", "look", ("unit",), ("space", "target", "reach", "targets"), Eyes.OWN, ask=True),
    ViewTab("barrack", draw_barrack, Eyes.OWN, columns=lists.CARD_COLUMNS),
    ViewTab("whole", draw_board, Eyes.GM),
    ViewTab("cards", draw_cards, columns=lists.CARD_COLUMNS),
    HistoryTab("history", tally, HISTORY),
    ViewTab("rules", draw_rules),
)
