"""Requests that merge cells and part them again."""

from __future__ import annotations

from itertools import islice

from sheets_gm.localsheets.a1 import Box
from sheets_gm.localsheets.document import Document, box_of
from sheets_gm.localsheets.errors import invalid
from sheets_gm.localsheets.requests.targets import Body, grid_range, places, sheet_of, touched, write


def merge_cells(document: Document, body: Body, account: str) -> Body:
    """`mergeCells`: only the first cell of each merged area keeps its value."""
    sheet = sheet_of(document, body["range"])
    area = box_of(body["range"], sheet)
    touched(document, sheet, area, account)
    document.touch(sheet)
    merges = sheet.meta.setdefault("merges", [])
    for each in _parts(area, body.get("mergeType", "MERGE_ALL")):
        for other in merges:
            if _crosses(each, other):
                raise invalid("You must select all cells in a merged range to merge or unmerge them.")
        merges[:] = [other for other in merges if not _inside(other, each)]
        merges.append(grid_range(sheet.id, each))
        for place in islice(places(each), 1, None):
            if "userEnteredValue" in sheet.cells.get(place, {}):
                write(document, sheet, place, {"userEnteredValue": {}}, {})
    return {}


def unmerge_cells(document: Document, body: Body, account: str) -> Body:
    """`unmergeCells`: every merged area within a range."""
    sheet = sheet_of(document, body["range"])
    area = box_of(body["range"], sheet)
    touched(document, sheet, area, account)
    for other in sheet.meta.get("merges", []):
        if _crosses(area, other):
            raise invalid("You must select all cells in a merged range to merge or unmerge them.")
    document.touch(sheet)
    left = [other for other in sheet.meta.get("merges", []) if not _inside(other, area)]
    sheet.meta["merges"] = left
    if not left:
        del sheet.meta["merges"]
    return {}


def _parts(area: Box, kind: str) -> list[Box]:
    bottom, right = area.bottom or 0, area.right or 0
    if kind == "MERGE_ROWS":
        return [Box(row, area.left, row + 1, right) for row in range(area.top, bottom)]
    if kind == "MERGE_COLUMNS":
        return [Box(area.top, column, bottom, column + 1) for column in range(area.left, right)]
    return [area]


def _inside(other: Body, area: Box) -> bool:
    return bool(
        area.top <= other.get("startRowIndex", 0)
        and other["endRowIndex"] <= (area.bottom or 0)
        and area.left <= other.get("startColumnIndex", 0)
        and other["endColumnIndex"] <= (area.right or 0)
    )


def _crosses(area: Box, other: Body) -> bool:
    """Whether *area* cuts the merged area *other*: overlaps it without holding all of it."""
    apart = bool(
        other.get("startRowIndex", 0) >= (area.bottom or 0)
        or other["endRowIndex"] <= area.top
        or other.get("startColumnIndex", 0) >= (area.right or 0)
        or other["endColumnIndex"] <= area.left
    )
    return bool(not apart and not _inside(other, area))
