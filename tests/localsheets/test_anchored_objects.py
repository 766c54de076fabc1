"""Named ranges, rules, bands, filters, charts, protections and developer metadata behave as on Google."""

from __future__ import annotations

from typing import Any

import pytest
from gspread.exceptions import APIError
from gspread.utils import ExportFormat

from tests.localsheets.api_calls import batch, columns, fill, get, grid, post, rows, shown, tab
from tests.localsheets.conftest import People

BOLD = {"textFormat": {"bold": True}}


def named(name: str, a1: str, **more: Any) -> dict[str, Any]:
    return {"addNamedRange": {"namedRange": {"name": name, "range": grid(a1), **more}}}


def bare(a1: str) -> dict[str, int]:
    """A range of the first tab, as Google answers it: without the id 0."""
    return {name: at for name, at in grid(a1).items() if name != "sheetId"}


# -- named ranges ------------------------------------------------------------------------------------------------------


def test_cells_are_read_and_written_by_their_name(sheet: Any) -> None:
    made = batch(sheet, named("Life", "B2:B3"))[0]["addNamedRange"]["namedRange"]
    sheet.values_update("life", {"valueInputOption": "RAW"}, {"values": [[3], [4]]})
    assert shown(sheet, "Life") == [["3"], ["4"]]
    assert sheet.values_get("Life")["range"] == "Sheet1!B2:B3"
    assert sheet.list_named_ranges() == [made]
    other = sheet.add_worksheet("Other", 5, 5)
    moved = {"namedRangeId": made["namedRangeId"], "name": "Hp", "range": grid("A1", other.id)}
    batch(sheet, {"updateNamedRange": {"namedRange": moved, "fields": "*"}})
    assert sheet.list_named_ranges() == [moved]
    sheet.sheet1.delete_named_range(made["namedRangeId"])
    with pytest.raises(APIError, match="Unable to parse range: Hp"):
        shown(sheet, "Hp")


def test_a_name_counts_before_a_tab_and_a_cell_before_a_name(sheet: Any) -> None:
    sheet.add_worksheet("Board", 5, 5)
    sheet.add_worksheet("A1", 5, 5)
    batch(sheet, named("Board", "C3"))
    assert sheet.values_get("Board")["range"] == "Sheet1!C3"
    assert sheet.values_get("'Board'")["range"] == "Board!A1:E5"
    assert sheet.values_get("A1")["range"] == "Sheet1!A1"
    assert sheet.values_get("'A1'")["range"] == "'A1'!A1:E5"


@pytest.mark.parametrize("name", ["A1", "r2c3", "1st", "two words", "", "true"])
def test_what_is_no_name_is_refused(sheet: Any, name: str) -> None:
    with pytest.raises(APIError, match="The name of the named range is invalid"):
        batch(sheet, named(name, "A1"))


def test_a_name_that_is_too_long_is_refused(sheet: Any) -> None:
    with pytest.raises(APIError, match=r"\[400\].*named_range\.name.*250 characters"):
        batch(sheet, named("x" * 251, "A1"))


def test_a_name_is_given_once(sheet: Any) -> None:
    batch(sheet, named("Life", "A1", namedRangeId="one"))
    for request, message in (
        (named("life", "A2"), "already exists"),
        (named("Other", "A2", namedRangeId="one"), "already exists"),
        ({"deleteNamedRange": {"namedRangeId": "two"}}, "No named range with id: two"),
        (named("Far", "A1:AA1"), "exceeds grid limits"),
    ):
        with pytest.raises(APIError, match=message):
            batch(sheet, request)


# -- protections -------------------------------------------------------------------------------------------------------


def protect(**guard: Any) -> dict[str, Any]:
    return {"addProtectedRange": {"protectedRange": guard}}


def test_a_protection_is_changed_by_its_mask(sheet: Any) -> None:
    guard_id = batch(sheet, protect(range=grid("A1"), description="old"))[0]["addProtectedRange"]["protectedRange"]
    new = {"protectedRangeId": guard_id["protectedRangeId"], "description": "new", "editors": {"users": ["ben@x"]}}
    batch(sheet, {"updateProtectedRange": {"protectedRange": new, "fields": "editors.users"}})
    held = tab(sheet)["protectedRanges"][0]
    assert (held["description"], held["editors"]["users"]) == ("old", ["ben@x", "ana@x"])
    batch(sheet, {"updateProtectedRange": {"protectedRange": {**new, "warningOnly": True}, "fields": "warningOnly"}})


def test_a_protection_of_a_name_covers_its_cells_and_outlives_it(sheet: Any) -> None:
    made = batch(sheet, named("Life", "B2:B3"))[0]["addNamedRange"]["namedRange"]["namedRangeId"]
    guard = batch(sheet, protect(namedRangeId=made))[0]["addProtectedRange"]["protectedRange"]
    assert (guard["range"], guard["namedRangeId"]) == (bare("B2:B3"), made)
    batch(sheet, {"deleteNamedRange": {"namedRangeId": made}})
    held = tab(sheet)["protectedRanges"][0]
    assert held["range"] == bare("B2:B3")
    assert "namedRangeId" not in held


@pytest.mark.parametrize(
    ("guard", "message"),
    [
        ({"range": grid("A1"), "unprotectedRanges": [grid("A1")]}, "only allowed on ProtectedRanges covering a whole"),
        ({"range": {}, "warningOnly": True, "editors": {"users": ["a@x"]}}, "Editors cannot be set on it"),
        ({"range": {"sheetId": 9}}, "No grid with id: 9"),
        ({"range": grid("A1:A1001")}, "exceeds grid limits"),
    ],
)
def test_a_protection_that_cannot_be_is_refused(sheet: Any, guard: Any, message: str) -> None:
    with pytest.raises(APIError, match=message):
        batch(sheet, protect(**guard))


def test_a_protection_is_changed_only_by_those_whom_it_lets_in(people: People, sheet: Any) -> None:
    sheet.share("ben@x", perm_type="user", role="writer", notify=False)
    made = batch(sheet, protect(range=grid("A1")))[0]["addProtectedRange"]["protectedRange"]["protectedRangeId"]
    ben = people.client("ben@x").open_by_key(sheet.id)
    for request in (
        {"deleteProtectedRange": {"protectedRangeId": made}},
        {"updateProtectedRange": {"protectedRange": {"protectedRangeId": made}, "fields": "description"}},
    ):
        with pytest.raises(APIError, match="protected cell or object"):
            batch(ben, request)


# -- conditional formats -----------------------------------------------------------------------------------------------


def rule(a1: str, text: str) -> dict[str, Any]:
    condition = {"type": "TEXT_EQ", "values": [{"userEnteredValue": text}]}
    return {"ranges": [grid(a1)], "booleanRule": {"condition": condition, "format": BOLD}}


def ruled(sheet: Any) -> list[str]:
    held = tab(sheet).get("conditionalFormats", [])
    return [each["booleanRule"]["condition"]["values"][0]["userEnteredValue"] for each in held]


def test_rules_have_an_order_that_requests_count_on(sheet: Any) -> None:
    for text in ("c", "b", "a"):
        batch(sheet, {"addConditionalFormatRule": {"rule": rule("A1:A9", text), "index": 0}})
    assert ruled(sheet) == ["a", "b", "c"]
    moved = batch(sheet, {"updateConditionalFormatRule": {"sheetId": 0, "index": 0, "newIndex": 2}})
    assert moved[0]["updateConditionalFormatRule"]["newIndex"] == 2
    assert ruled(sheet) == ["b", "c", "a"]
    new = batch(sheet, {"updateConditionalFormatRule": {"index": 1, "rule": rule("B1:B9", "d")}})
    assert new[0]["updateConditionalFormatRule"]["oldRule"]["ranges"] == [bare("A1:A9")]
    assert ruled(sheet) == ["b", "d", "a"]
    batch(sheet, {"deleteConditionalFormatRule": {"index": 0}}, {"deleteConditionalFormatRule": {"index": 0}})
    assert ruled(sheet) == ["a"]
    with pytest.raises(APIError, match="No conditional format on sheet: 0 at index: 1"):
        batch(sheet, {"deleteConditionalFormatRule": {"index": 1}})


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ({**rule("A1", "a"), "ranges": []}, "at least one range"),
        ({"ranges": [grid("A1")]}, "either a booleanRule or a gradientRule"),
        ({**rule("A1", "a"), "ranges": [grid("A1"), grid("A1", 2)]}, "must be on the same sheet"),
    ],
)
def test_a_rule_that_cannot_be_is_refused(sheet: Any, wanted: Any, message: str) -> None:
    batch(sheet, {"addSheet": {"properties": {"sheetId": 2}}})
    with pytest.raises(APIError, match=message):
        batch(sheet, {"addConditionalFormatRule": {"rule": wanted}})


# -- bands, filters, charts --------------------------------------------------------------------------------------------


def test_bands_never_share_a_cell(sheet: Any) -> None:
    colours = {"rowProperties": {"firstBandColor": {"red": 1}}}
    made = batch(sheet, {"addBanding": {"bandedRange": {"range": grid("A1:B9"), **colours}}})
    band = made[0]["addBanding"]["bandedRange"]["bandedRangeId"]
    with pytest.raises(APIError, match="already has alternating background colors"):
        batch(sheet, {"addBanding": {"bandedRange": {"range": grid("B9:C12"), **colours}}})
    batch(
        sheet,
        {"updateBanding": {"bandedRange": {"bandedRangeId": band, "range": grid("A1:A9")}, "fields": "range"}},
        {"addBanding": {"bandedRange": {"range": grid("B9:C12"), **colours}}},
    )
    assert [each["range"] for each in tab(sheet)["bandedRanges"]] == [bare("A1:A9"), bare("B9:C12")]
    batch(sheet, {"deleteBanding": {"bandedRangeId": band}})
    assert len(tab(sheet)["bandedRanges"]) == 1
    with pytest.raises(APIError, match=f"No banded range with id: {band}"):
        batch(sheet, {"deleteBanding": {"bandedRangeId": band}})


def test_a_filter_comes_back_with_all_its_ends(sheet: Any) -> None:
    sheet.sheet1.set_basic_filter()
    assert tab(sheet)["basicFilter"]["range"] == bare("A1:Z1000")
    specs = [{"columnIndex": 1, "filterCriteria": {"hiddenValues": ["x"]}}]
    batch(sheet, {"setBasicFilter": {"filter": {"range": grid("A1:B9"), "filterSpecs": specs}}})
    assert tab(sheet)["basicFilter"]["criteria"] == {"1": {"hiddenValues": ["x"]}}
    batch(sheet, {"insertDimension": {"range": columns(1, 2)}})
    assert tab(sheet)["basicFilter"]["filterSpecs"][0]["columnIndex"] == 2
    assert tab(sheet)["basicFilter"]["criteria"] == {"2": {"hiddenValues": ["x"]}}
    sheet.sheet1.clear_basic_filter()
    sheet.sheet1.clear_basic_filter()
    assert "basicFilter" not in tab(sheet)


def test_filter_views_are_named_copied_and_changed(sheet: Any) -> None:
    made = batch(sheet, {"addFilterView": {"filter": {"range": grid("A1:B9")}}})[0]["addFilterView"]["filter"]
    view = made["filterViewId"]
    assert made["title"] == "Filter 1"
    criteria = {"0": {"hiddenValues": ["x"]}}
    changed = {"filterViewId": view, "criteria": criteria, "title": "Mine"}
    copied = batch(
        sheet,
        {"updateFilterView": {"filter": changed, "fields": "criteria,title"}},
        {"duplicateFilterView": {"filterId": view}},
    )[1]["duplicateFilterView"]["filter"]
    assert copied["title"] == "Copy of Mine"
    assert copied["filterSpecs"] == [{"columnIndex": 0, "filterCriteria": {"hiddenValues": ["x"]}}]
    batch(sheet, {"deleteFilterView": {"filterId": view}})
    assert [each["title"] for each in tab(sheet)["filterViews"]] == ["Copy of Mine"]


def test_a_chart_is_kept_moved_and_deleted(sheet: Any) -> None:
    batch(sheet, {"addSheet": {"properties": {"sheetId": 2}}})
    spec = {"title": "Life", "basicChart": {"chartType": "LINE"}}
    anchor = {"overlayPosition": {"anchorCell": {"sheetId": 0, "rowIndex": 2, "columnIndex": 3}, "widthPixels": 300}}
    made = batch(sheet, {"addChart": {"chart": {"spec": spec, "position": anchor}}})[0]["addChart"]["chart"]
    assert tab(sheet)["charts"] == [made]
    batch(sheet, {"updateChartSpec": {"chartId": made["chartId"], "spec": {**spec, "title": "Coins"}}})
    assert tab(sheet)["charts"][0]["spec"]["title"] == "Coins"
    new = {"overlayPosition": {"anchorCell": {"sheetId": 2}}}
    asked = {"objectId": made["chartId"], "newPosition": new, "fields": "anchorCell"}
    reply = batch(sheet, {"updateEmbeddedObjectPosition": asked})[0]["updateEmbeddedObjectPosition"]["position"]
    assert reply["overlayPosition"] == {"anchorCell": {"sheetId": 2}, "widthPixels": 300}
    assert "charts" not in tab(sheet)
    batch(sheet, {"deleteEmbeddedObject": {"objectId": made["chartId"]}})
    assert "charts" not in tab(sheet, 1)
    with pytest.raises(APIError, match="No chart with id"):
        batch(sheet, {"updateChartSpec": {"chartId": made["chartId"], "spec": spec}})


def test_a_chart_may_have_a_sheet_of_its_own_that_goes_with_it(sheet: Any) -> None:
    spec = {"title": "Life", "basicChart": {"chartType": "LINE"}}
    first, second = (
        each["addChart"]["chart"]
        for each in batch(sheet, *[{"addChart": {"chart": {"spec": spec, "position": {"newSheet": True}}}}] * 2)
    )
    assert [each["properties"]["title"] for each in (tab(sheet, 1), tab(sheet, 2))] == ["Chart1", "Chart2"]
    assert tab(sheet, 1)["properties"]["sheetType"] == "OBJECT"
    assert first["position"] == {"sheetId": tab(sheet, 1)["properties"]["sheetId"]}
    copy = batch(sheet, {"duplicateSheet": {"sourceSheetId": first["position"]["sheetId"], "insertSheetIndex": 3}})
    assert tab(sheet, 3)["charts"][0]["position"] == {
        "sheetId": copy[0]["duplicateSheet"]["properties"]["sheetId"],
    }
    batch(sheet, {"deleteEmbeddedObject": {"objectId": first["chartId"]}})
    new = {"overlayPosition": {"anchorCell": {"sheetId": 0}}}
    asked = {"objectId": second["chartId"], "newPosition": new, "fields": "*"}
    batch(sheet, {"updateEmbeddedObjectPosition": asked})
    assert [each.title for each in sheet.worksheets()] == ["Sheet1", "Copy of Chart1"]
    assert tab(sheet)["charts"][0]["position"] == new
    assert sheet.client.export(sheet.id, ExportFormat.EXCEL).startswith(b"PK")
    with pytest.raises(APIError, match="already exists"):
        batch(sheet, {"addChart": {"chart": {"spec": spec, "position": {"sheetId": 0}}}})


def test_a_chart_shows_cells_of_any_sheet_that_is_there(sheet: Any) -> None:
    batch(sheet, {"addSheet": {"properties": {"sheetId": 2}}})
    area = {"sheetId": 2, "startRowIndex": 0, "endRowIndex": 3, "startColumnIndex": 0, "endColumnIndex": 1}
    spec = {"basicChart": {"chartType": "LINE", "series": [{"series": {"sourceRange": {"sources": [area]}}}]}}
    anchor = {"overlayPosition": {"anchorCell": {"sheetId": 0}}}
    made = batch(sheet, {"addChart": {"chart": {"spec": spec, "position": anchor}}})[0]["addChart"]["chart"]
    assert tab(sheet)["charts"] == [made]
    area["sheetId"] = 3
    with pytest.raises(APIError, match="No grid with id: 3"):
        batch(sheet, {"addChart": {"chart": {"spec": spec, "position": anchor}}})
    with pytest.raises(APIError, match="No grid with id: 3"):
        batch(sheet, {"updateChartSpec": {"chartId": made["chartId"], "spec": spec}})


# -- developer metadata ------------------------------------------------------------------------------------------------


def note(key: str, value: str = "", **location: Any) -> dict[str, Any]:
    held = {"metadataKey": key, "metadataValue": value, "location": location, "visibility": "DOCUMENT"}
    return {"createDeveloperMetadata": {"developerMetadata": held}}


def search(sheet: Any, **found_by: Any) -> list[str]:
    answer = post(sheet, "/developerMetadata:search", {"dataFilters": [found_by]})
    return [each["developerMetadata"]["metadataKey"] for each in answer.get("matchedDeveloperMetadata", [])]


@pytest.fixture
def noted(sheet: Any) -> Any:
    """The spreadsheet, two tabs, a row and a column with metadata."""
    batch(
        sheet,
        {"addSheet": {"properties": {"sheetId": 2, "title": "Other"}}},
        note("game", "gvg", spreadsheet=True),
        note("board", "1", sheetId=0),
        note("log", "2", sheetId=2),
        note("heading", "1", dimensionRange=rows(4, 5)),
        note("life", "1", dimensionRange=columns(1, 2)),
    )
    return sheet


@pytest.mark.parametrize(
    ("lookup", "found"),
    [
        ({}, ["game", "board", "heading", "life", "log"]),
        ({"metadataKey": "life"}, ["life"]),
        ({"metadataValue": "1"}, ["board", "heading", "life"]),
        ({"locationType": "ROW"}, ["heading"]),
        ({"visibility": "PROJECT"}, []),
        ({"metadataLocation": {"sheetId": 2}}, ["game", "log"]),
        ({"metadataLocation": {"sheetId": 2}, "locationMatchingStrategy": "EXACT_LOCATION"}, ["log"]),
        ({"metadataLocation": {"dimensionRange": rows(4, 5)}}, ["game", "board", "heading", "life"]),
        ({"metadataLocation": {"dimensionRange": rows(7, 8)}, "metadataValue": "1"}, ["board", "life"]),
    ],
)
def test_metadata_is_found_by_what_it_is_and_where(noted: Any, lookup: Any, found: list[str]) -> None:
    assert search(noted, developerMetadataLookup=lookup) == found


def test_metadata_is_found_by_the_cells_it_meets(noted: Any) -> None:
    assert search(noted, a1Range="Sheet1!B2") == ["game", "board", "life"]
    assert search(noted, gridRange=grid("A5:A6")) == ["game", "board", "heading"]


def test_metadata_is_shown_where_it_lies(noted: Any) -> None:
    answer = noted.fetch_sheet_metadata({"includeGridData": "true"})
    assert [each["metadataKey"] for each in answer["developerMetadata"]] == ["game"]
    assert [each["metadataKey"] for each in answer["sheets"][0]["developerMetadata"]] == ["board"]
    row = answer["sheets"][0]["data"][0]["rowMetadata"][4]["developerMetadata"][0]
    assert row["location"] == {
        "locationType": "ROW",
        "dimensionRange": {"dimension": "ROWS", "startIndex": 4, "endIndex": 5},
    }
    assert get(noted, f"/developerMetadata/{row['metadataId']}") == row
    with pytest.raises(APIError, match="Requested entity was not found"):
        get(noted, "/developerMetadata/1")


def test_metadata_marks_cells_for_all_data_filters(noted: Any) -> None:
    heading = {"developerMetadataLookup": {"metadataKey": "heading"}}
    batch(noted, {"insertDimension": {"range": rows(0, 3)}})
    data = [{"dataFilter": heading, "values": [["x", "y"]]}]
    written = post(noted, "/values:batchUpdateByDataFilter", {"valueInputOption": "RAW", "data": data})
    assert written["responses"][0]["updatedRange"] == "Sheet1!A8:B8"
    assert (written["totalUpdatedCells"], written["totalUpdatedSheets"]) == (2, 1)
    read = post(noted, "/values:batchGetByDataFilter", {"dataFilters": [heading, {"a1Range": "A8:Z8"}]})
    assert [each["valueRange"]["values"] for each in read["valueRanges"]] == [[["x", "y"]]]
    assert len(read["valueRanges"][0]["dataFilters"]) == 2
    part = post(noted, ":getByDataFilter", {"dataFilters": [heading], "includeGridData": True})["sheets"]
    assert [each["properties"]["title"] for each in part] == ["Sheet1"]
    assert part[0]["data"][0]["startRow"] == 7
    assert [each["formattedValue"] for each in part[0]["data"][0]["rowData"][0]["values"]] == ["x", "y"]
    cleared = post(noted, "/values:batchClearByDataFilter", {"dataFilters": [heading]})
    assert cleared["clearedRanges"] == ["Sheet1!A8:Z8"]


def test_metadata_is_changed_and_deleted_by_filters(noted: Any) -> None:
    ones = {"developerMetadataLookup": {"metadataValue": "1"}}
    new = {"metadataValue": "3", "location": {"sheetId": 2}}
    asked = {"dataFilters": [ones], "developerMetadata": new, "fields": "metadataValue"}
    reply = batch(noted, {"updateDeveloperMetadata": asked})[0]["updateDeveloperMetadata"]["developerMetadata"]
    assert [each["metadataValue"] for each in reply] == ["3"] * 3
    board = {"developerMetadataLookup": {"metadataKey": "board"}}
    asked = {"dataFilters": [board], "developerMetadata": new, "fields": "location"}
    batch(noted, {"updateDeveloperMetadata": asked})
    assert search(noted, developerMetadataLookup={"metadataLocation": {"sheetId": 2}}) == ["game", "log", "board"]
    gone = batch(noted, {"deleteDeveloperMetadata": {"dataFilter": {"developerMetadataLookup": {}}}})
    assert len(gone[0]["deleteDeveloperMetadata"]["deletedDeveloperMetadata"]) == 5
    assert search(noted, developerMetadataLookup={}) == []


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (note("k", dimensionRange=rows(0, 2)), "must represent a single row or column"),
        (note("k", dimensionRange=rows(1000, 1001)), "outside of the grid"),
        (note("k", sheetId=0, spreadsheet=True), "Exactly one of spreadsheet, sheetId or dimensionRange"),
        (note("", sheetId=0), "must have a metadataKey"),
        (note("k", "x" * 30_000, sheetId=0), "cannot hold more than 30000 characters"),
        (
            {"createDeveloperMetadata": {"developerMetadata": {"metadataKey": "k", "location": {"sheetId": 0}}}},
            "must have a visibility",
        ),
    ],
)
def test_metadata_that_cannot_be_is_refused(sheet: Any, request_: Any, message: str) -> None:
    with pytest.raises(APIError, match=message):
        batch(sheet, request_)


def test_an_id_of_metadata_is_given_once(sheet: Any) -> None:
    one = note("k", sheetId=0)
    one["createDeveloperMetadata"]["developerMetadata"]["metadataId"] = 7
    batch(sheet, one)
    with pytest.raises(APIError, match=r"Cannot add developer metadata with ID \[7\] because"):
        batch(sheet, one)


def test_a_tab_that_is_deleted_takes_everything_along(noted: Any) -> None:
    batch(noted, named("Far", "A1"), {"addNamedRange": {"namedRange": {"name": "Gone", "range": grid("A1", 2)}}})
    fill(noted, "Other!A1", [["x"]])
    batch(noted, {"deleteSheet": {"sheetId": 2}})
    assert [each["name"] for each in noted.list_named_ranges()] == ["Far"]
    assert search(noted, developerMetadataLookup={}) == ["game", "board", "heading", "life"]
