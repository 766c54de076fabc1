"""One connection to Google, or to a local spreadsheet: every call goes through it.

Every failure becomes `SheetsDown` (trying later may help), `SheetsRefused` (it will not) or `BadCredentials`, with a
message that states what to do.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import gspread
import requests
from google.auth.exceptions import GoogleAuthError
from gspread.exceptions import APIError, GSpreadException

from sheets_gm.adapters import settings
from sheets_gm.adapters.google.accounts.credentials import Identity, token_error
from sheets_gm.adapters.google.calls.api import DRIVE, Body, NotFound
from sheets_gm.adapters.google.calls.retries import RetryingClient, is_rate_limited, parsed
from sheets_gm.adapters.google.drive.sharing import Inherited, NoGoogleAccount, SharingLimit
from sheets_gm.gm.ports.sheets import SheetsDown, SheetsRefused

HINTS = (
    (404, "", "There is no such spreadsheet, or it is not shared with {who}: share it as Editor."),
    (403, "storage", "A service account has no Drive space: create the spreadsheet yourself and pass it as --sheet."),
    (403, "quota project", "The calls of {who} count against no project: {renew}."),
    (403, "project 764086051850", "The calls of {who} count against gcloud's own project: {renew}."),
    (403, "has not been used", "Enable the Google Sheets API (and the Drive API) for this project, then try again."),
    (403, "scopes", "{who} was not granted the scopes that this needs: {renew}."),
    (403, "", "{who} may not edit the spreadsheet: share it with that account as Editor."),
    (400, "not supported for this document", "This is an uploaded Excel file: save it as a Google Sheet first."),
    (400, "protected", "A cell is protected from this account: remove the protection, or let this account edit it."),
)
"""What to do about a refusal: its status, words in its message, the advice. The first that matches counts."""


INHERITED = frozenset(
    {"cannotModifyInheritedPermission", "cannotModifyInheritedTeamDrivePermission", "cannotDeletePermission"}
)
"""The reasons for which Drive refuses to change an access that comes from a folder or a shared drive."""


def client_for(credentials: Any) -> gspread.Client:
    """A gspread client that retries and counts its calls."""
    return gspread.Client(auth=credentials, http_client=RetryingClient)


class Connection:
    """Calls of the service through *client*, made as the account *identity*."""

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
        """Make one call and return its answer. `SheetsDown`, `SheetsRefused`, `BadCredentials`.

        Drive finds a file in a shared drive only for a program that declares support for shared drives.
        """
        if address.startswith(DRIVE):
            params = {"supportsAllDrives": "true", **(params or {})}
        try:
            response = self.client.http_client.request(method, address, params=params, json=body)
        except APIError as error:
            raise _refusal(error, self.identity) from error
        except GoogleAuthError as error:
            raise token_error(self.identity, error) from error
        except (requests.RequestException, GSpreadException) as error:
            raise SheetsDown(_unreachable(error)) from error
        # a deletion is answered with an empty body
        answer: Any = parsed(response) if response.content else {}
        if not isinstance(answer, dict):
            raise SheetsDown("The answer of the spreadsheet service is not a JSON object.")
        return answer

    def sign_in(self) -> frozenset[str] | None:
        """Fetch a token now. Return the scopes that it was granted, or None if they are not known. `BadCredentials`."""
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
    """Why a call had no answer, and what can be done about it."""
    request = error.request if isinstance(error, requests.RequestException) else None
    address = urlsplit(request.url or "") if request is not None else urlsplit("")
    where = f" at {address.netloc}" if address.netloc else ""
    if isinstance(error, requests.Timeout):
        return f"The spreadsheet service cannot be reached{where}: it does not answer in time."
    if isinstance(error, requests.ConnectionError):
        advice = settings.connection_advice(address.geturl())
        return f"The spreadsheet service cannot be reached{where}: {advice}."
    return f"The spreadsheet service cannot be reached{where}: {type(error).__name__}: {error}"


def _refusal(error: APIError, identity: Identity | None) -> SheetsDown | SheetsRefused:
    """A refusal of the service, with what *identity* can do about it."""
    errors = error.error.get("errors", ()) if isinstance(error.error, dict) else ()
    reasons = {each.get("reason") for each in errors}
    who = (identity and identity.account) or "this account"
    renew = (identity and identity.renew) or "sign in again and grant them"
    status = error.response.status_code
    reason = str(error.error.get("message", "")) if isinstance(error.error, dict) else ""
    if is_rate_limited(error) or status >= 500:
        return SheetsDown(f"The spreadsheet service is busy ({status}): {reason or 'try again in a minute'}")
    if "sharingRateLimitExceeded" in reasons:
        return SharingLimit(f"Google lets this account share no more for some hours ({status}: {reason})")
    if "invalidSharingRequest" in reasons and "no google account" in reason.lower():
        return NoGoogleAccount(f"There is no Google account with that address ({status}: {reason})")
    if reasons & INHERITED:
        return Inherited(f"That access is inherited: change it in the folder or the shared drive ({status}: {reason})")
    for code, words, advice in HINTS:
        if status == code and words in reason.lower():
            kind = NotFound if status == 404 else SheetsRefused
            return kind(f"{advice.format(who=who, renew=renew)} ({status}: {reason})")
    return SheetsRefused(f"The spreadsheet service refuses ({status}): {reason}")
