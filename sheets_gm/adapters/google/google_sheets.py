"""Google Sheets, or a local spreadsheet that speaks its API: the `Sheets` port.

A poll is one read, and everything that is shown is one write. A workbook's metadata is fetched only when a match is
opened or a tab is missing. Sheet ids are computed from the keys of tabs, so that creating a tab twice creates it once.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import gspread

from sheets_gm.adapters.google.accounts.credential_files import BadCredentials
from sheets_gm.adapters.google.accounts.credentials import Identity
from sheets_gm.adapters.google.calls.api import FILES, SHEETS, Body, NotFound, batch_update
from sheets_gm.adapters.google.calls.cell_requests import tab_id, value_at
from sheets_gm.adapters.google.calls.retries import RetryingClient
from sheets_gm.adapters.google.connection import Connection
from sheets_gm.adapters.google.drive import sharing as sharing_
from sheets_gm.adapters.google.drive import strangers
from sheets_gm.adapters.google.drive.posts import Posts
from sheets_gm.adapters.google.drive.typed_cells import typed_cells
from sheets_gm.adapters.google.workbooks import building, inspection, spilling
from sheets_gm.adapters.google.workbooks import inputs as inputs_
from sheets_gm.adapters.google.workbooks.building import Build
from sheets_gm.adapters.google.workbooks.cells import Cells
from sheets_gm.adapters.google.workbooks.protected_tabs import ProtectedTabs
from sheets_gm.adapters.google.workbooks.tabs import tables
from sheets_gm.adapters.google.workbooks.write_requests import WriteRequests
from sheets_gm.adapters.installation.settings import FILE
from sheets_gm.gm.match_record.workbook import UNINVITED, Guest, Workbook
from sheets_gm.gm.ports.sheets import (
    Inspection,
    Protection,
    Sharing,
    SheetsDown,
    SheetsRefused,
    TabPlan,
    TypedCell,
    WorkbookPlan,
)
from sheets_gm.kernel.defaults import nothing
from sheets_gm.kernel.forms import Typed
from sheets_gm.sheet.template import Style
from sheets_gm.sheet.writes import Write, is_closing, is_guard

logger = logging.getLogger(__name__)

GOOGLE = "https://docs.google.com"
_URL = re.compile(r"/d/([A-Za-z0-9_-]+)")


class GoogleSheets:
    """The `Sheets` port on one account. Methods that need only its calls are functions of other modules.

    *link* is the address at which people open a document, with {} for its id. New documents are created in the Drive
    folder with the id *folder* ("": the top folder of the account's Drive). *peers* are the accounts that share the
    work of an installation, by name; empty if there is only one.
    """

    def __init__(
        self, client: gspread.Client, link: str = f"{GOOGLE}/spreadsheets/d/{{}}", identity: Identity | None = None
    ) -> None:
        self.connection = Connection(client, identity)
        self.peers: Mapping[str, GoogleSheets] = {}
        self.insiders = strangers.Insiders(self, self._accounts)
        self.folder = ""
        self._link = link
        self._writes = WriteRequests(self.connection)
        self._protected = ProtectedTabs(self.connection)
        self._cells = Cells(self.connection, self._writes, self._protected, lambda: self.http.policy.waits)
        self.read = self._cells.read
        self.protect = self._protected.protect
        self.posts = Posts(self).read

    @property
    def identity(self) -> Identity | None:
        """The account that makes the calls."""
        return self.connection.identity

    @property
    def is_local(self) -> bool:
        """Whether the spreadsheets are on a local server, not at Google."""
        return not self._link.startswith(GOOGLE)

    @property
    def http(self) -> RetryingClient:
        """The transport of all calls."""
        return self.connection.http

    @property
    def calls(self) -> Mapping[str, int]:
        """The number of calls so far, by "read", "write" and "drive"."""
        return self.http.calls

    def call(
        self, method: str, address: str, body: Mapping[str, Any] | None = None, params: Body | None = None
    ) -> Body:
        """Make one call and return its answer. Raises `SheetsDown`, `SheetsRefused` or `BadCredentials`."""
        return self.connection.call(method, address, body, params)

    def link(self, document: str) -> str:
        """Return the address at which people open a document."""
        return self._link.format(document)

    def as_account(self, account: str) -> GoogleSheets:
        """Return the same spreadsheets through a peer *account* ("": this one). Raises `BadCredentials`."""
        this = (self.identity and self.identity.account) or ""
        if account in self.peers or not account or account == this:
            return self.peers.get(account, self)
        raise BadCredentials(
            f"The match is served by {account}, but {FILE} no longer names that account. Add its key to "
            "service_accounts again: only that account can change what it has protected. Known accounts: "
            f"{', '.join(self.peers) or this}."
        )

    def _accounts(self) -> tuple[str, ...]:
        """Return the known addresses of the accounts that share the work of the installation."""
        return (*self.peers, *([self.identity.account] if self.identity and self.identity.account else ()))

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
        """Build a workbook by *plan*, in a new document or in *document* (its id or address), and return it."""
        if document is None:
            name = building.create_document(self, key, title, self.folder)
        else:
            match = _URL.search(document)
            name = match[1] if match else document
        keys = {tab.key: tab_id(tab.key) for tab in plan.tabs}
        workbook = Workbook(key=key, tabs={}, document=name, link=self._link_for_people(name), own=document is None)
        try:
            # only an account that may edit the document can be an editor of a range in it
            workbook = self._share_first(workbook, sharing or Sharing()).but(tabs=keys)
            workbook = self._with_strangers(workbook, sharing or Sharing())
            return self._build(workbook, plan, Build(tabs=plan.tabs, protections=plan.protections, clear=True))
        except (SheetsDown, SheetsRefused) as error:
            raise type(error)(f"{error}{building.try_undo(self, workbook)}") from error

    def _link_for_people(self, document: str) -> str:
        """Return the address at which other people open a document. A local server knows its name for other machines.

        If Drive does not show the document to this account, it is the address that the program uses.
        """
        link = self.link(document)
        if not self.is_local:
            return link
        try:
            shown = self.call("get", f"{FILES}/{document}", params={"fields": "webViewLink"}).get("webViewLink", link)
        except NotFound:
            return link
        return f"{shown.partition('/spreadsheets/')[0]}/d/{document}" if "/spreadsheets/" in shown else link

    def _share_first(self, workbook: Workbook, wanted: Sharing) -> Workbook:
        """Share a workbook that is about to be built, and note who gains access by that."""
        if not wanted.guests:
            return workbook
        if workbook.own:
            return sharing_.share(self, workbook, wanted)
        before = sharing_.share(self, workbook, replace(wanted, invites=UNINVITED))
        after = sharing_.share(self, workbook, wanted)
        return after.but(invited=tuple(account for account in after.shared if account not in before.shared))

    def _with_strangers(self, workbook: Workbook, wanted: Sharing) -> Workbook:
        """Return a just shared workbook with its strangers. Raises `SheetsRefused` if none are allowed."""
        if not wanted.is_private:
            return workbook
        try:
            held = list(sharing_.permissions(self, workbook.document))
        except SheetsRefused:
            return workbook.but(strangers=(strangers.UNSEEN,))
        outsiders = strangers.strangers(held, {guest.permission for guest in workbook.guests}, self.insiders)
        if not wanted.keeps_others:
            strangers.require_private(workbook.key, outsiders)
        lines = tuple(map(strangers.line_of, outsiders))
        return workbook.but(others=tuple(sorted(str(each["id"]) for each in outsiders)), strangers=lines)

    def remake(
        self,
        workbook: Workbook,
        plan: WorkbookPlan,
        *,
        gone: Sequence[str] = (),
        check: Callable[[], None] = nothing,
    ) -> Workbook:
        """Add the missing tabs of *plan*, format the others again, and delete the tabs in *gone*."""
        kept = {key: sheet for key, sheet in workbook.tabs.items() if key not in gone}
        built = {tab.key: tab_id(tab.key) for tab in plan.tabs}
        workbook = workbook.but(tabs=built if kept.keys() <= built.keys() else {**kept, **built})
        wanted = Build(tabs=plan.tabs, protections=plan.protections, delete=gone, check=check)
        tables.loosen(self, workbook, filters=True)
        return self._build(workbook, plan, wanted)

    def _build(self, workbook: Workbook, plan: WorkbookPlan, wanted: Build) -> Workbook:
        # the batch that writes also makes the tabs large enough
        self._writes.set_sizes(workbook.document, {tab.key: (tab.rows, tab.columns) for tab in wanted.tabs})
        moved = {tab.key for tab in wanted.tabs if tab.former}
        first: list[Write] = []
        late: list[Write] = []
        early: list[Write] = []
        for write in plan.writes:
            comes_last = write.tab in moved or is_closing(write)
            (first if is_guard(write) else late if comes_last else early).append(write)
        guard, writes, closing = (
            tuple(self._writes.requests(workbook, each, plan.styles)) for each in (first, early, late)
        )
        self.forget(workbook)
        result = building.build(self, workbook, wanted, writes, closing, guard)
        self._writes.set_sizes(workbook.document, result.sizes)
        return workbook.but(remarks=result.foreign_protections, named=workbook.named or dict(result.named))

    unmake = building.undo
    share = sharing_.share

    def invite(self, document: str, account: str) -> None:
        """Let *account* edit a document, without changing other people's access. Raises `SheetsRefused`."""
        guest = Guest(account=account)
        workbook = sharing_.share(self, Workbook(key="", document=document, tabs={}), Sharing((guest,)))
        if workbook.guests[0].refused:
            raise SheetsRefused(f"The spreadsheet cannot be shared with {account}: {workbook.guests[0].refused}")

    def forget(self, workbook: Workbook) -> None:
        """Forget how a workbook is protected, because its protection may have changed."""
        self._protected.forget(workbook.document)

    def inspect(
        self, workbook: Workbook, protections: Sequence[Protection], sharing: Sharing, tabs: Sequence[TabPlan]
    ) -> Inspection:
        """Undo what people changed in a workbook apart from its cells."""
        self.forget(workbook)
        return inspection.inspect(self, workbook, inspection.Wanted(protections, sharing, tabs), self.insiders)

    def retitle(self, workbook: Workbook, title: str) -> Workbook:
        """Change the title of a workbook's document, and note it as the known title."""
        request: Body = {"updateSpreadsheetProperties": {"properties": {"title": title}, "fields": "title"}}
        batch_update(self, workbook.document, [request])
        unnamed = {name: value for name, value in workbook.unnamed.items() if name != "title"}
        return workbook.but(titled=title, named={**workbook.named, "title": title}, unnamed=unnamed)

    def exists(self, workbook: Workbook) -> bool:
        """Return whether the document of a workbook exists."""
        try:
            self.call("get", f"{SHEETS}/{workbook.document}", params={"fields": "spreadsheetId"})
        except NotFound:
            return False
        return True

    def check_kept(self, workbook: Workbook) -> None:
        """Raise `SheetsRefused` if the document of a workbook is in the trash."""
        inspection.kept_file(self, workbook)

    def typed_cells(self, workbook: Workbook) -> Sequence[TypedCell]:
        """Return the newest edits of people, which only a local server lists."""
        return tuple(typed_cells(self, workbook)) if self.is_local else ()

    # -- polling and showing ---------------------------------------------------------------------------------------

    def write(
        self,
        workbook: Workbook,
        writes: Sequence[Write],
        styles: Mapping[str, Style],
        protections: Sequence[Protection] | None = None,
    ) -> tuple[str, ...]:
        """Apply *writes*, and protect tabs if *protections* are given, in one atomic call.

        Return what other people protect. A batch that is too large for one call is sent in parts, with the closing
        writes in the last one.
        """
        try:
            return self._cells.write(workbook, writes, styles, protections)
        except SheetsRefused:
            # people may have made tables and filters in which cells cannot be merged
            lines = tables.loosen(self, workbook, filters=True)
            if not lines:
                raise
            logger.warning("%s: %s", self.link(workbook.document), "; ".join(lines))
            return self._cells.write(workbook, writes, styles, protections)

    altered = inputs_.altered
    stop_spilling = spilling.stop

    def type_in(self, workbook: Workbook, cells: Sequence[tuple[int, int, int, Typed]]) -> None:
        """Type values into cells (sheet id, row, column, value), like a program that plays."""
        batch_update(self, workbook.document, [value_at(*cell) for cell in cells])
