"""Requests that write fields of cells: `updateCells`, `repeatCell`, `appendCells`, validation and borders."""

from __future__ import annotations

from sheets_gm.localsheets.batch_update.targets import (
    Body,
    area_of,
    cells_of,
    check_size,
    held_cells_of,
    mask_of,
    require_editable,
    required,
    sheet_of,
)
from sheets_gm.localsheets.protocol import field_masks
from sheets_gm.localsheets.protocol.errors import invalid
from sheets_gm.localsheets.spreadsheet.formulas.parsing import completed
from sheets_gm.localsheets.spreadsheet.formulas.written_references import copied
from sheets_gm.localsheets.spreadsheet.model.a1 import Box
from sheets_gm.localsheets.spreadsheet.model.document import Document
from sheets_gm.localsheets.spreadsheet.model.sheet import Cell, Place, Sheet
from sheets_gm.localsheets.spreadsheet.model.tables import has_typed_column
from sheets_gm.localsheets.spreadsheet.values.reading import filled_cells, is_filled
from sheets_gm.localsheets.spreadsheet.values.writing import MOST_CHARACTERS, RUNS, entry_of, typing_in, with_entry

WRITTEN = frozenset(
    {"userEnteredValue", "userEnteredFormat", "note", "dataValidation", "textFormatRuns", "chipRuns", "pivotTable"}
)
"""The fields of a cell that a caller can write; the others are derived. A pivot table is kept, not calculated."""


def cell_mask(body: Body) -> field_masks.Mask:
    """Return the field mask of *body*. Raises 400 for fields that cannot be written."""
    mask = mask_of(body, "CellData")
    for name in mask:
        if name not in WRITTEN and name != "*":
            raise invalid(f"Invalid field: {name}: it cannot be written.")
    return mask


def write(document: Document, sheet: Sheet, place: Place, mask: field_masks.Mask, new: Cell) -> None:
    """Write the fields of *new* that *mask* names into one cell."""
    old = sheet.cells.get(place, {})
    cell = _written(old, mask, new)
    if cell != old:
        document.put(sheet, place, cell)


def _written(old: Cell, mask: field_masks.Mask, new: Cell) -> Cell:
    """Return *old* with the fields of *mask* taken from *new*, in stored form."""
    cell = field_masks.merge(mask, old, new)
    if "userEnteredValue" in mask:
        cell = {name: held for name, held in cell.items() if name not in RUNS or name in mask}
    value = cell.get("userEnteredValue")
    if value:
        if "formulaValue" in value:
            cell["userEnteredValue"] = value = {"formulaValue": completed(value["formulaValue"])}
        if len(value.get("stringValue", "")) > MOST_CHARACTERS:
            raise invalid(
                f"Your input contains more than the maximum of {MOST_CHARACTERS} characters in a single cell."
            )
        if value.get("stringValue") == "":
            del cell["userEnteredValue"]
    return {name: held for name, held in cell.items() if name in WRITTEN and held not in (None, {}, "")}


def type_text(document: Document, sheet: Sheet, place: Place, text: str, *, formula: bool = False) -> None:
    """Write *text* into a cell as if it were typed. It becomes a formula only if *formula* is set."""
    cell = sheet.cells.get(place, {})
    plain = text.startswith("=") and not formula
    entry = entry_of(text, "RAW" if plain else "USER_ENTERED", "data", cell, typing_in(document))
    document.put(sheet, place, with_entry(cell, entry))


def copied_cell(cell: Cell, down: int, across: int) -> Cell:
    """Return a copy of a cell, that many rows down and columns across, with adjusted relative references."""
    formula = cell.get("userEnteredValue", {}).get("formulaValue")
    return cell if formula is None else {**cell, "userEnteredValue": {"formulaValue": copied(formula, down, across)}}


def update_cells(document: Document, body: Body, account: str) -> Body:
    """`updateCells`: write the fields of the mask into rows of cells, from a corner or within a range.

    Cells of the range that the request omits lose those fields.
    """
    mask = cell_mask(body)
    rows = body.get("rows", [])
    height, width = len(rows), max((len(row.get("values", [])) for row in rows), default=0)
    if "range" in body:
        sheet, area = area_of(document, body)
        room, filled = area, area
    else:
        start = required(body, "start")
        sheet = sheet_of(document, start)
        top, left = start.get("rowIndex", 0), start.get("columnIndex", 0)
        room = Box(top, left, *sheet.size)
        area = filled = Box(top, left, top + height, left + width)
    _must_fit(room, height, width)
    if not filled.inside(Box(0, 0, *sheet.size)):
        raise invalid("start must lie within the grid.")
    require_editable(document, sheet, filled, account)
    document.visit(((area.bottom or 0) - area.top) * ((area.right or 0) - area.left) if "range" in body else height)
    for row in range(area.top, area.bottom or 0):
        given = rows[row - area.top].get("values", []) if row - area.top < height else []
        last = (area.right or 0) if "range" in body else area.left + len(given)
        for column in range(area.left, last):
            at = column - area.left
            write(document, sheet, (row, column), mask, given[at] if at < len(given) else {})
    return {}


def _must_fit(room: Box, height: int, width: int) -> None:
    for line, start, end, size in (
        ("row", room.top, room.bottom or 0, height),
        ("column", room.left, room.right or 0, width),
    ):
        if start + size > end:
            raise invalid(f"Attempting to write {line}: {end}, beyond the last requested {line} of: {end - 1}")


def repeat_cell(document: Document, body: Body, account: str) -> Body:
    """`repeatCell`: write the fields of one cell everywhere in a range. A request that empties cells skips
    empty ones.
    """
    mask = cell_mask(body)
    sheet, area = area_of(document, body)
    require_editable(document, sheet, area, account)
    new = body.get("cell", {})
    alone = _written({}, mask, new)
    for place in cells_of(document, area) if alone else held_cells_of(document, sheet, area):
        if place in sheet.cells:
            write(document, sheet, place, mask, new)
        elif alone:
            document.put(sheet, place, dict(alone))
    return {}


def append_cells(document: Document, body: Body, account: str) -> Body:
    """`appendCells`: below the last row that holds a value, in new rows if necessary."""
    mask = cell_mask(body)
    if "tableId" in body:
        raise invalid("This local spreadsheet appends no rows to tables.")
    sheet = sheet_of(document, body)
    rows = body.get("rows", [])
    width = max((len(row.get("values", [])) for row in rows), default=0)
    held = (place for place, _ in filled_cells(sheet, Box(0, 0, *sheet.size)) if is_filled(sheet, place))
    top = max((row for row, _ in held), default=-1) + 1
    _must_fit(Box(0, 0, 1, sheet.size[1]), 0, width)
    ensure_rows(document, sheet, top + len(rows))
    if rows and width:
        require_editable(document, sheet, Box(top, 0, top + len(rows), width), account)
    for down, row in enumerate(rows):
        for across, cell in enumerate(row.get("values", [])):
            write(document, sheet, (top + down, across), mask, cell)
    return {}


def ensure_rows(document: Document, sheet: Sheet, rows: int) -> None:
    """Give a sheet *rows* rows if it has fewer."""
    if rows > sheet.size[0]:
        document.snapshot(sheet)
        sheet.meta["properties"]["gridProperties"]["rowCount"] = rows
        check_size(document)


def set_data_validation(document: Document, body: Body, account: str) -> Body:
    """`setDataValidation`: a rule for every cell of a range, or none."""
    sheet, area = area_of(document, body)
    require_editable(document, sheet, area, account)
    if has_typed_column(sheet.meta, area):
        raise invalid("This operation is not allowed on cells in typed columns.")
    rule = body.get("rule")
    if rule is not None and "type" not in rule.get("condition", {}):
        raise invalid("rule.condition.type must be specified.")
    if rule is None:
        for place, cell in list(sheet.values_in(area)):
            if "dataValidation" in cell:
                write(document, sheet, place, {"dataValidation": {}}, {})
        return {}
    for place in cells_of(document, area):
        write(document, sheet, place, {"dataValidation": {}}, {"dataValidation": rule})
    return {}


def update_borders(document: Document, body: Body, account: str) -> Body:
    """`updateBorders`: lines around and within a range. Sides that the request omits stay."""
    sheet, area = area_of(document, body)
    require_editable(document, sheet, area, account)
    last = (area.bottom or 0) - 1, (area.right or 0) - 1
    for row, column in cells_of(document, area):
        sides = {
            "top": "top" if row == area.top else "innerHorizontal",
            "bottom": "bottom" if row == last[0] else "innerHorizontal",
            "left": "left" if column == area.left else "innerVertical",
            "right": "right" if column == last[1] else "innerVertical",
        }
        for side, name in sides.items():
            if name in body:
                drawn = body[name] if body[name].get("style", "NONE") != "NONE" else None
                new = {"userEnteredFormat": {"borders": {side: drawn}}}
                mask: field_masks.Mask = {"userEnteredFormat": {"borders": {side: {}}}}
                write(document, sheet, (row, column), mask, new)
    return {}
