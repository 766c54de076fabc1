"""`sortRange`, `randomizeRange` and `deleteDuplicates`.

Only the cells of the range move, with value, format, note and validation. Hidden rows stay in place.
"""

from __future__ import annotations

import secrets
from typing import Any, TypeAlias

from sheets_gm.localsheets.batch_update.cells.merges import merged_areas
from sheets_gm.localsheets.batch_update.cells.write_cells import copied_cell
from sheets_gm.localsheets.batch_update.targets import Body, area_of, require_editable
from sheets_gm.localsheets.protocol.errors import invalid
from sheets_gm.localsheets.spreadsheet.model.a1 import Box, to_a1
from sheets_gm.localsheets.spreadsheet.model.calculated import CellError
from sheets_gm.localsheets.spreadsheet.model.document import Document
from sheets_gm.localsheets.spreadsheet.model.sheet import Cell, Place, Sheet
from sheets_gm.localsheets.spreadsheet.values.reading import displayed_text, value_of

Row: TypeAlias = int


def sort_range(document: Document, body: Body, account: str) -> Body:
    """`sortRange`: numbers, then texts, then booleans; empty cells come last in either order."""
    sheet, area = _sortable_range(document, body, account)
    order = _visible_rows(sheet, area)
    rows = list(order)
    for spec in reversed(body.get("sortSpecs", [])):
        rows = _sorted(sheet, area, rows, spec)
    _reorder(document, sheet, area, dict(zip(order, rows, strict=True)))
    return {}


def _sortable_range(document: Document, body: Body, account: str) -> tuple[Sheet, Box]:
    """Return the range of a request, after a check that its rows can be reordered."""
    sheet, area = area_of(document, body)
    for each in merged_areas(sheet):
        if each.meets(area) and (each.bottom or 0) - each.top > 1:
            where = to_a1(sheet.title, each).rpartition("!")[2]
            raise invalid(f"You can't sort a range containing vertical merges. There is a vertical merge at {where}")
    require_editable(document, sheet, area, account)
    document.visit((area.bottom or 0) - area.top)
    return sheet, area


def _visible_rows(sheet: Sheet, area: Box) -> list[Row]:
    sizes = sheet.meta.get("_dimensions", {}).get("rowMetadata", {})
    hidden = {int(row) for row, held in sizes.items() if held.get("hiddenByUser")}
    return [row for row in range(area.top, area.bottom or 0) if row not in hidden]


COLOURS = (("background", ("backgroundColor",)), ("foreground", ("textFormat", "foregroundColor")))
"""The colours that rows are sorted by: their name in a request, and where a cell has them."""


def _rgb(held: Body, name: str) -> tuple[float, ...] | None:
    """Return a colour as red, green and blue; None if there is none."""
    given = held.get(f"{name}ColorStyle", {}).get("rgbColor", held.get(f"{name}Color"))
    return None if given is None else tuple(round(given.get(part, 0), 3) for part in ("red", "green", "blue"))


def _colour_of(sheet: Sheet, place: tuple[int, int], path: tuple[str, ...]) -> tuple[float, ...] | None:
    held = sheet.cells.get(place, {}).get("userEnteredFormat", {})
    for name in path[:-1]:
        held = held.get(name, {})
    return _rgb(held, path[-1].removesuffix("Color"))


def _sorted(sheet: Sheet, area: Box, rows: list[Row], spec: Body) -> list[Row]:
    column = spec.get("dimensionIndex", 0)
    if not area.left <= column < (area.right or 0):
        raise invalid(f"sortSpec.dimensionIndex {column} lies outside of the range that is sorted.")
    if "dataSourceColumnReference" in spec:
        raise invalid("This local spreadsheet has no data sources.")
    for part, colour in COLOURS:
        if wanted := _rgb(spec, part):
            fits = [_colour_of(sheet, (row, column), colour) == wanted for row in rows]
            first = spec.get("sortOrder") != "DESCENDING"
            return [
                *(row for row, fit in zip(rows, fits, strict=True) if fit is first),
                *(row for row, fit in zip(rows, fits, strict=True) if fit is not first),
            ]
    held = {row: value_of(sheet, (row, column), sheet.cells.get((row, column), {})) for row in rows}
    full = [row for row in rows if held[row] not in (None, "")]
    empty = [row for row in rows if held[row] in (None, "")]
    down = spec.get("sortOrder") == "DESCENDING"
    return sorted(full, key=lambda row: _key(held[row]), reverse=down) + empty


def _key(value: Any) -> tuple[int, Any]:
    if isinstance(value, bool):
        return 2, value
    if isinstance(value, int | float):
        return 0, value
    if isinstance(value, CellError):
        return 3, str(value)
    return 1, str(value).casefold()


def _reorder(document: Document, sheet: Sheet, area: Box, rows: dict[Row, Row]) -> None:
    """Fill each row with the present cells of another row."""
    held: dict[Row, dict[int, Cell]] = {}
    for (row, column), cell in sheet.values_in(area):
        held.setdefault(row, {})[column] = cell
    for to, source in rows.items():
        if to == source:
            continue
        old, new = held.get(to, {}), held.get(source, {})
        for column in old.keys() | new.keys():
            document.put(sheet, (to, column), copied_cell(new.get(column, {}), to - source, 0))


def randomize_range(document: Document, body: Body, account: str) -> Body:
    """`randomizeRange`: put the rows in a random order."""
    sheet, area = _sortable_range(document, body, account)
    order = _visible_rows(sheet, area)
    rows = list(order)
    secrets.SystemRandom().shuffle(rows)
    _reorder(document, sheet, area, dict(zip(order, rows, strict=True)))
    return {}


def delete_duplicates(document: Document, body: Body, account: str) -> Body:
    """`deleteDuplicates`: keep the first of equal rows, ignoring case, and move the others up."""
    sheet, area = area_of(document, body)
    if any(each.meets(area) for each in merged_areas(sheet)):
        raise invalid("You can't delete duplicates in a range containing merged cells.")
    require_editable(document, sheet, area, account)
    columns = _comparison_columns(body, area)
    document.visit(((area.bottom or 0) - area.top) * (1 + len(columns)))
    seen: set[tuple[str, ...]] = set()
    stay: list[Row] = []
    for row in range(area.top, area.bottom or 0):
        held = tuple(_text(sheet, (row, column)) for column in columns)
        if not any(held) or held not in seen:
            seen.add(held)
            stay.append(row)
    gone = (area.bottom or 0) - area.top - len(stay)
    if not gone:
        return {"deleteDuplicates": {}}
    kept = set(stay)
    for place, _ in list(sheet.values_in(Box(area.top + len(stay), area.left, area.bottom, area.right))):
        if place[0] not in kept:
            document.put(sheet, place, {})
    moves = dict(zip(range(area.top, area.top + len(stay)), stay, strict=True))
    _reorder(document, sheet, area, moves)
    rest = Box(area.top + len(stay), area.left, area.bottom, area.right)
    for place, _ in list(sheet.values_in(rest)):
        document.put(sheet, place, {})
    return {"deleteDuplicates": {"duplicatesRemovedCount": gone}}


def _comparison_columns(body: Body, area: Box) -> list[int]:
    """Return the columns to compare: those in the request, or all."""
    right = area.right or 0
    named = body.get("comparisonColumns", [])
    for each in named:
        if each.get("dimension", "COLUMNS") != "COLUMNS":
            raise invalid("comparisonColumns must be columns.")
        if not area.left <= each.get("startIndex", area.left) < each.get("endIndex", right) <= right:
            raise invalid("comparisonColumns must lie within the range.")
    spans = [(each.get("startIndex", area.left), each.get("endIndex", right)) for each in named]
    return [column for start, end in spans or [(area.left, right)] for column in range(start, end)]


def _text(sheet: Sheet, place: Place) -> str:
    return displayed_text(sheet, place, sheet.cells.get(place, {})).casefold()
