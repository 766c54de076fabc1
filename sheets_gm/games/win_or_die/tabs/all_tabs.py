"""The tabs of a match: the battlefield, the lists of units and cards, the forms, and How to play.

All columns of the battlefield are equally narrow, so that a phone shows the whole map and a map may have any width. A
hex is two columns wide; every second row is shifted by one column.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from sheets_gm.games.win_or_die.data.board import Board
from sheets_gm.games.win_or_die.data.words import ENHANCEMENTS, SEATS
from sheets_gm.games.win_or_die.position.state import Unit
from sheets_gm.games.win_or_die.position.strength import health, health_left
from sheets_gm.games.win_or_die.tabs import lists
from sheets_gm.games.win_or_die.tabs.battlefield_texts import MARKERS, Text, base, below, beside, markers, space
from sheets_gm.games.win_or_die.tabs.how_to_play import how_to_play
from sheets_gm.games.win_or_die.views.visible import View, deployed
from sheets_gm.kernel.letters import letters
from sheets_gm.sheet.grid import EMPTY, Area, Cell, Grid
from sheets_gm.sheet.how_to_play import page_of
from sheets_gm.sheet.lists import Line, draw_list, fields_of, list_rows
from sheets_gm.sheet.marks import Token, board_marks
from sheets_gm.sheet.rendering import fixed
from sheets_gm.sheet.tabs import Clicks, Eyes, FormTab, HistoryTab, Says, Tally, ViewTab
from sheets_gm.sheet.template import TabTemplate

TOP, LEFT = 6, 1
"""The sheet's row and column of the map's first space."""

NARROW, ASIDE = 20, 20
"""The fewest columns of what stands above and below the map, and the columns of what stands beside it."""

NAME, MARKER = 5, 3
"""The sheet's columns of a player's name, and of each marker, in the table of players."""


# -- the battlefield ---------------------------------------------------------------------------------------------------


class _Drawing:
    """Rows under construction, filled from the left, with the merges of cells that span several columns."""

    def __init__(self) -> None:
        self.rows: list[list[Cell]] = []
        self.merges: list[Area] = []

    def put(self, row: int, left: int, text: Text, columns: int = 1) -> None:
        """Put *text* into *row*, starting at the column *left*, over this number of *columns*."""
        while len(self.rows) <= row:
            self.rows.append([])
        line = self.rows[row]
        line += [EMPTY] * (left - len(line))
        line += [fixed(*text), *[fixed("", text.style)] * (columns - 1)]
        self.merges += [Area(row, left, row + 1, left + columns)] if columns > 1 else []

    def table(self, row: int, texts: Iterable[Text]) -> None:
        """Put a row of the table of players into *row*."""
        for place, text in enumerate(texts):
            left = NAME + MARKER * (place - 1) if place else 0
            self.put(row, left, text, MARKER if place else NAME)


@lru_cache(maxsize=16)
def places(board: Board) -> dict[str, tuple[int, int]]:
    """Return the row of each space on the sheet and the first of its two columns, by space, row by row."""
    cells = {}
    for at in board.spaces:
        column, row = board.hexes.naming.place(at) or (0, 0)
        cells[at] = (TOP + row, LEFT + 2 * column + (row & 1))
    return cells


def draw_board(view: View, tab_template: TabTemplate) -> Grid:
    """Draw the battlefield as *view* shows it: markers, the map with all bases, the news, and the legend."""
    match, word = view.match, tab_template.word
    board = match.board
    drawing = _Drawing()
    drawing.put(0, 0, Text(f"{tab_template.title} · {view.heading}", "title"))
    drawing.put(1, 0, Text(tab_template.help, "help"))
    drawing.table(2, (Text(word(name), "mark.head") for name in MARKERS))
    for row, seat in enumerate(SEATS, start=3):
        drawing.table(row, markers(view, seat))
    last = TOP + len(board.hexes.widths)
    for row in range(TOP, last):
        drawing.put(row, 0, Text(letters(row - TOP), "edge"))
    for at, (row, column) in places(board).items():
        unit = match.field.at.get(at)
        drawing.put(row, column, space(board, at) if unit is None else base(view, unit), 2)
    width = max(NARROW, LEFT + 2 * max(board.hexes.widths) + 1)
    for row, text in enumerate(below(view, word), start=last):
        drawing.put(row, 0, text, NARROW)
    for row, text in enumerate(beside(view, word), start=TOP):
        drawing.put(row, width + 1, text, ASIDE)
    pieces = {match.field.label_for(unit, view.eyes): unit.at for unit in match.units}
    tokens = {unit.at: (_token(view, unit),) for unit in match.units}
    marks = board_marks(places(board), pieces, view.arrows, tokens, _floors(view))
    return Grid(tuple(map(tuple, drawing.rows)), tuple(drawing.merges), marks=marks)


def _token(view: View, unit: Unit) -> Token:
    """Return a Battle Base for a web page: face down if the viewer does not know its unit."""
    if not lists.sees(view, unit):
        return Token(unit.id, unit.seat, hidden=True)
    field = view.match.field
    sign = lists.SIGNS[field.card(unit).type]
    return Token(unit.id, unit.seat, (health_left(field, unit), health(field, unit)), sign=sign)


def _floors(view: View) -> dict[str, tuple[str, str]]:
    """Return the terrain sign and the style of each space with a unit."""
    match = view.match
    spaces = {unit.at: space(match.board, unit.at) for unit in match.units}
    return {at: (str(text.value).partition("\n")[2], text.style) for at, text in spaces.items()}


# -- lists -------------------------------------------------------------------------------------------------------------

CENTRED = frozenset({"at", "speed", "power", "counter", "health", "range", "tokens", "cost", "limit", "left"})
"""Columns with centred cells."""


def _list(view: View, tab_template: TabTemplate, lines: Iterable[Line]) -> Grid:
    return draw_list(tab_template, view.heading, list_rows(fields_of(tab_template), lines, CENTRED))


def draw_units(view: View, tab_template: TabTemplate) -> Grid:
    """Draw every unit with the figures that the reader knows."""
    return _list(view, tab_template, lists.units(view))


def draw_barrack(view: View, tab_template: TabTemplate) -> Grid:
    """Draw the cards that the viewing player can still call."""
    return _list(view, tab_template, lists.own_barrack(view))


def draw_cards(view: View, tab_template: TabTemplate) -> Grid:
    """Every card of the game."""
    return _list(view, tab_template, lists.cards(view))


def draw_rules(view: View, tab_template: TabTemplate) -> Grid:
    """Draw How to play for the settings of the match."""
    return page_of(tab_template, how_to_play(view.match, tab_template.words))


def tally(view: View) -> Tally:
    """Return each player's morale and fatigue after each turn."""
    match = view.match
    values: dict[str, int | float | None] = {}
    for seat in SEATS:
        values[f"{seat}_morale"] = match.field.morale(seat) if seat in deployed(match) else None
        values[f"{seat}_fatigue"] = match.player(seat).fatigue
    return Tally(match.played, values)


HISTORY = tuple(f"{seat}_{what}" for what in ("morale", "fatigue") for seat in SEATS)

STYLES = (
    "edge", "hex.plain", "hex.mine", "hex.mountains", "hex.forest", "hex.highland", "unit.red",
    "unit.red.hidden", "leader.red", "leader.red.hidden", "panel.red", "unit.teal", "unit.teal.hidden",
    "leader.teal", "leader.teal.hidden", "panel.teal", "mark.head", "tactic.red", "mark.red", "tactic.teal",
    "mark.teal", "panel.news", "legend", "panel.result", "hurt", "row", "rule", "rule.head",
)  # fmt: skip
"""The styles of the template with which the tabs of this game are drawn."""


TABS = (
    ViewTab("board", draw_board, styles=STYLES, board=True, scored=True),
    ViewTab("field", draw_board, Eyes.OWN, board=True, scored=True, behind=("board",)),
    ViewTab("units", draw_units, columns=lists.UNIT_COLUMNS, behind=("legions",)),
    ViewTab("legions", draw_units, Eyes.OWN, columns=lists.UNIT_COLUMNS),
    FormTab(
        "barracks",
        "barrack",
        ("region", "mercenary_1", "mercenary_2"),
        (),
        Eyes.OWN,
        says=Says(
            ("Choose the region whose units you lead, and two mercenaries.",),
            ("You lead {region}", "with {mercenary_1}", "and {mercenary_2}"),
            ("{region}", "{mercenary_1}", "{mercenary_2}"),
            ("Choose",),
            offers="region",
        ),
    ),
    FormTab(
        "lineup",
        "lineup",
        ("lineup",),
        (),
        Eyes.OWN,
        says=Says(("Which line-up?",), ("Take {lineup}",), ("{lineup}",), ("Choose",), offers="lineup"),
    ),
    FormTab("legion", "legion", ("card", *ENHANCEMENTS), (), Eyes.OWN),
    FormTab(
        "deployment",
        "deployment",
        ("at",),
        ("type", "enhancements"),
        Eyes.OWN,
        clicks=Clicks("", ("at",)),
        says=Says(
            ("{seat}: where does it stand? Tap a lit space.",),
            ("{seat} stands at {at}",),
            ("{at}",),
            pieces="units are placed",
        ),
    ),
    FormTab(
        "commands",
        "commands",
        ("unit", "command", "to", "target", "ability", "card", "tactic"),
        ("route", "enhancements"),
        Eyes.OWN,
        clicks=Clicks("unit", ("to", "target"), lines=(("route", " "),), ends=("command", "End turn")),
        says=Says(
            ("{unit:=Tap a unit of yours.|*=$: tap where it goes or whom it attacks.}",),
            (
                "{command:End turn=End your turn.}",
                "{unit}",
                "{card:=}{target:=}goes to {to}",
                "{ability:=}{target:*=attacks $}",
                "{ability:*=uses $} {target:*=on $|=}",
                "{card:*=Call $} {to:*=to $|=}",
                "Play {tactic}",
            ),
            ("{to}", "{target}", "{ability}", "{card}", "{tactic}", "{command}"),
            ("{command}", "{target:*=Attack}", "{card:*=Call}", "{tactic:*=Play}", "{ability:*=Use}", "{to:*=Move}"),
        ),
    ),
    FormTab(
        "answers",
        "answers",
        ("answer",),
        ("question",),
        Eyes.OWN,
        says=Says(("{question}",), ("{question}", "{answer}."), ("{answer}",), ("Answer",), offers="answer"),
    ),
    FormTab(
        "reactions",
        "reactions",
        ("reaction",),
        ("unit", "enemy", "power", "ally", "keep", "uses", "to"),
        Eyes.OWN,
        behind=("commands",),
    ),
    FormTab(
        "look",
        "look",
        ("unit",),
        ("space", "target", "reach", "targets"),
        Eyes.OWN,
        ask=True,
        clicks=Clicks("unit", ("space", "target")),
    ),
    ViewTab("barrack", draw_barrack, Eyes.OWN, columns=lists.CARD_COLUMNS, behind=("legions",)),
    ViewTab("whole", draw_board, Eyes.GM, board=True, scored=True),
    ViewTab("cards", draw_cards, columns=lists.CARD_COLUMNS, behind=("rules",)),
    HistoryTab("history", tally, HISTORY),
    ViewTab("rules", draw_rules),
)
