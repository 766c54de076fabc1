"""Requests that put rows in another order."""

from __future__ import annotations

from typing import Any

from sheets_gm.localsheets.document import Document, box_of
from sheets_gm.localsheets.requests.targets import Body, sheet_of, touched
from sheets_gm.localsheets.values import plain_value


def sort_range(document: Document, body: Body, account: str) -> Body:
    """`sortRange`: the rows of a range by its columns; empty cells come last."""
    sheet = sheet_of(document, body["range"])
    area = box_of(body["range"], sheet)
    touched(document, sheet, area, account)
    columns = range(area.left, area.right or 0)
    rows = [[sheet.cells.get((row, column), {}) for column in columns] for row in range(area.top, area.bottom or 0)]
    for spec in reversed(body.get("sortSpecs", [])):
        at = spec.get("dimensionIndex", area.left) - area.left
        down = spec.get("sortOrder") == "DESCENDING"
        full = [row for row in rows if plain_value(row[at]) is not None]
        empty = [row for row in rows if plain_value(row[at]) is None]
        rows = sorted(full, key=lambda row: _sort_key(plain_value(row[at])), reverse=down) + empty
    for down, row in enumerate(rows):
        for across, cell in enumerate(row):
            place = (area.top + down, area.left + across)
            if sheet.cells.get(place, {}) != cell:
                document.put(sheet, place, cell)
    return {}


def _sort_key(value: Any) -> tuple[int, Any]:
    if isinstance(value, bool):
        return 2, value
    if isinstance(value, int | float):
        return 0, value
    return 1, str(value).casefold()
