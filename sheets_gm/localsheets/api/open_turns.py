"""Whose turn it is, as programs note it in a spreadsheet's developer metadata.

The metadata has the key `page.turns` and JSON as its value: `{"step": ..., "turns": {person: turn}, "waiting": [...]}`.
The person is an account, hashed; its turn is `{"duties": [[tab, done], ...], "due": ...}`, with the deadline in seconds
since 1970, or null. *waiting* are the names of those who are waited for; instead of it, `"waiting_in"` is the id of the
document that notes them, so that not every document of a match is written when one of them is ready.

*grace*, where there is one, is for how many seconds after the deadline what is late still counts.

The key `page.runs` has how a match stands for the people who run it: `{"people": [...], "step": ..., "status": ...,
"due": ..., "waiting": [...], "claims": ..., "problem": ..., "match": ...}`, with the id of the public document of the
match, "" where it has only this one. What does not look like this is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from types import MappingProxyType
from typing import Any, TypeAlias

from pydantic import BaseModel, ValidationError

from sheets_gm.localsheets.spreadsheet import developer_metadata
from sheets_gm.localsheets.spreadsheet.model import access
from sheets_gm.localsheets.spreadsheet.model.document import Document

Json: TypeAlias = dict[str, Any]

KEY = "page.turns"

RUNS = "page.runs"

NONE: Mapping[str, Document] = MappingProxyType({})


class Turn(BaseModel):
    """The turn of one person."""

    duties: list[tuple[str, bool]]
    due: int | None = None


class Turns(BaseModel):
    """The value of the metadata."""

    step: str = ""
    turns: dict[str, Turn] = {}
    waiting: list[str] = []
    waiting_in: str = ""
    grace: int = 0


class Run(BaseModel):
    """The value of the metadata about a match that somebody runs."""

    people: list[str]
    step: str = ""
    status: str = ""
    due: int | None = None
    waiting: list[str] = []
    claims: int = 0
    problem: str = ""
    match: str = ""


def open_turns(documents: Iterable[Document], account: str, every: Mapping[str, Document] = NONE) -> list[Json]:
    """The turns of *account* in the documents that it can open, the earliest deadline first.

    The *tab* of a turn is the first on which something is to do; null if all is done, and others are waited for.
    *every* has all documents, by id: another one may note who is waited for.
    """
    own = [document for document in documents if access.role(document, account)]
    found = [turn for document in own for turn in _turns(document, account, every)]
    return sorted(found, key=lambda turn: (turn["due"] is None, turn["due"] or 0, turn["name"]))


def plays_in(document: Document, account: str, every: Mapping[str, Document] = NONE) -> bool:
    """Whether, as far as *account* may know, somebody is waited for in the match of a document, or runs it.

    *every* has all documents, by id: another one may note who is waited for.
    """
    return any(noted.turns or waiting_of(noted, account, every) for noted in noted_turns(document)) or any(
        run.status in ("live", "paused") for run in noted_runs(document)
    )


def person_of(account: str) -> str | None:
    """What the metadata calls the person with *account*, which is hashed there; None without an account."""
    return sha256(account.casefold().encode()).hexdigest()[:16] if account else None


def _turns(document: Document, account: str, every: Mapping[str, Document]) -> Iterator[Json]:
    person = person_of(account)
    for noted in noted_turns(document) if person is not None else ():
        turn = noted.turns.get(person or "")
        if turn is None:
            continue
        yield {
            "document": document.id,
            "name": document.meta["properties"]["title"],
            "step": noted.step,
            "tab": next((tab for tab, done in turn.duties if not done), None),
            "duties": turn.duties,
            "due": turn.due,
            "grace": noted.grace,
            "waiting": waiting_of(noted, account, every),
        }


def waiting_of(noted: Turns, account: str, every: Mapping[str, Document]) -> list[str]:
    """Who is waited for, as *noted* or as the document that it names does, where *account* may open that."""
    elsewhere = every.get(noted.waiting_in)
    others = noted_turns(elsewhere) if elsewhere is not None and access.role(elsewhere, account) else ()
    return [*noted.waiting, *(name for each in others if each.step == noted.step for name in each.waiting)]


def noted_turns(document: Document) -> Iterator[Turns]:
    """The notes of turns in a document that can be read."""
    for held in developer_metadata.all_of(document):
        if held["metadataKey"] == KEY:
            with suppress(ValidationError):
                yield Turns.model_validate_json(held.get("metadataValue", ""))


def noted_runs(document: Document) -> Iterator[Run]:
    """The notes of a match that somebody runs in a document; without those that cannot be read."""
    for held in developer_metadata.all_of(document):
        if held["metadataKey"] == RUNS:
            with suppress(ValidationError):
                yield Run.model_validate_json(held.get("metadataValue", ""))
