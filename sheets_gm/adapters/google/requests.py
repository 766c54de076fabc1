"""Cells and formats as requests of a spreadsheet's batchUpdate.

Every request may be sent twice. Text is written as text: a name that begins with "=" stays a name.
"""

from __future__ import annotations

import zlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from sheets_gm.adapters.google.api import Body, compact
from sheets_gm.kernel.forms import Typed
from sheets_gm.sheet.cleaning import spelled
from sheets_gm.sheet.grid import CHECKBOX, Cell, Row
from sheets_gm.sheet.planning import NOTE, PICK, STYLE, VALUE, ClearIf
from sheets_gm.sheet.template import Style, style_at

OURS = "sheets-gm"
"""The description that marks our protected ranges."""

MOST_CHARACTERS = 50_000
"""Characters that a cell can hold."""


def tab_id(key: str) -> int:
    """The sheet id of the tab *key*: the same in every workbook, and never 0, which is Google's own first tab."""
    return zlib.crc32(f"{OURS} {key}".encode()) % (2**31 - 2) + 1


def from_row(top: int) -> dict[str, int]:
    """The part of a grid range that starts it at row *top*."""
    return {"startRowIndex": top} if top else {}


def grid_range(sheet: int, area: tuple[int, int, int, int]) -> dict[str, int]:
    """The area (top, left, bottom, right) of a tab; bottom and right are not included."""
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


class Formats:
    """Cell formats by the names of their styles."""

    def __init__(self, styles: Mapping[str, Style]) -> None:
        self._styles = styles
        self._made: dict[str, dict[str, Any]] = {}
        self._lengths: dict[str, int] = {}

    def __getitem__(self, name: str) -> dict[str, Any]:
        if name not in self._made:
            self._made[name] = _format(style_at(self._styles, name))
        return self._made[name]

    def length(self, name: str) -> int:
        """The characters of a format in a request."""
        if name not in self._lengths:
            self._lengths[name] = len(compact(self[name]))
        return self._lengths[name]


def put(
    sheet: int,
    start: tuple[int, int],
    rows: Sequence[Row],
    aspects: int,
    formats: Formats,
    painted: Collection[tuple[int, int]] = (),
) -> Body:
    """The request that writes the chosen aspects of cells, in *rows* from *start* on.

    The formats of *painted* cells are left empty, because another request writes them.
    """
    chosen = [aspect for aspect in _FIELDS if aspect & aspects]
    top, left = start
    return {
        "updateCells": {
            "start": {"sheetId": sheet, "rowIndex": top, "columnIndex": left},
            "rows": [
                {
                    "values": [
                        {
                            name: value
                            for name, value in _cell(cell, chosen, formats)
                            if value and not (name == _FIELDS[STYLE] and (top + down, left + at) in painted)
                        }
                        for at, cell in enumerate(row)
                    ]
                }
                for down, row in enumerate(rows)
            ],
            "fields": ",".join(_FIELDS[aspect] for aspect in chosen),
        }
    }


def _cell(cell: Cell, aspects: Sequence[int], formats: Formats) -> Iterator[tuple[str, Any]]:
    for aspect in aspects:
        if aspect == VALUE:
            yield "userEnteredValue", _value(cell.value)
        elif aspect == STYLE:
            yield "userEnteredFormat", formats[cell.style]
        elif aspect == NOTE:
            yield "note", cell.note
        else:
            yield "dataValidation", _rule(cell.pick) if cell.pick else None


def _value(value: Typed) -> dict[str, Any] | None:
    if value is None or value == "":
        return None
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, int | float):
        return {"numberValue": value}
    return {"stringValue": value if len(value) <= MOST_CHARACTERS else value[: MOST_CHARACTERS - 1] + "…"}


@lru_cache(maxsize=4096)
def _rule(pick: tuple[str, ...]) -> dict[str, Any]:
    """A check box, or a drop-down that accepts other words too: a receipt explains a mistake better than a pop-up."""
    if pick == CHECKBOX:
        return {"condition": {"type": "BOOLEAN"}, "strict": True, "showCustomUi": True}
    options = [{"userEnteredValue": option} for option in pick]
    return {"condition": {"type": "ONE_OF_LIST", "values": options}, "strict": False, "showCustomUi": True}


def clear_if(sheet: int, clear: ClearIf) -> dict[str, Any]:
    """The request that empties a cell if it still holds what was read there, so that a later edit stays."""
    area = grid_range(sheet, (clear.row, clear.column, clear.row + 1, clear.column + 1))
    text = spelled(clear.value)
    if isinstance(clear.value, bool) or not text.strip():
        return value_at(sheet, clear.row, clear.column, None)
    return {
        "findReplace": {
            "find": text,
            "replacement": "",
            "matchCase": True,
            "matchEntireCell": True,
            "range": area,
        }
    }


def value_at(sheet: int, row: int, column: int, value: Typed) -> dict[str, Any]:
    """The request that sets the value of one cell (None empties it) and nothing else."""
    made = _value(value)
    return {
        "updateCells": {
            "start": {"sheetId": sheet, "rowIndex": row, "columnIndex": column},
            "rows": [{"values": [{"userEnteredValue": made} if made else {}]}],
            "fields": "userEnteredValue",
        }
    }


def rgb(colour: str) -> dict[str, float]:
    """A colour like "#16a34a" as the API writes it, each part from 0 to 1."""
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
    made: dict[str, Any] = {"textFormat": text} if text else {}
    if style.fill:
        made["backgroundColorStyle"] = {"rgbColor": rgb(style.fill)}
    if style.border:
        edge = {"style": "SOLID", "colorStyle": {"rgbColor": rgb(style.border)}}
        made["borders"] = dict.fromkeys(("top", "bottom", "left", "right"), edge)
    if style.align:
        made["horizontalAlignment"] = style.align.upper()
    if style.valign:
        made["verticalAlignment"] = style.valign.upper()
    if style.wrap:
        made["wrapStrategy"] = "WRAP"
    return made
