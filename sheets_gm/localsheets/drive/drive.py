"""The drive: the documents of a service, who of its callers may open which, and how one is changed.

Laws: what a caller does to a document is done whole or not at all, and kept before it is answered; a stranger to a
document is not let in, and Drive denies that it is there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime

from sheets_gm.localsheets.drive import change_feed
from sheets_gm.localsheets.drive.call import Call, Json
from sheets_gm.localsheets.drive.storage import Storage
from sheets_gm.localsheets.identity import scopes
from sheets_gm.localsheets.identity.accounts import NOBODY
from sheets_gm.localsheets.protocol.errors import file_forbidden, forbidden, no_file, not_found
from sheets_gm.localsheets.spreadsheet import access
from sheets_gm.localsheets.spreadsheet.document import Document

GOOGLE = "https://docs.google.com"
"""Where links lead as long as there is no server."""


@dataclass(frozen=True, slots=True)
class Touched:
    """What one request changed, for whoever looks on: the document, its new revision, the tabs."""

    document: str
    revision: int
    sheets: tuple[int, ...]


@dataclass
class Drive:
    """The documents of one `Storage`.

    *trust_all* takes every caller for the owner of everything. *clock* gives the present, for the times of files;
    *address* is where links to them lead.
    """

    storage: Storage
    trust_all: bool = False
    clock: Callable[[], datetime] = field(default=lambda: datetime.now(UTC))
    address: str = GOOGLE
    knows: Callable[[str], bool] = field(init=False, default=lambda _account: True)
    """Whether there is such an account."""
    documents: dict[str, Document] = field(init=False, default_factory=dict)
    number: int = field(init=False, default=0)
    """The number of the last change of any document."""
    watchers: list[Callable[[Touched], None]] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        self.documents = {document.id: document for document in self.storage.documents()}
        self.number = change_feed.last(self.documents.values(), self.storage)

    # -- who may do what -------------------------------------------------------------------------------------------

    def open_to_anyone(self, name: str) -> bool:
        """Whether a document is shared with anyone who has the link."""
        document = self.documents.get(name)
        return document is not None and access.role(document, NOBODY.account) is not None

    def knows_of(self, call: Call, document: Document) -> bool:
        """Whether the caller of *call* may know of a document, by its scopes: `drive.file` is for the app's own."""
        return not scopes.only_own(call.caller) or call.caller.client in document.meta.get("apps", ())

    def role(self, call: Call, document: Document) -> str | None:
        """The role of the caller of *call* on a document; under *trust_all* everybody is its owner."""
        return "owner" if self.trust_all else access.role(document, call.account)

    def account_of(self, call: Call, document: Document) -> str:
        """Who a write counts for: under *trust_all* the owner."""
        return document.meta["owner"] if self.trust_all else call.account

    def open(self, call: Call, *, write: bool = False, name: str = "") -> Document:
        """The document that a call names (or the one with the id *name*), if its caller may read it (or *write* it).

        To a stranger Drive denies that there is such a file; Sheets says that it is not shared.
        """
        name = name or call.names[0]
        document = self.documents.get(name)
        if document is None or not self.knows_of(call, document):
            raise no_file(name) if call.drive else not_found()
        held = self.role(call, document)
        if held is None:
            raise no_file(document.id) if call.drive else forbidden()
        if write and held not in access.EDITORS:
            raise file_forbidden(document.id) if call.drive else forbidden()
        document.clock = self.clock
        document.calculate()
        return document

    # -- changing --------------------------------------------------------------------------------------------------

    def settle(self, document: Document, account: str) -> None:
        """Keep what has changed in *document*, and tell whoever looks on."""
        document.touch_meta()
        document.meta["version"] += 1
        document.meta["modifiedTime"] = self.now()
        document.meta["lastModifyingUser"] = account
        self.number += 1
        document.meta["change"] = self.number
        change = document.settle()
        change.lost = change_feed.lost(change.meta or {}, document, self.number)
        try:
            self.storage.save(document, change)
        except BaseException:
            document.change = change
            document.take_back()
            raise
        if not self.watchers:
            return
        changed = change.sheets() | document.recalculated()
        self._tell(document, tuple(sorted(changed)))

    def _tell(self, document: Document, sheets: tuple[int, ...] = ()) -> None:
        told = Touched(document.id, document.meta["version"], sheets)
        for watcher in list(self.watchers):
            watcher(told)

    def enter(self, document: Document, account: str) -> None:
        """Keep a new document."""
        self.documents[document.id] = document
        try:
            self.settle(document, account)
        except BaseException:
            del self.documents[document.id]
            raise

    def change(self, call: Call, work: Callable[[Document], Json], name: str = "") -> Json:
        """Do *work* on the document of a call (or the one with the id *name*), whole or not at all."""
        return self.change_of(self.open(call, write=True, name=name), call, work)

    def change_of(self, document: Document, call: Call, work: Callable[[Document], Json]) -> Json:
        """Do *work* on a document that the caller may do it to, whole or not at all."""
        try:
            answer = work(document)
        except BaseException:
            document.take_back()
            raise
        self.settle(document, call.account)
        return answer

    def forget(self, document: Document) -> None:
        """Delete a document."""
        self.number += 1
        lost = [
            change_feed.Removal(self.number, document.id, account, self.now())
            for account in change_feed.readers(document.meta)
        ]
        self.storage.delete(document.id, lost)
        del self.documents[document.id]
        self._tell(document)

    def now(self) -> str:
        """The present as Drive writes it."""
        return self.clock().astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"
