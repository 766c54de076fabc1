"""The permitted uses of an access token (Google, "OAuth 2.0 Scopes for Google APIs").

A call is allowed if its token has any of the scopes that Google's discovery document lists for it.
"""

from __future__ import annotations

import re

from sheets_gm.localsheets.identity.accounts import Caller
from sheets_gm.localsheets.protocol.errors import narrow_scopes

AUTH = "https://www.googleapis.com/auth/"
SPREADSHEETS, SPREADSHEETS_READ = f"{AUTH}spreadsheets", f"{AUTH}spreadsheets.readonly"
DRIVE, DRIVE_READ, DRIVE_FILE = f"{AUTH}drive", f"{AUTH}drive.readonly", f"{AUTH}drive.file"
METADATA, METADATA_READ = f"{AUTH}drive.metadata", f"{AUTH}drive.metadata.readonly"
FEEDS = "https://spreadsheets.google.com/feeds"
"""The former name of `spreadsheets`, which Google still accepts."""

_SHEETS_WRITE = frozenset({SPREADSHEETS, DRIVE, DRIVE_FILE})
_SHEETS_READ = _SHEETS_WRITE | {SPREADSHEETS_READ, DRIVE_READ}
_DRIVE_WRITE = frozenset({DRIVE, DRIVE_FILE})
_CONTENT = _DRIVE_WRITE | {DRIVE_READ}
_DRIVE_READ = _CONTENT | {METADATA, METADATA_READ}

DRIVE_CALLS = (
    ("GET", r"/drive/v3/files/[^/]+/export", _CONTENT),
    ("GET", r"/drive/v3/files/[^/]+/comments(/.*)?", _CONTENT),
    ("GET", r"/spreadsheets/d/[^/]+/export", _SHEETS_READ),
    ("PATCH", r"/drive/v3/files/[^/]+", _DRIVE_WRITE | {METADATA}),
    ("GET", r"/drive/v[23]/.*", _DRIVE_READ),
)


def needed(method: str, path: str) -> frozenset[str]:
    """Return the scopes that allow a call; one of them is enough."""
    if path.startswith("/v4/"):
        reading = method in ("GET", "HEAD") and "/developerMetadata/" not in path
        return _SHEETS_READ if reading else _SHEETS_WRITE
    for verb, pattern, scopes in DRIVE_CALLS:
        if verb == method and re.fullmatch(pattern, path):
            return scopes
    return _DRIVE_WRITE


def must_cover(caller: Caller, method: str, path: str) -> None:
    """Raise 403 if the caller's token does not allow the call."""
    if caller.scopes is None:
        return
    held = caller.scopes | {SPREADSHEETS} if FEEDS in caller.scopes else caller.scopes
    if not held & needed(method, path):
        raise narrow_scopes(*method_name(method, path))


def only_own(caller: Caller, method: str, path: str) -> bool:
    """Whether only `drive.file` allows a call, so that it reaches only files of the caller's own app.

    A scope for spreadsheets opens them only to the Sheets API. For the Drive API, only the scopes of Drive count.
    """
    return (
        caller.scopes is not None
        and FEEDS not in caller.scopes
        and caller.scopes & needed(method, path) == {DRIVE_FILE}
    )


_CALLS = (
    ("GET", r"/v4/spreadsheets/[^/:]+", "GetSpreadsheet"),
    ("POST", r"/v4/spreadsheets", "CreateSpreadsheet"),
    ("POST", r"/v4/spreadsheets/[^/:]+:batchUpdate", "BatchUpdateSpreadsheet"),
    ("GET", r"/v4/spreadsheets/[^/:]+/values:batchGet", "BatchGetValues"),
    ("POST", r"/v4/spreadsheets/[^/:]+/values:batchGetByDataFilter", "BatchGetValuesByDataFilter"),
    ("POST", r"/v4/spreadsheets/[^/:]+/values:batchUpdate", "BatchUpdateValues"),
    ("POST", r"/v4/spreadsheets/[^/:]+/values:batchClear", "BatchClearValues"),
    ("GET", r"/v4/spreadsheets/[^/:]+/values/.+", "GetValues"),
    ("PUT", r"/v4/spreadsheets/[^/:]+/values/.+", "UpdateValues"),
    ("POST", r"/v4/spreadsheets/[^/:]+/values/.+:append", "AppendValues"),
    ("POST", r"/v4/spreadsheets/[^/:]+/values/.+:clear", "ClearValues"),
)


def method_name(method: str, path: str) -> tuple[str, str]:
    """Return Google's names of the service and the method of a call."""
    if not path.startswith("/v4/"):
        kind = next(
            (name for name in ("permissions", "comments", "replies", "revisions") if f"/{name}" in path), "files"
        )
        return "drive.googleapis.com", f"google.apps.drive.v3.Drive{kind.capitalize()}"
    for verb, pattern, name in _CALLS:
        if verb == method and re.fullmatch(pattern, path):
            return "sheets.googleapis.com", f"google.apps.sheets.v4.SpreadsheetsService.{name}"
    return "sheets.googleapis.com", "google.apps.sheets.v4.SpreadsheetsService"
