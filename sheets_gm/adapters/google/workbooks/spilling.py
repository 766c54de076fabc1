"""Formulas whose arrays spill over cells that are not theirs: they are replaced by the values of their own cells.

If nothing is written into a cell that an array fills, the array fills it again. So the formula itself must go.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sheets_gm.adapters.google.calls.api import SHEETS, Api, Body, batch_update, parts
from sheets_gm.adapters.google.calls.cell_requests import paste_value
from sheets_gm.gm.match_record.workbook import Workbook

MASK = "sheets(properties.sheetId,data(startRow,startColumn,rowData.values.userEnteredValue.formulaValue))"


def stop(api: Api, workbook: Workbook, places: Sequence[tuple[str, int, int]]) -> bool:
    """Replace each formula by its value that may fill one of *places* (tab, row, column) from above or the left.

    Return whether there were any. A cell that no longer holds a formula by then does not change.
    """
    filled: dict[int, set[tuple[int, int]]] = {}
    for tab, row, column in places:
        if tab in workbook.tabs:  # one that is new in this version is built only now
            filled.setdefault(workbook.tabs[tab], set()).add((row, column))
    if not filled:
        return False
    # whole tabs: somebody may have deleted the rows or columns of a place, and no area may go beyond the last ones
    body = {"dataFilters": [{"gridRange": {"sheetId": sheet}} for sheet in filled]}
    answer = api.call("post", f"{SHEETS}/{workbook.document}:getByDataFilter", body, params={"fields": MASK})
    requests: list[Body] = []
    for sheet in answer.get("sheets", ()):
        name = sheet["properties"].get("sheetId", 0)
        for row, column in _formulas(sheet):
            others = filled.get(name, set()) - {(row, column)}
            if any(row <= down and column <= right for down, right in others):
                requests.append(paste_value(name, row, column))
    for part in parts(requests) if requests else ():
        batch_update(api, workbook.document, part)
    return bool(requests)


def _formulas(sheet: Mapping[str, Any]) -> Iterator[tuple[int, int]]:
    """Yield the cells of a sheet that hold formulas, up to the end of its data."""
    for data in sheet.get("data", ()):
        top, left = data.get("startRow", 0), data.get("startColumn", 0)
        for down, row in enumerate(data.get("rowData", ())):
            for right, cell in enumerate(row.get("values", ())):
                if "formulaValue" in cell.get("userEnteredValue", {}):
                    yield top + down, left + right
