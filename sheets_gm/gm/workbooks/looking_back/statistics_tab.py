"""The tab Statistics of a match that is over: a table of players, the lead in each turn, and charts of both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sheets_gm.gm.story.model import LUCK, Story
from sheets_gm.gm.workbooks.snapshot import Final, Snapshot
from sheets_gm.kernel.forms import Typed
from sheets_gm.sheet.charts import Chart, Series
from sheets_gm.sheet.drawn import Same
from sheets_gm.sheet.grid import EMPTY, Cell, Grid, Row
from sheets_gm.sheet.rendering import fixed
from sheets_gm.sheet.template import Style, TabTemplate, style_at

MOST_TURNS = 120
"""The most turns in the table of the lead. For a longer match it has only every second, third and so on."""

APART = 14
"""Rows from one chart to the next."""

TABLE = 2
"""The row of the headings of the table of players."""


class Statistics(NamedTuple):
    """The tab and its charts."""

    grid: Grid
    charts: tuple[Chart, ...] = ()


def draw_statistics(tab_template: TabTemplate, snapshot: Snapshot) -> Statistics:
    """Return the tab of a match that is over; an empty one for any other."""
    make, styles = snapshot.drawn.made, snapshot.template.styles
    return make("", "statistics", _draw, tab_template, Same(snapshot.final), Same(styles))


def _draw(tab_template: TabTemplate, final: Final | None, styles: Mapping[str, Style]) -> Statistics:
    if final is None:
        return Statistics(Grid())
    story, helping = final.story, tab_template.help_text
    title: Row = (Cell(tab_template.title, "title"),)
    table, lead = _players(story), _lead(story)
    above = [title, (fixed(helping, "help") if helping else EMPTY,), *table, ()]
    column = max(len(table[0]), len(lead[0]) if lead else 0) + 1
    charts = _charts(story, styles, len(above), column) if lead else []
    charts += _best(story, TABLE + len(table), column, len(charts))
    return Statistics(Grid((*above, *lead)), tuple(charts))


def _players(story: Story) -> list[Row]:
    """Return a row for each player below the headings: statistics, rolls, and luck in percent."""
    headings, players = story.players_table
    rows: list[Row] = [tuple(Cell("Luck in %" if each == LUCK else each, "heading") for each in headings)]
    for who, *values in players:
        shown = (fixed(_value(*each), "shown") for each in zip(headings[1:], values, strict=True))
        rows.append((Cell(who, "player"), *shown))
    return rows


def _value(heading: str, value: str | float | None) -> Typed:
    if value is None or isinstance(value, str):
        return value
    return round(100 * value) if heading == LUCK else int(value) if value == int(value) else round(value, 2)


def _lead(story: Story) -> list[Row]:
    """Return how well each side stood after each turn, in percent; empty if no side was ever better than another."""
    if len(story.turns) < 2 or len(story.sides) < 2:
        return []
    rows: list[Row] = [tuple(Cell(each, "heading") for each in ("Turn", *story.sides.values()))]
    step = -(-len(story.turns) // MOST_TURNS)
    kept = [each for at, each in enumerate(reversed(story.turns)) if at % step == 0]
    for turn in reversed(kept):
        standing = (
            fixed(round(100 * turn.share[side]) if side in turn.share else None, "shown") for side in story.sides
        )
        rows.append((Cell(turn.label, "player"), *standing))
    return rows


def _charts(story: Story, styles: Mapping[str, Style], heading: int, column: int) -> list[Chart]:
    at = {side: number for number, side in enumerate(story.sides, start=1)}
    lines = tuple(Series(at[side], _colour(side, styles)) for side in story.charted_sides)
    return [Chart(f"{story.ahead}, in %", heading, 0, lines, TABLE, column)]


def _colour(side: str, styles: Mapping[str, Style]) -> str | None:
    """Return the colour of the players of a team in the template; None to let the spreadsheet choose."""
    return style_at(styles, f"player.{side}").ink


def _best(story: Story, end: int, column: int, before: int) -> list[Chart]:
    """Return a chart of the first statistic with an award, below *before* others."""
    name = story.charted_statistic
    if name is None:
        return []
    left, at = 1 + any(row.team for row in story.players), story.statistics.index(name)
    title = f"{name} by player"
    row = TABLE + APART * before
    return [Chart(title, TABLE, 0, (Series(left + at),), row, column, end=end, columns=True)]
