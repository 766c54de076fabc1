"""Requests that write cells."""

from __future__ import annotations

from sheets_gm.localsheets import fields
from sheets_gm.localsheets.document import Document, box_of
from sheets_gm.localsheets.requests.targets import Body, known_fields, places, sheet_of, touched, write


def update_cells(document: Document, body: Body, account: str) -> Body:
    """`updateCells`: rows of cells, from a corner or within a range, of which the mask's fields are written."""
    mask = fields.parse(body["fields"])
    known_fields(mask)
    start = body.get("start")
    rows = body.get("rows", [])
    if start is not None:
        sheet = sheet_of(document, start)
        top, left = start.get("rowIndex", 0), start.get("columnIndex", 0)
        width = max((len(row.get("values", [])) for row in rows), default=0)
        area = box_of(
            {
                "startRowIndex": top,
                "startColumnIndex": left,
                "endRowIndex": top + max(len(rows), 1),
                "endColumnIndex": left + max(width, 1),
            },
            sheet,
        )
    else:
        sheet = sheet_of(document, body["range"])
        area = box_of(body["range"], sheet)
    touched(document, sheet, area, account)
    whole = start is None
    for row in range(area.top, area.bottom or 0):
        given = rows[row - area.top].get("values", []) if row - area.top < len(rows) else []
        last = (area.right or 0) if whole else area.left + len(given)
        for column in range(area.left, last):
            at = column - area.left
            new = given[at] if at < len(given) else {}
            write(document, sheet, (row, column), mask, new)
    return {}


def repeat_cell(document: Document, body: Body, account: str) -> Body:
    """`repeatCell`: one cell's fields, everywhere in a range."""
    mask = fields.parse(body["fields"])
    known_fields(mask)
    sheet = sheet_of(document, body["range"])
    area = box_of(body["range"], sheet)
    touched(document, sheet, area, account)
    for place in places(area):
        write(document, sheet, place, mask, body.get("cell", {}))
    return {}


def set_data_validation(document: Document, body: Body, account: str) -> Body:
    """`setDataValidation`: a rule for every cell of a range, or none."""
    sheet = sheet_of(document, body["range"])
    area = box_of(body["range"], sheet)
    touched(document, sheet, area, account)
    new = {"dataValidation": body["rule"]} if body.get("rule") else {}
    for place in places(area):
        write(document, sheet, place, {"dataValidation": {}}, new)
    return {}
