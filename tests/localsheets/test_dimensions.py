"""Rows and columns are inserted, deleted and moved as on Google, with everything anchored to them."""

from __future__ import annotations

from typing import Any

import pytest
from gspread.exceptions import APIError

from tests.localsheets.api_calls import batch, cell, columns, fill, grid, rows, shown, tab
from tests.localsheets.conftest import People


def insert(where: Any, **held: Any) -> dict[str, Any]:
    return {"insertDimension": {"range": where, **held}}


def delete(where: Any) -> dict[str, Any]:
    return {"deleteDimension": {"range": where}}


def move(where: Any, to: int) -> dict[str, Any]:
    return {"moveDimension": {"source": where, "destinationIndex": to}}


def spans(held: list[Any]) -> list[tuple[int, int]]:
    return [(each["startRowIndex"], each["endRowIndex"]) for each in held]


@pytest.fixture
def laden(sheet: Any) -> Any:
    """A tab on whose rows 3 to 6 everything hangs that can."""
    fill(sheet, "A1:A8", [["1"], ["2"], ["3"], ["4"], ["5"], ["6"], ["7"], ["8"]])
    format_rule = {"condition": {"type": "NOT_BLANK"}, "format": {"textFormat": {"bold": True}}}
    at = grid("B3:C6")
    batch(
        sheet,
        {"mergeCells": {"range": at}},
        {"addProtectedRange": {"protectedRange": {"range": grid("D3:D6")}}},
        {"addNamedRange": {"namedRange": {"name": "Middle", "range": grid("A3:A6")}}},
        {"addConditionalFormatRule": {"rule": {"ranges": [grid("E3:E6"), grid("F1:F2")], "booleanRule": format_rule}}},
        {"addBanding": {"bandedRange": {"range": grid("G3:G6"), "rowProperties": {"firstBandColor": {"red": 1}}}}},
        {"addFilterView": {"filter": {"range": grid("H3:H6")}}},
        {"setBasicFilter": {"filter": {"range": grid("I3:I6")}}},
        {"addDimensionGroup": {"range": rows(2, 6)}},
        {
            "createDeveloperMetadata": {
                "developerMetadata": {
                    "metadataKey": "row 4",
                    "location": {"dimensionRange": rows(3, 4)},
                    "visibility": "DOCUMENT",
                }
            }
        },
        {
            "addChart": {
                "chart": {
                    "spec": {"title": "t", "basicChart": {"chartType": "BAR"}},
                    "position": {"overlayPosition": {"anchorCell": {"sheetId": 0, "rowIndex": 3, "columnIndex": 9}}},
                }
            }
        },
        {
            "updateDimensionProperties": {
                "range": rows(3, 4),
                "properties": {"pixelSize": 50},
                "fields": "pixelSize",
            }
        },
        {
            "setDataValidation": {
                "range": grid("J4"),
                "rule": {"condition": {"type": "BOOLEAN"}},
            }
        },
    )
    return sheet


def hanging(sheet: Any) -> dict[str, Any]:
    """Where everything of `laden` is: spans of rows, and the row of what hangs on one."""
    answer = sheet.fetch_sheet_metadata({"includeGridData": "true"})
    held = answer["sheets"][0]
    groups = [each["range"] for each in held.get("rowGroups", [])]
    sizes = [at for at, line in enumerate(held["data"][0]["rowMetadata"]) if line["pixelSize"] == 50]
    noted = [at for at, line in enumerate(held["data"][0]["rowMetadata"]) if "developerMetadata" in line]
    ticked = [
        at
        for at, row in enumerate(held["data"][0].get("rowData", []))
        if any("dataValidation" in each for each in row.get("values", []))
    ]
    return {
        "merges": spans(held.get("merges", [])),
        "protected": spans([each["range"] for each in held.get("protectedRanges", [])]),
        "named": spans([each["range"] for each in answer.get("namedRanges", [])]),
        "rules": spans([each for rule in held.get("conditionalFormats", []) for each in rule["ranges"]]),
        "bands": spans([each["range"] for each in held.get("bandedRanges", [])]),
        "views": spans([each["range"] for each in held.get("filterViews", [])]),
        "filter": spans([held["basicFilter"]["range"]]) if "basicFilter" in held else [],
        "groups": [(each["startIndex"], each["endIndex"]) for each in groups],
        "metadata": noted,
        "sizes": sizes,
        "ticked": ticked,
        "chart": [
            each["position"]["overlayPosition"]["anchorCell"].get("rowIndex", 0) for each in held.get("charts", [])
        ],
    }


RANGED = ("merges", "protected", "named", "bands", "views", "filter", "groups")


@pytest.mark.parametrize(
    ("request_", "span", "line", "others"),
    [
        (insert(rows(0, 2)), (4, 8), 5, (2, 4)),
        (insert(rows(2, 3)), (3, 7), 4, (0, 2)),
        (insert(rows(3, 5)), (2, 8), 5, (0, 2)),
        (insert(rows(5, 6)), (2, 7), 3, (0, 2)),
        (insert(rows(6, 7)), (2, 6), 3, (0, 2)),
        (delete(rows(0, 1)), (1, 5), 2, (0, 1)),
        (delete(rows(1, 3)), (1, 4), 1, (0, 1)),
        (delete(rows(4, 5)), (2, 5), 3, (0, 2)),
        (delete(rows(5, 8)), (2, 5), 3, (0, 2)),
        (move(rows(2, 6), 0), (0, 4), 1, (4, 6)),
        (move(rows(6, 8), 0), (4, 8), 5, (2, 4)),
        (move(rows(0, 2), 7), (0, 4), 1, (5, 7)),
    ],
)
def test_anchored_objects_move_with_their_rows(
    laden: Any, request_: Any, span: tuple[int, int], line: int, others: tuple[int, int]
) -> None:
    batch(laden, request_)
    held = hanging(laden)
    assert {name: held[name] for name in RANGED} == {name: [span] for name in RANGED}
    assert held["rules"] == [span, others]
    assert {name: held[name] for name in ("metadata", "sizes", "chart")} == {
        name: [line] for name in ("metadata", "sizes", "chart")
    }
    assert held["ticked"][-1] == line


def test_what_has_lost_its_last_row_is_gone(laden: Any) -> None:
    batch(laden, delete(rows(2, 6)))
    held = hanging(laden)
    assert held.pop("rules") == [(0, 2)]
    assert held.pop("chart") == [2]
    assert not any(held.values())
    assert shown(laden, "A1:A4") == [["1"], ["2"], ["7"], ["8"]]


def test_a_merge_of_one_cell_is_none(sheet: Any) -> None:
    batch(sheet, {"mergeCells": {"range": grid("A1:A2")}}, delete(rows(1, 2)))
    assert "merges" not in tab(sheet)


def test_lines_that_move_are_named_as_if_they_had_not_left(sheet: Any) -> None:
    fill(sheet, "A1:E1", [["a", "b", "c", "d", "e"]])
    batch(sheet, move(columns(0, 2), 4))
    assert shown(sheet, "A1:E1") == [["c", "d", "a", "b", "e"]]
    batch(sheet, move(columns(3, 5), 1))
    assert shown(sheet, "A1:E1") == [["c", "b", "e", "d", "a"]]


def test_no_line_moves_into_a_merge_or_out_of_it(sheet: Any) -> None:
    batch(sheet, {"mergeCells": {"range": grid("A3:A5")}})
    for request in (move(rows(0, 1), 3), move(rows(3, 4), 9)):
        with pytest.raises(APIError, match="move a row to a position that crosses a merged cell"):
            batch(sheet, request)
    batch(sheet, move(rows(2, 5), 0))
    assert spans(tab(sheet)["merges"]) == [(0, 3)]


def test_new_lines_inherit_the_format_of_the_line_after_or_before(sheet: Any) -> None:
    sheet.sheet1.format("A2", {"textFormat": {"bold": True}})
    sheet.sheet1.format("A3", {"textFormat": {"italic": True}})
    batch(sheet, insert(rows(2, 3), inheritFromBefore=True))
    assert cell(sheet, "A3")["userEnteredFormat"] == {"textFormat": {"bold": True}}
    batch(sheet, insert(rows(3, 4)))
    assert cell(sheet, "A4")["userEnteredFormat"] == {"textFormat": {"italic": True}}


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (insert(rows(1001, 1002)), r"range.startIndex is larger than current grid size \(1000\)"),
        (insert(rows(1000, 1001)), r"must be less than the grid size \(1000\) if inheritFromBefore is false"),
        (insert(rows(-1, 1)), "DimensionRange indexes must be >= 0"),
        (delete(rows(0, 1000)), "You can't delete all the rows on the sheet"),
        (delete(columns(0, 26)), "You can't delete all the columns on the sheet"),
        (delete(rows(999, 1001)), "Cannot delete a row that doesn't exist. Tried to delete row index 1000"),
        (delete(rows(0, 5, 77)), "No grid with id: 77"),
        (move(rows(0, 3), 2), "must not lie within the source"),
        (move(rows(0, 3), 1001), "larger than current grid size"),
        ({"appendDimension": {"dimension": "ROWS", "length": 0}}, "length must be greater than 0"),
        ({"appendDimension": {"dimension": "ROWS", "length": 1_000_000}}, "above the limit of 10000000 cells"),
    ],
)
def test_lines_that_cannot_be_are_refused_in_googles_words(sheet: Any, request_: Any, message: str) -> None:
    with pytest.raises(APIError, match=message):
        batch(sheet, request_)


def test_a_row_that_scrolls_stays(sheet: Any) -> None:
    sheet.sheet1.freeze(rows=2)
    with pytest.raises(APIError, match="Sorry, it is not possible to delete all non-frozen rows"):
        batch(sheet, delete(rows(2, 1000)))
    batch(sheet, insert(rows(1, 2)))
    assert sheet.sheet1.frozen_row_count == 3
    batch(sheet, delete(rows(0, 2)))
    assert sheet.sheet1.frozen_row_count == 1


def test_rows_are_appended_after_the_last_even_so(sheet: Any) -> None:
    batch(sheet, insert(rows(1000, 1002), inheritFromBefore=True))
    batch(sheet, {"appendDimension": {"dimension": "COLUMNS", "length": 4}})
    assert (sheet.sheet1.row_count, sheet.sheet1.col_count) == (1002, 30)


# -- cells that are shifted --------------------------------------------------------------------------------------------


def test_cells_are_inserted_and_the_rest_of_their_column_moves_down(sheet: Any) -> None:
    fill(sheet, "A1:B3", [["a", "x"], ["b", "y"], ["c", "z"]])
    batch(
        sheet,
        {"mergeCells": {"range": grid("A5:A6")}},
        {"insertRange": {"range": grid("A2:A3"), "shiftDimension": "ROWS"}},
    )
    assert shown(sheet, "A1:B5") == [["a", "x"], ["", "y"], ["", "z"], ["b"], ["c"]]
    assert spans(tab(sheet)["merges"]) == [(6, 8)]
    batch(sheet, {"deleteRange": {"range": grid("A1:A3"), "shiftDimension": "ROWS"}})
    assert shown(sheet, "A1:B3") == [["b", "x"], ["c", "y"], ["", "z"]]


def test_what_is_anchored_to_empty_cells_is_not_shifted_over_the_edge(sheet: Any) -> None:
    size = {"properties": {"sheetId": 0, "gridProperties": {"rowCount": 10}}, "fields": "gridProperties.rowCount"}
    rule = {"condition": {"type": "NOT_BLANK"}, "format": {"textFormat": {"bold": True}}}
    batch(
        sheet,
        {"updateSheetProperties": size},
        {"addConditionalFormatRule": {"rule": {"ranges": [grid("B3:B10")], "booleanRule": rule}, "index": 0}},
        {"addNamedRange": {"namedRange": {"name": "last", "range": grid("B10")}}},
        {"insertRange": {"range": grid("B8"), "shiftDimension": "ROWS"}},
    )
    (area,) = tab(sheet)["conditionalFormats"][0]["ranges"]
    assert area["endRowIndex"] == 10
    assert "namedRanges" not in sheet.fetch_sheet_metadata()
    batch(sheet, {"deleteConditionalFormatRule": {"sheetId": 0, "index": 0}})


def test_a_tab_grows_when_inserted_cells_need_room(sheet: Any) -> None:
    sheet.sheet1.resize(rows=3)
    fill(sheet, "A3", [["last"]])
    batch(sheet, {"insertRange": {"range": grid("A1:A2"), "shiftDimension": "ROWS"}})
    assert sheet.sheet1.row_count == 5
    assert shown(sheet, "A5") == [["last"]]


def test_cells_move_to_the_right_too(sheet: Any) -> None:
    fill(sheet, "A1:C2", [["a", "b", "c"], ["d", "e", "f"]])
    batch(sheet, {"insertRange": {"range": grid("B1"), "shiftDimension": "COLUMNS"}})
    assert shown(sheet, "A1:D2") == [["a", "", "b", "c"], ["d", "e", "f"]]


def test_no_merge_is_torn_by_cells_that_shift(sheet: Any) -> None:
    batch(sheet, {"mergeCells": {"range": grid("A5:B5")}})
    with pytest.raises(APIError, match="shift cells that cross a merged cell"):
        batch(sheet, {"insertRange": {"range": grid("A1"), "shiftDimension": "ROWS"}})


# -- protection --------------------------------------------------------------------------------------------------------


@pytest.fixture
def guarded(people: People, sheet: Any) -> Any:
    """Rows 3 to 5 are ana's alone; ben, an editor, looks on."""
    sheet.share("ben@x", perm_type="user", role="writer", notify=False)
    batch(sheet, {"addProtectedRange": {"protectedRange": {"range": grid("3:5")}}})
    fill(sheet, "A1:A6", [["1"], ["2"], ["3"], ["4"], ["5"], ["6"]])
    return people.client("ben@x").open_by_key(sheet.id)


@pytest.mark.parametrize(
    "request_",
    [
        insert(rows(3, 4)),
        delete(rows(4, 6)),
        move(rows(2, 3), 9),
        move(rows(0, 1), 4),
        {"insertRange": {"range": grid("A1"), "shiftDimension": "ROWS"}},
        {"deleteRange": {"range": grid("A1"), "shiftDimension": "ROWS"}},
        {"sortRange": {"range": grid("A1:A6"), "sortSpecs": [{"dimensionIndex": 0}]}},
        {"randomizeRange": {"range": grid("A1:A6")}},
        {"copyPaste": {"source": grid("A1:A3"), "destination": grid("A2")}},
        {"cutPaste": {"source": grid("A3"), "destination": {"rowIndex": 9}}},
        {"cutPaste": {"source": grid("A1"), "destination": {"rowIndex": 3}}},
        {"mergeCells": {"range": grid("A1:A3")}},
        {"repeatCell": {"range": grid("A5:A9"), "cell": {"note": "n"}, "fields": "note"}},
        {"updateBorders": {"range": grid("A5:A9"), "top": {"style": "SOLID"}}},
        {"setDataValidation": {"range": grid("A5:A9")}},
        {"findReplace": {"find": "4", "replacement": "5", "allSheets": True}},
        {"trimWhitespace": {"range": grid("A5:A9")}},
        {"deleteDuplicates": {"range": grid("A1:A9")}},
        {"textToColumns": {"source": grid("A5:A9")}},
        {"setBasicFilter": {"filter": {"range": grid("A1:A9")}}},
        {"addBanding": {"bandedRange": {"range": grid("A1:A9"), "rowProperties": {"firstBandColor": {}}}}},
        {"deleteSheet": {"sheetId": 0}},
        {"updateSheetProperties": {"properties": {"sheetId": 0, "title": "T"}, "fields": "title"}},
        {
            "updateSheetProperties": {
                "properties": {"gridProperties": {"rowCount": 4}},
                "fields": "gridProperties.rowCount",
            }
        },
    ],
)
def test_whatever_would_change_protected_cells_is_refused(sheet: Any, guarded: Any, request_: Any) -> None:
    sheet.add_worksheet("Other", 5, 5)
    with pytest.raises(APIError, match="You are trying to edit a protected cell or object"):
        batch(guarded, request_)
    batch(sheet, request_)


@pytest.mark.parametrize("request_", [insert(rows(0, 1)), insert(rows(2, 3)), insert(rows(5, 6)), delete(rows(5, 6))])
def test_lines_are_inserted_and_deleted_beside_protected_ranges(guarded: Any, request_: Any) -> None:
    batch(guarded, request_)


def test_no_row_comes_into_a_protected_tab_or_column(people: People, sheet: Any) -> None:
    sheet.share("ben@x", perm_type="user", role="writer", notify=False)
    batch(sheet, {"addProtectedRange": {"protectedRange": {"range": grid("C:C"), "description": "column"}}})
    ben = people.client("ben@x").open_by_key(sheet.id)
    with pytest.raises(APIError, match="protected cell"):
        batch(ben, insert(rows(0, 1)))
    batch(ben, insert(columns(0, 1)))


# -- sizes and groups --------------------------------------------------------------------------------------------------


def test_columns_fit_their_longest_text(sheet: Any) -> None:
    fill(sheet, "A1:B1", [["x" * 40, "y"]])
    sheet.sheet1.columns_auto_resize(0, 3)
    answer = sheet.fetch_sheet_metadata({"fields": "sheets.data.columnMetadata.pixelSize"})
    widths = [each["pixelSize"] for each in answer["sheets"][0]["data"][0]["columnMetadata"]]
    assert widths[0] > 200 > widths[1]
    assert widths[2] == 100


def groups(*given: tuple[int, int, int]) -> list[dict[str, Any]]:
    return [{"range": {"dimension": "ROWS", "startIndex": a, "endIndex": b}, "depth": depth} for a, b, depth in given]


@pytest.mark.parametrize(
    ("added", "made"),
    [
        ([(1, 4), (1, 5)], groups((1, 5, 1), (1, 4, 2))),
        ([(1, 5), (2, 4)], groups((1, 5, 1), (2, 4, 2))),
        ([(1, 4), (2, 5)], groups((1, 5, 1), (2, 4, 2))),
        ([(1, 2), (4, 5)], groups((1, 2, 1), (4, 5, 1))),
    ],
)
def test_groups_nest_as_the_depth_of_their_lines(sheet: Any, added: list[tuple[int, int]], made: Any) -> None:
    replies = batch(sheet, *({"addDimensionGroup": {"range": {**rows(*each), "sheetId": 0}}} for each in added))
    assert replies[-1]["addDimensionGroup"]["dimensionGroups"] == made
    assert tab(sheet)["rowGroups"] == made


def test_a_group_that_is_deleted_in_part_leaves_the_rest(sheet: Any) -> None:
    for each in ((1, 5), (2, 4)):
        batch(sheet, {"addDimensionGroup": {"range": rows(*each)}})
    left = batch(sheet, {"deleteDimensionGroup": {"range": rows(3, 5)}})[0]["deleteDimensionGroup"]
    assert left["dimensionGroups"] == groups((1, 4, 1), (2, 3, 2))
    fold = {"range": rows(2, 3), "depth": 2, "collapsed": True}
    batch(sheet, {"updateDimensionGroup": {"dimensionGroup": fold, "fields": "collapsed"}})
    assert [each.get("collapsed", False) for each in tab(sheet)["rowGroups"]] == [False, True]
    batch(sheet, {"deleteDimensionGroup": {"range": rows(0, 9)}}, {"deleteDimensionGroup": {"range": rows(0, 9)}})
    assert "rowGroups" not in tab(sheet)
