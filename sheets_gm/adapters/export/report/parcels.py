"""Parcels: long texts inside the page, compressed so that the page stays small."""

from __future__ import annotations

import gzip
from base64 import b64decode, b64encode


def parcel(name: str, text: str) -> str:
    """*text* as an element of the page that the browser does not show."""
    # without a time, so that the same match gives the same page
    packed = b64encode(gzip.compress(text.encode(), mtime=0)).decode("ascii")
    return f'<script type="text/plain" id="{name}">{packed}</script>'


def opened(packed: str, most: int) -> str | None:
    """The text in what `parcel` packed, of at most *most* bytes; None where it is damaged or larger."""
    from io import BytesIO

    try:
        with gzip.open(BytesIO(b64decode(packed, validate=True))) as file:
            text = file.read(most + 1)
        return text.decode() if len(text) <= most else None
    except (OSError, EOFError, ValueError):
        return None
