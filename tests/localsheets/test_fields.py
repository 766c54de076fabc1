"""Field masks: the masked answer equals that part of the full answer."""

from __future__ import annotations

from typing import Any

import pytest
from gspread.utils import a1_range_to_grid_range

from sheets_gm.localsheets.api.sheets_routes import spreadsheet_resource
from sheets_gm.localsheets.protocol import field_masks
from sheets_gm.localsheets.spreadsheet.values import reading

MASKS = (
    "*",
    "sheets",
    "sheets(*)",
    "properties.title",
    "spreadsheetId,properties(title,locale)",
    "sheets.properties",
    "sheets(properties.title,merges)",
    "sheets(protectedRanges(range,editors),conditionalFormats)",
    "sheets/data/rowData/values/note",
    "sheets(data.rowData.values(formattedValue,effectiveFormat.backgroundColorStyle),merges)",
    "namedRanges,sheets.data.startRow",
    "sheets.data.rowData.values(userEnteredValue.formulaValue,formattedValue)",
    "developerMetadata",
)


@pytest.fixture
def full(sheet: Any) -> Any:
    """A spreadsheet with something of every kind that hangs on it."""
    one = {"sheetId": 0, **a1_range_to_grid_range("A1:B2")}
    rule = {"condition": {"type": "NOT_BLANK"}, "format": {"backgroundColor": {"red": 1}}}
    sheet.sheet1.update([["a", "b"], [1, 2]], "A1")
    sheet.batch_update(
        {
            "requests": [
                {"mergeCells": {"range": {"sheetId": 0, **a1_range_to_grid_range("D1:E2")}, "mergeType": "MERGE_ALL"}},
                {"addConditionalFormatRule": {"rule": {"ranges": [one], "booleanRule": rule}, "index": 0}},
                {"addProtectedRange": {"protectedRange": {"range": one, "description": "mine"}}},
                {"addNamedRange": {"namedRange": {"name": "here", "range": one}}},
                {"addBanding": {"bandedRange": {"range": one, "rowProperties": {"firstBandColor": {"green": 1}}}}},
                {"setBasicFilter": {"filter": {"range": one}}},
                {"addSheet": {"properties": {"title": "Second"}}},
            ]
        }
    )
    sheet.sheet1.update_note("A1", "a note")
    return sheet


@pytest.mark.parametrize("mask", MASKS)
def test_a_mask_leaves_of_an_answer_what_the_whole_answer_holds_there(full: Any, mask: str) -> None:
    whole = full.fetch_sheet_metadata({"includeGridData": "true"})
    assert full.fetch_sheet_metadata({"fields": mask}) == field_masks.apply(field_masks.parse(mask), whole)


def test_the_rules_of_a_sheet_are_followed_only_where_the_mask_asks_how_cells_look(
    full: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unasked(*_given: object) -> None:
        raise AssertionError("nobody asked how the cells look")

    monkeypatch.setattr(spreadsheet_resource, "rule_formats", unasked)
    answer = full.fetch_sheet_metadata({"fields": "sheets.data.rowData.values.formattedValue"})
    first = answer["sheets"][0]["data"][0]["rowData"][0]
    assert [cell["formattedValue"] for cell in first["values"][:2]] == ["a", "b"]


@pytest.mark.parametrize("mask", MASKS)
def test_a_mask_says_alone_whether_there_is_grid_data(full: Any, mask: str) -> None:
    bare = full.fetch_sheet_metadata({"fields": mask, "includeGridData": "false"})
    assert bare == full.fetch_sheet_metadata({"fields": mask, "includeGridData": "true"})


def test_without_a_mask_there_is_grid_data_where_it_is_asked_for(full: Any) -> None:
    assert all("data" not in each for each in full.fetch_sheet_metadata({})["sheets"])
    assert all("data" in each for each in full.fetch_sheet_metadata({"includeGridData": "true"})["sheets"])


def test_a_mask_holds_for_the_tabs_that_a_filter_finds(full: Any) -> None:
    path = f"https://sheets.googleapis.com/v4/spreadsheets/{full.id}:getByDataFilter"
    body = {"dataFilters": [{"gridRange": {"sheetId": 0, "startRowIndex": 1, "endRowIndex": 2}}]}
    answer = full.client.request(
        "post", path, params={"fields": "sheets(properties.sheetId,data.rowData.values.formattedValue)"}, json=body
    ).json()
    cells = [{"formattedValue": "1"}, {"formattedValue": "2"}]
    assert answer == {"sheets": [{"properties": {"sheetId": 0}, "data": [{"rowData": [{"values": cells}]}]}]}


def test_no_cell_is_looked_at_for_an_answer_about_rows_and_columns_alone(
    full: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    mask = "sheets.data(rowMetadata.pixelSize,columnMetadata.pixelSize)"
    before = full.fetch_sheet_metadata({"fields": mask})
    monkeypatch.delattr(reading, "filled_cells")
    assert full.fetch_sheet_metadata({"fields": mask}) == before
