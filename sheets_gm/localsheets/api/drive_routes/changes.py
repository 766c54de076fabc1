"""`changes` of the Drive API: a feed of the files that the caller can see."""

from __future__ import annotations

from sheets_gm.localsheets.api.drive_routes.files import file_resource
from sheets_gm.localsheets.api.drive_routes.paging import includes_all_drives, page_size, parameter
from sheets_gm.localsheets.drive.call import Call, Json
from sheets_gm.localsheets.drive.drive import Drive

PAGE = 100


def start_page_token(drive: Drive, _call: Call) -> Json:
    """`changes.getStartPageToken`: a token for the changes from now on."""
    return {"kind": "drive#startPageToken", "startPageToken": str(drive.number + 1)}


def changes_list(drive: Drive, call: Call) -> Json:
    """`changes.list`: the changes since the token was issued, and a token for later ones."""
    since = parameter(call, "pageToken", required=True)
    changes: dict[str, tuple[int, Json]] = {}
    asked = includes_all_drives(drive, call)
    for lost in drive.storage.removals(since, call.account):
        changes[lost.document] = lost.change, {**_change(lost.document, lost.time), "removed": True}
    for document in drive.documents.values():
        if not asked or drive.role(call, document) is None or not drive.may_see(call, document):
            continue
        changes.pop(document.id, None)
        number = document.meta.get("change", 0)
        if number >= since:
            change = {**_change(document.id, document.meta["modifiedTime"]), "removed": False}
            changes[document.id] = number, {**change, "file": file_resource(drive, call, document)}
    ordered = sorted(changes.values(), key=lambda each: each[0])
    page = ordered[: page_size(call, PAGE)]
    answer: Json = {"kind": "drive#changeList", "changes": [change for _, change in page]}
    if len(page) < len(ordered):
        return {**answer, "nextPageToken": str(page[-1][0] + 1)}
    return {**answer, "newStartPageToken": str(drive.number + 1)}


def _change(name: str, time: str) -> Json:
    return {"kind": "drive#change", "type": "file", "changeType": "file", "time": time, "fileId": name}
