"""Who typed in which cell when: the newest writes of people, stored with their document while they may open it.

Writes of the owner are not stored, because a program that owns a spreadsheet only draws.
"""

from __future__ import annotations

from itertools import islice
from typing import Any, TypeAlias

from sheets_gm.localsheets.spreadsheet.model.document import Document

Json: TypeAlias = dict[str, Any]

KEY = "typed"

MOST = 200
"""Cells that are kept of a document."""

MOST_AT_ONCE = 20
"""Cells that are kept of one write."""


def note(document: Document, account: str, when: str) -> None:
    """Store which cells *account* has just changed, unless it owns *document*. *when* is RFC 3339."""
    if account == document.meta["owner"]:
        return
    changed = ((sheet.id, *place) for sheet, cells in document.change.cells.items() for place in cells)
    new = [[when, account, *place] for place in islice(changed, MOST_AT_ONCE)]
    if new:
        document.meta[KEY] = [*document.meta.get(KEY, ()), *new][-MOST:]


def forget(document: Document, account: str) -> None:
    """Delete the stored writes of *account*."""
    if KEY in document.meta:
        document.meta[KEY] = [each for each in document.meta[KEY] if each[1] != account]
