"""Values: how what a caller sends becomes a cell, and how a cell is read.

RAW keeps what it is given; USER_ENTERED reads text as if it were typed. A formula is refused rather than shown wrong:
this spreadsheet does not evaluate formulas.
"""

from __future__ import annotations

import re
from typing import Any

from sheets_gm.localsheets.a1 import Box
from sheets_gm.localsheets.document import Cell, Document, Sheet
from sheets_gm.localsheets.errors import invalid

MOST_CHARACTERS = 50_000

_NUMBER = re.compile(r"[+-]?(\d{1,3}(,\d{3})+|\d+)?(\.\d*)?([eE][+-]?\d+)?")
_PERCENT = re.compile(r"([+-]?\d+(?:\.\d+)?)%")


def entered(value: Any, option: str, where: str) -> dict[str, Any] | None:
    """The `userEnteredValue` for *value*; None empties the cell. 400 where it is no value of a cell."""
    if value is None or value == "":
        return None
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, int | float):
        return {"numberValue": value}
    if not isinstance(value, str):
        raise invalid(f"Invalid {where}: Invalid values: cells must be a text, a number or a boolean.")
    if len(value) > MOST_CHARACTERS:
        raise invalid(
            f"Invalid {where}: Your input contains more than the maximum of {MOST_CHARACTERS} characters "
            "in a single cell."
        )
    return {"stringValue": value} if option == "RAW" else typed(value)


def typed(text: str) -> dict[str, Any]:
    """What *text* becomes when a person types it: a number, a boolean, or text (an apostrophe before it says so)."""
    if text.startswith("'"):
        return {"stringValue": text[1:]}
    if text.startswith("=") and len(text) > 1:
        raise invalid("Formulas are not evaluated by this local spreadsheet: write the value, or write it RAW.")
    plain = text.strip()
    if plain.upper() in ("TRUE", "FALSE"):
        return {"boolValue": plain.upper() == "TRUE"}
    percent = _PERCENT.fullmatch(plain)
    if percent:
        return {"numberValue": float(percent[1]) / 100}
    if any(sign.isdigit() for sign in plain) and _NUMBER.fullmatch(plain):
        number = float(plain.replace(",", ""))
        return {"numberValue": int(number) if number.is_integer() else number}
    return {"stringValue": text}


def plain_value(cell: Cell) -> Any:
    """A cell's value, without its format: text, number, boolean; None for an empty one."""
    held = cell.get("userEnteredValue")
    if not held:
        return None
    return next(iter(held.values()))


def shown(value: Any) -> str:
    """A value as the sheet shows it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else repr(value)
    return str(value)


def rendered(cell: Cell, option: str) -> Any:
    """A cell's value as a reader asked for it."""
    value = plain_value(cell)
    return shown(value) if option == "FORMATTED_VALUE" else value


def read(sheet: Sheet, area: Box, option: str, dimension: str = "ROWS") -> list[list[Any]]:
    """The values of *area*: rows without the empty cells at their ends, without empty rows at the end."""
    bottom, right = area.bottom or 0, area.right or 0
    held: dict[int, dict[int, Any]] = {}
    for (row, column), cell in sheet.values_in(Box(area.top, area.left, bottom, right)):
        value = rendered(cell, option)
        if value is not None and value != "":
            across, down = (row - area.top, column - area.left)
            if dimension == "COLUMNS":
                across, down = down, across
            held.setdefault(across, {})[down] = value
    rows: list[list[Any]] = []
    for at in range(max(held, default=-1) + 1):
        line = held.get(at, {})
        rows.append([line.get(place, "") for place in range(max(line, default=-1) + 1)])
    return rows


def write(
    document: Document, sheet: Sheet, area: Box, rows: list[list[Any]], option: str, where: str
) -> tuple[Box, int]:
    """Write *rows* from the corner of *area*; None leaves a cell as it is. The box that was written, and its cells."""
    height, width = len(rows), max((len(row) for row in rows), default=0)
    count = 0
    for down, row in enumerate(rows):
        for across, value in enumerate(row):
            count += 1
            if value is None:
                continue
            place = (area.top + down, area.left + across)
            cell = dict(sheet.cells.get(place, {}))
            held = entered(value, option, where)
            if held is None:
                cell.pop("userEnteredValue", None)
            else:
                cell["userEnteredValue"] = held
            document.put(sheet, place, cell)
    return Box(area.top, area.left, area.top + max(height, 1), area.left + max(width, 1)), count


def as_cell_data(cell: Cell) -> dict[str, Any]:
    """A cell as grid data shows it: with what its value comes to and how it looks."""
    made = dict(cell)
    held = cell.get("userEnteredValue")
    if held:
        made["effectiveValue"] = held
        made["formattedValue"] = shown(next(iter(held.values())))
    if "userEnteredFormat" in cell:
        made["effectiveFormat"] = cell["userEnteredFormat"]
    return made
