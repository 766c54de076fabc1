"""The stage: one service with a spreadsheet for trying things out.

Everything that was made is deleted at the end: files, tabs, accesses. A user's spreadsheet keeps its other content, but
its language and some metadata are those of the rehearsal.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from sheets_gm.adapters.google.calls.api import FILES, SHEETS, Body, NotFound, batch_update
from sheets_gm.adapters.google.google_sheets import GoogleSheets
from sheets_gm.adapters.google.workbooks.building import create_document
from sheets_gm.gm.ports.sheets import SheetsDown, SheetsRefused

TITLE = "sheets-gm rehearsal"
"""The start of the titles of everything that the rehearsal makes."""

LOCALE = "en_US"
"""The language of the spreadsheet during a rehearsal, by which it reads what people type."""

_FILES = urlsplit(FILES).path
_URL = re.compile(r"/d/([A-Za-z0-9_-]+)")


def title_of(row: str) -> str:
    """Return the title of the tab of a *row*."""
    return f"{TITLE} {row}"


def document_id(named: str) -> str:
    """Return the id of a spreadsheet that is *named* by its address or its id."""
    match = _URL.search(named)
    return match[1] if match else named


class Exchange(NamedTuple):
    """One call and its raw answer. *size* is the number of bytes sent, *seconds* the time until the answer."""

    method: str
    path: str
    body: Any
    status: int
    answer: Any
    size: int
    seconds: float


@dataclass
class Stage:
    """The service *sheets*. *given* is the id of a spreadsheet to use, "" to make one.

    *guests* are addresses to invite, *second* is another account. *ask* asks the person at the keyboard, who also
    allows that a quota is used up for a minute. *sleep* and *clock* (in seconds) are those of the machine.
    """

    sheets: GoogleSheets
    sleep: Callable[[float], None]
    clock: Callable[[], float]
    given: str = ""
    guests: tuple[str, ...] = ()
    second: GoogleSheets | None = None
    ask: Callable[[str], str] | None = None
    exchanges: list[Exchange] = field(default_factory=list)
    measures: dict[str, Any] = field(default_factory=dict)
    made: list[str] = field(default_factory=list)
    """The addresses of files, accesses and comments that must be deleted at the end."""
    left: tuple[str, ...] = ()
    """What could not be removed at the end, a line each."""
    _document: str = ""

    def __post_init__(self) -> None:
        self.given = document_id(self.given)
        for each in filter(None, (self.sheets, self.second)):
            each.http.session.hooks["response"].append(self._note)

    def _note(self, response: Any, *_args: Any, **_kwargs: Any) -> None:
        request = response.request
        sent = request.body or b""
        raw = sent.encode() if isinstance(sent, str) else sent
        path, body, answer = urlsplit(request.url).path, _json(raw), _json(response.content)
        status, seconds = response.status_code, round(response.elapsed.total_seconds(), 3)
        self.exchanges.append(Exchange(request.method, path, body, status, answer, len(raw), seconds))
        if request.method == "POST" and path.startswith(_FILES) and status == 200:
            self.made.append(f"{FILES}{path.removeprefix(_FILES)}/{answer['id']}")

    def has(self, option: str) -> bool:
        """Return whether the rehearsal was given *option*."""
        given = {"--invite": self.guests, "--second": self.second, "--evening": self.ask}
        return bool(given[option])

    def said(self, question: str) -> str:
        """Return the answer of the person at the keyboard; "" if there is none."""
        return self.ask(question) if self.ask else ""

    def kept(self) -> dict[str, Any]:
        """Return what every row may name: the spreadsheet, its link, and the second account."""
        identity = self.second.identity if self.second else None
        second = identity.account if identity else ""
        return {"document": self.document, "link": self.sheets.link(self.document), "second": second}

    @property
    def document(self) -> str:
        """The id of the spreadsheet to try things on. It is made when it is first needed."""
        if not self._document:
            self._document = self.given or create_document(self.sheets, "rehearsal", TITLE)
            self._remove_tabs()
            self.batch({"updateSpreadsheetProperties": {"properties": {"locale": LOCALE}, "fields": "locale"}})
        return self._document

    def batch(self, *requests: Body) -> Body:
        """Apply *requests* to the spreadsheet together. Raises `SheetsRefused` or `SheetsDown`."""
        return batch_update(self.sheets, self.document, list(requests))

    @contextmanager
    def tab(self, sheet: int, title: str, size: tuple[int, int] | None) -> Iterator[None]:
        """Add a tab of that *size*, rows and columns, for the time of the block; none without a size."""
        if size is None:
            yield
            return
        grid = {"rowCount": size[0], "columnCount": size[1]}
        self.batch({"addSheet": {"properties": {"sheetId": sheet, "title": title, "gridProperties": grid}}})
        try:
            yield
        finally:
            self.batch({"deleteSheet": {"sheetId": sheet}})

    def _remove_tabs(self) -> None:
        """Remove the tabs that this rehearsal, or an interrupted one, has left in the spreadsheet."""
        mask = {"fields": "sheets.properties(sheetId,title)"}
        tabs = self.sheets.call("get", f"{SHEETS}/{self._document}", params=mask)["sheets"]
        left = [each["properties"] for each in tabs if each["properties"]["title"].startswith(f"{TITLE} ")]
        if left:
            self.batch(*({"deleteSheet": {"sheetId": each["sheetId"]}} for each in left))

    def close(self) -> None:
        """Delete everything that was made."""
        self.left = ()
        try:
            if self.given and self._document:
                self._remove_tabs()
            for address in reversed(self.made):
                with suppress(NotFound):  # its row has deleted it
                    self.sheets.call("delete", address)
        except (SheetsRefused, SheetsDown) as error:
            self.left = (f"{self.sheets.link(self._document)} could not be cleared, do it yourself: {error}",)


def _json(raw: bytes) -> Any:
    try:
        return json.loads(raw) if raw else None
    except ValueError:
        return raw.decode(errors="replace")[:1000]


_ADDRESS = re.compile(r"[A-Za-z0-9._%+'-]{1,64}(?:@|%40)[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*")
_ID = re.compile(r"(?<=/spreadsheets/)[\w-]{20,}|(?<=/files/)[\w-]{20,}|(?<=/d/)[\w-]{20,}")
_NAMES = frozenset({"displayName", "photoLink", "permissionId"})


def without_names(value: Any) -> Any:
    """Return *value* (JSON) with a word for each address and id of a document, and without the names of people."""
    words: dict[str, str] = {}
    text = json.dumps(value, ensure_ascii=False)
    for document in dict.fromkeys(_ID.findall(text)):
        words[document] = f"document-{len(words) + 1}"
        text = text.replace(document, words[document])

    def word(match: re.Match[str]) -> str:
        name = match[0].casefold().replace("%40", "@")
        return words.setdefault(name, f"account-{len(words) + 1}@example.org")

    return json.loads(_ADDRESS.sub(word, text), object_hook=_nameless)


def _nameless(value: dict[str, Any]) -> dict[str, Any]:
    return {name: each for name, each in value.items() if name not in _NAMES}
