"""Whose turn it is, as programs note it in a spreadsheet's developer metadata.

The metadata has the key `page.turns` and JSON as its value: `{"step": ..., "turns": {person: [tab, deadline]}}`. The
person is an account, hashed; the deadline is in seconds since 1970, or null. What does not look like this is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any, TypeAlias

from pydantic import BaseModel, ValidationError

from sheets_gm.localsheets.spreadsheet import developer_metadata
from sheets_gm.localsheets.spreadsheet.model import access
from sheets_gm.localsheets.spreadsheet.model.document import Document

Json: TypeAlias = dict[str, Any]

KEY = "page.turns"


class Turns(BaseModel):
    """The value of the metadata."""

    step: str = ""
    turns: dict[str, tuple[str, int | None]] = {}


def open_turns(documents: Iterable[Document], account: str) -> list[Json]:
    """The turns of *account* in the documents that it can open, the earliest deadline first."""
    found = [turn for document in documents if access.role(document, account) for turn in _turns(document, account)]
    return sorted(found, key=lambda turn: (turn["due"] is None, turn["due"] or 0, turn["name"]))


def _turns(document: Document, account: str) -> Iterator[Json]:
    person = sha256(account.casefold().encode()).hexdigest()[:16]
    for held in developer_metadata.all_of(document):
        if held["metadataKey"] != KEY or not account:
            continue
        try:
            noted = Turns.model_validate_json(held.get("metadataValue", ""))
        except ValidationError:
            continue
        if person in noted.turns:
            tab, due = noted.turns[person]
            yield {
                "document": document.id,
                "name": document.meta["properties"]["title"],
                "step": noted.step,
                "tab": tab,
                "due": due,
            }
