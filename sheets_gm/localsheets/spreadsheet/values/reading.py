"""How cells are read: as values with a caller's render options, and as CellData of grid data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

from sheets_gm.localsheets.protocol.answer_size import CHARACTERS, PASSED_OVER, AnswerSize
from sheets_gm.localsheets.protocol.errors import invalid
from sheets_gm.localsheets.spreadsheet.model.a1 import Box
from sheets_gm.localsheets.spreadsheet.model.calculated import CellError, Result
from sheets_gm.localsheets.spreadsheet.model.sheet import Cell, Place, Sheet
from sheets_gm.localsheets.spreadsheet.values.automatic import tidy
from sheets_gm.localsheets.spreadsheet.values.cell_format import effective_format
from sheets_gm.localsheets.spreadsheet.values.locales import swapped
from sheets_gm.localsheets.spreadsheet.values.number_formats import NumberFormat, format_value, is_date

OPTIONS = ("FORMATTED_VALUE", "UNFORMATTED_VALUE", "FORMULA")
DATE_OPTIONS = ("SERIAL_NUMBER", "FORMATTED_STRING")
MOST_KEPT = 20_000
"""The most units of values that are kept for the next time that somebody reads them."""


def plain_value(cell: Cell) -> Any:
    """Return what was entered into a cell: text (also of a formula), number, boolean; None for an empty cell."""
    held = cell.get("userEnteredValue")
    if not held:
        return None
    return next(iter(held.values()))


def _seen(sheet: Sheet, place: Place, cell: Cell) -> tuple[Any, Result | None]:
    """Return the value of a cell, and the `Result` if it was calculated."""
    held = cell.get("userEnteredValue")
    if not held:
        result = sheet.spilled.get(place) if sheet.spilled else None
    else:
        kind, value = next(iter(held.items()))
        if kind != "formulaValue":
            return value, None
        result = sheet.results.get(place)
    return (None if result is None else result.value), result


def value_of(sheet: Sheet, place: Place, cell: Cell) -> Any:
    """Return the value of a cell: number, text, boolean, `CellError`; None if it is blank."""
    return _seen(sheet, place, cell)[0]


def is_filled(sheet: Sheet, place: Place) -> bool:
    """Whether a value was entered into a cell, or an array fills it."""
    return bool(sheet.cells.get(place, {}).get("userEnteredValue")) or place in sheet.spilled


def _format(cell: Cell, result: Result | None) -> NumberFormat | None:
    cell_format = cell.get("userEnteredFormat")
    held: NumberFormat | None = cell_format.get("numberFormat") if cell_format else None
    return result.format if held is None and result is not None else held


def format_of(sheet: Sheet, place: Place, cell: Cell) -> NumberFormat | None:
    """Return the number format of a cell: its own, or the one that its formula implies."""
    return _format(cell, _seen(sheet, place, cell)[1])


def displayed_text(sheet: Sheet, place: Place, cell: Cell) -> str:
    """The text that a cell shows."""
    value, result = _seen(sheet, place, cell)
    return _shown(value, _format(cell, result), sheet.locale)


def _shown(value: Any, number_format: NumberFormat | None, locale: str) -> str:
    if value.__class__ is str and number_format is None:
        return str(value)
    text = format_value(value, number_format)
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return swapped(text, locale) if is_number and not is_date(number_format) else text


def render(sheet: Sheet, place: Place, cell: Cell, option: str, dates: str) -> Any:
    """Return a cell's value for Google's render options *option* and *dates*."""
    value, result = _seen(sheet, place, cell)
    if option == "FORMATTED_VALUE":
        return _shown(value, _format(cell, result), sheet.locale)
    if option == "FORMULA" and isinstance(formula := plain_value(cell), str):
        return formula
    if isinstance(value, CellError):
        return value.unformatted
    if isinstance(value, int | float) and not isinstance(value, bool):
        if dates == "FORMATTED_STRING" and is_date(_format(cell, result)):
            return _shown(value, _format(cell, result), sheet.locale)
        return tidy(value)
    return value


def scanned(sheet: Sheet, area: Box) -> int:
    """Return the cost of finding the cells of *area*."""
    cells = ((area.bottom or 0) - area.top) * ((area.right or 0) - area.left)
    return 1 + min(cells, len(sheet.cells) + len(sheet.spilled)) // PASSED_OVER


def filled_cells(sheet: Sheet, area: Box) -> Iterator[tuple[Place, Cell]]:
    """Yield the cells within *area* that hold or show something, including cells of arrays."""
    if not sheet.spilled:
        return sheet.values_in(area)
    spilled: Iterator[tuple[Place, Cell]] = (
        (place, {}) for place in sheet.spilled if place not in sheet.cells and area.holds(place)
    )
    return chain(sheet.values_in(area), spilled)


@dataclass(frozen=True, slots=True)
class Rendering:
    """How values are returned: Google's render options, and whether the outer lists are rows or columns."""

    option: str = "FORMATTED_VALUE"
    dimension: str = "ROWS"
    dates: str = "SERIAL_NUMBER"


def read(sheet: Sheet, area: Box, rendering: Rendering, size: AnswerSize | None = None) -> list[list[Any]]:
    """Return the values of *area*, without trailing empty cells and rows. Raises 400 for unknown options.

    *size* limits the answer; beyond it `ApiError` is raised. The same read returns the same lists while no cell has
    changed, so callers must not change them.
    """
    size = size or AnswerSize()
    option, dimension, dates = rendering.option, rendering.dimension, rendering.dates
    for name, given, allowed in (
        ("value_render_option", option, OPTIONS),
        ("date_time_render_option", dates, DATE_OPTIONS),
        ("major_dimension", dimension, ("ROWS", "COLUMNS")),
    ):
        if given not in allowed:
            raise invalid(f"Invalid value at '{name}', \"{given}\"")
    if sheet.results or sheet.spilled:
        return _read(sheet, area, rendering, size)
    key = (area, rendering, sheet.locale)
    if key in sheet.read_before:
        rows, units = sheet.read_before[key]
        size.spend(units)
        return rows
    left = size.left
    rows = _read(sheet, area, rendering, size)
    units = left - size.left
    if units <= MOST_KEPT:
        if len(sheet.read_before) > 1:
            sheet.read_before.clear()
        sheet.read_before[key] = rows, units
    return rows


def _read(sheet: Sheet, area: Box, rendering: Rendering, size: AnswerSize) -> list[list[Any]]:
    held: dict[int, dict[int, Any]] = {}
    option, dates, across = rendering.option, rendering.dates, rendering.dimension == "COLUMNS"
    size.spend(scanned(sheet, area))
    for place, cell in filled_cells(sheet, area):
        value = render(sheet, place, cell, option, dates)
        if value is not None and value != "":
            if value.__class__ is str:
                size.spend(len(value) // CHARACTERS)
            row, column = place[0] - area.top, place[1] - area.left
            if across:
                row, column = column, row
            held.setdefault(row, {})[column] = value
    size.spend(max(held, default=-1) + 1 + sum(max(line) + 1 for line in held.values()))
    rows: list[list[Any]] = []
    for at in range(max(held, default=-1) + 1):
        line = held.get(at, {})
        rows.append([line.get(place, "") for place in range(max(line, default=-1) + 1)])
    return rows


def as_cell_data(
    sheet: Sheet, place: Place, cell: Cell, ruled: dict[str, Any] | None = None, *, looks: bool = True
) -> dict[str, Any]:
    """Return a cell as grid data contains it, with its effective value and format. *ruled* is the format set by rules.

    Without *looks*, the effective format is left out.
    """
    data = dict(cell)
    value, result = _seen(sheet, place, cell)
    if value is not None and value != "":
        data["effectiveValue"] = extended_value(value) if result is not None else cell["userEnteredValue"]
        data["formattedValue"] = _shown(value, _format(cell, result), sheet.locale)
    if result is not None and result.hyperlink is not None:
        data["hyperlink"] = result.hyperlink
    own_format = cell.get("userEnteredFormat")
    link = (own_format or {}).get("textFormat", {}).get("link", {}).get("uri")
    if link and "hyperlink" not in data:
        data["hyperlink"] = link
    if ruled:
        text = {**(own_format or {}).get("textFormat", {}), **ruled.get("textFormat", {})}
        own_format = {**(own_format or {}), **ruled, **({"textFormat": text} if text else {})}
    if looks and (own_format or value is not None or result is not None):
        data["effectiveFormat"] = effective_format(own_format, value, result)
    return data


def extended_value(value: Any) -> dict[str, Any]:
    """Return a value as Google's ExtendedValue."""
    if isinstance(value, CellError):
        error = {"type": value.type}
        return {"errorValue": {**error, "message": value.message} if value.message else error}
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, int | float):
        return {"numberValue": tidy(value)}
    return {"stringValue": str(value)}
