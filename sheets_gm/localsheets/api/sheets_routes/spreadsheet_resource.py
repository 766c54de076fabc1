"""A spreadsheet as `spreadsheets.get` answers it, to whoever asks."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field

from sheets_gm.localsheets import values
from sheets_gm.localsheets.batch_update.grid.dimensions import HEIGHT, WIDTH
from sheets_gm.localsheets.calculation.conditional_formats import Look, looks
from sheets_gm.localsheets.drive.call import Json
from sheets_gm.localsheets.protocol import field_masks
from sheets_gm.localsheets.spreadsheet import access
from sheets_gm.localsheets.spreadsheet.a1 import Box
from sheets_gm.localsheets.spreadsheet.document import Document, Sheet

HANGING = (
    "merges",
    "conditionalFormats",
    "filterViews",
    "basicFilter",
    "charts",
    "bandedRanges",
    "rowGroups",
    "columnGroups",
)
"""What hangs on a tab and is answered as it is kept."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Who asks for a spreadsheet, and for how much of it: *areas* of tabs (none: everything), with *grids* or without.

    *address* is where spreadsheets are looked at. What *mask* does not name of a tab need not be made: whoever answers
    still applies it.
    """

    account: str
    address: str
    areas: dict[Sheet, list[Box]] = field(default_factory=dict)
    grids: bool = False
    mask: field_masks.Mask = field(default_factory=dict)

    def wants(self, kind: str) -> bool:
        """Whether something of this *kind* is wanted of tabs."""
        return field_masks.names(field_masks.below(self.mask, "sheets"), kind)


def shown(document: Document, asked: Asked) -> Json:
    """A spreadsheet as Google answers it. What is answered is a copy, except for cells, which never change."""
    sheets = [sheet for sheet in document.ordered() if not asked.areas or sheet in asked.areas]
    made: Json = {
        "spreadsheetId": document.id,
        "properties": deepcopy(document.meta["properties"]),
        "sheets": [_sheet(document, sheet, asked) for sheet in sheets],
        "spreadsheetUrl": f"{asked.address}/spreadsheets/d/{document.id}/edit",
    }
    names = [name for sheet in document.ordered() for name in sheet.meta.get("namedRanges", [])]
    for kind, held in (("namedRanges", names), ("developerMetadata", document.meta.get("developerMetadata"))):
        if held:
            made[kind] = deepcopy(held)
    return made


def _sheet(document: Document, sheet: Sheet, asked: Asked) -> Json:
    made: Json = {"properties": deepcopy(sheet.meta["properties"])}
    for kind in HANGING:
        if kind in sheet.meta and asked.wants(kind):
            made[kind] = deepcopy(sheet.meta[kind])
    guards = sheet.meta.get("protectedRanges") if asked.wants("protectedRanges") else None
    if guards:
        made["protectedRanges"] = deepcopy([_guard(each, document, asked.account) for each in guards])
    metadata = [held for held in sheet.meta.get("developerMetadata", []) if "sheetId" in held["location"]]
    if metadata:
        made["developerMetadata"] = deepcopy(metadata)
    if asked.grids:
        look = looks(document, sheet)
        made["data"] = [_grid(sheet, area, look) for area in asked.areas.get(sheet) or [Box(0, 0, *sheet.size)]]
    return made


def _guard(guard: Json, document: Document, account: str) -> Json:
    """A protection as *account* sees it: its editors are for those who may edit it."""
    if not access.may_touch(guard, document, account):
        return {name: value for name, value in guard.items() if name != "editors"}
    return {**guard, "requestingUserCanEdit": True}


# -- cells -------------------------------------------------------------------------------------------------------------


def _grid(sheet: Sheet, area: Box, look: Look | None) -> Json:
    bottom, right = area.bottom or 0, area.right or 0
    held: dict[int, dict[int, Json]] = {}
    for (row, column), cell in values.filled(sheet, area):
        ruled = look((row, column)) if look else None
        held.setdefault(row, {})[column] = values.as_cell_data(sheet, (row, column), cell, ruled)
    rows: list[Json] = []
    for row in range(area.top, max(held, default=area.top - 1) + 1):
        line = held.get(row, {})
        cells = [line.get(column, {}) for column in range(area.left, max(line, default=area.left - 1) + 1)]
        rows.append({"values": cells} if cells else {})
    made: Json = {
        "startRow": area.top,
        "startColumn": area.left,
        "rowData": rows,
        "rowMetadata": _lines(sheet, "ROWS", area.top, bottom),
        "columnMetadata": _lines(sheet, "COLUMNS", area.left, right),
    }
    return {name: value for name, value in made.items() if value}


def _lines(sheet: Sheet, dimension: str, start: int, end: int) -> list[Json]:
    """The metadata of lines: their size, whether they are hidden, what developers noted."""
    rows = dimension == "ROWS"
    sizes = sheet.meta.get("_dimensions", {}).get("rowMetadata" if rows else "columnMetadata", {})
    plain: Json = {"pixelSize": HEIGHT if rows else WIDTH}
    lines = [{**plain, **sizes[str(at)]} if str(at) in sizes else plain for at in range(start, end)]
    for held in sheet.meta.get("developerMetadata", []):
        where = held["location"].get("dimensionRange", {})
        at = where.get("startIndex", 0) - start
        if where.get("dimension") == dimension and 0 <= at < len(lines):
            lines[at] = {**lines[at], "developerMetadata": [*lines[at].get("developerMetadata", []), held]}
    return lines
