"""Drive's `about`: who is asking."""

from __future__ import annotations

from sheets_gm.localsheets.drive.call import Call, Json
from sheets_gm.localsheets.drive.drive import Drive
from sheets_gm.localsheets.protocol.errors import ApiError
from sheets_gm.localsheets.spreadsheet.access import permission_id


def get(_drive: Drive, call: Call) -> Json:
    """`about.get`, of which this Drive knows the user alone; `fields` must be named, as Google has it."""
    if not call.query.get("fields"):
        message = "The 'fields' parameter is required for this method."
        raise ApiError(400, message, reason="required", location="fields")
    return {"kind": "drive#about", "user": user(call.account, me=True)}


def user(account: str, *, me: bool) -> Json:
    """A person as Drive shows one."""
    return {
        "kind": "drive#user",
        "displayName": account.partition("@")[0],
        "emailAddress": account,
        "permissionId": permission_id("user", account),
        "me": me,
    }
