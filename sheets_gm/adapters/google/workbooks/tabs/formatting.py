"""Formatting a tab beyond its cells: title and position, size, frozen rows and columns, widths and heights.

An existing tab is formatted again however it looks, and its values stay. Columns that have changed places are moved
with everything that people typed in them, including what the sync has not read yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, NamedTuple

from sheets_gm.adapters.google.calls.api import Body
from sheets_gm.adapters.google.calls.cell_requests import rgb, tab_id
from sheets_gm.adapters.google.workbooks.tabs import folds, overlays
from sheets_gm.adapters.google.workbooks.tabs.overlays import Overlays
from sheets_gm.gm.ports.sheets import TabPlan
from sheets_gm.sheet.template import TabTemplate

MASK = (
    "sheets(properties(sheetId,title,gridProperties(rowCount,columnCount)),conditionalFormats,"
    "bandedRanges(bandedRangeId),charts(chartId),columnGroups(range,depth))"
)
"""The fields to fetch for `existing_tabs`."""

WIDTH = 100
"""Default width of a column, in pixels."""


class ExistingTab(NamedTuple):
    """A tab as it is formatted now."""

    title: str
    rows: int
    columns: int
    overlays: Overlays = Overlays()
    folds: Sequence[Body] = ()


def existing_tabs(answer: Mapping[str, Any]) -> dict[int, ExistingTab]:
    """Return the tabs of a spreadsheet by sheet id, from an answer to `MASK`."""
    return {each["properties"].get("sheetId", 0): _existing_tab(each) for each in answer["sheets"]}


def _existing_tab(sheet: Mapping[str, Any]) -> ExistingTab:
    properties = sheet["properties"]
    grid = properties.get("gridProperties", {})
    return ExistingTab(
        title=properties["title"],
        rows=grid.get("rowCount", 0),
        columns=grid.get("columnCount", 0),
        overlays=Overlays(
            rules=sheet.get("conditionalFormats", ()),
            bands=tuple(each["bandedRangeId"] for each in sheet.get("bandedRanges", ())),
            charts=tuple(each["chartId"] for each in sheet.get("charts", ())),
        ),
        folds=tuple(each["range"] for each in sheet.get("columnGroups", ())),
    )


def add_tab(tab: TabPlan, title: str, index: int) -> Iterator[Body]:
    """Yield the requests that add a tab with all its formatting."""
    yield {"addSheet": {"properties": {**_properties(tab, title, tab.rows, tab.columns), "index": index}}}
    yield from _set_sizes(tab)
    yield from folds.fold(tab_id(tab.key), tab.tab_template)
    yield from overlays.add(tab)


def reformat_tab(tab: TabPlan, title: str, before: ExistingTab, *, clear: bool) -> Iterator[Body]:
    """Yield the requests that format an existing tab again. *clear* also removes its values."""
    sheet = tab_id(tab.key)
    yield {"unmergeCells": {"range": {"sheetId": sheet}}}
    yield from folds.unfold(sheet, before.folds)
    yield from overlays.remove(sheet, before.overlays)
    aspects = ["userEnteredFormat", "note", "dataValidation", *(["userEnteredValue"] if clear else [])]
    yield {"repeatCell": {"range": {"sheetId": sheet}, "cell": {}, "fields": ",".join(aspects)}}
    if tab.former:
        # a column cannot move across the edge of the frozen columns
        yield _update(sheet, {"gridProperties": {"frozenColumnCount": 0}}, "gridProperties.frozenColumnCount")
        yield from move_columns(sheet, tab.former, tab.wide)
    rows, columns = size_after(tab, before)
    whole = replace(tab, rows=rows, columns=columns)
    properties = _properties(tab, title, rows, columns)
    grid = ("rowCount", "columnCount", "frozenRowCount", "frozenColumnCount", "hideGridlines")
    yield _update(sheet, properties, ",".join(("title", "tabColorStyle", *(f"gridProperties.{each}" for each in grid))))
    yield _set_size(sheet, "COLUMNS", (0, columns), WIDTH)
    for dimension, lines in (("ROWS", rows), ("COLUMNS", columns)):
        yield _show_lines(sheet, dimension, lines)
    yield from _set_sizes(whole)
    yield from folds.fold(sheet, tab.tab_template)
    yield from overlays.add(whole)


def fit_rows(tab: TabPlan, rows: int) -> Iterator[Body]:
    """Yield the request that makes rows as high as their texts need, if the template has no height.

    It comes after the cells were written. A row of a fixed height would cut off a text of several lines.
    """
    first = rows if tab.tab_template.height else len(tab.tab_template.row_heights)
    if first < rows:
        span = {"sheetId": tab_id(tab.key), "dimension": "ROWS", "startIndex": first, "endIndex": rows}
        yield {"autoResizeDimensions": {"dimensions": span}}


def size_after(tab: TabPlan, before: ExistingTab) -> tuple[int, int]:
    """Return the rows and columns of an existing tab after it is formatted again. It never shrinks."""
    return max(tab.rows, before.rows), max(tab.columns, before.columns + len(tab.former) - tab.wide)


def resize(sheet: int, rows: int, columns: int) -> Body:
    """Return the request that sets the numbers of rows and columns of a tab."""
    size = {"gridProperties": {"rowCount": rows, "columnCount": columns}}
    return _update(sheet, size, "gridProperties.rowCount,gridProperties.columnCount")


def freeze(sheet: int, tab_template: TabTemplate) -> Iterator[Body]:
    """Yield requests that freeze what the template freezes. All merges are split first: none may cross the edge."""
    yield {"unmergeCells": {"range": {"sheetId": sheet}}}
    frozen = {"frozenRowCount": tab_template.frozen_rows, "frozenColumnCount": tab_template.frozen_columns}
    yield _update(sheet, {"gridProperties": frozen}, ",".join(f"gridProperties.{name}" for name in frozen))


def move_columns(sheet: int, former: Sequence[int | None], wide: int) -> Iterator[Body]:
    """Yield the requests that reorder the columns of a tab that had *wide* columns.

    *former* is the old index of each new column, None for a column that is new.
    """
    now: list[int | None] = list(range(wide))
    for at in range(wide - 1, -1, -1):
        if at not in former:
            del now[at]
            yield {"deleteDimension": {"range": _columns(sheet, at)}}
    for to, was in enumerate(former):
        if was is None:
            now.insert(to, None)
            yield {"insertDimension": {"range": _columns(sheet, to), "inheritFromBefore": to > 0}}
        elif now.index(was) != to:
            at = now.index(was)
            now.insert(to, now.pop(at))
            yield {"moveDimension": {"source": _columns(sheet, at), "destinationIndex": to}}


def _columns(sheet: int, at: int) -> Body:
    return {"sheetId": sheet, "dimension": "COLUMNS", "startIndex": at, "endIndex": at + 1}


def _update(sheet: int, properties: Body, fields: str) -> Body:
    return {"updateSheetProperties": {"properties": {"sheetId": sheet, **properties}, "fields": fields}}


def _properties(tab: TabPlan, title: str, rows: int, columns: int) -> Body:
    tab_template = tab.tab_template
    grid: Body = {"rowCount": rows, "columnCount": columns}
    if tab_template.frozen_rows:
        grid["frozenRowCount"] = tab_template.frozen_rows
    if tab_template.frozen_columns:
        grid["frozenColumnCount"] = tab_template.frozen_columns
    if not tab_template.gridlines:
        grid["hideGridlines"] = True
    properties: Body = {"sheetId": tab_id(tab.key), "title": title, "gridProperties": grid}
    if tab_template.colour:
        properties["tabColorStyle"] = {"rgbColor": rgb(tab_template.colour)}
    return properties


def _set_sizes(tab: TabPlan) -> Iterator[Body]:
    yield from set_new_sizes(tab_id(tab.key), tab.tab_template, (0, 0), (tab.rows, tab.columns))


def set_new_sizes(
    sheet: int, tab_template: TabTemplate, before: tuple[int, int], after: tuple[int, int]
) -> Iterator[Body]:
    """Yield the widths and heights from the template for the columns and rows by which a tab has grown."""
    (top, left), (bottom, right) = before, after
    widths = tab_template.widths or tuple(column.width for column in tab_template.columns)
    yield from _set_each_size(sheet, "COLUMNS", widths[left:right], left)
    if tab_template.height and bottom > top:
        yield _set_size(sheet, "ROWS", (top, bottom), tab_template.height)
    yield from _set_each_size(sheet, "ROWS", tab_template.row_heights[top:bottom], top)


def _set_each_size(sheet: int, dimension: str, sizes: Sequence[int], first: int) -> Iterator[Body]:
    """Yield requests for the *sizes* of lines from *first* on, one for each group of equal neighbours."""
    at = first
    for size, run in groupby(sizes):
        end = at + len(list(run))
        yield _set_size(sheet, dimension, (at, end), size)
        at = end


def _show_lines(sheet: int, dimension: str, lines: int) -> Body:
    """Return the request that shows all rows or columns, even those that somebody hid."""
    span = {"sheetId": sheet, "dimension": dimension, "startIndex": 0, "endIndex": lines}
    return {
        "updateDimensionProperties": {"range": span, "properties": {"hiddenByUser": False}, "fields": "hiddenByUser"}
    }


def _set_size(sheet: int, dimension: str, span: tuple[int, int], size: int) -> Body:
    return {
        "updateDimensionProperties": {
            "range": {"sheetId": sheet, "dimension": dimension, "startIndex": span[0], "endIndex": span[1]},
            "properties": {"pixelSize": size},
            "fields": "pixelSize",
        }
    }
