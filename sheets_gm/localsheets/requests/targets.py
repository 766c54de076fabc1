"""What a request names: a tab, cells of it; and how one cell is written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from sheets_gm.localsheets import access, fields
from sheets_gm.localsheets.a1 import Box
from sheets_gm.localsheets.document import MOST_CELLS, Cell, Document, Sheet
from sheets_gm.localsheets.errors import invalid, protected
from sheets_gm.localsheets.values import MOST_CHARACTERS

Body: TypeAlias = dict[str, Any]
Kind: TypeAlias = Callable[[Document, Body, str], Body]
"""A kind of request: it takes the document, the request's body and the caller, and answers its reply."""


CELL_FIELDS = frozenset({"userEnteredValue", "userEnteredFormat", "note", "dataValidation", "textFormatRuns"})


def sheet_of(document: Document, body: Body) -> Sheet:
    """The tab that *body* names. 400 where there is none."""
    return document.sheet(int(body.get("sheetId", 0)))


def touched(document: Document, sheet: Sheet, area: Box, account: str) -> None:
    """400 if *area* is protected from *account*."""
    access.must_touch(document, sheet, [area], account)


def must_part(document: Document, sheet: Sheet, rows: bool, line: int, account: str) -> None:
    """400 if lines may not come in before *line*: somebody has protected cells on both sides of it, or all of them."""
    first, last = ("startRowIndex", "endRowIndex") if rows else ("startColumnIndex", "endColumnIndex")
    for guard in sheet.meta.get("protectedRanges", []):
        held = guard.get("range", {})
        within = (first not in held and last not in held) or held.get(first, 0) < line < held.get(last, 1 << 40)
        if within and not access.may_touch(guard, document, account):
            raise protected()


def places(area: Box) -> Iterator[tuple[int, int]]:
    """Every cell of *area*, row by row."""
    for row in range(area.top, area.bottom or 0):
        for column in range(area.left, area.right or 0):
            yield row, column


def grid_range(sheet_id: int, area: Box) -> Body:
    """*area* as Google answers a GridRange: the first tab goes without its id."""
    made: Body = {
        "startRowIndex": area.top,
        "endRowIndex": area.bottom,
        "startColumnIndex": area.left,
        "endColumnIndex": area.right,
    }
    return {"sheetId": sheet_id, **made} if sheet_id else made


def check_size(document: Document) -> None:
    """400 where the document has outgrown what Google allows."""
    cells = sum(rows * columns for rows, columns in (sheet.size for sheet in document.sheets.values()))
    if cells > MOST_CELLS:
        raise invalid(
            f"This action would increase the number of cells in the workbook above the limit of {MOST_CELLS} cells."
        )


def known_fields(mask: fields.Mask) -> None:
    """400 for a mask that names what a cell does not have."""
    unknown = [name for name in mask if name not in CELL_FIELDS and name != "*"]
    if unknown:
        raise invalid(f"Invalid field: {unknown[0]}")


def write(document: Document, sheet: Sheet, place: tuple[int, int], mask: fields.Mask, new: Cell) -> None:
    """Write those fields of *new* that *mask* names into one cell."""
    old = sheet.cells.get(place, {})
    made = {name: value for name, value in new.items() if value} if not mask else fields.merge(mask, old, new)
    value = made.get("userEnteredValue")
    if value is not None:
        if "formulaValue" in value:
            raise invalid("Formulas are not evaluated by this local spreadsheet.")
        if len(value.get("stringValue", "")) > MOST_CHARACTERS:
            raise invalid(
                f"Your input contains more than the maximum of {MOST_CHARACTERS} characters in a single cell."
            )
        if value.get("stringValue") == "" or not value:
            made.pop("userEnteredValue")
    made = {name: value for name, value in made.items() if value not in (None, {}, "")}
    if made != old:
        document.put(sheet, place, made)
