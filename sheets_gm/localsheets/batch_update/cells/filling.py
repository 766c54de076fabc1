"""`autoFill` and `pasteData`: cells that continue others, and cells from a text.

A series continues as people expect: numbers at equal distances, days, texts that end in a number, formulas that move
along. Everything else is repeated.
"""

from __future__ import annotations

import csv
import io
import re
from html.parser import HTMLParser
from itertools import pairwise
from typing import Any

from sheets_gm.localsheets.batch_update.cells.write_cells import copied_cell, type_text
from sheets_gm.localsheets.batch_update.targets import Body, area_of, require_editable, required, sheet_of
from sheets_gm.localsheets.protocol.errors import invalid
from sheets_gm.localsheets.spreadsheet.model.a1 import Box
from sheets_gm.localsheets.spreadsheet.model.document import Document
from sheets_gm.localsheets.spreadsheet.model.sheet import Cell, Place, Sheet
from sheets_gm.localsheets.spreadsheet.values.number_formats import is_date

_COUNTED = re.compile(r"(.*?)(\d+)", re.DOTALL)
TYPED = ("PASTE_NORMAL", "PASTE_VALUES", "PASTE_FORMULA", "PASTE_NO_BORDERS")
"""Paste types that write what a text holds; the others write looks, which a text has not."""


def auto_fill(document: Document, body: Body, account: str) -> Body:
    """`autoFill`: a range continues its filled part, or a source is continued by a number of rows or columns."""
    if "sourceAndDestination" in body:
        asked = body["sourceAndDestination"]
        sheet, source = area_of(document, asked, "source")
        down = asked.get("dimension", "ROWS") != "COLUMNS"
        target = _beyond(sheet, source, int(asked.get("fillLength", 0)), down=down)
    else:
        sheet, whole = area_of(document, body)
        source, down = _filled_part(sheet, whole)
        target = whole
    require_editable(document, sheet, target, account)
    document.visit(((target.bottom or 0) - target.top) * ((target.right or 0) - target.left))
    other = bool(body.get("useAlternateSeries"))
    across = range(source.left, source.right or 0) if down else range(source.top, source.bottom or 0)
    for line in across:
        _fill(document, sheet, _Line(source, target, line, down), other=other)
    return {}


def _beyond(sheet: Sheet, source: Box, length: int, *, down: bool) -> Box:
    """Return the cells after a source, or before it if *length* is negative. Raises 400 outside the grid."""
    if not length:
        raise invalid("fillLength must not be 0.")
    bottom, right = source.bottom or 0, source.right or 0
    if down:
        top, end = (bottom, bottom + length) if length > 0 else (source.top + length, source.top)
        target = Box(top, source.left, end, right)
    else:
        left, end = (right, right + length) if length > 0 else (source.left + length, source.left)
        target = Box(source.top, left, bottom, end)
    if min(target.top, target.left) < 0 or not target.inside(Box(0, 0, *sheet.size)):
        raise invalid("The cells to fill lie outside of the grid.")
    return target


def _filled_part(sheet: Sheet, area: Box) -> tuple[Box, bool]:
    """Return the filled part of a range, from its corner on, and whether the series continues downwards."""
    held = [place for place, cell in sheet.values_in(area) if "userEnteredValue" in cell]
    if not held:
        raise invalid("The range holds nothing to go on from.")
    bottom, right = 1 + max(row for row, _ in held), 1 + max(column for _, column in held)
    down = bottom < (area.bottom or 0)
    return Box(area.top, area.left, bottom if down else area.bottom, right if not down else area.right), down


class _Line:
    """One column (or row) of a source, and the cells of the target that continue it."""

    def __init__(self, source: Box, target: Box, line: int, down: bool) -> None:
        first, last = (source.top, source.bottom or 0) if down else (source.left, source.right or 0)
        begin, end = (target.top, target.bottom or 0) if down else (target.left, target.right or 0)
        self.first, self.length = first, last - first
        self.wanted = [at for at in range(begin, end) if not first <= at < last]
        self._line, self._down = line, down

    def place(self, at: int) -> Place:
        """Return the cell at a position along the line."""
        return (at, self._line) if self._down else (self._line, at)


def _fill(document: Document, sheet: Sheet, line: _Line, *, other: bool) -> None:
    cells = [sheet.cells.get(line.place(line.first + at), {}) for at in range(line.length)]
    step = _step(cells, other=other)
    for at in line.wanted:
        number = (at - line.first) % line.length
        times = (at - line.first) // line.length
        source, here = line.place(line.first + number), line.place(at)
        cell = copied_cell(cells[number], here[0] - source[0], here[1] - source[1])
        if step is not None:
            cell = {**cell, "userEnteredValue": {"numberValue": _number(cells[0]) + step * (at - line.first)}}
        elif (text := _counted(cell, times, len(cells), other=other)) is not None:
            cell = {**cell, "userEnteredValue": {"stringValue": text}}
        document.put(sheet, here, cell)


def _number(cell: Cell) -> Any:
    return cell.get("userEnteredValue", {}).get("numberValue")


def _step(cells: list[Cell], *, other: bool) -> float | None:
    """Return the distance at which numbers continue; None if they are repeated, or are not numbers."""
    numbers = [_number(cell) for cell in cells]
    if None in numbers:
        return None
    if len(numbers) == 1:
        goes_on = is_date(cells[0].get("userEnteredFormat", {}).get("numberFormat"))
        return 1.0 if goes_on is not other else None
    step = numbers[1] - numbers[0]
    even = all(abs(two - one - step) < 1e-9 for one, two in pairwise(numbers))
    return step if even and not other else None


def _counted(cell: Cell, times: int, count: int, *, other: bool) -> str | None:
    """Return a text that ends in a number with its later number, *times* rounds of *count* texts on."""
    match = _COUNTED.fullmatch(cell.get("userEnteredValue", {}).get("stringValue", ""))
    if match is None or other:
        return None
    number = int(match[2]) + times * count
    return f"{match[1]}{number:0{len(match[2])}d}" if number >= 0 else None


# -- pasting a text ----------------------------------------------------------------------------------------------------


def paste_data(document: Document, body: Body, account: str) -> Body:
    """`pasteData`: a text with a delimiter, or an HTML table, read as if it were typed from a cell on."""
    corner = required(body, "coordinate")
    sheet = sheet_of(document, corner)
    top, left = corner.get("rowIndex", 0), corner.get("columnIndex", 0)
    if body.get("html") is True:
        rows = _of_html(body.get("data", ""))
    elif body.get("delimiter"):
        rows = _of_text(body.get("data", ""), body["delimiter"])
    else:
        raise invalid("Exactly one of delimiter or html must be specified.")
    if body.get("type", "PASTE_NORMAL") not in TYPED or not rows:
        return {}
    area = Box(top, left, top + len(rows), left + max(1, *map(len, rows)))
    if not area.inside(Box(0, 0, *sheet.size)):
        raise invalid(f"The pasted cells would exceed grid limits. Max rows: {sheet.size[0]}, columns: {sheet.size[1]}")
    require_editable(document, sheet, area, account)
    for row, texts in enumerate(rows, top):
        for column, text in enumerate(texts, left):
            type_text(document, sheet, (row, column), text, formula=text.startswith("="))
    return {}


def _of_text(data: str, delimiter: str) -> list[list[str]]:
    if len(delimiter) == 1 and delimiter not in '"\r\n':
        return list(csv.reader(io.StringIO(data), delimiter=delimiter))
    return [line.split(delimiter) for line in data.splitlines()]


class _Table(HTMLParser):
    """The texts of a table's cells."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self._inside = False

    def handle_starttag(self, tag: str, _attributes: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows = self.rows or [[]]
            self.rows[-1].append("")
            self._inside = True
        elif tag == "br" and self._inside:
            self.rows[-1][-1] += "\n"

    def handle_endtag(self, tag: str) -> None:
        self._inside = self._inside and tag not in ("td", "th", "tr")

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.rows[-1][-1] += data


def _of_html(data: str) -> list[list[str]]:
    table = _Table()
    table.feed(data)
    return [[text.strip() for text in row] for row in table.rows]
