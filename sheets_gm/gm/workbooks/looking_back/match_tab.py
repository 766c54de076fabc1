"""The tab Match of a match that is over: who won and how, when it turned, who played, and the last board.

It has the columns of the board. A text begins in the first of them, or in the one after the names, and runs over the
empty cells beside it. A text that is longer than a line continues below.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, zip_longest

from sheets_gm.gm.story.facts import facts, parts
from sheets_gm.gm.workbooks.looking_back.board_cells import stacked, widths_of
from sheets_gm.gm.workbooks.snapshot import Final
from sheets_gm.sheet.grid import EMPTY, Cell, Grid, Row
from sheets_gm.sheet.picture.text import lines
from sheets_gm.sheet.template import TITLE_HEIGHT, TabTemplate

NAMES, TEXTS = 190, 620
"""The least width of the names, and the greatest width of the texts, in pixels."""

LETTERS = 13.4
"""The size of the letters in pixels."""

USUAL = 100
"""The width of a column whose template does not say it."""


ROW = 21
"""The height of a row of text in pixels; those of the board are as high as on its own tab."""

WIDER = 1.3
"""How much wider bold letters are in some browsers than measured here."""


def draw_match(tab_template: TabTemplate, final: Final) -> Grid:
    """Return the tab."""
    return stacked(_texts(tab_template, final), final.boards)


def with_heights(tab_template: TabTemplate, final: Final) -> TabTemplate:
    """Return *tab_template* with the heights of text rows above the heights that the board has on its own tab."""
    board = final.boards[0].tab_template.row_heights if final.boards else ()
    return tab_template.but(heights=(TITLE_HEIGHT, *(ROW,) * (len(_texts(tab_template, final)) - 1), *board))


def _texts(tab_template: TabTemplate, final: Final) -> list[Row]:
    """Return the rows above the board."""
    column, room = _columns(final)
    rows: list[Row] = [(Cell(final.story.title, "title"),), ()]
    rows += _lines(facts(final.story), column, room)
    for title, pairs in parts(final.story):
        rows += [(), _heading(title, column), *_lines(pairs, column, room)]
    last = _heading(tab_template.word("last"), column)
    return [*rows, (), last]


def _heading(title: str, column: int) -> Row:
    """Return a heading: a band up to the *column* of the texts, over which its own text may extend."""
    return (Cell(title, "report.turn"), *(Cell(None, "report.turn"),) * column)


def _columns(final: Final) -> tuple[int, int]:
    """Return the column of the texts, and the maximum width of the names before it."""
    widths = [width or USUAL for board in final.boards[:1] for width in widths_of(board.tab_template)]
    ends = list(accumulate(widths))
    column = next((at for at, end in enumerate(ends) if end >= NAMES), None)
    return (1, NAMES) if column is None else (column + 1, ends[column])


def _lines(pairs: Iterable[tuple[str, str]], column: int, room: int) -> Iterator[Row]:
    gap: Sequence[Cell] = (EMPTY,) * (column - 1)
    for name, text in pairs:
        names, texts = lines(name, (room - 8) / WIDER, LETTERS, bold=True), lines(text, TEXTS, LETTERS)
        for first, second in zip_longest(names, texts, fillvalue=""):
            yield (Cell(first, "label"), *gap, Cell(second, "story"))
