"""The Spreadsheet resource, as `spreadsheets.get` returns it."""

from __future__ import annotations

from dataclasses import dataclass, field

from sheets_gm.localsheets.batch_update.grid.dimensions import HEIGHT, WIDTH
from sheets_gm.localsheets.drive.call import Json
from sheets_gm.localsheets.protocol import field_masks
from sheets_gm.localsheets.protocol.answer_size import CELL, CHARACTERS, AnswerSize
from sheets_gm.localsheets.protocol.json_text import copy_of
from sheets_gm.localsheets.spreadsheet.calculation.conditional_formats import RuleFormat, rule_formats
from sheets_gm.localsheets.spreadsheet.model import access
from sheets_gm.localsheets.spreadsheet.model.a1 import Box
from sheets_gm.localsheets.spreadsheet.model.document import Document
from sheets_gm.localsheets.spreadsheet.model.sheet import Sheet
from sheets_gm.localsheets.spreadsheet.model.tables import TABLES, as_answered
from sheets_gm.localsheets.spreadsheet.values import reading
from sheets_gm.localsheets.spreadsheet.values.cell_format import DEFAULT, THEME

ANCHORED = (
    "merges",
    "conditionalFormats",
    "filterViews",
    "basicFilter",
    "charts",
    "slicers",
    "bandedRanges",
    "rowGroups",
    "columnGroups",
)
"""Objects of a sheet that are returned as they are stored."""


@dataclass(frozen=True, slots=True)
class SpreadsheetQuery:
    """The caller of a spreadsheet, and the part to return: *areas* of sheets (empty: everything), with or without
    *grids*.

    *address* is the base URL of spreadsheets. Parts of a sheet that *mask* excludes need not be built; the caller still
    applies the mask.
    """

    account: str
    address: str
    areas: dict[Sheet, list[Box]] = field(default_factory=dict)
    grids: bool = False
    mask: field_masks.Mask = field(default_factory=dict)
    size: AnswerSize = field(default_factory=AnswerSize)

    def wants_lines(self, kind: str) -> bool:
        """Whether the mask includes *kind* (rowMetadata, columnMetadata) within grid data."""
        below = field_masks.below(field_masks.below(self.mask, "sheets"), "data")
        return field_masks.includes(below, kind)

    @property
    def wants_looks(self) -> bool:
        """Whether the mask includes the effective format of cells, which takes longer to find than all the rest."""
        return field_masks.reaches(self.mask, "sheets", "data", "rowData", "values", "effectiveFormat")

    @property
    def wants_cells(self) -> bool:
        """Whether the mask includes any part of the cells; it may include only rows and columns."""
        return field_masks.reaches(self.mask, "sheets", "data", "rowData")

    def wants(self, kind: str) -> bool:
        """Whether the mask includes *kind* within sheets."""
        return field_masks.includes(field_masks.below(self.mask, "sheets"), kind)


def spreadsheet_resource(document: Document, query: SpreadsheetQuery) -> Json:
    """Return the Spreadsheet resource. It is a copy, except for the cells, which are never modified in place."""
    sheets = [sheet for sheet in document.ordered() if not query.areas or sheet in query.areas]
    spreadsheet: Json = {
        "spreadsheetId": document.id,
        "properties": copy_of({"defaultFormat": DEFAULT, "spreadsheetTheme": THEME, **document.meta["properties"]}),
        "sheets": [sheet_resource(document, sheet, query) for sheet in sheets],
        "spreadsheetUrl": f"{query.address}/spreadsheets/d/{document.id}/edit",
    }
    names = [name for sheet in document.ordered() for name in sheet.meta.get("namedRanges", [])]
    for kind, held in (("namedRanges", names), ("developerMetadata", document.meta.get("developerMetadata"))):
        if held:
            spreadsheet[kind] = copy_of(held)
    return spreadsheet


def sheet_resource(document: Document, sheet: Sheet, query: SpreadsheetQuery) -> Json:
    """Return the Sheet resource of *sheet*, which may be an earlier version of one of *document*."""
    resource: Json = {"properties": copy_of(sheet.meta["properties"])}
    for kind in ANCHORED:
        if kind in sheet.meta and query.wants(kind):
            resource[kind] = copy_of(sheet.meta[kind])
    protected_ranges = sheet.meta.get("protectedRanges") if query.wants("protectedRanges") else None
    if protected_ranges:
        resource["protectedRanges"] = copy_of(
            [_protected_range(each, document, query.account) for each in protected_ranges]
        )
    if TABLES in sheet.meta and query.wants(TABLES):
        resource[TABLES] = copy_of(list(as_answered(sheet.meta, sheet.cells)))
    metadata = [held for held in sheet.meta.get("developerMetadata", []) if "sheetId" in held["location"]]
    if metadata:
        resource["developerMetadata"] = copy_of(metadata)
    if query.grids:
        rule_format = rule_formats(document, sheet) if query.wants_looks else None
        resource["data"] = [
            _grid(sheet, area, rule_format, query) for area in query.areas.get(sheet) or [Box(0, 0, *sheet.size)]
        ]
    return resource


def _protected_range(protected_range: Json, document: Document, account: str) -> Json:
    """Return a ProtectedRange as *account* sees it: only those who may edit it see its editors."""
    if not access.may_edit(protected_range, document, account):
        return {name: value for name, value in protected_range.items() if name != "editors"}
    return {**protected_range, "requestingUserCanEdit": True}


# -- cells -------------------------------------------------------------------------------------------------------------


def _grid(sheet: Sheet, area: Box, rule_format: RuleFormat | None, query: SpreadsheetQuery) -> Json:
    size, looks = query.size, query.wants_looks
    bottom, right = area.bottom or 0, area.right or 0
    held: dict[int, dict[int, Json]] = {}
    if query.wants_cells:
        size.spend(reading.scanned(sheet, area))
    for (row, column), cell in reading.filled_cells(sheet, area) if query.wants_cells else ():
        size.spend(
            CELL
            + sum(len(text) for text in cell.get("userEnteredValue", {}).values() if text.__class__ is str)
            // CHARACTERS
        )
        ruled = rule_format((row, column)) if rule_format else None
        held.setdefault(row, {})[column] = reading.as_cell_data(sheet, (row, column), cell, ruled, looks=looks)
    size.spend(max(held, default=area.top) - area.top + sum(max(line) - area.left for line in held.values()))
    rows: list[Json] = []
    for row in range(area.top, max(held, default=area.top - 1) + 1):
        line = held.get(row, {})
        cells = [line.get(column, {}) for column in range(area.left, max(line, default=area.left - 1) + 1)]
        rows.append({"values": cells} if cells else {})
    grid: Json = {"startRow": area.top, "startColumn": area.left, "rowData": rows}
    for kind, dimension, start, end in (
        ("rowMetadata", "ROWS", area.top, bottom),
        ("columnMetadata", "COLUMNS", area.left, right),
    ):
        if query.wants_lines(kind):
            size.spend(end - start)
            grid[kind] = _lines(sheet, dimension, start, end)
    return {name: value for name, value in grid.items() if value}


def _lines(sheet: Sheet, dimension: str, start: int, end: int) -> list[Json]:
    """Return the DimensionProperties of rows or columns: size, visibility and developer metadata."""
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
