"""The service: Google's addresses, without a web framework.

Laws: a request is answered whole or refused whole; one that was answered 200 is on disk; what is not known is refused
with 400 or 404 in Google's words, never with silence and never with 5xx. Addresses are matched before they are
decoded, because a range may hold any sign once it is.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from urllib.parse import parse_qs

from sheets_gm.localsheets import access, fields, routes
from sheets_gm.localsheets.calls import Answer, Call, Content, Json
from sheets_gm.localsheets.document import Document
from sheets_gm.localsheets.errors import ApiError, forbidden, invalid, not_found
from sheets_gm.localsheets.storage import Storage

UPLOADS = "/upload/"
"""Addresses below this one take files, not JSON."""


@dataclass(frozen=True, slots=True)
class Touched:
    """What one request changed, for whoever looks on: the document, its new revision, the tabs."""

    document: str
    revision: int
    sheets: tuple[int, ...]


@dataclass
class Service:
    """A spreadsheet service on one `Storage`.

    *trust_all* takes every caller for the owner of everything. *clock* gives the present, for the times of files.
    """

    storage: Storage
    trust_all: bool = False
    clock: Callable[[], datetime] = field(default=lambda: datetime.now(UTC))
    address: str = "https://docs.google.com/spreadsheets"
    documents: dict[str, Document] = field(init=False, default_factory=dict)
    watchers: list[Callable[[Touched], None]] = field(init=False, default_factory=list)
    _accounts: dict[str, str] = field(init=False, default_factory=dict)
    _lock: threading.RLock = field(init=False, default_factory=threading.RLock)

    def __post_init__(self) -> None:
        self.documents = {document.id: document for document in self.storage.documents()}
        self._accounts = {token: email for email, token, _ in self.storage.accounts()}

    # -- accounts --------------------------------------------------------------------------------------------------

    def add_account(self, email: str, token: str | None = None) -> str:
        """A token for *email*, which replaces the one it had."""
        made = token or access.new_token()
        with self._lock:
            self.storage.save_account(email, access.digest(made), email.partition("@")[0])
            self._accounts = {held: other for held, other in self._accounts.items() if other != email}
            self._accounts[access.digest(made)] = email
        return made

    def accounts(self) -> tuple[str, ...]:
        """The e-mail addresses of all accounts."""
        return tuple(sorted(self._accounts.values()))

    def caller(self, authorization: str | None) -> str:
        """Whose token this is. 403 for a stranger: an answer of 401 would make a client ask for a new token."""
        kind, _, token = (authorization or "").partition(" ")
        account = self._accounts.get(access.digest(token)) if kind.lower() == "bearer" and token else None
        if account is None:
            if self.trust_all:
                return "owner@localhost"
            raise forbidden()
        return account

    # -- one request -----------------------------------------------------------------------------------------------

    def handle(self, method: str, path: str, query: str, body: bytes, headers: Mapping[str, str]) -> tuple[int, Answer]:
        """Answer one request: *path* as it came, undecoded; header names in lower case."""
        try:
            handler, names = routes.route(method.upper(), path)
            account = self.caller(headers.get("authorization"))
            sent = {} if path.startswith(UPLOADS) else _body(body)
            call = Call(account, names, parse_qs(query, keep_blank_values=True), sent, body)
            with self._lock:
                answer = handler(self, call)
            if isinstance(answer, Content):
                return answer.status, answer
            mask = call.query.get("fields") if method.upper() != "PUT" else None
            return 200, fields.apply(fields.parse(mask[0]), answer) if mask and mask[0] else answer
        except ApiError as error:
            return error.code, error.body()

    def open(self, call: Call, *, write: bool = False) -> Document:
        """The document that a call names, if its caller may read it (or *write* it)."""
        document = self.documents.get(call.names[0])
        if document is None:
            raise not_found()
        if not self.trust_all:
            (access.must_write if write else access.must_read)(document, call.account)
        document.clock = self.clock
        return document

    def settle(self, document: Document, account: str) -> None:
        """Keep what has changed in *document*, and tell whoever looks on."""
        document.touch_meta()
        document.meta["version"] += 1
        document.meta["modifiedTime"] = self.now()
        document.meta["lastModifyingUser"] = account
        change = document.settle()
        try:
            self.storage.save(document, change)
        except BaseException:
            document.change = change
            document.take_back()
            raise
        told = Touched(document.id, document.meta["version"], tuple(sorted(change.sheets())))
        for watcher in list(self.watchers):
            watcher(told)

    def change(self, call: Call, work: Callable[[Document], Json]) -> Json:
        """Do *work* on the document of a call, whole or not at all."""
        document = self.open(call, write=True)
        try:
            answer = work(document)
        except BaseException:
            document.take_back()
            raise
        self.settle(document, call.account)
        return answer

    def now(self) -> str:
        """The present as Drive writes it."""
        return self.clock().astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"

    def account_of(self, call: Call, document: Document) -> str:
        """Who a write counts for: under *trust_all* the owner."""
        return document.meta["owner"] if self.trust_all else call.account


def _body(body: bytes) -> Json:
    if not body:
        return {}
    try:
        made = json.loads(body)
    except ValueError as error:
        raise invalid(f"Invalid JSON payload received. {error}") from error
    if not isinstance(made, dict):
        raise invalid("Invalid JSON payload received. The body must be an object.")
    return made
