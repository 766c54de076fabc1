"""`comments` of the Drive API: list the comments of a file and add one."""

from __future__ import annotations

import secrets

from sheets_gm.localsheets.api.drive_routes import about
from sheets_gm.localsheets.api.drive_routes.paging import page_size, parameter
from sheets_gm.localsheets.drive.call import Call, Json
from sheets_gm.localsheets.drive.drive import Drive
from sheets_gm.localsheets.protocol.errors import ApiError, file_forbidden
from sheets_gm.localsheets.spreadsheet import access
from sheets_gm.localsheets.spreadsheet.document import Document

PAGE = 20


def _require_fields(call: Call) -> None:
    if not call.options().get("fields"):
        message = "The 'fields' parameter is required for this method."
        raise ApiError(400, message, reason="required", location="fields")


def comments_list(drive: Drive, call: Call) -> Json:
    """`comments.list`. Readers may call it; the parameter `fields` is required, as on Google."""
    _require_fields(call)
    held = [_comment_resource(each, call) for each in drive.open(call).meta.get("comments", [])]
    start, size = parameter(call, "pageToken"), page_size(call, PAGE)
    answer: Json = {"kind": "drive#commentList", "comments": held[start : start + size]}
    return {**answer, "nextPageToken": str(start + size)} if start + size < len(held) else answer


def _comment_resource(held: Json, call: Call) -> Json:
    return {**held, "author": about.user_resource(held["author"], me=held["author"] == call.account)}


def comments_create(drive: Drive, call: Call) -> Json:
    """`comments.create`. Callers need at least the role of a commenter."""
    _require_fields(call)
    content = call.body.get("content")
    if not isinstance(content, str) or not content:
        raise ApiError(400, "The comment content is required.", reason="required", location="content")
    document = drive.open(call)
    if drive.role(call, document) not in access.ROLES[1:]:
        raise file_forbidden(document.id)

    def work(document: Document) -> Json:
        document.snapshot_meta()
        made: Json = {
            "kind": "drive#comment",
            "id": secrets.token_urlsafe(8),
            "content": content,
            "author": call.account,
            "createdTime": drive.now(),
            "modifiedTime": drive.now(),
            "deleted": False,
            "replies": [],
        }
        if isinstance(call.body.get("anchor"), str):
            made["anchor"] = call.body["anchor"]
        document.meta.setdefault("comments", []).append(made)
        return _comment_resource(made, call)

    return drive.update_document(document, call, work)
