"""The spreadsheet that holds a store, with the few calls that a store needs."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import Any

from sheets_gm.adapters.google.calls.api import SHEETS, batch_update
from sheets_gm.adapters.google.calls.value_ranges import values_by_sheet
from sheets_gm.adapters.google.google_sheets import GoogleSheets
from sheets_gm.adapters.stores.spreadsheet.rows import HEADS, Request


class Spreadsheet:
    """The spreadsheet with the id *document*. Threads that share it must hold its *lock*.

    Each call raises `SheetsRefused` or `SheetsDown` if it fails.
    """

    def __init__(self, sheets: GoogleSheets, document: str) -> None:
        self._sheets = sheets
        self.document = document
        self.lock = threading.RLock()

    def values(self, area: Mapping[str, int]) -> list[list[Any]]:
        """Return the values of a grid range, row by row."""
        body = {"dataFilters": [{"gridRange": area}], "valueRenderOption": "UNFORMATTED_VALUE"}
        answer = self._sheets.call("post", f"{SHEETS}/{self.document}/values:batchGetByDataFilter", body)
        sheet = area.get("sheetId", 0)
        return values_by_sheet(answer, (sheet,))[sheet]

    def batch(self, requests: Sequence[Request]) -> None:
        """Apply *requests* together or not at all."""
        batch_update(self._sheets, self.document, list(requests))

    def is_prepared(self) -> bool:
        """Return whether it has the tab of heads."""
        metadata = self._metadata("sheets.properties(sheetId,title)")
        return any(each["properties"].get("sheetId", 0) == HEADS for each in metadata["sheets"])

    def named_range(self, name: str) -> str | None:
        """Return the id of the named range called *name*; None if there is none."""
        metadata = self._metadata("namedRanges(namedRangeId,name)").get("namedRanges", ())
        return next((str(each["namedRangeId"]) for each in metadata if each["name"] == name), None)

    def _metadata(self, mask: str) -> dict[str, Any]:
        return self._sheets.call("get", f"{SHEETS}/{self.document}", params={"fields": mask})
