"""The service: Google's addresses, without a web framework.

Laws: a request is answered whole or refused whole; one that was answered 200 is on disk; what is not known is refused
with 400 or 404 in Google's words, never with silence and never with 5xx. Addresses are matched before they are
decoded, because a range may hold any sign once it is. Who calls is settled before the body is read.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from urllib.parse import parse_qs

from sheets_gm.localsheets import access, feed, fields, payload, routes, scopes, tokens
from sheets_gm.localsheets.accounts import ISSUED, NOBODY, Accounts, Caller
from sheets_gm.localsheets.calls import Answer, Call, Content, Json
from sheets_gm.localsheets.document import Document
from sheets_gm.localsheets.errors import (
    ApiError,
    file_forbidden,
    forbidden,
    invalid,
    no_file,
    not_found,
    unauthenticated,
    unavailable,
    unregistered,
)
from sheets_gm.localsheets.quota import Quota
from sheets_gm.localsheets.storage import Storage
from sheets_gm.localsheets.weather import Weather

UPLOADS = "/upload/"
"""Addresses below this one take files, not JSON."""
DRIVES = ("/drive/", UPLOADS)
"""Addresses below these are Drive's, and its errors have a shape of their own."""
PAGE = ":page"
"""A header that no client can send: the request comes from our own page, which no quota counts."""
GOOGLE = "https://docs.google.com"
"""Where links lead as long as there is no server."""
OWNER = Caller("owner@localhost")

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Touched:
    """What one request changed, for whoever looks on: the document, its new revision, the tabs."""

    document: str
    revision: int
    sheets: tuple[int, ...]


@dataclass
class Service:
    """A spreadsheet service on one `Storage`.

    *trust_all* takes every caller for the owner of everything. *clock* gives the present, for the times of files and
    tokens; *token_lifetime* is in seconds. *quota* and *weather* make it behave as Google does on a bad day.
    """

    storage: Storage
    trust_all: bool = False
    clock: Callable[[], datetime] = field(default=lambda: datetime.now(UTC))
    address: str = GOOGLE
    quota: Quota | None = None
    weather: Weather | None = None
    token_lifetime: int = tokens.LIFETIME
    identity: Accounts = field(init=False)
    documents: dict[str, Document] = field(init=False, default_factory=dict)
    number: int = field(init=False, default=0)
    """The number of the last change of any document."""
    watchers: list[Callable[[Touched], None]] = field(init=False, default_factory=list)
    _lock: threading.RLock = field(init=False, default_factory=threading.RLock)

    def __post_init__(self) -> None:
        self.identity = Accounts(self.storage.folder)
        self.documents = {document.id: document for document in self.storage.documents()}
        self.number = feed.last(self.documents.values(), self.storage)

    def close(self) -> None:
        """Give the data folder back."""
        self.storage.close()
        self.identity.close()

    # -- accounts --------------------------------------------------------------------------------------------------

    def add_account(self, email: str, token: str | None = None) -> str:
        """A token for *email*, which replaces the one it had."""
        return self.identity.add(email, token)

    def accounts(self) -> tuple[str, ...]:
        """The e-mail addresses of all accounts."""
        return self.identity.emails()

    def caller(self, authorization: str | None) -> Caller:
        """Whose token this is; nobody's where none is shown.

        401 for one that the token endpoint issued and that has run out: a client that can refresh does so, and asks
        again. 403 for any other: a client with a plain token cannot, and would only fail in a stranger way.
        """
        kind, _, token = (authorization or "").partition(" ")
        if kind.lower() != "bearer" or not token:
            return OWNER if self.trust_all else NOBODY
        found = self.identity.bearer(token, self.clock().timestamp())
        if found is not None:
            return found
        if self.trust_all:
            return OWNER
        raise unauthenticated() if token.startswith(ISSUED) else forbidden()

    def _admit(self, caller: Caller, method: str, path: str, names: tuple[str, ...], *, page: bool) -> None:
        """Whether this caller may come in at all: known, with scopes for it, within its quota."""
        if not caller.account and not self.open_to_anyone(names[0] if names else ""):
            raise unregistered()
        scopes.must_cover(caller, method, path)
        if self.quota is not None and not page:
            self.quota.count(caller, method, path, self.clock().timestamp())

    def open_to_anyone(self, name: str) -> bool:
        """Whether a document is shared with anyone who has the link."""
        document = self.documents.get(name)
        return document is not None and access.role(document, NOBODY.account) is not None

    def _token(self, method: str, content: bytes, headers: Mapping[str, str]) -> tuple[int, Json]:
        """The token endpoint."""
        if method != "POST":
            return 405, {"error": "invalid_request", "error_description": "Use POST."}
        audiences = {f"{self.address}{tokens.PATH}", f"http://{headers.get('host', '')}{tokens.PATH}"}
        media = headers.get("content-type", "")
        now = self.clock().timestamp()
        return tokens.answer(self.identity, content, media, frozenset(audiences), now, self.token_lifetime)

    # -- one request -----------------------------------------------------------------------------------------------

    def handle(self, method: str, path: str, query: str, body: bytes, headers: Mapping[str, str]) -> tuple[int, Answer]:
        """Answer one request: *path* as it came, undecoded; header names in lower case."""
        method = "GET" if method.upper() == "HEAD" else method.upper()
        try:
            if path == tokens.PATH:
                return self._token(method, body, headers)
            return self._answer(method, path, query, body, headers)
        except ApiError as error:
            return error.code, error.body(drive=path.startswith(DRIVES))
        except sqlite3.Error:  # the disk is full, or gone: nothing was done
            logger.exception("the data folder cannot be written")
            return 503, unavailable().body(drive=path.startswith(DRIVES))
        except Exception:  # a fault of ours: told to the log; to the caller it is a request that we cannot take
            logger.exception("%s could not be answered", method)
            return 400, invalid("Request contains an invalid argument.").body(drive=path.startswith(DRIVES))

    def _answer(
        self, method: str, path: str, query: str, body: bytes, headers: Mapping[str, str]
    ) -> tuple[int, Answer]:
        handler, names = routes.route(method, path)
        caller = self.caller(headers.get("authorization"))
        self._admit(caller, method, path, names, page=PAGE in headers)
        sent = {} if path.startswith(UPLOADS) else payload.parse(body, headers.get("content-type"))
        call = Call(
            caller.account,
            names,
            routes.query_of(handler, path, parse_qs(query, keep_blank_values=True)),
            sent,
            body,
            caller,
            drive=path.startswith(DRIVES),
        )
        asked = call.options().get("fields")
        mask = fields.parse(asked) if asked else {}
        with self._lock:
            answer = handler(self, call)
        if isinstance(answer, Content):
            return answer.status, answer
        return 200, fields.apply(mask, answer)

    def knows_of(self, call: Call, document: Document) -> bool:
        """Whether the caller of *call* may know of a document, by its scopes: `drive.file` is for the app's own."""
        return not scopes.only_own(call.caller) or call.caller.client in document.meta.get("apps", ())

    def role(self, call: Call, document: Document) -> str | None:
        """The role of the caller of *call* on a document; under *trust_all* everybody is its owner."""
        return "owner" if self.trust_all else access.role(document, call.account)

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

    def settle(self, document: Document, account: str) -> None:
        """Keep what has changed in *document*, and tell whoever looks on."""
        document.touch_meta()
        document.meta["version"] += 1
        document.meta["modifiedTime"] = self.now()
        document.meta["lastModifyingUser"] = account
        self.number += 1
        document.meta["change"] = self.number
        change = document.settle()
        change.lost = feed.lost(change.meta or {}, document, self.number)
        try:
            self.storage.save(document, change)
        except BaseException:
            document.change = change
            document.take_back()
            raise
        if not self.watchers:
            return
        changed = change.sheets() | document.recalculated()
        told = Touched(document.id, document.meta["version"], tuple(sorted(changed)))
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
        lost = [feed.Removal(self.number, document.id, account, self.now()) for account in feed.readers(document.meta)]
        self.storage.delete(document.id, lost)
        del self.documents[document.id]

    def now(self) -> str:
        """The present as Drive writes it."""
        return self.clock().astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"

    def account_of(self, call: Call, document: Document) -> str:
        """Who a write counts for: under *trust_all* the owner."""
        return document.meta["owner"] if self.trust_all else call.account
