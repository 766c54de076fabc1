"""The targets of a request (sheets, ranges and fields), and checks before they are changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, TypeAlias

from sheets_gm.localsheets.protocol import field_masks, schema
from sheets_gm.localsheets.protocol.errors import invalid, protected
from sheets_gm.localsheets.spreadsheet.formulas.written_references import COLUMNS
from sheets_gm.localsheets.spreadsheet.model import access
from sheets_gm.localsheets.spreadsheet.model.a1 import Box
from sheets_gm.localsheets.spreadsheet.model.changes import SCANNED
from sheets_gm.localsheets.spreadsheet.model.document import MOST_CELLS, Document
from sheets_gm.localsheets.spreadsheet.model.sheet import Sheet, box_of

Body: TypeAlias = dict[str, Any]
RequestHandler: TypeAlias = Callable[[Document, Body, str], Body]
"""The handler of a request: takes the document, the request's body and the caller, and returns the reply."""

NAMES = (("startRowIndex", "endRowIndex"), ("startColumnIndex", "endColumnIndex"))
"""The GridRange fields for rows and for columns."""


def required(body: Body, name: str) -> Any:
    """Return the field *name* of *body*. Raises 400 if it is missing."""
    if name not in body:
        raise invalid(f"{name} must be specified.")
    return body[name]


def sheet_of(document: Document, body: Body) -> Sheet:
    """Return the sheet that *body* names by id; 0 is the default. Raises 400 if there is none."""
    return document.sheet(body.get("sheetId", 0))


def area_of(document: Document, body: Body, name: str = "range") -> tuple[Sheet, Box]:
    """Return the sheet and the cells of the GridRange *name* in *body*. Raises 400 if it is invalid."""
    held = required(body, name)
    sheet = sheet_of(document, held)
    return sheet, box_of(held, sheet)


def mask_of(body: Body, kind: str) -> field_masks.Mask:
    """Return the field mask of *body*, for fields of Google's type *kind*."""
    text = body.get("fields", "")
    if not text.strip():
        raise invalid("At least one field must be listed in 'fields'. (Use '*' to indicate all fields.)")
    return _known(text, kind) if len(text) <= field_masks.REMEMBERED else _known.__wrapped__(text, kind)


@lru_cache(maxsize=256)
def _known(text: str, kind: str) -> field_masks.Mask:
    mask = _camel(field_masks.parse(text))
    schema.known_fields(kind, mask)
    return mask


def _camel(mask: field_masks.Mask) -> field_masks.Mask:
    return {schema.camel(name): _camel(below) for name, below in mask.items()}


def mask_includes(mask: field_masks.Mask, name: str) -> bool:
    """Whether a mask includes a top-level field."""
    return name in mask or "*" in mask


def require_editable(document: Document, sheet: Sheet, area: Box, account: str) -> None:
    """Raise 400 if *area* is protected from *account*."""
    access.require_editable(document, sheet, [area], account)


def require_insertable(document: Document, sheet: Sheet, rows: bool, line: int, account: str) -> None:
    """Raise 400 if lines may not be inserted before *line*, because a protected range spans it or covers the whole
    sheet.
    """
    first, last = NAMES[not rows]
    for protected_range in sheet.meta.get("protectedRanges", []):
        held = protected_range.get("range", {})
        within = (last not in held and not held.get(first)) or held.get(first, 0) < line < held.get(last, 1 << 40)
        if within and not access.may_edit(protected_range, document, account):
            raise protected()


def cells_of(document: Document, area: Box) -> Iterator[tuple[int, int]]:
    """Yield every cell of *area*, row by row. Raises 400 if they are too many."""
    document.visit(((area.bottom or 0) - area.top) * ((area.right or 0) - area.left))
    for row in range(area.top, area.bottom or 0):
        for column in range(area.left, area.right or 0):
            yield row, column


def held_cells_of(document: Document, sheet: Sheet, area: Box) -> list[tuple[int, int]]:
    """Return the cells of *area* that hold anything. Raises 400 if they, or the cells to search, are too many."""
    places = [place for place, _ in sheet.values_in(area)]
    size = ((area.bottom or 0) - area.top) * ((area.right or 0) - area.left)
    document.visit(min(size, len(places) + 1 + len(sheet.cells) // SCANNED))
    return places


def grid_range(sheet: Sheet, area: Box) -> Body:
    """Return *area* as a GridRange. Like Google, it omits the sheet id 0."""
    bounds: Body = {
        "startRowIndex": area.top,
        "endRowIndex": area.bottom,
        "startColumnIndex": area.left,
        "endColumnIndex": area.right,
    }
    return {"sheetId": sheet.id, **bounds} if sheet.id else bounds


def stored_range(document: Document, held: Body) -> tuple[Sheet, Body]:
    """Return a GridRange as Google stores it, and its sheet. Raises 400 if it exceeds the grid."""
    sheet = sheet_of(document, held)
    box_of(held, sheet)
    bounds = {name: held[name] for names in NAMES for name in names if name in held}
    for first, last in NAMES:
        if last in bounds:
            bounds.setdefault(first, 0)
    return sheet, {"sheetId": sheet.id, **bounds} if sheet.id else bounds


def check_size(document: Document) -> None:
    """Raise 400 if the document exceeds Google's limits of columns and cells."""
    if any(sheet.size[1] > COLUMNS for sheet in document.sheets.values()):
        raise invalid(
            f"This action would increase the number of columns in the sheet above the limit of {COLUMNS} columns."
        )
    cells = sum(rows * columns for rows, columns in (sheet.size for sheet in document.sheets.values()))
    if cells > MOST_CELLS:
        raise invalid(
            f"This action would increase the number of cells in the workbook above the limit of {MOST_CELLS} cells."
        )
