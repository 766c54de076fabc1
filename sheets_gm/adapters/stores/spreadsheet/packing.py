"""Texts packed into cells: compressed, and split if one cell is too small."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Sequence
from typing import Any

from sheets_gm.adapters.google.calls.cell_requests import MOST_CHARACTERS
from sheets_gm.adapters.stores.errors import StoreBroken


def pack(text: str) -> str:
    """Return *text* compressed, in characters that any cell can hold."""
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode("ascii")


def unpack(text: str) -> bytes:
    """Return the original of a packed *text*. Raises ValueError or zlib.error if it is damaged."""
    return zlib.decompress(base64.b64decode(text, validate=True))


def split_over_cells(text: str, match: str, cells: int) -> list[str]:
    """Return a packed value in pieces that fit into cells. Raises `StoreBroken` if there are more than *cells*."""
    if len(text) > cells * MOST_CHARACTERS:
        raise StoreBroken(
            f"{match} has become too large for a spreadsheet: store it in a database (the setting store)."
        )
    return [text[at : at + MOST_CHARACTERS] for at in range(0, len(text), MOST_CHARACTERS)]


def join_cells(cells: Sequence[Any]) -> str:
    """Return the packed value that is split over *cells*."""
    return "".join(str(cell) for cell in cells)
