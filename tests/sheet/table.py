"""A small form on a tab, whatever people may type, and a tab that does what writes say: what these tests share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hypothesis import strategies as st

from sheets_gm.kernel.forms import Field, Form, Kind, Typed
from sheets_gm.kernel.outcome import Order
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.cleaning import ERRORS
from sheets_gm.sheet.grid import EMPTY, Area, Cell, Grid
from sheets_gm.sheet.reading import Key, Lines, TabRead, lines_of, read_tab
from sheets_gm.sheet.rendering import Standing, draw_rows, form_rows
from sheets_gm.sheet.template import Column, TabTemplate
from sheets_gm.sheet.writes import NOTE, PICK, STYLE, VALUE, Bare, ClearIf, Mark, Merge, Put, Write


def draw_form(
    tab_template: TabTemplate,
    heading: str,
    lines: Lines,
    seats: Mapping[str, Seat],
    standing: Mapping[Key, Standing],
    instead: str = "",
) -> Grid:
    """A form tab: title, help, headings, and one row for each of *lines*.

    A row that nobody has typed in shows the defaults of its fields. A tab without lines shows that nothing is due,
    followed by the sentence *instead*.
    """
    rows = tuple(form_rows(tab_template, lines, seats, standing))
    return draw_rows(tab_template, heading, rows, None if lines.keys else instead)


class Go(Order):
    tile: str
    steps: int = 1
    words: str | None = None
    run: bool = False


FIELDS = (
    Field("tile", choices=("A1", "B2", "C3"), known=("D4",), required=True),
    Field("steps", Kind.WHOLE, low=0, high=9),
    Field("words", Kind.TEXT, most=20),
    Field("run", Kind.FLAG, default=False),
)
NAMES = ("seat", "player", *(field.name for field in FIELDS), "ready", "receipt")
ORDERS_TAB = TabTemplate(
    title="Orders",
    help="Type here.",
    columns=tuple(Column(field=name, heading=name.title(), help=f"the {name}") for name in NAMES),
)
PLAYERS = {"blue1": "Ana", "blue2": "Ben", "red1": "Finn"}
SEATS = {seat: Seat(id=seat, player=player, team=seat[:-1]) for seat, player in PLAYERS.items()}
FORMS = tuple(Form("go", seat, Go, FIELDS) for seat in SEATS)
LINES = lines_of(FORMS)

ANYTHING: st.SearchStrategy[Typed] = (
    st.none()
    | st.text()
    | st.booleans()
    | st.integers(-20, 20)
    | st.integers()
    | st.sampled_from([10**400, -(10**400)])
    | st.floats()
    | st.sampled_from(sorted(ERRORS))
)
"""Whatever a cell may hold, and numbers that are too large for any."""


def values_of(grid: Grid) -> list[list[Typed]]:
    """What a sheet hands over that was drawn as *grid*: nothing is "", and what is empty at the end is left out."""
    rows: list[list[Typed]] = [["" if cell.value is None else cell.value for cell in row] for row in grid.rows]
    for row in rows:
        while row and row[-1] == "":
            row.pop()
    while rows and not rows[-1]:
        rows.pop()
    return rows


def tab(*rows: Sequence[Typed]) -> list[list[Typed]]:
    """The tab of `FORMS` as it was drawn, with *rows* instead of its own."""
    return [["Orders"], ["Type here."], [name.title() for name in NAMES], *map(list, rows)]


def row(seat: str, *cells: Typed) -> list[Typed]:
    """The row of *seat*, with *cells* from its first field on."""
    return [seat, PLAYERS[seat], *cells]


def read(values: Sequence[Sequence[Typed]], tab_template: TabTemplate = ORDERS_TAB) -> TabRead:
    """What stands on the tab of `FORMS`."""
    return read_tab(LINES, tab_template, SEATS, values)


def tiles(found: TabRead) -> dict[str, Typed]:
    """What each row that was found has in its first field, by seat."""
    return {key[1]: each.typed["tile"] for key, each in found.rows.items()}


def drawn() -> list[list[Typed]]:
    """The tab of `FORMS` as nobody has touched it."""
    return values_of(draw_form(ORDERS_TAB, "", LINES, SEATS, {}))


class Desk:
    """A tab that does what writes say, as simply as can be said."""

    def __init__(self, shown: Grid | None = None) -> None:
        self.cells: dict[tuple[int, int], Cell] = {}
        self.merges: tuple[Area, ...] = ()
        self.marks: dict[str, str] = {}
        if shown is not None:
            self.merges, self.marks = shown.merges, dict(shown.marks)
            for at, line in enumerate(shown.rows):
                self.cells |= {(shown.top + at, column): cell for column, cell in enumerate(line)}

    def at(self, place: tuple[int, int]) -> Cell:
        return self.cells.get(place, EMPTY)

    def type_in(self, place: tuple[int, int], value: Typed) -> None:
        self.cells[place] = self.at(place)._replace(value=value)

    def values(self, top: int = 0) -> list[list[Typed]]:
        """What it reads as from row *top* on."""
        bottom = max((row for row, _ in self.cells), default=-1) + 1
        width = max((column for _, column in self.cells), default=-1) + 1
        return values_of(
            Grid(tuple(tuple(self.at((row, column)) for column in range(width)) for row in range(top, bottom)))
        )

    def write(self, writes: Sequence[Write]) -> None:
        for each in writes:
            if isinstance(each, Put):
                for column, cell in enumerate(each.cells, start=each.column):
                    self._put((each.row, column), cell, each.aspects)
            elif isinstance(each, ClearIf):
                place = (each.row, each.column)
                if self.at(place).value == each.value:
                    self.type_in(place, each.instead or None)
            elif isinstance(each, Merge):
                self.merges = each.areas
            elif isinstance(each, Bare):
                for place, cell in self.cells.items():
                    if place[0] >= each.bottom or (each.right and place[1] >= each.right):
                        self.cells[place] = Cell(cell.value)
            elif isinstance(each, Mark):
                self.marks = {**self.marks, each.key: each.value}
            else:
                raise TypeError(f"planning never asks for {each!r}")

    def _put(self, place: tuple[int, int], cell: Cell, aspects: int) -> None:
        old = self.at(place)
        self.cells[place] = Cell(
            cell.value if aspects & VALUE else old.value,
            cell.style if aspects & STYLE else old.style,
            cell.note if aspects & NOTE else old.note,
            cell.pick if aspects & PICK else old.pick,
        )
