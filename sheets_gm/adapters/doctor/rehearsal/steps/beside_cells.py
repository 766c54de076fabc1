"""What lies beside the cells: filter views, which are each reader's own, and comments, which are passed on."""

from __future__ import annotations

from typing import Any

from sheets_gm.adapters.doctor.rehearsal.stage import TITLE, Stage
from sheets_gm.adapters.doctor.rehearsal.step import ALL, Facts, Step
from sheets_gm.adapters.google.calls.api import FILES, Body
from sheets_gm.adapters.google.drive import posts
from sheets_gm.adapters.google.workbooks.tabs import filter_views
from sheets_gm.sheet.filter_views import FilterView
from sheets_gm.sheet.reading import HEADING_ROW

KEY = "rehearsal views"
VIEWS = (
    FilterView("blue", "Ana", 0, hidden=("Ben", "Hana")),
    FilterView("red", "Ana in the log", 1, holds="ana", exactly=True),
    FilterView("green", "Ben in the log", 1, holds="Ben"),
)
READ = "sheets.filterViews(title,range(startRowIndex,endRowIndex,endColumnIndex),filterSpecs,criteria)"


def _views(stage: Stage) -> Facts:
    """Views that hide rows by their values, by a text and by a formula; made, made larger, and taken away."""
    sheet = stage.tab("views", 12, 3)
    found: dict[str, Any] = {"made": stage.outcome(lambda: stage.batch(*filter_views.changes(KEY, VIEWS, 8)))}
    known = _known(stage)
    found["there"] = len(known)
    again = [*filter_views.changes(KEY, VIEWS, 8, known), *filter_views.extended(KEY, VIEWS, 10, known)]
    found["changed"] = stage.outcome(lambda: stage.batch(*again))
    held = stage.get(READ, ranges=f"'{TITLE} views'!A1")["sheets"][0].get("filterViews", [])
    found["rows"] = sorted((each["title"], each["range"]["endRowIndex"] - HEADING_ROW) for each in held)
    gone = [FilterView(view.name) for view in VIEWS]
    found["taken away"] = stage.outcome(lambda: stage.batch(*filter_views.changes(KEY, gone, 10, known)))
    found["left"] = len(_known(stage))
    stage.batch({"deleteSheet": {"sheetId": sheet}})
    return found


def _known(stage: Stage) -> tuple[int, ...]:
    held = stage.get(f"sheets(properties.title,{filter_views.MASK})")
    (own,) = (each for each in held["sheets"] if each["properties"]["title"] == f"{TITLE} views")
    return filter_views.ids_of(own)


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
        name="filter-views",
        does="makes filter views that hide rows by values, by a text and by a formula, extends them and deletes them",
        expects="each is accepted, is as long as it was made, and is gone afterwards",
        means="people do not find their own rows by a choice in the list of filter views",
        advice="nothing; send the saved answers along with a report",
        run=_views,
        tolerates=ALL,
    ),
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
