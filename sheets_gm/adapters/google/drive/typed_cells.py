"""Who typed in which cell when, according to the local server."""

from __future__ import annotations

from collections.abc import Iterator

from sheets_gm.adapters.google.calls.api import FILES, Api
from sheets_gm.gm.match_record.workbook import Workbook
from sheets_gm.gm.ports.sheets import TypedCell
from sheets_gm.sheet.grid import a1


def typed_cells(api: Api, workbook: Workbook) -> Iterator[TypedCell]:
    """Yield the newest edits of people in *workbook*, oldest first."""
    tabs = {sheet: key for key, sheet in workbook.tabs.items()}
    for each in api.call("get", f"{FILES}/{workbook.document}/revisions").get("revisions", ()):
        _, *place = map(int, each["id"].split("-"))
        if not place:
            continue  # the file as it is
        sheet, row, column = place
        if sheet in tabs:
            account = each["lastModifyingUser"]["emailAddress"]
            yield TypedCell(account, tabs[sheet], a1(row, column), each["modifiedTime"])
