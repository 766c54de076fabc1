"""History: how a match stood, a row a turn, and the charts over it.

Laws: a turn keeps its row for ever, so telling one writes its own row and no others; a match that goes back to an
earlier turn goes on from that turn's row, and those below it are emptied.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sheets_gm.sheet.charts import Chart, Series
from sheets_gm.sheet.grid import EMPTY, Cell, Grid, Row
from sheets_gm.sheet.reading import HEADING_ROW
from sheets_gm.sheet.rendering import LOG_TOP, head
from sheets_gm.sheet.tabs import Tally
from sheets_gm.sheet.template import Style, TabTemplate, style_at

TALL = 15
"""Rows between the corners of two charts, one below the other."""


def history_rows(tallies: Iterable[Tally]) -> tuple[Tally, ...]:
    """*tallies* as rows: of several for one turn the last, and nothing that a later one went back behind."""
    rows: list[Tally] = []
    for tally in tallies:
        while rows and rows[-1].turn >= tally.turn:
            rows.pop()
        rows.append(tally)
    return tuple(rows)


def template_for(tab_template: TabTemplate, tally: Tally) -> TabTemplate:
    """*tab_template* with those columns that this match has: who does not play has none."""
    return tab_template.but(
        columns=tuple(each for each in tab_template.columns if each.field == "turn" or each.field in tally.values)
    )


def draw_history_head(tab_template: TabTemplate, tally: Tally) -> Grid:
    """The head of a history tab."""
    return Grid(head(template_for(tab_template, tally)))


def draw_history(tab_template: TabTemplate, tallies: Sequence[Tally]) -> Grid:
    """A window of the history: *tallies*, which follow each other, in their own rows."""
    rows: list[Row] = []
    first = tallies[0].turn
    columns = template_for(tab_template, tallies[0]).columns
    for tally in tallies:
        rows += [(EMPTY,)] * (tally.turn - first - len(rows))
        words = {"turn": tally.turn, **tally.values}
        rows.append(tuple(Cell(words.get(column.field), column.style or "shown") for column in columns))
    return Grid(tuple(rows), top=LOG_TOP + first)


def charts_of(tab_template: TabTemplate, styles: Mapping[str, Style], tally: Tally) -> tuple[Chart, ...]:
    """The charts beside the history: each line in the ink of its column."""
    columns = template_for(tab_template, tally).columns
    at = {column.field: number for number, column in enumerate(columns)}
    made = []
    for number, graph in enumerate(tab_template.graphs):
        lines = tuple(
            Series(at[name], style_at(styles, columns[at[name]].style).ink) for name in graph.lines if name in at
        )
        if lines:
            row = HEADING_ROW + 1 + TALL * number
            made.append(Chart(graph.title, HEADING_ROW, at["turn"], lines, row, len(columns) + 1))
    return tuple(made)
