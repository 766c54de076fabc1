"""How cells are read: what they come to, as a caller asked for it, and as grid data has it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sheets_gm.localsheets.a1 import Box
from sheets_gm.localsheets.document import Cell, Place, Sheet
from sheets_gm.localsheets.errors import invalid
from sheets_gm.localsheets.results import CellError, Result
from sheets_gm.localsheets.values.formats import NumberFormat, formatted, is_date
from sheets_gm.localsheets.values.general import shown, tidy
from sheets_gm.localsheets.values.looks import effective_format

OPTIONS = ("FORMATTED_VALUE", "UNFORMATTED_VALUE", "FORMULA")
DATE_OPTIONS = ("SERIAL_NUMBER", "FORMATTED_STRING")


def plain_value(cell: Cell) -> Any:
    """What was entered into a cell: text (a formula's too), number, boolean; None for an empty one."""
    held = cell.get("userEnteredValue")
    if not held:
        return None
    return next(iter(held.values()))


def result_of(sheet: Sheet, place: Place, cell: Cell) -> Result | None:
    """What a formula or an array comes to in this cell; None where what was entered stands for itself."""
    held = cell.get("userEnteredValue")
    if not held:
        return sheet.spilled.get(place) if sheet.spilled else None
    return sheet.results.get(place) if "formulaValue" in held else None


def value_of(sheet: Sheet, place: Place, cell: Cell) -> Any:
    """What a cell comes to: number, text, boolean, `CellError`; None for a blank one."""
    result = result_of(sheet, place, cell)
    return plain_value(cell) if result is None else result.value


def format_of(sheet: Sheet, place: Place, cell: Cell) -> NumberFormat | None:
    """The number format of a cell: its own, or the one that its formula brings."""
    own: NumberFormat | None = cell.get("userEnteredFormat", {}).get("numberFormat")
    if own:
        return own
    result = result_of(sheet, place, cell)
    return None if result is None else result.format


def shown_at(sheet: Sheet, place: Place, cell: Cell) -> str:
    """A cell as the sheet shows it."""
    value = value_of(sheet, place, cell)
    if value is None or value.__class__ is str:
        own = cell.get("userEnteredFormat")
        if own is None or "numberFormat" not in own:
            return value or ""
    return formatted(value, format_of(sheet, place, cell))


def rendered(sheet: Sheet, place: Place, cell: Cell, option: str, dates: str) -> Any:
    """A cell's value as a reader asked for it: *option* and *dates* are Google's render options."""
    if option == "FORMATTED_VALUE":
        return shown_at(sheet, place, cell)
    value = value_of(sheet, place, cell)
    if option == "FORMULA" and isinstance(formula := plain_value(cell), str):
        return formula
    if isinstance(value, CellError):
        return value.unformatted
    if isinstance(value, int | float) and not isinstance(value, bool):
        if dates == "FORMATTED_STRING" and is_date(format_of(sheet, place, cell)):
            return shown_at(sheet, place, cell)
        return tidy(value)
    return value


def filled(sheet: Sheet, area: Box) -> Iterator[tuple[Place, Cell]]:
    """The cells within *area* that hold or show something: those of the tab, and those that arrays spill into."""
    yield from sheet.values_in(area)
    for place in sheet.spilled:
        if place not in sheet.cells and area.holds(place):
            yield place, {}


def read(
    sheet: Sheet, area: Box, option: str, dimension: str = "ROWS", dates: str = "SERIAL_NUMBER"
) -> list[list[Any]]:
    """The values of *area*: rows without the empty cells at their ends, without empty rows at the end. 400."""
    for name, given, known in (
        ("value_render_option", option, OPTIONS),
        ("date_time_render_option", dates, DATE_OPTIONS),
        ("major_dimension", dimension, ("ROWS", "COLUMNS")),
    ):
        if given not in known:
            raise invalid(f"Invalid value at '{name}', \"{given}\"")
    held: dict[int, dict[int, Any]] = {}
    across = dimension == "COLUMNS"
    for place, cell in filled(sheet, area):
        value = rendered(sheet, place, cell, option, dates)
        if value is not None and value != "":
            row, column = place[0] - area.top, place[1] - area.left
            if across:
                row, column = column, row
            held.setdefault(row, {})[column] = value
    rows: list[list[Any]] = []
    for at in range(max(held, default=-1) + 1):
        line = held.get(at, {})
        rows.append([line.get(place, "") for place in range(max(line, default=-1) + 1)])
    return rows


def as_cell_data(sheet: Sheet, place: Place, cell: Cell) -> dict[str, Any]:
    """A cell as grid data shows it: with what its value comes to and how it looks."""
    made = dict(cell)
    value = value_of(sheet, place, cell)
    result = result_of(sheet, place, cell)
    if value is not None and value != "":
        made["effectiveValue"] = extended(value)
        made["formattedValue"] = shown_at(sheet, place, cell)
    if result is not None and result.hyperlink is not None:
        made["hyperlink"] = result.hyperlink
    own = cell.get("userEnteredFormat")
    if own or value is not None or result is not None:
        made["effectiveFormat"] = effective_format(own, result)
    return made


def extended(value: Any) -> dict[str, Any]:
    """A value in Google's ExtendedValue."""
    if isinstance(value, CellError):
        error = {"type": value.type}
        return {"errorValue": {**error, "message": value.message} if value.message else error}
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, int | float):
        return {"numberValue": tidy(value)}
    return {"stringValue": str(value)}


__all__ = ["as_cell_data", "filled", "format_of", "plain_value", "read", "shown", "shown_at", "value_of"]
