"""Building a match's spreadsheets: in one batch, in a copy of another match's, and not at all where it is not whole."""

from __future__ import annotations

import json
from typing import Any

import pytest
from gspread.exceptions import APIError

from sheets_gm.adapters.google.drive.files import file_access
from sheets_gm.games import files
from sheets_gm.localsheets.drive.strangeness import SHARED_DRIVE, SHEETS_MADE, Strangeness
from tests.adapters.place import ROBOT, Place, typed
from tests.localsheets import real

ROSTER = "player,team,captain,account\nAna,blue,yes,ana@x\nBen,blue,,ben@x\nCleo,red,yes,cleo@x\nDov,red,,\n"


@pytest.fixture
def place(place: Place) -> Place:
    """With a roster."""
    (place.folder / "friends.csv").write_text(ROSTER, encoding="utf-8")
    return place


def new(place: Place, *words: str, name: str = "friday") -> tuple[int, str]:
    done = typed(place.folder, "new", "gvg", "--name", name, "--roster", "friends.csv", "--gm", "gm@x", *words)
    return done.code, done.err


def tabs_of(sheet: Any) -> list[str]:
    return [tab.title for tab in sheet.worksheets()]


def people(sheet: Any) -> set[str]:
    return {each["emailAddress"] for each in sheet.list_permissions()}


def full(place: Place, title: str) -> Any:
    """A spreadsheet in which there is no room for another tab."""
    made = place.shared(title)
    made.sheet1.resize(rows=399_990, cols=25)
    return made


def test_a_match_is_founded_with_everything_in_place_before_the_first_poll(place: Place) -> None:
    assert new(place, "--sheet", place.sheet.url) == (0, "")
    mask = "sheets(properties(title,gridProperties.frozenRowCount),conditionalFormats,bandedRanges,protectedRanges)"
    held = place.person.http_client.fetch_sheet_metadata(place.sheet.id, {"fields": mask})
    tabs = {each["properties"]["title"]: each for each in held["sheets"]}
    assert all(tabs[title].get("protectedRanges") for title in tabs if title != "Sheet1")
    assert tabs["Orders"]["properties"]["gridProperties"]["frozenRowCount"] == 3
    assert tabs["Board"]["conditionalFormats"]
    assert tabs["Full log"]["bandedRanges"]
    before = place.sheet.worksheet("Orders").get_values()
    assert before[3][0].startswith("● Ana\n")
    assert typed(place.folder, "sync", "--once").code == 0
    assert place.sheet.worksheet("Orders").get_values() == before


def test_each_tab_has_headings_that_stay_and_notes_that_help(place: Place) -> None:
    new(place, "--sheet", place.sheet.url)
    note = place.sheet.worksheet("Orders").get_note("C3")
    assert "A tile within your steps" in note
    for title in ("Orders", "Commands", "Full log", "Roster", "Claims", "Desk", "GM"):
        assert place.sheet.worksheet(title).frozen_row_count == 3, title


def test_on_a_network_people_get_the_link_by_which_they_reach_the_server(place: Place) -> None:
    place.service.address = "http://table.example:8765"
    done = typed(place.folder, "new", "gvg", "--name", "lan", "--roster", "friends.csv", "--sheet", place.sheet.url)
    assert f"http://table.example:8765/d/{place.sheet.id}" in done.out
    assert "127.0.0.1" not in done.out


# -- nothing half made -------------------------------------------------------------------------------------------------


def test_what_cannot_be_built_in_the_last_spreadsheet_leaves_nothing_in_the_first(place: Place) -> None:
    books = {key: place.shared(key) for key in ("public", "team.blue", "team.red")}
    books["gm"] = full(place, "Full")
    code, message = new(place, "--sealed", *(f"--sheet={key}={book.url}" for key, book in books.items()))
    assert code == 1
    assert "10000000" in message.replace(",", "")
    assert len(message.strip().splitlines()) == 1
    assert [tabs_of(book) for book in books.values()] == [["Sheet1"]] * 4
    assert all(people(book) == {"gm@x", ROBOT} for book in books.values())
    assert typed(place.folder, "status").out.startswith("There is no match yet")


def test_spreadsheets_that_were_made_for_a_match_are_deleted_when_it_cannot_be_founded(place: Place) -> None:
    place.settle(user_credentials="user.json")
    before = {each["id"] for each in place.person.list_spreadsheet_files()}
    other = full(place, "Full")
    code, message = new(place, "--sealed", f"--sheet=gm={other.url}")
    assert (code, len(message.strip().splitlines())) == (1, 1)
    assert {each["id"] for each in place.person.list_spreadsheet_files()} == {*before, other.id}


def test_what_cannot_be_taken_back_is_named(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    from sheets_gm.adapters.google.google_sheets import GoogleSheets
    from sheets_gm.adapters.google.workbooks import building
    from sheets_gm.gm.ports.sheets import SheetsDown

    def away(*_: Any) -> None:
        raise SheetsDown("away")

    monkeypatch.setattr(building, "undo", away)
    monkeypatch.setattr(GoogleSheets, "unmake", away)
    books = {key: place.shared(key) for key in ("public", "team.blue", "team.red")}
    words = [f"--sheet={key}={book.url}" for key, book in books.items()]
    _, message = new(place, "--sealed", *words, f"--sheet=gm={full(place, 'Full').url}")
    assert "of the match are left" in message
    assert all(book.id in message for book in books.values())


def test_an_invitation_that_is_refused_keeps_nobody_else_out(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    from sheets_gm.adapters.google.google_sheets import GoogleSheets
    from sheets_gm.gm.ports.sheets import SheetsRefused

    plain = GoogleSheets.call

    def call(self: GoogleSheets, method: str, address: str, body: Any = None, params: Any = None) -> Any:
        if body and body.get("emailAddress") == "cleo@x":
            raise SheetsRefused("The spreadsheet service refuses (400): ACL change not allowed")
        return plain(self, method, address, body, params)

    monkeypatch.setattr(GoogleSheets, "call", call)
    assert new(place, "--sheet", place.sheet.url) == (0, "")
    assert people(place.sheet) == {"gm@x", ROBOT, "ana@x", "ben@x"}
    assert typed(place.folder, "sync", "--once").code == 0
    found = [row[1] for row in place.sheet.worksheet("GM").get_values() if row[0] == "Not invited"]
    refused = "The spreadsheet service refuses (400): ACL change not allowed"
    assert found == [f"Cleo is not invited to the spreadsheet: {refused}"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name,team,e-mail,email\nAna,blue,ana@x,\n", "line 1: “e-mail” and “email” are the same column"),
        ("team,role\nblue,DPS\n", "one of them must be “player”"),
        ("name,team,rol\nAna,blue,Tank\n", "line 1: there is no column “rol”. Did you mean role?"),
        (
            "name,team,role\nAna,blue,Tankk\n",
            "line 2: there is no role “Tankk”. There are DPS, Tank and Healer. Did you mean Tank?",
        ),
        ("name,team,captain\nAna,blue,perhaps\n", "line 2: “perhaps” does not mean yes or no"),
        ("name,team\nAna,green\n", "line 2: there is no free seat in team “green”"),
        ("name,team,e-mail\nAna,blue,ana@x\nBen,red,ANA@x\n", "line 3: “ANA@x” is already on line 2"),
    ],
)
def test_a_roster_that_means_nothing_is_reported_in_one_line_and_makes_nothing(
    place: Place, text: str, message: str
) -> None:
    (place.folder / "friends.csv").write_text(text, encoding="utf-8")
    code, message = new(place, "--sheet", place.sheet.url)
    assert (code, message in message, len(message.strip().splitlines())) == (1, True, 1), message
    assert tabs_of(place.sheet) == ["Sheet1"]


def test_a_roster_says_who_plays_what_for_whom_and_by_which_account(place: Place) -> None:
    head = "Name,E-mail,Team,Role,Captain,Shoe size\n"
    lines = f"{head}Ana,ana@x,blue,Healer,,9\nBen,ben@x,blue,Tank,yes,8\nCleo,,red,DPS,,7\n"
    (place.folder / "friends.csv").write_text(lines, encoding="utf-8")
    assert new(place, "--sheet", place.sheet.url) == (0, "")
    roster = {row[1]: row for row in place.sheet.worksheet("Roster").get_values()[3:]}
    assert roster["Ana"][2:] == ["✓ known", "blue", "Healer", "", ""]
    assert roster["Ben"][2:] == ["✓ known", "blue", "Tank", "captain", ""]
    assert people(place.sheet) == {"gm@x", ROBOT, "ana@x", "ben@x"}


def test_a_sealed_match_shares_each_workbook_with_its_own_people(place: Place) -> None:
    books = {key: place.shared(key) for key in ("public", "team.blue", "team.red", "gm")}
    assert new(place, "--sealed", *(f"--sheet={key}={book.url}" for key, book in books.items())) == (0, "")
    invited = {key: people(book) - {ROBOT, "gm@x"} for key, book in books.items()}
    blue, red = {"ana@x", "ben@x"}, {"cleo@x"}
    assert invited == {"public": blue | red, "team.blue": blue, "team.red": red, "gm": set()}


# -- files of one's own ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("where", [SHEETS_MADE, SHARED_DRIVE])
def test_with_an_account_of_ones_own_spreadsheets_are_made_shared_and_deleted_through_drive(
    place: Place, where: str
) -> None:
    place.service.strangeness = Strangeness({where: 0.0})
    place.settle(user_credentials="user.json")
    assert new(place, "--sealed") == (0, "")
    links = json.loads(typed(place.folder, "status", "--json").out)[0]["workbooks"]
    documents = {key: place.service.documents[link.rpartition("/")[2]] for key, link in links.items()}
    shared = {key: {each["emailAddress"] for each in made.meta["permissions"]} for key, made in documents.items()}
    assert shared["team.blue"] == {"gm@x", "ana@x", "ben@x"}
    sheets = place.sheets(user_credentials="user.json")
    assert all(file_access(sheets, made.id).is_own for made in documents.values())
    before = set(place.service.documents)
    full(place, "Full")
    code, message = new(place, "--sealed", f"--sheet=gm={full(place, 'Full').id}", name="monday")
    assert (code, "left" in message) == (1, False), message
    assert len(place.service.documents) == len(before) + 2


def test_players_may_not_share_a_spreadsheet_that_was_made_for_them(place: Place) -> None:
    place.settle(user_credentials="user.json")
    assert new(place) == (0, "")
    document = json.loads(typed(place.folder, "status", "--json").out)[0]["workbooks"]["table"].rpartition("/")[2]
    ana = real.client(place.base, place.service.add_account("ana@x")).open_by_key(document)
    ana.worksheet("Orders").update([["A1"]], "C4")
    with pytest.raises(APIError, match="sufficient permissions"):
        ana.share("friend@x", perm_type="user", role="writer", notify=False)
    with pytest.raises(APIError, match="sufficient permissions"):
        ana.remove_permissions("ben@x", role="writer")


def test_spreadsheets_are_made_in_the_folder_that_the_settings_name(place: Place) -> None:
    place.settle(token_file="gm.token", folder="https://drive.google.com/drive/folders/0Abc?usp=sharing")
    (place.folder / "gm.token").write_text(str(place.person.http_client.auth.token), encoding="utf-8")
    assert new(place) == (0, "")
    made = [each for each in place.service.documents.values() if each.meta.get("parents")]
    assert [each.meta["parents"] for each in made] == [["0Abc"]] * 2


def test_a_folder_that_this_programs_consent_does_not_reach_is_reported(place: Place) -> None:
    place.settle(user_credentials="user.json", folder="0Abc")
    code, message = new(place)
    assert (code, "No spreadsheet can be created in the folder 0Abc" in message) == (1, True), message
    assert "with credentials of sheets-gm login leave it out" in message


# -- copies ------------------------------------------------------------------------------------------------------------


def test_in_a_copy_the_protections_belong_to_the_copier_who_is_asked_to_remove_them(place: Place) -> None:
    new(place, "--sheet", place.sheet.url)
    copy = place.person.copy(place.sheet.id, title="Copy")
    copy.share(ROBOT, perm_type="user", role="writer", notify=False)
    code, message = new(place, "--sheet", copy.url, name="monday")
    assert code == 1
    assert "“Board”" in message
    assert "the protections belong to whoever copied it" in message
    protections = [
        each["protectedRangeId"]
        for tab in copy.fetch_sheet_metadata()["sheets"]
        for each in tab.get("protectedRanges", [])
    ]
    copy.batch_update({"requests": [{"deleteProtectedRange": {"protectedRangeId": each}} for each in protections]})
    assert new(place, "--sheet", copy.url, name="monday") == (0, "")
    check_fresh(place, copy)


def test_whoever_copied_a_match_opens_another_one_in_the_copy(place: Place) -> None:
    new(place, "--sheet", place.sheet.url)
    place.sheet.worksheet("Orders").update([["A1"]], "C4")
    copy = place.person.copy(place.sheet.id, title="Copy")
    place.settle(token_file="gm.token")
    (place.folder / "gm.token").write_text(str(place.person.http_client.auth.token), encoding="utf-8")
    assert new(place, "--sheet", copy.url, name="monday") == (0, "")
    check_fresh(place, copy)


def check_fresh(place: Place, copy: Any) -> None:
    """A new match stands in the copy of another one, protected, with nothing left of what was typed there."""
    assert tabs_of(copy) == tabs_of(place.sheet)
    assert typed(place.folder, "sync", "monday", "--once").code == 0
    orders = copy.worksheet("Orders").get_values()
    assert (orders[3][0].partition("\n")[0], orders[3][2]) == ("● Ana", "")
    protections = [each for tab in copy.fetch_sheet_metadata()["sheets"] for each in tab.get("protectedRanges", [])]
    own = [each for each in protections if "ben@x" in each["editors"]["users"]]
    assert len(own) == 7  # Orders, Claims and Your seat before and behind the answer, What if
    assert sum("startRowIndex" not in each["range"] for each in protections) == len(tabs_of(copy))
    answer = json.loads(typed(place.folder, "status", "--json").out)
    assert [each["match"] for each in answer] == ["friday", "monday"]


# -- built anew --------------------------------------------------------------------------------------------------------


def test_a_sheet_that_somebody_disarranged_is_put_in_order_on_request(place: Place) -> None:
    new(place, "--sheet", place.sheet.url)
    orders = place.sheet.worksheet("Orders")
    wide = {"sheetId": orders.id, "dimension": "COLUMNS", "startIndex": 0, "endIndex": 9}
    orders.update([["A1"]], "C4")
    mask = "sheets(properties.title,conditionalFormats,data(columnMetadata.pixelSize))"

    def held_there() -> dict[str, Any]:
        asked = {"fields": mask, "ranges": "Orders!A1:L4"}
        (sheet,) = place.person.http_client.fetch_sheet_metadata(place.sheet.id, {**asked})["sheets"]
        return dict(sheet)

    before = held_there()
    place.sheet.batch_update(
        {
            "requests": [
                {"updateDimensionProperties": {"range": wide, "properties": {"pixelSize": 7}, "fields": "pixelSize"}},
                {"repeatCell": {"range": {"sheetId": orders.id}, "cell": {}, "fields": "userEnteredFormat"}},
                {"deleteConditionalFormatRule": {"sheetId": orders.id, "index": 0}},
            ]
        }
    )
    done = typed(place.folder, "rebuild", "friday")
    assert done.code == 0, done.err
    assert "Rebuilt friday. What players typed has stayed." in done.out
    assert f"Template: {files.folder('gvg')}\n" in done.out
    held = held_there()
    assert held["data"][0]["columnMetadata"][0]["pixelSize"] == 124
    assert held["conditionalFormats"] == before["conditionalFormats"]
    row = orders.row_values(4)
    assert (row[2], row[5][:7]) == ("A1", "✓ Saved")
