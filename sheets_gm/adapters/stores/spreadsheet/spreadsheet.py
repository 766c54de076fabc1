"""The spreadsheet that a store lies in, by the few calls that a store makes of it."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import Any

from sheets_gm.adapters.google.api import SHEETS
from sheets_gm.adapters.google.client import GoogleSheets
from sheets_gm.adapters.stores.spreadsheet.rows import HEADS, Request


class Spreadsheet:
    """The spreadsheet with the id *document*; threads that share it take turns by its *lock*.

    Each call raises `SheetsRefused` or `SheetsDown` where it fails.
    """

    def __init__(self, sheets: GoogleSheets, document: str) -> None:
        self._sheets = sheets
        self.document = document
        self.lock = threading.RLock()

    def values(self, area: Mapping[str, int]) -> list[list[Any]]:
        """The values of a grid range, row by row."""
        body = {"dataFilters": [{"gridRange": area}], "valueRenderOption": "UNFORMATTED_VALUE"}
        answer = self._sheets.call("post", f"{SHEETS}/{self.document}/values:batchGetByDataFilter", body)
        rows: list[list[Any]] = answer["valueRanges"][0]["valueRange"].get("values", [])
        return rows

    def batch(self, wanted: Sequence[Request]) -> None:
        """Do all that is *wanted*, or nothing of it."""
        self._sheets.call("post", f"{SHEETS}/{self.document}:batchUpdate", {"requests": list(wanted)})

    def is_founded(self) -> bool:
        """Whether it has the tab of heads."""
        held = self._held("sheets.properties(sheetId,title)")
        return any(each["properties"].get("sheetId", 0) == HEADS for each in held["sheets"])

    def named_range(self, name: str) -> str | None:
        """The id of the named range that is called *name*."""
        held = self._held("namedRanges(namedRangeId,name)").get("namedRanges", ())
        return next((str(each["namedRangeId"]) for each in held if each["name"] == name), None)

    def _held(self, mask: str) -> dict[str, Any]:
        return self._sheets.call("get", f"{SHEETS}/{self.document}", params={"fields": mask})
