"""`about` of the Drive API: who is calling."""

from __future__ import annotations

from sheets_gm.localsheets.drive.call import Call, Json
from sheets_gm.localsheets.drive.drive import Drive
from sheets_gm.localsheets.protocol.errors import ApiError
from sheets_gm.localsheets.spreadsheet.model.access import permission_id

STORAGE = str(15 << 30)
"""The bytes that a free account of Google has."""


def get(_drive: Drive, call: Call) -> Json:
    """`about.get`: the user, and an unlimited storage. The parameter `fields` is required, as on Google."""
    if not call.query.get("fields"):
        message = "The 'fields' parameter is required for this method."
        raise ApiError(400, message, reason="required", location="fields")
    quota = {"limit": STORAGE, "usage": "0", "usageInDrive": "0", "usageInDriveTrash": "0"}
    return {"kind": "drive#about", "user": user_resource(call.account, me=True), "storageQuota": quota}


def user_resource(account: str, *, me: bool) -> Json:
    """Return a Drive User resource."""
    return {
        "kind": "drive#user",
        "displayName": account.partition("@")[0],
        "emailAddress": account,
        "permissionId": permission_id("user", account),
        "me": me,
    }


def without_address(user: Json) -> Json:
    """Return a User resource for callers who may not learn the address."""
    return {name: value for name, value in user.items() if name not in ("emailAddress", "permissionId")}
