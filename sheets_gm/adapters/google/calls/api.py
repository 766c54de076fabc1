"""The API as the other modules see it: its addresses, single calls, and batches that are never too large."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Protocol, TypeAlias

import orjson

from sheets_gm.gm.ports.sheets import SheetsRefused

SHEETS = "https://sheets.googleapis.com/v4/spreadsheets"
DRIVE = "https://www.googleapis.com/drive/v3"
FILES = f"{DRIVE}/files"
SPREADSHEET = "application/vnd.google-apps.spreadsheet"
"""The type of a spreadsheet among Drive's files."""

Body: TypeAlias = dict[str, Any]

LARGEST = 1_000_000
"""The most bytes of a batch. Google recommends 2 MB, and gives up a batch that takes it 180 seconds."""

_FRAME = len('{"requests":[]}')


class NotFound(SheetsRefused):
    """There is no such document, or this account may not know of it."""


class Api(Protocol):
    """A connection to the spreadsheet service."""

    def call(
        self, method: str, address: str, body: Mapping[str, Any] | None = None, params: Body | None = None
    ) -> Body:
        """Make one call and return its answer. Raises `SheetsDown` or `SheetsRefused`."""


def pages(api: Api, address: str, params: Body) -> Iterator[Body]:
    """Yield all pages of a list in Drive; *params* are sent for each page. Raises `SheetsDown` or `SheetsRefused`."""
    while True:
        page = api.call("get", address, params=params)
        yield page
        if "nextPageToken" not in page:
            return
        params = {**params, "pageToken": page["nextPageToken"]}


def compact(body: Mapping[str, Any]) -> bytes:
    """Return *body* as it is sent: JSON without spaces, in UTF-8."""
    try:
        return orjson.dumps(body)
    except orjson.JSONEncodeError:  # an integer beyond 64 bits, or half a character
        return json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode(errors="replace")


def parts(requests: Iterable[Body], reserved: int = 0) -> Iterator[list[Body]]:
    """Yield *requests* in order, in batches of at most `LARGEST` bytes, with *reserved* bytes kept free."""
    part: list[Body] = []
    size = _FRAME + reserved
    for each in requests:
        length = len(compact(each)) + 1
        if part and size + length > LARGEST:
            yield part
            part, size = [], _FRAME + reserved
        part.append(each)
        size += length
    if part:
        yield part


def batch_update(api: Api, document: str, requests: list[Body]) -> Body:
    """Apply *requests* to a spreadsheet in one atomic call, and return its answer."""
    return api.call("post", f"{SHEETS}/{document}:batchUpdate", {"requests": requests})
