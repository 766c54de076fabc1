"""Requests about sheets as a whole, and about the properties of the spreadsheet."""

from __future__ import annotations

import secrets
from copy import deepcopy

from sheets_gm.localsheets.batch_update import objects
from sheets_gm.localsheets.batch_update.cells.merges import crossed_edge, merged_areas
from sheets_gm.localsheets.batch_update.targets import Body, check_size, mask_includes, mask_of, required
from sheets_gm.localsheets.protocol import field_masks
from sheets_gm.localsheets.protocol.errors import invalid
from sheets_gm.localsheets.spreadsheet.formulas.reference_updates import follow_removal, follow_rename
from sheets_gm.localsheets.spreadsheet.model import access
from sheets_gm.localsheets.spreadsheet.model.a1 import Box
from sheets_gm.localsheets.spreadsheet.model.document import Document
from sheets_gm.localsheets.spreadsheet.model.sheet import COLUMNS, ROWS, Sheet, new_sheet
from sheets_gm.localsheets.spreadsheet.model.shift import Shift
from sheets_gm.localsheets.spreadsheet.model.tables import TABLES

KEYS = {
    "protectedRanges": "protectedRangeId",
    "filterViews": "filterViewId",
    "bandedRanges": "bandedRangeId",
    "charts": "chartId",
    "slicers": "slicerId",
    "developerMetadata": "metadataId",
}
"""Objects with ids, which must be new in a copy of a sheet."""

RANGES = ("range", "ranges", "unprotectedRanges", "merges", "sources", "anchorCell", "dimensionRange", "location")
"""Fields whose value names a sheet."""


def add_sheet(document: Document, body: Body, _account: str) -> Body:
    """`addSheet`: id and index are optional."""
    wanted = body.get("properties", {})
    if wanted.get("sheetType", "GRID") != "GRID":
        raise invalid("This local spreadsheet has grid sheets only.")
    grid = wanted.get("gridProperties", {})
    title = _unused_title(document, wanted.get("title") or _untitled(document))
    sheet_id = _new_id(document, wanted.get("sheetId"))
    rows, columns = grid.get("rowCount", ROWS), grid.get("columnCount", COLUMNS)
    if rows < 1 or columns < 1:
        raise invalid(f"A sheet must have at least one row and one column, not {rows} and {columns}.")
    sheet = new_sheet(sheet_id, title, 0, rows, columns)
    properties = sheet.meta["properties"]
    properties["gridProperties"].update(grid)
    properties.update({name: value for name, value in wanted.items() if name not in properties})
    _colour(properties, wanted)
    _check_frozen(sheet)
    _insert(document, sheet, wanted.get("index"))
    check_size(document)
    return {"addSheet": {"properties": properties}}


def _untitled(document: Document) -> str:
    number = len(document.sheets) + 1
    while document.sheet_titled(f"Sheet{number}"):
        number += 1
    return f"Sheet{number}"


def _unused_title(document: Document, title: str, sheet: Sheet | None = None) -> str:
    clash = document.sheet_titled(title)
    if not title or (clash and clash is not sheet):
        raise invalid(f'A sheet with the name "{title}" already exists. Please enter another name.')
    return title


def _new_id(document: Document, wanted: int | None) -> int:
    if wanted is None:
        return max(document.sheets, default=0) + 1
    if wanted < 0:
        raise invalid("sheetId must be non-negative.")
    if wanted in document.sheets:
        raise invalid(f'Sheet with id "{wanted}" already exists.')
    return wanted


def _insert(document: Document, sheet: Sheet, index: int | None) -> None:
    """Insert a sheet at *index*, or append it."""
    order = document.ordered()
    at = len(order) if index is None else max(0, min(index, len(order)))
    _renumber(document, [*order[:at], sheet, *order[at:]])
    document.add(sheet)


def _renumber(document: Document, order: list[Sheet]) -> None:
    for index, sheet in enumerate(order):
        if sheet.meta["properties"]["index"] != index:
            document.snapshot(sheet)
            sheet.meta["properties"]["index"] = index


def _existing_sheet(document: Document, sheet_id: int) -> Sheet:
    if sheet_id not in document.sheets:
        raise invalid(f"No sheet with id: {sheet_id}")
    return document.sheets[sheet_id]


def delete_sheet(document: Document, body: Body, account: str) -> Body:
    """Handle `deleteSheet`."""
    sheet = _existing_sheet(document, body.get("sheetId", 0))
    others = [other for other in document.ordered() if other is not sheet]
    if not others:
        raise invalid("You can't remove all the sheets in a document.")
    if all(other.meta["properties"].get("hidden") for other in others):
        raise invalid("You can't remove all the visible sheets in a document.")
    _require_editable_sheet(document, sheet, account)
    document.remove(sheet)
    follow_removal(document, sheet.title)
    _renumber(document, others)
    return {}


def _require_editable_sheet(document: Document, sheet: Sheet, account: str) -> None:
    """Raise 400 if any part of a sheet is protected from *account*."""
    access.require_editable(document, sheet, [Box(0, 0, *sheet.size)], account)


def duplicate_sheet(document: Document, body: Body, _account: str) -> Body:
    """`duplicateSheet`: with all its objects; placed first unless an index is given."""
    source = _existing_sheet(document, body.get("sourceSheetId", 0))
    sheet = copy_of(document, source, body.get("newSheetId"), body.get("newSheetName"))
    _insert(document, sheet, body.get("insertSheetIndex", 0))
    check_size(document)
    return {"duplicateSheet": {"properties": sheet.meta["properties"]}}


def copy_of(document: Document, source: Sheet, sheet_id: int | None = None, title: str | None = None) -> Sheet:
    """Return a copy of a sheet of this document or another, ready to be added to *document*."""
    meta = deepcopy(source.meta)
    meta.pop("namedRanges", None)
    new_id = _new_id(document, sheet_id)
    meta["properties"]["sheetId"] = new_id
    meta["properties"]["title"] = _unused_title(document, title) if title else _copied_title(document, source.title)
    for kind, key in KEYS.items():
        for each in meta.get(kind, []):
            each[key] = objects.new_id(document, kind, key, None, kind) + meta[kind].index(each)
    for table in meta.get(TABLES, []):
        table["tableId"] = secrets.token_hex(5)
    _replace_sheet_id(meta, source.id, new_id)
    for each in meta.get("charts", []):
        if "sheetId" in each["position"]:
            each["position"] = {"sheetId": new_id}
    return Sheet(meta, {place: deepcopy(cell) for place, cell in source.cells.items()})


def append_copy(document: Document, source: Sheet) -> Body:
    """Append a copy of another document's sheet, without its protected ranges. Returns its properties."""
    sheet = copy_of(document, source)
    sheet.meta.pop("protectedRanges", None)
    _insert(document, sheet, None)
    check_size(document)
    return deepcopy(sheet.meta["properties"])


def _copied_title(document: Document, title: str) -> str:
    new_title, number = f"Copy of {title}", 2
    while document.sheet_titled(new_title):
        new_title, number = f"Copy of {title} {number}", number + 1
    return new_title


def _replace_sheet_id(held: object, old: int, new: int) -> None:
    """Replace the sheet id *old* by *new* in every range within *held*."""
    if isinstance(held, list):
        for each in held:
            _replace_sheet_id(each, old, new)
    elif isinstance(held, dict):
        for name, below in held.items():
            for each in below if isinstance(below, list) else [below]:
                if name in RANGES and isinstance(each, dict) and each.get("sheetId", 0) == old:
                    each.update({"sheetId": new})
            if name != "properties":
                _replace_sheet_id(below, old, new)


# -- properties --------------------------------------------------------------------------------------------------------


def update_sheet_properties(document: Document, body: Body, account: str) -> Body:
    """`updateSheetProperties`: the fields of the mask. Reducing the number of rows or columns deletes the last ones."""
    wanted = required(body, "properties")
    sheet = _existing_sheet(document, wanted.get("sheetId", 0))
    mask = mask_of(body, "SheetProperties")
    before = sheet.meta["properties"]
    if "title" in mask or _freezes(mask, wanted, before):
        _require_editable_sheet(document, sheet, account)
    if "title" in mask:
        _unused_title(document, wanted.get("title", ""), sheet)
    properties = field_masks.merge(mask, before, wanted)
    properties.update({"sheetId": sheet.id, "sheetType": before["sheetType"], "index": before["index"]})
    properties["title"] = properties.get("title") or before["title"]
    grid = properties.setdefault("gridProperties", {})
    size = tuple(
        grid.get(name, held if "*" in mask else 0)
        for name, held in zip(("rowCount", "columnCount"), sheet.size, strict=True)
    )
    properties["gridProperties"] = {
        **{name: value for name, value in grid.items() if value},
        "rowCount": sheet.size[0],
        "columnCount": sheet.size[1],
    }
    _colour(properties, wanted, mask)
    properties = {name: value for name, value in properties.items() if value or name in ("sheetId", "index", "title")}
    if properties.get("hidden") and not before.get("hidden"):
        _require_visible_sheet(document, sheet)
    document.snapshot(sheet)
    sheet.meta["properties"] = properties
    if sheet.title != before["title"]:
        follow_rename(document, before["title"], sheet.title)
    _resize(document, sheet, size, account)
    _check_frozen(sheet)
    if _frozen(sheet.meta["properties"]) != _frozen(before):
        _require_whole_merges(sheet)
    if mask_includes(mask, "index"):
        _move(document, sheet, wanted.get("index"))
    check_size(document)
    return {}


def _freezes(mask: field_masks.Mask, wanted: Body, before: Body) -> bool:
    """Whether an update changes which rows or columns are frozen."""
    after = field_masks.merge(mask, before, wanted)
    return _frozen({"gridProperties": {}, **after}) != _frozen(before)


def _require_visible_sheet(document: Document, sheet: Sheet) -> None:
    others = [other for other in document.sheets.values() if other is not sheet]
    if all(other.meta["properties"].get("hidden") for other in others):
        raise invalid("You can't hide all the sheets in a document.")


def _colour(properties: Body, wanted: Body, mask: field_masks.Mask | None = None) -> None:
    """Keep `tabColor` and `tabColorStyle` consistent."""
    old = mask_includes(mask, "tabColor") if mask else "tabColor" in wanted
    new = mask_includes(mask, "tabColorStyle") if mask else "tabColorStyle" in wanted
    if new:
        properties["tabColor"] = properties.get("tabColorStyle", {}).get("rgbColor")
    elif old:
        properties["tabColorStyle"] = {"rgbColor": properties["tabColor"]} if properties.get("tabColor") else None
    if not properties.get("tabColor"):
        properties.pop("tabColor", None)
    if not properties.get("tabColorStyle"):
        properties.pop("tabColorStyle", None)


def _resize(document: Document, sheet: Sheet, size: tuple[int, ...], account: str) -> None:
    for rows, (before, after) in zip((True, False), zip(sheet.size, size, strict=True), strict=True):
        line = "row" if rows else "column"
        if after < 1:
            raise invalid(f"You can't delete all the {line}s on the sheet.")
        if after < before:
            gone = Box(after, 0, *sheet.size) if rows else Box(0, after, *sheet.size)
            access.require_editable(document, sheet, [gone], account)
            document.shift(sheet, Shift("delete", rows, after, before))
        else:
            sheet.meta["properties"]["gridProperties"][f"{line}Count"] = after


def _frozen(properties: Body) -> tuple[int, int]:
    """Return the numbers of frozen rows and columns."""
    grid = properties["gridProperties"]
    return grid.get("frozenRowCount", 0), grid.get("frozenColumnCount", 0)


def _require_whole_merges(sheet: Sheet) -> None:
    """Raise 400 if the edge of the frozen rows or columns crosses a merged area."""
    for area in merged_areas(sheet):
        crossed = crossed_edge(sheet, area)
        if crossed:
            raise invalid(f"Sorry, it is not possible to freeze {crossed} which contain only part of a merged cell.")


def _check_frozen(sheet: Sheet) -> None:
    grid = sheet.meta["properties"]["gridProperties"]
    for line, count in zip(("row", "column"), sheet.size, strict=True):
        frozen = grid.get(f"frozen{line.capitalize()}Count", 0)
        if frozen < 0:
            raise invalid(f"frozen{line.capitalize()}Count must be non-negative.")
        if frozen >= count:
            raise invalid(f"You can't freeze all visible {line}s on the sheet.")


def _move(document: Document, sheet: Sheet, index: int | None) -> None:
    """Move a sheet before the one at *index*, or to the end."""
    order = document.ordered()
    at = order.index(sheet)
    to = len(order) if index is None else max(0, min(index, len(order)))
    if to in (at, at + 1):
        return
    order.insert(to, sheet)
    del order[at if at < to else at + 1]
    _renumber(document, order)


def update_spreadsheet_properties(document: Document, body: Body, _account: str) -> Body:
    """Handle `updateSpreadsheetProperties`."""
    mask = mask_of(body, "SpreadsheetProperties")
    before = document.meta["properties"]
    after = field_masks.merge(mask, before, required(body, "properties"))
    if mask_includes(mask, "title") and not after.get("title"):
        raise invalid("title must not be empty.")
    document.snapshot_meta()
    document.meta["properties"] = {**{name: before[name] for name in KEPT if name in before}, **after}
    document.apply_locale()
    return {}


KEPT = ("title", "locale", "timeZone", "autoRecalc")
"""Properties that a spreadsheet always has."""
