"""One connection to Google, or to a local spreadsheet: every call goes through it.

Every failure becomes `SheetsDown` (trying later may help), `SheetsRefused` (it will not) or `BadCredentials`, with a
message that states what to do.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import gspread
import requests
from google.auth.exceptions import GoogleAuthError
from gspread.exceptions import APIError, GSpreadException

from sheets_gm.adapters.google.accounts.credentials import Identity, token_error
from sheets_gm.adapters.google.calls.api import DRIVE, SHEETS, Body, NotFound
from sheets_gm.adapters.google.calls.refusals import INHERITED, Refusal
from sheets_gm.adapters.google.calls.retries import PASSING, RetryingClient, is_rate_limited, parsed
from sheets_gm.adapters.google.drive import full_storage
from sheets_gm.adapters.google.drive.sharing import Inherited, NoGoogleAccount, NotMailed, SharingLimit
from sheets_gm.adapters.installation import settings
from sheets_gm.gm.ports.sheets import SheetsDown, SheetsRefused

ALL_DRIVES = re.compile(
    rf"{re.escape(DRIVE)}/(?:files(?:/[^/]+(?:/copy|/permissions(?:/[^/]+)?)?)?|changes(?:/startPageToken)?)"
)
"""Addresses of the methods with the parameter supportsAllDrives. Methods for comments and the account lack it."""


_WRITTEN = re.compile(rf"{re.escape(SHEETS)}/([^/:]+):batchUpdate")


def client_for(credentials: Any) -> gspread.Client:
    """Return a gspread client that retries and counts its calls."""
    return gspread.Client(auth=credentials, http_client=RetryingClient)


class Connection:
    """A connection to the service through *client*, with the account *identity*."""

    def __init__(self, client: gspread.Client, identity: Identity | None = None) -> None:
        self.client = client
        self.identity = identity

    @property
    def http(self) -> RetryingClient:
        """The transport of all calls."""
        http = self.client.http_client
        if not isinstance(http, RetryingClient):
            raise TypeError("the client must come from client_for()")
        return http

    def call(
        self, method: str, address: str, body: Mapping[str, Any] | None = None, params: Body | None = None
    ) -> Body:
        """Make one call and return its answer. Raises `SheetsDown`, `SheetsRefused` or `BadCredentials`.

        Drive finds a file in a shared drive only for a program that declares support for shared drives, if the method
        has a parameter for that.
        """
        if ALL_DRIVES.fullmatch(address):
            params = {"supportsAllDrives": "true", **(params or {})}
        try:
            response = self.client.http_client.request(method, address, params=params, json=body)
        except APIError as error:
            raise self._refusal(error, method, address) from error
        except GoogleAuthError as error:
            raise token_error(self.identity, error) from error
        except (requests.RequestException, GSpreadException) as error:
            raise SheetsDown(_unreachable(error)) from error
        # a deletion is answered with an empty body
        answer: Any = parsed(response) if response.content else {}
        if not isinstance(answer, dict):
            raise SheetsDown("The answer of the spreadsheet service is not a JSON object.")
        return answer

    def _refusal(self, error: APIError, method: str, address: str) -> SheetsDown | SheetsRefused:
        refused = _refusal(error, (method, address), self.identity)
        document = _WRITTEN.match(address)
        if document is None or error.response.status_code != 403 or not isinstance(refused, SheetsRefused):
            return refused
        full = full_storage.line_about(self, document[1])
        # the owner can mend that, so it is no failure of the match
        return SheetsDown(full) if full else refused

    def sign_in(self) -> frozenset[str] | None:
        """Fetch a token now. Return its scopes, or None if they are not known. Raises `BadCredentials`."""
        credentials = self.identity.credentials if self.identity else None
        if credentials is None or not getattr(credentials, "refresh_token", credentials):
            return None
        try:
            credentials.refresh(self.client.http_client.session._auth_request)  # type: ignore[attr-defined]
        except GoogleAuthError as error:
            raise token_error(self.identity, error) from error
        granted = getattr(credentials, "granted_scopes", None) or getattr(credentials, "scopes", None)
        return frozenset(granted) if granted else None


def _unreachable(error: Exception) -> str:
    """Return why a call had no answer, and what can be done about it."""
    request = error.request if isinstance(error, requests.RequestException) else None
    address = urlsplit(request.url or "") if request is not None else urlsplit("")
    where = f" at {address.netloc}" if address.netloc else ""
    if isinstance(error, requests.Timeout):
        return f"The spreadsheet service cannot be reached{where}: it does not answer in time."
    if isinstance(error, requests.ConnectionError):
        advice = settings.connection_advice(address.geturl())
        return f"The spreadsheet service cannot be reached{where}: {advice}."
    return f"The spreadsheet service cannot be reached{where}: {type(error).__name__}: {error}"


def _refusal(error: APIError, call: tuple[str, str], identity: Identity | None) -> SheetsDown | SheetsRefused:
    """Return the error for the refusal of a *call* (method and address), with what *identity* can do about it."""
    errors = error.error.get("errors", ()) if isinstance(error.error, dict) else ()
    reasons = frozenset(str(each.get("reason")) for each in errors)
    status = error.response.status_code
    reason = str(error.error.get("message", "")) if isinstance(error.error, dict) else ""
    if is_rate_limited(error) or status >= 500 or status in PASSING:
        return SheetsDown(f"The spreadsheet service is busy ({status}): {reason or 'try again in a minute'}")
    if "sharingRateLimitExceeded" in reasons:
        return SharingLimit(f"Google lets this account share no more for some hours ({status}: {reason})")
    if "invalidSharingRequest" in reasons and "no google account" in reason.lower():
        return NoGoogleAccount(f"There is no Google account with that address ({status}: {reason})")
    if "invalidSharingRequest" in reasons and "were successfully shared" in reason.lower():
        return NotMailed(f"It is shared, but Google could not write an e-mail ({status}: {reason})")
    if reasons & INHERITED:
        return Inherited(f"That access is inherited: change it in the folder or the shared drive ({status}: {reason})")
    method, address = call
    advice = Refusal(method, urlsplit(address).path, status, reasons, reason).advice()
    if not advice:
        return SheetsRefused(f"The spreadsheet service refuses ({status}): {reason}")
    who = (identity and identity.account) or "this account"
    renew = (identity and identity.renew) or "sign in again and grant them"
    kind = NotFound if status == 404 else SheetsRefused
    return kind(f"{advice.format(who=who, renew=renew)} ({status}: {reason})")
