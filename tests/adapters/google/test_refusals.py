"""What is refused says what to do, by the reason that Drive gives and by the call."""

from __future__ import annotations

import json
from typing import Any

import pytest
import responses
from google.oauth2.credentials import Credentials

from sheets_gm.adapters.google.accounts.credentials import Identity
from sheets_gm.adapters.google.calls.api import DRIVE, FILES, SHEETS
from sheets_gm.adapters.google.calls.refusals import INHERITED, REASONS
from sheets_gm.adapters.google.connection import client_for
from sheets_gm.adapters.google.drive.sharing import Inherited, NoGoogleAccount, NotMailed, SharingLimit
from sheets_gm.adapters.google.google_sheets import GoogleSheets
from sheets_gm.gm.match_record.workbook import Guest, Workbook
from sheets_gm.gm.ports.sheets import Sharing, SheetsDown, SheetsRefused

PERMISSIONS = f"{FILES}/doc/permissions"
POLICY = "The sharing rules of an organisation forbid this"
SHARED_DRIVE = "The rules of the shared drive forbid this"
FULL = "That place in Drive is full"

DOCUMENTED: dict[str, tuple[int, str]] = {
    "activeItemCreationLimitExceeded": (403, FULL),
    "appNotAuthorizedToFile": (403, "robot@x may use only files that this program made"),
    "cannotModifyInheritedPermission": (403, "That access is inherited"),
    "cannotShareTeamDriveTopFolderWithAnyoneOrDomains": (403, SHARED_DRIVE),
    "dailyLimitExceeded": (403, "too many calls today"),
    "domainPolicy": (403, POLICY),
    "fileOwnerNotMemberOfTeamDrive": (403, SHARED_DRIVE),
    "fileOwnerNotMemberOfWriterDomain": (403, SHARED_DRIVE),
    "fileWriterTeamDriveMoveInDisabled": (403, SHARED_DRIVE),
    "insufficientFilePermissions": (403, "robot@x may not share this file"),
    "insufficientParentPermissions": (403, "may not put files into that folder"),
    "insufficientPermissions": (403, "was not granted the scopes"),
    "invalidSharingRequest": (400, "Google does not let this account share so"),
    "myDriveHierarchyDepthLimitExceeded": (403, FULL),
    "notFound": (404, "no such spreadsheet"),
    "numChildrenInNonRootLimitExceeded": (403, FULL),
    "publishOutNotPermitted": (403, POLICY),
    "shareInNotPermitted": (403, POLICY),
    "shareOutNotPermitted": (403, POLICY),
    "shareOutNotPermittedToUser": (403, POLICY),
    "sharingRateLimitExceeded": (403, "share no more for some hours"),
    "storageQuotaExceeded": (403, "robot@x has no Drive space left"),
    "teamDriveFileLimitExceeded": (403, FULL),
    "teamDriveHierarchyTooDeep": (403, FULL),
    "teamDriveMembershipRequired": (403, SHARED_DRIVE),
}
"""Reasons of Drive, with their status and what the program says about each."""


@pytest.fixture
def sheets() -> GoogleSheets:
    credentials = Credentials(token="t")  # type: ignore[no-untyped-call]
    return GoogleSheets(client_for(credentials), identity=Identity("robot@x", "a test", credentials))


def refusal(code: int, reason: str = "", message: str = "No.") -> Any:
    """An error in the form of Drive, or of Sheets without a reason."""
    error: dict[str, Any] = {"code": code, "message": message}
    more = {"errors": [{"domain": "global", "reason": reason, "message": message}]} if reason else {}
    return {"error": {**error, **more}}


def said(sheets: GoogleSheets, method: str, address: str, code: int, answer: Any) -> SheetsRefused:
    """What a call ends with that is refused so."""
    with responses.RequestsMock(assert_all_requests_are_fired=False) as wire:
        wire.add(method.upper(), address, json=answer, status=code)
        wire.get(f"{DRIVE}/about", json=refusal(403, "insufficientPermissions"), status=403)
        with pytest.raises(SheetsRefused) as refused:
            sheets.call(method, address, {} if method != "get" else None)
        assert sum("/about" not in str(each.request.url) for each in wire.calls) == 1
    return refused.value


@pytest.mark.parametrize("reason", sorted(DOCUMENTED))
def test_each_reason_of_drive_has_its_own_advice(sheets: GoogleSheets, reason: str) -> None:
    code, advice = DOCUMENTED[reason]
    message = str(said(sheets, "post", PERMISSIONS, code, refusal(code, reason)))
    assert advice in message
    assert message.endswith(f"({code}: No.)")


@pytest.mark.parametrize("reason", sorted({*REASONS, *INHERITED}))
def test_no_reason_is_taken_for_a_spreadsheet_that_is_not_shared(sheets: GoogleSheets, reason: str) -> None:
    assert "may not edit the spreadsheet" not in str(said(sheets, "post", PERMISSIONS, 403, refusal(403, reason)))


@pytest.mark.parametrize(
    ("reason", "kind"),
    [
        *((each, Inherited) for each in sorted(INHERITED)),
        ("sharingRateLimitExceeded", SharingLimit),
        ("domainPolicy", SheetsRefused),
    ],
)
def test_what_the_program_acts_on_has_a_kind_of_its_own(
    sheets: GoogleSheets, reason: str, kind: type[SheetsRefused]
) -> None:
    assert type(said(sheets, "delete", f"{PERMISSIONS}/1", 403, refusal(403, reason))) is kind


@pytest.mark.parametrize("reason", ["rateLimitExceeded", "userRateLimitExceeded"])
def test_rates_are_no_refusals(sheets: GoogleSheets, reason: str) -> None:
    sheets.http.sleep = lambda _seconds: None
    with responses.RequestsMock() as wire:
        wire.get(PERMISSIONS, json=refusal(403, reason), status=403)
        with pytest.raises(SheetsDown, match=r"busy \(403\)"):
            sheets.call("get", PERMISSIONS)


@pytest.mark.parametrize(
    ("method", "address", "code", "message", "advice"),
    [
        ("post", SHEETS, 403, "The caller does not have permission", "no Drive space left"),
        ("post", f"{SHEETS}/doc:batchUpdate", 403, "The caller does not have permission", "may not edit the spread"),
        ("post", PERMISSIONS, 403, "Insufficient permissions", "may not share this file"),
        ("patch", f"{PERMISSIONS}/1", 403, "Insufficient permissions", "may not share this file"),
        ("get", PERMISSIONS, 403, "Insufficient permissions", "may not see with whom"),
        ("delete", f"{FILES}/doc", 403, "Insufficient permissions", "Only its owner can delete"),
        ("get", f"{SHEETS}/doc", 404, "Requested entity was not found.", "no such spreadsheet"),
        ("post", f"{SHEETS}/doc:batchUpdate", 400, "You can't merge frozen and non-frozen columns.", "in the way"),
        ("post", f"{SHEETS}/doc:batchUpdate", 400, "Something else.", "The spreadsheet service refuses (400)"),
    ],
)
def test_without_a_reason_the_call_tells_what_was_refused(
    sheets: GoogleSheets, method: str, address: str, code: int, message: str, advice: str
) -> None:
    assert advice in str(said(sheets, method, address, code, refusal(code, message=message)))


MINE = {"ownedByMe": True, "capabilities": {"canEdit": False}}
ROOM = {"limit": "16106127360", "usage": "900"}
FULL_UP = {"limit": "16106127360", "usage": "16106127361"}


def of_somebody(role: str, *, can_edit: bool = False) -> Any:
    return {
        "ownedByMe": False,
        "capabilities": {"canEdit": can_edit},
        "owners": [{"emailAddress": "gm@x"}],
        "permissions": [{"id": "7", "role": role}],
    }


@pytest.mark.parametrize(
    ("quota", "file", "kind", "words"),
    [
        (FULL_UP, MINE, SheetsDown, "Your Google storage is full"),
        (ROOM, MINE, SheetsRefused, "may not edit the spreadsheet"),
        ({}, MINE, SheetsRefused, "may not edit the spreadsheet"),
        ({}, of_somebody("writer"), SheetsDown, "the Google storage of gm@x is full"),
        ({}, of_somebody("reader"), SheetsRefused, "may not edit the spreadsheet"),
        ({}, of_somebody("writer", can_edit=True), SheetsRefused, "may not edit the spreadsheet"),
        (FULL_UP, None, SheetsRefused, "may not edit the spreadsheet"),
    ],
)
def test_full_storage_is_no_failure_of_a_match_and_told_from_a_role(
    sheets: GoogleSheets, quota: Any, file: Any, kind: type[Exception], words: str
) -> None:
    with responses.RequestsMock() as wire:
        wire.post(f"{SHEETS}/doc:batchUpdate", json=refusal(403), status=403)
        wire.get(f"{DRIVE}/about", json={"user": {"permissionId": "7"}, "storageQuota": quota})
        if file is None:
            wire.get(f"{FILES}/doc", json=refusal(404, "notFound"), status=404)
        else:
            wire.get(f"{FILES}/doc", json=file)
        with pytest.raises(kind, match=words):
            sheets.call("post", f"{SHEETS}/doc:batchUpdate", {})


def test_an_invitation_that_could_not_be_mailed_is_one_all_the_same(sheets: GoogleSheets) -> None:
    account = {"id": "7", "type": "user", "role": "writer", "emailAddress": "Ana@x"}
    unknown = "Since there is no Google account associated with this address, check Notify people."
    unsent = "Sorry, the items were successfully shared but emails could not be sent to ana@x."
    with responses.RequestsMock() as wire:
        wire.get(PERMISSIONS, json={"permissions": []})
        wire.post(PERMISSIONS, json=refusal(400, "invalidSharingRequest", unknown), status=400)
        wire.post(PERMISSIONS, json=refusal(400, "invalidSharingRequest", unsent), status=400)
        wire.get(PERMISSIONS, json={"permissions": [account]})
        book = Workbook(key="table", document="doc", tabs={})
        made = sheets.share(book, Sharing((Guest(account="ana@x"),), "mail"))
        asked = [json.loads(call.request.body or b"") for call in wire.calls if call.request.method == "POST"]
    assert [(each.permission, each.refused) for each in made.guests] == [("7", "")]
    assert [each["emailAddress"] for each in asked] == ["ana@x", "ana@x"]
    assert type(said(sheets, "post", PERMISSIONS, 400, refusal(400, "invalidSharingRequest", unsent))) is NotMailed
    refused = said(sheets, "post", PERMISSIONS, 400, refusal(400, "invalidSharingRequest", unknown))
    assert type(refused) is NoGoogleAccount
