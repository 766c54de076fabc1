"""Files with credentials: reading them, and what to do about a file of the wrong kind."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from sheets_gm.adapters.installation.settings import FILE
from sheets_gm.gm.ports.sheets import SheetsDown
from sheets_gm.kernel.errors import SetupError

CLIENT = "an OAuth client, with which a user has yet to sign in"
KINDS = {
    "service_account": "a service account's key",
    "authorized_user": "a user's credentials",
    "external_account": "a workload identity",
    "installed": CLIENT,
    "web": "an OAuth client of type “Web application”",
}


class BadCredentials(SetupError, SheetsDown):
    """The credentials cannot be used or are refused: no failure of a match. The message says what to do."""


def read_json(path: Path, wanted: str) -> Mapping[str, Any]:
    """Return the JSON in *path*, which must be of the kind *wanted*. Raises `BadCredentials`."""
    try:
        info = json.loads(read_text(path))
    except ValueError as error:
        raise BadCredentials(f"{path} is not JSON, so it is not {KINDS[wanted]}: download it again.") from error
    kind = info.get("type") if isinstance(info, dict) else None
    if kind == wanted or (isinstance(info, dict) and wanted in info):
        return info  # type: ignore[no-any-return]
    file_kind = kind if kind in KINDS else next((each for each in ("installed", "web") if each in (info or ())), None)
    actual = f"it is {KINDS[file_kind]}" if file_kind else "Google does not know its type"
    hint = {
        "web": "create another one of type “Desktop app” (Google Cloud console, Clients, Create client)",
        "service_account": f'write service_account = "{path.name}" in {FILE}',
        "authorized_user": f'write user_credentials = "{path.name}" in {FILE}',
        "external_account": f"set $GOOGLE_APPLICATION_CREDENTIALS to it, and application_default = true in {FILE}",
        "installed": f"sign in with it: sheets-gm login --client {path.name}",
    }.get(file_kind or "", "download it again")
    raise BadCredentials(f"{path} is not {KINDS[wanted]}; {actual}: {hint}.")


ENDS = "consent_ends"
"""The key of a user's credentials with the time (RFC 3339) at which the consent ends, if it does."""


def end_of_consent(info: Mapping[str, Any]) -> datetime | None:
    """Return when the consent of a user's credentials ends; None if it does not. Raises `ValueError`."""
    return datetime.fromisoformat(info[ENDS]) if info.get(ENDS) else None


def read_text(path: Path) -> str:
    """Return the text of *path*. Raises `BadCredentials`."""
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise BadCredentials(f"There is no file {path}: put it there, or name another file.") from error
    except UnicodeDecodeError as error:
        raise BadCredentials(f"The file {path} cannot be read, because it is not text: download it again.") from error
    except OSError as error:
        raise BadCredentials(f"The file {path} cannot be read: {error.strerror}.") from error
