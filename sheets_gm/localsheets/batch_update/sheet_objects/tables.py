"""Requests about tables. As on Google, deleting one also deletes the contents of its cells.

It is an assumption that a table cannot contain merged cells: it is sorted and filtered, which merged cells do not
allow.
"""

from __future__ import annotations

import secrets

from sheets_gm.localsheets.batch_update import objects
from sheets_gm.localsheets.batch_update.cells.merges import merged_areas
from sheets_gm.localsheets.batch_update.sheet_objects.conditional_formats import BANDS
from sheets_gm.localsheets.batch_update.targets import (
    Body,
    cells_of,
    grid_range,
    mask_of,
    require_editable,
    required,
    stored_range,
)
from sheets_gm.localsheets.protocol import field_masks
from sheets_gm.localsheets.protocol.errors import invalid
from sheets_gm.localsheets.spreadsheet.model.document import Document
from sheets_gm.localsheets.spreadsheet.model.sheet import Sheet, box_of
from sheets_gm.localsheets.spreadsheet.model.tables import TABLES, as_answered, box, tables_on, with_heading

KEY = "tableId"
DROPDOWN, BOOLEAN = "DROPDOWN", "BOOLEAN"


def add_table(document: Document, body: Body, account: str) -> Body:
    """`addTable`: over cells that belong to no table, have no alternating colours, and are not merged."""
    wanted = required(body, "table")
    sheet, table = _placed(document, wanted, account)
    table[KEY] = wanted.get(KEY) or secrets.token_hex(5)
    if any(each[KEY] == table[KEY] for other in document.sheets.values() for each in objects.objects_of(other, TABLES)):
        raise invalid(f"A table with id {table[KEY]} already exists.")
    table.setdefault("name", f"Table{1 + len(objects.objects_of(sheet, TABLES))}")
    objects.add(document, sheet, TABLES, table)
    _fill(document, sheet, table)
    return {"addTable": {"table": _answered(sheet, table)}}


def update_table(document: Document, body: Body, account: str) -> Body:
    """`updateTable`: the whole list of columns is replaced, and each of them needs a name."""
    wanted = required(body, "table")
    mask = mask_of(body, "Table")
    sheet, old = objects.find(document, TABLES, KEY, required(wanted, KEY), "table")
    if "columnProperties" in mask and not all(each.get("columnName") for each in wanted.get("columnProperties", ())):
        raise invalid("Table header row cell must have a value.")
    merged = field_masks.merge(mask, old, wanted)
    objects.replace(document, sheet, TABLES, old, None)
    to, table = _placed(document, merged, account)
    table[KEY] = old[KEY]
    objects.add(document, to, TABLES, table)
    _fill(document, to, table)
    return {}


def delete_table(document: Document, body: Body, account: str) -> Body:
    """`deleteTable`: with the contents of its cells."""
    sheet, old = objects.find(document, TABLES, KEY, required(body, KEY), "table")
    require_editable(document, sheet, box(old), account)
    objects.replace(document, sheet, TABLES, old, None)
    for place in cells_of(document, box(old)):
        document.put(sheet, place, {})
    return {}


def _placed(document: Document, wanted: Body, account: str) -> tuple[Sheet, Body]:
    """Return a table in stored form, and its sheet. Raises 400 if it cannot be there."""
    sheet, held = stored_range(document, required(wanted, "range"))
    area = box_of(held, sheet)
    require_editable(document, sheet, area, account)
    if tables_on(sheet.meta, area):
        raise invalid("The range of a table must not overlap another table.")
    if any(area.meets(box_of(each["range"], sheet)) for each in objects.objects_of(sheet, BANDS)):
        raise invalid(
            "You cannot add alternating background colors to a range that already has alternating background colors."
        )
    if any(area.meets(each) for each in merged_areas(sheet)):
        raise invalid("A table cannot contain merged cells.")
    for column in wanted.get("columnProperties", ()):
        is_list = column.get("dataValidationRule", {}).get("condition", {}).get("type") == "ONE_OF_LIST"
        if column.get("columnType") == DROPDOWN and not is_list:
            raise invalid("Condition must be set for dropdown column type.")
        if column.get("columnType") != DROPDOWN and "dataValidationRule" in column:
            raise invalid("Cannot set condition for non-dropdown column type.")
    return sheet, {**wanted, "range": grid_range(sheet, area)}


def _fill(document: Document, sheet: Sheet, table: Body) -> None:
    """Write the names of columns into their headings, and False into check box cells that hold no boolean."""
    area = box(table)
    for column in table.get("columnProperties", ()):
        at = area.left + column.get("columnIndex", 0)
        place = (area.top, at)
        if column.get("columnName"):
            heading = {"userEnteredValue": {"stringValue": column["columnName"]}}
            document.put(sheet, place, {**sheet.cells.get(place, {}), **heading})
        if column.get("columnType") == BOOLEAN:
            for row in range(area.top + 1, area.bottom or 0):
                cell = sheet.cells.get((row, at), {})
                if "boolValue" not in cell.get("userEnteredValue", {}):
                    document.put(sheet, (row, at), {**cell, "userEnteredValue": {"boolValue": False}})
    for at in range(area.left, area.right or 0):
        cell = sheet.cells.get((area.top, at), {})
        if with_heading(sheet.meta, (area.top, at), cell) != cell:
            document.put(sheet, (area.top, at), cell)


def _answered(sheet: Sheet, table: Body) -> Body:
    return next(each for each in as_answered(sheet.meta, sheet.cells) if each[KEY] == table[KEY])
