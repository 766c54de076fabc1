"""Requests that insert, delete, move and resize rows and columns.

Objects anchored to cells move along (`anchored`). Callers cannot insert or delete lines in a range that is protected
from them.
"""

from __future__ import annotations

from collections.abc import Iterable

from sheets_gm.localsheets.batch_update.targets import (
    Body,
    area_of,
    check_size,
    require_editable,
    require_insertable,
    required,
    sheet_of,
)
from sheets_gm.localsheets.protocol import field_masks
from sheets_gm.localsheets.protocol.errors import invalid
from sheets_gm.localsheets.spreadsheet.model import anchored
from sheets_gm.localsheets.spreadsheet.model.a1 import Box
from sheets_gm.localsheets.spreadsheet.model.document import Document
from sheets_gm.localsheets.spreadsheet.model.sheet import Cell, Sheet, box_of
from sheets_gm.localsheets.spreadsheet.model.shift import Shift
from sheets_gm.localsheets.spreadsheet.values.reading import displayed_text

WIDTH, HEIGHT = 100, 21
"""The default size of a column and of a row, in pixels."""

LETTER, PADDING, NARROWEST = 7, 12, 21
"""The estimated width of text in pixels, used to fit columns to it."""

INHERITED = ("userEnteredFormat", "dataValidation")
"""What new lines inherit from a neighbour."""


def lines(sheet: Sheet, where: Body) -> tuple[bool, int, int]:
    """Return the lines of a DimensionRange: whether they are rows, the first, and the one after the last."""
    rows = where.get("dimension", "ROWS") == "ROWS"
    start, end = where.get("startIndex", 0), where.get("endIndex", sheet.size[not rows])
    if start < 0 or end < 0:
        raise invalid("DimensionRange indexes must be >= 0")
    if end <= start:
        raise invalid(f"DimensionRange endIndex[{end}] must be greater than startIndex[{start}]")
    return rows, start, end


def _area(sheet: Sheet, rows: bool, start: int, end: int) -> Box:
    return Box(start, 0, end, sheet.size[1]) if rows else Box(0, start, sheet.size[0], end)


# -- inserting, deleting and moving lines ------------------------------------------------------------------------------


def append_dimension(document: Document, body: Body, _account: str) -> Body:
    """`appendDimension`: add rows or columns at the end."""
    sheet = sheet_of(document, body)
    length = body.get("length", 0)
    if length <= 0:
        raise invalid("length must be greater than 0.")
    document.snapshot(sheet)
    grid = sheet.meta["properties"]["gridProperties"]
    grid["rowCount" if body.get("dimension", "ROWS") == "ROWS" else "columnCount"] += length
    check_size(document)
    return {}


def insert_dimension(document: Document, body: Body, account: str) -> Body:
    """`insertDimension`: new lines, formatted like the neighbour before or after them."""
    sheet = sheet_of(document, required(body, "range"))
    rows, start, end = lines(sheet, required(body, "range"))
    before = body.get("inheritFromBefore", False)
    size = sheet.size[not rows]
    if start > size:
        raise invalid(f"range.startIndex is larger than current grid size ({size})")
    if start == size and not before:
        raise invalid(f"range.startIndex must be less than the grid size ({size}) if inheritFromBefore is false.")
    if start == 0 and before:
        raise invalid("range.startIndex must be greater than 0 if inheritFromBefore is true.")
    require_insertable(document, sheet, rows, start, account)
    like = _inherited_cells(sheet, rows, start - 1 if before else start)
    document.shift(sheet, Shift("insert", rows, start, end))
    check_size(document)
    for line in range(start, end):
        for across, cell in like:
            document.put(sheet, (line, across) if rows else (across, line), cell)
    return {}


def _inherited_cells(sheet: Sheet, rows: bool, line: int) -> list[tuple[int, Cell]]:
    """Return what the cells of a new line inherit from *line*."""
    area = _area(sheet, rows, line, line + 1)
    return [
        (place[1] if rows else place[0], {name: cell[name] for name in INHERITED if name in cell})
        for place, cell in sheet.values_in(area)
        if any(name in cell for name in INHERITED)
    ]


def delete_dimension(document: Document, body: Body, account: str) -> Body:
    """`deleteDimension`: delete lines; those after them close the gap."""
    sheet = sheet_of(document, required(body, "range"))
    rows, start, end = lines(sheet, required(body, "range"))
    size, line = sheet.size[not rows], "row" if rows else "column"
    if end > size:
        gone = max(start, size)
        raise invalid(
            f"Cannot delete a {line} that doesn't exist. Tried to delete {line} index {gone} but there are only "
            f"{size} {line}s."
        )
    if end - start >= size:
        raise invalid(f"You can't delete all the {line}s on the sheet.")
    frozen = sheet.meta["properties"]["gridProperties"].get("frozenRowCount" if rows else "frozenColumnCount", 0)
    if end == size and start <= frozen:
        raise invalid(f"Sorry, it is not possible to delete all non-frozen {line}s.")
    require_editable(document, sheet, _area(sheet, rows, start, end), account)
    document.shift(sheet, Shift("delete", rows, start, end))
    return {}


def move_dimension(document: Document, body: Body, account: str) -> Body:
    """`moveDimension`: move lines before another one. Its index is counted before the move."""
    sheet = sheet_of(document, required(body, "source"))
    rows, start, end = lines(sheet, required(body, "source"))
    to, size, line = body.get("destinationIndex", 0), sheet.size[not rows], "row" if rows else "column"
    if end > size:
        raise invalid(f"source.endIndex is larger than current grid size ({size})")
    if not 0 <= to <= size:
        raise invalid(f"destinationIndex is larger than current grid size ({size})")
    if start < to < end:
        raise invalid("destinationIndex must not lie within the source.")
    if to in (start, end):
        return {}
    first, last = ("startRowIndex", "endRowIndex") if rows else ("startColumnIndex", "endColumnIndex")
    for merge in sheet.meta.get("merges", []):
        span = range(merge[first] + 1, merge[last])
        if start in span or end in span or to in span:
            raise invalid(
                f"Sorry, it is not possible to move a {line} to a position that crosses a merged cell. "
                "Please unmerge and try again."
            )
    require_editable(document, sheet, _area(sheet, rows, start, end), account)
    require_insertable(document, sheet, rows, to, account)
    document.shift(sheet, Shift("move", rows, start, end, to))
    return {}


# -- inserting and deleting cells --------------------------------------------------------------------------------------


def insert_range(document: Document, body: Body, account: str) -> Body:
    """`insertRange`: insert empty cells and shift the others down or to the right; the sheet grows if necessary."""
    sheet, shift = _shifted(document, body, "insert", account)
    last = max((place[not shift.rows] for place, _ in sheet.values_in(_band(sheet, shift))), default=-1)
    over = last + 1 + shift.count - sheet.size[not shift.rows]
    if over > 0:
        document.snapshot(sheet)
        sheet.meta["properties"]["gridProperties"]["rowCount" if shift.rows else "columnCount"] += over
        check_size(document)
    document.shift(sheet, shift)
    edge = sheet.size[not shift.rows]  # what was anchored to empty cells may have been shifted over it
    anchored.move(sheet.meta, Shift("delete", shift.rows, edge, edge + shift.count, within=shift.within))
    return {}


def delete_range(document: Document, body: Body, account: str) -> Body:
    """`deleteRange`: delete cells and shift those below or to the right into the gap."""
    sheet, shift = _shifted(document, body, "delete", account)
    document.shift(sheet, shift)
    return {}


def _shifted(document: Document, body: Body, kind: str, account: str) -> tuple[Sheet, Shift]:
    sheet, area = area_of(document, body)
    if body.get("shiftDimension") not in ("ROWS", "COLUMNS"):
        raise invalid("shiftDimension must be set.")
    rows = body["shiftDimension"] == "ROWS"
    down, across = (area.top, area.bottom or 0), (area.left, area.right or 0)
    (start, end), within = (down, across) if rows else (across, down)
    shift = Shift("insert" if kind == "insert" else "delete", rows, start, end, within=within)
    band = _band(sheet, shift)
    require_editable(document, sheet, band, account)
    for merge in sheet.meta.get("merges", []):
        held = box_of(merge, sheet)
        if held.meets(band) and not held.inside(band):
            raise invalid(
                "Sorry, it is not possible to shift cells that cross a merged cell. Please unmerge and try again."
            )
    return sheet, shift


def _band(sheet: Sheet, shift: Shift) -> Box:
    """Return the cells that a shift of partial lines affects."""
    low, high = shift.within or (0, sheet.size[shift.rows])
    if shift.rows:
        return Box(shift.start, low, sheet.size[0], high)
    return Box(low, shift.start, high, sheet.size[1])


# -- sizes -------------------------------------------------------------------------------------------------------------


def update_dimension_properties(document: Document, body: Body, account: str) -> Body:
    """`updateDimensionProperties`: the size of rows or columns, and whether they are hidden."""
    sheet = sheet_of(document, required(body, "range"))
    mask = field_masks.parse(body.get("fields", ""))
    rows, start, end = lines(sheet, required(body, "range"))
    if end > sheet.size[not rows]:
        raise invalid(f"range.endIndex is larger than current grid size ({sheet.size[not rows]})")
    document.visit(end - start)
    if "hiddenByUser" in mask or "*" in mask:
        require_editable(document, sheet, _area(sheet, rows, start, end), account)
    held = _sizes(document, sheet, rows)
    for at in range(start, end):
        properties = field_masks.merge(mask, held.get(str(at), {}), body.get("properties", {}))
        _size(held, at, {name: value for name, value in properties.items() if value})
    return {}


def hide_lines(document: Document, sheet: Sheet, these: Iterable[int], *, rows: bool, hidden: bool) -> None:
    """Hide some rows or columns, or show them."""
    held = _sizes(document, sheet, rows)
    for at in these:
        properties = {**held.get(str(at), {}), "hiddenByUser": hidden}
        _size(held, at, {name: value for name, value in properties.items() if value})


def _sizes(document: Document, sheet: Sheet, rows: bool) -> dict[str, Body]:
    document.snapshot(sheet)
    held: dict[str, Body] = sheet.meta.setdefault("_dimensions", {}).setdefault(
        "rowMetadata" if rows else "columnMetadata", {}
    )
    return held


def _size(held: dict[str, Body], at: int, properties: Body) -> None:
    if properties:
        held[str(at)] = properties
    else:
        held.pop(str(at), None)


def auto_resize_dimensions(document: Document, body: Body, _account: str) -> Body:
    """`autoResizeDimensions`: fit columns to their longest text, and reset rows to the height of their texts."""
    where = required(body, "dimensions")
    sheet = sheet_of(document, where)
    rows, start, end = lines(sheet, where)
    end = min(end, sheet.size[not rows])
    document.visit(max(0, end - start))
    needed: dict[int, int] = {}
    for place, cell in sheet.values_in(_area(sheet, rows, start, end)):
        if not rows:
            text = displayed_text(sheet, place, cell).split("\n")
            needed[place[1]] = max(needed.get(place[1], NARROWEST), max(map(len, text)) * LETTER + PADDING)
    held = _sizes(document, sheet, rows)
    for at in range(start, end):
        properties = {name: value for name, value in held.get(str(at), {}).items() if name != "pixelSize"}
        size = needed.get(at, HEIGHT if rows else WIDTH)
        _size(held, at, properties if size == (HEIGHT if rows else WIDTH) else {**properties, "pixelSize": size})
    return {}
