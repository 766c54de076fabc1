"""`autoFill`, `pasteData`, slicers and pivot tables; and lists that a client writes as one message."""

from __future__ import annotations

from typing import Any

import pytest
from gspread.exceptions import APIError

from tests.localsheets.api_calls import batch, fill, grid, tab

DATED = {"numberFormat": {"type": "DATE"}}


def shown(sheet: Any, a1: str = "A1:E9") -> list[list[str]]:
    found: list[list[str]] = sheet.values_get(a1).get("values", [])
    return found


@pytest.mark.parametrize(
    ("typed", "request_", "rows"),
    [
        ([[1], [3]], {"range": grid("A1:A4")}, [["1"], ["3"], ["5"], ["7"]]),
        ([[7]], {"range": grid("A1:A3")}, [["7"], ["7"], ["7"]]),
        ([[7]], {"range": grid("A1:A3"), "useAlternateSeries": True}, [["7"], ["8"], ["9"]]),
        ([[1, 2]], {"range": grid("A1:D1")}, [["1", "2", "3", "4"]]),
        ([["Day 9"]], {"range": grid("A1:A3")}, [["Day 9"], ["Day 10"], ["Day 11"]]),
        ([["a"], ["b"]], {"range": grid("A1:A5")}, [["a"], ["b"], ["a"], ["b"], ["a"]]),
        ([[1, "=A1*2"]], {"range": grid("A1:B3"), "useAlternateSeries": True}, [["1", "2"], ["2", "4"], ["3", "6"]]),
    ],
)
def test_a_range_goes_on_from_what_is_filled(sheet: Any, typed: Any, request_: Any, rows: Any) -> None:
    sheet.values_update("A1", {"valueInputOption": "USER_ENTERED"}, {"values": typed})
    batch(sheet, {"autoFill": request_})
    assert shown(sheet) == rows


def test_a_source_goes_on_by_so_many_rows_or_columns_or_backwards_and_days_go_on(sheet: Any) -> None:
    sheet.values_update("B2", {"valueInputOption": "USER_ENTERED"}, {"values": [["3/1/2026"]]})
    fill(sheet, "A4", [[5], [6]])
    source = {"source": grid("B2"), "dimension": "COLUMNS", "fillLength": 2}
    back = {"source": grid("A4:A5"), "dimension": "ROWS", "fillLength": -2}
    batch(sheet, {"autoFill": {"sourceAndDestination": source}}, {"autoFill": {"sourceAndDestination": back}})
    assert shown(sheet) == [[], ["3", "3/1/2026", "3/2/2026", "3/3/2026"], ["4"], ["5"], ["6"]]
    with pytest.raises(APIError, match="outside of the grid"):
        batch(sheet, {"autoFill": {"sourceAndDestination": {**back, "source": grid("A1")}}})
    with pytest.raises(APIError, match="holds nothing"):
        batch(sheet, {"autoFill": {"range": grid("C8:C9")}})


@pytest.mark.parametrize(
    ("request_", "rows"),
    [
        ({"data": "a,1\n=1+1,3/1/2026", "delimiter": ","}, [["a", "1"], ["2", "3/1/2026"]]),
        ({"data": '"x,y"\t2', "delimiter": "\t"}, [["x,y", "2"]]),
        ({"data": "a::b\nc", "delimiter": "::"}, [["a", "b"], ["c"]]),
        (
            {"data": "<table><tr><th>a</th><td>1 &amp; 2</td></tr><tr><td>b</td></tr></table>", "html": True},
            [["a", "1 & 2"], ["b"]],
        ),
        ({"data": "a", "delimiter": ",", "type": "PASTE_FORMAT"}, []),
    ],
)
def test_a_text_or_a_table_is_pasted_as_if_it_were_typed(sheet: Any, request_: Any, rows: Any) -> None:
    batch(sheet, {"pasteData": {"coordinate": {"rowIndex": 1, "columnIndex": 1}, **request_}})
    assert shown(sheet, "B2:E9") == rows


def test_a_slicer_is_kept_changed_moved_and_deleted(sheet: Any) -> None:
    position = {"overlayPosition": {"anchorCell": {"rowIndex": 2, "columnIndex": 3}}}
    spec = {"dataRange": grid("A1:B9"), "columnIndex": 1, "title": "Team"}
    (reply,) = batch(sheet, {"addSlicer": {"slicer": {"position": position, "spec": spec}}})
    number = reply["addSlicer"]["slicer"]["slicerId"]
    batch(sheet, {"updateSlicerSpec": {"slicerId": number, "spec": {"title": "Side"}, "fields": "title"}})
    (kept,) = tab(sheet)["slicers"]
    assert (kept["slicerId"], kept["spec"]["title"], kept["spec"]["columnIndex"]) == (number, "Side", 1)
    moved = {"overlayPosition": {"anchorCell": {"rowIndex": 5}}}
    batch(sheet, {"updateEmbeddedObjectPosition": {"objectId": number, "newPosition": moved, "fields": "anchorCell"}})
    assert tab(sheet)["slicers"][0]["position"]["overlayPosition"]["anchorCell"]["rowIndex"] == 5
    batch(sheet, {"deleteEmbeddedObject": {"objectId": number}})
    assert "slicers" not in tab(sheet)


def test_a_pivot_table_is_kept_in_its_cell(sheet: Any) -> None:
    table = {"source": grid("A1:C9"), "rows": [{"sourceColumnOffset": 0, "showTotals": True, "sortOrder": "ASCENDING"}]}
    rows = [{"values": [{"pivotTable": table}]}]
    batch(sheet, {"updateCells": {"rows": rows, "start": {"columnIndex": 4}, "fields": "pivotTable"}})
    asked = {"includeGridData": "true", "ranges": "E1"}
    (kept,) = sheet.fetch_sheet_metadata(asked)["sheets"][0]["data"][0]["rowData"][0]["values"]
    assert kept["pivotTable"] == table


def test_one_message_stands_for_a_list_of_one_and_lists_within_lists_are_read(sheet: Any) -> None:
    added = {"addSheet": {"properties": {"title": "Two"}}}
    assert sheet.batch_update({"requests": added})["replies"][0]["addSheet"]["properties"]["title"] == "Two"
    sheet.batch_update({"requests": [[{"addSheet": {"properties": {"title": "Three"}}}]]})
    assert [each["properties"]["title"] for each in sheet.fetch_sheet_metadata()["sheets"]] == [
        "Sheet1",
        "Two",
        "Three",
    ]


def test_a_spreadsheet_says_its_default_format_and_its_theme(sheet: Any) -> None:
    properties = sheet.fetch_sheet_metadata()["properties"]
    assert properties["defaultFormat"]["textFormat"]["fontSize"] == 10
    kinds = [each["colorType"] for each in properties["spreadsheetTheme"]["themeColors"]]
    assert kinds == ["TEXT", "BACKGROUND", *(f"ACCENT{number}" for number in range(1, 7)), "LINK"]


def test_a_null_in_a_list_of_cells_is_a_cell_without_fields(sheet: Any) -> None:
    rows = [{"values": [None, {"userEnteredValue": {"numberValue": 1}}]}, None]
    batch(sheet, {"updateCells": {"rows": rows, "fields": "userEnteredValue", "start": {}}})
    assert shown(sheet) == [["", "1"]]


@pytest.mark.parametrize(("order", "first"), [("ASCENDING", "b"), ("DESCENDING", "a")])
def test_rows_of_a_colour_come_first_or_last(sheet: Any, order: str, first: str) -> None:
    fill(sheet, "A1", [["a"], ["b"], ["c"]])
    sheet.sheet1.format("A2", {"backgroundColor": {"red": 1}})
    by = {"dimensionIndex": 0, "sortOrder": order, "backgroundColorStyle": {"rgbColor": {"red": 1}}}
    batch(sheet, {"sortRange": {"range": grid("A1:A3"), "sortSpecs": [by]}})
    assert shown(sheet)[0] == [first]
