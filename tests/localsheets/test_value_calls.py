"""Methods of `spreadsheets.values` for which gspread has no method."""

from __future__ import annotations

from typing import Any

import pytest
from gspread.exceptions import APIError

from sheets_gm.localsheets.spreadsheet.values import reading
from tests.localsheets.api_calls import BASE, batch, fill, get, grid, post, shown


def append(sheet: Any, where: str, values: Any, **options: Any) -> Any:
    return sheet.values_append(where, {"valueInputOption": "RAW", **options}, {"values": values})


@pytest.fixture
def tables(sheet: Any) -> Any:
    """The two tables of Google's guide: A1:C2 and B4:D6."""
    fill(sheet, "A1:C2", [["x", "y", "z"], ["x", "y", "z"]])
    fill(sheet, "B4:D6", [["x", "y"], ["", "y", "z"], ["x", "y", "z"]])
    return sheet


@pytest.mark.parametrize(
    ("where", "table", "written"),
    [
        ("Sheet1", "Sheet1!B4:D6", "Sheet1!B7"),
        ("B4", "Sheet1!B4:D6", "Sheet1!B7"),
        ("C5:D5", "Sheet1!B4:D6", "Sheet1!B7"),
        ("B2:D4", "Sheet1!B4:D6", "Sheet1!B7"),
        ("A3:G10", "Sheet1!B4:D6", "Sheet1!B7"),
        ("A1", "Sheet1!A1:C2", "Sheet1!A3"),
        ("A4", None, "Sheet1!A4"),
        ("E4", None, "Sheet1!E4"),
    ],
)
def test_append_goes_below_the_last_table_that_the_range_meets(
    tables: Any, where: str, table: str | None, written: str
) -> None:
    answer = append(tables, where, [["new"]])
    assert (answer.get("tableRange"), answer["updates"]["updatedRange"]) == (table, written)


def test_append_overwrites_unless_insert_rows_is_set(sheet: Any) -> None:
    fill(sheet, "A1:A2", [["table"], ["table"]])
    fill(sheet, "C3", [["beside"]])
    append(sheet, "A1", [["new"], ["new"]])
    assert shown(sheet, "A1:C4") == [["table"], ["table"], ["new", "", "beside"], ["new"]]
    append(sheet, "A1:A2", [["in"]], insertDataOption="INSERT_ROWS")
    assert shown(sheet, "C1:C6") == [[], [], ["beside"]]
    assert shown(sheet, "A5") == [["in"]]
    batch(sheet, {"appendDimension": {"dimension": "ROWS", "length": 1}})


def test_rows_that_are_inserted_push_on_what_lies_below(sheet: Any) -> None:
    fill(sheet, "A1:A2", [["table"], ["table"]])
    fill(sheet, "C4", [["below"]])
    append(sheet, "A1", [["new"], ["new"]], insertDataOption="INSERT_ROWS")
    assert shown(sheet, "C1:C9") == [[], [], [], [], [], ["below"]]
    assert sheet.sheet1.row_count == 1002


def test_a_full_tab_grows_when_rows_are_appended(sheet: Any) -> None:
    sheet.sheet1.resize(rows=2)
    fill(sheet, "A1:A2", [["a"], ["b"]])
    append(sheet, "A1", [["c"], ["d"]])
    assert sheet.sheet1.row_count == 4


def test_a_range_is_written_in_r1c1_too(sheet: Any) -> None:
    fill(sheet, "Sheet1!R2C3:R3C4", [["a", "b"], ["c", "d"]])
    assert shown(sheet, "C2:D3") == [["a", "b"], ["c", "d"]]
    assert sheet.values_get("R2C3")["range"] == "Sheet1!C2"
    with pytest.raises(APIError, match="Unable to parse range: R0C1"):
        sheet.values_get("R0C1")


def test_a_range_without_a_tab_is_of_the_first_tab_that_is_shown(sheet: Any) -> None:
    sheet.add_worksheet("Second", 5, 5)
    sheet.sheet1.hide()
    assert sheet.values_get("A1")["range"] == "Second!A1"


def test_a_reader_gets_what_there_is_of_a_range_that_ends_beyond(sheet: Any) -> None:
    assert sheet.values_get("A999:AZ2000")["range"] == "Sheet1!A999:Z1000"
    assert sheet.values_clear("A999:AZ2000")["clearedRange"] == "Sheet1!A999:Z1000"
    with pytest.raises(APIError, match="exceeds grid limits"):
        fill(sheet, "A999:AZ2000", [["x"]])


def test_what_was_written_is_answered_where_it_is_asked_for(sheet: Any) -> None:
    options = {"valueInputOption": "USER_ENTERED", "includeValuesInResponse": "true"}
    answer = sheet.values_update("A1:C3", options, {"values": [["1.50", "x"]]})
    assert answer["updatedData"] == {"range": "Sheet1!A1:B1", "majorDimension": "ROWS", "values": [["1.5", "x"]]}
    options["responseValueRenderOption"] = "UNFORMATTED_VALUE"
    answer = sheet.values_append("A1", options, {"values": [["2"]]})
    assert answer["updates"]["updatedData"]["values"] == [[2]]


def test_columns_are_written_and_read_as_columns(sheet: Any) -> None:
    data = [{"range": "A1:B3", "majorDimension": "COLUMNS", "values": [[1, 2, 3], [None, "b"]]}]
    fill(sheet, "B1", [["kept"]])
    answer = sheet.values_batch_update({"valueInputOption": "RAW", "data": data})
    assert answer["responses"][0]["updatedRange"] == "Sheet1!A1:B3"
    assert shown(sheet, "A1:B3") == [["1", "kept"], ["2", "b"], ["3"]]
    held = get(sheet, "/values:batchGet?ranges=A1:B3&majorDimension=COLUMNS&valueRenderOption=UNFORMATTED_VALUE")
    assert held["valueRanges"][0]["values"] == [[1, 2, 3], ["kept", "b"]]


@pytest.mark.parametrize(
    ("path", "body", "message"),
    [
        ("/values:batchUpdate", {"data": []}, "'valueInputOption' is required but not specified"),
        ("/values:batchUpdate", {"valueInputOption": "COOKED"}, "Invalid value at 'value_input_option'"),
        (
            "/values:batchUpdate",
            {"valueInputOption": "RAW", "data": [{"range": "A1", "values": [[1]]}, {"range": "Gone!A1"}]},
            r"Invalid data\[1\]: Unable to parse range: Gone!A1",
        ),
        (
            "/values:batchUpdate",
            {"valueInputOption": "RAW", "data": [{"range": "A1", "values": ["X"]}]},
            r"Invalid value at 'data\[0\]\.values\[0\]' \(type.googleapis.com/google.protobuf.ListValue\), \"X\"",
        ),
        (
            "/values/A1:append?valueInputOption=RAW",
            {"values": "X"},
            r"Invalid value at 'data.values' \(type.googleapis.com/google.protobuf.ListValue\), \"X\"",
        ),
        ("/values/A1:append", {"values": [[1]]}, "'valueInputOption' is required"),
        ("/values/A1:append?valueInputOption=RAW&insertDataOption=PUSH", {}, "insert_data_option"),
        ("/values/A1:append?valueInputOption=RAW", {"valves": []}, "Unknown name \"valves\" at 'data'"),
        ("/values/A1:append?valueInputOption=RAW", {"range": "B1", "values": []}, "but the body of the call says"),
        ("/values:batchClear", {"ranges": "A1"}, "Invalid value at 'ranges'"),
        ("/values:batchGetByDataFilter", {"dataFilters": [{}]}, "Exactly one of a1Range, gridRange"),
    ],
)
def test_a_call_that_cannot_be_is_refused_in_googles_words(sheet: Any, path: str, body: Any, message: str) -> None:
    with pytest.raises(APIError, match=message):
        post(sheet, path, body)
    assert shown(sheet, "A1") == []


def test_rows_and_columns_beyond_the_range_are_named(sheet: Any) -> None:
    with pytest.raises(APIError, match=r"within range \[A1:B2\], but tried writing to row \[3\]"):
        fill(sheet, "A1:B2", [["a"]] * 3)
    with pytest.raises(APIError, match=r"within range \[A1:B2\], but tried writing to column \[C\]"):
        fill(sheet, "A1:B2", [["a", "b", "c"]])
    with pytest.raises(APIError, match=r"tried writing to row \[1001\]"):
        fill(sheet, "A1000", [["a"]] * 2)


@pytest.mark.parametrize(
    ("mask", "made"),
    [
        ("namedRanges", {}),
        (
            "sheets.properties.title,sheets.properties.index",
            {"sheets": [{"properties": {"title": "Sheet1", "index": 0}}]},
        ),
        ("sheets(properties(title),merges)", {"sheets": [{"properties": {"title": "Sheet1"}}]}),
        (
            "sheets/data/rowData/values/note",
            {"sheets": [{"data": [{"rowData": [{"values": [{"note": "n"}]}]}]}]},
        ),
    ],
)
def test_a_field_mask_leaves_the_rest_out_and_asks_for_cells(sheet: Any, mask: str, made: Any) -> None:
    batch(sheet, {"repeatCell": {"range": grid("A1"), "cell": {"note": "n"}, "fields": "note"}})
    assert sheet.fetch_sheet_metadata({"fields": mask, "includeGridData": "false"}) == made


def test_a_batch_answers_the_spreadsheet_where_it_is_asked_for(sheet: Any) -> None:
    body = {
        "requests": [{"repeatCell": {"range": grid("B2"), "cell": {"note": "n"}, "fields": "note"}}],
        "includeSpreadsheetInResponse": True,
        "responseIncludeGridData": True,
        "responseRanges": ["B2"],
    }
    held = sheet.batch_update(body)["updatedSpreadsheet"]["sheets"][0]["data"][0]
    assert (held["startRow"], held["rowData"]) == (1, [{"values": [{"note": "n"}]}])


def test_values_that_are_read_again_are_put_together_again_only_after_a_change(
    sheet: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, once = list[int](), reading._read

    def counted(*given: Any) -> Any:
        read.append(len(read))
        return once(*given)

    monkeypatch.setattr(reading, "_read", counted)
    fill(sheet, "A1:B1", [["a", 1]])
    assert [shown(sheet, "A1:B2") for _ in range(3)] == [[["a", "1"]]] * 3
    assert len(read) == 1
    fill(sheet, "A2", [["later"]])
    assert shown(sheet, "A1:B2") == [["a", "1"], ["later"]]
    refused = {"updateCells": {"start": {"sheetId": 99}, "rows": [], "fields": "note"}}
    emptied = {"repeatCell": {"range": {"sheetId": 0}, "cell": {}, "fields": "userEnteredValue"}}
    with pytest.raises(APIError):
        batch(sheet, emptied, refused)
    assert shown(sheet, "A1:B2") == [["a", "1"], ["later"]]
    sheet.values_update("B2", {"valueInputOption": "USER_ENTERED"}, {"values": [["=A2"]]})
    assert shown(sheet, "A1:B2") == [["a", "1"], ["later", "later"]]
    fill(sheet, "A2", [["now"]])
    assert shown(sheet, "A1:B2") == [["a", "1"], ["now", "now"]]


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("post", "/{}/:batchUpdate", {"requests": [{"addSheet": {"properties": {"title": "New"}}}]}),
        ("get", "/{}/", None),
        ("get", "/{}/values/A1/", None),
        ("get", "/{}/values/:batchGet?ranges=A1", None),
        ("put", "/{}/values/A1/?valueInputOption=RAW", {"values": [["x"]]}),
        ("post", "/{}/values/A1/:append?valueInputOption=RAW", {"values": [["x"]]}),
    ],
)
def test_a_slash_in_the_end_or_before_a_verb_changes_nothing(sheet: Any, method: str, path: str, body: Any) -> None:
    assert sheet.client.request(method, BASE + path.format(sheet.id), json=body).status_code == 200
