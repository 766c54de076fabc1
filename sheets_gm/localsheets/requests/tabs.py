"""Requests about whole tabs, and about the spreadsheet itself."""

from __future__ import annotations

from sheets_gm.localsheets import access, fields
from sheets_gm.localsheets.a1 import Box
from sheets_gm.localsheets.document import COLUMNS, ROWS, Document, Sheet, new_sheet
from sheets_gm.localsheets.errors import invalid
from sheets_gm.localsheets.requests.targets import Body, check_size, sheet_of


def add_sheet(document: Document, body: Body, _account: str) -> Body:
    """`addSheet`: its id and place may be given."""
    wanted = body.get("properties", {})
    title = wanted.get("title") or _free_title(document)
    if document.named(title):
        raise invalid(f'A sheet with the name "{title}" already exists. Please enter another name.')
    sheet_id = wanted.get("sheetId")
    if sheet_id is None:
        sheet_id = max(document.sheets, default=0) + 1
    if sheet_id in document.sheets:
        raise invalid(f'Sheet with id "{sheet_id}" already exists.')
    grid = wanted.get("gridProperties", {})
    index = min(wanted.get("index", len(document.sheets)), len(document.sheets))
    for other in document.ordered()[index:]:
        document.touch(other)
        other.meta["properties"]["index"] += 1
    sheet = new_sheet(sheet_id, title, index, grid.get("rowCount", ROWS), grid.get("columnCount", COLUMNS))
    extra = {name: value for name, value in wanted.items() if name not in ("index", "gridProperties")}
    sheet.meta["properties"].update(extra)
    sheet.meta["properties"]["gridProperties"].update(grid)
    sheet.meta["properties"].update({"sheetId": sheet_id, "title": title})
    document.add(sheet)
    check_size(document)
    return {"addSheet": {"properties": sheet.meta["properties"]}}


def _free_title(document: Document) -> str:
    number = len(document.sheets) + 1
    while document.named(f"Sheet{number}"):
        number += 1
    return f"Sheet{number}"


def delete_sheet(document: Document, body: Body, account: str) -> Body:
    """`deleteSheet`."""
    sheet = sheet_of(document, body)
    if len(document.sheets) == 1:
        raise invalid("You can't remove all the sheets in a document.")
    access.must_touch(document, sheet, [Box(0, 0, *sheet.size)], account)
    document.remove(sheet)
    for index, other in enumerate(document.ordered()):
        if other.meta["properties"]["index"] != index:
            document.touch(other)
            other.meta["properties"]["index"] = index
    return {}


def update_sheet_properties(document: Document, body: Body, account: str) -> Body:
    """`updateSheetProperties`: whatever its mask names."""
    wanted = body["properties"]
    sheet = sheet_of(document, wanted)
    mask = fields.parse(body["fields"])
    title = wanted.get("title")
    if "title" in mask:
        access.must_touch(document, sheet, [Box(0, 0, *sheet.size)], account)
        clash = document.named(title or "")
        if not title or (clash and clash is not sheet):
            raise invalid(f'A sheet with the name "{title}" already exists. Please enter another name.')
    document.touch(sheet)
    before = sheet.meta["properties"]
    made = fields.merge(mask, before, wanted)
    made["sheetId"], made["sheetType"] = sheet.id, "GRID"
    made["gridProperties"] = {**made.get("gridProperties", {})}
    made["gridProperties"].setdefault("rowCount", sheet.size[0])
    made["gridProperties"].setdefault("columnCount", sheet.size[1])
    if made.get("hidden") and all(
        other.meta["properties"].get("hidden") for other in document.sheets.values() if other is not sheet
    ):
        raise invalid("You can't hide all the sheets in a document.")
    index = made.pop("index", before["index"])
    sheet.meta["properties"] = {**made, "index": before["index"]}
    rows, columns = sheet.size
    gone = [place for place in sheet.cells if place[0] >= rows or place[1] >= columns]
    for place in gone:
        document.put(sheet, place, {})
    if "index" in mask and index != before["index"]:
        _move(document, sheet, index)
    check_size(document)
    return {}


def _move(document: Document, sheet: Sheet, index: int) -> None:
    order = [other for other in document.ordered() if other is not sheet]
    order.insert(min(index, len(order)), sheet)
    for at, other in enumerate(order):
        document.touch(other)
        other.meta["properties"]["index"] = at


def update_spreadsheet_properties(document: Document, body: Body, _account: str) -> Body:
    """`updateSpreadsheetProperties`."""
    document.touch_meta()
    document.meta["properties"] = fields.merge(
        fields.parse(body["fields"]), document.meta["properties"], body["properties"]
    )
    return {}
