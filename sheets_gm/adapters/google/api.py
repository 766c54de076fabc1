"""The API as the other modules see it: its addresses, and one call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, TypeAlias

from sheets_gm.gm.ports.sheets import SheetsRefused

SHEETS = "https://sheets.googleapis.com/v4/spreadsheets"
DRIVE = "https://www.googleapis.com/drive/v3"
FILES = f"{DRIVE}/files"
SPREADSHEET = "application/vnd.google-apps.spreadsheet"
"""The type of a spreadsheet among Drive's files."""

Body: TypeAlias = dict[str, Any]


class NotFound(SheetsRefused):
    """There is no such document, or nobody may know of it."""


class Api(Protocol):
    """A connection to the spreadsheet service."""

    def call(
        self, method: str, address: str, body: Mapping[str, Any] | None = None, params: Body | None = None
    ) -> Body:
        """Make one call and return its answer. `SheetsDown`, `SheetsRefused`."""


def batch_update(api: Api, document: str, requests: list[Body]) -> None:
    """Apply *requests* to a spreadsheet in one atomic call."""
    api.call("post", f"{SHEETS}/{document}:batchUpdate", {"requests": requests})
