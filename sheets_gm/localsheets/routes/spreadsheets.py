"""`spreadsheets`: created, shown, changed by batchUpdate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sheets_gm.localsheets import access, requests, values
from sheets_gm.localsheets.a1 import Box
from sheets_gm.localsheets.accounts import Caller, new_token
from sheets_gm.localsheets.calls import Call, Json, known
from sheets_gm.localsheets.document import Document, Sheet, new_sheet
from sheets_gm.localsheets.errors import invalid
from sheets_gm.localsheets.requests import tabs
from sheets_gm.localsheets.requests.dimensions import HEIGHT, WIDTH
from sheets_gm.localsheets.routes import permissions
from sheets_gm.localsheets.routes.ranges import area_of

if TYPE_CHECKING:
    from sheets_gm.localsheets.service import Service


def create(service: Service, call: Call) -> Json:
    """`spreadsheets.create`."""
    wanted = call.body.get("properties", {})
    document = new_document(service, call.caller, wanted.get("title", "Untitled spreadsheet"), wanted)
    for each in call.body.get("sheets", []):
        tabs.add_sheet(document, {"properties": each.get("properties", {})}, call.account)
    if not document.sheets:
        document.add(new_sheet(0, "Sheet1", 0))
    service.settle(document, call.account)
    return spreadsheet(service, document, call)


def new_document(service: Service, caller: Caller, title: str, properties: Json | None = None) -> Document:
    """An empty document that belongs to *caller*, and to its app as far as `drive.file` goes."""
    owner = caller.account
    name = new_token().replace("-", "0").replace("_", "1")
    meta = {
        "properties": {
            "title": title,
            "locale": "en_US",
            "autoRecalc": "ON_CHANGE",
            "timeZone": "Etc/GMT",
            **(properties or {}),
        },
        "owner": owner,
        "permissions": [permissions.of_user(owner, "owner")],
        "apps": [caller.client],
        "createdTime": service.now(),
        "modifiedTime": service.now(),
        "lastModifyingUser": owner,
        "version": 0,
    }
    document = Document(name, meta)
    service.documents[name] = document
    return document


def get(service: Service, call: Call) -> Json:
    """`spreadsheets.get`."""
    return spreadsheet(service, service.open(call), call)


def spreadsheet(service: Service, document: Document, call: Call) -> Json:
    """A spreadsheet as `spreadsheets.get` answers it."""
    grids = call.option("includeGridData", "false").lower() == "true"
    areas: dict[int, list[Box]] = {}
    for text in call.query.get("ranges", []):
        sheet, area = area_of(document, text)
        areas.setdefault(sheet.id, []).append(area)
    shown = [sheet for sheet in document.ordered() if not areas or sheet.id in areas]
    return {
        "spreadsheetId": document.id,
        "properties": document.meta["properties"],
        "sheets": [_sheet(service, document, call, sheet, areas.get(sheet.id), grids=grids) for sheet in shown],
        "spreadsheetUrl": f"{service.address}/d/{document.id}",
    }


def _sheet(
    service: Service, document: Document, call: Call, sheet: Sheet, areas: list[Box] | None, *, grids: bool
) -> Json:
    made: Json = {"properties": sheet.meta["properties"]}
    if sheet.meta.get("merges"):
        made["merges"] = sheet.meta["merges"]
    if sheet.meta.get("protectedRanges"):
        account = service.account_of(call, document)
        made["protectedRanges"] = [_guard(each, document, account) for each in sheet.meta["protectedRanges"]]
    if grids:
        made["data"] = [_grid(sheet, area) for area in areas or [Box(0, 0, *sheet.size)]]
    return made


def _guard(guard: Json, document: Document, account: str) -> Json:
    """A protection as *account* sees it: its editors are for those who may edit it."""
    if not access.may_touch(guard, document, account):
        return {name: value for name, value in guard.items() if name != "editors"}
    return {**guard, "requestingUserCanEdit": True}


def _grid(sheet: Sheet, area: Box) -> Json:
    bottom, right = area.bottom or 0, area.right or 0
    held: dict[int, dict[int, Json]] = {}
    for (row, column), cell in values.filled(sheet, area):
        held.setdefault(row, {})[column] = values.as_cell_data(sheet, (row, column), cell)
    rows: list[Json] = []
    for row in range(area.top, max(held, default=area.top - 1) + 1):
        line = held.get(row, {})
        cells = [line.get(column, {}) for column in range(area.left, max(line, default=area.left - 1) + 1)]
        rows.append({"values": cells} if cells else {})
    sizes = sheet.meta.get("_dimensions", {})
    made: Json = {
        "rowData": rows,
        "rowMetadata": _lines(sizes.get("rowMetadata", {}), area.top, bottom, HEIGHT),
        "columnMetadata": _lines(sizes.get("columnMetadata", {}), area.left, right, WIDTH),
    }
    if area.top:
        made["startRow"] = area.top
    if area.left:
        made["startColumn"] = area.left
    return {name: value for name, value in made.items() if value}


def _lines(sizes: Json, start: int, end: int, size: int) -> list[Json]:
    """The metadata of lines, whose *sizes* are known where they are not *size*."""
    plain = {"pixelSize": size}
    return [{**plain, **sizes[str(at)]} if str(at) in sizes else plain for at in range(start, end)]


def batch_update(service: Service, call: Call) -> Json:
    """`spreadsheets.batchUpdate`: all of it, or nothing."""
    known(call.body, {"requests", "includeSpreadsheetInResponse", "responseRanges", "responseIncludeGridData"})
    if not call.body.get("requests"):
        raise invalid("Must specify at least one request.")

    def work(document: Document) -> Json:
        replies = requests.apply(document, call.body, service.account_of(call, document))
        answer: Json = {"spreadsheetId": document.id, "replies": replies}
        if call.body.get("includeSpreadsheetInResponse"):
            answer["updatedSpreadsheet"] = spreadsheet(service, document, call)
        return answer

    return service.change(call, work)
