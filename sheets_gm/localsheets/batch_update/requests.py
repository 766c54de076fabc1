"""The table of batchUpdate requests, and their application.

Each handler takes the document, the request's body and the caller; it changes the document through its methods and
returns the reply. Unknown requests are refused by name. `schema` has already validated the bodies.
"""

from __future__ import annotations

from sheets_gm.localsheets.batch_update.cells import copy_paste, filling, merges, sorting, text, write_cells
from sheets_gm.localsheets.batch_update.grid import dimension_groups, dimensions, sheets
from sheets_gm.localsheets.batch_update.sheet_objects import (
    charts,
    conditional_formats,
    developer_metadata,
    filters,
    named_ranges,
    protected_ranges,
    slicers,
    tables,
)
from sheets_gm.localsheets.batch_update.targets import Body, RequestHandler
from sheets_gm.localsheets.protocol.errors import ApiError, invalid
from sheets_gm.localsheets.protocol.json_text import copy_of
from sheets_gm.localsheets.protocol.schema import snake
from sheets_gm.localsheets.spreadsheet.model.changes import COMPARED, SCANNED
from sheets_gm.localsheets.spreadsheet.model.document import Document

HANDLERS: dict[str, RequestHandler] = {
    "addSheet": sheets.add_sheet,
    "deleteSheet": sheets.delete_sheet,
    "duplicateSheet": sheets.duplicate_sheet,
    "updateSheetProperties": sheets.update_sheet_properties,
    "updateSpreadsheetProperties": sheets.update_spreadsheet_properties,
    "updateCells": write_cells.update_cells,
    "repeatCell": write_cells.repeat_cell,
    "appendCells": write_cells.append_cells,
    "setDataValidation": write_cells.set_data_validation,
    "updateBorders": write_cells.update_borders,
    "copyPaste": copy_paste.copy_paste,
    "cutPaste": copy_paste.cut_paste,
    "autoFill": filling.auto_fill,
    "pasteData": filling.paste_data,
    "findReplace": text.find_replace,
    "trimWhitespace": text.trim_whitespace,
    "textToColumns": text.text_to_columns,
    "sortRange": sorting.sort_range,
    "randomizeRange": sorting.randomize_range,
    "deleteDuplicates": sorting.delete_duplicates,
    "mergeCells": merges.merge_cells,
    "unmergeCells": merges.unmerge_cells,
    "appendDimension": dimensions.append_dimension,
    "insertDimension": dimensions.insert_dimension,
    "deleteDimension": dimensions.delete_dimension,
    "moveDimension": dimensions.move_dimension,
    "insertRange": dimensions.insert_range,
    "deleteRange": dimensions.delete_range,
    "updateDimensionProperties": dimensions.update_dimension_properties,
    "autoResizeDimensions": dimensions.auto_resize_dimensions,
    "addDimensionGroup": dimension_groups.add_dimension_group,
    "deleteDimensionGroup": dimension_groups.delete_dimension_group,
    "updateDimensionGroup": dimension_groups.update_dimension_group,
    "addNamedRange": named_ranges.add_named_range,
    "updateNamedRange": named_ranges.update_named_range,
    "deleteNamedRange": named_ranges.delete_named_range,
    "addProtectedRange": protected_ranges.add_protected_range,
    "updateProtectedRange": protected_ranges.update_protected_range,
    "deleteProtectedRange": protected_ranges.delete_protected_range,
    "addConditionalFormatRule": conditional_formats.add_conditional_format_rule,
    "updateConditionalFormatRule": conditional_formats.update_conditional_format_rule,
    "deleteConditionalFormatRule": conditional_formats.delete_conditional_format_rule,
    "addBanding": conditional_formats.add_banding,
    "updateBanding": conditional_formats.update_banding,
    "deleteBanding": conditional_formats.delete_banding,
    "addTable": tables.add_table,
    "updateTable": tables.update_table,
    "deleteTable": tables.delete_table,
    "setBasicFilter": filters.set_basic_filter,
    "clearBasicFilter": filters.clear_basic_filter,
    "addFilterView": filters.add_filter_view,
    "updateFilterView": filters.update_filter_view,
    "deleteFilterView": filters.delete_filter_view,
    "duplicateFilterView": filters.duplicate_filter_view,
    "createDeveloperMetadata": developer_metadata.create_developer_metadata,
    "updateDeveloperMetadata": developer_metadata.update_developer_metadata,
    "deleteDeveloperMetadata": developer_metadata.delete_developer_metadata,
    "addChart": charts.add_chart,
    "updateChartSpec": charts.update_chart_spec,
    "updateEmbeddedObjectPosition": charts.update_embedded_object_position,
    "deleteEmbeddedObject": charts.delete_embedded_object,
    "addSlicer": slicers.add_slicer,
    "updateSlicerSpec": slicers.update_slicer_spec,
}

READS_CALCULATED = frozenset(
    ("findReplace", "sortRange", "autoResizeDimensions", "deleteDuplicates", "textToColumns", "copyPaste", "autoFill")
)
"""Requests that read calculated values, and not only what was entered."""


SCANNING = READS_CALCULATED | frozenset(
    (
        *("cutPaste", "trimWhitespace", "randomizeRange", "deleteSheet", "duplicateSheet", "appendCells"),
        *("insertDimension", "deleteDimension", "moveDimension", "insertRange", "deleteRange"),
        "updateSheetProperties",
    )
)
"""Requests that go through all cells of a sheet, or through all formulas."""
MOST_REQUESTS = 100_000
"""The requests that Google takes in one batch."""
OBJECTS = ("add", "create", "duplicate", "delete", "updateProtected", "updateNamed", "updateFilter", "updateDeveloper")
"""The beginnings of requests that go through all objects of a kind, at least to find a free id."""


def apply(document: Document, requests: list[Body], account: str) -> list[Body]:
    """Apply *requests* in order and return their replies.

    An error names its request; the caller rolls everything back.
    """
    if len(requests) > MOST_REQUESTS:
        raise invalid(f"A batch can have at most {MOST_REQUESTS} requests, and this one has {len(requests)}.")
    return [_apply(document, number, request, account) for number, request in enumerate(requests)]


def _apply(document: Document, number: int, request: Body, account: str) -> Body:
    where = f"requests[{number}]"
    if not request:
        raise invalid(f"Invalid {where}: No request set.")
    name, *others = request
    if others:
        raise invalid(
            f"Invalid value at '{where}' (oneof), oneof field 'kind' is already set. Cannot set '{snake(others[0])}'"
        )
    if name not in HANDLERS:
        raise invalid(f"Invalid {where}.{name}: This local spreadsheet does not know this request.")
    if name.startswith(OBJECTS):
        document.visit(1 + document.count_objects() // COMPARED)
    if name in SCANNING:
        document.change.require_moves()
        document.visit(sum(len(sheet.cells) + len(sheet.spilled) for sheet in document.sheets.values()) // SCANNED)
    if name in READS_CALCULATED:
        document.calculate()
    try:
        reply = HANDLERS[name](document, request[name], account)
    except ApiError as error:
        raise ApiError(error.code, f"Invalid {where}.{name}: {error.message}", error.status) from error
    return copy_of(reply) if reply else reply
