"""The requests of `spreadsheets.batchUpdate`, by name.

Laws: each takes the document, its body and the caller, changes the document through its own methods, and answers what
Google answers; one that is not listed is refused by name. Bodies have been read by `schema` before they come here.
"""

from __future__ import annotations

from copy import deepcopy

from sheets_gm.localsheets.document import Document
from sheets_gm.localsheets.errors import ApiError, invalid
from sheets_gm.localsheets.requests import (
    cells,
    charts,
    copying,
    dimensions,
    filters,
    groups,
    looks,
    merges,
    metadata,
    names,
    protection,
    sorting,
    tabs,
    texts,
)
from sheets_gm.localsheets.requests.targets import Body, Kind
from sheets_gm.localsheets.schema import snake

KINDS: dict[str, Kind] = {
    "addSheet": tabs.add_sheet,
    "deleteSheet": tabs.delete_sheet,
    "duplicateSheet": tabs.duplicate_sheet,
    "updateSheetProperties": tabs.update_sheet_properties,
    "updateSpreadsheetProperties": tabs.update_spreadsheet_properties,
    "updateCells": cells.update_cells,
    "repeatCell": cells.repeat_cell,
    "appendCells": cells.append_cells,
    "setDataValidation": cells.set_data_validation,
    "updateBorders": cells.update_borders,
    "copyPaste": copying.copy_paste,
    "cutPaste": copying.cut_paste,
    "findReplace": texts.find_replace,
    "trimWhitespace": texts.trim_whitespace,
    "textToColumns": texts.text_to_columns,
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
    "addDimensionGroup": groups.add_dimension_group,
    "deleteDimensionGroup": groups.delete_dimension_group,
    "updateDimensionGroup": groups.update_dimension_group,
    "addNamedRange": names.add_named_range,
    "updateNamedRange": names.update_named_range,
    "deleteNamedRange": names.delete_named_range,
    "addProtectedRange": protection.add_protected_range,
    "updateProtectedRange": protection.update_protected_range,
    "deleteProtectedRange": protection.delete_protected_range,
    "addConditionalFormatRule": looks.add_conditional_format_rule,
    "updateConditionalFormatRule": looks.update_conditional_format_rule,
    "deleteConditionalFormatRule": looks.delete_conditional_format_rule,
    "addBanding": looks.add_banding,
    "updateBanding": looks.update_banding,
    "deleteBanding": looks.delete_banding,
    "setBasicFilter": filters.set_basic_filter,
    "clearBasicFilter": filters.clear_basic_filter,
    "addFilterView": filters.add_filter_view,
    "updateFilterView": filters.update_filter_view,
    "deleteFilterView": filters.delete_filter_view,
    "duplicateFilterView": filters.duplicate_filter_view,
    "createDeveloperMetadata": metadata.create_developer_metadata,
    "updateDeveloperMetadata": metadata.update_developer_metadata,
    "deleteDeveloperMetadata": metadata.delete_developer_metadata,
    "addChart": charts.add_chart,
    "updateChartSpec": charts.update_chart_spec,
    "updateEmbeddedObjectPosition": charts.update_embedded_object_position,
    "deleteEmbeddedObject": charts.delete_embedded_object,
}

READING = frozenset(
    ("findReplace", "sortRange", "autoResizeDimensions", "deleteDuplicates", "textToColumns", "copyPaste", "autoFill")
)
"""Kinds that look at what cells come to, and not only at what was entered."""


def apply(document: Document, requests: list[Body], account: str) -> list[Body]:
    """Apply *requests* in order, and answer their replies. The first that fails is named; the caller takes all back."""
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
    if name not in KINDS:
        raise invalid(f"Invalid {where}.{name}: This local spreadsheet does not know this request.")
    if name in READING:
        document.calculate()
    try:
        return deepcopy(KINDS[name](document, request[name], account))
    except ApiError as error:
        raise ApiError(error.code, f"Invalid {where}.{name}: {error.message}", error.status) from error
