"""Drive files: listed, made, renamed, deleted."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sheets_gm.localsheets import access
from sheets_gm.localsheets.calls import Call, Json
from sheets_gm.localsheets.document import Document, new_sheet
from sheets_gm.localsheets.errors import invalid
from sheets_gm.localsheets.routes import about, permissions
from sheets_gm.localsheets.routes.spreadsheets import new_document

if TYPE_CHECKING:
    from sheets_gm.localsheets.service import Service


SPREADSHEET = "application/vnd.google-apps.spreadsheet"


def _file(service: Service, call: Call, document: Document) -> Json:
    """A file as its caller sees it."""
    meta = document.meta
    role = service.role(call, document)
    return {
        "kind": "drive#file",
        "id": document.id,
        "name": meta["properties"]["title"],
        "mimeType": SPREADSHEET,
        "version": str(meta["version"]),
        "createdTime": meta["createdTime"],
        "modifiedTime": meta["modifiedTime"],
        "lastModifyingUser": about.user(meta["lastModifyingUser"], me=meta["lastModifyingUser"] == call.account),
        "owners": [about.user(meta["owner"], me=role == "owner")],
        "ownedByMe": role == "owner",
        "shared": len(meta["permissions"]) > 1,
        "capabilities": {
            "canEdit": role in access.EDITORS,
            "canRename": role in access.EDITORS,
            "canComment": role in access.ROLES[1:],
            "canShare": role in access.sharers(document),
            "canDelete": role == "owner",
        },
        "writersCanShare": document.meta.get("writersCanShare", True),
        "webViewLink": f"{service.address}/d/{document.id}",
    }


def files_list(service: Service, call: Call) -> Json:
    """`files.list`: the spreadsheets that the caller may open, by name if `q` asks for one."""
    asked = re.search(r"name\s*=\s*(\"((?:[^\"\\]|\\.)*)\"|'((?:[^'\\]|\\.)*)')", call.options().get("q", ""))
    name = re.sub(r"\\(.)", r"\1", asked[2] or asked[3] or "") if asked else None
    found = [
        _file(service, call, document)
        for document in service.documents.values()
        if service.knows_of(call, document)
        and service.role(call, document)
        and name in (None, document.meta["properties"]["title"])
    ]
    return {"kind": "drive#fileList", "files": sorted(found, key=lambda each: each["modifiedTime"], reverse=True)}


def files_get(service: Service, call: Call) -> Json:
    """`files.get`."""
    return _file(service, call, service.open(call))


def files_create(service: Service, call: Call) -> Json:
    """`files.create`, of a spreadsheet."""
    if call.body.get("mimeType") != SPREADSHEET:
        raise invalid("This local Drive keeps spreadsheets only.")
    document = new_document(service, call.caller, call.body.get("name", "Untitled spreadsheet"))
    document.add(new_sheet(0, "Sheet1", 0))
    service.enter(document, call.account)
    return _file(service, call, document)


def files_update(service: Service, call: Call) -> Json:
    """`files.update`: a new name; its owner may say whether editors share it."""

    def work(document: Document) -> Json:
        document.touch_meta()
        if "writersCanShare" in call.body:
            permissions.must_own(service, document, call)
            document.meta["writersCanShare"] = bool(call.body["writersCanShare"])
        if "name" in call.body:
            document.meta["properties"]["title"] = call.body["name"]
        return _file(service, call, document)

    return service.change(call, work)


def files_delete(service: Service, call: Call) -> Json:
    """`files.delete`, for its owner."""
    document = service.open(call)
    permissions.must_own(service, document, call)
    del service.documents[document.id]
    service.storage.delete(document.id)
    return {}
