"""`spreadsheets`: create, get and batchUpdate; `sheets.copyTo`."""

from __future__ import annotations

from dataclasses import replace

from sheets_gm.localsheets.api.sheets_routes.earlier_versions import kept
from sheets_gm.localsheets.api.sheets_routes.spreadsheet_resource import SpreadsheetQuery, spreadsheet_resource
from sheets_gm.localsheets.batch_update import requests
from sheets_gm.localsheets.batch_update.cells import merges, write_cells
from sheets_gm.localsheets.batch_update.grid import sheets
from sheets_gm.localsheets.batch_update.sheet_objects import (
    charts,
    conditional_formats,
    developer_metadata,
    filters,
    named_ranges,
    protected_ranges,
)
from sheets_gm.localsheets.drive.call import Call, Json
from sheets_gm.localsheets.drive.drive import Drive
from sheets_gm.localsheets.drive.new_document import new_document
from sheets_gm.localsheets.drive.strangeness import EDITORS_ONLY
from sheets_gm.localsheets.drive.versions import ending
from sheets_gm.localsheets.protocol import field_masks, schema
from sheets_gm.localsheets.protocol.errors import invalid, not_found
from sheets_gm.localsheets.spreadsheet.developer_metadata import areas_of
from sheets_gm.localsheets.spreadsheet.model import access
from sheets_gm.localsheets.spreadsheet.model.a1 import Box
from sheets_gm.localsheets.spreadsheet.model.document import Document
from sheets_gm.localsheets.spreadsheet.model.ranges import area_of
from sheets_gm.localsheets.spreadsheet.model.sheet import Sheet, new_sheet

# -- creating ----------------------------------------------------------------------------------------------------------


def create(drive: Drive, call: Call) -> Json:
    """`spreadsheets.create`: with everything that the body describes."""
    body = schema.read("Spreadsheet", call.body)
    wanted = body.get("properties", {})
    document = new_document(call.caller, drive.now(), wanted.get("title", "Untitled spreadsheet"), wanted)
    for each in body.get("sheets", []):
        _create_sheet(document, each, call.account)
    if not document.sheets:
        document.add(new_sheet(0, "Sheet1", 0))
    for each in body.get("namedRanges", []):
        named_ranges.add_named_range(document, {"namedRange": each}, call.account)
    for each in body.get("developerMetadata", []):
        developer_metadata.create_developer_metadata(document, {"developerMetadata": each}, call.account)
    document.meta["sheetsMade"] = True
    drive.add(document, call.account)
    return spreadsheet_resource(document, SpreadsheetQuery(drive.account_of(call, document), drive.address))


def _create_sheet(document: Document, wanted: Json, account: str) -> None:
    """Add a sheet with its cells and objects."""
    sheets.add_sheet(document, {"properties": wanted.get("properties", {})}, account)
    sheet = document.ordered()[-1]
    for grid in wanted.get("data", []):
        start = {"sheetId": sheet.id, "rowIndex": grid.get("startRow", 0), "columnIndex": grid.get("startColumn", 0)}
        rows = [
            {
                "values": [
                    {name: cell[name] for name in write_cells.WRITTEN if name in cell} for cell in row.get("values", [])
                ]
            }
            for row in grid.get("rowData", [])
        ]
        write_cells.update_cells(
            document, {"start": start, "rows": rows, "fields": ",".join(write_cells.WRITTEN)}, account
        )
    for kind, field, add in (
        ("merges", "range", merges.merge_cells),
        ("conditionalFormats", "rule", conditional_formats.add_conditional_format_rule),
        ("bandedRanges", "bandedRange", conditional_formats.add_banding),
        ("filterViews", "filter", filters.add_filter_view),
        ("charts", "chart", charts.add_chart),
        ("protectedRanges", "protectedRange", protected_ranges.add_protected_range),
        ("developerMetadata", "developerMetadata", developer_metadata.create_developer_metadata),
    ):
        for index, each in enumerate(wanted.get(kind, [])):
            add(document, {field: each, "index": index}, account)
    if "basicFilter" in wanted:
        filters.set_basic_filter(document, {"filter": wanted["basicFilter"]}, account)


# -- showing -----------------------------------------------------------------------------------------------------------


def get(drive: Drive, call: Call) -> Json:
    """`spreadsheets.get`: the fields of the mask; grid data if the mask or `includeGridData` asks for it."""
    document = drive.open(call)
    areas = [area_of(document, text, clip=True) for text in call.query.get("ranges", [])]
    grids = call.options().get("includeGridData", "").lower() == "true"
    return spreadsheet_resource(document, _query_with_mask(drive, call, document, areas, grids=grids))


def _query_with_mask(
    drive: Drive, call: Call, document: Document, areas: list[tuple[Sheet, Box]], *, grids: bool
) -> SpreadsheetQuery:
    """Return the query of a call. If there is a field mask, it alone decides whether grid data is included."""
    wanted_fields = call.options().get("fields")
    mask = field_masks.parse(wanted_fields) if wanted_fields else {}
    if mask:
        grids = field_masks.includes(mask, "sheets") and field_masks.includes(field_masks.below(mask, "sheets"), "data")
    return replace(_query(drive, call, document, areas, grids=grids), mask=mask)


def _query(
    drive: Drive, call: Call, document: Document, areas: list[tuple[Sheet, Box]], *, grids: bool
) -> SpreadsheetQuery:
    named: dict[Sheet, list[Box]] = {}
    for sheet, area in areas:
        named.setdefault(sheet, []).append(area)
    return SpreadsheetQuery(drive.account_of(call, document), drive.address, named, grids)


def get_by_data_filter(drive: Drive, call: Call) -> Json:
    """`spreadsheets.getByDataFilter`: the sheets that the filters match, with grid data of the matched areas."""
    body = schema.read("GetSpreadsheetByDataFilterRequest", call.body)
    document = drive.open(call)
    areas = [area for each in body.get("dataFilters", []) for area in areas_of(document, each)]
    return spreadsheet_resource(
        document, _query_with_mask(drive, call, document, areas, grids=body.get("includeGridData", False))
    )


# -- changing ----------------------------------------------------------------------------------------------------------


def batch_update(drive: Drive, call: Call) -> Json:
    """`spreadsheets.batchUpdate`: all requests or none."""
    body = schema.read("BatchUpdateSpreadsheetRequest", call.body)
    if not body.get("requests"):
        raise invalid("Must specify at least one request.")

    def work(document: Document) -> Json:
        for number, each in enumerate(body["requests"]):
            for kind in ("addProtectedRange", "updateProtectedRange"):
                _spell_editors(drive, document, each.get(kind, {}).get("protectedRange", {}), f"{number}].{kind}")
        replies = requests.apply(document, body["requests"], drive.account_of(call, document))
        answer: Json = {"spreadsheetId": document.id, "replies": replies}
        if body.get("includeSpreadsheetInResponse"):
            areas = [area_of(document, text, clip=True) for text in body.get("responseRanges", [])]
            grids = body.get("responseIncludeGridData", False)
            document.calculate()
            answer["updatedSpreadsheet"] = spreadsheet_resource(
                document, _query(drive, call, document, areas, grids=grids)
            )
        return answer

    document = drive.open(call, write=True)
    old = [(sheet.id, name, kept(document, sheet)) for sheet, name in ending(document, body["requests"])]
    answer = drive.update(call, work)
    for sheet_id, name, data in old:
        if data is not None:
            drive.storage.keep_version(document.id, sheet_id, name, data)
    return answer


def _spell_editors(drive: Drive, document: Document, wanted: Json, where: str) -> None:
    """Write the editors of a protected range as answers spell them. Raises 400 for one who may not edit, if that is
    checked.
    """
    users = [drive.strangeness.spelling(user) for user in wanted.get("editors", {}).get("users", ())]
    for user in users if EDITORS_ONLY in drive.strangeness else ():
        if access.role(document, user) not in access.EDITORS:
            raise invalid(f"Invalid requests[{where}: {user} does not have edit access to this spreadsheet.")
    if users:
        wanted["editors"]["users"] = users


def copy_to(drive: Drive, call: Call) -> Json:
    """`spreadsheets.sheets.copyTo`: the copy becomes the last sheet of the destination, without protected ranges."""
    body = schema.read("CopySheetToAnotherSpreadsheetRequest", call.body)
    source = drive.open(call)
    sheet = source.sheets.get(int(call.names[1])) if call.names[1].isdecimal() and len(call.names[1]) < 19 else None
    if sheet is None:
        raise not_found()

    def work(document: Document) -> Json:
        return sheets.append_copy(document, sheet)

    return drive.update(call, work, body.get("destinationSpreadsheetId", ""))
