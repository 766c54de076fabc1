"""Credentials: the accounts with which this program calls Google, or a local spreadsheet.

A secret goes only from its owner's file to the token endpoint: never into a log, an error, a repr or an export. If
credentials are refused, the error says in one line what to do. It never counts as a failure of a match.

The scopes are as narrow as possible. A user grants `spreadsheets` (cells, tabs and protection of any spreadsheet that
the user names) and `drive.file` (sharing those that this program created, and nothing else in the user's Drive). A
service account uses `drive` instead of `drive.file`, because the latter does not include a spreadsheet that a person
created and shared with it; its Drive holds only what was shared with it. Drive's feed of changes also needs
`drive.metadata.readonly`, which shows the names of all files of the user.
"""

from __future__ import annotations

import os
import re
import warnings
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import google.auth
from google.auth.compute_engine import Credentials as MachineCredentials
from google.auth.exceptions import DefaultCredentialsError, GoogleAuthError
from google.oauth2.credentials import Credentials
from google.oauth2.service_account import Credentials as ServiceAccount

from sheets_gm.adapters.google.accounts.credential_files import BadCredentials, end_of_consent, read_json, read_text
from sheets_gm.adapters.installation import settings as settings_
from sheets_gm.gm.ports.sheets import SheetsDown
from sheets_gm.kernel.english import counted

SPREADSHEETS = "https://www.googleapis.com/auth/spreadsheets"
DRIVE = "https://www.googleapis.com/auth/drive"
DRIVE_FILE = "https://www.googleapis.com/auth/drive.file"
DRIVE_METADATA = "https://www.googleapis.com/auth/drive.metadata.readonly"
SERVICE_SCOPES = (SPREADSHEETS, DRIVE)
USER_SCOPES = (SPREADSHEETS, DRIVE_FILE)
BOXES = {
    SPREADSHEETS: "See, edit, create, and delete all your Google Sheets spreadsheets",
    DRIVE_FILE: "See, edit, create, and delete only the specific Google Drive files you use with this app",
    DRIVE_METADATA: "See information about your Google Drive files",
}
"""The text beside the box of each scope on Google's consent screen."""

CLOUD_PLATFORM = "https://www.googleapis.com/auth/cloud-platform"
GCLOUD = (
    f"gcloud auth application-default login --client-id-file=client.json --scopes={CLOUD_PLATFORM},{SPREADSHEETS},"
    f"{DRIVE} and then gcloud auth application-default set-quota-project PROJECT, where client.json is an OAuth client "
    "of PROJECT (sheets-gm help google, “Your own account”) and the Sheets and Drive APIs are enabled in it"
)
"""What to do about the credentials that gcloud keeps for programs. Google bars gcloud's own client from Drive."""

VIRTUAL_MACHINE = (
    "the scopes of a virtual machine are set while it is stopped: gcloud compute instances set-service-account VM "
    f"--service-account=ADDRESS --scopes={SPREADSHEETS},{DRIVE}; or use a key file (service_account)"
)
"""What to do about the account of one of Google's virtual machines, which by default lacks these scopes."""


@dataclass(frozen=True, slots=True)
class Identity:
    """An account and its credentials.

    *account* is the address that a spreadsheet is shared with ("" if unknown), *source* where the secret comes from,
    *renew* how to replace it. A service account has no Drive space, so it cannot create a spreadsheet. *project* is the
    Google project whose quota the calls use, if known. *ends* is when a consent ends, None if it does not.
    """

    account: str
    source: str
    credentials: Any = field(repr=False)
    is_service_account: bool = False
    renew: str = ""
    project: str = ""
    ends: datetime | None = None


KEYS = ("service_account", "service_accounts", "user_credentials", "application_default")
"""The settings that name credentials. Only one of them may be used."""


def identities(settings: settings_.Google, folder: Path) -> tuple[Identity, ...]:
    """Return an identity for each account in *settings*; files are relative to *folder*. Raises `BadCredentials`."""
    named = [name for name in KEYS if getattr(settings, name)]
    if len(named) > 1:
        raise BadCredentials(f"{settings_.FILE} names several kinds of credentials: keep one of {', '.join(named)}.")
    if not settings.service_accounts:
        return (_identity(settings, folder),)
    by_account = {each.account: each for each in (service_account(folder / name) for name in settings.service_accounts)}
    if len(by_account) < len(settings.service_accounts):
        raise BadCredentials(f"service_accounts in {settings_.FILE} names two keys of one account: keep one of them.")
    return tuple(by_account.values())


def _identity(settings: settings_.Google, folder: Path) -> Identity:
    if settings.service_account:
        return service_account(folder / settings.service_account)
    if settings.user_credentials:
        return user(folder / settings.user_credentials)
    if settings.application_default:
        return application_default()
    return token(settings, folder)


def service_account(path: Path) -> Identity:
    """Return the identity in a service account's key file."""
    info = read_json(path, "service_account")
    try:
        credentials = ServiceAccount.from_service_account_info(info, scopes=SERVICE_SCOPES)  # type: ignore[no-untyped-call]
    except (ValueError, TypeError, KeyError, GoogleAuthError) as error:
        raise BadCredentials(
            f"{path} is a damaged key: download a new one (Google Cloud console, Service accounts, Keys)."
        ) from error
    renew = f"make a new key (Google Cloud console, Service accounts, Keys) and put it at {path}"
    project = str(info.get("project_id", ""))
    return Identity(
        account=str(credentials.service_account_email),
        source=str(path),
        credentials=credentials,
        is_service_account=True,
        renew=renew,
        project=project,
    )


def user(path: Path) -> Identity:
    """Return the identity in an authorized_user file, as `sheets-gm login` and gspread.oauth write it."""
    info = read_json(path, "authorized_user")
    try:
        credentials = Credentials.from_authorized_user_info(info)  # type: ignore[no-untyped-call]
    except (ValueError, TypeError, KeyError, AttributeError, GoogleAuthError) as error:
        raise BadCredentials(f"{path} is damaged: sign in again with sheets-gm login.") from error
    renew = f"sign in again: sheets-gm login --client FILE --to {path}"
    return Identity(str(info.get("account") or ""), str(path), credentials, renew=renew, ends=end_of_consent(info))


def application_default() -> Identity:
    """Return the identity of the machine: $GOOGLE_APPLICATION_CREDENTIALS, gcloud, or its metadata server."""
    try:
        with warnings.catch_warnings():
            # a missing quota project is an error of the first call, whose message states what to do
            warnings.filterwarnings("ignore", message="Your application has authenticated using end user credentials")
            credentials, _project = google.auth.default(scopes=SERVICE_SCOPES)
    except DefaultCredentialsError as error:
        raise BadCredentials(f"This machine has no application default credentials: {GCLOUD}") from error
    account = str(getattr(credentials, "service_account_email", "") or "")
    return Identity(
        account="" if account == "default" else account,
        source="application default",
        credentials=credentials,
        is_service_account=bool(account),
        renew=_renewal(credentials),
    )


def _renewal(credentials: Any) -> str:
    """Return how to replace application default credentials, which depends on their kind."""
    if isinstance(credentials, Credentials):
        return GCLOUD
    if isinstance(credentials, MachineCredentials):
        return VIRTUAL_MACHINE
    return f"put another key or configuration where $GOOGLE_APPLICATION_CREDENTIALS points, with {SPREADSHEETS},{DRIVE}"


def token(settings: settings_.Google, folder: Path) -> Identity:
    """Return the identity for a bearer token: a local server's, or one of Google's that lasts an hour."""
    text, source = os.environ.get(settings.token_env) or "", f"${settings.token_env}"
    if not text and settings.token_file:
        source = str(folder / settings.token_file)
        text = read_text(folder / settings.token_file).strip()
    if text:
        renew = f"put a new token into {source}"
        return Identity("", source, Credentials(token=text), renew=renew)  # type: ignore[no-untyped-call]
    if settings.endpoint:
        raise BadCredentials(
            f"There is no token for {settings.endpoint}: set ${settings.token_env}, or name a token_file "
            f"in {settings_.FILE}."
        )
    raise BadCredentials(
        f"No spreadsheet service is configured. In {settings_.FILE} write under [google] service_account = "
        '"key.json" or user_credentials = "user.json" (Google), or endpoint and token_file of a local server '
        "(sheets-gm serve writes them for you)."
    )


IN_TESTING = (
    "A consent ends 7 days after it was given while the app is in testing, also if the app is published later: publish "
    "it (Google Cloud console, Audience, Publish app), then sign in again"
)


def expiry(identity: Identity | None, now: float) -> str:
    """Return how many days the consent of *identity* still lasts at *now*, with what to do; "" if it does not end."""
    if identity is None or identity.ends is None:
        return ""
    left = (identity.ends.timestamp() - now) / (24 * 3600)
    days = "less than a day" if left < 1 else counted(int(left), "day")
    when = f"ends in {days}" if left > 0 else "has ended"
    return f"the consent {when} ({identity.ends:%Y-%m-%d %H:%M} UTC)"


_PAGE = re.compile(r"^\s*<|<(?:html|title|body)\b", re.IGNORECASE)
"""A web page in place of an answer, as a gateway may send it."""

_GATEWAY = re.compile(
    r"\b50[0234]\b|bad gateway|gateway time-?out|service unavailable|internal server error|no healthy upstream",
    re.IGNORECASE,
)
"""Words of an answer from a service or gateway that fails itself, whatever the request."""


def _one_line(answer: str) -> str:
    """Return the content of an *answer* in one line: the title of a page, or its text."""
    title = re.search(r"<title[^>]*>(.*?)</title>", answer, re.IGNORECASE | re.DOTALL)
    text = re.sub(
        r"<(style|script)\b.*?</\1>|<[^>]*>", " ", title[1] if title else answer, flags=re.IGNORECASE | re.DOTALL
    )
    return " ".join(text.split())[:200] or "it gave no answer"


def token_error(identity: Identity | None, error: GoogleAuthError) -> SheetsDown:
    """Return the error for a token of *identity* that google-auth could not get. Its message states what to do."""
    answer = str(error.args[0] if error.args else error)
    reason = _one_line(answer)
    who = (identity and identity.account) or "this account"
    renew = identity.renew if identity else "renew the credentials"
    lower = reason.lower()
    passing = not answer or _PAGE.search(answer) or _GATEWAY.search(answer)
    if passing or getattr(error, "retryable", False) or type(error).__name__ in ("TransportError", "TimeoutError"):
        return SheetsDown(f"Google's token service cannot be reached: {reason}")
    if "short-lived token" in lower:
        return BadCredentials(
            "The clock of this machine is wrong, so Google rejects its signatures: set it "
            "(timedatectl set-ntp true), then try again. sheets-gm doctor shows how far it is off."
        )
    if "invalid_scope" in lower:
        return BadCredentials(f"{who} was not granted the scopes that are needed ({reason}): {renew}")
    if "necessary fields" in lower:
        return BadCredentials(f"The token in {identity.source if identity else 'use'} is no longer valid: {renew}")
    if (
        identity
        and identity.is_service_account
        and ("signature" in lower or "account not found" in lower or "disabled" in lower)
    ):
        return BadCredentials(f"The key of {who} is revoked, or the account is deleted: {renew}. ({reason})")
    if "invalid_grant" in lower or "invalid_client" in lower or "deleted_client" in lower:
        return BadCredentials(f"The consent of {who} is revoked or has expired: {renew}. {IN_TESTING}. ({reason})")
    return BadCredentials(f"Google rejects the credentials of {who} ({reason}): {renew}")
