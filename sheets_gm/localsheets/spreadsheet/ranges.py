"""Which tab and which cells a text names: A1 notation, R1C1 notation, a named range, a tab's title."""

from __future__ import annotations

import re

from sheets_gm.localsheets.protocol.errors import invalid
from sheets_gm.localsheets.spreadsheet.a1 import BadRange, Box, box, split
from sheets_gm.localsheets.spreadsheet.document import Document, Sheet, box_of

_R1C1 = re.compile(r"R(\d+)C(\d+)(?::R(\d+)C(\d+))?", re.IGNORECASE)


def area_of(document: Document, text: str, *, clip: bool = False) -> tuple[Sheet, Box]:
    """The tab and the box that *text* names, within the tab's grid. 400 where it begins beyond that.

    One that ends beyond the grid is cut off there if *clip*, as Google does for readers, and refused if not.
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
        title, rest = split(text)
        if title is None:
            return _unquoted(document, text)
        sheet = document.named(title)
        if sheet is None:
            raise BadRange(text)
        return _within(document, sheet, rest) if rest else (sheet, Box())
    except BadRange as error:
        raise invalid(f"Unable to parse range: {text}") from error


def _unquoted(document: Document, text: str) -> tuple[Sheet, Box]:
    """What a text without a tab names: cells of the first tab that is shown, else a named range, else a tab."""
    try:
        found = _box(text)
    except BadRange:
        held = _called(document, text)
        if held is not None:
            return held
        alone = document.named(text)
        if alone is None:
            raise
        return alone, Box()
    order = document.ordered()
    return next((sheet for sheet in order if not sheet.meta["properties"].get("hidden")), order[0]), found


def _within(document: Document, sheet: Sheet, rest: str) -> tuple[Sheet, Box]:
    """What a text names behind a tab: cells of it, or a named range, which knows its own tab."""
    try:
        return sheet, _box(rest)
    except BadRange:
        held = _called(document, rest)
        if held is None:
            raise
        return held


def _called(document: Document, name: str) -> tuple[Sheet, Box] | None:
    """The cells of a named range, in whatever case its name is written."""
    for sheet in document.sheets.values():
        for held in sheet.meta.get("namedRanges", []):
            if held["name"].lower() == name.lower():
                return sheet, box_of(held["range"], sheet)
    return None


def _box(text: str) -> Box:
    corners = _R1C1.fullmatch(text)
    if corners is None:
        return box(text)
    top, left, bottom, right = (int(corners[at] or corners[at - 2]) for at in (1, 2, 3, 4))
    if not (top and left and bottom and right):
        raise BadRange(text)
    return Box(min(top, bottom) - 1, min(left, right) - 1, max(top, bottom), max(left, right))
