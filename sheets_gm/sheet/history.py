"""The history tab: one row for each turn with the score of the match, and charts of these rows.

A turn keeps its row, so a new turn writes only its own row. A match that is rewound to an earlier turn continues from
that turn's row, and the rows below it are emptied.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from sheets_gm.sheet.charts import Chart, Series
from sheets_gm.sheet.grid import EMPTY, Cell, Grid, Row
from sheets_gm.sheet.reading import HEADING_ROW
from sheets_gm.sheet.rendering import LOG_TOP, head
from sheets_gm.sheet.tabs import Tally
from sheets_gm.sheet.template import Style, TabTemplate, style_at

CHART_ROWS = 15
"""Rows from the top of one chart to the top of the chart below it."""


def history_rows(tallies: Iterable[Tally]) -> tuple[Tally, ...]:
    """*tallies* as rows: the first one after each turn, and none that were rewound.

    What is done later belongs to the next turn, which is not over.
    """
    rows: list[Tally] = []
    for tally in tallies:
        if rows and rows[-1].turn == tally.turn:
            continue
        while rows and rows[-1].turn >= tally.turn:
            rows.pop()
        rows.append(tally)
    return tuple(rows)


def template_for(tab_template: TabTemplate, tally: Tally) -> TabTemplate:
    """*tab_template* with only the columns that this match has values for."""
    return tab_template.but(
        columns=tuple(each for each in tab_template.columns if each.field == "turn" or each.field in tally.values)
    )


def with_names(tab_template: TabTemplate, names: Mapping[str, str]) -> TabTemplate:
    """*tab_template* with *names* of people for the ids of seats in its headings: "{blue}'s gold" is "Ana's gold"."""

    def named(heading: str) -> str:
        return re.sub(r"\{(\w+)\}", lambda found: names.get(found[1], found[1]), heading)

    return tab_template.but(columns=tuple(each.but(heading=named(each.heading)) for each in tab_template.columns))


def draw_history_head(tab_template: TabTemplate, tally: Tally) -> Grid:
    """The title, help and headings of a history tab."""
    return Grid(head(template_for(tab_template, tally)))


def draw_history(tab_template: TabTemplate, tallies: Sequence[Tally]) -> Grid:
    """A part of the history: consecutive *tallies* in their own rows."""
    rows: list[Row] = []
    first = tallies[0].turn
    columns = template_for(tab_template, tallies[0]).columns
    for tally in tallies:
        rows += [(EMPTY,)] * (tally.turn - first - len(rows))
        words = {"turn": tally.turn, **tally.values}
        rows.append(tuple(Cell(words.get(column.field), column.style or "shown") for column in columns))
    return Grid(tuple(rows), top=LOG_TOP + first)


def charts_of(tab_template: TabTemplate, styles: Mapping[str, Style], tally: Tally) -> tuple[Chart, ...]:
    """The charts beside the history. Each line has the text colour of its column."""
    columns = template_for(tab_template, tally).columns
    at = {column.field: number for number, column in enumerate(columns)}
    charts = []
    for number, graph in enumerate(tab_template.graphs):
        lines = tuple(
            Series(at[name], style_at(styles, columns[at[name]].style).ink) for name in graph.lines if name in at
        )
        if lines:
            row = HEADING_ROW + 1 + CHART_ROWS * number
            charts.append(Chart(graph.title, HEADING_ROW, at["turn"], lines, row, len(columns) + 1))
    return tuple(charts)
