"""The Drive API: files are listed, copied, exported, imported and commented, and changes are listed."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import openpyxl
import pytest
from gspread.exceptions import APIError, SpreadsheetNotFound
from gspread.utils import ExportFormat

from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.drive.storage import Storage
from tests.localsheets.api_calls import batch, fill, grid, shown, tab
from tests.localsheets.conftest import People

DRIVE = "https://www.googleapis.com/drive/v3"


def drive(client: Any, path: str, method: str = "get", body: Any = None, **params: Any) -> Any:
    answer = getattr(client, "http_client", client).request(method, f"{DRIVE}/{path}", params=params, json=body)
    return answer.json() if answer.content else None


# -- finding -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def library(people: People) -> Any:
    """ana's client, and three spreadsheets of hers, one in a folder."""
    client = people.client("ana@x")
    for title, folder in (("Board", None), ("Board games", "shelf"), ("It's a log", None)):
        client.create(title, folder_id=folder)
    return client


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", {"Board", "Board games", "It's a log"}),
        ('mimeType="application/vnd.google-apps.spreadsheet" and name = "Board"', {"Board"}),
        ("name = 'It\\'s a log'", {"It's a log"}),
        ("name contains 'game'", {"Board games"}),
        ("name contains 'oard'", set()),
        ("'shelf' in parents and trashed = false", {"Board games"}),
        ('parents in "shelf"', {"Board games"}),
        ("mimeType != 'application/vnd.google-apps.spreadsheet'", set()),
        ("trashed = true", set()),
        ("'me' in owners", {"Board", "Board games", "It's a log"}),
        ("modifiedTime > '2999-01-01T00:00:00'", set()),
    ],
)
def test_files_are_found_by_a_query(library: Any, query: str, found: set[str]) -> None:
    assert {each["name"] for each in drive(library, "files", q=query)["files"]} == found


@pytest.mark.parametrize(
    "query", ["name =", "name = Board", "colour = 'red'", "name = 'x' or name = 'y'", "name = 'x' and"]
)
def test_a_query_that_cannot_be_read_is_refused(library: Any, query: str) -> None:
    with pytest.raises(APIError, match="Invalid Value"):
        drive(library, "files", q=query)


def test_a_list_is_cut_into_pages(library: Any) -> None:
    names, token = [], "0"
    while token is not None:
        page = drive(library, "files", pageSize=2, pageToken=token, orderBy="name")
        names += [each["name"] for each in page["files"]]
        token = page.get("nextPageToken")
    assert names == ["Board", "Board games", "It's a log"]
    for wrong in ({"pageSize": 0}, {"pageToken": "next"}, {"orderBy": "colour"}):
        with pytest.raises(APIError, match=r"Invalid value|not supported"):
            drive(library, "files", **wrong)


def test_what_is_in_the_trash_is_not_lost(library: Any) -> None:
    book = library.open("Board")
    drive(library, f"files/{book.id}", "patch", {"trashed": True})
    assert [each["id"] for each in drive(library, "files", q="trashed = true")["files"]] == [book.id]


def test_a_deleted_file_is_gone(library: Any) -> None:
    book = library.open("Board")
    library.del_spreadsheet(book.id)
    with pytest.raises(SpreadsheetNotFound):
        library.open_by_key(book.id)


# -- copying -----------------------------------------------------------------------------------------------------------


def test_a_copy_is_the_copiers_and_so_is_what_is_protected_in_it(people: People, sheet: Any) -> None:
    fill(sheet, "A1", [["x"]])
    guard = {"range": grid("A1"), "editors": {"users": ["ben@x"]}}
    batch(
        sheet,
        {"addProtectedRange": {"protectedRange": guard}},
        {"addNamedRange": {"namedRange": {"name": "Spot", "range": grid("A1")}}},
    )
    sheet.share("cleo@x", perm_type="user", role="reader", notify=False)
    cleo = people.client("cleo@x")
    copy = cleo.copy(sheet.id, title="Mine", copy_comments=False)
    assert (copy.title, shown(copy, "Spot")) == ("Mine", [["x"]])
    assert tab(copy)["protectedRanges"][0]["editors"] == {"users": ["cleo@x"]}
    assert [each["emailAddress"] for each in copy.list_permissions()] == ["cleo@x"]
    fill(copy, "A1", [["mine"]])
    assert drive(cleo, f"files/{sheet.id}/copy", "post", {})["name"] == "Copy of Games"


def test_comments_are_listed_and_copied_where_that_is_asked_for(people: People) -> None:
    client = people.client("ana@x")
    book = client.create("Talk")
    for text in ("one", "two"):
        drive(client, f"files/{book.id}/comments", "post", {"content": text, "anchor": "A1"}, fields="id")
    copy = client.copy(book.id)
    held = drive(client, f"files/{copy.id}/comments", fields="*")["comments"]
    assert [(each["content"], each["anchor"]) for each in held] == [("one", "A1"), ("two", "A1")]
    assert held[0]["author"]["me"] is True
    with pytest.raises(APIError, match="The 'fields' parameter is required"):
        drive(client, f"files/{book.id}/comments")
    book.share("ben@x", perm_type="user", role="reader", notify=False)
    with pytest.raises(APIError, match="sufficient permissions"):
        drive(people.client("ben@x"), f"files/{book.id}/comments", "post", {"content": "x"}, fields="id")


# -- formats -----------------------------------------------------------------------------------------------------------


def test_the_first_tab_is_exported_as_csv_as_it_is_shown(sheet: Any) -> None:
    sheet.sheet1.update([["a,b", 1.5, True], [], ["=1+1"]], "A1")
    sheet.sheet1.format("B1", {"numberFormat": {"type": "PERCENT", "pattern": "0%"}})
    lines = sheet.export(ExportFormat.CSV).decode()
    assert list(csv.reader(io.StringIO(lines))) == [["a,b", "150%", "TRUE"], ["", "", ""], ["=1+1", "", ""]]
    assert sheet.export(ExportFormat.TSV).decode().splitlines()[0] == "a,b\t150%\tTRUE"


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("format=csv", b"a,1\r\nb,2"),
        ("format=tsv&gid=7", b"other\t"),
        ("format=csv&gid=0&range=A2:B2", b"b,2"),
        ("exportFormat=csv&range=B:B", b"1\r\n2"),
        ("format=csv&gid=99", 400),
        ("format=csv&range=?", 400),
        ("format=pdf", 400),
    ],
)
def test_a_sheet_or_a_part_is_exported_by_the_address_that_a_browser_downloads_from(
    sheet: Any, asked: str, answer: bytes | int
) -> None:
    fill(sheet, "A1", [["a", 1], ["b", 2]])
    batch(sheet, {"addSheet": {"properties": {"sheetId": 7, "title": "Other"}}})
    sheet.worksheet("Other").update([["other", ""]])
    address = f"https://docs.google.com/spreadsheets/d/{sheet.id}/export?{asked}"
    got = sheet.client.session.get(address)
    assert (got.content.rstrip() if got.status_code == 200 else got.status_code) == (
        answer.rstrip() if isinstance(answer, bytes) else answer
    )


def test_a_workbook_is_exported_by_its_address_for_whoever_may_read_it(sheet: Any, people: People) -> None:
    address = f"https://docs.google.com/spreadsheets/d/{sheet.id}/export?format=xlsx"
    assert openpyxl.load_workbook(io.BytesIO(sheet.client.session.get(address).content)).sheetnames
    assert people.client("stranger@x").http_client.session.get(address).status_code == 403


def test_a_workbook_is_exported_with_all_that_excel_knows(sheet: Any) -> None:
    sheet.add_worksheet("A/B", 9, 9)
    tab1 = sheet.sheet1
    tab1.update([["=1+1", 2, True], ["red"]], "A1")
    tab1.format("A2", {"textFormat": {"bold": True}, "backgroundColor": {"red": 1}})
    tab1.merge_cells("A3:B4")
    tab1.freeze(rows=1)
    tab1.update_note("A2", "remember")
    rule = {"condition": {"type": "ONE_OF_LIST", "values": [{"userEnteredValue": "red"}]}, "strict": True}
    batch(sheet, {"setDataValidation": {"range": grid("A2"), "rule": rule}})
    book = openpyxl.load_workbook(io.BytesIO(sheet.export(ExportFormat.EXCEL)))
    assert book.sheetnames == ["Sheet1", "A B"]
    page = book["Sheet1"]
    assert [page.cell(1, at).value for at in (1, 2, 3)] == ["=1+1", 2, True]
    assert page.cell(1, 1).data_type == "s"
    assert page["A2"].font.bold
    assert page["A2"].fill.fgColor.rgb == "FFFF0000"
    assert page["A2"].comment.text.strip() == "remember"
    assert [str(each) for each in page.merged_cells.ranges] == ["A3:B4"]
    assert page.freeze_panes == "A2"
    assert [each.formula1 for each in page.data_validations.dataValidation] == ['"red"']


def test_an_export_to_excel_keeps_the_formats_of_parts_of_texts(sheet: Any) -> None:
    small = {"fontSize": 8, "foregroundColorStyle": {"rgbColor": {"red": 1}}}
    runs = [{"format": small}, {"startIndex": 2}, {"startIndex": 5, "format": {"bold": True, "fontSize": 11}}]
    texts = {"C5 🌲 Ana": runs, "C6": runs[:1], "C7": ()}
    cells = [
        {"userEnteredValue": {"stringValue": text}, "userEnteredFormat": {"textFormat": {"italic": True}}}
        | ({"textFormatRuns": parts} if parts else {})
        for text, parts in texts.items()
    ]
    fields = "userEnteredValue,userEnteredFormat,textFormatRuns"
    start = {"sheetId": sheet.sheet1.id}
    batch(sheet, {"updateCells": {"start": start, "rows": [{"values": [each]} for each in cells], "fields": fields}})
    sheet.sheet1.merge_cells("A1:B1")
    book = io.BytesIO(sheet.export(ExportFormat.EXCEL))
    page = openpyxl.load_workbook(book, rich_text=True)["Sheet1"]
    rich: Any = page["A1"].value
    assert [(part.text, part.font.sz, bool(part.font.b), bool(part.font.i)) for part in rich] == [
        ("C5", 8, False, True),
        (" 🌲", 11, False, True),  # 11 points are what Excel has where nothing is said
        (" Ana", 11, True, True),
    ]
    assert rich[0].font.color.rgb == "FFFF0000"
    assert (page["A2"].value, page["A2"].font.sz, page["A2"].font.color.rgb) == ("C6", 8, "FFFF0000")
    assert (page["A3"].value, page["A3"].font.i) == ("C7", True)


def test_an_export_to_excel_has_the_charts_of_cells_on_other_tabs(sheet: Any) -> None:
    beside = sheet.add_worksheet("Past/turns", 50, 4)
    beside.update([["Turn", "Ana", "Ben"], [0, 1, 2], [1, 4, 3]], "A1")

    def part(column: int, tab: int = beside.id) -> dict[str, Any]:
        whole = {"sheetId": tab, "startRowIndex": 0, "endRowIndex": 50}
        return {"sourceRange": {"sources": [{**whole, "startColumnIndex": column, "endColumnIndex": column + 1}]}}

    def chart(kind: str, *series: dict[str, Any]) -> dict[str, Any]:
        basic = {"chartType": kind, "headerCount": 1, "domains": [{"domain": part(0)}]}
        basic["series"] = [{"series": each, "colorStyle": {"rgbColor": {"red": 1}}} for each in series]
        corner = {"sheetId": sheet.sheet1.id, "rowIndex": 7, "columnIndex": 1}
        place = {"overlayPosition": {"anchorCell": corner, "widthPixels": 480, "heightPixels": 250}}
        return {"addChart": {"chart": {"spec": {"title": "Coins", "basicChart": basic}, "position": place}}}

    batch(sheet, chart("LINE", part(1), part(2)), chart("COLUMN", part(1)), chart("AREA", part(1)))
    gone = sheet.add_worksheet("Gone", 50, 4)
    batch(sheet, chart("LINE", part(1, gone.id)))
    sheet.del_worksheet(gone)
    book = io.BytesIO(sheet.export(ExportFormat.EXCEL))
    page: Any = openpyxl.load_workbook(book)["Sheet1"]
    line, column = page._charts
    assert (type(line).__name__, type(column).__name__) == ("LineChart", "BarChart")
    assert [each.val.numRef.f for each in line.series] == ["'Past turns'!$B$2:$B$3", "'Past turns'!$C$2:$C$3"]
    assert {each.cat.numRef.f for each in line.series} == {"'Past turns'!$A$2:$A$3"}
    assert (line.anchor._from.row, line.anchor._from.col) == (7, 1)


@pytest.mark.parametrize(
    "formula", ["=cmd|' /C calc'!A0", '=WEBSERVICE("http://x")', '=IMPORTDATA("http://x")', '=CALL("x","y","z")']
)
def test_a_formula_that_does_not_work_is_exported_as_its_error(sheet: Any, formula: str) -> None:
    """What calls programs or the network in another spreadsheet program is no formula in the export."""
    sheet.sheet1.update([[formula, "=1+1"]], "A1", value_input_option="USER_ENTERED")
    page = openpyxl.load_workbook(io.BytesIO(sheet.export(ExportFormat.EXCEL)))["Sheet1"]
    assert page["A1"].data_type != "f"
    assert str(page["A1"].value).startswith("#")
    assert (page["B1"].data_type, page["B1"].value) == ("f", "=1+1")


@pytest.mark.parametrize("media", [ExportFormat.PDF, ExportFormat.OPEN_OFFICE_SHEET, ExportFormat.ZIPPED_HTML])
def test_a_format_that_there_is_none_of_is_refused_in_drives_words(sheet: Any, media: Any) -> None:
    with pytest.raises(APIError, match="The requested conversion is not supported"):
        sheet.export(media)


def test_csv_becomes_all_there_is(people: People) -> None:
    client = people.client("ana@x")
    book = client.create("Import")
    book.add_worksheet("Other", 5, 5)
    fill(book, "Sheet1!C9", [["old"]])
    batch(book, {"mergeCells": {"range": grid("A1:B2")}})
    answer = client.import_csv(book.id, 'name,hp\nAna,3\n"a\nb",TRUE\n' + "x\n" * 1200)
    assert answer["title"] == "Import"
    assert [each.title for each in book.worksheets()] == ["Sheet1"]
    values = book.values_get("A1:C3", {"valueRenderOption": "UNFORMATTED_VALUE"})["values"]
    assert values == [["name", "hp"], ["Ana", 3], ["a\nb", True]]
    assert "merges" not in tab(book)
    assert book.sheet1.row_count == 1203
    with pytest.raises(APIError, match="cannot be read as CSV"):
        client.import_csv(book.id, b"\xff\xfe\xff")
    assert shown(book, "A1") == [["name"]]


def test_a_workbook_is_not_imported(people: People) -> None:
    """Nothing is unpacked, so a small file cannot become a large one."""
    client, packed = people.client("ana@x"), io.BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as file:
        file.writestr("xl/worksheets/sheet1.xml", bytes(10_000_000))
    book = client.create("Import")
    with pytest.raises(APIError, match="cannot be read as CSV"):
        client.import_csv(book.id, packed.getvalue())
    assert not any(shown(book, "A1"))


def test_a_spreadsheet_with_protection_is_not_overrun_by_csv(people: People, sheet: Any) -> None:
    sheet.share("ben@x", perm_type="user", role="writer", notify=False)
    batch(sheet, {"addProtectedRange": {"protectedRange": {"range": grid("A1")}}})
    with pytest.raises(APIError, match="protected cell"):
        people.client("ben@x").import_csv(sheet.id, "a")


# -- changes -----------------------------------------------------------------------------------------------------------


def changes(client: Any, token: str, **params: Any) -> tuple[list[tuple[str, bool]], str]:
    """Which files have changed and whether they are gone, and the next token."""
    answer = drive(client, "changes", pageToken=token, **params)
    seen = [(each["fileId"], each["removed"]) for each in answer["changes"]]
    return seen, answer.get("nextPageToken") or answer["newStartPageToken"]


def now(client: Any) -> str:
    return str(drive(client, "changes/startPageToken")["startPageToken"])


def test_the_feed_says_that_a_file_is_not_shared_any_more_by_name_or_by_its_link(people: People, sheet: Any) -> None:
    reader = people.client("eve@x")
    for shared in (("eve@x", "user"), (None, "anyone")):
        sheet.share(*shared, role="reader", notify=False)
        token = now(reader)
        (access,) = (each for each in sheet.list_permissions() if each["role"] == "reader")
        sheet.client.remove_permission(sheet.id, access["id"])
        assert changes(reader, token)[0] == [(sheet.id, True)]


def test_the_feed_lists_each_file_once_with_its_last_change(people: People) -> None:
    client = people.client("ana@x")
    token = now(client)
    first, second = client.create("First"), client.create("Second")
    fill(first, "A1", [["x"]])
    seen, after = changes(client, token)
    assert seen == [(second.id, False), (first.id, False)]
    assert changes(client, after) == ([], after)
    page, more = changes(client, token, pageSize=1)
    assert page == seen[:1]
    assert changes(client, more)[0] == seen[1:]
    assert drive(client, "changes", pageToken=token)["changes"][0]["file"]["name"] == "Second"


def test_the_feed_lists_only_files_that_the_caller_can_see_or_has_lost(people: People) -> None:
    ana, ben = people.client("ana@x"), people.client("ben@x")
    book, token = ana.create("Games"), now(ben)
    fill(book, "A1", [["secret"]])
    assert changes(ben, token)[0] == []
    book.share("ben@x", perm_type="user", role="reader", notify=False)
    seen, token = changes(ben, token)
    assert seen == [(book.id, False)]
    book.remove_permissions("ben@x")
    assert changes(ben, token)[0] == [(book.id, True)]
    book.share("ben@x", perm_type="user", role="reader", notify=False)
    assert changes(ben, token)[0] == [(book.id, False)]
    token = now(ben)
    ana.del_spreadsheet(book.id)
    assert changes(ben, token)[0] == [(book.id, True)]
    assert changes(people.client("eve@x"), token)[0] == []


def test_the_feed_goes_on_after_a_restart(tmp_path: Path) -> None:
    people = People(Service(Storage(tmp_path)))
    client = people.client("ana@x")
    token = now(client)
    gone, book = client.create("Gone"), client.create("Games")
    client.del_spreadsheet(gone.id)
    before = changes(client, token)
    people.service.storage.close()
    again = People(Service(Storage(tmp_path))).client("ana@x")
    assert changes(again, token) == before
    assert before[0] == [(book.id, False), (gone.id, True)]
    for wrong, message in (("x", "Invalid value 'x'"), ("", "Required parameter: pageToken")):
        with pytest.raises(APIError, match=message):
            changes(again, wrong)


def test_formulas_are_worked_out_in_copies_too(people: People) -> None:
    client = people.client("ana@x")
    book = client.create("Sums")
    book.sheet1.update([[1, "=A1+1"]], raw=False)
    copy = client.copy(book.id, copy_comments=False)
    assert shown(copy, "A1:B1") == [["1", "2"]]
    other = client.create("Other")
    book.sheet1.copy_to(other.id)
    assert shown(other, "'Copy of Sheet1'!A1:B1") == [["1", "2"]]
    client.import_csv(other.id, "2,=A1*3\n")
    assert shown(other, "A1:B1") == [["2", "6"]]


# -- several parts -----------------------------------------------------------------------------------------------------


def joined(boundary: str, *parts: str) -> bytes:
    return "".join(f"--{boundary}\r\n{part}\r\n" for part in parts).encode() + f"--{boundary}--".encode()


def test_a_file_is_uploaded_with_its_metadata_and_replaced_later(people: People) -> None:
    client = people.client("ana@x")
    session = client.http_client.session
    about, file = '{"name": "List", "mimeType": "application/vnd.google-apps.spreadsheet"}', "a,1\r\nb,=1+1"
    media = {"Content-Type": "multipart/related; boundary=mark"}
    parts = (f"Content-Type: application/json\r\n\r\n{about}", f"Content-Type: text/csv\r\n\r\n{file}")
    address = "https://www.googleapis.com/upload/drive/v3/files"
    made = session.post(f"{address}?uploadType=multipart", data=joined("mark", *parts), headers=media).json()
    assert (made["name"], set(made)) == ("List", {"kind", "id", "name", "mimeType"})
    sheet = client.open_by_key(made["id"]).sheet1
    assert sheet.get_all_values() == [["a", "1"], ["b", "2"]]
    plain = {"Content-Type": "text/csv"}
    session.patch(f"{address}/{made['id']}?uploadType=media", data=b"c", headers=plain).raise_for_status()
    assert sheet.get_all_values() == [["c"]]
    assert (
        session.post(f"{address}?uploadType=multipart", data=joined("mark", parts[0]), headers=media).status_code == 400
    )


def test_an_update_with_a_file_changes_all_that_one_without_it_changes(people: People) -> None:
    client, ben = people.client("ana@x"), people.client("ben@x")
    session, name = client.http_client.session, client.create("Old").id
    client.open_by_key(name).share("ben@x", "user", "writer", notify=False)
    media = {"Content-Type": "multipart/related; boundary=mark"}
    address = f"https://www.googleapis.com/upload/drive/v3/files/{name}?uploadType=multipart&fields=*"

    def update(caller: Any, body: Any, more: str = "") -> Any:
        parts = (f"Content-Type: application/json\r\n\r\n{json.dumps(body)}", "Content-Type: text/csv\r\n\r\na,1")
        return caller.patch(f"{address}{more}", data=joined("mark", *parts), headers=media)

    said = {"name": "New", "writersCanShare": False, "appProperties": {"match": "friday"}}
    made = update(session, said, "&addParents=shelf").json()
    assert {key: made[key] for key in said} == said
    assert made["parents"] == ["shelf"]
    assert "appProperties" not in update(session, {"appProperties": {"match": None}}).json()
    assert update(ben.http_client.session, {"trashed": True}).status_code == 403
    assert update(ben.http_client.session, {"name": "Ben's"}).json()["name"] == "Ben's"


def test_calls_of_a_batch_are_answered_each_by_itself(people: People) -> None:
    client = people.client("ana@x")
    session, name = client.http_client.session, client.create("Old").id
    head = "Content-Type: application/http\r\nContent-ID:"
    change = 'Content-Type: application/json\r\n\r\n{"name": "New"}'
    calls = [
        f"{head} <one>\r\n\r\nGET /drive/v3/files/{name}?fields=name HTTP/1.1\r\n",
        f"{head} <two>\r\n\r\nGET /drive/v3/files/none HTTP/1.1\r\n",
        f"{head} <3>\r\n\r\nPATCH /drive/v3/files/{name}?fields=name\r\n{change}",
    ]
    media = {"Content-Type": "multipart/mixed; boundary=mark"}
    got = session.post("https://www.googleapis.com/batch/drive/v3", data=joined("mark", *calls), headers=media)
    answers = got.text.split("--batch_of_answers")[1:-1]
    assert [re.findall(r"<response-(\w+)>.*?HTTP/1.1 (\d+)", each, re.DOTALL) for each in answers] == [
        [("one", "200")],
        [("two", "404")],
        [("3", "200")],
    ]
    assert '"New"' in answers[2]
    stranger = people.client("stranger@x").http_client.session
    refused = stranger.post("https://www.googleapis.com/batch/drive/v3", data=joined("mark", *calls), headers=media)
    assert re.findall(r"HTTP/1.1 (\d+)", refused.text) == ["404"] * 3, "a batch asks for no less than its calls"
    nobody = {"content-type": "multipart/mixed; boundary=mark"}
    assert people.service.handle("POST", "/batch", "", joined("mark", *calls), nobody)[0] in (401, 403)
    odd = joined("mark", calls[0], "Content-Type: application/http\r\n\r\nnonsense", f"{head} <4>\r\n\r\nGET //[::1/x")
    got = session.post("https://www.googleapis.com/batch/drive/v3", data=odd, headers=media)
    assert re.findall(r"HTTP/1.1 (\d+)", got.text) == ["200", "400", "400"], "each call fails by itself"
    too_many = joined("mark", *calls[:1] * 101)
    assert session.post("https://www.googleapis.com/batch/drive/v3", data=too_many, headers=media).status_code == 400
    assert session.post("https://www.googleapis.com/batch/drive/v3", data=b"x", headers=media).status_code == 400
