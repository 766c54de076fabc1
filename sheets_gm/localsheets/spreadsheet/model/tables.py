"""Tables: areas of a sheet whose first row holds the names of their columns, and whose columns may have a type.

As other programs report of Google, a heading that is empty or holds a formula becomes “Column” and its number. The text
of the heading is the name of the column.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from sheets_gm.localsheets.spreadsheet.model.a1 import Box

Json: TypeAlias = dict[str, Any]
TABLES = "tables"


def box(table: Json) -> Box:
    """Return the cells of a table, including its headings."""
    area = table["range"]
    return Box(
        area.get("startRowIndex", 0), area.get("startColumnIndex", 0), area["endRowIndex"], area["endColumnIndex"]
    )


def tables_on(meta: Json, area: Box) -> list[Json]:
    """Return the tables of a sheet with this *meta* that have a cell in *area*."""
    return [each for each in meta.get(TABLES, ()) if box(each).meets(area)]


def with_heading(meta: Json, place: tuple[int, int], cell: Json) -> Json:
    """Return *cell* as it is stored at *place*. A heading of a table always has a text."""
    row, column = place
    for each in meta[TABLES]:
        area = box(each)
        if row == area.top and area.left <= column < (area.right or 0):
            value = cell.get("userEnteredValue", {})
            if not value or "formulaValue" in value:
                return {**cell, "userEnteredValue": {"stringValue": f"Column {column - area.left + 1}"}}
    return cell


def has_typed_column(meta: Json, area: Box) -> bool:
    """Whether a cell of *area* is below the heading of a typed column."""
    for each in tables_on(meta, area):
        whole = box(each)
        for column in each.get("columnProperties", ()):
            at = whole.left + column.get("columnIndex", 0)
            if "columnType" in column and Box(whole.top + 1, at, whole.bottom, at + 1).meets(area):
                return True
    return False


def as_answered(meta: Json, cells: dict[tuple[int, int], Json]) -> Iterator[Json]:
    """Yield the tables of a sheet for an answer, with the name of every column."""
    for each in meta.get(TABLES, ()):
        area = box(each)
        column_properties = {column.get("columnIndex", 0): column for column in each.get("columnProperties", ())}
        columns = []
        for at in range((area.right or 0) - area.left):
            value = cells.get((area.top, area.left + at), {}).get("userEnteredValue", {})
            name = next((str(text) for text in value.values()), "")
            columns.append({**column_properties.get(at, {}), **({"columnIndex": at} if at else {}), "columnName": name})
        yield {**each, "columnProperties": columns}
