"""How values are written: RAW stores them as given, USER_ENTERED reads text as if it were typed."""

from __future__ import annotations

from datetime import date
from typing import Any, NamedTuple

from sheets_gm.localsheets.protocol.errors import ApiError, invalid
from sheets_gm.localsheets.spreadsheet.formulas.parsing import completed
from sheets_gm.localsheets.spreadsheet.model.a1 import Box
from sheets_gm.localsheets.spreadsheet.model.document import Document
from sheets_gm.localsheets.spreadsheet.model.sheet import Cell, Sheet
from sheets_gm.localsheets.spreadsheet.values.user_entered import Entry, parse_typed

MOST_CHARACTERS = 50_000


class Typing(NamedTuple):
    """The circumstances of typing: today's date and the locale."""

    today: date
    locale: str


def entry_of(value: Any, option: str, where: str, cell: Cell, typing: Typing | None = None) -> Entry | None:
    """Return the entry that *value* makes in *cell*; None empties it. Raises 400 if it is not a cell value."""
    if value is None or value == "":
        return None
    if isinstance(value, bool):
        return Entry({"boolValue": value})
    if isinstance(value, int | float):
        return Entry({"numberValue": value})
    if not isinstance(value, str):
        raise invalid(f"Invalid {where}: Invalid values: cells must be a text, a number or a boolean.")
    if len(value) > MOST_CHARACTERS:
        raise too_long(f"Invalid {where}: ")
    if option == "RAW":
        return Entry({"stringValue": value})
    today, locale = typing or (None, "en_US")
    entry = parse_typed(value, cell.get("userEnteredFormat", {}).get("numberFormat"), today, locale)
    if "formulaValue" in entry.value:
        return Entry({"formulaValue": completed(entry.value["formulaValue"])})
    return entry


def typing_in(document: Document) -> Typing:
    """Return today's date and the locale for typing into *document*."""
    return Typing(document.today(), document.locale)


def too_long(where: str = "") -> ApiError:
    """Build the 400 error for more characters than a cell can hold."""
    return invalid(
        f"{where}Your input contains more than the maximum of {MOST_CHARACTERS} characters in a single cell."
    )


RUNS = ("textFormatRuns", "chipRuns")
"""Fields of a cell about parts of its text, which a new value erases."""


def with_entry(cell: Cell, entry: Entry | None) -> Cell:
    """Return *cell* with a new entry. It takes the entry's number format unless it has one."""
    new_cell = {name: value for name, value in cell.items() if name != "userEnteredValue" and name not in RUNS}
    if entry is None or entry.value == {"stringValue": ""}:
        return new_cell
    new_cell["userEnteredValue"] = entry.value
    cell_format = new_cell.get("userEnteredFormat", {})
    if entry.format is not None and "numberFormat" not in cell_format:
        new_cell["userEnteredFormat"] = {**cell_format, "numberFormat": entry.format}
    return new_cell


def write(
    document: Document, sheet: Sheet, area: Box, rows: list[list[Any]], option: str, where: str
) -> tuple[Box, int]:
    """Write *rows* from the corner of *area* on; None keeps a cell. Returns the box and the number of cells written."""
    height, width = len(rows), max((len(row) for row in rows), default=0)
    typing = typing_in(document) if option == "USER_ENTERED" else None
    raw = option == "RAW"
    count = 0
    for down, row in enumerate(rows):
        for across, value in enumerate(row):
            count += 1
            if value is None:
                continue
            place = (area.top + down, area.left + across)
            cell = sheet.cells.get(place, {})
            if raw and value.__class__ is str and 0 < len(value) <= MOST_CHARACTERS:
                document.put(sheet, place, with_entry(cell, Entry({"stringValue": value})))
                continue
            document.put(sheet, place, with_entry(cell, entry_of(value, option, where, cell, typing)))
    return Box(area.top, area.left, area.top + max(height, 1), area.left + max(width, 1)), count
