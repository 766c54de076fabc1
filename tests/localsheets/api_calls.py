"""Helpers that call methods of the API for which gspread has no method."""

from __future__ import annotations

from typing import Any

from sheets_gm.localsheets.spreadsheet.model.a1 import parse_box

BASE = "https://sheets.googleapis.com/v4/spreadsheets"


def batch(sheet: Any, *requests: Any, **options: Any) -> list[Any]:
    """The replies of one batchUpdate."""
    replies: list[Any] = sheet.batch_update({"requests": list(requests), **options})["replies"]
    return replies


def grid(a1: str, sheet_id: int = 0) -> dict[str, int]:
    """A GridRange."""
    area = parse_box(a1)
    held = {
        "sheetId": sheet_id,
        "startRowIndex": area.top,
        "endRowIndex": area.bottom,
        "startColumnIndex": area.left,
        "endColumnIndex": area.right,
    }
    return {name: at for name, at in held.items() if at is not None}


def rows(start: int, end: int, sheet_id: int = 0) -> dict[str, Any]:
    """A DimensionRange of rows."""
    return {"sheetId": sheet_id, "dimension": "ROWS", "startIndex": start, "endIndex": end}


def columns(start: int, end: int, sheet_id: int = 0) -> dict[str, Any]:
    """A DimensionRange of columns."""
    return {**rows(start, end, sheet_id), "dimension": "COLUMNS"}


def post(sheet: Any, path: str, body: Any) -> Any:
    """The answer of a POST below the spreadsheet's address."""
    return sheet.client.request("post", f"{BASE}/{sheet.id}{path}", json=body).json()


def get(sheet: Any, path: str) -> Any:
    """The answer of a GET below the spreadsheet's address."""
    return sheet.client.request("get", f"{BASE}/{sheet.id}{path}").json()


def whole(sheet: Any) -> Any:
    """Everything that spreadsheets.get tells."""
    return sheet.fetch_sheet_metadata({"includeGridData": "true"})


def tab(sheet: Any, index: int = 0) -> Any:
    """What spreadsheets.get tells of one tab, without its cells."""
    return sheet.fetch_sheet_metadata()["sheets"][index]


def cell(sheet: Any, a1: str) -> Any:
    """A cell's data."""
    held = sheet.fetch_sheet_metadata({"includeGridData": "true", "ranges": a1})["sheets"][0]["data"][0]
    return held.get("rowData", [{}])[0].get("values", [{}])[0]


def shown(sheet: Any, a1: str) -> Any:
    """The values of a range, as they are shown; [] for none."""
    return sheet.values_get(a1).get("values", [])


def fill(sheet: Any, a1: str, values: Any) -> None:
    """Write values as they are given."""
    sheet.values_update(a1, {"valueInputOption": "RAW"}, {"values": values})
