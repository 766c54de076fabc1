"""Which tab and which cells a call names, in A1 notation or by a data filter."""

from __future__ import annotations

from sheets_gm.localsheets.a1 import BadRange, Box, box, split
from sheets_gm.localsheets.calls import Json
from sheets_gm.localsheets.document import Document, Sheet, box_of
from sheets_gm.localsheets.errors import invalid


def area_of(document: Document, text: str) -> tuple[Sheet, Box]:
    """The tab and the box that a range in A1 notation names, within the tab's grid."""
    sheet, area = _open_area(document, text)
    rows, columns = sheet.size
    full = area.within(rows, columns)
    if area.top >= rows or area.left >= columns or (full.bottom or 0) > rows or (full.right or 0) > columns:
        raise invalid(f"Range ({text}) exceeds grid limits. Max rows: {rows}, max columns: {columns}")
    return sheet, full


def _open_area(document: Document, text: str) -> tuple[Sheet, Box]:
    try:
        title, rest = split(text)
        if title is None:
            alone = document.named(text)
            if alone is not None:
                return alone, Box()
            return document.ordered()[0], box(rest)
        sheet = document.named(title)
        if sheet is None:
            raise BadRange(text)
        return sheet, box(rest) if rest else Box()
    except BadRange as error:
        raise invalid(f"Unable to parse range: {text}") from error


def filtered(document: Document, wanted: Json, where: str) -> tuple[Sheet, Box]:
    """The tab and the cells that a data filter names."""
    if "a1Range" in wanted:
        return area_of(document, wanted["a1Range"])
    if "gridRange" in wanted:
        grid_range = wanted["gridRange"]
        sheet = document.sheet(int(grid_range.get("sheetId", 0)), where)
        return sheet, box_of(grid_range, sheet)
    raise invalid(f"{where}a1Range or gridRange must be set.")
