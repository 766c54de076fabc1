"""What lies beside the cells: comments, which are passed on."""

from __future__ import annotations

from sheets_gm.adapters.doctor.rehearsal.stage import TITLE, Stage
from sheets_gm.adapters.doctor.rehearsal.step import ALL, Facts, Step
from sheets_gm.adapters.google.calls.api import FILES, Body
from sheets_gm.adapters.google.drive import posts


def _comments(stage: Stage) -> Facts:
    """A comment and a reply to it, read since a time, and what is told of their author."""
    address = f"{FILES}/{stage.document}/comments"
    made = stage.call("post", address, {"content": f"{TITLE}: a comment"}, params={"fields": "id,createdTime"})
    reply = {"content": f"{TITLE}: a reply"}
    stage.call("post", f"{address}/{made['id']}/replies", reply, params={"fields": "id"})
    params: Body = {"fields": posts.MASK, "startModifiedTime": made["createdTime"], "pageSize": posts.PAGE}
    page = stage.call("get", address, params=params)
    told = [post for each in page.get("comments", ()) for post in (each, *each.get("replies", ()))]
    stage.call("delete", f"{address}/{made['id']}")
    return {
        "read": [each.get("content") for each in told],
        "own": all(each.get("author", {}).get("me") for each in told),
        "named": all(each.get("author", {}).get("displayName") for each in told),
        "times": all(len(each.get("createdTime", "")) == len("2026-11-28T01:02:03.456Z") for each in told),
    }


STEPS = (
    Step(
        name="comments",
        does="comments on the spreadsheet, replies, reads both and deletes them",
        expects="both are read, with the name and not the address of their author, and with times that can be compared",
        means="comments are not passed on, or are passed on twice",
        advice="say what you want others to hear on the Seats tab",
        run=_comments,
        tolerates=ALL,
    ),
)
