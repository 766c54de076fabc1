"""Reading a report back."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

from sheets_gm.adapters.export.record import BadExport
from sheets_gm.adapters.files.bounded import TooLarge, read_bytes

LARGEST = 50_000_000
"""Bytes of a report that is read."""

_ORIGIN = re.compile(r'<meta name="origin" content="([^"]*)">')
_CARD = re.compile(r'<meta property="og:image[^>]*>')
_PARCEL = r'<script type="text/plain" id="{}">([^<]*)</script>'


def text_of(path: Path) -> str:
    """Return the text of the report *path*. Raises `BadExport`."""
    try:
        return read_bytes(path, LARGEST).decode().replace("\r\n", "\n")
    except TooLarge as error:
        raise BadExport(str(error)) from error
    except (OSError, UnicodeDecodeError) as error:
        raise BadExport(f"{path} cannot be read: give a file that sheets-gm export wrote.") from error


def parcel_of(page: str, name: str) -> str:
    """Return what is packed in the parcel *name* of a *page*; "" if there is none."""
    match = re.search(_PARCEL.format(name), page)
    return match[1] if match else ""


def without_origin(page: str) -> str:
    """Return *page* without its origin, and without the name of the picture file."""
    return _CARD.sub("", _ORIGIN.sub("", page, count=1))


def record_of_page(path: Path) -> tuple[str, str]:
    """Return the origin and the packed record in the report *path*; "" for what is missing. Raises `BadExport`."""
    page = text_of(path)
    origin = _ORIGIN.search(page)
    return (unescape(origin[1]) if origin else ""), parcel_of(page, "record")
