"""The requests of `spreadsheets.batchUpdate`, by name.

Laws: each takes the document, its body and the caller, changes the document through its own methods, and answers what
Google answers; one that is not listed is refused by name, and so is a field that a request does not have.
"""

from __future__ import annotations

from sheets_gm.localsheets.document import Document
from sheets_gm.localsheets.errors import ApiError, invalid
from sheets_gm.localsheets.requests import cells, dimensions, merges, protection, sorting, tabs, texts
from sheets_gm.localsheets.requests.targets import Body, Kind

KINDS: dict[str, Kind] = {
    "addSheet": tabs.add_sheet,
    "deleteSheet": tabs.delete_sheet,
    "updateSheetProperties": tabs.update_sheet_properties,
    "updateSpreadsheetProperties": tabs.update_spreadsheet_properties,
    "updateCells": cells.update_cells,
    "repeatCell": cells.repeat_cell,
    "setDataValidation": cells.set_data_validation,
    "findReplace": texts.find_replace,
    "mergeCells": merges.merge_cells,
    "unmergeCells": merges.unmerge_cells,
    "updateDimensionProperties": dimensions.update_dimension_properties,
    "appendDimension": dimensions.append_dimension,
    "insertDimension": dimensions.insert_dimension,
    "deleteDimension": dimensions.delete_dimension,
    "moveDimension": dimensions.move_dimension,
    "insertRange": dimensions.insert_range,
    "deleteRange": dimensions.delete_range,
    "autoResizeDimensions": dimensions.auto_resize_dimensions,
    "sortRange": sorting.sort_range,
    "addProtectedRange": protection.add_protected_range,
    "updateProtectedRange": protection.update_protected_range,
    "deleteProtectedRange": protection.delete_protected_range,
}


def apply(document: Document, body: Body, account: str) -> list[Body]:
    """Apply every request of *body*, in order. The first that fails is named, and the caller takes all back."""
    replies = []
    for number, request in enumerate(body.get("requests", [])):
        names = [name for name, value in request.items() if value is not None]
        if len(names) != 1:
            raise invalid(f"Invalid requests[{number}]: exactly one kind of request must be set.")
        kind = KINDS.get(names[0])
        if kind is None:
            where = f"'requests[{number}]'"
            raise invalid(f'Invalid JSON payload received. Unknown name "{names[0]}" at {where}: Cannot find field.')
        try:
            replies.append(kind(document, request[names[0]], account))
        except ApiError as error:
            raise ApiError(
                error.code, f"Invalid requests[{number}].{names[0]}: {error.message}", error.status
            ) from error
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise invalid(f"Invalid requests[{number}].{names[0]}: {error}") from error
    return replies
