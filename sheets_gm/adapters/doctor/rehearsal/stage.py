"""The stage: one service with a spreadsheet to try things in, which is put back as it was at the end.

A spreadsheet that the stage made is deleted. A spreadsheet of the user's keeps what it had: tabs, marks, named ranges
and accesses that came since are removed, and its language and time zone are put back.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from sheets_gm.adapters.google.calls.api import FILES, SHEETS, Body, batch_update
from sheets_gm.adapters.google.drive.sharing import permissions
from sheets_gm.adapters.google.google_sheets import GoogleSheets
from sheets_gm.adapters.google.workbooks.building import create_document
from sheets_gm.gm.ports.sheets import SheetsDown, SheetsRefused

TITLE = "sheets-gm rehearsal"
"""How the titles of everything that the rehearsal makes begin."""

LOCALE = "en_US"
"""The language of the spreadsheet during a rehearsal: what a person types is read by it."""

_MASK = (
    "properties(title,locale,timeZone),sheets.properties(sheetId,title),namedRanges(namedRangeId),"
    "developerMetadata(metadataId)"
)
_URL = re.compile(r"/d/([A-Za-z0-9_-]+)")


def document_id(named: str) -> str:
    """The id of a spreadsheet that is *named* by its address or its id."""
    found = _URL.search(named)
    return found[1] if found else named


class Exchange(NamedTuple):
    """One call and its answer, as it came; *size* are the bytes that were sent."""

    method: str
    path: str
    body: Any
    status: int
    answer: Any
    size: int


@dataclass
class Stage:
    """The service of *sheets*. *given* is the id of a spreadsheet to use, "" to make one.

    *guests* are addresses to invite, *second* is another account. *ask* asks the person at the keyboard. *exhausts*: a
    quota may be used up for a minute. *sleep* and *clock* (in seconds) are those of the machine.
    """

    sheets: GoogleSheets
    sleep: Callable[[float], None]
    clock: Callable[[], float]
    given: str = ""
    guests: tuple[str, ...] = ()
    second: GoogleSheets | None = None
    ask: Callable[[str], str] | None = None
    exhausts: bool = False
    exchanges: list[Exchange] = field(default_factory=list)
    measures: dict[str, Any] = field(default_factory=dict)
    made: list[str] = field(default_factory=list)
    """The ids of files that must be deleted at the end."""
    _document: str = ""
    _before: Mapping[str, Any] = field(default_factory=dict)
    _accesses: frozenset[str] | None = None

    def __post_init__(self) -> None:
        self.given = document_id(self.given)
        for each in filter(None, (self.sheets, self.second)):
            each.http.session.hooks["response"].append(self._note)

    def _note(self, response: Any, *_args: Any, **_kwargs: Any) -> None:
        request = response.request
        sent = request.body or b""
        raw = sent.encode() if isinstance(sent, str) else sent
        path, body, answer = urlsplit(request.url).path, _json(raw), _json(response.content)
        self.exchanges.append(Exchange(request.method, path, body, response.status_code, answer, len(raw)))

    @property
    def document(self) -> str:
        """The id of the spreadsheet to try things on; it is made when it is first needed."""
        if not self._document:
            self._document = self.given or create_document(self.sheets, "rehearsal", TITLE)
            if self.given:
                self._remember()
            else:
                self.made.append(self._document)
            if self._get("properties(locale)")["properties"].get("locale") != LOCALE:
                self.batch({"updateSpreadsheetProperties": {"properties": {"locale": LOCALE}, "fields": "locale"}})
        return self._document

    def batch(self, *requests: Body) -> Body:
        """Apply *requests* to the spreadsheet, together. `SheetsRefused`, `SheetsDown`."""
        return batch_update(self.sheets, self.document, list(requests))

    def _get(self, mask: str) -> Any:
        return self.sheets.call("get", f"{SHEETS}/{self._document}", params={"fields": mask})

    def _remember(self) -> None:
        before = self._get(_MASK)
        tabs = [each["properties"] for each in before["sheets"]]
        # what an interrupted rehearsal has left
        left = [each.get("sheetId", 0) for each in tabs if each["title"].startswith(TITLE)]
        properties = {name: before["properties"][name] for name in ("locale", "timeZone")}
        self._before = {"properties": properties, **_ids(before)}
        self._before["tabs"].difference_update(left)
        if left:
            self.batch(*({"deleteSheet": {"sheetId": each}} for each in left))
        try:
            self._accesses = frozenset(str(each["id"]) for each in permissions(self.sheets, self.given))
        except SheetsRefused:
            self._accesses = None  # this account may not share it either

    def close(self) -> tuple[str, ...]:
        """Remove everything that was made. Return what is left, a line each."""
        left: list[str] = []
        for document in self.made:
            try:
                self.sheets.call("delete", f"{FILES}/{document}")
            except (SheetsRefused, SheetsDown) as error:
                left.append(f"{self.sheets.link(document)} could not be deleted, do it yourself: {error}")
        try:
            self._put_back()
        except (SheetsRefused, SheetsDown) as error:
            left.append(f"the spreadsheet {self.given} could not be put back as it was: {error}")
        return tuple(left)

    def _put_back(self) -> None:
        if not self._before:
            return
        requests = list(self._undoing(self._get(_MASK)))
        if requests:
            self.batch(*requests)
        for each in list(permissions(self.sheets, self.given)) if self._accesses is not None else ():
            if str(each["id"]) not in (self._accesses or ()):
                self.sheets.call("delete", f"{FILES}/{self.given}/permissions/{each['id']}")

    def _undoing(self, now: Mapping[str, Any]) -> Iterator[Body]:
        added = {kind: sorted(held - self._before[kind]) for kind, held in _ids(now).items()}
        for mark in added["marks"]:
            yield {"deleteDeveloperMetadata": {"dataFilter": {"developerMetadataLookup": {"metadataId": mark}}}}
        for name in added["names"]:
            yield {"deleteNamedRange": {"namedRangeId": name}}
        for sheet in added["tabs"]:
            yield {"deleteSheet": {"sheetId": sheet}}
        properties = self._before["properties"]
        if any(now["properties"][name] != value for name, value in properties.items()):
            yield {"updateSpreadsheetProperties": {"properties": properties, "fields": ",".join(properties)}}


def _ids(answer: Mapping[str, Any]) -> dict[str, set[Any]]:
    return {
        "marks": {each["metadataId"] for each in answer.get("developerMetadata", ())},
        "names": {each["namedRangeId"] for each in answer.get("namedRanges", ())},
        "tabs": {each["properties"].get("sheetId", 0) for each in answer["sheets"]},
    }


def _json(raw: bytes) -> Any:
    try:
        return json.loads(raw) if raw else None
    except ValueError:
        return raw.decode(errors="replace")[:1000]


_ADDRESS = re.compile(r"[A-Za-z0-9._%+'-]{1,64}(?:@|%40)[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*")
_ID = re.compile(r"(?<=/spreadsheets/)[\w-]{20,}|(?<=/files/)[\w-]{20,}|(?<=/d/)[\w-]{20,}")
_NAMES = frozenset({"displayName", "photoLink", "permissionId"})


def without_names(value: Any) -> Any:
    """*value* (JSON) with a word for each address and id of a document, and without the names of people."""
    words: dict[str, str] = {}
    text = json.dumps(value, ensure_ascii=False)
    for found in dict.fromkeys(_ID.findall(text)):
        words[found] = f"document-{len(words) + 1}"
        text = text.replace(found, words[found])

    def word(found: re.Match[str]) -> str:
        name = found[0].casefold().replace("%40", "@")
        return words.setdefault(name, f"account-{len(words) + 1}@example.org")

    return json.loads(_ADDRESS.sub(word, text), object_hook=_nameless)


def _nameless(value: dict[str, Any]) -> dict[str, Any]:
    return {name: each for name, each in value.items() if name not in _NAMES}
