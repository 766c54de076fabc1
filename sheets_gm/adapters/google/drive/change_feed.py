"""Drive's feed of changes: which documents have changed since the last look.

With the feed, the sync need not poll quiet matches. At the first look, and after a failure, one list of all
spreadsheets shows earlier changes. Google updates both only about every three minutes for edits that people type.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sheets_gm.adapters.google.accounts.credentials import DRIVE, DRIVE_METADATA, Identity
from sheets_gm.adapters.google.calls import api
from sheets_gm.adapters.google.calls.api import FILES, SPREADSHEET, Api
from sheets_gm.gm.poll.schedule.call_quota import Change
from sheets_gm.gm.ports.sheets import SheetsDown, SheetsRefused

CHANGES = f"{api.DRIVE}/changes"

SCOPES = frozenset({DRIVE, f"{DRIVE}.readonly", f"{DRIVE}.metadata", DRIVE_METADATA})
"""Each of these scopes alone allows an account to read its feed."""

PAGE = 1000
"""Changes in one page: the most that Drive sends."""

MOST_PAGES = 20
"""Pages of spreadsheets that are listed at the first look. Further documents are known when they change."""

FILE = "id,modifiedTime,driveId,trashed,lastModifyingUser/me"
"""The requested fields of a file."""

INTERVAL = 30.0
"""Seconds between two looks at the feed."""

RETRY_INTERVAL = 600.0
"""Seconds until a feed that failed is tried again. Until then its matches are polled as if there were no feed."""

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class ChangeFeed:
    """The changes that one account can see. *is_working* is false until the first look, and after a failed one.

    *seen* are the documents that the feed reports, each with its last change. It does not report a document that the
    account opens only by a link, or one in a shared drive, which has a separate feed.
    """

    api: Api
    is_working: bool = False
    seen: dict[str, Change] = field(default_factory=dict)
    _token: str = ""
    _next: float = 0.0

    def changed(self, now: float) -> Mapping[str, Change]:
        """Return the documents changed since the last look; at the first look all; empty if no look is due."""
        if now < self._next:
            return {}
        try:
            if self._token:
                changed = self._changes()
            else:
                # what changes while the files are listed is in the feed
                token = self.api.call("get", f"{CHANGES}/startPageToken")["startPageToken"]
                changed = self.seen = self._files()
                self._token = token
        except (SheetsDown, SheetsRefused, KeyError, ValueError) as error:
            # a service that is away is what the polls say already
            level = logging.INFO if isinstance(error, SheetsDown) else logging.WARNING
            logger.log(level, "Drive's feed of changes cannot be read, so quiet matches are polled often: %s", error)
            self.is_working, self._token, self._next = False, "", now + RETRY_INTERVAL
            return {}
        self.is_working, self._next = True, now + INTERVAL
        return changed

    def _files(self) -> dict[str, Change]:
        """Return the spreadsheets of the account, the last changed ones first."""
        params = {
            "q": f"mimeType = '{SPREADSHEET}'",
            "orderBy": "modifiedTime desc",
            "pageSize": PAGE,
            "fields": f"nextPageToken,files({FILE})",
        }
        changes: dict[str, Change] = {}
        for _ in range(MOST_PAGES):
            page = self.api.call("get", FILES, params=params)
            changes |= {each["id"]: _change(each) for each in page.get("files", ()) if "driveId" not in each}
            if "nextPageToken" not in page:
                break
            params["pageToken"] = page["nextPageToken"]
        return changes

    def _changes(self) -> dict[str, Change]:
        changes: dict[str, Change] = {}
        while True:
            params = {
                "pageToken": self._token,
                "pageSize": PAGE,
                "fields": f"nextPageToken,newStartPageToken,changes(fileId,removed,file({FILE}))",
                "includeItemsFromAllDrives": "true",
            }
            page = self.api.call("get", CHANGES, params=params)
            for each in page.get("changes", ()):
                file = each.get("file")
                if file is not None and "driveId" not in file:
                    changes[each["fileId"]] = self.seen[each["fileId"]] = _change(file)
                elif "fileId" in each:
                    # it is gone or moved: its next poll reports that
                    self.seen.pop(each["fileId"], None)
            if "nextPageToken" not in page:
                self._token = page["newStartPageToken"]
                return changes
            self._token = page["nextPageToken"]


def _change(file: Mapping[str, Any]) -> Change:
    """Return the change of a file as Drive reports it. Raises ValueError or KeyError."""
    modified = datetime.fromisoformat(file["modifiedTime"]).timestamp()
    own = bool(file.get("lastModifyingUser", {}).get("me"))
    return Change(modified, own, trashed=bool(file.get("trashed")))


def can_read_feed(identity: Identity | None) -> bool:
    """Return whether the account's scopes allow it to read the feed; True if the scopes are not known."""
    scopes = getattr(identity and identity.credentials, "scopes", None)
    return scopes is None or bool(SCOPES & set(scopes))
