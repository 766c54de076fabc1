"""Long texts inside other files, compressed and encoded in plain letters."""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterable

from sheets_gm.adapters.files.bounded import RECORD, expanded

_GZIP = 16 + zlib.MAX_WBITS
"""The `wbits` of zlib for the gzip format, which browsers read too."""


def packed(parts: Iterable[str]) -> str:
    """Return the text in *parts*, packed. The same text always gives the same result."""
    squeeze = zlib.compressobj(wbits=_GZIP)
    done = b"".join(squeeze.compress(part.encode()) for part in parts)
    return b64encode(done + squeeze.flush()).decode("ascii")


def unpacked(text: str, most: int = RECORD) -> str | None:
    """Return the original of a packed *text*; None if it is damaged, or longer than *most* bytes."""
    try:
        content = expanded(b64decode(text, validate=True), _GZIP, most)
        return None if content is None else content.decode()
    except ValueError:
        return None


def parcel(name: str, parts: Iterable[str]) -> str:
    """Return the text in *parts* as an element of a page that the browser does not show."""
    return f'<script type="text/plain" id="{name}">{packed(parts)}</script>'
