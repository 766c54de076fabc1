"""Google Sheets, or a local spreadsheet that speaks its API: the `Sheets` port.

A poll is one read, and everything that is shown is one write; a workbook's metadata is fetched only when a match is
opened or a tab is missing. Sheet ids are computed from the keys of tabs, so that creating a tab twice creates it once.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import gspread

from sheets_gm.adapters.google.accounts.credential_files import BadCredentials
from sheets_gm.adapters.google.accounts.credentials import Identity
from sheets_gm.adapters.google.calls.api import SHEETS, Body, NotFound, batch_update, parts
from sheets_gm.adapters.google.calls.cell_requests import from_row, tab_id, value_at, was_missed
from sheets_gm.adapters.google.calls.retries import MayHaveHappened, RetryingClient
from sheets_gm.adapters.google.calls.value_ranges import values_by_sheet
from sheets_gm.adapters.google.connection import Connection
from sheets_gm.adapters.google.drive import sharing as sharing_
from sheets_gm.adapters.google.workbooks import building, inspection
from sheets_gm.adapters.google.workbooks.building import Build
from sheets_gm.adapters.google.workbooks.tabs import protected_ranges, tables
from sheets_gm.adapters.google.workbooks.write_requests import WriteRequests
from sheets_gm.adapters.settings import FILE
from sheets_gm.gm.ports.sheets import (
    Inspection,
    Protection,
    Sharing,
    SheetsDown,
    SheetsRefused,
    TabRange,
    TabsMissing,
    WorkbookPlan,
)
from sheets_gm.gm.record.workbook import UNINVITED, Guest, Workbook
from sheets_gm.kernel.forms import Typed
from sheets_gm.sheet.planning import ClearIf, Grow, Put, Write, is_closing, same_value
from sheets_gm.sheet.template import Style

logger = logging.getLogger(__name__)

GOOGLE = "https://docs.google.com"
_URL = re.compile(r"/d/([A-Za-z0-9_-]+)")


class GoogleSheets:
    """The `Sheets` port on one account. *link* is the address at which people open a document, with {} for its id.

    New documents are created in the Drive folder with the id *folder* ("": the top one of the account's own Drive).
    *peers* are the accounts that share the work of an installation, by name; empty where there is only one.
    """

    def __init__(
        self, client: gspread.Client, link: str = f"{GOOGLE}/spreadsheets/d/{{}}", identity: Identity | None = None
    ) -> None:
        self.connection = Connection(client, identity)
        self.peers: Mapping[str, GoogleSheets] = {}
        self.folder = ""
        self._link = link
        self._writes = WriteRequests(self.connection)
        self._protected: dict[str, Mapping[int, protected_ranges.ProtectedTab]] = {}

    @property
    def identity(self) -> Identity | None:
        """The account that makes the calls."""
        return self.connection.identity

    @property
    def is_local(self) -> bool:
        """Whether the spreadsheets are on a local server rather than at Google."""
        return not self._link.startswith(GOOGLE)

    @property
    def http(self) -> RetryingClient:
        """The transport of all calls."""
        return self.connection.http

    @property
    def calls(self) -> Mapping[str, int]:
        """Calls so far, by "read", "write" and "drive"."""
        return self.http.calls

    def call(
        self, method: str, address: str, body: Mapping[str, Any] | None = None, params: Body | None = None
    ) -> Body:
        """Make one call and return its answer. `SheetsDown`, `SheetsRefused`, `BadCredentials`."""
        return self.connection.call(method, address, body, params)

    def link(self, document: str) -> str:
        """The address at which people open a document."""
        return self._link.format(document)

    def as_account(self, account: str) -> GoogleSheets:
        """The same spreadsheets through *account*, one of the peers; "" is this account. `BadCredentials`."""
        this = (self.identity and self.identity.account) or ""
        if account in self.peers or not account or account == this:
            return self.peers.get(account, self)
        raise BadCredentials(
            f"The match is served by {account}, but {FILE} no longer names that account. Add its key to "
            "service_accounts again: only that account can change what it has protected. Known accounts: "
            f"{', '.join(self.peers) or this}."
        )

    # -- building --------------------------------------------------------------------------------------------------

    def make(
        self,
        key: str,
        title: str,
        plan: WorkbookPlan,
        document: str | None = None,
        *,
        sharing: Sharing | None = None,
    ) -> Workbook:
        """A workbook by *plan*: in a new document, or in *document* (its id or address)."""
        if document is None:
            name = building.create_document(self, key, title, self.folder)
        else:
            found = _URL.search(document)
            name = found[1] if found else document
        keys = {tab.key: tab_id(tab.key) for tab in plan.tabs}
        workbook = Workbook(key=key, tabs={}, document=name, link=self.link(name), own=document is None)
        try:
            # only an account that may edit the document can be an editor of a range in it
            workbook = self._share_first(workbook, sharing or Sharing()).but(tabs=keys)
            return self._build(workbook, plan, Build(tabs=plan.tabs, protections=plan.protections, clear=True))
        except (SheetsDown, SheetsRefused) as error:
            raise type(error)(f"{error}{building.try_undo(self, workbook)}") from error

    def _share_first(self, workbook: Workbook, wanted: Sharing) -> Workbook:
        """Share a workbook that is about to be built, and note who gains access by that."""
        if not wanted.guests:
            return workbook
        if workbook.own:
            return sharing_.share(self, workbook, wanted)
        before = sharing_.share(self, workbook, replace(wanted, invites=UNINVITED))
        after = sharing_.share(self, workbook, wanted)
        return after.but(invited=tuple(account for account in after.shared if account not in before.shared))

    def remake(
        self,
        workbook: Workbook,
        plan: WorkbookPlan,
        *,
        gone: Sequence[str] = (),
    ) -> Workbook:
        """Add those tabs of *plan* that are missing, format the others again, and delete the tabs *gone*."""
        kept = {key: sheet for key, sheet in workbook.tabs.items() if key not in gone}
        workbook = workbook.but(tabs={**kept, **{tab.key: tab_id(tab.key) for tab in plan.tabs}})
        wanted = Build(tabs=plan.tabs, protections=plan.protections, delete=gone)
        tables.loosen(self, workbook, filters=True)
        return self._build(workbook, plan, wanted)

    def _build(self, workbook: Workbook, plan: WorkbookPlan, wanted: Build) -> Workbook:
        # the batch that writes also makes the tabs large enough
        self._writes.set_sizes(workbook.document, {tab.key: (tab.rows, tab.columns) for tab in wanted.tabs})
        moved = {tab.key for tab in wanted.tabs if tab.former}
        late: list[Write] = []
        early: list[Write] = []
        for write in plan.writes:
            (late if write.tab in moved or is_closing(write) else early).append(write)
        writes, closing = (tuple(self._writes.requests(workbook, each, plan.styles)) for each in (early, late))
        result = building.build(self, workbook, wanted, writes, closing)
        self._writes.set_sizes(workbook.document, result.sizes)
        return workbook.but(remarks=result.foreign_protections)

    def unmake(self, workbook: Workbook) -> None:
        """Undo the building of a workbook that was just made."""
        building.undo(self, workbook)

    def share(self, workbook: Workbook, sharing: Sharing) -> Workbook:
        """Share the document with those in *sharing*; every guest is tried, and each refused one has the reason."""
        return sharing_.share(self, workbook, sharing)

    def invite(self, document: str, account: str) -> None:
        """Let *account* edit a document, besides those who may already. `SheetsRefused`."""
        guest = Guest(account=account)
        made = sharing_.share(self, Workbook(key="", document=document, tabs={}), Sharing((guest,)))
        if made.guests[0].refused:
            raise SheetsRefused(f"The spreadsheet cannot be shared with {account}: {made.guests[0].refused}")

    def protect(self, workbook: Workbook, protections: Sequence[Protection]) -> Workbook:
        """Protect tabs, in no batch if they already are. The remarks are what other people protect there."""
        # what is known may be old: this is also how protection is checked
        current = self._protected_tabs(workbook)
        changes = protected_ranges.changes(current, protections, workbook)
        if changes:
            lost: SheetsRefused | MayHaveHappened | None = None
            try:
                for part in parts(changes):
                    batch_update(self, workbook.document, part)
            except (SheetsRefused, MayHaveHappened) as error:
                lost = error
            current = self._protected_tabs(workbook)
            workbook = workbook.but(answered=protected_ranges.answered(current, protections, workbook))
            # an earlier attempt whose answer was lost may have succeeded: the current state shows it
            if lost and protected_ranges.changes(current, protections, workbook):
                raise lost
        self._protected.pop(workbook.document, None)
        return workbook.but(remarks=protected_ranges.foreign_protections(current, protections))

    def inspect(self, workbook: Workbook, protections: Sequence[Protection], sharing: Sharing) -> Inspection:
        """Put back what people changed about a workbook besides its cells."""
        self._protected.pop(workbook.document, None)
        return inspection.inspect(self, workbook, protections, sharing)

    def exists(self, workbook: Workbook) -> bool:
        """Whether the document of a workbook is there."""
        try:
            self.call("get", f"{SHEETS}/{workbook.document}", params={"fields": "spreadsheetId"})
        except NotFound:
            return False
        return True

    def _protected_tabs(self, workbook: Workbook) -> dict[int, protected_ranges.ProtectedTab]:
        params = {"fields": protected_ranges.MASK}
        return protected_ranges.protected_tabs(self.call("get", f"{SHEETS}/{workbook.document}", params=params))

    # -- polling and showing ---------------------------------------------------------------------------------------

    def read(self, workbook: Workbook, wanted: Sequence[TabRange]) -> Mapping[str, list[list[Typed]]]:
        """The values of tabs, in one call. `TabsMissing`."""
        filters = [{"gridRange": {"sheetId": workbook.tabs[each.tab], **from_row(each.top)}} for each in wanted]
        body = {"dataFilters": filters, "valueRenderOption": "UNFORMATTED_VALUE"}
        try:
            answer = self._read(workbook, body)
        except SheetsRefused as refused:
            titles = self._titles(workbook.document)
            missing = [each.tab for each in wanted if workbook.tabs[each.tab] not in titles]
            if missing:
                raise TabsMissing(missing) from refused
            if "exceeds grid limits" not in str(refused):
                raise
            # somebody has deleted rows, so the tab ends above the first row to read: make it longer and read again
            self._writes.forget_sizes(workbook.document)
            self.write(workbook, [Grow(each.tab, each.top + 1, 1) for each in wanted if each.top], {})
            answer = self._read(workbook, body)
        found = values_by_sheet(answer, [workbook.tabs[each.tab] for each in wanted])
        return {each.tab: found[workbook.tabs[each.tab]] for each in wanted}

    def _read(self, workbook: Workbook, body: Body) -> Body:
        return self.call("post", f"{SHEETS}/{workbook.document}/values:batchGetByDataFilter", body)

    def _titles(self, document: str) -> dict[int, str]:
        mask = "sheets.properties(sheetId,title)"
        answer = self.call("get", f"{SHEETS}/{document}", params={"fields": mask})
        return {sheet["properties"].get("sheetId", 0): sheet["properties"]["title"] for sheet in answer["sheets"]}

    def write(
        self,
        workbook: Workbook,
        writes: Sequence[Write],
        styles: Mapping[str, Style],
        protections: Sequence[Protection] | None = None,
    ) -> tuple[str, ...]:
        """Apply *writes*, and protect tabs if they are given, in one atomic call; return what other people protect.

        What is too large for one call goes in parts, the closing writes in the last.
        """
        try:
            return self._write(workbook, writes, styles, protections)
        except SheetsRefused:
            # people may have made tables and filters in which cells cannot be merged
            lines = tables.loosen(self, workbook, filters=True)
            if not lines:
                raise
            logger.warning("%s: %s", self.link(workbook.document), "; ".join(lines))
            return self._write(workbook, writes, styles, protections)

    def _write(
        self,
        workbook: Workbook,
        writes: Sequence[Write],
        styles: Mapping[str, Style],
        protections: Sequence[Protection] | None,
    ) -> tuple[str, ...]:
        closing = [write for write in writes if is_closing(write)]
        clears = [write for write in writes if isinstance(write, ClearIf)]
        others = [write for write in writes if not isinstance(write, ClearIf) and not is_closing(write)]
        current: Mapping[int, protected_ranges.ProtectedTab] = {}
        try:
            requests: list[Body] = []
            starts: list[int] = []
            for clear in clears:
                starts.append(len(requests))
                requests += self._writes.requests(workbook, [clear], styles)
            starts.append(len(requests))
            requests += self._writes.requests(workbook, others, styles)
            if protections is not None:
                current = self._protected.get(workbook.document) or self._protected_tabs(workbook)
                requests += protected_ranges.changes(current, protections, workbook)
            requests += self._writes.requests(workbook, closing, styles)
            replies: list[Body] = []
            for part in parts(requests):
                replies += self._send(workbook, part, closing).get("replies", ())
        except (SheetsDown, SheetsRefused):
            # what was done is not known
            self._writes.forget_sizes(workbook.document)
            self._protected.pop(workbook.document, None)
            raise
        is_whole = len(replies) == len(requests)
        if is_whole:
            spans = zip(clears, pairwise(starts), strict=True)
            missed = [clear for clear, (at, end) in spans if was_missed(requests[at:end], replies[at:end])]
            self._clear_missed(workbook, missed)
        if protections is None:
            return ()
        if is_whole:
            self._protected[workbook.document] = protected_ranges.after(current, requests, replies)
        return protected_ranges.foreign_protections(current, protections)

    def _clear_missed(self, workbook: Workbook, missed: Sequence[ClearIf]) -> None:
        """Empty those of *missed* cells that still hold what was read there, though a search did not find it.

        What a cell shows can differ from its value in ways that nobody foresees, as in a smart chip.
        """
        if not missed:
            return
        found = self.read(workbook, [TabRange(tab) for tab in dict.fromkeys(each.tab for each in missed)])
        left = [each for each in missed if same_value(_value_in(found[each.tab], each), each.value)]
        if left:
            empty = [value_at(workbook.tabs[each.tab], each.row, each.column, None) for each in left]
            batch_update(self, workbook.document, empty)

    def _send(self, workbook: Workbook, part: list[Body], closing: Sequence[Write]) -> Body:
        """Apply requests. A command whose large batch was not answered in time reads before it sends that again."""
        try:
            return batch_update(self, workbook.document, part)
        except MayHaveHappened:
            if not self.http.policy.waits:
                raise
            if closing and self._holds(workbook, closing):
                return {}
            return batch_update(self, workbook.document, part)

    def _holds(self, workbook: Workbook, writes: Sequence[Write]) -> bool:
        """Whether the cells of *writes* have the values that these write."""
        for each in writes:
            rows = self.read(workbook, [TabRange(each.tab)])[each.tab]
            if not isinstance(each, Put) or each.row >= len(rows):
                return False
            values = rows[each.row][each.column : each.column + len(each.cells)]
            if any(not same_value(value, cell.value) for value, cell in zip(values, each.cells, strict=False)):
                return False
            if len(values) < len(each.cells):
                return False
        return True

    def type_in(self, workbook: Workbook, cells: Sequence[tuple[int, int, int, Typed]]) -> None:
        """Type values into cells (sheet id, row, column, value), as a program that plays does: values only."""
        batch_update(self, workbook.document, [value_at(*cell) for cell in cells])


def _value_in(rows: Sequence[Sequence[Typed]], clear: ClearIf) -> Typed:
    row = rows[clear.row] if clear.row < len(rows) else ()
    return row[clear.column] if clear.column < len(row) else None
