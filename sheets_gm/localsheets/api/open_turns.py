"""Whose turn it is, as programs note it in a spreadsheet's developer metadata.

The metadata has the key `page.turns` and JSON as its value: `{"step": ..., "turns": {person: turn}, "waiting": [...]}`.
The person is a hashed account; its turn is `{"duties": [[tab, done], ...], "due": ..., "waited": [...]}`, with the
deadline in seconds since 1970, or null, and those names in *waiting* that mean this person. *waiting* has the names of
those for whom the match waits. Instead of it, `"waiting_in"` can be the id of the document that has them, so that a
change does not rewrite every document of a match.

*grace*, if present, is the number of seconds after the deadline in which late orders still count.

The key `page.runs` has the state of a match for the people who run it: `{"people": [...], "step": ..., "status": ...,
"due": ..., "waiting": [...], "claims": ..., "problem": ..., "match": ...}`; "match" is the id of the public document of
the match, "" if it has only this one. Values of another form are ignored.
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
    waited: list[str] = []


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
    """Return the turns of *account* in the documents that it can open, the earliest deadline first.

    *tab* is the first tab with something to do; null if the player has finished and others have not. *every* has all
    documents, by id, because another one may note for whom the match waits.
    """
    readable_documents = [document for document in documents if access.role(document, account)]
    turns = [turn for document in readable_documents for turn in _turns(document, account, every)]
    return sorted(turns, key=lambda turn: (turn["due"] is None, turn["due"] or 0, turn["name"]))


def plays_in(document: Document, account: str, every: Mapping[str, Document] = NONE) -> bool:
    """Whether the match of a document waits for somebody, or somebody runs it, according to what *account* may know.

    *every* has all documents, by id, because another one may note for whom the match waits.
    """
    return any(noted.turns or waiting_of(noted, account, every) for noted in noted_turns(document)) or any(
        run.status in ("live", "paused") for run in noted_runs(document)
    )


def person_of(account: str) -> str | None:
    """Return the hashed id by which the metadata names the person with *account*; None without an account."""
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
    """Return for whom the match waits, from *noted* or from the document that it names, if *account* may open that."""
    elsewhere = every.get(noted.waiting_in)
    others = noted_turns(elsewhere) if elsewhere is not None and access.role(elsewhere, account) else ()
    return [*noted.waiting, *(name for each in others if each.step == noted.step for name in each.waiting)]


def noted_turns(document: Document) -> Iterator[Turns]:
    """Yield the readable notes of turns in a document."""
    for held in developer_metadata.all_of(document):
        if held["metadataKey"] == KEY:
            with suppress(ValidationError):
                yield Turns.model_validate_json(held.get("metadataValue", ""))


def noted_runs(document: Document) -> Iterator[Run]:
    """Yield the readable notes of matches that somebody runs in a document."""
    for held in developer_metadata.all_of(document):
        if held["metadataKey"] == RUNS:
            with suppress(ValidationError):
                yield Run.model_validate_json(held.get("metadataValue", ""))
