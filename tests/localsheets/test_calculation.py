"""Formulas as a gspread program sees them: in grid data, after a restart, copied, cut, sorted and named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.drive.storage import Storage
from tests.localsheets.conftest import People


def grid(sheet: Any, row: int = 0, column: int = 0) -> dict[str, Any]:
    """The first tab's cell as grid data has it."""
    data = sheet.fetch_sheet_metadata({"includeGridData": "true"})["sheets"][0]["data"][0]
    cell: dict[str, Any] = data["rowData"][row]["values"][column]
    return cell


def typed(sheet: Any, where: str, *rows: list[Any]) -> Any:
    sheet.sheet1.update(list(rows), where, raw=False)
    return sheet.sheet1


def formulas(tab: Any, where: str) -> list[list[Any]]:
    return [list(row) for row in tab.get(where, value_render_option="FORMULA")]


def area(address: str) -> dict[str, Any]:
    from sheets_gm.localsheets.spreadsheet.model.a1 import parse_box

    held = parse_box(address)
    return {
        "sheetId": 0,
        "startRowIndex": held.top,
        "endRowIndex": held.bottom,
        "startColumnIndex": held.left,
        "endColumnIndex": held.right,
    }


def test_grid_data_has_the_formula_and_what_it_comes_to(sheet: Any) -> None:
    typed(sheet, "A1", ["=1+1", "=DATE(2023,3,19)", '=""'])
    first, second, third = (grid(sheet, 0, column) for column in range(3))
    assert first["userEnteredValue"] == {"formulaValue": "=1+1"}
    assert (first["effectiveValue"], first["formattedValue"]) == ({"numberValue": 2}, "2")
    assert (second["effectiveValue"], second["formattedValue"]) == ({"numberValue": 45004}, "3/19/2023")
    assert second["effectiveFormat"]["numberFormat"] == {"type": "DATE"}
    assert "userEnteredFormat" not in second
    assert "effectiveValue" not in third
    assert "formattedValue" not in third


@pytest.mark.parametrize(
    ("formula", "kind", "message", "seen"),
    [
        ("=1/0", "DIVIDE_BY_ZERO", "Function DIVIDE parameter 2 cannot be zero.", "#DIV/0!"),
        ("=NotARealFunction()", "NAME", "Unknown function: 'NotARealFunction'.", "#NAME?"),
        ("=1+", "ERROR", "Formula parse error.", "#ERROR!"),
        ("=NA()", "N_A", None, "#N/A"),
    ],
)
def test_an_error_is_an_effective_value(sheet: Any, formula: str, kind: str, message: str | None, seen: str) -> None:
    tab = typed(sheet, "A1", [formula])
    error = {"type": kind, "message": message} if message else {"type": kind}
    assert (grid(sheet)["effectiveValue"], grid(sheet)["formattedValue"]) == ({"errorValue": error}, seen)
    assert tab.acell("A1").value == seen
    plain = tab.acell("A1", value_render_option="UNFORMATTED_VALUE").value
    assert plain == (f"{seen} ({message})" if message else seen)


def test_a_hyperlink_leads_where_its_formula_says(sheet: Any) -> None:
    typed(sheet, "A1", ['=HYPERLINK("https://example.com","here")'])
    cell = grid(sheet)
    assert (cell["hyperlink"], cell["formattedValue"]) == ("https://example.com", "here")
    assert cell["effectiveFormat"]["hyperlinkDisplayType"] == "LINKED"
    assert cell["effectiveFormat"]["textFormat"]["link"] == {"uri": "https://example.com"}


def test_cells_that_an_array_fills_have_a_value_and_nothing_entered(sheet: Any) -> None:
    tab = typed(sheet, "A1", ["=SEQUENCE(3)"])
    assert tab.col_values(1) == ["1", "2", "3"]
    assert grid(sheet, 2)["effectiveValue"] == {"numberValue": 3}
    assert "userEnteredValue" not in grid(sheet, 2)


def test_formulas_are_worked_out_again_after_a_restart(tmp_path: Path) -> None:
    first = People(Service(Storage(tmp_path)))
    sheet = first.client("ana@x").create("Games")
    typed(sheet, "A1", [2, "=A1*21", "=SEQUENCE(2)"])
    first.service.storage.close()
    second = People(Service(Storage(tmp_path)))
    tab = second.client("ana@x").open("Games").sheet1
    assert tab.get("A1:C2") == [["2", "42", "1"], ["", "", "2"]]
    tab.update_acell("A1", 3)
    assert tab.acell("B1").value == "63"


def test_formulas_are_written_by_updatecells_too(sheet: Any) -> None:
    cell = {"userEnteredValue": {"formulaValue": "=SUM(1,2"}}
    write = {"updateCells": {"start": {}, "rows": [{"values": [cell]}], "fields": "userEnteredValue"}}
    sheet.batch_update({"requests": [write]})
    assert formulas(sheet.sheet1, "A1") == [["=SUM(1,2)"]]
    assert sheet.sheet1.acell("A1").value == "3"


def test_raw_keeps_a_formula_as_text(sheet: Any) -> None:
    sheet.sheet1.update([["=1+1"]], "A1", raw=True)
    assert sheet.sheet1.acell("A1").value == "=1+1"


def test_values_in_the_response_are_worked_out(sheet: Any) -> None:
    asked = {"valueInputOption": "USER_ENTERED", "includeValuesInResponse": "true"}
    answer = sheet.values_update("A1:B1", asked, {"values": [["=1+1", "=A1*2"]]})
    assert answer["updatedData"]["values"] == [["2", "4"]]


def test_a_copied_formula_reads_the_cells_as_far_away(sheet: Any) -> None:
    tab = typed(sheet, "A1", [1, "=A1*$A$1"], [2], [3])
    copy = {"copyPaste": {"source": area("B1"), "destination": area("B2:B3")}}
    sheet.batch_update({"requests": [copy]})
    assert formulas(tab, "B1:B3") == [["=A1*$A$1"], ["=A2*$A$1"], ["=A3*$A$1"]]
    assert tab.get("B1:B3") == [["1"], ["2"], ["3"]]
    values = {"copyPaste": {"source": area("B1:B3"), "destination": area("C1"), "pasteType": "PASTE_VALUES"}}
    sheet.batch_update({"requests": [values]})
    assert formulas(tab, "C1:C3") == [[1], [2], [3]]


def test_cut_cells_are_read_where_they_are_pasted(sheet: Any) -> None:
    other = sheet.add_worksheet("Other", 10, 5)
    tab = typed(sheet, "A1", [1, "=A1+C1", "=SUM(A1:A2)"], [2])
    cut = {"cutPaste": {"source": area("A1:A2"), "destination": {"sheetId": other.id, "rowIndex": 4, "columnIndex": 1}}}
    sheet.batch_update({"requests": [cut]})
    assert formulas(tab, "B1:C1") == [["=Other!B5+C1", "=SUM(Other!B5:B6)"]]
    assert tab.get("B1:C1") == [["4", "3"]]
    back = {"cutPaste": {"source": area("B1"), "destination": {"sheetId": other.id, "rowIndex": 0}}}
    sheet.batch_update({"requests": [back]})
    assert formulas(other, "A1") == [["=Other!B5+Sheet1!C1"]]
    assert other.acell("A1").value == "4"


def test_a_sorted_formula_still_reads_its_own_row(sheet: Any) -> None:
    tab = typed(sheet, "A1", [3, "=A1*10"], [1, "=A2*10"], [2, "=A3*10"])
    tab.sort((2, "asc"), range="A1:B3")
    assert tab.get("A1:B3") == [["1", "10"], ["2", "20"], ["3", "30"]]
    assert formulas(tab, "B1:B3") == [["=A1*10"], ["=A2*10"], ["=A3*10"]]


def test_a_moved_row_is_still_read(sheet: Any) -> None:
    tab = typed(sheet, "A1", [1, "=A3"], [2], [3])
    move = {"moveDimension": {"source": {"dimension": "ROWS", "startIndex": 2, "endIndex": 3}, "destinationIndex": 1}}
    sheet.batch_update({"requests": [move]})
    assert formulas(tab, "A1:B3") == [[1, "=A2"], [3], [2]]
    assert tab.acell("B1").value == "3"


def test_a_named_range_is_read_by_its_name_and_goes_with_its_cells(sheet: Any) -> None:
    tab = typed(sheet, "A1", [1], [2], ["=SUM(pot)"])
    tab.define_named_range("A1:A2", "Pot")
    assert tab.acell("A3").value == "3"
    tab.insert_row([5], 2)
    assert tab.acell("A4").value == "8"
    assert formulas(tab, "A4") == [["=SUM(pot)"]]


def test_a_copied_tab_works_out_its_own_cells(sheet: Any) -> None:
    tab = typed(sheet, "A1", [1, "=A1+1"])
    copy = tab.duplicate(new_sheet_name="Copy")
    copy.update_acell("A1", 10)
    assert (copy.acell("B1").value, tab.acell("B1").value) == ("11", "2")


def test_a_formula_is_found_by_what_it_shows_only_if_its_text_is_searched(sheet: Any) -> None:
    tab = typed(sheet, "A1", ["=1+1", "2"])
    replace = {"find": "2", "replacement": "3", "allSheets": True}
    sheet.batch_update({"requests": [{"findReplace": replace}]})
    assert formulas(tab, "A1:B1") == [["=1+1", 3]]
    sheet.batch_update({"requests": [{"findReplace": {**replace, "find": "1", "includeFormulas": True}}]})
    assert formulas(tab, "A1:B1") == [["=3+3", 3]]


def test_a_request_reads_what_an_earlier_one_in_its_batch_has_changed(sheet: Any) -> None:
    tab = typed(sheet, "A1", [1, "=A1*10"], [2, "=A2*10"])
    cell = {"values": [{"userEnteredValue": {"numberValue": 9}}]}
    write = {"updateCells": {"start": {}, "rows": [cell], "fields": "userEnteredValue"}}
    sort = {"sortRange": {"range": area("A1:B2"), "sortSpecs": [{"dimensionIndex": 1}]}}
    sheet.batch_update({"requests": [write, sort]})
    assert tab.get("A1:B2") == [["2", "20"], ["9", "90"]]


def test_a_formula_that_comes_to_nothing_is_not_overwritten_by_rows_that_are_appended(sheet: Any) -> None:
    tab = typed(sheet, "A1", ["head"], ["=Z1"])
    tab.append_row(["next"], table_range="A1")
    assert formulas(tab, "A1:A3") == [["head"], ["=Z1"], ["next"]]


def test_rows_are_appended_below_what_an_array_fills(sheet: Any) -> None:
    tab = typed(sheet, "A1", ["=SEQUENCE(3)"])
    tab.append_row(["next"], table_range="A1")
    assert tab.col_values(1) == ["1", "2", "3", "next"]


def test_watchers_are_notified_of_every_recalculated_sheet(people: People) -> None:
    heard: list[tuple[int, ...]] = []
    sheet = people.client("ana@x").create("Games")
    other = sheet.add_worksheet("Other", 5, 5)
    other.update([["=Sheet1!A1*2"]], "A1", raw=False)
    people.service.watchers.append(lambda change: heard.append(change.sheets))
    sheet.sheet1.update([[4]], "A1")
    sheet.sheet1.update([[5]], "B1")
    assert heard == [(0, other.id), (0,)]
    assert other.acell("A1").value == "8"


def test_numbers_stand_on_the_right_and_texts_on_the_left(sheet: Any) -> None:
    typed(sheet, "A1", ["=1+1", "a", "=1=1", 5])
    sides = [grid(sheet, 0, column)["effectiveFormat"]["horizontalAlignment"] for column in range(4)]
    assert sides == ["RIGHT", "LEFT", "CENTER", "RIGHT"]


def rule(kind: str, *values: str, where: str = "A1:A3", **look: Any) -> dict[str, Any]:
    condition = {"type": kind, "values": [{"userEnteredValue": value} for value in values]}
    held = {"ranges": [area(where)], "booleanRule": {"condition": condition, "format": look}}
    return {"addConditionalFormatRule": {"rule": held, "index": 0}}


@pytest.mark.parametrize(
    ("kind", "values", "met"),
    [
        ("NUMBER_GREATER", ["4"], [5]),
        ("NUMBER_BETWEEN", ["1", "=$B$1"], [3]),
        ("TEXT_CONTAINS", ["AN"], ["Ana"]),
        ("TEXT_STARTS_WITH", ["a"], ["Ana"]),
        ("NOT_BLANK", [], [5, 3, "Ana"]),
        ("CUSTOM_FORMULA", ["=A1=$B$1"], [3]),
        ("CUSTOM_FORMULA", ["=AND(ISNUMBER(A1),A1>B1)"], [5, 3]),
        ("CUSTOM_FORMULA", ["=A1+"], []),
    ],
)
def test_a_cell_has_the_format_of_the_rule_that_applies(
    sheet: Any, kind: str, values: list[str], met: list[Any]
) -> None:
    typed(sheet, "A1", [5, 3], [3], ["Ana"])
    red = {"red": 1}
    sheet.batch_update({"requests": [rule(kind, *values, backgroundColor=red, textFormat={"bold": True})]})
    cells = [grid(sheet, row) for row in range(3)]
    assert [
        next(iter(cell["userEnteredValue"].values()))
        for cell in cells
        if cell["effectiveFormat"]["backgroundColorStyle"] == {"rgbColor": red}
        and cell["effectiveFormat"]["textFormat"]["bold"]
    ] == met
    assert all("userEnteredFormat" not in cell for cell in cells)


def bold(sheet: Any, rows: int) -> list[bool]:
    return [grid(sheet, row)["effectiveFormat"]["textFormat"].get("bold", False) for row in range(rows)]


def test_the_formula_of_a_rule_tells_values_apart_that_are_equal(sheet: Any) -> None:
    sheet.sheet1.update([[1], [True], ["1"], [0.0], [False]], "A1", raw=True)
    sheet.batch_update(
        {"requests": [rule("CUSTOM_FORMULA", "=ISNUMBER(A1)", where="A1:A5", textFormat={"bold": True})]}
    )
    assert bold(sheet, 5) == [True, False, False, True, False]


def test_the_formula_of_a_rule_is_asked_anew_when_its_cell_changes(sheet: Any) -> None:
    sheet.sheet1.update([["ax"], ["b"], ["ax"]], "A1", raw=True)
    sheet.batch_update({"requests": [rule("CUSTOM_FORMULA", '=FIND("x",A1)=2', textFormat={"bold": True})]})
    assert bold(sheet, 3) == [True, False, True]
    sheet.sheet1.update([["b"], ["ax"]], "A1", raw=True)
    assert bold(sheet, 3) == [False, True, True]


def test_what_a_rule_reads_beyond_the_last_column_is_an_error(sheet: Any) -> None:
    sheet.sheet1.resize(cols=2)
    sheet.sheet1.update([["x", "y"]], "A1", raw=True)
    request = rule("CUSTOM_FORMULA", "=ISERROR(B1)", where="A1:B1", textFormat={"italic": True})
    sheet.batch_update({"requests": [request]})
    looks = [grid(sheet, 0, column)["effectiveFormat"]["textFormat"] for column in range(2)]
    assert [look.get("italic", False) for look in looks] == [False, True]


def test_formulas_in_rules_follow_their_cells(sheet: Any) -> None:
    other = sheet.add_worksheet("Lists", 10, 2)
    tab = sheet.sheet1
    choice = {"condition": {"type": "ONE_OF_RANGE", "values": [{"userEnteredValue": "=Lists!A2:A4"}]}}
    sheet.batch_update({"requests": [
        {"setDataValidation": {"range": area("C3"), "rule": choice}},
        rule("CUSTOM_FORMULA", "=A3>$B$3", where="A3:A9", backgroundColor={"red": 1}),
    ]})  # fmt: skip
    other.insert_row(["new"], 2)
    other.update_title("All lists")
    tab.insert_row(["top"], 1)
    assert grid(sheet, 3, 2)["dataValidation"]["condition"]["values"] == [{"userEnteredValue": "='All lists'!A3:A5"}]
    held = sheet.fetch_sheet_metadata()["sheets"][0]["conditionalFormats"][0]
    assert held["booleanRule"]["condition"]["values"] == [{"userEnteredValue": "=A4>$B$4"}]
