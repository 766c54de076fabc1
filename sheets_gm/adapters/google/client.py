"""Google Sheets, or a local spreadsheet that speaks its API: the `Sheets` port with gspread.

Laws: a workbook's metadata is asked for once, when the match is opened or a tab is missing; a poll is one read, and
whatever is shown is one write. Tabs are known by ids that follow from their keys, so making one twice makes it once.
Text is written as text: a name that begins with "=" stays a name.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import gspread
import requests
from google.auth.exceptions import GoogleAuthError
from google.oauth2.credentials import Credentials
from gspread.exceptions import APIError, GSpreadException

from sheets_gm.adapters import settings as settings_
from sheets_gm.adapters.google import building, formatting, protected_ranges, quota
from sheets_gm.adapters.google.building import FILES, SHEETS
from sheets_gm.adapters.google.credentials import BadCredentials, Way, turned_away, ways_in
from sheets_gm.adapters.google.requests import Formats, clear_if, from_row, grid_range, put, tab_id, value_at
from sheets_gm.adapters.google.retries import PatientClient, too_many
from sheets_gm.gm.ports.sheets import (
    Protection,
    SheetsDown,
    SheetsRefused,
    TabPlan,
    TabRange,
    TabsMissing,
    WorkbookPlan,
)
from sheets_gm.gm.record.workbook import Workbook
from sheets_gm.kernel.forms import Typed
from sheets_gm.sheet.planning import ClearIf, Grow, Merge, Put, Write
from sheets_gm.sheet.template import Style

__all__ = ("FILES", "SHEETS", "GoogleSheets", "at", "client_for", "connect", "open_sheets")

GOOGLE = "https://docs.google.com"
_URL = re.compile(r"/d/([A-Za-z0-9_-]+)")


class GoogleSheets:
    """The `Sheets` port. *link* makes the address at which people open a document, *way* is whose hand it is."""

    def __init__(
        self, client: gspread.Client, link: str = f"{GOOGLE}/spreadsheets/d/{{}}", way: Way | None = None
    ) -> None:
        self._client = client
        self._link = link
        self.way = way
        self.peers: Mapping[str, GoogleSheets] = {}
        self._sizes: dict[tuple[str, str], tuple[int, int]] = {}

    @property
    def is_local(self) -> bool:
        """Whether they lie on a local server, and not at Google."""
        return not self._link.startswith(GOOGLE)

    @property
    def calls(self) -> Mapping[str, int]:
        """Calls so far, by "read", "write" and "drive"."""
        return self.http.calls

    @property
    def http(self) -> PatientClient:
        """What all calls go through."""
        http = self._client.http_client
        if not isinstance(http, PatientClient):
            raise TypeError("a client of another policy")
        return http

    def bound(self, account: str) -> GoogleSheets:
        """The same spreadsheets by the hand of *account*, one of those that share the work here. `BadCredentials`."""
        own = (self.way and self.way.account) or ""
        if account in self.peers or not account or account == own:
            return self.peers.get(account, self)
        raise BadCredentials(
            f"The match is served by {account}, which {settings_.FILE} names no more: name its key again in "
            f"service_accounts, for what it has protected only it can change. There is {', '.join(self.peers) or own}."
        )

    def sign_in(self) -> frozenset[str] | None:
        """Fetch a token now; the scopes that it was granted, None where they are not told. `BadCredentials`."""
        credentials = self.way.credentials if self.way else None
        if credentials is None or not getattr(credentials, "refresh_token", credentials):
            return None
        try:
            credentials.refresh(self._client.http_client.session._auth_request)  # type: ignore[attr-defined]
        except GoogleAuthError as error:
            raise turned_away(self.way, error) from error
        granted = getattr(credentials, "granted_scopes", None) or getattr(credentials, "scopes", None)
        return frozenset(granted) if granted else None

    # -- making ----------------------------------------------------------------------------------------------------

    def make(
        self,
        key: str,
        title: str,
        plan: WorkbookPlan,
        document: str | None = None,
        *,
        writers: Sequence[str] = (),
    ) -> Workbook:
        """A workbook as *plan* says: in a new document, or in *document* (its id or address)."""
        if document is None:
            name = self.call("post", SHEETS, {"properties": {"title": title}})["spreadsheetId"]
        else:
            found = _URL.search(document)
            name = found[1] if found else document
        keys = {tab.key: tab_id(tab.key) for tab in plan.tabs}
        made = Workbook(key=key, tabs={}, document=name, link=self._link.format(name), own=document is None)
        try:
            made = made.but(shared=tuple(writers), invited=building.share(self, name, writers))
            return self._build(made.but(tabs=keys), plan, emptied=True)
        except (SheetsDown, SheetsRefused) as error:
            raise type(error)(f"{error}{building.taken_back(self, made)}") from error

    def remake(
        self,
        workbook: Workbook,
        plan: WorkbookPlan,
        *,
        gone: Sequence[str] = (),
    ) -> Workbook:
        """Make those tabs of *plan* that are missing, dress the others anew, delete those that are *gone*."""
        kept = {key: sheet for key, sheet in workbook.tabs.items() if key not in gone}
        workbook = workbook.but(tabs={**kept, **{tab.key: tab_id(tab.key) for tab in plan.tabs}})
        return self._build(workbook, plan, gone)

    def _build(
        self,
        workbook: Workbook,
        plan: WorkbookPlan,
        gone: Sequence[str] = (),
        *,
        emptied: bool = False,
    ) -> Workbook:
        # in this very batch tabs are as large as they must be
        self._sizes |= {(workbook.document, tab.key): (tab.rows, tab.columns) for tab in plan.tabs}
        requests_ = self.requests_of(workbook, plan.writes, plan.styles)
        built = building.build(self, workbook, plan.tabs, requests_, plan.protections, gone, emptied=emptied)
        self._sizes |= {(workbook.document, key): size for key, size in built.sizes.items()}
        return workbook.but(remarks=built.remarks)

    def unmake(self, workbook: Workbook) -> None:
        """Take back a workbook that was just made."""
        building.undo(self, workbook)

    def _tabs(self, document: str) -> dict[int, str]:
        mask = "sheets.properties(sheetId,title)"
        held = self.call("get", f"{SHEETS}/{document}", params={"fields": mask})
        return {sheet["properties"].get("sheetId", 0): sheet["properties"]["title"] for sheet in held["sheets"]}

    def share(self, workbook: Workbook, writers: Sequence[str], without: Sequence[str] = ()) -> None:
        """Let *writers* edit the document, and those in *without* no longer: who may already is left alone."""
        building.share(self, workbook.document, writers, without)

    def protect(self, workbook: Workbook, protections: Sequence[Protection]) -> tuple[str, ...]:
        """Protect tabs in one batch, in none where they are already; return what other people protect."""
        held = self._protection(workbook)
        wanted = protected_ranges.changes(held, protections)
        if wanted:
            try:
                self._batch(workbook.document, wanted)
            except SheetsRefused:
                # an earlier try whose answer was lost may have done it: what is there now tells
                held = self._protection(workbook)
                if protected_ranges.changes(held, protections):
                    raise
        return protected_ranges.strangers(held, protections)

    def _protection(self, workbook: Workbook) -> dict[int, protected_ranges.Tab]:
        asked = {"fields": protected_ranges.MASK}
        return protected_ranges.tabs_of(self.call("get", f"{SHEETS}/{workbook.document}", params=asked))

    # -- polling and showing ---------------------------------------------------------------------------------------

    def read(self, workbook: Workbook, wanted: Sequence[TabRange]) -> Mapping[str, list[list[Typed]]]:
        """The values of tabs, in one call. `TabsMissing`."""
        filters = [{"gridRange": {"sheetId": workbook.tabs[each.tab], **from_row(each.top)}} for each in wanted]
        body = {"dataFilters": filters, "valueRenderOption": "UNFORMATTED_VALUE"}
        try:
            answer = self.call("post", f"{SHEETS}/{workbook.document}/values:batchGetByDataFilter", body)
        except SheetsRefused as refused:
            there = self._tabs(workbook.document)
            missing = [each.tab for each in wanted if workbook.tabs[each.tab] not in there]
            if missing:
                raise TabsMissing(missing) from refused
            # a tab that people made shorter than what is to be read of it: its size is put right, and read again
            if "exceeds grid limits" in str(refused):
                tops = [Grow(each.tab, each.top + 1, 1) for each in wanted if each.top]
                self._forget(workbook.document)
                self.write(workbook, tops, {})
                answer = self.call("post", f"{SHEETS}/{workbook.document}/values:batchGetByDataFilter", body)
            else:
                raise
        ranges = answer.get("valueRanges", ())
        if len(ranges) != len(wanted):
            raise SheetsDown(
                f"The spreadsheet service answered of {len(ranges)} tabs where {len(wanted)} were asked for."
            )
        return {each.tab: got["valueRange"].get("values", []) for each, got in zip(wanted, ranges, strict=True)}

    def write(self, workbook: Workbook, writes: Sequence[Write], styles: Mapping[str, Style]) -> None:
        """Apply *writes* in one atomic call."""
        requests_ = list(self.requests_of(workbook, writes, styles))
        if requests_:
            self._batch(workbook.document, requests_)

    def requests_of(
        self, workbook: Workbook, writes: Iterable[Write], styles: Mapping[str, Style]
    ) -> Iterator[dict[str, Any]]:
        """The requests that apply *writes*."""
        formats = Formats(styles)
        for write in writes:
            sheet = workbook.tabs[write.tab]
            if isinstance(write, Put):
                yield put(sheet, write, formats)
            elif isinstance(write, ClearIf):
                yield clear_if(sheet, write)
            elif isinstance(write, Grow):
                yield from self._grow(workbook, write)
            elif isinstance(write, Merge):
                yield {"unmergeCells": {"range": {"sheetId": sheet}}}
                for area in write.areas:
                    yield {"mergeCells": {"range": grid_range(sheet, area), "mergeType": "MERGE_ALL"}}

    def _grow(self, workbook: Workbook, grow: Grow) -> Iterator[dict[str, Any]]:
        key = (workbook.document, grow.tab)
        if key not in self._sizes:
            self._measure(workbook)
        rows, columns = self._sizes.get(key, (0, 0))
        wanted = (max(rows, grow.rows), max(columns, grow.columns))
        if wanted == (rows, columns):
            return
        self._sizes[key] = wanted
        yield formatting.resized(workbook.tabs[grow.tab], *wanted)
        tab_template = grow.tab_template
        if (
            rows
            and wanted[0] > rows
            and tab_template is not None
            and (tab_template.rules or tab_template.bands or grow.charts)
        ):
            held = formatting.held(
                self.call("get", f"{SHEETS}/{workbook.document}", params={"fields": formatting.MASK})
            )
            tab = TabPlan(grow.tab, tab_template, *wanted, grow.charts)
            yield from formatting.grown(tab, held[workbook.tabs[grow.tab]])

    def _measure(self, workbook: Workbook) -> None:
        mask = "sheets.properties(sheetId,gridProperties(rowCount,columnCount))"
        held = self.call("get", f"{SHEETS}/{workbook.document}", params={"fields": mask})
        keys = {sheet: key for key, sheet in workbook.tabs.items()}
        for sheet in held["sheets"]:
            key = keys.get(sheet["properties"].get("sheetId", 0))
            grid = sheet["properties"]["gridProperties"]
            if key is not None:
                self._sizes[workbook.document, key] = (grid["rowCount"], grid["columnCount"])

    def _forget(self, document: str) -> None:
        self._sizes = {key: size for key, size in self._sizes.items() if key[0] != document}

    def type_in(self, workbook: Workbook, cells: Sequence[tuple[int, int, int, Typed]]) -> None:
        """Type values into cells (sheet id, row, column, value), as a program at a seat does: values only."""
        self._batch(workbook.document, [value_at(*cell) for cell in cells])

    # -- the wire --------------------------------------------------------------------------------------------------

    def _batch(self, document: str, wanted: Sequence[Mapping[str, Any]]) -> None:
        self.call("post", f"{SHEETS}/{document}:batchUpdate", {"requests": list(wanted)})

    def call(
        self, method: str, address: str, body: Mapping[str, Any] | None = None, params: dict[str, Any] | None = None
    ) -> dict[str, Any]:
        """One call of the service, and its answer. `SheetsDown`, `SheetsRefused`, `BadCredentials`."""
        try:
            answer = self._client.http_client.request(method, address, params=params, json=body)
        except APIError as error:
            raise _told(error, (self.way and self.way.account) or "this account") from error
        except GoogleAuthError as error:
            raise turned_away(self.way, error) from error
        except (requests.RequestException, GSpreadException) as error:
            raise SheetsDown(_away(error)) from error
        # what is deleted is answered with nothing at all
        made: Any = answer.json() if answer.content else {}
        if not isinstance(made, dict):
            raise SheetsDown("The spreadsheet service answered with something else than it is to answer.")
        return made


def _away(error: Exception) -> str:
    """Why a call had no answer, and what can be done about it."""
    request = error.request if isinstance(error, requests.RequestException) else None
    at = urlsplit(request.url or "") if request is not None else urlsplit("")
    where = f" at {at.netloc}" if at.netloc else ""
    if isinstance(error, requests.Timeout):
        return f"The spreadsheet service cannot be reached{where}: it does not answer in time."
    if isinstance(error, requests.ConnectionError):
        return f"The spreadsheet service cannot be reached{where}: {settings_.mended(at.geturl())}."
    return f"The spreadsheet service cannot be reached{where}: {type(error).__name__}: {error}"


def _told(error: APIError, who: str) -> Exception:
    """A refusal of the service, with what *who* is to do about it."""
    status = error.response.status_code
    said = str(error.error.get("message", "")) if isinstance(error.error, dict) else ""
    if too_many(error) or status >= 500:
        return SheetsDown(f"The spreadsheet service is busy ({status}): {said or 'try again in a minute'}")
    hints = (
        (404, "", f"There is no such spreadsheet, or it is not shared with {who}: share it as Editor."),
        (
            403,
            "storage",
            "A service account owns no Drive space: make the spreadsheet yourself and pass it as --sheet.",
        ),
        (403, "has not been used", "Switch the Google Sheets API (and Drive API) on for this project, then try again."),
        (403, "scopes", f"What {who} was granted does not reach that far: sign in anew with the scopes that it needs."),
        (403, "", f"The spreadsheet may not be edited by {who}: share it with that account as Editor."),
        (400, "not supported for this document", "This is an uploaded Excel file: save it as a Google Sheet first."),
        (
            400,
            "protected",
            "A cell is protected from this account: remove that protection, or let this account edit it.",
        ),
    )
    for code, words, hint in hints:
        if status == code and words in said.lower():
            return SheetsRefused(f"{hint} ({status}: {said})")
    return SheetsRefused(f"The spreadsheet service refuses ({status}): {said}")


# -- connecting --------------------------------------------------------------------------------------------------------


def connect(token: str, base: str) -> GoogleSheets:
    """A local spreadsheet server at *base*, as the account whose *token* this is."""
    return at(Way("", "a token", Credentials(token=token)), base)  # type: ignore[no-untyped-call]


def client_for(credentials: Any) -> gspread.Client:
    """A gspread client with our policy."""
    return gspread.Client(auth=credentials, http_client=PatientClient)


def at(way: Way, endpoint: str | None) -> GoogleSheets:
    """Google by *way*, or the local server at *endpoint*: nothing else differs."""
    client = client_for(way.credentials)
    if not endpoint:
        return GoogleSheets(client, way=way)
    from sheets_gm.localsheets import rewrite

    rewrite.mount(client.http_client.session, endpoint)
    return GoogleSheets(client, f"{endpoint.rstrip('/')}/d/{{}}", way)


def open_sheets(settings: settings_.Google, folder: Path) -> GoogleSheets:
    """The spreadsheets that an installation uses, by its first account; the others are its peers. `BadCredentials`."""
    projects: dict[str, quota.Allowance] = {}
    members: dict[str, GoogleSheets] = {}
    for way in ways_in(settings, folder):
        sheets = at(way, settings.endpoint)
        payer = projects.setdefault(way.project, quota.project(settings.limits))
        sheets.http.quota = quota.AccountQuota(time.monotonic, quota.account(settings.limits), payer)
        members[way.account] = sheets
    first = next(iter(members.values()))
    if len(members) > 1:
        for sheets in members.values():
            sheets.peers = members
    return first
