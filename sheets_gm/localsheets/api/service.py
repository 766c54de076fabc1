"""The service: it answers requests of Google's APIs without a web framework.

A request succeeds as a whole or changes nothing, and its changes are on disk before the answer 200. Unknown requests
are refused with 400 or 404 in Google's words, never ignored. A bug of ours is logged and answered with 500, which does
not blame the caller. Paths are matched before they are percent-decoded, because a decoded range may hold any character.
The caller is identified before the body is read.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from urllib.parse import parse_qs

from sheets_gm.localsheets.api import multipart, routes
from sheets_gm.localsheets.api.fault_injection import FaultInjection
from sheets_gm.localsheets.api.program_looks import ProgramLooks
from sheets_gm.localsheets.api.quota import GOOGLE, Quota, exhausted, kind_of
from sheets_gm.localsheets.api.sheets_routes.earlier_versions import version_shown
from sheets_gm.localsheets.api.typed_by_people import TypedByPeople
from sheets_gm.localsheets.drive.call import Answer, Call, Content, Json
from sheets_gm.localsheets.drive.drive import Drive
from sheets_gm.localsheets.drive.strangeness import DRIVE_PARAMETERS
from sheets_gm.localsheets.identity import scopes, token_endpoint
from sheets_gm.localsheets.identity.accounts import ISSUED, NOBODY, Accounts, Caller
from sheets_gm.localsheets.protocol import field_masks, json_body
from sheets_gm.localsheets.protocol.errors import (
    ApiError,
    forbidden,
    internal,
    invalid,
    unauthenticated,
    unavailable,
    unregistered,
)
from sheets_gm.localsheets.spreadsheet.model import access
from sheets_gm.localsheets.spreadsheet.model.document import Document

UPLOADS = "/upload/"
"""Paths below this one take files instead of JSON."""
DRIVES = ("/drive/", UPLOADS)
"""Paths below these belong to Drive, whose errors have their own form."""
REASON = "x-goog-request-reason"
"""A header of requests that somebody makes by hand: they do not show that a program looks."""
PAGE = ":page"
"""A header name that no client can send. It marks requests of our own page, which do not count against quotas."""
OWNER = Caller("owner@localhost")

logger = logging.getLogger(__name__)


@dataclass
class Service(Drive):
    """A drive that clients call through Google's APIs.

    *quota* and *fault_injection* imitate Google's limits and failures; *token_lifetime* is in seconds.
    """

    quota: Quota | None = None
    fault_injection: FaultInjection | None = None
    token_lifetime: int = token_endpoint.LIFETIME
    identity: Accounts = field(init=False)
    typed: TypedByPeople = field(init=False, default_factory=TypedByPeople)
    looks: ProgramLooks = field(init=False)
    _turns: dict[str, int] = field(init=False, default_factory=dict)
    _lock: threading.RLock = field(init=False, default_factory=threading.RLock)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.identity = Accounts(self.storage.folder)
        self.looks = ProgramLooks(self.clock().timestamp())
        if not self.trust_all:
            self.knows = self._account_exists

    def close(self) -> None:
        """Close the databases of the data folder."""
        self.storage.close()
        self.identity.close()

    # -- accounts --------------------------------------------------------------------------------------------------

    def add_account(self, email: str, token: str | None = None) -> str:
        """Create a token for *email*. It replaces an earlier one."""
        return self.identity.add(email, token)

    def accounts(self) -> tuple[str, ...]:
        """The e-mail addresses of all accounts."""
        return self.identity.emails()

    # -- earlier versions ------------------------------------------------------------------------------------------

    def may_read(self, account: str, name: str) -> bool:
        """Whether *account* may read the document with the id *name*."""
        document = self.documents.get(name)
        return document is not None and (self.trust_all or access.role(document, account) is not None)

    def versions(self, document: str, sheet: int) -> list[tuple[int, str]]:
        """The earlier versions of a sheet: their numbers and names, the oldest first."""
        with self._lock:
            return self.storage.versions(document, sheet)

    def version(self, document: str, sheet: int, number: int) -> Json | None:
        """Return an earlier version of a sheet; None if there is none with this number."""
        with self._lock:
            version = self.storage.version(document, sheet, number)
            held = self.documents.get(document)
            return None if version is None or held is None else version_shown(held, version)

    def _last_turn(self, document: Document) -> tuple[int, int]:
        """Return when the owner and when the document were last chosen for recalculation."""
        return self._turns.get(document.meta["owner"], 0), self._turns.get(document.id, 0)

    def _account_exists(self, account: str) -> bool:
        return account.casefold() in (each.casefold() for each in self.identity.emails())

    def caller(self, authorization: str | None) -> Caller:
        """Return the caller with this token, or `NOBODY` without a token.

        Raises 401 for an expired token of the token endpoint, which the client then refreshes. Raises 403 for any other
        token, because a client cannot refresh those.
        """
        kind, _, token = (authorization or "").partition(" ")
        if kind.lower() != "bearer" or not token:
            return OWNER if self.trust_all else NOBODY
        caller = self.identity.bearer(token, self.clock().timestamp())
        if caller is not None:
            return replace(caller, account=self.strangeness.spelling(caller.account))
        if self.trust_all:
            return OWNER
        raise unauthenticated() if token.startswith(ISSUED) else forbidden()

    def _admit(self, caller: Caller, method: str, path: str, names: tuple[str, ...], *, page: bool) -> None:
        """Refuse callers who are unknown, lack the scopes, or exceed their quota."""
        if not caller.account and not self.open_to_anyone(names[0] if names else ""):
            raise unregistered()
        scopes.must_cover(caller, method, path)
        if self.quota is not None and not page:
            self.quota.count(caller, method, path, self.clock().timestamp())
        if not page and path.startswith("/v4/") and self.strangeness.is_busy():
            raise exhausted(kind_of(method, path), caller.project, GOOGLE.user_reads or 0, user=True)

    def _answer_token_request(self, method: str, content: bytes, headers: Mapping[str, str]) -> tuple[int, Json]:
        """Answer a request to the token endpoint."""
        if method != "POST":
            return 405, {"error": "invalid_request", "error_description": "Use POST."}
        audiences = {f"{self.address}{token_endpoint.PATH}", f"http://{headers.get('host', '')}{token_endpoint.PATH}"}
        media, now = headers.get("content-type", ""), self.clock().timestamp()
        request = token_endpoint.TokenRequest(content, media, frozenset(audiences), now)
        return token_endpoint.answer_token_request(self.identity, request, self.token_lifetime)

    def _sent(self, path: str, body: bytes, media: str) -> tuple[Json, bytes]:
        """Return the JSON of a call and its other content: an upload is a file, or its metadata and a file."""
        if not path.startswith(UPLOADS):
            return json_body.parse(body, media or None), body
        if not media.startswith("multipart/"):
            return {}, body
        parts = multipart.parts_of(body, media, 2)
        if len(parts) != 2:
            raise invalid("An upload has two parts: the metadata and the file.")
        return json_body.parse(parts[0][1], None), parts[1][1]

    # -- recalculations --------------------------------------------------------------------------------------------

    def unfinished(self) -> bool:
        """Whether formulas of any document still wait for recalculation."""
        return any(document.unfinished() for document in list(self.documents.values()))

    def continue_recalculation(self) -> bool:
        """Continue a recalculation that ran out of time. Returns whether there was one. At its end, watchers are
        notified.

        Owners take turns, and so do the documents of each.
        """
        with self._lock:
            document = min(filter(Document.unfinished, self.documents.values()), key=self._last_turn, default=None)
            if document is None:
                self._turns.clear()
                return False
            now = 1 + max(self._turns.values(), default=0)
            self._turns |= {document.meta["owner"]: now, document.id: now}
            document.begin()
            document.calculate()
            if not document.unfinished():
                self.notify(document, tuple(sorted(document.recalculate())))
            return True

    # -- one request -----------------------------------------------------------------------------------------------

    def handle(self, method: str, path: str, query: str, body: bytes, headers: Mapping[str, str]) -> tuple[int, Answer]:
        """Answer one request. *path* is not decoded; header names are in lower case."""
        method, path = "GET" if method.upper() == "HEAD" else method.upper(), routes.plain(path)
        try:
            if path == token_endpoint.PATH:
                return self._answer_token_request(method, body, headers)
            if path in multipart.BATCHES and method == "POST":
                if not self.caller(headers.get("authorization")).account:
                    raise unregistered()  # before anything of the body is read
                return 200, multipart.answer_batch(self.handle, body, headers)
            return self._answer(method, path, query, body, headers)
        except ApiError as error:
            return error.code, error.body(drive=path.startswith(DRIVES))
        except sqlite3.Error:  # for example, the disk is full; nothing was done
            logger.exception("the data folder cannot be written")
            return 503, unavailable().body(drive=path.startswith(DRIVES))
        except Exception:  # a bug of ours
            logger.exception("a %s request failed", method)
            return 500, internal().body(drive=path.startswith(DRIVES))

    def _answer(
        self, method: str, path: str, query: str, body: bytes, headers: Mapping[str, str]
    ) -> tuple[int, Answer]:
        handler, names = routes.route(method, path)
        caller = self.caller(headers.get("authorization"))
        self._admit(caller, method, path, names, page=PAGE in headers)
        sent, body = self._sent(path, body, headers.get("content-type", ""))
        asked = parse_qs(query, keep_blank_values=True)
        call = Call(
            caller.account,
            names,
            routes.query_of(handler, path, asked, strict=DRIVE_PARAMETERS in self.strangeness),
            sent,
            body,
            caller,
            drive=path.startswith(DRIVES),
            own=scopes.only_own(caller, method, path),
            all_drives=routes.reaches_all_drives(handler, asked),
        )
        wanted_fields = routes.fields_of(handler, asked)
        mask = field_masks.parse(wanted_fields) if wanted_fields else {}
        with self._lock:
            if PAGE not in headers and REASON not in headers:
                self.looks.note(caller.account, self.clock().timestamp())
            answer = self.typed.answer(self, handler, call)
        if isinstance(answer, Content):
            return answer.status, answer
        if not call.drive:
            answer = self.strangeness.answered(answer)
        return 200, field_masks.apply(mask, answer)
