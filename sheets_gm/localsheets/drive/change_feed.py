"""The feed of changes: every change of any document has a number, and each caller is told those it may know of.

Law: a document is told once, by its last change; whoever has lost it is told so.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sheets_gm.localsheets.drive.storage import Storage
from sheets_gm.localsheets.spreadsheet.document import Document, Removal

__all__ = ["Removal", "last", "lost", "readers"]


def last(documents: Iterable[Document], storage: Storage) -> int:
    """The number of the last change that is kept."""
    numbers: list[int] = [document.meta.get("change", 0) for document in documents]
    return max((storage.last_removal(), *numbers))


def readers(meta: dict[str, Any]) -> set[str]:
    """The accounts with which a document is shared by name; "" stands for whoever has the link."""
    held = meta.get("permissions", [])
    return {each.get("emailAddress", "") for each in held if each["type"] in ("user", "anyone")}


def lost(before: dict[str, Any], document: Document, number: int) -> list[Removal]:
    """Who has lost a document by its change *number*."""
    gone = readers(before) - readers(document.meta)
    return [Removal(number, document.id, account, document.meta["modifiedTime"]) for account in sorted(gone)]
