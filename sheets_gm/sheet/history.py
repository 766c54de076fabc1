"""The history tab: one row for each turn with the score of the match, and charts of these rows above.

A turn keeps its row, so a new turn writes only its own row. If the match is rewound to an earlier turn, it continues in
that turn's row, and the rows below are emptied.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from sheets_gm.sheet.charts import Chart, Series
from sheets_gm.sheet.grid import EMPTY, Grid, Row
from sheets_gm.sheet.reading import HEADING_ROW
from sheets_gm.sheet.rendering import LOG_TOP, fixed, head
from sheets_gm.sheet.tabs import Tally
from sheets_gm.sheet.template import Column, Style, TabTemplate, style_at

HELP_ROW = 1
"""The row of the help. The charts are below it, side by side, so that a phone shows the first of them."""

APART = 10
"""Pixels between two charts."""

WIDTH = 100
"""The width in pixels of a column to the right of the history."""

NO_TALLIES_DRAWN: Mapping[int, Row] = MappingProxyType({})


def history_rows(tallies: Iterable[Tally]) -> tuple[Tally, ...]:
    """Return *tallies* as rows: the first one after each turn, without turns that were rewound.

    A later tally of the same turn is left out: it already belongs to the next turn.
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
    """Return *tab_template* with only the columns for which this match has values."""
    return tab_template.but(
        columns=tuple(each for each in tab_template.columns if each.field == "turn" or each.field in tally.values)
    )


def with_names(tab_template: TabTemplate, names: Mapping[str, str]) -> TabTemplate:
    """Return *tab_template* with players in its headings instead of seats: "{blue}'s gold" becomes "Ana's gold"."""

    def named(heading: str) -> str:
        return re.sub(r"\{(\w+)\}", lambda match: names.get(match[1], match[1]), heading)

    return tab_template.but(columns=tuple(each.but(heading=named(each.heading)) for each in tab_template.columns))


def draw_history_head(tab_template: TabTemplate, tally: Tally) -> Grid:
    """Return the title, help and headings of a history tab. The charts are below the help."""
    title, (helping, *others), *below = head(template_for(tab_template, tally))
    if tab_template.graphs and helping.value is not None:
        helping = helping._replace(style=f"{helping.style}.top")
    return Grid((title, (helping, *others), *below))


def draw_history(
    tab_template: TabTemplate, tallies: Sequence[Tally], drawn: Mapping[int, Row] = NO_TALLIES_DRAWN
) -> Grid:
    """Return a part of the history: the rows of consecutive *tallies*.

    *drawn* are earlier rows by the `id` of their tally, drawn with the same template.
    """
    rows: list[Row] = []
    first = tallies[0].turn
    columns = template_for(tab_template, tallies[0]).columns
    for tally in tallies:
        rows += [(EMPTY,)] * (tally.turn - first - len(rows))
        rows.append(drawn.get(id(tally)) or _history_row(columns, tally))
    return Grid(tuple(rows), top=LOG_TOP + first)


def _history_row(columns: Sequence[Column], tally: Tally) -> Row:
    words = {"turn": tally.turn, **tally.values}
    return tuple([fixed(words.get(column.field), column.style or "shown") for column in columns])


def charts_of(tab_template: TabTemplate, styles: Mapping[str, Style], tally: Tally) -> tuple[Chart, ...]:
    """Return the charts above the history. Each line has the text colour of its column."""
    columns = template_for(tab_template, tally).columns
    at = {column.field: number for number, column in enumerate(columns)}
    charts: list[Chart] = []
    for graph in tab_template.graphs:
        lines = tuple(
            Series(at[name], style_at(styles, columns[at[name]].style).ink) for name in graph.lines if name in at
        )
        if lines:
            chart = Chart(graph.title, HEADING_ROW, at["turn"], lines, HELP_ROW, 0, top=tab_template.help_height)
            charts.append(moved(chart, [column.width for column in columns], len(charts) * (chart.width + APART)))
    return tuple(charts)


def moved(chart: Chart, widths: Sequence[int], left: int) -> Chart:
    """Return *chart* with its corner *left* pixels from the first column, in the column at that place."""
    column = 0
    while left and left >= (width := widths[column] if column < len(widths) else WIDTH):
        column, left = column + 1, left - width
    return chart._replace(column=column, left=left)
