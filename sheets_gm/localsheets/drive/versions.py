"""Earlier versions of a sheet, stored for a program that notes in the sheet which version it is.

The developer metadata `page.version` of a sheet names its version. When the name changes, the sheet is stored as it was
until then. Only the newest versions of a sheet are stored.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from typing import Any, TypeAlias

from sheets_gm.localsheets.protocol.json_text import bytes_of
from sheets_gm.localsheets.spreadsheet.model.document import Document
from sheets_gm.localsheets.spreadsheet.model.sheet import Sheet

Json: TypeAlias = dict[str, Any]

KEY = "page.version"

MOST_VERSIONS = 300
"""Versions of one sheet that are kept."""

LARGEST = 200_000
"""Bytes of a packed version; a larger one is not kept."""


def ending(document: Document, requests: list[Json]) -> Iterator[tuple[Sheet, str]]:
    """Yield the sheets whose version ends with *requests*, each with the name of that version."""
    for request in requests:
        wanted = request.get("createDeveloperMetadata", {}).get("developerMetadata", {})
        sheet = document.sheets.get(wanted.get("location", {}).get("sheetId"))
        if wanted.get("metadataKey") == KEY and wanted.get("metadataValue") and sheet is not None:
            name = version_of(sheet)
            if name and name != wanted["metadataValue"]:
                yield sheet, name


def version_of(sheet: Sheet) -> str:
    """Return the name of the present version of a sheet; "" if it has none."""
    held = [each for each in sheet.meta.get("developerMetadata", []) if each["metadataKey"] == KEY]
    return str(held[-1].get("metadataValue", "")) if held else ""


def packed(resource: Json) -> bytes | None:
    """Return a version in stored form; None if it is too large."""
    data = zlib.compress(bytes_of(resource))
    return data if len(data) <= LARGEST else None


def unpacked(data: bytes) -> Json:
    """Return a version from its stored form."""
    resource: Json = json.loads(zlib.decompress(data))
    return resource
