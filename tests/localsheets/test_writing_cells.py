"""Cells are written, copied, moved, searched and sorted by batchUpdate as on Google."""

from __future__ import annotations

from typing import Any

import pytest
from gspread.exceptions import APIError

from tests.localsheets.api_calls import batch, cell, fill, get, grid, shown, tab

BOLD = {"textFormat": {"bold": True}}
TEXTS = {"type": "TEXT_EQ", "values": [{"userEnteredValue": "a"}]}


def text(value: str, **more: Any) -> dict[str, Any]:
    return {"userEnteredValue": {"stringValue": value}, **more}


def update(fields: str, values: list[list[Any]], **where: Any) -> dict[str, Any]:
    return {"updateCells": {"rows": [{"values": row} for row in values], "fields": fields, **where}}


def test_only_what_the_mask_names_is_written(sheet: Any) -> None:
    batch(sheet, update("*", [[text("a", note="n", userEnteredFormat=BOLD)]], start={}))
    batch(sheet, update("note", [[text("b", note="m")]], start={}))
    held = cell(sheet, "A1")
    assert (held["formattedValue"], held["note"], held["userEnteredFormat"]) == ("a", "m", BOLD)
    batch(sheet, update("userEnteredFormat.textFormat.bold,note", [[{}]], start={}))
    assert {"note", "userEnteredFormat"}.isdisjoint(cell(sheet, "A1"))
    batch(sheet, update("*", [[{}]], start={}))
    assert cell(sheet, "A1") == {}


def test_a_colour_is_one_of_256_steps_in_the_digits_of_google(sheet: Any) -> None:
    colour = {"red": 0.35, "green": 0.0627, "blue": 1, "alpha": 0.2}
    batch(sheet, update("*", [[text("a", userEnteredFormat={"backgroundColor": colour})]], start={}))
    shown = cell(sheet, "A1")["userEnteredFormat"]["backgroundColor"]
    assert shown == {"red": 0.34901962, "green": 0.0627451, "blue": 1, "alpha": 0.2}


def test_cells_of_a_range_that_are_not_given_are_cleared(sheet: Any) -> None:
    fill(sheet, "A1:C2", [["a", "b", "c"], ["d", "e", "f"]])
    batch(sheet, update("userEnteredValue", [[text("x")]], range=grid("A1:B2")))
    assert shown(sheet, "A1:C2") == [["x", "", "c"], ["", "", "f"]]
    batch(sheet, update("userEnteredValue", [[text("y")]], start={"rowIndex": 1}))
    assert shown(sheet, "A1:C2") == [["x", "", "c"], ["y", "", "f"]]


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (update("*", [[{}, {}]], range=grid("A1")), "Attempting to write column: 1, beyond the last requested column"),
        (update("*", [[{}]] * 2, range=grid("A1")), "Attempting to write row: 1, beyond the last requested row of: 0"),
        (update("*", [[{}]] * 2, start={"rowIndex": 999}), "Attempting to write row: 1000"),
        (update("effectiveValue", [[{}]], start={}), "Invalid field: effectiveValue"),
        (update("*", [[{}]]), "start must be specified"),
        (update("*", [[text("x" * 50_001)]], start={}), "more than the maximum of 50000 characters in a single cell"),
        (
            {"repeatCell": {"range": grid("A1:A1001"), "cell": {}, "fields": "note"}},
            "exceeds grid limits. Max rows: 1000, max columns: 26",
        ),
        ({"repeatCell": {"cell": {}, "fields": "note"}}, "range must be specified"),
        ({"setDataValidation": {"range": grid("A1"), "rule": {}}}, "rule.condition.type must be specified"),
        ({"addDataSource": {"dataSource": {}}}, "does not know this request"),
    ],
)
def test_what_cannot_be_written_is_refused_in_googles_words(sheet: Any, request_: Any, message: str) -> None:
    with pytest.raises(APIError, match=message):
        batch(sheet, request_)


def test_a_request_is_of_one_kind(sheet: Any) -> None:
    with pytest.raises(APIError, match=r"oneof field 'kind' is already set. Cannot set 'delete_sheet'"):
        batch(sheet, {"addSheet": {}, "deleteSheet": {}})
    with pytest.raises(APIError, match=r"Invalid requests\[0\]: No request set"):
        batch(sheet, {})
    with pytest.raises(APIError, match="Must specify at least one request"):
        sheet.batch_update({"requests": []})


def test_cells_are_appended_below_the_last_value(sheet: Any) -> None:
    sheet.sheet1.resize(rows=3)
    fill(sheet, "B2", [["a"]])
    rows = [{"values": [text("x"), text("y")]}, {"values": [text("z")]}]
    batch(sheet, {"appendCells": {"rows": rows, "fields": "*"}})
    assert shown(sheet, "A1:B4") == [[], ["", "a"], ["x", "y"], ["z"]]
    assert sheet.sheet1.row_count == 4


def test_a_checkbox_stays_until_its_rule_is_taken_away(sheet: Any) -> None:
    rule = {"condition": {"type": "BOOLEAN"}, "strict": True}
    batch(sheet, {"setDataValidation": {"range": grid("A1:A2"), "rule": rule}})
    assert cell(sheet, "A2")["dataValidation"] == rule
    batch(sheet, {"setDataValidation": {"range": grid("A2")}})
    assert cell(sheet, "A2") == {}


def test_borders_are_drawn_around_a_range_and_within_it(sheet: Any) -> None:
    solid, dotted = {"style": "SOLID"}, {"style": "DOTTED"}
    batch(sheet, {"updateBorders": {"range": grid("A1:B2"), "top": solid, "right": solid, "innerVertical": dotted}})
    assert cell(sheet, "A1")["userEnteredFormat"]["borders"] == {"top": solid, "right": dotted}
    assert cell(sheet, "B2")["userEnteredFormat"]["borders"] == {"left": dotted, "right": solid}
    batch(sheet, {"updateBorders": {"range": grid("A1:B2"), "innerVertical": {"style": "NONE"}}})
    assert cell(sheet, "A1")["userEnteredFormat"]["borders"] == {"top": solid}


# -- copying -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def rich(sheet: Any) -> Any:
    """A1:B1 with everything that a cell may have, and a rule and a merge beside."""
    look = {**BOLD, "borders": {"top": {"style": "SOLID"}}}
    first = text("a", note="n", userEnteredFormat=look, dataValidation={"condition": TEXTS})
    rule = {"ranges": [grid("A1:A2")], "booleanRule": {"condition": TEXTS, "format": BOLD}}
    batch(
        sheet,
        update("*", [[first, {"userEnteredValue": {"numberValue": 1}}], [text("c"), text("d")]], start={}),
        {"mergeCells": {"range": grid("C1:C2")}},
        {"addConditionalFormatRule": {"rule": rule}},
    )
    return sheet


def paste(source: str, destination: str, kind: str = "PASTE_NORMAL", turn: str = "NORMAL") -> dict[str, Any]:
    asked = {"source": grid(source), "destination": grid(destination)}
    return {"copyPaste": {**asked, "pasteType": kind, "pasteOrientation": turn}}


@pytest.mark.parametrize(
    ("kind", "value", "held"),
    [
        ("PASTE_NORMAL", "a", {"note", "userEnteredFormat", "dataValidation", "borders"}),
        ("PASTE_VALUES", "a", {"note"}),
        ("PASTE_FORMULA", "a", {"note"}),
        ("PASTE_FORMAT", "old", {"note", "userEnteredFormat", "dataValidation", "borders"}),
        ("PASTE_NO_BORDERS", "a", {"note", "userEnteredFormat", "dataValidation"}),
        ("PASTE_DATA_VALIDATION", "old", {"note", "dataValidation"}),
        ("PASTE_CONDITIONAL_FORMATTING", "old", {"note"}),
    ],
)
def test_a_paste_type_says_what_is_copied(rich: Any, kind: str, value: str, held: set[str]) -> None:
    batch(rich, update("*", [[text("old", note="old")]], start={"rowIndex": 9}), paste("A1", "A10", kind))
    made = cell(rich, "A10")
    found = {name for name in ("note", "userEnteredFormat", "dataValidation") if name in made}
    found |= {"borders"} & set(made.get("userEnteredFormat", {}))
    assert (made["formattedValue"], found) == (value, held)
    assert made["note"] == ("n" if kind in ("PASTE_NORMAL", "PASTE_NO_BORDERS") else "old")
    ruled = kind in ("PASTE_NORMAL", "PASTE_FORMAT", "PASTE_NO_BORDERS", "PASTE_CONDITIONAL_FORMATTING")
    assert len(tab(rich)["conditionalFormats"][0]["ranges"]) == 1 + ruled


@pytest.mark.parametrize(
    ("destination", "turn", "made"),
    [
        ("E1", "NORMAL", [["a", "1"], ["c", "d"]]),
        ("E1:H2", "NORMAL", [["a", "1", "a", "1"], ["c", "d", "c", "d"]]),
        ("E1:F4", "NORMAL", [["a", "1"], ["c", "d"], ["a", "1"], ["c", "d"]]),
        ("E1:G3", "NORMAL", [["a", "1"], ["c", "d"]]),
        ("E1", "TRANSPOSE", [["a", "c"], ["1", "d"]]),
    ],
)
def test_a_target_is_filled_as_often_as_it_spans_the_source(rich: Any, destination: str, turn: str, made: Any) -> None:
    batch(rich, paste("A1:B2", destination, "PASTE_VALUES", turn))
    assert shown(rich, "E1:K9") == made


def test_a_copy_over_its_own_source_reads_first(sheet: Any) -> None:
    fill(sheet, "A1:A3", [["a"], ["b"], ["c"]])
    batch(sheet, paste("A1:A3", "A2"))
    assert shown(sheet, "A1:A4") == [["a"], ["a"], ["b"], ["c"]]


def test_merges_are_copied_with_their_cells_and_never_torn(rich: Any) -> None:
    batch(rich, paste("C1:C2", "E1:E4"), paste("C1:C2", "H1", turn="TRANSPOSE"))
    assert sorted(tuple(sorted(each.items())) for each in tab(rich)["merges"]) == sorted(
        tuple(sorted((name, at) for name, at in grid(each).items() if name != "sheetId"))
        for each in ("C1:C2", "E1:E2", "E3:E4", "H1:I1")
    )
    with pytest.raises(APIError, match="must select all cells in a merged range"):
        batch(rich, paste("A1", "C2"))
    with pytest.raises(APIError, match="exceed grid limits"):
        batch(rich, paste("A1:B2", "Z1"))


def test_what_is_cut_is_gone_and_its_name_follows(rich: Any) -> None:
    rich.add_worksheet("Other", 9, 9)
    other = rich.worksheet("Other").id
    batch(rich, {"addNamedRange": {"namedRange": {"name": "Spot", "range": grid("A1:B1")}}})
    batch(rich, {"cutPaste": {"source": grid("A1:C2"), "destination": {"sheetId": other, "rowIndex": 4}}})
    assert shown(rich, "Sheet1!A1:C2") == []
    assert shown(rich, "Other!A5:B6") == [["a", "1"], ["c", "d"]]
    assert cell(rich, "Other!A5")["note"] == "n"
    assert shown(rich, "Spot") == [["a", "1"]]
    assert "merges" not in tab(rich)
    assert "conditionalFormats" not in tab(rich)
    assert tab(rich, 1)["merges"] == [grid("C5:C6", other)]
    assert tab(rich, 1)["conditionalFormats"][0]["ranges"] == [grid("A5:A6", other)]


def test_all_is_cut_whatever_is_pasted(rich: Any) -> None:
    values = {"source": grid("A1"), "destination": {"rowIndex": 5}, "pasteType": "PASTE_VALUES"}
    batch(rich, {"cutPaste": values})
    assert cell(rich, "A1") == {}
    assert set(cell(rich, "A6")) == {"userEnteredValue", "effectiveValue", "formattedValue", "effectiveFormat"}


# -- searching ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "after", "counts"),
    [
        ({"find": "a"}, [["xx", "bx"], ["12"]], (2, 2, 3)),
        ({"find": "a", "matchCase": True}, [["Ax", "bx"], ["12"]], (2, 2, 2)),
        ({"find": "aa", "matchEntireCell": True}, [["x", "ba"], ["12"]], (1, 1, 1)),
        ({"find": "a$", "searchByRegex": True}, [["Ax", "bx"], ["12"]], (2, 2, 2)),
        ({"find": "(b)(a)", "searchByRegex": True, "replacement": "$2$1"}, [["Aa", "ab"], ["12"]], (1, 1, 1)),
        ({"find": "2", "replacement": "3"}, [["Aa", "ba"], ["13"]], (1, 1, 1)),
        ({"find": "$", "replacement": "$1"}, [["Aa", "ba"], ["12"]], (0, 0, 0)),
    ],
)
def test_find_and_replace(sheet: Any, options: Any, after: Any, counts: Any) -> None:
    fill(sheet, "A1:B2", [["Aa", "ba"], [12, ""]])
    asked = {"replacement": "x", "allSheets": True, **options}
    reply = batch(sheet, {"findReplace": asked})[0]["findReplace"]
    assert shown(sheet, "A1:B2") == after
    assert (reply.get("valuesChanged", 0), reply.get("valuesChanged", 0), reply.get("occurrencesChanged", 0)) == counts


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"find": "", "allSheets": True}, "find must not be empty"),
        ({"find": "a"}, "Exactly one of range, sheetId or allSheets"),
        ({"find": "(", "allSheets": True, "searchByRegex": True}, "is invalid"),
        ({"find": "a", "replacement": "$3", "allSheets": True, "searchByRegex": True}, "no group 3"),
    ],
)
def test_a_search_that_cannot_be_is_refused(sheet: Any, options: Any, message: str) -> None:
    fill(sheet, "A1", [["a"]])
    with pytest.raises(APIError, match=message):
        batch(sheet, {"findReplace": options})


def test_spaces_are_trimmed(sheet: Any) -> None:
    fill(sheet, "A1:B1", [["  a   b ", "plain"]])
    assert batch(sheet, {"trimWhitespace": {"range": grid("A1:B1")}}) == [{"trimWhitespace": {"cellsChangedCount": 1}}]
    assert shown(sheet, "A1:B1") == [["a b", "plain"]]
    assert batch(sheet, {"trimWhitespace": {"range": grid("A1:B1")}}) == [{"trimWhitespace": {}}]


@pytest.mark.parametrize(
    "options",
    [
        {"delimiterType": "SEMICOLON"},
        {"delimiterType": "CUSTOM", "delimiter": ";"},
        {"delimiterType": "AUTODETECT"},
    ],
)
def test_a_text_is_split_into_columns(sheet: Any, options: Any) -> None:
    sheet.sheet1.resize(cols=2)
    fill(sheet, "A1:A2", [["a;2;TRUE"], ["b"]])
    batch(sheet, {"textToColumns": {"source": grid("A1:A2"), **options}})
    assert get(sheet, "/values/A1:C2?valueRenderOption=UNFORMATTED_VALUE")["values"] == [["a", 2, True], ["b"]]
    with pytest.raises(APIError, match="exactly one column"):
        batch(sheet, {"textToColumns": {"source": grid("A1:B2"), **options}})


# -- sorting -----------------------------------------------------------------------------------------------------------


def sort(where: str, *specs: tuple[int, str]) -> dict[str, Any]:
    made = [{"dimensionIndex": at, "sortOrder": order} for at, order in specs]
    return {"sortRange": {"range": grid(where), "sortSpecs": made}}


@pytest.mark.parametrize(
    ("order", "after"),
    [
        ("ASCENDING", [["2"], ["10"], ["a"], ["B"], ["TRUE"]]),
        ("DESCENDING", [["TRUE"], ["B"], ["a"], ["10"], ["2"]]),
    ],
)
def test_numbers_come_before_texts_and_blanks_last_either_way(sheet: Any, order: str, after: Any) -> None:
    fill(sheet, "A1:A6", [["B"], [10], [""], [True], ["a"], [2]])
    batch(sheet, sort("A1:A6", (0, order)))
    assert shown(sheet, "A1:A6") == after


def test_later_columns_decide_between_equals(sheet: Any) -> None:
    fill(sheet, "A1:B4", [["b", 1], ["a", 1], ["b", 2], ["a", 2]])
    batch(sheet, sort("A1:B4", (0, "ASCENDING"), (1, "DESCENDING")))
    assert shown(sheet, "A1:B4") == [["a", "2"], ["a", "1"], ["b", "2"], ["b", "1"]]


def test_a_row_that_is_hidden_stays_where_it_is(sheet: Any) -> None:
    fill(sheet, "A1:A3", [["c"], ["b"], ["a"]])
    sheet.sheet1.hide_rows(1, 2)
    batch(sheet, sort("A1:A3", (0, "ASCENDING")))
    assert shown(sheet, "A1:A3") == [["a"], ["b"], ["c"]]


def test_what_is_merged_across_rows_is_not_sorted(sheet: Any) -> None:
    batch(sheet, {"mergeCells": {"range": grid("B2:B3")}})
    with pytest.raises(APIError, match="There is a vertical merge at B2:B3"):
        batch(sheet, sort("A1:B4", (0, "ASCENDING")))
    with pytest.raises(APIError, match="lies outside of the range"):
        batch(sheet, sort("A1:A4", (3, "ASCENDING")))


def test_rows_are_shuffled_whole(sheet: Any) -> None:
    held = [[str(at), str(-at)] for at in range(1, 40)]
    fill(sheet, "A1:B39", held)
    batch(sheet, {"randomizeRange": {"range": grid("A1:B39")}})
    after = shown(sheet, "A1:B39")
    assert after != held
    assert sorted(after) == sorted(held)


def test_of_rows_that_are_the_same_the_first_stays(sheet: Any) -> None:
    fill(sheet, "A1:C5", [["a", "1", "k"], ["A", "1", "l"], ["b", "1", "m"], ["a", "2", "n"], ["b", "1", "o"]])
    asked = {"range": grid("A1:B5"), "comparisonColumns": [{"dimension": "COLUMNS", "startIndex": 0, "endIndex": 2}]}
    reply = batch(sheet, {"deleteDuplicates": asked})
    assert reply == [{"deleteDuplicates": {"duplicatesRemovedCount": 2}}]
    assert shown(sheet, "A1:C5") == [["a", "1", "k"], ["b", "1", "l"], ["a", "2", "m"], ["", "", "n"], ["", "", "o"]]


# -- merging -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "merges", "left"),
    [
        ("MERGE_ALL", ["A1:B2"], [["a"]]),
        ("MERGE_ROWS", ["A1:B1", "A2:B2"], [["a"], ["c"]]),
        ("MERGE_COLUMNS", ["A1:A2", "B1:B2"], [["a", "b"]]),
    ],
)
def test_a_merge_keeps_its_first_value(sheet: Any, kind: str, merges: list[str], left: Any) -> None:
    fill(sheet, "A1:B2", [["a", "b"], ["c", "d"]])
    batch(sheet, {"mergeCells": {"range": grid("A1:B2"), "mergeType": kind}})
    expected = [{name: at for name, at in grid(each).items() if name != "sheetId"} for each in merges]
    assert tab(sheet)["merges"] == expected
    assert shown(sheet, "A1:B2") == left


def test_a_merge_takes_in_whole_merges_and_tears_none(sheet: Any) -> None:
    batch(sheet, {"mergeCells": {"range": grid("B2:C3")}}, {"mergeCells": {"range": grid("F1")}})
    for request in ({"mergeCells": {"range": grid("A1:B2")}}, {"unmergeCells": {"range": grid("A1:B2")}}):
        with pytest.raises(APIError, match="You must select all cells in a merged range"):
            batch(sheet, request)
    batch(sheet, {"mergeCells": {"range": grid("A1:D4")}})
    assert len(tab(sheet)["merges"]) == 1
    batch(sheet, {"unmergeCells": {"range": grid("A1:Z9")}})
    assert "merges" not in tab(sheet)
