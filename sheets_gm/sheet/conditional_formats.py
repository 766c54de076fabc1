"""Conditional formats and bands of a tab: their areas, their formulas, and how they style a cell.

`matches` and `formula` agree: a rule matches a cell exactly if its formula is true in a spreadsheet. A formula reads
only the cell's own row, and works in every locale and every spreadsheet program.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sheets_gm.kernel.forms import Typed
from sheets_gm.kernel.letters import letters
from sheets_gm.sheet.cleaning import spelled
from sheets_gm.sheet.grid import Area, Grid, a1, from_a1
from sheets_gm.sheet.reading import HEADING_ROW
from sheets_gm.sheet.template import Band, Rule, Style, TabTemplate


class PlacedRule(NamedTuple):
    """A rule and its area. *tested* is the column of the cell that it tests; None if it tests each cell itself."""

    rule: Rule
    area: Area
    tested: int | None


def placed_rules(tab_template: TabTemplate, rows: int) -> Iterator[PlacedRule]:
    """Yield the rules of a tab with *rows* rows, each with one area. The first rule that matches a cell wins."""
    at = {column.field: number for number, column in enumerate(tab_template.columns)}
    for rule in tab_template.rules:
        tested = at[rule.of] if rule.of else None
        for area in _areas(rule, at, rows):
            if area.top < area.bottom:
                yield PlacedRule(rule, area, tested)


def placed_bands(tab_template: TabTemplate, rows: int) -> Iterator[tuple[Band, Area]]:
    """Yield the bands of a tab with *rows* rows, each with its area."""
    for band in tab_template.bands:
        area = area_of(band.area, rows) if band.area else Area(HEADING_ROW + 1, 0, rows, len(tab_template.columns))
        if area.top < area.bottom:
            yield band, area


def area_of(place: str, rows: int) -> Area:
    """Return the area *place* ("A3:E19", "A3:E") of a tab with *rows* rows."""
    first, _, last = place.partition(":")
    top, left = from_a1(first)
    bottom, right = from_a1(last if last[-1].isdigit() else f"{last}{rows}")
    return Area(top, left, min(bottom + 1, rows), right + 1)


def lowered(place: str | None, row: int) -> str | None:
    """Return *place* after a new row was inserted before *row*."""
    if place is None:
        return None
    first, _, last = place.partition(":")
    start = _below(first, row)
    return f"{start}:{_below(last, row) if last[-1].isdigit() else last}"


def _below(address: str, row: int) -> str:
    at, column = from_a1(address)
    return a1(at + (at >= row), column)


def _areas(rule: Rule, at: dict[str, int], rows: int) -> Iterator[Area]:
    if rule.area:
        yield area_of(rule.area, rows)
        return
    columns = sorted(at[name] for name in rule.on) if rule.on else list(range(len(at)))
    start = columns[0]
    for column, after in zip(columns, [*columns[1:], -1], strict=True):
        if after != column + 1:
            yield Area(HEADING_ROW + 1, start, rows, column + 1)
            start = after


# -- as a formula ------------------------------------------------------------------------------------------------------


def formula(each: PlacedRule, separator: str = ";") -> str:
    """Return the rule as a formula for the first cell of its area.

    Google accepts semicolons between arguments in every locale. An Excel file needs a comma as *separator*.
    """
    rule, row = each.rule, each.area.top + 1
    cell = f"{letters(each.area.left)}{row}" if each.tested is None else f"${letters(each.tested)}{row}"
    conditions = list(_conditions(rule, cell, separator))
    return "=" + (conditions[0] if len(conditions) == 1 else f"AND({separator.join(conditions)})")


def _conditions(rule: Rule, cell: str, separator: str) -> Iterator[str]:
    if rule.starts is not None:
        yield f"FIND({_quoted(rule.starts)}{separator}{cell})=1"
    yield from (f"ISNUMBER(FIND({_quoted(text)}{separator}{cell}))" for text in rule.holds)
    yield from (f"ISERROR(FIND({_quoted(text)}{separator}{cell}))" for text in rule.lacks)
    if rule.among:
        yield f"OR({separator.join(f'{cell}={_quoted(text)}' for text in rule.among)})"
    if rule.ticked:
        yield f'OR({cell}=TRUE(){separator}LEFT({cell})="{TICKED}")'
    if rule.below is not None:
        yield f"ISNUMBER({cell})"
        yield f"{cell}<{rule.below}"


TICKED = "✓"
"""The start of the text of a ticked box that does not hold TRUE."""


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


# -- on a value --------------------------------------------------------------------------------------------------------


def matches(rule: Rule, value: Typed) -> bool:
    """Whether a cell with *value* meets every condition of *rule*."""
    text = spelled(value)
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return (
        (rule.starts is None or text.startswith(rule.starts))
        and all(part in text for part in rule.holds)
        and not any(part in text for part in rule.lacks)
        and (not rule.among or (isinstance(value, str) and value.casefold() in map(str.casefold, rule.among)))
        and (not rule.ticked or value is True or text.startswith(TICKED))
        and (rule.below is None or (number and isinstance(value, int | float) and value < rule.below))
    )


class CellStyles:
    """The styles of the cells of *grid* after the rules and bands of its tab."""

    def __init__(self, tab_template: TabTemplate, grid: Grid) -> None:
        self._grid = grid
        self._rules = tuple(placed_rules(tab_template, grid.bottom))
        self._bands = tuple(placed_bands(tab_template, grid.bottom))

    def of(self, style: Style, row: int, column: int) -> Style:
        """Return *style* after the rules and bands of a cell. *row* counts from the top of the grid."""
        place = (row + self._grid.top, column)
        for each in self._rules:
            if _inside(each.area, place):
                tested = self._grid.at(row, column if each.tested is None else each.tested).value
                if matches(each.rule, tested):
                    return _laid_over(style, each.rule)
        return self.banded(style, row, column)

    def banded(self, style: Style, row: int, column: int) -> Style:
        """Return *style* with the colour of the band at this cell, unless it has a fill of its own."""
        place = (row + self._grid.top, column)
        for band, area in self._bands:
            if style.fill is None and _inside(area, place):
                return style.but(fill=band.second if (place[0] - area.top) % 2 else band.first)
        return style


def _inside(area: Area, place: tuple[int, int]) -> bool:
    return area.top <= place[0] < area.bottom and area.left <= place[1] < area.right


def _laid_over(style: Style, rule: Rule) -> Style:
    return style.but(
        fill=rule.fill or style.fill,
        ink=rule.ink or style.ink,
        bold=rule.bold or style.bold,
        italic=rule.italic or style.italic,
        strike=rule.strike or style.strike,
    )
