"""The stage: one service with a spreadsheet to try things in, which is put back as it was at the end.

A spreadsheet that the stage made is deleted. A spreadsheet of the user's keeps what it had: tabs, marks, named ranges
and accesses that came since are removed, and its language and time zone are put back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sheets_gm.adapters.doctor.rehearsal.recording import Recording, google_address, reason
from sheets_gm.adapters.google.calls.api import FILES, SHEETS, Body, batch_update
from sheets_gm.adapters.google.calls.cell_requests import tab_id
from sheets_gm.adapters.google.drive.sharing import permissions
from sheets_gm.adapters.google.google_sheets import GoogleSheets
from sheets_gm.adapters.google.workbooks.building import create_document
from sheets_gm.gm.ports.sheets import SheetsDown, SheetsRefused

TITLE = "sheets-gm rehearsal"
"""How the titles of everything that the rehearsal makes begin."""

LOCALE = "en_US"
"""The language of the spreadsheet during a rehearsal."""

REFUSED = "refused"
"""How an outcome that is a refusal begins."""

_MASK = (
    "properties(title,locale,timeZone),sheets.properties(sheetId,title),namedRanges(namedRangeId),"
    "developerMetadata(metadataId)"
)
_URL = re.compile(r"/d/([A-Za-z0-9_-]+)")


def document_id(named: str) -> str:
    """The id of a spreadsheet that is *named* by its address or its id."""
    found = _URL.search(named)
    return found[1] if found else named


@dataclass(frozen=True, slots=True)
class Participants:
    """Who takes part: the addresses to invite (*guests*), and a *second* account with its address."""

    guests: tuple[str, ...] = ()
    second: GoogleSheets | None = None

    @property
    def second_address(self) -> str:
        """The address of the second account."""
        identity = self.second.identity if self.second else None
        return identity.account if identity else ""


@dataclass
class Stage:
    """The service of *sheets*. *given* is the id of a spreadsheet to use, "" to make one; *folder* that of a folder.

    *exhausts*: a quota may be used up for a minute. *sleep* and *clock* (in seconds) are those of the machine; *ask*
    asks the person at the keyboard.
    """

    sheets: GoogleSheets
    sleep: Callable[[float], None]
    clock: Callable[[], float]
    given: str = ""
    participants: Participants = field(default_factory=Participants)
    ask: Callable[[str], str] | None = None
    folder: str = ""
    exhausts: bool = False
    recording: Recording = field(default_factory=Recording)
    measures: dict[str, Any] = field(default_factory=dict)
    _document: str = ""
    _made: list[str] = field(default_factory=list)
    _before: Mapping[str, Any] = field(default_factory=dict)
    _guests: frozenset[str] | None = None

    def __post_init__(self) -> None:
        self.given = document_id(self.given)
        self.recording.attach(self.sheets.http.session, google_address)

    # -- calls -----------------------------------------------------------------------------------------------------

    def call(self, method: str, address: str, body: Mapping[str, Any] | None = None, params: Body | None = None) -> Any:
        """Make one call. `SheetsRefused`, `SheetsDown`."""
        return self.sheets.call(method, address, body, params)

    def batch(self, *requests: Body) -> Body:
        """Apply *requests* to the spreadsheet, together."""
        return batch_update(self.sheets, self.document, list(requests))

    def get(self, mask: str, **params: Any) -> Any:
        """Fields of the spreadsheet."""
        return self.call("get", f"{SHEETS}/{self.document}", params={"fields": mask, **params})

    def outcome(self, do: Callable[[], Any]) -> str:
        """What comes of a call: "done", or the status and reason of its refusal."""
        try:
            do()
        except (SheetsRefused, SheetsDown) as error:
            failed = bool(self.recording) and self.recording[-1].status >= 400
            return f"{REFUSED}: {reason(self.recording[-1])}" if failed else type(error).__name__
        return "done"

    # -- what is made ------------------------------------------------------------------------------------------------

    @property
    def document(self) -> str:
        """The id of the spreadsheet to try things on; it is made when it is first needed."""
        if not self._document:
            self._document = self.given or self.made(create_document(self.sheets, "rehearsal", TITLE))
            if self.given:
                self._remember()
            properties = self._before.get("properties") or self.get("properties(locale)")["properties"]
            if properties.get("locale") != LOCALE:
                # what a person types is read by the language, so it is that of the local spreadsheet
                self.batch({"updateSpreadsheetProperties": {"properties": {"locale": LOCALE}, "fields": "locale"}})
        return self._document

    def made(self, document: str) -> str:
        """Note a spreadsheet that must be deleted at the end."""
        self._made.append(document)
        return document

    def delete(self, document: str) -> None:
        """Delete a spreadsheet that was made."""
        self.call("delete", f"{FILES}/{document}")
        self._made.remove(document)

    def tab(self, name: str, rows: int = 20, columns: int = 10) -> int:
        """Add a tab, and return its sheet id."""
        sheet = tab_id(f"rehearsal {name}")
        grid = {"rowCount": rows, "columnCount": columns}
        self.batch({"addSheet": {"properties": {"sheetId": sheet, "title": f"{TITLE} {name}", "gridProperties": grid}}})
        return sheet

    # -- the way back ------------------------------------------------------------------------------------------------

    def _remember(self) -> None:
        before = self.get(_MASK)
        tabs = [each["properties"] for each in before["sheets"]]
        # what an interrupted rehearsal has left
        left = [each.get("sheetId", 0) for each in tabs if each["title"].startswith(TITLE)]
        self._before = {
            "properties": {name: before["properties"][name] for name in ("locale", "timeZone")},
            **_ids(before),
            "tabs": {each.get("sheetId", 0) for each in tabs} - set(left),
        }
        if left:
            self.batch(*({"deleteSheet": {"sheetId": each}} for each in left))
        try:
            self._guests = frozenset(str(each["id"]) for each in permissions(self.sheets, self.given))
        except SheetsRefused:
            self._guests = None  # this account may not share it either

    def close(self) -> tuple[str, ...]:
        """Remove everything that was made. Return what is left, a line each."""
        left: list[str] = []
        for document in tuple(self._made):
            try:
                self.delete(document)
            except (SheetsRefused, SheetsDown) as error:
                left.append(f"{self.sheets.link(document)} could not be deleted, do it yourself: {error}")
        if self._before:
            try:
                self._put_back()
            except (SheetsRefused, SheetsDown) as error:
                left.append(f"the spreadsheet {self.given} could not be put back as it was: {error}")
        return tuple(left)

    def _put_back(self) -> None:
        requests = list(self._undoing(self.get(_MASK)))
        if requests:
            self.batch(*requests)
        if self._guests is not None:
            for each in list(permissions(self.sheets, self.given)):
                if str(each["id"]) not in self._guests:
                    self.call("delete", f"{FILES}/{self.given}/permissions/{each['id']}")

    def _undoing(self, now: Mapping[str, Any]) -> Iterator[Body]:
        held = _ids(now)
        tabs = {each["properties"].get("sheetId", 0) for each in now["sheets"]}
        for mark in sorted(held["marks"] - self._before["marks"]):
            yield {"deleteDeveloperMetadata": {"dataFilter": {"developerMetadataLookup": {"metadataId": mark}}}}
        for name in sorted(held["names"] - self._before["names"]):
            yield {"deleteNamedRange": {"namedRangeId": name}}
        for sheet in sorted(tabs - self._before["tabs"]):
            yield {"deleteSheet": {"sheetId": sheet}}
        properties = self._before["properties"]
        if any(now["properties"][name] != value for name, value in properties.items()):
            yield {"updateSpreadsheetProperties": {"properties": properties, "fields": ",".join(properties)}}


def _ids(answer: Mapping[str, Any]) -> dict[str, set[Any]]:
    return {
        "marks": {each["metadataId"] for each in answer.get("developerMetadata", ())},
        "names": {each["namedRangeId"] for each in answer.get("namedRanges", ())},
    }
