"""Tables, as people make them of cells, behave as on Google as far as other programs report it."""

from __future__ import annotations

from typing import Any

import pytest
from gspread.exceptions import APIError

from tests.localsheets.api_calls import batch, cell, fill, grid, shown, tab, whole

LIST = {"condition": {"type": "ONE_OF_LIST", "values": [{"userEnteredValue": "north"}]}}


def table(a1: str = "A1:C4", *columns: dict[str, Any], **more: Any) -> dict[str, Any]:
    columns_of = {"columnProperties": list(columns)} if columns else {}
    return {"addTable": {"table": {"tableId": "t", "name": "Orders", "range": grid(a1), **columns_of, **more}}}


@pytest.fixture
def filled(sheet: Any) -> Any:
    fill(sheet, "A1:B3", [["who", "move"], ["Ana", "A1"], ["Ben", "=1+1"]])
    return sheet


def test_a_table_is_answered_with_its_columns_by_their_headings(filled: Any) -> None:
    made = batch(filled, table())[0]["addTable"]["table"]
    assert made == tab(filled)["tables"][0]
    assert [each["columnName"] for each in made["columnProperties"]] == ["who", "move", "Column 3"]
    assert shown(filled, "A1:C1") == [["who", "move", "Column 3"]]
    filled.values_update("A1:B1", {"valueInputOption": "USER_ENTERED"}, {"values": [["player", "=1+1"]]})
    names = [each["columnName"] for each in tab(filled)["tables"][0]["columnProperties"]]
    assert names == ["player", "Column 2", "Column 3"]
    filled.values_clear("A1:C1")
    assert shown(filled, "A1:C1") == [["Column 1", "Column 2", "Column 3"]]


def test_types_of_columns_are_kept_and_their_cells_take_no_other_validation(filled: Any) -> None:
    typed = {"columnIndex": 1, "columnName": "to", "columnType": "DROPDOWN", "dataValidationRule": LIST}
    batch(filled, table("A1:C4", typed, {"columnIndex": 2, "columnName": "ready", "columnType": "BOOLEAN"}))
    assert shown(filled, "A1:C3")[0] == ["who", "to", "ready"]
    assert shown(filled, "C2:C4") == [["FALSE"]] * 3
    rule = {"setDataValidation": {"range": grid("B2"), "rule": LIST}}
    with pytest.raises(APIError, match="This operation is not allowed on cells in typed columns"):
        batch(filled, rule)
    batch(filled, {"setDataValidation": {"range": grid("A2"), "rule": LIST}})
    listed = {
        "rows": [{"values": [{"dataValidation": LIST}]}],
        "fields": "dataValidation",
        "start": {"rowIndex": 1, "columnIndex": 1},
    }
    batch(filled, {"updateCells": listed})


@pytest.mark.parametrize(
    ("column", "message"),
    [
        ({"columnType": "DROPDOWN"}, "Condition must be set for dropdown column type"),
        ({"columnType": "DOUBLE", "dataValidationRule": LIST}, "Cannot set condition for non-dropdown column type"),
    ],
)
def test_a_column_of_a_wrong_type_is_refused(filled: Any, column: dict[str, Any], message: str) -> None:
    with pytest.raises(APIError, match=message):
        batch(filled, table("A1:C4", column))


def test_a_table_overlaps_no_other_and_no_bands_and_no_merged_cells(filled: Any) -> None:
    batch(filled, {"mergeCells": {"range": grid("A6:B6"), "mergeType": "MERGE_ALL"}})
    band = {"range": grid("E1:F3"), "rowProperties": {"firstBandColorStyle": {"rgbColor": {"red": 1}}}}
    batch(filled, table(), {"addBanding": {"bandedRange": band}})
    for a1, message in (("C4:D6", "overlap"), ("A5:B7", "merged"), ("F3:G5", "alternating background colors")):
        with pytest.raises(APIError, match=message):
            batch(filled, table(a1, tableId="other"))
    with pytest.raises(APIError, match="already exists"):
        batch(filled, table("A8:B9"))
    with pytest.raises(APIError, match="merge cells in a table"):
        batch(filled, {"mergeCells": {"range": grid("C4:D4"), "mergeType": "MERGE_ALL"}})


def test_an_update_replaces_all_columns_and_each_has_a_name(filled: Any) -> None:
    batch(filled, table("A1:B3", {"columnIndex": 1, "columnType": "TEXT"}))
    change = {"table": {"tableId": "t", "range": grid("A1:B4"), "columnProperties": [{"columnName": "seat"}]}}
    batch(filled, {"updateTable": {**change, "fields": "range,columnProperties"}})
    assert tab(filled)["tables"][0]["columnProperties"] == [
        {"columnName": "seat"}, {"columnIndex": 1, "columnName": "move"},
    ]  # fmt: skip
    change["table"]["columnProperties"] = [{"columnIndex": 1}]
    with pytest.raises(APIError, match="Table header row cell must have a value"):
        batch(filled, {"updateTable": {**change, "fields": "columnProperties"}})


def test_a_deleted_table_takes_its_cells_along(filled: Any) -> None:
    fill(filled, "E1", [["stays"]])
    batch(filled, table(), {"deleteTable": {"tableId": "t"}})
    assert shown(filled, "A1:E4") == [["", "", "", "", "stays"]]
    assert "tables" not in tab(filled)
    with pytest.raises(APIError, match="No table with id: t"):
        batch(filled, {"deleteTable": {"tableId": "t"}})


def test_a_table_moves_with_its_rows_and_a_copy_of_its_tab_has_one_of_its_own(filled: Any) -> None:
    inserted = {"range": {"sheetId": 0, "dimension": "ROWS", "startIndex": 0, "endIndex": 2}}
    batch(filled, table(), {"insertDimension": inserted}, {"duplicateSheet": {"sourceSheetId": 0, "newSheetId": 5}})
    first, second = sorted(
        (each["tables"][0] for each in whole(filled)["sheets"]), key=lambda each: each["tableId"] != "t"
    )
    assert (first["range"]["startRowIndex"], second["range"]["sheetId"]) == (2, 5)
    assert first["tableId"] != second["tableId"]


def test_a_new_value_erases_the_chips_and_the_formats_of_parts_of_a_text(sheet: Any) -> None:
    runs = {"chipRuns": [{"chip": {"personProperties": {"email": "ana@example.com"}}}]}
    bold = {"textFormatRuns": [{"startIndex": 1, "format": {"bold": True}}]}
    cells = [{"userEnteredValue": {"stringValue": "@"}, **runs}, {"userEnteredValue": {"stringValue": "ab"}, **bold}]
    fields = "userEnteredValue,chipRuns,textFormatRuns"
    written = {"start": {"rowIndex": 0, "columnIndex": 0}, "rows": [{"values": cells}], "fields": fields}
    batch(sheet, {"updateCells": written})
    assert (cell(sheet, "A1")["chipRuns"], cell(sheet, "B1")["textFormatRuns"]) == tuple(
        next(iter(each.values())) for each in (runs, bold)
    )
    fill(sheet, "A1", [["ana"]])
    batch(sheet, {"updateCells": {**written, "rows": [{"values": [{}, {}]}], "fields": "userEnteredValue"}})
    assert not {"chipRuns", "textFormatRuns"} & (cell(sheet, "A1").keys() | cell(sheet, "B1").keys())


@pytest.mark.parametrize(
    ("a1", "message"), [("B2:D2", "cross the borders of an existing filter"), ("A2:A3", "vertically merge cells")]
)
def test_cells_of_a_filter_are_merged_only_within_a_row(filled: Any, a1: str, message: str) -> None:
    batch(filled, {"setBasicFilter": {"filter": {"range": grid("A1:C4")}}})
    with pytest.raises(APIError, match=message):
        batch(filled, {"mergeCells": {"range": grid(a1), "mergeType": "MERGE_ALL"}})
    batch(filled, {"mergeCells": {"range": grid("A2:B2"), "mergeType": "MERGE_ALL"}})


def test_cells_that_are_merged_over_rows_are_not_filtered(filled: Any) -> None:
    batch(filled, {"mergeCells": {"range": grid("A2:A3"), "mergeType": "MERGE_ALL"}})
    with pytest.raises(APIError, match="range containing vertical merges"):
        batch(filled, {"setBasicFilter": {"filter": {"range": grid("A1:C4")}}})
