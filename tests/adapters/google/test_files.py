"""`sheets-gm new --sheet`: a match in a spreadsheet that its GM made and shared, and each thing that can be wrong."""

from __future__ import annotations

import json

import pytest

from sheets_gm.adapters.cli.new_match.lines import CARD
from sheets_gm.adapters.google.drive.files import BadAddress, by_workbook, document_id, owner_of
from sheets_gm.adapters.google.google_sheets import GoogleSheets
from sheets_gm.adapters.stores.database.store import open_store
from sheets_gm.games import files
from tests.adapters.place import ROBOT, Place, typed


def new(place: Place, *words: str) -> tuple[int, str]:
    done = typed(place.folder, "new", "gvg", "--name", "friday", *words)
    assert not any(secret in done.out + done.err for secret in place.secrets())
    return done.code, done.err


def tabs_of(sheet: object) -> list[str]:
    return [tab.title for tab in sheet.worksheets()]  # type: ignore[attr-defined]


def test_a_match_is_built_beside_what_the_gm_has_in_the_sheet_and_played(place: Place) -> None:
    place.sheet.sheet1.update([["my notes"]], "A1")
    assert new(place, "--sheet", place.sheet.url) == (0, "")
    assert {"Sheet1", "Board", "Orders", "GM"} <= set(tabs_of(place.sheet))
    assert place.sheet.worksheet("Sheet1").acell("A1").value == "my notes"
    assert typed(place.folder, "sync", "--once").code == 0
    assert typed(place.folder, "resolve", "friday").code == 0
    exported = typed(place.folder, "export", "friday", "--format", "json", "--to", "out")
    assert exported.code == 0, exported.err
    text = (place.folder / "out" / "friday.json").read_text(encoding="utf-8")
    assert [secret for secret in (*place.secrets(), ROBOT) if secret in text] == []


def test_players_are_invited_into_the_sheet_that_the_gm_made(place: Place) -> None:
    (place.folder / "friends.csv").write_text("player,team,account\nAna,blue,ana@x\nBen,red,\n", encoding="utf-8")
    assert new(place, "--roster", "friends.csv", "--sheet", place.sheet.id) == (0, "")
    assert "ana@x" in {each["emailAddress"] for each in place.sheet.list_permissions()}


def test_without_a_sheet_a_service_account_is_told_whom_to_share_with_and_what_to_type(place: Place) -> None:
    code, message = new(place)
    assert code == 1
    assert f"share with {ROBOT} as Editor, then run: sheets-gm new gvg --name friday --sheet URL" in message
    assert typed(place.folder, "status").out.startswith("There is no match yet")


def test_a_sealed_match_says_which_spreadsheets_are_missing(place: Place) -> None:
    code, message = new(place, "--sealed", "--sheet", f"public={place.sheet.url}")
    assert code == 1
    assert "--sheet team.blue=URL --sheet team.red=URL --sheet gm=URL" in message
    assert tabs_of(place.sheet) == ["Sheet1"]


def test_a_sealed_match_is_built_in_a_spreadsheet_for_each_workbook(place: Place) -> None:
    words = [f"--sheet=public={place.sheet.url}"]
    for key in ("team.blue", "team.red", "gm"):
        words.append(f"--sheet={key}={place.shared(key).url}")
    assert new(place, "--sealed", *words) == (0, "")
    answer = json.loads(typed(place.folder, "status", "--json").out)
    assert set(answer[0]["workbooks"]) == {"public", "team.blue", "team.red", "gm"}


def test_a_sealed_match_takes_the_empty_spreadsheets_of_a_folder_in_the_order_of_their_names(place: Place) -> None:
    http = place.person.http_client
    drive = "https://www.googleapis.com/drive/v3/files"
    kind = "application/vnd.google-apps.folder"
    folder = http.request("post", drive, json={"name": "Matches", "mimeType": kind}).json()["id"]
    share = {"type": "user", "role": "writer", "emailAddress": ROBOT}
    http.request("post", f"{drive}/{folder}/permissions", json=share)
    made = [place.person.create(name, folder_id=folder) for name in ("b", "a", "notes", "c")]
    made[2].sheet1.update([["my notes"]], "A1")
    address = f"https://drive.google.com/drive/folders/{folder}?usp=sharing"
    code, message = new(place, "--sealed", "--sheet", address)
    assert (code, "needs 4 empty spreadsheets, and the folder has 3: make 1 more in it" in message) == (1, True), (
        message
    )
    assert f"share the folder with {ROBOT} as Editor" in message
    assert new(place, "--sealed", "--sheet", f"gm={place.sheet.url}", "--sheet", address) == (0, "")
    books = json.loads(typed(place.folder, "status", "--json").out)[0]["workbooks"]
    b, a, notes, c = (each.id for each in made)
    wanted = [("public", a), ("team.blue", b), ("team.red", c), ("gm", place.sheet.id)]
    assert [(key, link.rpartition("/d/")[2]) for key, link in books.items()] == wanted
    assert [tabs_of(each)[:1] == ["Sheet1"] for each in made] == [False, False, True, False]
    assert notes not in str(books)


@pytest.mark.parametrize(
    "text", ["https://drive.google.com/drive/folders/x", "table=https://drive.google.com/drive/folders/" + "x" * 30]
)
def test_what_is_no_folder_is_refused(place: Place, text: str) -> None:
    code, message = new(place, "--sheet", text)
    assert (code, "is not the address of a folder" in message) == (1, True), message


def test_a_match_on_google_ends_with_a_card_for_players_and_warns_of_scripts(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    guide = (files.folder("deploy").parent.parent / "docs" / "google.md").read_text(encoding="utf-8")
    assert [line for line in CARD if f"- {line}\n" not in guide] == []
    words = ("new", "gvg", "--sheet", place.sheet.url, "--name")
    local = typed(place.folder, *words, "friday").out
    assert not any(line in local for line in (*CARD, "a script that one of them attaches"))
    monkeypatch.setattr(GoogleSheets, "is_local", False)
    google = typed(place.folder, "new", "gvg", "--sheet", place.shared("Monday").url, "--name", "monday").out
    assert all(line in google for line in (*CARD, "a script that one of them attaches"))


def test_the_game_master_is_whoever_owns_the_spreadsheet_unless_somebody_is_named(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gms(name: str, *words: str) -> tuple[str, ...]:
        url = place.shared(name).url
        assert typed(place.folder, "new", "gvg", "--name", name, "--sheet", url, *words).code == 0
        return open_store(place.folder / "matches.db").record(name).policy.gm

    assert gms("friday") == ()  # on a local spreadsheet, people are known by their links
    monkeypatch.setattr(GoogleSheets, "is_local", False)
    assert gms("monday") == ("gm@x",)
    assert gms("sunday", "--gm", "ben@x") == ("ben@x",)
    mine, theirs = place.sheets(user_credentials="user.json"), place.robot()
    assert [owner_of(each, None) for each in (mine, theirs)] == ["gm@x", ""]
    assert owner_of(mine, place.person.create("By another program").id) == ""


def test_a_sheet_that_is_not_shared_names_the_address_to_share_it_with(place: Place) -> None:
    code, message = new(place, "--sheet", place.person.create("Private").url)
    assert (code, f"{ROBOT} may not edit the spreadsheet: share it" in message) == (1, True), message


def test_a_sheet_that_is_shared_for_reading_only_is_not_touched(place: Place) -> None:
    sheet = place.shared("Look", role="reader")
    code, message = new(place, "--sheet", sheet.url)
    assert (code, f"{ROBOT} may only read “Look”: make that account Editor" in message) == (1, True), message
    assert tabs_of(sheet) == ["Sheet1"]


def test_a_sheet_that_may_not_be_shared_on_is_not_touched_when_players_are_to_be_invited(place: Place) -> None:
    (place.folder / "friends.csv").write_text("player,team,account\nAna,blue,ana@x\nBen,red,\n", encoding="utf-8")
    address = f"https://www.googleapis.com/drive/v3/files/{place.sheet.id}"
    place.person.http_client.request("patch", address, json={"writersCanShare": False})
    code, message = new(place, "--roster", "friends.csv", "--sheet", place.sheet.url)
    assert (code, "but not share it" in message) == (1, True), message
    assert tabs_of(place.sheet) == ["Sheet1"]


def test_a_deleted_spreadsheet_is_reported(place: Place) -> None:
    place.person.del_spreadsheet(place.sheet.id)
    code, message = new(place, "--sheet", place.sheet.url)
    assert (code, "There is no such spreadsheet" in message) == (1, True), message


def test_a_revoked_key_and_a_wrong_clock_are_reported_and_nothing_is_made(place: Place) -> None:
    place.ahead(days=1)
    code, message = new(place, "--sheet", place.sheet.url)
    assert (code, "clock of this machine is wrong" in message) == (3, True), message
    place.ahead(days=0)
    place.service.identity.revoke_key(place.key["private_key_id"])
    code, message = new(place, "--sheet", place.sheet.url)
    assert (code, f"The key of {ROBOT} is revoked" in message) == (3, True), message
    assert tabs_of(place.sheet) == ["Sheet1"]


def test_two_matches_are_never_laid_into_one_spreadsheet(place: Place) -> None:
    assert new(place, "--sheet", place.sheet.url)[0] == 0
    done = typed(place.folder, "new", "gvg", "--name", "monday", "--sheet", place.sheet.url)
    assert (done.code, "The match friday is played in that spreadsheet" in done.err) == (1, True)


def test_a_user_who_shares_only_what_the_app_made_still_plays_in_a_sheet_of_their_own(place: Place) -> None:
    place.settle(user_credentials="user.json")
    assert new(place, "--sheet", place.sheet.url) == (0, "")


A = "https://docs.google.com/spreadsheets/d/" + "A" * 44
B = "https://docs.google.com/spreadsheets/d/" + "B" * 44
SEALED = ("public", "team.blue")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("https://example.org", "is not the address of a spreadsheet"),
        ("friday", "is not the address of a spreadsheet"),
        ("https://docs.google.com/document/d/" + "A" * 44 + "/edit", "a text document"),
        ("https://drive.google.com/drive/folders/" + "A" * 33, "a folder"),
        ("https://drive.google.com/file/d/" + "A" * 33 + "/view", "an uploaded file"),
        ("https://docs.google.com/spreadsheets/d/e/2PACX-" + "A" * 60 + "/pubhtml", "a published copy"),
    ],
)
def test_what_is_no_spreadsheet_is_named_by_its_address(text: str, message: str) -> None:
    with pytest.raises(BadAddress, match=message):
        document_id(text)


@pytest.mark.parametrize("ending", ["", "/", "/edit", "/edit?usp=sharing", "/edit#gid=0", "?x=1"])
def test_an_address_may_end_as_browsers_copy_it(ending: str) -> None:
    assert document_id(A + ending) == "A" * 44


@pytest.mark.parametrize(
    ("values", "keys", "message"),
    [
        ([A], SEALED, "Name the workbook that"),
        ([f"team.green={A}"], SEALED, "has no workbook team.green.*public, team.blue"),
        ([f"public={A}", f"public={B}"], SEALED, "twice"),
        ([f"public={A}", f"team.blue={A}/edit"], SEALED, "the same spreadsheet"),
        ([A, B], ("table",), "twice"),
    ],
)
def test_a_sheet_that_does_not_fit_the_layout_is_reported(
    values: list[str], keys: tuple[str, ...], message: str
) -> None:
    with pytest.raises(BadAddress, match=message):
        by_workbook(values, keys)


def test_an_address_with_an_equals_sign_in_it_is_no_key() -> None:
    assert by_workbook([f"{A}/edit?usp=sharing"], ("table",)) == {"table": "A" * 44}


def test_nobody_sits_on_two_lines_of_a_roster(place: Place) -> None:
    lines = "player,team,account\nAna,blue,ana@x\nBen,red,Ana@X\n"
    (place.folder / "friends.csv").write_text(lines, encoding="utf-8")
    code, message = new(place, "--roster", "friends.csv", "--sheet", place.sheet.url)
    assert (code, "line 3: “Ana@X” is already on line 2" in message) == (1, True), message


def test_an_account_of_a_roster_is_an_address(place: Place) -> None:
    (place.folder / "friends.csv").write_text("player,team,account\nAna,blue,ana\nBen,red,\n", encoding="utf-8")
    code, message = new(place, "--roster", "friends.csv", "--sheet", place.sheet.url)
    assert (code, "line 2: “ana” is not an e-mail address" in message) == (1, True), message
