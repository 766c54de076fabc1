"""The drive: the documents of a service, access to them, and their changes.

A change happens completely or not at all, and is stored before the response is sent. A document is hidden from callers
without access: Drive tells them that there is no such file.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime

from sheets_gm.localsheets.drive import change_feed, folders, typed_cells
from sheets_gm.localsheets.drive.call import Call, Json
from sheets_gm.localsheets.drive.storage import Storage
from sheets_gm.localsheets.drive.strangeness import (
    GERMAN,
    INHERITED,
    NO_STORAGE,
    SHARED_DRIVE,
    SHEETS_MADE,
    Strangeness,
)
from sheets_gm.localsheets.identity.accounts import NOBODY
from sheets_gm.localsheets.protocol.errors import (
    file_forbidden,
    forbidden,
    invalid,
    no_file,
    no_storage,
    not_a_spreadsheet,
    not_found,
)
from sheets_gm.localsheets.spreadsheet.model import access
from sheets_gm.localsheets.spreadsheet.model.changes import Removal
from sheets_gm.localsheets.spreadsheet.model.document import Document

GOOGLE = "https://docs.google.com"
"""The base URL of links while there is no server."""


TOO_MANY_FORMULAS = "The formulas of this spreadsheet are too long together. Use fewer or shorter ones."


SERVICE_ACCOUNTS = ".gserviceaccount.com"
"""How the addresses of service accounts end."""


def _anybody(_account: str) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class DocumentChanged:
    """The changes of one request: the document, its new revision, and the ids of the sheets."""

    document: str
    revision: int
    sheets: tuple[int, ...]


@dataclass
class Drive:
    """The documents of one `Storage`.

    With *trust_all*, every caller owns everything. *clock* gives the current time; *address* is the base URL of links.
    *strangeness* is the rare behaviour of Google that it imitates.
    """

    storage: Storage
    trust_all: bool = False
    clock: Callable[[], datetime] = field(default=lambda: datetime.now(UTC))
    address: str = GOOGLE
    strangeness: Strangeness = field(init=False, default_factory=Strangeness)
    knows: Callable[[str], bool] = field(init=False, default_factory=lambda: _anybody)
    """Whether an account exists."""
    documents: dict[str, Document] = field(init=False, default_factory=dict)
    number: int = field(init=False, default=0)
    """The number of the latest change of any document."""
    watchers: list[Callable[[DocumentChanged], None]] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        self.documents = {document.id: document for document in self.storage.documents()}
        self.number = change_feed.last_change(self.documents.values(), self.storage)

    # -- access ----------------------------------------------------------------------------------------------------

    def open_to_anyone(self, name: str) -> bool:
        """Whether anyone with the link can open a document."""
        document = self.documents.get(name)
        return document is not None and access.role(document, NOBODY.account) is not None

    def is_own(self, call: Call, document: Document) -> bool:
        """Whether a document is a file of the caller's app."""
        strange = call.drive and SHEETS_MADE in self.strangeness and document.meta.get("sheetsMade", False)
        return call.caller.client in document.meta.get("apps", ()) and not strange

    def may_see(self, call: Call, document: Document) -> bool:
        """Whether a call reaches a document. With only `drive.file`, it reaches files of the caller's own app."""
        if call.drive and SHARED_DRIVE in self.strangeness and not call.all_drives:
            return False
        return not call.own or self.is_own(call, document)

    def role(self, call: Call, document: Document) -> str | None:
        """Return the caller's role on a document. With *trust_all*, everybody is an owner."""
        return "owner" if self.trust_all else access.role(document, call.account)

    def is_named(self, call: Call, document: Document) -> bool:
        """Whether the document is shared with the caller by name, and not only by its link."""
        return self.trust_all or access.is_named(document, call.account)

    def account_of(self, call: Call, document: Document) -> str:
        """Return the account to which a change is attributed; with *trust_all*, the owner."""
        return document.meta["owner"] if self.trust_all else call.account

    def open(self, call: Call, *, write: bool = False, name: str = "") -> Document:
        """Return the document that a call names (or the one with the id *name*), if the caller may read it (or *write*
        it).

        Without access, Drive answers that the file does not exist, Sheets that permission is missing.
        """
        name = name or call.names[0]
        document = self.documents.get(name)
        if document is None or not self.may_see(call, document):
            raise no_file(name) if call.drive else not_found()
        held = self.role(call, document)
        if held is None:
            raise no_file(document.id) if call.drive else forbidden()
        if write and held not in access.EDITORS:
            raise file_forbidden(document.id) if call.drive else forbidden()
        if folders.is_folder(document) and not call.drive:
            raise not_a_spreadsheet()
        document.clock = self.clock
        document.read_sheets()
        document.begin()
        document.calculate()
        return document

    # -- changing --------------------------------------------------------------------------------------------------

    def commit(self, document: Document, account: str) -> None:
        """Determine what has changed in *document*, store it, and notify the watchers.

        Formulas are calculated first, so nothing is stored if that fails. Raises 400 if cells or formulas are too many.
        """
        try:
            document.require_room()
            document.calculate()
            if document.formulas is not None and document.formulas.overflows():
                raise invalid(TOO_MANY_FORMULAS)
        except BaseException:
            document.rollback()
            raise
        document.snapshot_meta()
        document.meta["version"] += 1
        document.meta["modifiedTime"] = self.now()
        document.meta["lastModifyingUser"] = account
        typed_cells.note(document, account, self.now())
        self.number += 1
        document.meta["change"] = self.number
        change = document.commit()
        change.lost = change_feed.removals_by(change.meta or {}, document, self.number)
        try:
            self.storage.save(document, change)
        except BaseException:
            document.change = change
            document.rollback()
            raise
        if not self.watchers:
            return
        changed = change.sheets() | document.recalculate()
        self.notify(document, tuple(sorted(changed)))

    def notify(self, document: Document, sheets: tuple[int, ...] = ()) -> None:
        """Notify the watchers that sheets of a document have changed, or that it was deleted."""
        change = DocumentChanged(document.id, document.meta["version"], sheets)
        for watcher in list(self.watchers):
            watcher(change)

    def add(self, document: Document, account: str, *, drive: bool = False) -> None:
        """Store a new document; *drive* says that the Drive API created it. Raises 403 for an account without space."""
        if NO_STORAGE in self.strangeness and account.endswith(SERVICE_ACCOUNTS):
            raise no_storage(drive=drive)
        if GERMAN in self.strangeness:
            document.meta["properties"] |= {"locale": "de_DE", "timeZone": "Europe/Berlin"}
            document.apply_locale()
        document.clock = self.clock
        document.begin()
        self.documents[document.id] = document
        folders.set_inherited(self.documents, document)
        if INHERITED in self.strangeness:
            folders.put_into_strange_folder(document)
        try:
            self.commit(document, account)
        except BaseException:
            del self.documents[document.id]
            raise

    def update(self, call: Call, work: Callable[[Document], Json], name: str = "") -> Json:
        """Call *work* with the document of a call (or the one with the id *name*), as one transaction."""
        return self.update_document(self.open(call, write=True, name=name), call, work)

    def update_document(self, document: Document, call: Call, work: Callable[[Document], Json]) -> Json:
        """Call *work* with a document that the caller may change, as one transaction."""
        try:
            answer = work(document)
        except BaseException:
            document.rollback()
            raise
        folders.set_inherited(self.documents, document)
        self.commit(document, call.account)
        self._pass_down(document, call.account)
        return answer

    def _pass_down(self, folder: Document, account: str) -> None:
        """Let the contents of a folder inherit its access."""
        for each in [*folders.children(self.documents, folder.id)] if folders.is_folder(folder) else ():
            if folders.set_inherited(self.documents, each):
                self.commit(each, account)
                self._pass_down(each, account)

    def delete(self, document: Document) -> None:
        """Delete a document; a folder with all its contents."""
        for each in [*folders.children(self.documents, document.id)] if folders.is_folder(document) else ():
            if each.id in self.documents:
                self.delete(each)
        self.number += 1
        lost = [
            Removal(self.number, document.id, account, self.now())
            for account in change_feed.accounts_with_access(document.meta)
        ]
        self.storage.delete(document.id, lost)
        del self.documents[document.id]
        self.notify(document)

    def now(self) -> str:
        """The current time in Drive's format."""
        return self.clock().astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"
