"""Every public method of gspread over real HTTP; a new method in a new release fails here."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import pytest
from gspread.cell import Cell
from gspread.client import Client
from gspread.exceptions import SpreadsheetNotFound
from gspread.spreadsheet import Spreadsheet
from gspread.utils import Dimension, ExportFormat, PasteOrientation, PasteType, ValidationConditionType
from gspread.worksheet import ValueRange, Worksheet

from sheets_gm.localsheets.http_server import server
from tests.localsheets import real

CLASSES = {each.__name__: each for each in (Client, Spreadsheet, Worksheet, Cell, ValueRange)}
COVERED: dict[str, str] = {}
"""Each method to the test that calls it."""

NOT_COVERED = {
    "Client.expiry": "it asks google-auth for the age of a token, and calls nobody",
    "Client.set_timeout": "it sets a number that the transport reads, and calls nobody",
}
"""Each method that does not apply, and why."""

Test = TypeVar("Test", bound=Callable[..., None])


def public() -> set[str]:
    """The public methods and properties of gspread's classes."""
    return {
        f"{kind}.{name}"
        for kind, held in CLASSES.items()
        for name, member in vars(held).items()
        if not name.startswith("_") and (callable(member) or isinstance(member, property | classmethod | staticmethod))
    }


def covers(*names: str) -> Callable[[Test], Test]:
    """Say that a test calls these methods; one that does not fails."""

    def with_names(test: Test) -> Test:
        COVERED.update(dict.fromkeys(names, test.__name__))

        @functools.wraps(test)
        def run(*args: Any, **kwargs: Any) -> None:
            called: set[str] = set()
            with pytest.MonkeyPatch.context() as patch:
                for name in names:
                    _watch(patch, name, called)
                test(*args, **kwargs)
            assert called == set(names)

        run.__signature__ = inspect.signature(test)  # type: ignore[attr-defined]
        return run  # type: ignore[return-value]

    return with_names


def _watch(patch: pytest.MonkeyPatch, name: str, called: set[str]) -> None:
    kind, _, member = name.partition(".")
    held = vars(CLASSES[kind])[member]

    def watched(function: Any) -> Any:
        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            called.add(name)
            return function(*args, **kwargs)

        return call

    if isinstance(held, property):
        patch.setattr(CLASSES[kind], member, property(watched(held.fget)))
    elif isinstance(held, classmethod):
        patch.setattr(CLASSES[kind], member, classmethod(watched(held.__func__)))
    else:
        patch.setattr(CLASSES[kind], member, watched(held))


def test_every_method_is_covered_or_has_a_reason_why_not() -> None:
    assert {*COVERED, *NOT_COVERED} == public()
    assert not COVERED.keys() & NOT_COVERED.keys()


@pytest.fixture(scope="module")
def base() -> Iterator[tuple[str, Callable[[str], str]]]:
    """A server's address, and how to get a token there."""
    service = server.open_service(None)
    with server.running(service) as address:
        yield address, service.add_account


@pytest.fixture(scope="module")
def client(base: Any) -> Client:
    address, add = base
    return real.client(address, add("ana@x"))


@pytest.fixture(scope="module")
def ben(base: Any) -> Client:
    address, add = base
    return real.client(address, add("ben@x"))


@pytest.fixture
def book(client: Client) -> Spreadsheet:
    return client.create("Games")


@pytest.fixture
def tab(book: Spreadsheet) -> Worksheet:
    """A tab with a small table."""
    made = book.sheet1
    made.update([["name", "hp"], ["Ana", 3], ["Ben", 2.5]])
    return made


# -- Client ------------------------------------------------------------------------------------------------------------


@covers("Client.create", "Client.open", "Client.open_by_key", "Client.open_by_url", "Client.openall")
def test_spreadsheets_are_created_and_opened(client: Client) -> None:
    made = client.create("Openings", folder_id="shelf")
    assert client.open("Openings").id == client.open("Openings", folder_id="shelf").id == made.id
    assert client.open_by_key(made.id).title == "Openings"
    assert client.open_by_url(made.url).title == "Openings"
    assert made.id in {each.id for each in client.openall()}
    assert [each.id for each in client.openall("Openings")] == [made.id]
    with pytest.raises(SpreadsheetNotFound):
        client.open("Nowhere")


@covers("Client.list_spreadsheet_files", "Client.get_file_drive_metadata", "Client.del_spreadsheet")
def test_files_are_listed_and_deleted(client: Client) -> None:
    made = client.create("Files", folder_id="drawer")
    held = client.list_spreadsheet_files(folder_id="drawer")
    assert [set(each) for each in held] == [{"id", "name", "createdTime", "modifiedTime"}]
    assert client.get_file_drive_metadata(made.id)["name"] == "Files"
    client.del_spreadsheet(made.id)
    assert client.list_spreadsheet_files("Files") == []


@covers("Client.copy", "Client.export", "Client.import_csv")
def test_files_are_copied_exported_and_imported(client: Client, book: Spreadsheet) -> None:
    book.share("ben@x", perm_type="user", role="reader", notify=False)
    client.import_csv(book.id, "a,b\n1,2\n")
    copy = client.copy(book.id, title="Copy", copy_permissions=True)
    assert copy.sheet1.get_all_values() == [["a", "b"], ["1", "2"]]
    assert {each.get("emailAddress") for each in copy.list_permissions()} == {"ana@x", "ben@x"}
    assert client.export(copy.id, ExportFormat.CSV) == b"a,b\r\n1,2"


@covers("Client.list_permissions", "Client.insert_permission", "Client.remove_permission")
def test_files_are_shared_by_the_client(client: Client, book: Spreadsheet) -> None:
    client.insert_permission(book.id, "ben@x", perm_type="user", role="writer", notify=False)
    held = client.list_permissions(book.id)
    assert {each["role"] for each in held} == {"owner", "writer"}
    client.remove_permission(book.id, next(str(each["id"]) for each in held if each["role"] == "writer"))
    assert len(client.list_permissions(book.id)) == 1


# -- Spreadsheet -------------------------------------------------------------------------------------------------------


@covers(
    *(f"Spreadsheet.{name}" for name in ("id", "title", "url", "creationTime", "timezone", "locale", "lastUpdateTime")),
    *(f"Spreadsheet.{name}" for name in ("get_lastUpdateTime", "update_drive_metadata", "fetch_sheet_metadata")),
)
def test_the_properties_of_a_spreadsheet(client: Client, book: Spreadsheet) -> None:
    assert (book.title, book.timezone, book.locale) == ("Games", "Etc/GMT", "en_US")
    assert book.id in book.url
    assert book.creationTime <= book.get_lastUpdateTime()
    book.update_drive_metadata()
    with pytest.warns(DeprecationWarning, match="lastUpdateTime"):
        assert book.lastUpdateTime == book.get_lastUpdateTime()
    assert book.fetch_sheet_metadata()["spreadsheetId"] == book.id


@covers(
    "Spreadsheet.sheet1",
    "Spreadsheet.get_worksheet",
    "Spreadsheet.get_worksheet_by_id",
    "Spreadsheet.worksheets",
    "Spreadsheet.worksheet",
    "Spreadsheet.add_worksheet",
    "Spreadsheet.duplicate_sheet",
    "Spreadsheet.del_worksheet",
    "Spreadsheet.del_worksheet_by_id",
    "Spreadsheet.reorder_worksheets",
)
def test_worksheets_are_added_found_ordered_and_deleted(book: Spreadsheet) -> None:
    log = book.add_worksheet("Log", 10, 5, index=0)
    copy = book.duplicate_sheet(log.id, insert_sheet_index=2, new_sheet_name="Old log")
    assert [each.title for each in book.worksheets()] == ["Log", "Sheet1", "Old log"]
    assert book.get_worksheet(2).id == book.get_worksheet_by_id(copy.id).id == book.worksheet("Old log").id
    book.reorder_worksheets([copy, book.worksheet("Sheet1")])
    assert [each.title for each in book] == ["Old log", "Sheet1", "Log"]
    book.del_worksheet(copy)
    book.del_worksheet_by_id(log.id)
    assert book.sheet1.title == "Sheet1"


@covers(
    *(f"Spreadsheet.values_{name}" for name in ("append", "clear", "batch_clear", "get", "batch_get", "update")),
    "Spreadsheet.values_batch_update",
    "Spreadsheet.batch_update",
)
def test_values_are_written_and_read_by_the_spreadsheet(book: Spreadsheet) -> None:
    raw: dict[str, Any] = {"valueInputOption": "RAW"}
    book.values_update("A1", raw, {"values": [["a"]]})
    book.values_append("A1", raw, {"values": [["b"]]})
    book.values_batch_update({**raw, "data": [{"range": "B1", "values": [["c"]]}]})
    assert book.values_get("A1:B2")["values"] == [["a", "c"], ["b"]]
    assert len(book.values_batch_get(["A1", "B1"])["valueRanges"]) == 2
    assert book.values_clear("A1")["clearedRange"] == "Sheet1!A1"
    assert book.values_batch_clear(body={"ranges": ["A2", "B1"]})["clearedRanges"] == ["Sheet1!A2", "Sheet1!B1"]
    assert "values" not in book.values_get("A1:B2")
    assert book.batch_update({"requests": [{"addSheet": {}}]})["replies"][0]["addSheet"]["properties"]["index"] == 1


@covers(
    "Spreadsheet.share",
    "Spreadsheet.list_permissions",
    "Spreadsheet.remove_permissions",
    "Spreadsheet.transfer_ownership",
    "Spreadsheet.accept_ownership",
)
def test_a_spreadsheet_is_shared_and_given_away(book: Spreadsheet, ben: Client) -> None:
    book.share("cleo@x", perm_type="user", role="reader", notify=False)
    assert len(book.remove_permissions("cleo@x")) == 1
    book.share("ben@x", perm_type="user", role="writer", notify=False)
    bens = next(str(each["id"]) for each in book.list_permissions() if each.get("emailAddress") == "ben@x")
    book.transfer_ownership(bens)
    ben.open_by_key(book.id).accept_ownership(bens)
    roles = {each.get("emailAddress"): each["role"] for each in book.list_permissions()}
    assert roles == {"ana@x": "writer", "ben@x": "owner"}


@covers(
    "Spreadsheet.named_range",
    "Spreadsheet.list_named_ranges",
    "Spreadsheet.list_protected_ranges",
    "Worksheet.define_named_range",
    "Worksheet.delete_named_range",
    "Worksheet.add_protected_range",
    "Worksheet.delete_protected_range",
)
def test_ranges_are_named_and_protected(book: Spreadsheet, tab: Worksheet) -> None:
    tab.define_named_range("B2:B3", "Life")
    assert [cell.value for cell in book.named_range("Life")] == ["3", "2.5"]
    tab.delete_named_range(book.list_named_ranges()[0]["namedRangeId"])
    assert book.list_named_ranges() == []
    tab.add_protected_range("A1:B1", editor_users_emails=["ben@x"], description="heading")
    held = book.list_protected_ranges(tab.id)
    assert held[0]["editors"]["users"] == ["ben@x", "ana@x"]
    tab.delete_protected_range(held[0]["protectedRangeId"])
    assert book.list_protected_ranges(tab.id) == []


@covers("Spreadsheet.update_title", "Spreadsheet.update_timezone", "Spreadsheet.update_locale", "Spreadsheet.export")
def test_a_spreadsheet_is_renamed_and_exported(client: Client, book: Spreadsheet) -> None:
    book.update_title("Matches")
    book.update_timezone("Europe/Paris")
    book.update_locale("fr_FR")
    again = client.open_by_key(book.id)
    assert (again.title, again.timezone, again.locale) == ("Matches", "Europe/Paris", "fr_FR")
    assert book.export(ExportFormat.EXCEL).startswith(b"PK")


# -- Worksheet ---------------------------------------------------------------------------------------------------------


@covers(
    *(f"Worksheet.{name}" for name in ("id", "spreadsheet", "title", "url", "index", "isSheetHidden", "row_count")),
    *(f"Worksheet.{name}" for name in ("col_count", "column_count", "frozen_row_count", "frozen_col_count")),
    *(f"Worksheet.{name}" for name in ("hide", "show", "freeze", "is_gridlines_hidden", "hide_gridlines")),
    *(f"Worksheet.{name}" for name in ("show_gridlines", "update_title", "update_index")),
)
def test_the_properties_of_a_worksheet(book: Spreadsheet) -> None:
    made = book.add_worksheet("Board", 20, 7)
    made.update_title("Map")
    made.freeze(rows=2, cols=1)
    made.hide_gridlines()
    made.hide()
    made.update_index(0)
    again = book.worksheet("Map")
    assert (again.id, again.index, again.row_count, again.col_count, again.column_count) == (made.id, 0, 20, 7, 7)
    assert (again.frozen_row_count, again.frozen_col_count, again.is_gridlines_hidden) == (2, 1, True)
    assert (again.isSheetHidden, again.title, again.spreadsheet) == (True, "Map", book)
    assert str(again.id) in again.url
    made.show()
    made.show_gridlines()
    again = book.worksheet("Map")
    assert (again.isSheetHidden, again.is_gridlines_hidden) == (False, False)


@covers("Worksheet.tab_color", "Worksheet.get_tab_color", "Worksheet.update_tab_color", "Worksheet.clear_tab_color")
def test_a_tabs_colour_is_set_and_cleared(book: Spreadsheet, tab: Worksheet) -> None:
    tab.update_tab_color("#102030")
    assert book.sheet1.tab_color == book.sheet1.get_tab_color() == "#102030"
    tab.clear_tab_color()
    assert book.sheet1.tab_color is None


@covers(
    *(f"Worksheet.{name}" for name in ("acell", "cell", "range", "get", "get_values", "get_all_values", "batch_get")),
    *(f"Worksheet.{name}" for name in ("get_all_records", "get_all_cells", "row_values", "col_values", "expand")),
    *(f"Worksheet.{name}" for name in ("find", "findall")),
    *(f"Cell.{name}" for name in ("row", "col", "numeric_value", "address")),
    *(f"ValueRange.{name}" for name in ("from_json", "range", "major_dimension", "first")),
)
def test_cells_are_read(tab: Worksheet) -> None:
    assert (tab.acell("B2").value, tab.cell(3, 1).value, tab.acell("B3").numeric_value) == ("3", "Ben", 2.5)
    assert [(cell.row, cell.col, cell.address) for cell in tab.range("A2:B2")] == [(2, 1, "A2"), (2, 2, "B2")]
    held = tab.get("A2:B3", major_dimension=Dimension.cols)
    assert isinstance(held, ValueRange)
    assert (held.range, held.major_dimension, held.first()) == ("Sheet1!A2:B3", "COLUMNS", "Ana")
    assert tab.get_values("A2:B2") == [["Ana", "3"]]
    assert tab.get_all_values()[0] == ["name", "hp"]
    assert [each.first() for each in tab.batch_get(["A1", "B1"])] == ["name", "hp"]
    assert tab.get_all_records() == [{"name": "Ana", "hp": 3}, {"name": "Ben", "hp": 2.5}]
    assert len(tab.get_all_cells()) == 26_000
    assert (tab.row_values(2), tab.col_values(1)) == (["Ana", "3"], ["name", "Ana", "Ben"])
    assert tab.expand("A1") == [["name", "hp"], ["Ana", "3"], ["Ben", "2.5"]]
    found = tab.find("Ben")
    assert found is not None
    assert found.address == "A3"
    assert len(tab.findall("ben", case_sensitive=False)) == 1


@covers(
    *(f"Worksheet.{name}" for name in ("update_acell", "update_cell", "update_cells", "update", "batch_update")),
    "Worksheet.clear",
    "Worksheet.batch_clear",
    "Cell.from_address",
)
def test_cells_are_written(tab: Worksheet) -> None:
    tab.update_acell("A1", "who")
    tab.update_cell(1, 2, 7)
    tab.update_cells([Cell.from_address("A2", "Cleo"), Cell.from_address("B2", "9")])
    tab.batch_update([{"range": "A3", "values": [["Dan"]]}, {"range": "B3", "values": [["1,5"]]}])
    assert tab.get_all_values() == [["who", "7"], ["Cleo", "9"], ["Dan", "1,5"]]
    tab.batch_clear(["A1:B1", "B3"])
    assert tab.get_all_values() == [["", ""], ["Cleo", "9"], ["Dan", ""]]
    tab.clear()
    tab.update([["x"]])
    assert tab.get_all_values() == [["x"]]


@covers(
    *(f"Worksheet.{name}" for name in ("append_row", "append_rows", "insert_row", "insert_rows", "insert_cols")),
    *(f"Worksheet.{name}" for name in ("delete_dimension", "delete_rows", "delete_columns", "add_rows", "add_cols")),
    *(f"Worksheet.{name}" for name in ("resize", "sort")),
)
def test_rows_and_columns_are_added_and_deleted(book: Spreadsheet, tab: Worksheet) -> None:
    tab.append_row(["Cleo", 1])
    tab.append_rows([["Dan", 9], ["Eve", 8]])
    tab.sort((2, "des"), range="A2:B6")
    assert tab.col_values(1) == ["name", "Dan", "Eve", "Ana", "Ben", "Cleo"]
    tab.insert_row(["top"], 1)
    tab.insert_rows([["x"], ["y"]], 2, inherit_from_before=True)
    tab.insert_cols([["first", "second"]], 1)
    assert tab.get("A1:B3") == [["first", "top"], ["second", "x"], ["", "y"]]
    tab.delete_rows(1, 3)
    tab.delete_columns(1)
    tab.delete_dimension(Dimension.rows, 2, 5)
    assert tab.get_all_values() == [["name", "hp"], ["Cleo", "1"]]
    tab.resize(rows=10, cols=5)
    tab.add_rows(2)
    tab.add_cols(1)
    assert (book.sheet1.row_count, book.sheet1.col_count) == (12, 6)


@covers(
    "Worksheet.format",
    "Worksheet.batch_format",
    "Worksheet.merge_cells",
    "Worksheet.unmerge_cells",
    "Worksheet.batch_merge",
    "Worksheet.columns_auto_resize",
    "Worksheet.rows_auto_resize",
    "Worksheet.add_validation",
)
def test_cells_are_formatted_merged_and_given_rules(book: Spreadsheet, tab: Worksheet) -> None:
    tab.format("A1:B1", {"textFormat": {"bold": True}})
    tab.batch_format([{"range": "A2", "format": {"backgroundColor": {"red": 1}}}])
    tab.merge_cells("D1:E2")
    tab.batch_merge([{"range": "F1:G1"}, {"range": "F2:G3"}])
    tab.unmerge_cells("D1:E2")
    tab.columns_auto_resize(0, 2)
    tab.rows_auto_resize(0, 2)
    choices = ["red", "blue"]
    tab.add_validation("B2", ValidationConditionType.one_of_list, choices, strict=True, showCustomUi=True)
    held = book.fetch_sheet_metadata({"includeGridData": "true"})["sheets"][0]
    rows = held["data"][0]["rowData"]
    assert rows[0]["values"][1]["userEnteredFormat"]["textFormat"] == {"bold": True}
    assert rows[1]["values"][0]["userEnteredFormat"]["backgroundColor"] == {"red": 1}
    rule = rows[1]["values"][1]["dataValidation"]
    assert [each["userEnteredValue"] for each in rule["condition"]["values"]] == choices
    assert len(held["merges"]) == 2


@covers("Worksheet.set_basic_filter", "Worksheet.clear_basic_filter", "Worksheet.duplicate", "Worksheet.copy_to")
def test_a_worksheet_is_filtered_and_copied(client: Client, book: Spreadsheet, tab: Worksheet) -> None:
    tab.set_basic_filter("A1:B3")
    copy = tab.duplicate(insert_sheet_index=1, new_sheet_name="Copy")
    assert copy.get_all_values() == tab.get_all_values()
    tab.clear_basic_filter()
    filtered = [("basicFilter" in each) for each in book.fetch_sheet_metadata()["sheets"]]
    assert filtered == [False, True]
    other = client.create("Other")
    assert tab.copy_to(other.id)["title"] == "Copy of Sheet1"


@covers(
    *(f"Worksheet.{name}" for name in ("get_notes", "get_note", "update_notes", "update_note", "insert_note")),
    *(f"Worksheet.{name}" for name in ("insert_notes", "clear_notes", "clear_note")),
)
def test_notes_are_written_and_read(tab: Worksheet) -> None:
    tab.update_note("A1", "one")
    tab.insert_note("B1", "two")
    tab.update_notes({"A2": "three", "B2": "four"})
    tab.insert_notes({"A3": "five"})
    assert tab.get_notes() == [["one", "two"], ["three", "four"], ["five", ""]]
    tab.clear_note("A1")
    tab.clear_notes(["A2", "B2"])
    assert (tab.get_note("A1"), tab.get_note("A3")) == ("", "five")


@covers(
    *(f"Worksheet.{verb}_dimension_group_{what}" for verb in ("add", "delete", "list") for what in ("columns", "rows")),
    *(f"Worksheet.{verb}_{what}" for verb in ("hide", "unhide") for what in ("columns", "rows")),
)
def test_rows_and_columns_are_grouped_and_hidden(book: Spreadsheet, tab: Worksheet) -> None:
    tab.add_dimension_group_rows(1, 4)
    tab.add_dimension_group_columns(0, 2)
    assert [each["depth"] for each in tab.list_dimension_group_rows()] == [1]
    assert tab.list_dimension_group_columns()[0]["range"]["endIndex"] == 2
    tab.delete_dimension_group_rows(1, 4)
    tab.delete_dimension_group_columns(0, 2)
    assert tab.list_dimension_group_rows() == tab.list_dimension_group_columns() == []
    tab.hide_rows(1, 2)
    tab.hide_columns(0, 1)
    held = book.fetch_sheet_metadata({"includeGridData": "true"})["sheets"][0]["data"][0]
    assert [each.get("hiddenByUser", False) for each in held["rowMetadata"][:3]] == [False, True, False]
    assert held["columnMetadata"][0]["hiddenByUser"]
    tab.unhide_rows(1, 2)
    tab.unhide_columns(0, 1)
    held = book.fetch_sheet_metadata({"includeGridData": "true"})["sheets"][0]["data"][0]
    assert not any("hiddenByUser" in each for each in (*held["rowMetadata"], *held["columnMetadata"]))


@covers("Worksheet.copy_range", "Worksheet.cut_range")
def test_ranges_are_copied_and_cut(tab: Worksheet) -> None:
    tab.copy_range("A1:B3", "D1", PasteType.values, PasteOrientation.transpose)
    assert tab.get("D1:F2") == [["name", "Ana", "Ben"], ["hp", "3", "2.5"]]
    tab.cut_range("D1:F1", "A5")
    assert tab.get("A5:C5") == [["name", "Ana", "Ben"]]
    assert tab.get("D1:F1") == [[]]
