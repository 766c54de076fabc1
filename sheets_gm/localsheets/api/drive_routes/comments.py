"""`comments` and `replies` of the Drive API: what people write about cells of a file, or about all of it.

Readers see them; callers with at least the role of a commenter write. Only its author changes the text of a comment;
the author and the owner of the file can delete it. A deleted comment keeps its place, without its text. A reply may
resolve or reopen its comment.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from html import escape
from typing import Any

from sheets_gm.localsheets.api.drive_routes import about
from sheets_gm.localsheets.api.drive_routes.paging import page_size, parameter
from sheets_gm.localsheets.drive.call import Call, Content, Json
from sheets_gm.localsheets.drive.drive import Drive
from sheets_gm.localsheets.protocol.errors import ApiError, file_forbidden
from sheets_gm.localsheets.spreadsheet.model import access
from sheets_gm.localsheets.spreadsheet.model.document import Document

PAGE, LARGEST_PAGE = 20, 100
LONGEST = 4096
"""Characters of one comment or reply at most; an anchor and a quotation are no longer either."""
MOST_TEXT = 200_000
"""Characters of all comments of a file at most, with their replies."""
ACTIONS = {"resolve": True, "reopen": False}
"""Whether a comment is resolved after a reply with this action."""


def comments_list(drive: Drive, call: Call) -> Json:
    """`comments.list`: oldest first; with `startModifiedTime` only those since then."""
    _require_fields(call)
    since = _time(call)
    held = [each for each in _comments(drive.open(call)) if _instant(each["modifiedTime"]) >= since]
    return _page(call, [_comment_resource(each, call) for each in held if _is_shown(each, call)], "comment")


def comments_get(drive: Drive, call: Call) -> Json:
    """Handle `comments.get`."""
    _require_fields(call)
    return _comment_resource(_shown(_comments(drive.open(call)), call, 1), call)


def comments_create(drive: Drive, call: Call) -> Json:
    """Handle `comments.create`."""
    _require_fields(call)

    def work(document: Document) -> Json:
        comment = _new_post(drive, call, _text(call.body, "content", required=True))
        comment |= {"kind": "drive#comment", "replies": []}
        comment |= {name: text for name in ("anchor",) if (text := _text(call.body, name))}
        quoted = call.body.get("quotedFileContent")
        if isinstance(quoted, dict) and (value := _text(quoted, "value")):
            comment["quotedFileContent"] = {"mimeType": _text(quoted, "mimeType") or "text/plain", "value": value}
        document.meta.setdefault("comments", []).append(comment)
        return comment

    return _comment_resource(_write(drive, call, work), call)


def comments_update(drive: Drive, call: Call) -> Json:
    """`comments.update`: the author changes the text."""
    _require_fields(call)

    def work(document: Document) -> Json:
        return _edit(drive, call, document, _shown(_comments(document), call, 1))

    return _comment_resource(_write(drive, call, work), call)


def comments_delete(drive: Drive, call: Call) -> Content:
    """Handle `comments.delete`."""

    def work(document: Document) -> Json:
        comment = _shown(_comments(document), call, 1)
        _delete(drive, call, document, comment)
        comment.pop("quotedFileContent", None)
        return comment

    _write(drive, call, work)
    return Content(status=204)


def replies_list(drive: Drive, call: Call) -> Json:
    """`replies.list`: the oldest first."""
    _require_fields(call)
    comment = _shown(_comments(drive.open(call)), call, 1)
    return _page(call, [_resource(each, call) for each in comment["replies"] if _is_shown(each, call)], "reply")


def replies_get(drive: Drive, call: Call) -> Json:
    """Handle `replies.get`."""
    _require_fields(call)
    return _resource(_shown(_shown(_comments(drive.open(call)), call, 1)["replies"], call, 2), call)


def replies_create(drive: Drive, call: Call) -> Json:
    """`replies.create`: a text, an action, or both."""
    _require_fields(call)

    def work(document: Document) -> Json:
        comment = _shown(_comments(document), call, 1)
        action = call.body.get("action")
        if action is not None and action not in ACTIONS:
            raise ApiError(400, f"Invalid value '{action}' for action.", reason="invalid", location="action")
        reply = _new_post(drive, call, _text(call.body, "content", required=action is None)) | {"kind": "drive#reply"}
        if action is not None:
            reply["action"] = action
            comment["resolved"] = ACTIONS[action]
        comment["replies"].append(reply)
        comment["modifiedTime"] = reply["createdTime"]
        return reply

    return _resource(_write(drive, call, work), call)


def replies_update(drive: Drive, call: Call) -> Json:
    """`replies.update`: the author changes the text."""
    _require_fields(call)

    def work(document: Document) -> Json:
        comment = _shown(_comments(document), call, 1)
        reply = _edit(drive, call, document, _shown(comment["replies"], call, 2))
        comment["modifiedTime"] = reply["modifiedTime"]
        return reply

    return _resource(_write(drive, call, work), call)


def replies_delete(drive: Drive, call: Call) -> Content:
    """Handle `replies.delete`."""

    def work(document: Document) -> Json:
        reply = _shown(_shown(_comments(document), call, 1)["replies"], call, 2)
        _delete(drive, call, document, reply)
        return reply

    _write(drive, call, work)
    return Content(status=204)


# -- reading -----------------------------------------------------------------------------------------------------------


def _require_fields(call: Call) -> None:
    if not call.options().get("fields"):
        message = "The 'fields' parameter is required for this method."
        raise ApiError(400, message, reason="required", location="fields")


def _comments(document: Document) -> list[Json]:
    held: list[Json] = document.meta.get("comments", [])
    return held


def _is_shown(held: Json, call: Call) -> bool:
    return not held["deleted"] or call.options().get("includeDeleted") == "true"


def _shown(held: list[Json], call: Call, at: int) -> Json:
    """Return the comment or reply whose id is at place *at* of the path. Raises 404 if there is none."""
    name = call.names[at]
    post = next((each for each in held if each["id"] == name and _is_shown(each, call)), None)
    if post is None:
        kind = ("Comment", "Reply")[at - 1]
        raise ApiError(404, f"{kind} not found: {name}.", reason="notFound", location=f"{kind.lower()}Id")
    return post


def _page(call: Call, posts: list[Json], kind: str) -> Json:
    many = {"comment": "comments", "reply": "replies"}[kind]
    start, size = parameter(call, "pageToken"), min(page_size(call, PAGE), LARGEST_PAGE)
    answer: Json = {"kind": f"drive#{kind}List", many: posts[start : start + size]}
    return {**answer, "nextPageToken": str(start + size)} if start + size < len(posts) else answer


def _comment_resource(held: Json, call: Call) -> Json:
    replies = [_resource(each, call) for each in held["replies"] if _is_shown(each, call)]
    return {"resolved": False, **_resource(held, call), "replies": replies}


def _resource(held: Json, call: Call) -> Json:
    """Return a Comment or Reply as the caller sees it. Drive gives no address of its author."""
    user = about.user_resource(held["author"], me=held["author"] == call.account)
    html = {"htmlContent": escape(held["content"])} if "content" in held else {}
    return {**held, **html, "author": about.without_address(user)}


def _instant(text: str) -> datetime:
    instant = datetime.fromisoformat(text)
    return instant if instant.tzinfo is not None else instant.replace(tzinfo=UTC)


def _time(call: Call) -> datetime:
    given = call.options().get("startModifiedTime")
    try:
        return datetime.min.replace(tzinfo=UTC) if given is None else _instant(given)
    except ValueError:
        raise ApiError(400, f"Invalid value '{given}'.", reason="invalid", location="startModifiedTime") from None


# -- writing -----------------------------------------------------------------------------------------------------------


def _write(drive: Drive, call: Call, work: Callable[[Document], Json]) -> Json:
    """Call *work* as one transaction, for callers who may comment. Raises 403 for others, 400 if there is no
    room left.
    """
    document = drive.open(call)
    if not call.account or drive.role(call, document) not in access.ROLES[1:]:
        raise file_forbidden(document.id)

    def bounded(document: Document) -> Json:
        document.snapshot_meta()
        before = _size(document)
        post = work(document)
        if _size(document) > max(MOST_TEXT, before):
            raise ApiError(400, "There is no room for more comments on this file.", reason="invalid")
        return post

    return drive.update_document(document, call, bounded)


def _size(document: Document) -> int:
    """Return the number of characters of all comments and replies."""
    posts = [each for comment in _comments(document) for each in (comment, *comment["replies"])]
    quoted = (each.get("quotedFileContent", {}).get("value", "") for each in posts)
    return sum(len(each.get("content", "")) + len(each.get("anchor", "")) + 200 for each in posts) + sum(
        map(len, quoted)
    )


def _text(body: Any, name: str, *, required: bool = False) -> str:
    """Return a text of the body, "" if it has none. Raises 400 if it is too long, or *required* and missing."""
    text = body.get(name)
    if not isinstance(text, str) or not text:
        if required:
            raise ApiError(400, f"The comment {name} is required.", reason="required", location=name)
        return ""
    if len(text) > LONGEST:
        raise ApiError(400, f"The comment {name} is longer than {LONGEST} characters.", reason="invalid", location=name)
    return text


def _new_post(drive: Drive, call: Call, text: str) -> Json:
    """Return a new comment or reply of the caller."""
    now = drive.now()
    post = {"id": secrets.token_urlsafe(8), "author": call.account, "createdTime": now, "modifiedTime": now}
    return {**post, "deleted": False, **({"content": text} if text else {})}


def _edit(drive: Drive, call: Call, document: Document, held: Json) -> Json:
    if held["author"] != call.account:
        raise file_forbidden(document.id)
    held |= {"content": _text(call.body, "content", required=True), "modifiedTime": drive.now()}
    return held


def _delete(drive: Drive, call: Call, document: Document, held: Json) -> None:
    if held["author"] != call.account and drive.role(call, document) != "owner":
        raise file_forbidden(document.id)
    held |= {"deleted": True, "modifiedTime": drive.now()}
    held.pop("content", None)
