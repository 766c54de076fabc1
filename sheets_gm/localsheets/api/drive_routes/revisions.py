"""`revisions` of the Drive API: the newest writes of people, and the present file.

Unlike Google, the id of each write names its cell: a number, the id of the sheet, the row and the column from 0. The
last revision is the present file; its id is the file's version.
"""

from __future__ import annotations

from sheets_gm.localsheets.api.drive_routes import about
from sheets_gm.localsheets.drive import typed_cells
from sheets_gm.localsheets.drive.call import Call, Json
from sheets_gm.localsheets.drive.drive import Drive
from sheets_gm.localsheets.protocol.errors import ApiError
from sheets_gm.localsheets.spreadsheet.model.access import EDITORS


def revisions_list(drive: Drive, call: Call) -> Json:
    """`revisions.list`, oldest first; only the owner of a file reads who typed what."""
    return {"kind": "drive#revisionList", "revisions": _revisions(drive, call)}


def revisions_get(drive: Drive, call: Call) -> Json:
    """Handle `revisions.get`."""
    for each in _revisions(drive, call):
        if each["id"] == call.names[1]:
            return each
    raise ApiError(404, f"Revision not found: {call.names[1]}.", reason="notFound", location="revisionId")


def _revisions(drive: Drive, call: Call) -> list[Json]:
    document = drive.open(call)
    meta, role = document.meta, drive.role(call, document)
    kept = meta.get(typed_cells.KEY, ()) if role == "owner" else ()
    typed = [
        _revision(f"{number}-{sheet}-{row}-{column}", when, about.user_resource(account, me=account == call.account))
        for number, (when, account, sheet, row, column) in enumerate(kept, start=1)
    ]
    last = about.user_resource(meta["lastModifyingUser"], me=meta["lastModifyingUser"] == call.account)
    shown = last if drive.is_named(call, document) and role in EDITORS else about.without_address(last)
    return [*typed, _revision(str(meta["version"]), meta["modifiedTime"], shown)]


def _revision(name: str, when: str, user: Json) -> Json:
    return {"kind": "drive#revision", "id": name, "modifiedTime": when, "lastModifyingUser": user}
