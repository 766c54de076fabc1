"""Ways in: how this program shows Google, or a local spreadsheet, whose hand it is.

Laws: a secret goes from its owner's file to the token endpoint and nowhere else: into no log, no error, no repr, no
export. What turns a way in away is told in one line that says what to do; it never counts against a match.

Scopes are the least that serve. A user's consent is `spreadsheets` (cells, tabs and protection of any sheet that is
named) and `drive.file` (sharing those that this program made, and nothing else of the user's Drive). A service account
takes `drive` instead of `drive.file`, which does not reach a spreadsheet that a person made and shared with it; its
Drive holds nothing but what was shared with it. Whoever wants Drive's feed of changes grants `drive.metadata.readonly`
too, which shows the names of all their files.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import google.auth
from google.auth.exceptions import DefaultCredentialsError, GoogleAuthError
from google.oauth2.credentials import Credentials
from google.oauth2.service_account import Credentials as ServiceAccount

from sheets_gm.adapters import settings as settings_
from sheets_gm.adapters.private_files import write_private
from sheets_gm.gm.ports.sheets import SheetsDown

SPREADSHEETS = "https://www.googleapis.com/auth/spreadsheets"
DRIVE = "https://www.googleapis.com/auth/drive"
DRIVE_FILE = "https://www.googleapis.com/auth/drive.file"
DRIVE_METADATA = "https://www.googleapis.com/auth/drive.metadata.readonly"
SERVICE_SCOPES = (SPREADSHEETS, DRIVE)
USER_SCOPES = (SPREADSHEETS, DRIVE_FILE)

CLIENT = "an OAuth client, which is no consent yet"
KINDS = {
    "service_account": "a service account's key",
    "authorized_user": "a user's credentials",
    "external_account": "a workload identity",
    "installed": CLIENT,
    "web": CLIENT,
}


class BadCredentials(SheetsDown):
    """A way in cannot be used, or is turned away; the message says what to do. A match is not to blame for it."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way in: the *account* that a spreadsheet is shared with ("" where it is not told), *source* of the secret.

    *robot* is whether it is a service account, which owns no Drive space and so can make no spreadsheet. *project* is
    whose quota its calls count for, where that is told.
    """

    account: str
    source: str
    credentials: Any = field(repr=False)
    robot: bool = False
    renew: str = ""
    project: str = ""


WAYS = ("service_account", "service_accounts", "user_credentials", "application_default")


def ways_in(settings: settings_.Google, folder: Path) -> tuple[Way, ...]:
    """The ways in that *settings* name, one for each account; files are looked for in *folder*. `BadCredentials`."""
    named = [name for name in WAYS if getattr(settings, name)]
    if len(named) > 1:
        raise BadCredentials(f"{settings_.FILE} names several ways in: keep one of {', '.join(named)}.")
    if not settings.service_accounts:
        return (way_in(settings, folder),)
    ways = {way.account: way for way in (service_account(folder / name) for name in settings.service_accounts)}
    if len(ways) < len(settings.service_accounts):
        raise BadCredentials(f"service_accounts in {settings_.FILE} names two keys of one account: keep one of them.")
    return tuple(ways.values())


def way_in(settings: settings_.Google, folder: Path) -> Way:
    """The one way in that *settings* name. `BadCredentials`."""
    if settings.service_account:
        return service_account(folder / settings.service_account)
    if settings.user_credentials:
        return user(folder / settings.user_credentials)
    if settings.application_default:
        return application_default()
    return token(settings, folder)


def service_account(path: Path) -> Way:
    """A service account's key file."""
    held = _held(path, "service_account")
    try:
        made = ServiceAccount.from_service_account_info(held, scopes=SERVICE_SCOPES)  # type: ignore[no-untyped-call]
    except (ValueError, TypeError, KeyError, GoogleAuthError) as error:
        raise BadCredentials(
            f"{path} is a damaged key: download a new one (Google Cloud console, Service accounts, Keys)."
        ) from error
    renew = f"make a new key (Google Cloud console, Service accounts, Keys) and put it at {path}"
    project = str(held.get("project_id", ""))
    return Way(str(made.service_account_email), str(path), made, robot=True, renew=renew, project=project)


def user(path: Path) -> Way:
    """A user's own credentials: an authorized_user file, such as `sheets-gm login` and gspread.oauth write."""
    held = _held(path, "authorized_user")
    try:
        made = Credentials.from_authorized_user_info(held)  # type: ignore[no-untyped-call]
    except (ValueError, TypeError, KeyError, AttributeError, GoogleAuthError) as error:
        raise BadCredentials(f"{path} is damaged: sign in anew with sheets-gm login.") from error
    renew = f"sign in anew: sheets-gm login --client FILE --to {path}"
    return Way(str(held.get("account") or ""), str(path), made, renew=renew)


def application_default() -> Way:
    """What the machine itself is signed in as: $GOOGLE_APPLICATION_CREDENTIALS, gcloud, or its metadata server."""
    renew = f"gcloud auth application-default login --scopes=openid,{SPREADSHEETS},{DRIVE}"
    try:
        made, _project = google.auth.default(scopes=SERVICE_SCOPES)
    except DefaultCredentialsError as error:
        raise BadCredentials(f"This machine has no application default credentials: {renew}") from error
    account = str(getattr(made, "service_account_email", "") or "")
    return Way("" if account == "default" else account, "application default", made, robot=bool(account), renew=renew)


def token(settings: settings_.Google, folder: Path) -> Way:
    """A bearer token as it stands: a local server's, or one that lasts an hour on Google."""
    held, source = os.environ.get(settings.token_env) or "", f"${settings.token_env}"
    if not held and settings.token_file:
        source = str(folder / settings.token_file)
        held = _text(folder / settings.token_file).strip()
    if held:
        renew = f"put a new one into {source}"
        return Way("", source, Credentials(token=held), renew=renew)  # type: ignore[no-untyped-call]
    if settings.endpoint:
        raise BadCredentials(
            f"There is no token for {settings.endpoint}: set ${settings.token_env}, or name a token_file "
            f"in {settings_.FILE}."
        )
    raise BadCredentials(
        f"No spreadsheet service is named. In {settings_.FILE} write under [google] service_account = "
        '"key.json" or user_credentials = "user.json" (Google), or endpoint and token_file of a local server '
        "(sheets-gm serve writes them for you)."
    )


def turned_away(way: Way | None, error: GoogleAuthError) -> SheetsDown:
    """What to do about a token that was not given: *error* is google-auth's."""
    said = str(error.args[0] if error.args else error)[:200]
    who = (way and way.account) or "this account"
    renew = way.renew if way else "renew the credentials"
    lower = said.lower()
    if getattr(error, "retryable", False) or type(error).__name__ in ("TransportError", "TimeoutError"):
        return SheetsDown(f"Google's token service cannot be reached: {said}")
    if "short-lived token" in lower:
        return BadCredentials(
            "The clock of this machine is wrong, so Google takes no signature of it: set it "
            "(timedatectl set-ntp true), then try again. sheets-gm doctor shows by how much."
        )
    if "invalid_scope" in lower:
        return BadCredentials(f"{who} was not granted what is needed ({said}): {renew}")
    if "necessary fields" in lower:
        return BadCredentials(f"The token in {way.source if way else 'use'} is no longer good: {renew}")
    if way and way.robot and ("signature" in lower or "account not found" in lower or "disabled" in lower):
        return BadCredentials(f"The key of {who} is revoked, or the account is gone: {renew}. ({said})")
    if "invalid_grant" in lower or "invalid_client" in lower or "deleted_client" in lower:
        return BadCredentials(
            f"The consent of {who} is revoked or has run out: {renew}. It ends after 7 days while the consent screen "
            f"is in testing: publish it. ({said})"
        )
    return BadCredentials(f"Google does not let {who} in ({said}): {renew}")


def login(client: Path, path: Path, *, browser: bool, say: str, scopes: Sequence[str] = USER_SCOPES) -> None:
    """Ask a user for consent in a browser, and keep it in *path*; *say* holds {url}. `BadCredentials`."""
    from google_auth_oauthlib.flow import InstalledAppFlow
    from oauthlib.oauth2 import OAuth2Error

    held = _held(client, "installed")
    try:
        flow = InstalledAppFlow.from_client_config(held, scopes)
        made = flow.run_local_server(
            port=0, open_browser=browser, authorization_prompt_message=say, access_type="offline", prompt="consent"
        )
    except (ValueError, KeyError) as error:
        raise BadCredentials(
            f"{client} is no OAuth client of the kind «Desktop app», or the sign-in failed."
        ) from error
    except OAuth2Error as error:
        raise BadCredentials(f"Google gave no consent ({error.error}): run sheets-gm login again.") from error
    missing = set(scopes) - set(made.granted_scopes or scopes)
    if missing:
        raise BadCredentials(
            f"Not all was granted that is needed ({', '.join(sorted(missing))}): sign in again, and tick every box."
        )
    # the kind is what other programs of Google know the file by
    write_private(path, json.dumps({"type": "authorized_user", **json.loads(made.to_json())}, indent=2))


def _held(path: Path, wanted: str) -> Mapping[str, Any]:
    """The JSON of *path*, which must be of the kind *wanted*."""
    try:
        held = json.loads(_text(path))
    except ValueError as error:
        raise BadCredentials(f"{path} is no JSON, so it is not {KINDS[wanted]}: download it anew.") from error
    kind = held.get("type") if isinstance(held, dict) else None
    if kind == wanted or (isinstance(held, dict) and wanted in held):
        return held  # type: ignore[no-any-return]
    found = kind if kind in KINDS else next((each for each in ("installed", "web") if each in (held or ())), None)
    told = f"it is {KINDS[found]}" if found else "it says of itself that it is nothing Google knows"
    hint = {
        "service_account": f'write service_account = "{path.name}" in {settings_.FILE}',
        "authorized_user": f'write user_credentials = "{path.name}" in {settings_.FILE}',
        "external_account": f"set $GOOGLE_APPLICATION_CREDENTIALS to it, and application_default = true "
        f"in {settings_.FILE}",
        "installed": f"sign in with it: sheets-gm login --client {path.name}",
    }.get(found or "", "download it anew")
    raise BadCredentials(f"{path} is not {KINDS[wanted]}; {told}: {hint}.")


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise BadCredentials(f"There is no file {path}: put it there, or name another.") from error
    except (OSError, UnicodeDecodeError) as error:
        raise BadCredentials(f"The file {path} cannot be read: {type(error).__name__}.") from error
