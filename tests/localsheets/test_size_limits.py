"""Whatever is large is bounded: a written range, an answer, an export, an import."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from gspread.exceptions import APIError
from gspread.utils import ExportFormat

from sheets_gm.localsheets.api.drive_routes import permissions
from sheets_gm.localsheets.drive import conversion, storage
from sheets_gm.localsheets.protocol import answer_size
from sheets_gm.localsheets.spreadsheet.calculation.recalculation import spilling
from sheets_gm.localsheets.spreadsheet.model import changes, document
from tests.localsheets.api_calls import batch, fill, get, grid, post, rows, shown, tab, whole
from tests.localsheets.conftest import People

DRIVE = "https://www.googleapis.com/drive/v3/files/"


@pytest.fixture
def small(sheet: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A spreadsheet of a server with small limits."""
    monkeypatch.setattr(document, "MOST_WRITTEN", 100)
    monkeypatch.setattr(document, "MOST_STORED", 150)
    monkeypatch.setattr(changes, "MOST_VISITED", 300)
    monkeypatch.setattr(conversion, "MOST_WRITTEN", 100)
    return sheet


def size(sheet: Any, count: int, columns: int = 26) -> None:
    grid_size = {"rowCount": count, "columnCount": columns}
    what = {"properties": {"sheetId": 0, "gridProperties": grid_size}, "fields": "gridProperties(rowCount,columnCount)"}
    batch(sheet, {"updateSheetProperties": what})


# -- writing -----------------------------------------------------------------------------------------------------------

BOLD = {"userEnteredFormat": {"textFormat": {"bold": True}}}
LIST = {"condition": {"type": "ONE_OF_LIST", "values": [{"userEnteredValue": "a"}]}}


@pytest.mark.parametrize(
    "request_",
    [
        {"repeatCell": {"range": grid("A1:A101"), "cell": BOLD, "fields": "userEnteredFormat"}},
        {"updateCells": {"range": grid("A1:Z500"), "rows": [], "fields": "note"}},
        {"setDataValidation": {"range": grid("A1:Z500"), "rule": LIST}},
        {"updateBorders": {"range": grid("A1:Z500"), "top": {"style": "SOLID"}}},
        {"mergeCells": {"range": grid("A1:B500"), "mergeType": "MERGE_ROWS"}},
        {"updateDimensionProperties": {"range": rows(0, 900), "properties": {"pixelSize": 9}, "fields": "pixelSize"}},
        {"autoResizeDimensions": {"dimensions": rows(0, 900)}},
        {"addDimensionGroup": {"range": rows(0, 900)}},
        {"sortRange": {"range": grid("A1:A900"), "sortSpecs": []}},
        {"randomizeRange": {"range": grid("A1:A900")}},
        {"deleteDuplicates": {"range": grid("A1:A900")}},
        {"copyPaste": {"source": grid("B1"), "destination": grid("A1:Z900")}},
    ],
    ids=lambda each: next(iter(each)),
)
def test_a_request_goes_through_a_bounded_number_of_cells(small: Any, request_: Any) -> None:
    before = tab(small)
    with pytest.raises(APIError, match=r"A request can (write|go through) at most") as raised:
        batch(small, request_)
    assert raised.value.error["status"] == "INVALID_ARGUMENT"
    assert tab(small) == before


def test_to_empty_an_area_costs_what_it_holds(small: Any) -> None:
    empty = {"repeatCell": {"range": grid("A1:Z500"), "cell": {}, "fields": "note,userEnteredFormat"}}
    batch(small, {"repeatCell": {"range": grid("C3:D4"), "cell": BOLD, "fields": "userEnteredFormat"}})
    batch(small, empty, empty, empty)
    assert "userEnteredFormat" not in json.dumps(whole(small))
    fill(small, "A1", [["x"] * 10] * 10)
    with pytest.raises(APIError, match="A request can go through at most"):
        batch(small, *[empty] * 50)


def test_many_requests_of_a_batch_share_the_bound(small: Any) -> None:
    fill(small, "A1", [["x"] * 20] * 4)
    search = {"findReplace": {"find": "y", "replacement": "z", "allSheets": True}}
    batch(small, *[search] * 10)
    with pytest.raises(APIError, match="A request can go through at most"):
        batch(small, *[search] * 200)


@pytest.mark.parametrize(
    "request_",
    [
        {"addNamedRange": {"namedRange": {"name": "name_%d", "range": grid("A1:B2")}}},
        {"addProtectedRange": {"protectedRange": {"range": grid("A1:B2")}}},
        {"addSheet": {"properties": {"title": "t%d", "gridProperties": {"rowCount": 1, "columnCount": 1}}}},
    ],
    ids=lambda each: next(iter(each)),
)
def test_many_objects_in_one_batch_are_refused(small: Any, request_: Any) -> None:
    """Each is compared with all before it."""
    made = [json.loads(json.dumps(request_).replace("%d", str(number))) for number in range(500)]
    before = tab(small)
    with pytest.raises(APIError, match="A request can go through at most"):
        batch(small, *made)
    assert tab(small) == before
    batch(small, *made[:20])


def test_the_holes_of_a_protection_are_compared_in_bounded_time(people: People, small: Any) -> None:
    holes = [grid(f"A{2 * row + 1}") for row in range(400)]
    batch(small, {"addProtectedRange": {"protectedRange": {"range": {"sheetId": 0}, "unprotectedRanges": holes}}})
    small.share("ben@x", perm_type="user", role="writer", notify=False)
    ben = people.client("ben@x").open_by_key(small.id)
    fill(ben, "A1", [["open"]])
    with pytest.raises(APIError, match="A request can go through at most"):
        fill(ben, "A1", [["open"]] * 90)


def test_values_beyond_the_bound_are_refused_and_nothing_is_written(small: Any) -> None:
    with pytest.raises(APIError, match="can write at most 100 cells"):
        fill(small, "A1", [["x"] * 20] * 6)
    assert shown(small, "A1:Z9") == []
    fill(small, "A1", [["x"] * 20] * 5)
    with pytest.raises(APIError, match="at most 150 cells that hold something"):
        fill(small, "A21", [["x"] * 20] * 5)
    with pytest.raises(APIError, match="at most 150 cells that hold something"):
        batch(small, {"duplicateSheet": {"sourceSheetId": 0}})
    assert shown(small, "A21:Z29") == []
    batch(small, {"insertDimension": {"range": rows(0, 1)}})
    small.sheet1.clear()
    assert shown(small, "A1:Z9") == []


def test_a_formula_that_is_entered_counts_as_three_cells_and_one_that_moves_as_none(small: Any) -> None:
    typed = {"valueInputOption": "USER_ENTERED"}
    small.values_update("A1", typed, {"values": [["=B1+1"]] * 33})
    batch(small, INSERT, INSERT)
    with pytest.raises(APIError, match="at most 100 cells here, and a formula counts as 3"):
        small.values_update("A1", typed, {"values": [["=B1+1"]] * 34})


def test_a_csv_of_too_many_cells_is_refused_before_it_is_read_to_its_end(small: Any) -> None:
    with pytest.raises(APIError, match="more than 100 cells"):
        small.client.import_csv(small.id, b"a,b\n" * 1_000_000)
    small.client.import_csv(small.id, b"a,b\n" * 50)
    assert len(shown(small, "A1:B100")) == 50


# -- reading -----------------------------------------------------------------------------------------------------------


def test_an_empty_grid_of_nine_million_rows_is_refused_or_cheap(sheet: Any) -> None:
    size(sheet, 9_000_000, 1)
    for query in ("?includeGridData=true", "?fields=sheets.data.rowMetadata.pixelSize"):
        with pytest.raises(APIError, match="The answer would hold more than"):
            get(sheet, query)
    assert get(sheet, "?fields=sheets.data.rowData")["sheets"][0]["data"] == [{}]
    assert len(get(sheet, "?includeGridData=true&ranges=A1:A1000")["sheets"][0]["data"][0]["rowMetadata"]) == 1000
    with pytest.raises(APIError, match="The answer would hold more than"):
        post(sheet, ":getByDataFilter", {"dataFilters": [{"gridRange": {"sheetId": 0}}], "includeGridData": True})
    fill(sheet, "A9000000", [["far"]])
    for path in ("/values/A1:A9000000", "/values/A:A?majorDimension=COLUMNS", "/values:batchGet?ranges=A:A"):
        with pytest.raises(APIError, match="The answer would hold more than"):
            get(sheet, path)
    assert get(sheet, "/values/A8999999:A9000000")["values"] == [[], ["far"]]
    for media in (ExportFormat.CSV, ExportFormat.TSV):
        with pytest.raises(APIError, match="too large to be exported") as raised:
            sheet.export(media)
        assert (raised.value.code, raised.value.error["errors"][0]["reason"]) == (403, "exportSizeLimitExceeded")


def test_the_ranges_of_a_call_share_the_bound(sheet: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answer_size, "MOST", 1000)
    fill(sheet, "A1", [["x"] * 20] * 20)
    assert len(sheet.values_batch_get(["A1:T20"] * 2)["valueRanges"]) == 2
    with pytest.raises(APIError, match="The answer would hold more than 1000"):
        sheet.values_batch_get(["A1:T20"] * 3)
    with pytest.raises(APIError, match="The answer would hold more than 1000"):
        sheet.values_batch_get(["Z900:Z1000"] * 200)
    with pytest.raises(APIError, match="The answer would hold more than 1000"):
        sheet.fetch_sheet_metadata({"includeGridData": "true", "ranges": ["A1:T10"] * 2})


def test_long_texts_count_for_more(sheet: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answer_size, "MOST", 1000)
    fill(sheet, "A1", [["x" * 40_000, "x" * 40_000]])
    assert len(shown(sheet, "A1")[0][0]) == 40_000
    with pytest.raises(APIError, match="The answer would hold more than 1000"):
        shown(sheet, "A1:B1")


def test_a_workbook_of_too_many_cells_is_not_exported(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = people.client("ana@x").create("Games")
    fill(sheet, "A1", [["x"] * 20] * 20)
    monkeypatch.setattr(answer_size, "MOST", 1000)
    with pytest.raises(APIError, match="too large to be exported"):
        sheet.export(ExportFormat.EXCEL)


def test_all_arrays_of_a_document_fill_a_bounded_number_of_cells(sheet: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spilling, "MOST_SPILLED", 1000)
    sheet.values_update("A1", {"valueInputOption": "USER_ENTERED"}, {"values": [["=SEQUENCE(600)", "=SEQUENCE(600)"]]})
    assert shown(sheet, "A1:B2") == [["1", "#REF!"], ["2"]]
    sheet.sheet1.update([[""]], "A1", raw=False)
    sheet.sheet1.update([["=SEQUENCE(601)"]], "B1", raw=False)
    assert shown(sheet, "A1:B2") == [["", "1"], ["", "2"]]


INSERT = {"insertDimension": {"range": {"sheetId": 0, "dimension": "ROWS", "startIndex": 0, "endIndex": 1}}}
RENAMES = [{"updateSheetProperties": {"properties": {"title": title}, "fields": "title"}} for title in ("Two", "Three")]


@pytest.mark.parametrize(
    ("held", "moves", "goes_on"),
    [("x", [INSERT], 4), ("=B$200+1", [INSERT], 1), ("=Two!B1+1", RENAMES, 1)],
    ids=["texts", "formulas", "renames"],
)
def test_a_request_moves_and_rewrites_so_many_cells_before_it_goes_on(
    sheet: Any, held: str, moves: list[Any], goes_on: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(changes, "MOST_MOVED", 300)
    sheet.values_update("A1", {"valueInputOption": "USER_ENTERED"}, {"values": [[held]] * 90})
    with pytest.raises(APIError, match=r"can move or rewrite about 300 cells here.*Divide it into several"):
        batch(sheet, *moves * 5)
    batch(sheet, *(moves * goes_on)[:goes_on])


# -- texts -------------------------------------------------------------------------------------------------------------

RULE = {"range": {"sheetId": 0}, "description": "x" * 6_000}
A1 = {"sheetId": 0, "rowIndex": 0, "columnIndex": 0}


def cell(held: Any, fields: str) -> Any:
    """The request that writes one cell."""
    return {"updateCells": {"start": A1, "rows": [{"values": [held]}], "fields": fields}}


LONG = "x" * 50_001


@pytest.mark.parametrize(
    "request_",
    [
        cell({"note": LONG}, "note"),
        cell({"userEnteredValue": {"formulaValue": "=" + "1+" * 1_000_000 + "1"}}, "userEnteredValue"),
        cell({"userEnteredFormat": {"numberFormat": {"type": "NUMBER", "pattern": LONG}}}, "userEnteredFormat"),
        cell({"userEnteredFormat": {"textFormat": {"fontFamily": LONG}}}, "userEnteredFormat"),
        cell({"userEnteredFormat": {"textFormat": {"link": {"uri": LONG}}}}, "userEnteredFormat"),
        {"setDataValidation": {"range": grid("A1"), "rule": {**LIST, "inputMessage": LONG}}},
        {"addSheet": {"properties": {"title": "x" * 101}}},
        {"duplicateSheet": {"sourceSheetId": 0, "newSheetName": "x" * 101}},
        {"addNamedRange": {"namedRange": {"name": "x" * 251, "range": grid("A1")}}},
        {"addProtectedRange": {"protectedRange": RULE}},
        {"addFilterView": {"filter": {"title": LONG, "range": grid("A1:B2")}}},
        {"updateSpreadsheetProperties": {"properties": {"title": LONG}, "fields": "title"}},
        {"updateSpreadsheetProperties": {"properties": {"locale": LONG}, "fields": "locale"}},
        {"updateSpreadsheetProperties": {"properties": {"timeZone": LONG}, "fields": "timeZone"}},
        {"addProtectedRange": {"protectedRange": {"range": grid("A1"), "editors": {"users": [LONG]}}}},
    ],
    ids=lambda each: next(iter(each)),
)
def test_no_text_takes_the_room_of_a_spreadsheet(sheet: Any, request_: Any) -> None:
    before = time.thread_time()
    with pytest.raises(APIError, match="more than") as refused:
        batch(sheet, request_)
    assert refused.value.response.status_code == 400
    assert time.thread_time() - before < 1.0


def test_texts_of_every_length_that_people_write_are_kept(sheet: Any) -> None:
    batch(sheet, cell({"note": "x" * 50_000}, "note"), {"addSheet": {"properties": {"title": "x" * 100}}})
    assert sheet.fetch_sheet_metadata()["sheets"][-1]["properties"]["title"] == "x" * 100


@pytest.mark.parametrize(
    "body",
    [
        {"name": "x" * 1_001},
        {"appProperties": {"key": "x" * 122}},
        {"appProperties": {f"k{number}": "v" for number in range(31)}},
    ],
    ids=["name", "bytes", "count"],
)
def test_what_a_file_is_called_and_noted_as_has_a_limit(sheet: Any, body: Any) -> None:
    made = {"mimeType": "application/vnd.google-apps.spreadsheet", **body}
    answer = sheet.client.session.post(DRIVE.removesuffix("/"), json=made)
    assert answer.status_code in (400, 403)
    assert "at most" in answer.text or "more than" in answer.text


@pytest.mark.parametrize(
    "request_",
    [
        {"addSheet": {"properties": {"gridProperties": {"rowCount": 1, "columnCount": 18_279}}}},
        {"appendDimension": {"sheetId": 0, "dimension": "COLUMNS", "length": 18_253}},
        {"insertDimension": {"range": {"sheetId": 0, "dimension": "COLUMNS", "startIndex": 1, "endIndex": 18_254}}},
    ],
    ids=lambda each: next(iter(each)),
)
def test_a_sheet_has_columns_up_to_zzz(sheet: Any, request_: Any) -> None:
    size(sheet, 1)
    with pytest.raises(APIError, match="above the limit of 18278 columns"):
        batch(sheet, request_)
    batch(sheet, {"appendDimension": {"sheetId": 0, "dimension": "COLUMNS", "length": 18_252}})


def test_a_batch_has_as_many_requests_as_google_takes(sheet: Any) -> None:
    with pytest.raises(APIError, match="at most 100000 requests"):
        batch(sheet, *[{"deleteSheet": {"sheetId": 7}}] * 100_001)


def test_a_file_is_shared_with_so_many_addresses_of_so_many_characters(
    sheet: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(permissions, "MOST_SHARED", 2)

    def share(whom: str, role: str = "reader") -> Any:
        made = {"type": "user", "role": role, "emailAddress": whom}
        return sheet.client.session.post(f"{DRIVE}{sheet.id}/permissions", json=made)

    assert share("x" * 320 + "@x").status_code == 400
    assert [share(whom).status_code for whom in ("bo@x", "cy@x", "di@x", "bo@x")] == [200, 200, 403, 200]
    assert "at most 2 addresses" in share("di@x").text


# -- a whole spreadsheet -----------------------------------------------------------------------------------------------


def again_and_again(what: Callable[[int], object]) -> None:
    """Do *what* with the numbers of seven rows."""
    for row in range(2, 9):
        what(row)


@pytest.mark.parametrize(
    "request_",
    [
        {"addProtectedRange": {"protectedRange": {"range": grid("A1")}}},
        {"addFilterView": {"filter": {"title": "x", "range": grid("A1:B2")}}},
        {"addChart": {"chart": {"spec": {"basicChart": {}}, "position": {"overlayPosition": {"anchorCell": {}}}}}},
        {"addSheet": {"properties": {}}},
        {
            "addConditionalFormatRule": {
                "rule": {"ranges": [grid("A1")], "booleanRule": {"condition": {"type": "BLANK"}, "format": {}}}
            }
        },
    ],
    ids=lambda request: next(iter(request)),
)
def test_a_spreadsheet_has_a_number_of_objects(sheet: Any, monkeypatch: pytest.MonkeyPatch, request_: Any) -> None:
    """It holds in one request and in many, and what is there stays."""
    monkeypatch.setattr(document, "MOST_OBJECTS", 5)
    batch(sheet, request_)
    with pytest.raises(APIError, match="at most 5 objects here"):
        batch(sheet, *[request_] * 5)
    with pytest.raises(APIError, match="at most 5 objects here"):
        again_and_again(lambda _: batch(sheet, request_))
    fill(sheet, "A1", [["still here"]])
    assert shown(sheet, "A1") == [["still here"]]


def test_a_spreadsheet_takes_so_many_characters_to_store(sheet: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Small writes count as large ones do; what was refused is not there, and what is emptied makes room."""
    monkeypatch.setattr(storage, "MOST_TEXT", 200_000)
    monkeypatch.setattr(storage, "TEXT_CHECKED", 10_000)
    fill(sheet, "A1:B1", [["x" * 49_000] * 2])
    with pytest.raises(APIError, match="at most 200,000 characters to store"):
        again_and_again(lambda row: fill(sheet, f"A{row}", [["y" * 30_000]]))
    assert shown(sheet, "A8") in ([], [[]])
    fill(sheet, "A1:B1", [["", ""]])
    fill(sheet, "A8", [["z" * 30_000]])
    assert shown(sheet, "A8") == [["z" * 30_000]]


def test_of_one_change_that_is_too_large_no_more_is_written_out_than_a_spreadsheet_may_hold(
    sheet: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A note in each of 26,000 cells is a short request, and 1.3 GB to store."""
    written: list[str] = []

    def text_of(cell: Any) -> str:
        written.append(json.dumps(cell))
        return written[-1]

    monkeypatch.setattr(storage, "MOST_TEXT", 200_000)
    monkeypatch.setattr(storage, "text_of", text_of)
    area = {"sheetId": 0, "startRowIndex": 0, "endRowIndex": 1000, "startColumnIndex": 0, "endColumnIndex": 26}
    request_ = {"repeatCell": {"range": area, "cell": {"note": "n" * 49_000}, "fields": "note"}}
    with pytest.raises(APIError, match="at most 200,000 characters to store"):
        batch(sheet, request_)
    assert sum(map(len, written)) < 300_000
    assert "note" not in str(whole(sheet))


def test_the_spreadsheets_of_an_owner_take_so_many_characters_together(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Earlier versions count too; another owner has a room of their own, and what is deleted makes room."""
    monkeypatch.setattr(storage, "MOST_OF_OWNER", 500_000)
    monkeypatch.setattr(storage, "TEXT_CHECKED", 10_000)
    ana, ben = people.client("ana@x"), people.client("ben@x")
    made = [ana.create(f"No. {number}") for number in range(20)]

    def fill_one_after_the_other() -> None:
        for each in made:
            fill(each, "A1", [["x" * 45_000]])

    with pytest.raises(APIError, match="of ana@x take more than 500,000 characters to store"):
        fill_one_after_the_other()
    fill(ben.create("Ben's"), "A1", [["y" * 45_000]])
    for each in made[:15]:
        ana.del_spreadsheet(each.id)
    fill(made[-1], "A1", [["z" * 45_000]])
    assert shown(made[-1], "A1") == [["z" * 45_000]]
