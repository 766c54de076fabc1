"""Refusals of the service: recognised by reason, method and path, with what to do about each.

Drive gives a reason for programs with each refusal. Sheets gives none, so there the call decides. The words of the
message count only if nothing else distinguishes two refusals of the same call.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

_ADMINISTRATOR = "ask the administrator of that organisation, or use an account outside of it"
_POLICY = f"The sharing rules of an organisation forbid this: share with accounts that they allow, or {_ADMINISTRATOR}."
_SHARED_DRIVE = "The rules of the shared drive forbid this: let a manager of it allow sharing, or use another place."
_MAY_NOT_SHARE = "{who} may not share this file: let editors share it, or invite people yourself (--set share=hand)."
_MAY_NOT_EDIT = "{who} may not edit the spreadsheet: share it with that account as Editor."
_FULL = "That place in Drive is full: remove files that are not needed, or use another folder or account."
_NO_SPACE = (
    "{who} has no Drive space left; a service account has none at all: create the spreadsheet yourself and pass it as "
    "--sheet."
)
_PROTECTED = "A cell is protected from this account: remove the protection, or let this account edit it."
_DISABLED = "Enable the Google Sheets API (and the Drive API) for this project, then try again."
_QUOTA = "The program has made too many calls today: wait until tomorrow, or raise the quota of its project."

REASONS: Mapping[str, str] = {
    **dict.fromkeys(
        (
            "domainPolicy",
            "publishOutNotPermitted",
            "shareInNotPermitted",
            "shareOutNotPermitted",
            "shareOutNotPermittedToUser",
            "shareOutNotPermittedForContent",
            "targetUserRoleLimitedByLicenseRestriction",
            "crossDomainMoveRestriction",
        ),
        _POLICY,
    ),
    **dict.fromkeys(
        (
            "cannotShareTeamDriveTopFolderWithAnyoneOrDomains",
            "cannotShareTeamDriveWithNonGoogleAccounts",
            "teamDriveDomainUsersOnlyRestriction",
            "teamDriveTeamMembersOnlyRestriction",
            "teamDrivesSharingRestrictionNotAllowed",
            "teamDriveMembershipRequired",
            "teamDrivesFolderSharingNotSupported",
            "fileOwnerNotMemberOfTeamDrive",
            "fileOwnerNotMemberOfWriterDomain",
            "fileWriterTeamDriveMoveInDisabled",
        ),
        _SHARED_DRIVE,
    ),
    **dict.fromkeys(
        (
            "activeItemCreationLimitExceeded",
            "numChildrenInNonRootLimitExceeded",
            "myDriveHierarchyDepthLimitExceeded",
            "teamDriveFileLimitExceeded",
            "teamDriveHierarchyTooDeep",
        ),
        _FULL,
    ),
    "storageQuotaExceeded": _NO_SPACE,
    "quotaExceeded": _NO_SPACE,
    "dailyLimitExceeded": _QUOTA,
    "accessNotConfigured": _DISABLED,
    "appNotAuthorizedToFile": (
        "{who} may use only files that this program made or that were opened with it: name another spreadsheet, or add "
        "--set share=hand and invite the players yourself."
    ),
    "insufficientParentPermissions": "{who} may not put files into that folder: share it with that account as Editor.",
    "insufficientPermissions": "{who} was not granted the scopes that this needs: {renew}.",
    "abusiveContentRestriction": "Google has restricted this file. Its owner finds out why in Drive.",
    "fileNeverWritable": "Nobody can change this file: use another one.",
    "cannotSetExpiration": "That access cannot end by itself: share without an end.",
    "invalidSharingRequest": "Google does not let this account share so: invite that person by hand, or use another "
    "address.",
    "invalidLinkVisibility": _POLICY,
}
"""Advice for each reason that Drive gives."""

INHERITED: frozenset[str] = frozenset(
    {"cannotModifyInheritedPermission", "cannotModifyInheritedTeamDrivePermission", "cannotDeletePermission"}
)
"""The reasons for which Drive refuses to change an access that comes from a folder or a shared drive."""

_CALLS: Sequence[tuple[int, str, str, str, str]] = (
    (404, "", "", "", "There is no such spreadsheet, or it is not shared with {who}: share it as Editor."),
    (403, "", "", "quota project", "The calls of {who} count against no project: {renew}."),
    (403, "", "", "project 764086051850", "The calls of {who} count against gcloud's own project: {renew}."),
    (403, "", "", "has not been used", _DISABLED),
    (403, "", "", "scopes", "{who} was not granted the scopes that this needs: {renew}."),
    (403, "post", "/v4/spreadsheets$", "", _NO_SPACE),
    (403, "post", "/permissions$", "", _MAY_NOT_SHARE),
    (403, "patch", "/permissions/", "", _MAY_NOT_SHARE),
    (403, "delete", "/permissions/", "", _MAY_NOT_SHARE),
    (403, "get", "/permissions", "", "{who} may not see with whom this file is shared."),
    (403, "delete", "/files/[^/]+$", "", "Only its owner can delete this file."),
    (403, "", "", "", _MAY_NOT_EDIT),
    (
        400,
        "",
        "",
        "not supported for this document",
        "This is an uploaded Excel file: save it as a Google Sheet first.",
    ),
    (400, "", "", "protected", _PROTECTED),
    (400, "", "", "can't merge", "A table, a filter or frozen columns are in the way of merged cells: remove them."),
    (400, "", "", "above the limit of", "The spreadsheet is full: delete tabs that the match does not need."),
)
"""What to do about other refusals: status, method, pattern of the path, words of the message, and the advice.

The first that matches counts; what is empty matches everything.
"""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refused call: its method and path, and the status, the reasons and the message of the answer."""

    method: str
    path: str
    status: int
    reasons: frozenset[str]
    message: str

    def advice(self) -> str:
        """Return what to do about it, with {who} and {renew} as placeholders; "" if nothing is known."""
        by_reason = next((REASONS[each] for each in sorted(self.reasons) if each in REASONS), "")
        return by_reason or next((row[-1] for row in _CALLS if self._is_of(*row[:-1])), "")

    def _is_of(self, status: int, method: str, path: str, words: str) -> bool:
        return (
            self.status == status
            and method in ("", self.method.lower())
            and re.search(path, self.path) is not None
            and words in self.message.lower()
        )
