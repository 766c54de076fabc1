"""Resolves the text of a range to a sheet and cells: A1 notation, R1C1 notation, a named range or a title."""

from __future__ import annotations

import re

from sheets_gm.localsheets.protocol.errors import invalid
from sheets_gm.localsheets.spreadsheet.model.a1 import BadRange, Box, parse_box, split_title
from sheets_gm.localsheets.spreadsheet.model.document import Document
from sheets_gm.localsheets.spreadsheet.model.sheet import Sheet, box_of

_R1C1 = re.compile(r"R(\d+)C(\d+)(?::R(\d+)C(\d+))?", re.IGNORECASE)


def area_of(document: Document, text: str, *, clip: bool = False) -> tuple[Sheet, Box]:
    """Return the sheet and the box that *text* names, within the grid. Raises 400 if it starts outside.

    With *clip* a range that ends outside is clipped, as Google does when reading; otherwise it is refused.
    """
    sheet, area = _open_area(document, text)
    rows, columns = sheet.size
    full = area.within(rows, columns)
    beyond = (full.bottom or 0) > rows or (full.right or 0) > columns
    if area.top >= rows or area.left >= columns or (beyond and not clip):
        raise invalid(f"Range ({text}) exceeds grid limits. Max rows: {rows}, max columns: {columns}")
    return sheet, Box(full.top, full.left, min(full.bottom or 0, rows), min(full.right or 0, columns))


def _open_area(document: Document, text: str) -> tuple[Sheet, Box]:
    try:
        title, rest = split_title(text)
        if title is None:
            return _without_title(document, text)
        sheet = document.sheet_titled(title)
        if sheet is None:
            raise BadRange(text)
        return _within(document, sheet, rest) if rest else (sheet, Box())
    except BadRange as error:
        raise invalid(f"Unable to parse range: {text}") from error


def _without_title(document: Document, text: str) -> tuple[Sheet, Box]:
    """Read a text without title: cells of the first visible sheet, else a named range, else the title of a sheet."""
    try:
        box = _box(text)
    except BadRange:
        held = _named_range(document, text)
        if held is not None:
            return held
        alone = document.sheet_titled(text)
        if alone is None:
            raise
        return alone, Box()
    order = document.ordered()
    return next((sheet for sheet in order if not sheet.meta["properties"].get("hidden")), order[0]), box


def _within(document: Document, sheet: Sheet, rest: str) -> tuple[Sheet, Box]:
    """Read the text after a title: cells of the sheet, or a named range, which may be on another sheet."""
    try:
        return sheet, _box(rest)
    except BadRange:
        held = _named_range(document, rest)
        if held is None:
            raise
        return held


def _named_range(document: Document, name: str) -> tuple[Sheet, Box] | None:
    """Return the cells of a named range, ignoring case."""
    for sheet in document.sheets.values():
        for held in sheet.meta.get("namedRanges", []):
            if held["name"].lower() == name.lower():
                return sheet, box_of(held["range"], sheet)
    return None


def _box(text: str) -> Box:
    corners = _R1C1.fullmatch(text)
    if corners is None:
        return parse_box(text)
    top, left, bottom, right = (int(corners[at] or corners[at - 2]) for at in (1, 2, 3, 4))
    if not (top and left and bottom and right):
        raise BadRange(text)
    return Box(min(top, bottom) - 1, min(left, right) - 1, max(top, bottom), max(left, right))
