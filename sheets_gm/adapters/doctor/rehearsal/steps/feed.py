"""The feed of changes: how long Drive takes to report that a spreadsheet has changed, by the API and by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sheets_gm.adapters.doctor.rehearsal.stage import TITLE, Stage
from sheets_gm.adapters.doctor.rehearsal.step import ALL, Facts, Step
from sheets_gm.adapters.google.calls.cell_requests import value_at
from sheets_gm.adapters.google.drive.change_feed import CHANGES, can_read_feed

INTERVAL = 5.0
"""Seconds between two looks at the feed."""

PATIENCE = 600.0
"""Seconds after which the feed is assumed not to report an edit. Google is known to need about three minutes."""

LISTED = "listed"
NOT_LISTED = f"not listed within {PATIENCE:.0f} s"


def _by_api(stage: Stage) -> Facts:
    if not can_read_feed(stage.sheets.identity):
        return {"edit by API": "this sign-in may not read the feed"}
    sheet = stage.tab("feed", 3, 3)
    listed = _listed(stage, "API", lambda: stage.batch(value_at(sheet, 0, 0, "changed")))
    stage.batch({"deleteSheet": {"sheetId": sheet}})
    return {"edit by API": listed}


def _by_hand(stage: Stage) -> Facts:
    if not can_read_feed(stage.sheets.identity):
        return {"edit by hand": "this sign-in may not read the feed"}
    ask = stage.ask
    if ask is None:
        return {"edit by hand": LISTED}  # on the local spreadsheet nobody types
    sheet = stage.tab("feed by hand", 3, 3)
    link = stage.sheets.link(stage.document)
    request = f"Open {link}, type 1 into A1 of “{TITLE} feed by hand” and press Enter; then answer at once. Done (y/n)"
    listed = _listed(stage, "hand", lambda: ask(request))
    stage.batch({"deleteSheet": {"sheetId": sheet}})
    return {"edit by hand": listed}


def _listed(stage: Stage, how: str, edit: Callable[[], Any]) -> str:
    """Whether the feed lists *edit*; the seconds that it takes are a measure."""
    document = stage.document
    token = stage.call("get", f"{CHANGES}/startPageToken")["startPageToken"]
    edit()
    started = stage.clock()
    while not _has(stage, token, document):
        if stage.clock() - started > PATIENCE:
            return NOT_LISTED
        stage.sleep(INTERVAL)
    stage.measures[f"seconds until the feed lists an edit by {how}"] = round(stage.clock() - started, 1)
    return LISTED


def _has(stage: Stage, token: str, document: str) -> bool:
    """Whether the feed has a change of *document* since *token*."""
    while True:
        params = {
            "pageToken": token,
            "pageSize": 1000,
            "fields": "nextPageToken,newStartPageToken,changes(fileId)",
            "includeItemsFromAllDrives": "true",
        }
        page = stage.call("get", CHANGES, params=params)
        if any(each.get("fileId") == document for each in page.get("changes", ())):
            return True
        if "nextPageToken" not in page:
            return False
        token = page["nextPageToken"]


_MEANS = "the sync learns later, or never, that somebody typed in a quiet match; then it polls that match more often"
_ADVICE = "if it is never listed, set the deadlines with some minutes to spare; report the seconds"

STEPS = (
    Step(
        name="feed",
        does="edits a cell by the API, and waits until Drive's feed of changes lists it",
        expects="the feed lists it; the seconds are printed",
        means=_MEANS,
        advice=_ADVICE,
        run=_by_api,
        tolerates=ALL,
    ),
    Step(
        name="feed-by-hand",
        does="asks you to type into a cell, and waits until Drive's feed of changes lists it",
        expects="the feed lists it, at Google after about three minutes; the seconds are printed",
        means=_MEANS,
        advice=_ADVICE,
        run=_by_hand,
        tolerates=ALL,
        needs="--by-hand",
    ),
)
