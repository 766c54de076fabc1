"""Roles, sharing, protection, links and keys, with gspread and with a browser."""

from __future__ import annotations

from typing import Any

import pytest
from gspread.exceptions import APIError, SpreadsheetNotFound

from tests.localsheets.api_calls import batch, tab
from tests.localsheets.conftest import People

DRIVE = "https://www.googleapis.com/drive/v3/files/"


def refused(error: pytest.ExceptionInfo[Any]) -> tuple[int, str]:
    """An APIError's code, and Drive's reason or the canonical name."""
    held = error.value.error
    return held["code"], held["errors"][0]["reason"] if "errors" in held else held["status"]


def invite(sheet: Any, who: str, role: str = "writer", kind: str = "user") -> str:
    return str(sheet.share(who, perm_type=kind, role=role, notify=False).json()["id"])


# -- roles -------------------------------------------------------------------------------------------------------------


def test_a_stranger_gets_403_from_sheets_and_404_from_drive(people: People, sheet: Any) -> None:
    eve = people.client("eve@x")
    with pytest.raises(PermissionError) as raised:
        eve.open_by_key(sheet.id)
    assert isinstance(raised.value.__cause__, APIError)
    assert raised.value.__cause__.error == {
        "code": 403,
        "message": "The caller does not have permission",
        "status": "PERMISSION_DENIED",
    }
    with pytest.raises(APIError) as drive:
        eve.http_client.get_file_drive_metadata(sheet.id)
    assert drive.value.error == {
        "code": 404,
        "message": f"File not found: {sheet.id}.",
        "errors": [
            {
                "message": f"File not found: {sheet.id}.",
                "domain": "global",
                "reason": "notFound",
                "location": "fileId",
                "locationType": "parameter",
            }
        ],
    }
    with pytest.raises(SpreadsheetNotFound):
        eve.open_by_key("there-is-no-such-spreadsheet")
    with pytest.raises(SpreadsheetNotFound):
        eve.open("Games")


@pytest.mark.parametrize("role", ["reader", "commenter"])
def test_who_may_only_look_reads_and_does_not_write(people: People, sheet: Any, role: str) -> None:
    sheet.sheet1.update([["board"]], "A1")
    invite(sheet, "ben@x", role)
    ben = people.client("ben@x").open_by_key(sheet.id)
    assert ben.sheet1.acell("A1").value == "board"
    for work in (
        lambda: ben.sheet1.update([["x"]], "A1"),
        ben.sheet1.clear,
        lambda: ben.add_worksheet("More", 5, 5),
    ):
        with pytest.raises(APIError) as raised:
            work()
        assert refused(raised) == (403, "PERMISSION_DENIED")
    with pytest.raises(APIError) as raised:
        invite(ben, "eve@x")
    assert refused(raised) == (403, "insufficientFilePermissions")
    assert sheet.sheet1.acell("A1").value == "board"


def test_an_address_is_the_same_in_capitals(people: People, sheet: Any) -> None:
    invite(sheet, "Ben@X")
    people.client("ben@x").open_by_key(sheet.id).sheet1.update([["x"]], "A1")


def test_a_link_opens_nothing_until_it_is_turned_on(people: People, sheet: Any) -> None:
    eve = people.client("eve@x")
    with pytest.raises(PermissionError):
        eve.open_by_key(sheet.id)
    sheet.share(None, perm_type="anyone", role="reader")
    seen = eve.open_by_key(sheet.id)
    with pytest.raises(APIError):
        seen.sheet1.update([["x"]], "A1")
    sheet.share(None, perm_type="anyone", role="writer")
    seen.sheet1.update([["x"]], "A1")
    assert [each["id"] for each in sheet.list_permissions() if each["type"] == "anyone"] == ["anyoneWithLink"]
    sheet.client.remove_permission(sheet.id, "anyoneWithLink")
    with pytest.raises(APIError):
        seen.sheet1.acell("A1")


def test_a_domain_lets_its_people_in_and_a_group_nobody(people: People, sheet: Any) -> None:
    invite(sheet, "y.example", "writer", "domain")
    invite(sheet, "club@z.example", "writer", "group")
    people.client("yan@y.example").open_by_key(sheet.id).sheet1.update([["x"]], "A1")
    for who in ("zoe@z.example", "club@z.example", "eve@not-y.example"):
        with pytest.raises(PermissionError):
            people.client(who).open_by_key(sheet.id)


def test_editors_share_until_the_owner_forbids_it(people: People, sheet: Any) -> None:
    invite(sheet, "ben@x")
    ben = people.client("ben@x").open_by_key(sheet.id)
    invite(ben, "cleo@x", "reader")
    address = DRIVE + sheet.id
    with pytest.raises(APIError) as raised:
        ben.client.request("patch", address, json={"writersCanShare": False})
    assert refused(raised) == (403, "insufficientFilePermissions")
    sheet.client.request("patch", address, json={"writersCanShare": False})
    with pytest.raises(APIError) as raised:
        invite(ben, "eve@x", "reader")
    assert refused(raised) == (403, "insufficientFilePermissions")
    invite(sheet, "dan@x", "reader")


def test_the_owner_cannot_be_removed_and_an_editor_may_leave(people: People, sheet: Any) -> None:
    mine = invite(sheet, "ben@x")
    ben = people.client("ben@x").open_by_key(sheet.id)
    owner = next(each["id"] for each in sheet.list_permissions() if each["role"] == "owner")
    for each in (ben, sheet):
        with pytest.raises(APIError) as raised:
            each.client.remove_permission(sheet.id, owner)
        assert refused(raised) == (403, "insufficientFilePermissions")
    ben.client.remove_permission(sheet.id, mine)
    with pytest.raises(APIError):
        ben.sheet1.acell("A1")
    with pytest.raises(APIError) as raised:
        sheet.client.remove_permission(sheet.id, mine)
    assert refused(raised) == (404, "notFound")


def test_only_the_owner_deletes(people: People, sheet: Any) -> None:
    invite(sheet, "ben@x")
    with pytest.raises(APIError) as raised:
        people.client("ben@x").http_client.request("delete", DRIVE + sheet.id)
    assert refused(raised) == (403, "insufficientFilePermissions")
    sheet.client.request("delete", DRIVE + sheet.id)
    with pytest.raises(SpreadsheetNotFound):
        people.client("ana@x").open_by_key(sheet.id)


def test_a_spreadsheet_is_given_away_by_its_owner_once_the_new_one_accepts(people: People, sheet: Any) -> None:
    theirs = invite(sheet, "ben@elsewhere.example")
    ben = people.client("ben@elsewhere.example").open_by_key(sheet.id)
    with pytest.raises(APIError, match="transferOwnership parameter must be enabled"):
        sheet.share("ben@elsewhere.example", perm_type="user", role="owner")
    with pytest.raises(APIError) as raised:
        ben.accept_ownership(theirs)
    assert refused(raised) == (403, "insufficientFilePermissions")
    with pytest.raises(APIError) as raised:
        sheet.accept_ownership(theirs)
    assert refused(raised) == (403, "consentRequiredForOwnershipTransfer")
    sheet.transfer_ownership(theirs)
    ben.accept_ownership(theirs)
    roles = {each["emailAddress"]: each["role"] for each in ben.list_permissions()}
    assert roles == {"ana@x": "writer", "ben@elsewhere.example": "owner"}
    ben.remove_permissions("ana@x")
    with pytest.raises(APIError):
        sheet.sheet1.acell("A1")


def test_within_a_domain_a_spreadsheet_is_given_away_at_once(people: People, sheet: Any) -> None:
    theirs = invite(sheet, "ben@x")
    sheet.accept_ownership(theirs)
    assert {each["emailAddress"]: each["role"] for each in sheet.list_permissions()} == {
        "ana@x": "writer",
        "ben@x": "owner",
    }


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"role": "reader"}, "The permission type field is required."),
        ({"type": "user", "emailAddress": "ben@x"}, "The permission role field is required."),
        ({"type": "user", "role": "king", "emailAddress": "ben@x"}, "The specified role is invalid"),
        ({"type": "user", "role": "reader"}, "The specified emailAddress is invalid"),
        ({"type": "user", "role": "reader", "emailAddress": "ben"}, "The specified emailAddress is invalid"),
        ({"type": "anyone", "role": "owner"}, "The specified role is invalid"),
        ({"type": "domain", "role": "reader"}, "The specified domain is invalid"),
    ],
)
def test_what_is_no_permission_is_refused(sheet: Any, body: dict[str, str], message: str) -> None:
    address = f"{DRIVE}{sheet.id}/permissions"
    with pytest.raises(APIError, match=message) as raised:
        sheet.client.request("post", address, json=body)
    assert raised.value.code == 400


def test_drive_returns_the_caller_and_its_capabilities(people: People, sheet: Any) -> None:
    invite(sheet, "ben@x", "commenter")
    ben = people.client("ben@x").http_client
    me = ben.request("get", "https://www.googleapis.com/drive/v3/about", params={"fields": "user"}).json()["user"]
    assert (me["emailAddress"], me["me"]) == ("ben@x", True)
    file = ben.request("get", DRIVE + sheet.id, params={"fields": "capabilities,ownedByMe,owners"}).json()
    assert (file["ownedByMe"], file["owners"][0]["emailAddress"]) == (False, "ana@x")
    may = {name for name, allowed in file["capabilities"].items() if allowed}
    assert may == {"canComment"}
    with pytest.raises(APIError, match="'fields' parameter is required"):
        ben.request("get", "https://www.googleapis.com/drive/v3/about")


# -- protection --------------------------------------------------------------------------------------------------------

WORDS = (
    "You are trying to edit a protected cell or object. Please contact the spreadsheet owner to remove protection if "
    "you need to edit."
)


def protect(sheet: Any, **guard: Any) -> Any:
    held = sheet.batch_update({"requests": [{"addProtectedRange": {"protectedRange": guard}}]})
    return held["replies"][0]["addProtectedRange"]["protectedRange"]


def test_a_protected_range_refuses_an_editor_in_googles_words(people: People, sheet: Any) -> None:
    for who in ("ben@x", "cleo@x"):
        invite(sheet, who)
    guard = protect(sheet, range={"endRowIndex": 2, "endColumnIndex": 2}, editors={"users": ["ben@x"]})
    assert guard["editors"]["users"] == ["ben@x", "ana@x"]
    people.client("ben@x").open_by_key(sheet.id).sheet1.update([["mine"]], "B2")
    cleo = people.client("cleo@x").open_by_key(sheet.id)
    cleo.sheet1.update([["free"]], "C3")
    with pytest.raises(APIError) as raised:
        cleo.sheet1.update([["x"]], "B2:C2")
    assert raised.value.error == {"code": 400, "message": WORDS, "status": "INVALID_ARGUMENT"}
    for request in (
        {"deleteProtectedRange": {"protectedRangeId": guard["protectedRangeId"]}},
        {"updateProtectedRange": {"protectedRange": {**guard, "description": "mine now"}, "fields": "description"}},
        {"deleteSheet": {"sheetId": 0}},
        {"repeatCell": {"range": {"endRowIndex": 1}, "cell": {}, "fields": "note"}},
    ):
        with pytest.raises(APIError, match=r"trying to edit a protected cell or object|remove all the sheets"):
            cleo.batch_update({"requests": [request]})


def test_a_warning_blocks_nobody(people: People, sheet: Any) -> None:
    invite(sheet, "ben@x")
    protect(sheet, range={"sheetId": 0}, warningOnly=True)
    people.client("ben@x").open_by_key(sheet.id).sheet1.update([["x"]], "A1")


def test_the_owners_domain_may_be_let_in_and_groups_let_in_nobody(people: People, sheet: Any) -> None:
    for who in ("ben@x", "zoe@z.example"):
        invite(sheet, who)
    protect(sheet, range={"endRowIndex": 1}, editors={"domainUsersCanEdit": True, "groups": ["zoe@z.example"]})
    people.client("ben@x").open_by_key(sheet.id).sheet1.update([["x"]], "A1")
    with pytest.raises(APIError, match="protected cell"):
        people.client("zoe@z.example").open_by_key(sheet.id).sheet1.update([["x"]], "A1")


def test_holes_in_a_protected_tab_are_open_together_and_nothing_beside_them(people: People, sheet: Any) -> None:
    invite(sheet, "ben@x")
    upper = {"startRowIndex": 1, "endRowIndex": 3, "endColumnIndex": 4}
    lower = {"startRowIndex": 3, "endRowIndex": 5, "endColumnIndex": 4}
    protect(sheet, range={"sheetId": 0}, unprotectedRanges=[upper, lower])
    tab = people.client("ben@x").open_by_key(sheet.id).sheet1
    tab.update([["x"] * 4] * 4, "A2:D5")
    for area in ("A1:D5", "A2:E5", "A2:D6", "A6"):
        with pytest.raises(APIError, match="protected cell"):
            tab.update([["x"]], area) if ":" not in area else tab.batch_clear([area])


def test_only_who_may_edit_a_range_can_protect_it(people: People, sheet: Any) -> None:
    """Otherwise a player protects an opponent's cells for themselves."""
    invite(sheet, "ben@x")
    ben = people.client("ben@x").open_by_key(sheet.id)
    protect(sheet, range={"endRowIndex": 2}, editors={"users": ["cleo@x"]})
    for area in ({"endRowIndex": 1}, {"sheetId": 0}, {"startRowIndex": 1, "endRowIndex": 3}):
        with pytest.raises(APIError, match="protected cell") as raised:
            protect(ben, range=area)
        assert refused(raised) == (400, "INVALID_ARGUMENT")
        with pytest.raises(APIError, match="protected cell"):
            protect(ben, range=area, warningOnly=True)
    with pytest.raises(APIError, match="protected cell"):
        protect(ben, range={"sheetId": 0}, unprotectedRanges=[{"startRowIndex": 5}])
    own = protect(ben, range={"startRowIndex": 4, "endRowIndex": 6})
    for area in ({"endRowIndex": 6}, {"sheetId": 0}):
        with pytest.raises(APIError, match="protected cell"):
            batch(ben, {"updateProtectedRange": {"protectedRange": {**own, "range": area}, "fields": "range"}})
    batch(ben, {"updateProtectedRange": {"protectedRange": {**own, "description": "mine"}, "fields": "description"}})
    wider = {**own, "range": {"startRowIndex": 3, "endRowIndex": 7}}
    batch(ben, {"updateProtectedRange": {"protectedRange": wider, "fields": "range"}})
    protect(sheet, range={"endRowIndex": 1})
    held = tab(sheet)["protectedRanges"]
    assert [each["range"].get("startRowIndex", 0) for each in held] == [0, 3, 0]


def test_a_reader_in_a_protected_ranges_editors_is_still_a_reader(people: People, sheet: Any) -> None:
    invite(sheet, "ben@x", "reader")
    protect(sheet, range={"endRowIndex": 1}, editors={"users": ["ben@x"]})
    with pytest.raises(APIError) as raised:
        people.client("ben@x").open_by_key(sheet.id).sheet1.update([["x"]], "A1")
    assert refused(raised) == (403, "PERMISSION_DENIED")
