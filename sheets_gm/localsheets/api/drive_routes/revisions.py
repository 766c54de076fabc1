"""`revisions.list` of the Drive API: the newest writes of people.

The id of each names its cell, which Google does not tell: a number, the id of the sheet, the row and the column from 0.
"""

from __future__ import annotations

from sheets_gm.localsheets.api.drive_routes import about
from sheets_gm.localsheets.drive import typed_cells
from sheets_gm.localsheets.drive.call import Call, Json
from sheets_gm.localsheets.drive.drive import Drive


def revisions_list(drive: Drive, call: Call) -> Json:
    """`revisions.list`, oldest first; only the owner of a file reads who typed what: there are none for others."""
    document = drive.open(call)
    kept = document.meta.get(typed_cells.KEY, ()) if drive.role(call, document) == "owner" else ()
    revisions = [
        {
            "kind": "drive#revision",
            "id": f"{number}-{sheet}-{row}-{column}",
            "modifiedTime": when,
            "lastModifyingUser": about.user_resource(account, me=account == call.account),
        }
        for number, (when, account, sheet, row, column) in enumerate(kept, start=1)
    ]
    return {"kind": "drive#revisionList", "revisions": revisions}
