"""Earlier versions of a sheet look as the sheet did, whatever became of it since."""

from __future__ import annotations

from typing import Any

import pytest

from sheets_gm.localsheets.api.sheets_routes import earlier_versions
from sheets_gm.localsheets.api.sheets_routes.earlier_versions import kept, shown, version_shown
from sheets_gm.localsheets.batch_update import requests
from sheets_gm.localsheets.drive import versions
from tests.localsheets.formula_sheets import Book

RED = {"rgbColor": {"red": 1.0}}
ALL = {"sheetId": 0, "startRowIndex": 0, "endRowIndex": 3, "startColumnIndex": 0, "endColumnIndex": 3}


def book(*rows: list[Any]) -> Book:
    """A sheet with a rule for what begins with ✗, a format, a note and a merged area."""
    made = Book().type("A1", *rows)
    rule = {
        "ranges": [ALL],
        "booleanRule": {
            "condition": {"type": "TEXT_STARTS_WITH", "values": [{"userEnteredValue": "✗"}]},
            "format": {"textFormat": {"foregroundColorStyle": RED}},
        },
    }
    bold = {"userEnteredFormat": {"textFormat": {"bold": True}}, "note": "a note"}
    change(
        made,
        {"addConditionalFormatRule": {"rule": rule, "index": 0}},
        {"repeatCell": {"range": ALL, "cell": bold, "fields": "userEnteredFormat,note"}},
        {"mergeCells": {"range": {**ALL, "startRowIndex": 2}, "mergeType": "MERGE_ALL"}},
    )
    return made


def change(made: Book, *wanted: dict[str, Any]) -> None:
    requests.apply(made.document, list(wanted), "owner@localhost")


@pytest.mark.parametrize("rows", [[["✗ no", 1.5, True], ["x", "", "=A"]], [["✗ no", "=1+1"]]], ids=["plain", "formula"])
def test_a_version_looks_as_its_sheet_did(rows: list[list[Any]]) -> None:
    made = book(*rows)
    made.document.calculate()
    sheet = made.document.ordered()[0]
    before, data = shown(made.document, sheet), kept(made.document, sheet)
    made.type("A1", ["now"])
    change(made, {"unmergeCells": {"range": ALL}})
    assert data is not None
    assert version_shown(made.document, data) == before != shown(made.document, sheet)
    (first, *_), *_ = (row["values"] for row in before["data"][0]["rowData"])
    assert first["effectiveFormat"]["textFormat"]["foregroundColorStyle"] == RED
    assert first["formattedValue"] == "✗ no"


def test_a_version_that_was_kept_as_it_looked_is_shown_so() -> None:
    made = book(["x"])
    before = shown(made.document, made.document.ordered()[0])
    data = versions.packed(before)
    assert data is not None
    assert version_shown(made.document, data) == before


def test_nothing_is_worked_out_for_a_version_that_nobody_looks_at(monkeypatch: pytest.MonkeyPatch) -> None:
    made = book(["x", "y"])
    monkeypatch.setattr(earlier_versions, "shown", None)
    assert kept(made.document, made.document.ordered()[0]) is not None
