"""Cells and formats as requests of a spreadsheet's batchUpdate.

Every request may be sent twice, except those of `once`, which make the service refuse the batch the second time. Text
is written as text: a name that begins with "=" stays a name.
"""

from __future__ import annotations

import zlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sheets_gm.adapters.google.calls.api import Body, compact
from sheets_gm.kernel.forms import Typed
from sheets_gm.sheet.cleaning import spelled
from sheets_gm.sheet.grid import PLACE_LINK, Cell, Row, Run, is_box, tick_text
from sheets_gm.sheet.marks import COLOUR, HIDDEN
from sheets_gm.sheet.template import Style, style_at
from sheets_gm.sheet.writes import NOTE, PICK, STYLE, VALUE, Bare, ClearIf, Mark, Once, Unless

OURS = "sheets-gm"
"""The description that marks our protected ranges."""

MOST_CHARACTERS = 50_000
"""Characters that a cell can hold."""


def own_id(name: str) -> int:
    """Return the id for something that this program calls *name*: the same each time, and never 0."""
    return zlib.crc32(f"{OURS} {name}".encode()) % (2**31 - 2) + 1


def tab_id(key: str) -> int:
    """Return the sheet id of the tab *key*, the same in every workbook, never 0 (Google's first tab)."""
    return own_id(key)


def from_row(top: int) -> dict[str, int]:
    """Return the part of a grid range that starts it at row *top*."""
    return {"startRowIndex": top} if top else {}


def grid_range(sheet: int, area: tuple[int, int, int, int]) -> dict[str, int]:
    """Return the area (top, left, bottom, right) of a tab as a grid range. Bottom and right are excluded."""
    top, left, bottom, right = area
    return {
        "sheetId": sheet,
        "startRowIndex": top,
        "startColumnIndex": left,
        "endRowIndex": bottom,
        "endColumnIndex": right,
    }


_FIELDS = {
    VALUE: "userEnteredValue",
    STYLE: "userEnteredFormat",
    NOTE: "note",
    PICK: "dataValidation",
}


RUNS = "textFormatRuns"
"""The field of a cell with the formats of parts of its text."""

TEXT_FORMAT = {"type": "TEXT", "pattern": "@"}
"""The number format of a cell in which everything typed is text."""

_TEXT_MARK, _LINK_MARK = "@", "\n"


def look(cell: Cell) -> str:
    """Return the name of a cell's format in `Formats`: its style, a mark for a text input, and its link."""
    if cell.link:
        return f"{cell.style}{_LINK_MARK}{cell.link}"
    return f"{cell.style}{_TEXT_MARK}" if cell.text else cell.style


def address(link: str) -> str:
    """Return the address of a *link* for the service. A link to a cell of the same spreadsheet has no document."""
    if not link.startswith(PLACE_LINK):
        return link
    tab, _, cell = link.removeprefix(PLACE_LINK).rpartition("!")
    return f"#gid={tab_id(tab)}&range={cell}"


class Formats:
    """Cell formats by the `look` of cells."""

    def __init__(self, styles: Mapping[str, Style]) -> None:
        self._styles = styles
        self._made: dict[str, dict[str, Any]] = {}
        self._lengths: dict[str, int] = {}

    def __getitem__(self, name: str) -> dict[str, Any]:
        if name not in self._made:
            style, _, link = name.partition(_LINK_MARK)
            cell_format = _format(style_at(self._styles, style.removesuffix(_TEXT_MARK)))
            if link:
                cell_format = {
                    **cell_format,
                    "textFormat": {**cell_format.get("textFormat", {}), "link": {"uri": address(link)}},
                }
            self._made[name] = (
                {**cell_format, "numberFormat": TEXT_FORMAT} if style.endswith(_TEXT_MARK) else cell_format
            )
        return self._made[name]

    def run(self, run: Run) -> dict[str, Any]:
        """Return the text format of a part of a text."""
        text = self[run.style].get("textFormat", {}) if run.style else {}
        return {**text, "link": {"uri": address(run.link)}} if run.link else text

    def length(self, name: str) -> int:
        """Return the number of characters of a format in a request."""
        if name not in self._lengths:
            self._lengths[name] = len(compact(self[name]))
        return self._lengths[name]


def bare(sheet: int, write: Bare, size: tuple[int, int]) -> Iterator[Body]:
    """Yield requests that remove all but values below and right of the drawn part of a tab of that *size*."""
    fields = ",".join(_FIELDS[aspect] for aspect in (STYLE, NOTE, PICK))
    below = [{"startRowIndex": write.bottom}] if write.bottom < size[0] else []
    right = [{"startColumnIndex": write.right}] if 0 < write.right < size[1] else []
    for outside in (*below, *right):
        yield {"repeatCell": {"range": {"sheetId": sheet, **outside}, "cell": {}, "fields": fields}}


@dataclass(frozen=True, slots=True)
class CellRows:
    """Cells to write in *rows*, from (*top*, *left*) on, and the *aspects* of them to write."""

    top: int
    left: int
    rows: Sequence[Row]
    aspects: int


def put(sheet: int, cells: CellRows, formats: Formats, painted: Collection[tuple[int, int]] = ()) -> Body:
    """Return the request that writes *cells*.

    The formats of *painted* cells are left out, because another request writes them.
    """
    top, left, aspects = cells.top, cells.left, cells.aspects
    plain = aspects & ~STYLE
    # a new value erases the runs of the one before
    runs = (RUNS,) if aspects & VALUE and any(cell.runs for row in cells.rows for cell in row) else ()
    rows = [
        [
            _cell(cell, plain if painted and (row, column) in painted else aspects, formats)
            for column, cell in enumerate(each, start=left)
        ]
        for row, each in enumerate(cells.rows, start=top)
    ]
    return {
        "updateCells": {
            "start": {"sheetId": sheet, "rowIndex": top, "columnIndex": left},
            "rows": [{"values": values} for values in rows],
            "fields": ",".join((*(name for aspect, name in _FIELDS.items() if aspect & aspects), *runs)),
        }
    }


def _cell(cell: Cell, aspects: int, formats: Formats) -> Body:
    """Return the *aspects* of a cell that are not empty."""
    data: Body = {}
    if aspects & VALUE and (value := _value(cell.value if cell.pick is None else _held(cell))):
        data["userEnteredValue"] = value
    if aspects & VALUE and cell.runs and (runs := _runs(cell, formats)):
        data[RUNS] = runs
    if aspects & STYLE and (style := formats[look(cell)]):
        data["userEnteredFormat"] = style
    if aspects & NOTE and cell.note:
        data["note"] = cell.note
    if aspects & PICK and cell.pick:
        data["dataValidation"] = _rule(cell.pick)
    return data


def _runs(cell: Cell, formats: Formats) -> list[dict[str, Any]]:
    """Return the runs of a text. The service counts in units of UTF-16. An empty run has the format of its cell."""
    text = str(cell.value)
    return [
        {"startIndex": len(text[: run.start].encode("utf-16-le")) // 2, "format": formats.run(run)}
        for run in cell.runs
        if run.start < len(text)
    ]


def input_of(cell: Cell, formats: Formats) -> tuple[Body | None, Body]:
    """Return the drop-down or box of an input, and its format."""
    return (_rule(cell.pick) if cell.pick else None), formats[look(cell)]


def _held(cell: Cell) -> Typed:
    """Return the value of *cell* for the service. A box with its own text holds that text, or nothing."""
    text = tick_text(cell.pick)
    return (text if cell.value else None) if text and isinstance(cell.value, bool) else cell.value


def _value(value: Typed) -> dict[str, Any] | None:
    if value is None or value == "":
        return None
    if isinstance(value, str):
        return {"stringValue": value if len(value) <= MOST_CHARACTERS else value[: MOST_CHARACTERS - 1] + "…"}
    return {"boolValue": value} if isinstance(value, bool) else {"numberValue": value}


@lru_cache(maxsize=4096)
def _rule(pick: tuple[str, ...]) -> dict[str, Any]:
    """Return a check box or drop-down that accepts other words too, because a receipt explains mistakes better.

    A box with its own text accepts other texts too, because people type TRUE there, and a late edit has another text.
    """
    if is_box(pick):
        texts = {"values": [{"userEnteredValue": tick_text(pick)}]} if tick_text(pick) else {}
        return {"condition": {"type": "BOOLEAN", **texts}, "strict": not texts, "showCustomUi": True}
    options = [{"userEnteredValue": option} for option in pick]
    return {"condition": {"type": "ONE_OF_LIST", "values": options}, "strict": False, "showCustomUi": True}


_PRECISE = {"type": "NUMBER", "pattern": "0.###############"}
"""A number format that shows all digits and no separators but the decimal one."""


def clear_if(sheet: int, clear: ClearIf) -> Iterator[Body]:
    """Yield the requests that empty a cell, or write its default, if it still holds what was read. A later edit stays.

    The service searches for the displayed text of a cell. So a number, a date or a percentage is first shown with all
    its digits, with a point or a comma. A formula is found by its first character, because its text is not known. A
    number format that a person typed is lost. A default with a dollar sign or a backslash is written at once, because a
    replacement would interpret these.
    """
    place = (sheet, clear.row, clear.column)
    area = grid_range(sheet, (clear.row, clear.column, clear.row + 1, clear.column + 1))
    value, digits = clear.value, ""
    if isinstance(value, int | float) and not isinstance(value, bool):
        digits = f"{value:.15g}"
    text, new = spelled(value), clear.instead
    literal = not set("$\\") & set(new)
    if isinstance(value, bool) or not text or "e" in digits or "n" in digits or not literal:
        yield value_at(*place, new)
    elif not text.strip():
        # nothing but spaces, which a search by text may take for nothing
        yield _replace_all(area, "".join(("^", *(f"\\x{{{ord(each):x}}}" for each in text), "$")), new, regex=True)
    elif digits:
        yield _number_format(*place, _PRECISE)
        # a whole number may end in a decimal sign
        shown = digits.replace(".", "[.,]") if "." in digits else f"{digits}[.,]?"
        yield _replace_all(area, f"^{shown}$", new, regex=True)
    else:
        yield _replace_all(area, text, new)
    if not (clear.text and isinstance(value, str) and text.strip() and literal):
        formulas = _replace_all(area, r"^=[\s\S]*$", new if literal else "", regex=True)
        yield {"findReplace": {**formulas["findReplace"], "includeFormulas": True}}
    yield _number_format(*place, TEXT_FORMAT if clear.text else None)


def was_missed(requests: Sequence[Body], replies: Sequence[Body]) -> bool:
    """Return whether the *requests* of `clear_if` searched for a value and found nothing, according to *replies*."""
    looked_for = [request["findReplace"] for request in requests if "findReplace" in request]
    has_match = any(reply.get("findReplace", {}).get("occurrencesChanged") for reply in replies)
    return not has_match and not all(each.get("includeFormulas") for each in looked_for)


def _replace_all(area: Body, find: str, new: str, *, regex: bool = False) -> Body:
    return {
        "findReplace": {
            "find": find,
            "replacement": new,
            "matchCase": True,
            **({"searchByRegex": True} if regex else {"matchEntireCell": True}),
            "range": area,
        }
    }


def _number_format(sheet: int, row: int, column: int, number_format: Body | None) -> Body:
    cell = {"userEnteredFormat": {"numberFormat": number_format}} if number_format else {}
    return {
        "updateCells": {
            "start": {"sheetId": sheet, "rowIndex": row, "columnIndex": column},
            "rows": [{"values": [cell]}],
            "fields": "userEnteredFormat.numberFormat",
        }
    }


def value_at(sheet: int, row: int, column: int, value: Typed) -> dict[str, Any]:
    """Return the request that sets only the value of one cell; None empties it."""
    cell_value = _value(value)
    return {
        "updateCells": {
            "start": {"sheetId": sheet, "rowIndex": row, "columnIndex": column},
            "rows": [{"values": [{"userEnteredValue": cell_value} if cell_value else {}]}],
            "fields": "userEnteredValue",
        }
    }


def mark(sheet: int, wanted: Mark) -> Iterator[Body]:
    """Yield the requests that put a note for programs on a tab, in place of an earlier one with the same key."""
    location = {"sheetId": sheet}
    if wanted.key == COLOUR:
        properties = {**location, "tabColorStyle": {"rgbColor": rgb(wanted.value)}} if wanted.value else location
        yield {"updateSheetProperties": {"properties": properties, "fields": "tabColorStyle"}}
        return
    if wanted.key == HIDDEN:
        properties = {**location, "hidden": bool(wanted.value)}
        yield {"updateSheetProperties": {"properties": properties, "fields": "hidden"}}
    yield from _without_metadata(
        wanted.key, location, metadataLocation=location, locationMatchingStrategy="EXACT_LOCATION"
    )
    if wanted.value:
        yield {"createDeveloperMetadata": {"developerMetadata": _metadata(wanted.key, wanted.value, location)}}


KEPT = 8
"""How many marks of batches are kept, so that a batch that arrives late is still refused."""


def once(write: Once) -> Iterator[Body]:
    """Yield requests that the service refuses, with their whole batch, if a batch with that name was applied before.

    Metadata with a given id can be created only once. The metadata of an earlier batch is deleted.
    """
    location = {"spreadsheet": True}
    metadata = {**_metadata(f"{OURS}.once.{write.number % KEPT}", OURS, location), "metadataId": tab_id(write.name)}
    yield {"createDeveloperMetadata": {"developerMetadata": metadata}}
    yield from _without_metadata(f"{OURS}.once.{(write.number + 1) % KEPT}", location)


def unless(write: Unless) -> Iterator[Body]:
    """Yield requests that make the service refuse their batch if a batch of `once` with that name was applied."""
    name = tab_id(write.name)
    metadata = {**_metadata(f"{OURS}.unless", OURS, {"spreadsheet": True}), "metadataId": name}
    yield {"createDeveloperMetadata": {"developerMetadata": metadata}}
    yield {"deleteDeveloperMetadata": {"dataFilter": {"developerMetadataLookup": {"metadataId": name}}}}


def _metadata(key: str, value: str, location: Body) -> Body:
    metadata = {"metadataKey": key, "location": location, "visibility": "DOCUMENT"}
    return {**metadata, "metadataValue": value} if value else metadata


def _without_metadata(key: str, location: Body, **where: Any) -> Iterator[Body]:
    """Yield the requests that delete the metadata of *key*, or only what a lookup by *where* finds.

    It is not documented whether a request may delete nothing, so something to delete is always created first.
    """
    yield {"createDeveloperMetadata": {"developerMetadata": _metadata(key, "", location)}}
    yield {"deleteDeveloperMetadata": {"dataFilter": {"developerMetadataLookup": {"metadataKey": key, **where}}}}


def paste_value(sheet: int, row: int, column: int) -> Body:
    """Return the request that replaces a formula by the value that its cell shows."""
    area = grid_range(sheet, (row, column, row + 1, column + 1))
    return {"copyPaste": {"source": area, "destination": area, "pasteType": "PASTE_VALUES"}}


def rgb(colour: str) -> dict[str, float]:
    """Return a colour like "#16a34a" as the API writes it, each part from 0 to 1."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return {"red": round(red, 4), "green": round(green, 4), "blue": round(blue, 4)}


def _format(style: Style) -> dict[str, Any]:
    text: dict[str, Any] = {}
    if style.ink:
        text["foregroundColorStyle"] = {"rgbColor": rgb(style.ink)}
    if style.size:
        text["fontSize"] = style.size
    for name, on in (("bold", style.bold), ("italic", style.italic), ("strikethrough", style.strike)):
        if on:
            text[name] = True
    cell_format: dict[str, Any] = {"textFormat": text} if text else {}
    if style.fill:
        cell_format["backgroundColorStyle"] = {"rgbColor": rgb(style.fill)}
    if style.border:
        edge = {"style": "SOLID", "colorStyle": {"rgbColor": rgb(style.border)}}
        cell_format["borders"] = dict.fromkeys(("top", "bottom", "left", "right"), edge)
    if style.align:
        cell_format["horizontalAlignment"] = style.align.upper()
    if style.valign:
        cell_format["verticalAlignment"] = style.valign.upper()
    if style.wrap:
        cell_format["wrapStrategy"] = "WRAP"
    return cell_format
