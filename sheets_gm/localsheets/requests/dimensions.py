"""Requests about rows and columns: their size, their number, their place."""

from __future__ import annotations

from sheets_gm.localsheets import fields
from sheets_gm.localsheets.a1 import Box
from sheets_gm.localsheets.document import Cell, Document, Sheet
from sheets_gm.localsheets.errors import invalid
from sheets_gm.localsheets.requests.targets import Body, check_size, sheet_of, touched


def update_dimension_properties(document: Document, body: Body, _account: str) -> Body:
    """`updateDimensionProperties`: the size of rows or columns, and whether they are hidden."""
    where = body["range"]
    sheet = sheet_of(document, where)
    mask = fields.parse(body["fields"])
    document.touch(sheet)
    across = where["dimension"] == "COLUMNS"
    name = "columnMetadata" if across else "rowMetadata"
    held = sheet.meta.setdefault("_dimensions", {}).setdefault(name, {})
    for at in range(where.get("startIndex", 0), where.get("endIndex", sheet.size[across])):
        held[str(at)] = fields.merge(mask, held.get(str(at), {}), body.get("properties", {}))
    return {}


def append_dimension(document: Document, body: Body, _account: str) -> Body:
    """`appendDimension`: more rows or columns at the end."""
    sheet = sheet_of(document, body)
    document.touch(sheet)
    grid = sheet.meta["properties"]["gridProperties"]
    grid["rowCount" if body["dimension"] == "ROWS" else "columnCount"] += body["length"]
    check_size(document)
    return {}


def insert_dimension(document: Document, body: Body, account: str) -> Body:
    """`insertDimension`: new rows or columns, and everything behind them moves on."""
    where = body["range"]
    sheet = sheet_of(document, where)
    start, end = where.get("startIndex", 0), where["endIndex"]
    _shift(document, sheet, where["dimension"] == "ROWS", start, end - start, account)
    return {}


def delete_dimension(document: Document, body: Body, account: str) -> Body:
    """`deleteDimension`: rows or columns go, and everything behind them moves up."""
    where = body["range"]
    sheet = sheet_of(document, where)
    rows = where["dimension"] == "ROWS"
    start, end = where.get("startIndex", 0), where.get("endIndex", sheet.size[not rows])
    gone = Box(start, 0, end, sheet.size[1]) if rows else Box(0, start, sheet.size[0], end)
    touched(document, sheet, gone, account)
    if end - start >= sheet.size[not rows]:
        raise invalid("You can't delete all the rows on the sheet." if rows else "You can't delete all the columns.")
    _shift(document, sheet, rows, end, start - end, account)
    return {}


def _shift(document: Document, sheet: Sheet, rows: bool, start: int, by: int, _account: str) -> None:
    """Move everything from line *start* on by *by* lines; what it runs over is gone."""
    cells: dict[tuple[int, int], Cell] = {}
    for (row, column), cell in sheet.cells.items():
        line = row if rows else column
        if start + by <= line < start and by < 0:
            continue
        moved = line + by if line >= start else line
        cells[(moved, column) if rows else (row, moved)] = cell
    document.rearrange(sheet, cells)
    names = ("startRowIndex", "endRowIndex") if rows else ("startColumnIndex", "endColumnIndex")
    for kind in ("merges", "protectedRanges"):
        kept = []
        for each in sheet.meta.get(kind, []):
            span = each if kind == "merges" else each.get("range", {})
            if _moved(span, names, start, by):
                for free in each.get("unprotectedRanges", []):
                    _moved(free, names, start, by)
                kept.append(each)
        if kept:
            sheet.meta[kind] = kept
        else:
            sheet.meta.pop(kind, None)
    grid = sheet.meta["properties"]["gridProperties"]
    grid["rowCount" if rows else "columnCount"] += by


def _moved(span: Body, names: tuple[str, str], start: int, by: int) -> bool:
    """Move a range along; False if nothing is left of it."""
    first, last = names
    if first not in span and last not in span:
        return True
    for name in names:
        line = span.get(name, 0)
        if line >= start and (line > start or name == first or by < 0):
            span[name] = line + by
        elif by < 0 and line > start + by:
            span[name] = start + by
    return bool(span.get(first, 0) < span.get(last, 1))
