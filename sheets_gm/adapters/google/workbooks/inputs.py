"""The inputs of a workbook: whether their drop-downs, boxes and formats are still as they were drawn.

People cut and drag cells, and drop-downs and formats move along. Only what the service returns as it was written is
compared: the options of a drop-down, whether a cell is a box, whether it is formatted as text, and its colour.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sheets_gm.adapters.google.calls.api import SHEETS, Api, Body
from sheets_gm.adapters.google.calls.cell_requests import Formats, grid_range, input_of
from sheets_gm.gm.match_record.workbook import Workbook
from sheets_gm.sheet.grid import Cell
from sheets_gm.sheet.template import Style
from sheets_gm.sheet.writes import Put

MASK = (
    "sheets(properties.sheetId,data(startRow,startColumn,rowData.values(dataValidation(condition),"
    "userEnteredFormat(numberFormat(type),backgroundColorStyle(rgbColor)))))"
)
CLOSE = 0.01
"""The largest difference of a part of a colour, from 0 to 1: the service rounds it."""


def altered(api: Api, workbook: Workbook, inputs: Sequence[Put], styles: Mapping[str, Style]) -> list[Put]:
    """Return those of *inputs* whose cells no longer have the drop-down, the box or the format that was drawn."""
    wanted = [each for each in inputs if each.tab in workbook.tabs]
    if not wanted:
        return []
    areas = [{"gridRange": grid_range(workbook.tabs[tab], area)} for tab, area in _areas(wanted).items()]
    body = {"dataFilters": areas}
    answer = api.call("post", f"{SHEETS}/{workbook.document}:getByDataFilter", body, params={"fields": MASK})
    cells_by_place = {place: cell for sheet in answer.get("sheets", ()) for place, cell in _cells(sheet)}
    formats = Formats(styles)
    return [each for each in wanted if not all(_are_as_drawn(each, workbook.tabs[each.tab], cells_by_place, formats))]


def _areas(inputs: Sequence[Put]) -> dict[str, tuple[int, int, int, int]]:
    """Return for each tab the area that holds all of its *inputs*."""
    areas: dict[str, tuple[int, int, int, int]] = {}
    for each in inputs:
        top, left, bottom, right = areas.get(each.tab, (each.row, each.column, 0, 0))
        areas[each.tab] = (
            min(top, each.row),
            min(left, each.column),
            max(bottom, each.row + 1),
            max(right, each.column + len(each.cells)),
        )
    return areas


def _cells(sheet: Mapping[str, Any]) -> Iterator[tuple[tuple[int, int, int], Body]]:
    name = sheet["properties"].get("sheetId", 0)
    for data in sheet.get("data", ()):
        top, left = data.get("startRow", 0), data.get("startColumn", 0)
        for down, row in enumerate(data.get("rowData", ())):
            for right, cell in enumerate(row.get("values", ())):
                yield (name, top + down, left + right), cell or {}


def _are_as_drawn(
    put: Put, sheet: int, cells_by_place: Mapping[tuple[int, int, int], Body], formats: Formats
) -> Iterator[bool]:
    for at, cell in enumerate(put.cells):
        yield _is_as_drawn(cell, cells_by_place.get((sheet, put.row, put.column + at), {}), formats)


def _is_as_drawn(cell: Cell, now: Body, formats: Formats) -> bool:
    rule, cell_format = input_of(cell, formats)
    held = now.get("userEnteredFormat", {})
    is_text = held.get("numberFormat", {}).get("type") == "TEXT"
    return (
        _options(rule) == _options(now.get("dataValidation"))
        and is_text == cell.text
        and _is_coloured(cell_format.get("backgroundColorStyle", {}), held.get("backgroundColorStyle", {}))
    )


def _options(rule: Body | None) -> tuple[str, ...] | None:
    """Return the options of a drop-down. For a box, the only option is its kind."""
    if not rule:
        return None
    condition = rule.get("condition", {})
    values = (str(each.get("userEnteredValue", "")) for each in condition.get("values", ()))
    return (str(condition.get("type", "")), *values)


def _is_coloured(wanted: Body, held: Body) -> bool:
    """Return whether a cell has the colour of its style, if the style has any."""
    if not wanted:
        return True
    one, two = wanted["rgbColor"], held.get("rgbColor", {})
    return bool(held) and all(abs(one[part] - two.get(part, 0.0)) <= CLOSE for part in one)
