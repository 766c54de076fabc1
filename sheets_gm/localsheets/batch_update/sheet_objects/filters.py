"""Requests about the basic filter of a sheet and about filter views."""

from __future__ import annotations

from copy import deepcopy

from sheets_gm.localsheets.batch_update import objects
from sheets_gm.localsheets.batch_update.cells.merges import merged_areas
from sheets_gm.localsheets.batch_update.targets import (
    Body,
    grid_range,
    mask_of,
    require_editable,
    required,
    sheet_of,
    stored_range,
)
from sheets_gm.localsheets.protocol import field_masks
from sheets_gm.localsheets.protocol.errors import invalid
from sheets_gm.localsheets.spreadsheet.model.document import Document
from sheets_gm.localsheets.spreadsheet.model.sheet import Sheet, box_of

NO_TABLE = "This local spreadsheet filters no tables."
VIEWS, VIEW = "filterViews", "filterViewId"


def _bounded_range(document: Document, wanted: Body) -> tuple[Sheet, Body]:
    """Return the range of a filter with all its bounds, as Google stores it, and its sheet."""
    sheet, area = stored_range(document, wanted)
    return sheet, grid_range(sheet, box_of(area, sheet))


def _criteria(stored_filter: Body) -> None:
    """Keep `criteria` and `filterSpecs` of a filter consistent."""
    if stored_filter.get("filterSpecs"):
        stored_filter["criteria"] = {
            str(spec.get("columnIndex", 0)): spec.get("filterCriteria", {}) for spec in stored_filter["filterSpecs"]
        }
    elif stored_filter.get("criteria"):
        stored_filter["filterSpecs"] = [
            {"columnIndex": int(column), "filterCriteria": rule} for column, rule in stored_filter["criteria"].items()
        ]


def set_basic_filter(document: Document, body: Body, account: str) -> Body:
    """`setBasicFilter`: replaces the basic filter of the sheet."""
    wanted = required(body, "filter")
    if "tableId" in wanted:
        raise invalid(NO_TABLE)
    sheet, area = _bounded_range(document, wanted.get("range", {}))
    box = box_of(area, sheet)
    require_editable(document, sheet, box, account)
    if any(each.meets(box) and (each.bottom or 0) - each.top > 1 for each in merged_areas(sheet)):
        raise invalid("You can't create a filter over a range containing vertical merges.")
    basic_filter = {**wanted, "range": area}
    _criteria(basic_filter)
    document.snapshot(sheet)
    sheet.meta["basicFilter"] = basic_filter
    return {}


def clear_basic_filter(document: Document, body: Body, account: str) -> Body:
    """`clearBasicFilter`: does nothing if there is none."""
    sheet = sheet_of(document, body)
    held = sheet.meta.get("basicFilter")
    if held is not None:
        require_editable(document, sheet, box_of(held["range"], sheet), account)
        document.snapshot(sheet)
        del sheet.meta["basicFilter"]
    return {}


def add_filter_view(document: Document, body: Body, _account: str) -> Body:
    """`addFilterView`: a view of a range or of a named range."""
    wanted = required(body, "filter")
    sheet, area = _filter_range(document, wanted)
    view = {**wanted, "range": area}
    view[VIEW] = objects.new_id(document, VIEWS, VIEW, wanted.get(VIEW), "Filter view")
    view["title"] = _title(document, wanted.get("title"))
    _criteria(view)
    objects.add(document, sheet, VIEWS, view)
    return {"addFilterView": {"filter": view}}


def _filter_range(document: Document, wanted: Body) -> tuple[Sheet, Body]:
    if "tableId" in wanted:
        raise invalid(NO_TABLE)
    if "namedRangeId" in wanted and "range" not in wanted:
        _, name = objects.find(document, "namedRanges", "namedRangeId", wanted["namedRangeId"], "named range")
        return _bounded_range(document, name["range"])
    return _bounded_range(document, wanted.get("range", {}))


def _title(document: Document, wanted: str | None) -> str:
    """Return the title of a new view: *wanted*, or the next free number."""
    if wanted:
        return wanted
    held = {each.get("title") for sheet in document.sheets.values() for each in objects.objects_of(sheet, VIEWS)}
    number = 1
    while f"Filter {number}" in held:
        number += 1
    return f"Filter {number}"


def update_filter_view(document: Document, body: Body, _account: str) -> Body:
    """Handle `updateFilterView`."""
    wanted = required(body, "filter")
    mask = mask_of(body, "FilterView")
    sheet, old = objects.find(document, VIEWS, VIEW, required(wanted, VIEW), "filter view")
    view = {**field_masks.merge(mask, old, wanted), VIEW: old[VIEW]}
    for name, other in (("criteria", "filterSpecs"), ("filterSpecs", "criteria")):
        if name in mask and other not in mask:
            view.pop(other, None)
    _criteria(view)
    to, view["range"] = _filter_range(document, view)
    objects.replace(document, sheet, VIEWS, old, view, to)
    return {}


def delete_filter_view(document: Document, body: Body, _account: str) -> Body:
    """Handle `deleteFilterView`."""
    sheet, old = objects.find(document, VIEWS, VIEW, required(body, "filterId"), "filter view")
    objects.replace(document, sheet, VIEWS, old, None)
    return {}


def duplicate_filter_view(document: Document, body: Body, _account: str) -> Body:
    """Handle `duplicateFilterView`."""
    sheet, old = objects.find(document, VIEWS, VIEW, required(body, "filterId"), "filter view")
    view = deepcopy(old)
    view[VIEW] = objects.new_id(document, VIEWS, VIEW, None, "Filter view")
    view["title"] = f"Copy of {old['title']}"
    objects.add(document, sheet, VIEWS, view)
    return {"duplicateFilterView": {"filter": view}}
