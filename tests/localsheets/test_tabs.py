"""Sheets are added, copied, moved, hidden, resized and deleted as on Google."""

from __future__ import annotations

from typing import Any

import pytest
from gspread.exceptions import APIError

from tests.localsheets.api_calls import batch, cell, fill, grid, post, shown, tab
from tests.localsheets.conftest import People


def titles(sheet: Any) -> list[str]:
    return [each.title for each in sheet.worksheets()]


def properties(**held: Any) -> dict[str, Any]:
    mask = ",".join(name for name in held if name != "sheetId")
    return {"updateSheetProperties": {"properties": held, "fields": mask}}


@pytest.fixture
def three(sheet: Any) -> Any:
    """Sheet1 (0), B (2), C (3)."""
    for sheet_id, title in ((2, "B"), (3, "C")):
        batch(sheet, {"addSheet": {"properties": {"title": title, "sheetId": sheet_id}}})
    return sheet


def test_a_tab_is_added_before_the_one_that_its_index_names(three: Any) -> None:
    batch(three, {"addSheet": {"properties": {"title": "First", "index": 0}}})
    assert titles(three) == ["First", "Sheet1", "B", "C"]
    assert [each.index for each in three.worksheets()] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("sheet_id", "index", "order"),
    [
        (0, 1, ["Sheet1", "B", "C"]),
        (0, 2, ["B", "Sheet1", "C"]),
        (0, 3, ["B", "C", "Sheet1"]),
        (3, 0, ["C", "Sheet1", "B"]),
        (3, 1, ["Sheet1", "C", "B"]),
        (2, 9, ["Sheet1", "C", "B"]),
    ],
)
def test_an_index_counts_tabs_as_they_stand_before_the_move(
    three: Any, sheet_id: int, index: int, order: list[str]
) -> None:
    batch(three, properties(sheetId=sheet_id, index=index))
    assert titles(three) == order


def test_an_id_or_a_title_is_given_once(three: Any) -> None:
    with pytest.raises(APIError, match=r'A sheet with the name "b" already exists. Please enter another name.'):
        batch(three, {"addSheet": {"properties": {"title": "b"}}})
    with pytest.raises(APIError, match="already exists"):
        batch(three, {"addSheet": {"properties": {"sheetId": 2}}})


def test_an_id_may_be_used_again_in_the_batch_that_frees_it(three: Any) -> None:
    fill(three, "B!A1", [["old"]])
    batch(three, {"deleteSheet": {"sheetId": 2}}, {"addSheet": {"properties": {"sheetId": 2, "title": "New"}}})
    assert shown(three, "New!A1") == []
    assert titles(three) == ["Sheet1", "C", "New"]


def test_a_copy_of_a_tab_has_all_that_hung_on_it_under_other_ids(three: Any) -> None:
    fill(three, "Sheet1!A1:B1", [["a", "b"]])
    batch(
        three,
        {"mergeCells": {"range": grid("A2:B3")}},
        {"addProtectedRange": {"protectedRange": {"range": {}, "unprotectedRanges": [grid("A1")]}}},
        {"setBasicFilter": {"filter": {"range": grid("A1:B1"), "sortSpecs": [{"dimensionIndex": 1}]}}},
    )
    asked = {"sourceSheetId": 0, "insertSheetIndex": 3, "newSheetId": 9}
    made = batch(three, {"duplicateSheet": asked})[0]["duplicateSheet"]["properties"]
    assert (made["title"], made["index"], made["sheetId"]) == ("Copy of Sheet1", 3, 9)
    assert shown(three, "Copy of Sheet1!A1:B1") == [["a", "b"]]
    copy, source = tab(three, 3), tab(three, 0)
    assert copy["merges"] == [grid("A2:B3", 9)]
    guard = copy["protectedRanges"][0]
    assert guard["range"] == {"sheetId": 9}
    assert guard["unprotectedRanges"] == [grid("A1", 9)]
    assert guard["protectedRangeId"] != source["protectedRanges"][0]["protectedRangeId"]
    assert copy["basicFilter"]["sortSpecs"] == [{"dimensionIndex": 1}]


def test_a_copy_without_a_place_comes_first(three: Any) -> None:
    batch(three, {"duplicateSheet": {"sourceSheetId": 2, "newSheetName": "Front"}})
    assert titles(three) == ["Front", "Sheet1", "B", "C"]
    batch(three, {"duplicateSheet": {"sourceSheetId": 2}}, {"duplicateSheet": {"sourceSheetId": 2}})
    assert titles(three)[:2] == ["Copy of B 2", "Copy of B"]


def test_a_tab_is_copied_to_another_spreadsheet(people: People, three: Any) -> None:
    ana = people.client("ana@x")
    other, three = ana.create("Other"), ana.open_by_key(three.id)
    fill(three, "C!B2", [["here"]])
    batch(three, {"addProtectedRange": {"protectedRange": {"range": {"sheetId": 3}}}})
    made = post(three, "/sheets/3:copyTo", {"destinationSpreadsheetId": other.id})
    assert (made["title"], made["index"]) == ("Copy of C", 1)
    assert shown(other, "Copy of C!B2") == [["here"]]
    assert "protectedRanges" not in tab(other, 1)
    with pytest.raises(APIError, match="not found"):
        post(three, "/sheets/77:copyTo", {"destinationSpreadsheetId": other.id})
    stranger = people.client("eve@x").create("Hers")
    with pytest.raises(APIError, match="permission"):
        post(three, "/sheets/3:copyTo", {"destinationSpreadsheetId": stranger.id})


def test_one_tab_always_stays_and_is_seen(three: Any) -> None:
    batch(three, properties(sheetId=2, hidden=True), properties(sheetId=3, hidden=True))
    with pytest.raises(APIError, match=r"You can't hide all the sheets in a document."):
        batch(three, properties(sheetId=0, hidden=True))
    with pytest.raises(APIError, match=r"You can't remove all the visible sheets in a document."):
        batch(three, {"deleteSheet": {"sheetId": 0}})
    batch(three, {"deleteSheet": {"sheetId": 2}}, {"deleteSheet": {"sheetId": 3}})
    with pytest.raises(APIError, match=r"You can't remove all the sheets in a document."):
        batch(three, {"deleteSheet": {"sheetId": 0}})


def test_fewer_rows_take_what_lay_on_the_last_ones(sheet: Any) -> None:
    fill(sheet, "A4:A6", [["in"], ["in"], ["out"]])
    batch(sheet, {"mergeCells": {"range": grid("B4:B6")}})
    sheet.sheet1.resize(rows=5)
    held = tab(sheet)
    assert held["merges"] == [{key: at for key, at in grid("B4:B5").items() if key != "sheetId"}]
    assert held["properties"]["gridProperties"] == {"rowCount": 5, "columnCount": 26}
    assert shown(sheet, "A:A") == [[], [], [], ["in"], ["in"]]


@pytest.mark.parametrize(
    ("grid_properties", "message"),
    [
        ({"frozenRowCount": 1000}, "You can't freeze all visible rows on the sheet."),
        ({"rowCount": 0}, "You can't delete all the rows on the sheet."),
    ],
)
def test_a_tab_keeps_a_row_that_scrolls(sheet: Any, grid_properties: Any, message: str) -> None:
    name = next(iter(grid_properties))
    asked = {"properties": {"sheetId": 0, "gridProperties": grid_properties}, "fields": f"gridProperties.{name}"}
    with pytest.raises(APIError, match=message):
        batch(sheet, {"updateSheetProperties": asked})


def test_a_tabs_colour_is_answered_in_both_of_googles_ways(sheet: Any) -> None:
    worksheet = sheet.sheet1
    worksheet.update_tab_color("#ff0000")
    held = tab(sheet)["properties"]
    assert held["tabColorStyle"] == {"rgbColor": {"red": 1.0, "green": 0.0, "blue": 0.0}}
    assert held["tabColor"] == held["tabColorStyle"]["rgbColor"]
    worksheet.clear_tab_color()
    assert not {"tabColor", "tabColorStyle"} & set(tab(sheet)["properties"])


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ("", "At least one field must be listed in 'fields'"),
        ("colour", "Invalid field: colour"),
        ("gridProperties.rows", "Invalid field: grid_properties.rows"),
        ("title)", "invalid argument"),
    ],
)
def test_a_mask_must_name_what_there_is(sheet: Any, fields: str, message: str) -> None:
    with pytest.raises(APIError, match=message):
        batch(sheet, {"updateSheetProperties": {"properties": {"sheetId": 0, "title": "T"}, "fields": fields}})


def test_a_spreadsheet_is_created_with_all_that_is_asked_for(people: People) -> None:
    client = people.client("ana@x").http_client
    data = {
        "startRow": 1,
        "rowData": [{"values": [{"userEnteredValue": {"stringValue": "hp"}, "note": "hit points"}]}],
    }
    first = {"properties": {"sheetId": 5, "title": "Board"}, "data": [data], "merges": [grid("B1:C2", 5)]}
    body = {
        "properties": {"title": "Match", "locale": "de_DE"},
        "sheets": [first, {"properties": {"title": "Log"}}],
        "namedRanges": [{"name": "Life", "range": grid("A2", 5)}],
    }
    made = client.request("post", "https://sheets.googleapis.com/v4/spreadsheets", json=body).json()
    assert made["properties"]["title"] == "Match"
    sheet = people.client("ana@x").open_by_key(made["spreadsheetId"])
    assert titles(sheet) == ["Board", "Log"]
    assert shown(sheet, "Life") == [["hp"]]
    assert cell(sheet, "Board!A2")["note"] == "hit points"
    assert tab(sheet)["merges"] == [grid("B1:C2", 5)]


def test_a_spreadsheet_that_cannot_be_created_is_nowhere(people: People) -> None:
    client = people.client("ana@x")
    twice = [{"properties": {"title": "T"}}, {"properties": {"title": "T"}}]
    with pytest.raises(APIError, match="already exists"):
        client.http_client.request("post", "https://sheets.googleapis.com/v4/spreadsheets", json={"sheets": twice})
    assert client.list_spreadsheet_files() == []


def test_the_spreadsheets_own_properties_change_by_their_mask(sheet: Any) -> None:
    sheet.update_title("Matches")
    sheet.update_timezone("Europe/Paris")
    sheet.update_locale("fr_FR")
    held = sheet.fetch_sheet_metadata()["properties"]
    assert (held["title"], held["timeZone"], held["locale"]) == ("Matches", "Europe/Paris", "fr_FR")


def test_frozen_and_other_cells_are_never_merged(sheet: Any) -> None:
    def freeze(rows: int, columns: int) -> None:
        frozen = {"sheetId": 0, "gridProperties": {"frozenRowCount": rows, "frozenColumnCount": columns}}
        fields = "gridProperties.frozenRowCount,gridProperties.frozenColumnCount"
        batch(sheet, {"updateSheetProperties": {"properties": frozen, "fields": fields}})

    freeze(1, 2)
    with pytest.raises(APIError, match="You can't merge frozen and non-frozen columns"):
        batch(sheet, {"mergeCells": {"range": grid("B3:C3")}})
    with pytest.raises(APIError, match="You can't merge frozen and non-frozen rows"):
        batch(sheet, {"mergeCells": {"range": grid("C1:C2")}})
    batch(sheet, {"mergeCells": {"range": grid("A2:B3")}}, {"mergeCells": {"range": grid("C2:D2")}})
    with pytest.raises(APIError, match="freeze columns which contain only part of a merged cell"):
        freeze(1, 1)
    with pytest.raises(APIError, match="freeze rows which contain only part of a merged cell"):
        freeze(2, 2)
    freeze(1, 0)
