"""The local spreadsheet as a gspread program sees it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gspread
import pytest
from gspread.exceptions import APIError, SpreadsheetNotFound, WorksheetNotFound

from sheets_gm.localsheets.api import in_process as inprocess
from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.drive.call import Content
from sheets_gm.localsheets.drive.storage import Storage
from sheets_gm.localsheets.errors import DataBroken
from tests.localsheets import google_schemas
from tests.localsheets.conftest import People


@pytest.mark.parametrize("wrong", [{"spreadsheetID": "x"}, {"sheets": [{"properties": {"sheetId": "0"}}]}])
def test_an_answer_that_google_could_not_give_is_found(wrong: Any) -> None:
    with pytest.raises(AssertionError, match="is no Spreadsheet"):
        google_schemas.check("GET", "/v4/spreadsheets/x", wrong)


def test_a_new_spreadsheet_has_one_tab_as_google_makes_it(sheet: Any) -> None:
    tab = sheet.sheet1
    assert (tab.title, tab.id, tab.row_count, tab.col_count) == ("Sheet1", 0, 1000, 26)
    assert (sheet.title, sheet.locale, sheet.timezone) == ("Games", "en_US", "Etc/GMT")


def test_values_are_written_and_read(sheet: Any) -> None:
    tab = sheet.sheet1
    tab.update([["name", "hp"], ["Ana", 3], ["Ben", 2.5]], "A1")
    assert tab.get_all_values() == [["name", "hp"], ["Ana", "3"], ["Ben", "2.5"]]
    assert tab.get("A1:B3", value_render_option="UNFORMATTED_VALUE") == [["name", "hp"], ["Ana", 3], ["Ben", 2.5]]
    assert tab.acell("B2").value == "3"
    assert tab.cell(3, 1).value == "Ben"
    assert tab.row_values(2) == ["Ana", "3"]
    assert tab.col_values(1) == ["name", "Ana", "Ben"]
    assert tab.get_all_records() == [{"name": "Ana", "hp": 3}, {"name": "Ben", "hp": 2.5}]


def test_raw_keeps_what_it_is_given_and_user_entered_reads_it(sheet: Any) -> None:
    tab = sheet.sheet1
    tab.update([["=1+1", "007", "TRUE", "50%", "'5"]], "A1", raw=True)
    assert tab.get("A1:E1", value_render_option="UNFORMATTED_VALUE") == [["=1+1", "007", "TRUE", "50%", "'5"]]
    tab.update([["1,000", "007", "TRUE", "50%", "'5"]], "A2", raw=False)
    assert tab.get("A2:E2", value_render_option="UNFORMATTED_VALUE") == [[1000, 7, True, 0.5, "5"]]


def test_a_formula_is_worked_out_and_kept_as_it_was_typed(sheet: Any) -> None:
    tab = sheet.sheet1
    tab.update([[1, "=A1*2", "=1/0", "=1+"]], "A1", raw=False)
    assert tab.get("A1:D1") == [["1", "2", "#DIV/0!", "#ERROR!"]]
    assert tab.get("A1:B1", value_render_option="FORMULA") == [[1, "=A1*2"]]
    assert tab.acell("B1", value_render_option="FORMULA").value == "=A1*2"
    tab.update_acell("A1", 21)
    assert tab.acell("B1").value == "42"


def test_empty_ends_are_trimmed_and_rows_are_ragged(sheet: Any) -> None:
    tab = sheet.sheet1
    tab.update([["a", "", "c"], [], ["d"]], "B2")
    answer = sheet.values_get("Sheet1!A1:Z9")
    assert answer["range"] == "Sheet1!A1:Z9"
    assert answer["values"] == [[], ["", "a", "", "c"], [], ["", "d"]]
    assert "values" not in sheet.values_get("Sheet1!X1:Z9")


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        ("Sheet1", "Sheet1!A1:Z1000"),
        ("A1:A", "Sheet1!A1:A1000"),
        ("Sheet1!B:C", "Sheet1!B1:C1000"),
        ("Sheet1!2:3", "Sheet1!A2:Z3"),
        ("'Sheet1'!B2", "Sheet1!B2"),
        ("sheet1!c3:b2", "Sheet1!B2:C3"),
        ("It's a tab!B2", None),
        ("'It''s a tab'!B2", "'It''s a tab'!B2"),
    ],
)
def test_ranges_are_read_in_all_their_forms(sheet: Any, asked: str, answered: str | None) -> None:
    sheet.add_worksheet("It's a tab", 10, 10)
    assert sheet.values_get(asked)["range"] == (answered or "'It''s a tab'!B2")


@pytest.mark.parametrize("asked", ["Nowhere!A1", "A0", "A1:B2:C3", "Sheet1!", "Sheet1!1A"])
def test_what_is_no_range_is_refused_in_googles_words(sheet: Any, asked: str) -> None:
    if asked == "Sheet1!":
        assert sheet.values_get(asked)["range"] == "Sheet1!A1:Z1000"
        return
    with pytest.raises(APIError, match="Unable to parse range"):
        sheet.values_get(asked)


def test_a_range_beyond_the_grid_is_refused(sheet: Any) -> None:
    with pytest.raises(APIError, match=r"exceeds grid limits\. Max rows: 1000, max columns: 26"):
        sheet.values_get("Sheet1!A1001")
    with pytest.raises(APIError, match="tried writing to row"):
        sheet.values_update("Sheet1!A1:B1", {"valueInputOption": "RAW"}, {"values": [["a"], ["b"]]})


def test_one_bad_range_fails_a_whole_batch(sheet: Any) -> None:
    sheet.sheet1.update([["x"]], "A1")
    assert [each["values"] for each in sheet.values_batch_get(["A1", "Sheet1!A1"])["valueRanges"]] == [[["x"]], [["x"]]]
    with pytest.raises(APIError):
        sheet.values_batch_get(["A1", "Gone!A1"])


def test_append_finds_the_table(sheet: Any) -> None:
    tab = sheet.sheet1
    tab.update([["a", "b"], ["c", "d"]], "B2")
    answer = tab.append_row(["e", "f"], table_range="B2")
    assert answer["updates"]["updatedRange"] == "Sheet1!B4:C4"
    assert answer["tableRange"] == "Sheet1!B2:C3"


def test_tabs_are_added_renamed_copied_and_deleted(sheet: Any) -> None:
    tab = sheet.add_worksheet("Board", 20, 5)
    assert [each.title for each in sheet.worksheets()] == ["Sheet1", "Board"]
    tab.update_title("Map")
    assert sheet.worksheet("Map").id == tab.id
    with pytest.raises(WorksheetNotFound):
        sheet.worksheet("Board")
    with pytest.raises(APIError, match="already exists"):
        sheet.add_worksheet("map", 5, 5)
    sheet.del_worksheet(tab)
    with pytest.raises(APIError, match="can't remove all the sheets"):
        sheet.del_worksheet(sheet.sheet1)


def test_cells_are_formatted_merged_and_frozen(sheet: Any) -> None:
    tab = sheet.sheet1
    tab.update([["title"]], "A1")
    tab.format("A1:C1", {"backgroundColor": {"red": 1}, "textFormat": {"bold": True}})
    tab.merge_cells("A1:C1")
    tab.freeze(rows=1)
    held = sheet.fetch_sheet_metadata({"includeGridData": "true"})["sheets"][0]
    first = held["data"][0]["rowData"][0]["values"][0]
    assert first["userEnteredFormat"]["textFormat"] == {"bold": True}
    assert held["merges"] == [{"startRowIndex": 0, "endRowIndex": 1, "startColumnIndex": 0, "endColumnIndex": 3}]
    assert held["properties"]["gridProperties"]["frozenRowCount"] == 1
    tab.unmerge_cells("A1:C1")
    assert "merges" not in sheet.fetch_sheet_metadata()["sheets"][0]


def test_a_batch_is_all_or_nothing(sheet: Any) -> None:
    tab = sheet.sheet1
    tab.update([["before"]], "A1")
    good = {"updateCells": {"start": {}, "rows": [{"values": [{"userEnteredValue": {"stringValue": "after"}}]}],
                            "fields": "userEnteredValue"}}  # fmt: skip
    add = {"addSheet": {"properties": {"title": "New", "sheetId": 7}}}
    with pytest.raises(APIError, match=r"Invalid requests\[2\].*No sheet with id: 99"):
        sheet.batch_update({"requests": [good, add, {"deleteSheet": {"sheetId": 99}}]})
    assert tab.acell("A1").value == "before"
    assert [each.title for each in sheet.worksheets()] == ["Sheet1"]
    replies = sheet.batch_update({"requests": [good, add]})["replies"]
    assert replies[0] == {}
    assert replies[1]["addSheet"]["properties"]["sheetId"] == 7


def test_an_unknown_request_is_refused_by_name(sheet: Any) -> None:
    with pytest.raises(APIError, match='Unknown name "dance"'):
        sheet.batch_update({"requests": [{"dance": {}}]})


def test_a_conditional_clear_spares_what_was_typed_since(sheet: Any) -> None:
    tab = sheet.sheet1
    tab.update([["C7", "C8", 5]], "A1")
    area = {"sheetId": 0, "startRowIndex": 0, "endRowIndex": 1, "startColumnIndex": 0, "endColumnIndex": 3}
    clear = {"find": "C7", "replacement": "", "matchEntireCell": True, "matchCase": True, "range": area}
    answer = sheet.batch_update({"requests": [{"findReplace": clear}]})
    assert answer["replies"][0]["findReplace"]["valuesChanged"] == 1
    assert tab.get("A1:C1") == [["", "C8", "5"]]


def test_rows_that_move_take_anchored_objects_along(sheet: Any) -> None:
    tab = sheet.sheet1
    tab.update([["a"], ["b"], ["c"]], "A1")
    tab.merge_cells("B2:C2")
    sheet.batch_update({"requests": [{"addProtectedRange": {"protectedRange": {
        "range": {"startRowIndex": 1, "endRowIndex": 2}, "description": "row b"}}}]})  # fmt: skip
    tab.insert_row(["new"], 1)
    held = sheet.fetch_sheet_metadata()["sheets"][0]
    assert held["merges"][0]["startRowIndex"] == 2
    assert held["protectedRanges"][0]["range"]["startRowIndex"] == 2
    tab.delete_rows(1, 3)
    assert tab.get_all_values() == [["c"]]
    assert "merges" not in sheet.fetch_sheet_metadata()["sheets"][0]


def test_a_range_is_sorted(sheet: Any) -> None:
    tab = sheet.sheet1
    tab.update([["b", 2], ["", 9], ["a", 1], ["c", 3]], "A1")
    tab.sort((1, "des"), range="A1:B4")
    assert tab.get("A1:B4") == [["c", "3"], ["b", "2"], ["a", "1"], ["", "9"]]


# -- who may do what ---------------------------------------------------------------------------------------------------


def test_a_stranger_gets_nothing(people: People, sheet: Any) -> None:
    stranger = people.client("eve@x")
    with pytest.raises(PermissionError):
        stranger.open_by_key(sheet.id)
    with pytest.raises(SpreadsheetNotFound):
        stranger.open_by_key("no-such-document")
    with pytest.raises(SpreadsheetNotFound):
        stranger.open("Games")


def test_a_reader_reads_and_a_writer_writes(people: People, sheet: Any) -> None:
    sheet.share("ben@x", perm_type="user", role="reader", notify=False)
    ben = people.client("ben@x").open("Games")
    with pytest.raises(APIError, match="does not have permission"):
        ben.sheet1.update([["x"]], "A1")
    sheet.share("ben@x", perm_type="user", role="writer", notify=False)
    ben.sheet1.update([["x"]], "A1")
    assert sheet.sheet1.acell("A1").value == "x"
    assert {each["emailAddress"] for each in sheet.list_permissions()} == {"ana@x", "ben@x"}
    sheet.remove_permissions("ben@x")
    with pytest.raises(APIError):
        ben.sheet1.acell("A1")


def test_a_protected_cell_refuses_everybody_but_its_editors(people: People, sheet: Any) -> None:
    for name in ("ben@x", "cleo@x"):
        sheet.share(name, perm_type="user", role="writer", notify=False)
    whole = {"range": {"sheetId": 0}, "unprotectedRanges": [{"startRowIndex": 1, "endRowIndex": 3}]}
    own = {"range": {"startRowIndex": 1, "endRowIndex": 2}, "editors": {"users": ["ben@x"]}}
    sheet.batch_update({"requests": [{"addProtectedRange": {"protectedRange": each}} for each in (whole, own)]})
    ben, cleo = (people.client(name).open_by_key(sheet.id).sheet1 for name in ("ben@x", "cleo@x"))
    ben.update([["mine"]], "A2")
    cleo.update([["free"]], "A3")
    for tab, cell in ((ben, "A1"), (cleo, "A2"), (cleo, "A1:A3")):
        with pytest.raises(APIError, match="trying to edit a protected cell"):
            tab.update([["x"]], cell)
    sheet.sheet1.update([["owner"]], "A2")
    with pytest.raises(APIError, match="already has sheet protection"):
        sheet.batch_update({"requests": [{"addProtectedRange": {"protectedRange": whole}}]})


def test_only_those_who_may_edit_a_protection_see_its_editors(people: People, sheet: Any) -> None:
    sheet.share("ben@x", perm_type="user", role="writer", notify=False)
    sheet.batch_update({"requests": [{"addProtectedRange": {"protectedRange": {"range": {"sheetId": 0}}}}]})
    mine = sheet.list_protected_ranges(0)[0]
    theirs = people.client("ben@x").open_by_key(sheet.id).list_protected_ranges(0)[0]
    assert mine["editors"] == {"users": ["ana@x"]}
    assert mine["requestingUserCanEdit"] is True
    assert "editors" not in theirs


def test_without_a_token_nobody_is_anybody(people: People) -> None:
    status, answer = people.service.handle("GET", "/drive/v3/files", "", b"", {})
    assert not isinstance(answer, Content)
    assert (status, answer["error"]["status"]) == (403, "PERMISSION_DENIED")
    status, _ = people.service.handle("GET", "/drive/v3/files", "", b"", {"authorization": "Bearer guess"})
    assert status == 403


def test_whoever_trusts_all_takes_every_caller_for_the_owner() -> None:
    service = Service(Storage(None), trust_all=True)
    client = gspread.Client(auth=None, session=_session(service))  # type: ignore[arg-type]
    tab = client.create("Open").sheet1
    tab.update([["x"]], "A1")
    assert tab.acell("A1").value == "x"


def _session(service: Service) -> Any:
    import requests

    session = requests.Session()
    inprocess.mount(session, service)
    return session


# -- on disk -----------------------------------------------------------------------------------------------------------


def test_what_was_answered_is_there_after_a_restart(tmp_path: Path) -> None:
    first = People(Service(Storage(tmp_path)))
    sheet = first.client("ana@x").create("Games")
    tab = sheet.add_worksheet("Board", 30, 10)
    tab.update([["a", 1, True], ["b"]], "B2")
    tab.format("B2", {"textFormat": {"bold": True}})
    tab.insert_row(["top"], 1)
    before = sheet.fetch_sheet_metadata({"includeGridData": "true"})
    first.service.storage.close()
    second = People(Service(Storage(tmp_path)))
    assert second.client("ana@x").open("Games").fetch_sheet_metadata({"includeGridData": "true"}) == before


def test_a_damaged_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "sheets.db").write_bytes(b"nothing that a database would hold" * 50)
    with pytest.raises(DataBroken, match="cannot be used"):
        Storage(tmp_path)
