"""The tables that `values.append` looks for: blocks of filled cells surrounded by empty ones."""

from __future__ import annotations

from sheets_gm.localsheets.spreadsheet.model.a1 import Box
from sheets_gm.localsheets.spreadsheet.model.sheet import Sheet
from sheets_gm.localsheets.spreadsheet.values.reading import filled_cells, is_filled


def last_table(sheet: Sheet, area: Box) -> Box | None:
    """Return the last table with a filled cell in *area*, in full; None if every cell of *area* is empty."""
    full = [place for place, _ in filled_cells(sheet, area) if is_filled(sheet, place)]
    if not full:
        return None
    top, left = max(full)
    bottom, right = top + 1, left + 1
    grown = True
    while grown:
        bottom, above = _end(sheet, bottom, left, 1), _end(sheet, top - 1, left, -1) + 1
        grown, top = above < top, above
        while _row(sheet, bottom, left, right):
            bottom, grown = bottom + 1, True
        while _row(sheet, top - 1, left, right):
            top, grown = top - 1, True
        while _column(sheet, right, top, bottom):
            right, grown = right + 1, True
        while _column(sheet, left - 1, top, bottom):
            left, grown = left - 1, True
    return Box(top, left, bottom, right)


def _end(sheet: Sheet, row: int, column: int, step: int) -> int:
    """Return the first row from *row* on, in steps of *step*, where *column* is empty."""
    cells = sheet.cells
    while "userEnteredValue" in cells.get((row, column), ()):
        row += step
    return row


def _row(sheet: Sheet, row: int, left: int, right: int) -> bool:
    """Whether the table touches a filled cell in *row*, corners included."""
    return any(is_filled(sheet, (row, column)) for column in range(left - 1, right + 1))


def _column(sheet: Sheet, column: int, top: int, bottom: int) -> bool:
    cells, rows = sheet.cells, range(top - 1, bottom + 1)
    if not sheet.spilled and not any((row, column) in cells for row in rows):
        return False
    return any(is_filled(sheet, (row, column)) for row in rows)
