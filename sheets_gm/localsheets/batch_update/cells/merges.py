"""`mergeCells` and `unmergeCells`."""

from __future__ import annotations

from sheets_gm.localsheets.batch_update.cells.write_cells import write
from sheets_gm.localsheets.batch_update.targets import Body, area_of, grid_range, require_editable
from sheets_gm.localsheets.protocol.errors import invalid
from sheets_gm.localsheets.spreadsheet.model.a1 import Box
from sheets_gm.localsheets.spreadsheet.model.changes import COMPARED
from sheets_gm.localsheets.spreadsheet.model.document import Document
from sheets_gm.localsheets.spreadsheet.model.sheet import Sheet, box_of
from sheets_gm.localsheets.spreadsheet.model.tables import tables_on


def merged_areas(sheet: Sheet) -> list[Box]:
    """Return the merged areas of a sheet."""
    return [box_of(each, sheet) for each in sheet.meta.get("merges", [])]


def require_whole_merges(sheet: Sheet, area: Box) -> None:
    """Raise 400 if *area* contains only a part of a merged area."""
    if any(each.meets(area) and not each.inside(area) for each in merged_areas(sheet)):
        raise invalid("You must select all cells in a merged range to merge or unmerge them.")


def store_merges(document: Document, sheet: Sheet, areas: list[Box]) -> None:
    """Replace the merged areas of a sheet by *areas*."""
    document.snapshot(sheet)
    sheet.meta["merges"] = [grid_range(sheet, area) for area in areas]
    if not areas:
        del sheet.meta["merges"]


def merge_cells(document: Document, body: Body, account: str) -> Body:
    """`mergeCells`: only the first cell of each merged area keeps its value."""
    sheet, area = area_of(document, body)
    require_editable(document, sheet, area, account)
    near, apart = _near(sheet, area)
    held = [box_of(each, sheet) for each in near]
    for each in _parts(document, area, body.get("mergeType", "MERGE_ALL")):
        document.visit(1 + (len(held) + len(apart)) // COMPARED)
        if any(other.meets(each) and not other.inside(each) for other in held):
            require_whole_merges(sheet, each)
        if ((each.bottom or 0) - each.top) * ((each.right or 0) - each.left) < 2:
            continue
        _require_no_filter(sheet, each)
        _require_one_side(sheet, each)
        held = [*(other for other in held if not other.inside(each)), each]
        for place, cell in list(sheet.values_in(each)):
            if place != (each.top, each.left) and "userEnteredValue" in cell:
                write(document, sheet, place, {"userEnteredValue": {}}, {})
    if held or near:
        document.snapshot(sheet)
        sheet.meta["merges"] = [*apart, *(grid_range(sheet, each) for each in held)]
    return {}


def _near(sheet: Sheet, area: Box) -> tuple[list[Body], list[Body]]:
    """Return the stored merged areas that share a cell with *area*, and all others, which may be thousands."""
    rows, columns = sheet.size
    bottom, right = area.bottom or 0, area.right or 0
    near: list[Body] = []
    apart: list[Body] = []
    for each in sheet.meta.get("merges", []):
        meets = each.get("startRowIndex", 0) < bottom and each.get("endRowIndex", rows) > area.top
        meets = meets and each.get("startColumnIndex", 0) < right and each.get("endColumnIndex", columns) > area.left
        (near if meets else apart).append(each)
    return near, apart


def _require_no_filter(sheet: Sheet, area: Box) -> None:
    """Raise 400 if *area* must not be merged because it is sorted or filtered, like a table."""
    if tables_on(sheet.meta, area):
        raise invalid("You can't merge cells in a table.")
    filtered = box_of(sheet.meta["basicFilter"]["range"], sheet) if "basicFilter" in sheet.meta else None
    if filtered is None or not filtered.meets(area):
        return
    if not area.inside(filtered):
        raise invalid("You can't merge cells that cross the borders of an existing filter.")
    if (area.bottom or 0) - area.top > 1:
        raise invalid("You can't vertically merge cells that intersect an existing filter.")


def _require_one_side(sheet: Sheet, area: Box) -> None:
    """Raise 400 if *area* is partly within the frozen rows or columns."""
    crossed = crossed_edge(sheet, area)
    if crossed:
        raise invalid(f"You can't merge frozen and non-frozen {crossed}.")


def crossed_edge(sheet: Sheet, area: Box) -> str:
    """Return the lines ("rows", "columns" or "") of which *area* has both frozen and other ones."""
    grid = sheet.meta["properties"]["gridProperties"]
    if area.left < grid.get("frozenColumnCount", 0) < (area.right or 0):
        return "columns"
    return "rows" if area.top < grid.get("frozenRowCount", 0) < (area.bottom or 0) else ""


def _parts(document: Document, area: Box, kind: str) -> list[Box]:
    bottom, right = area.bottom or 0, area.right or 0
    document.visit({"MERGE_ROWS": bottom - area.top, "MERGE_COLUMNS": right - area.left}.get(kind, 1))
    if kind == "MERGE_ROWS":
        return [Box(row, area.left, row + 1, right) for row in range(area.top, bottom)]
    if kind == "MERGE_COLUMNS":
        return [Box(area.top, column, bottom, column + 1) for column in range(area.left, right)]
    return [area]


def unmerge_cells(document: Document, body: Body, account: str) -> Body:
    """`unmergeCells`: every merged area within the range."""
    sheet, area = area_of(document, body)
    require_editable(document, sheet, area, account)
    require_whole_merges(sheet, area)
    store_merges(document, sheet, [other for other in merged_areas(sheet) if not other.inside(area)])
    return {}
