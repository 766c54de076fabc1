"""The feed of changes: every change of a document has a number, and each caller sees the changes of their documents.

A document appears once, with its last change. Users who have lost access see a removal.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sheets_gm.localsheets.drive.storage import Storage
from sheets_gm.localsheets.spreadsheet.model.changes import Removal
from sheets_gm.localsheets.spreadsheet.model.document import Document


def last_change(documents: Iterable[Document], storage: Storage) -> int:
    """The number of the last stored change."""
    numbers: list[int] = [document.meta.get("change", 0) for document in documents]
    return max((storage.last_removal(), *numbers))


def accounts_with_access(meta: dict[str, Any]) -> set[str]:
    """Return the accounts with which a document is shared by name; "" stands for anyone with the link."""
    held = [*meta.get("permissions", ()), *meta.get("inherited", ())]
    return {each.get("emailAddress", "") for each in held if each["type"] in ("user", "anyone")}


def removals_by(before: dict[str, Any], document: Document, number: int) -> list[Removal]:
    """Return the accounts that lose access to a document with the change *number*."""
    gone = accounts_with_access(before) - accounts_with_access(document.meta)
    return [Removal(number, document.id, account, document.meta["modifiedTime"]) for account in sorted(gone)]
