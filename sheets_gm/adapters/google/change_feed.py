"""Drive's feed of changes: which documents have changed since the last look.

The feed lets the sync answer a quiet match sooner. Nothing depends on it: for edits that people type, Google updates it
only about every three minutes.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from sheets_gm.adapters.google import api
from sheets_gm.adapters.google.api import Api
from sheets_gm.adapters.google.credentials import DRIVE, DRIVE_METADATA, Identity
from sheets_gm.gm.ports.sheets import SheetsDown, SheetsRefused

CHANGES = f"{api.DRIVE}/changes"

SCOPES = frozenset({DRIVE, f"{DRIVE}.readonly", f"{DRIVE}.metadata", DRIVE_METADATA})
"""Each of these scopes alone allows an account to read its feed."""

PAGE = 1000
"""Changes in one page: the most that Drive sends."""

INTERVAL = 30.0
"""Seconds between two looks at the feed."""

RETRY_INTERVAL = 600.0
"""Seconds until a feed that failed is tried again. Until then its matches are polled as if there were no feed."""

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class ChangeFeed:
    """The changes that one account can see. *is_working* is false until the first look, and after a failed one."""

    api: Api
    is_working: bool = False
    _token: str = ""
    _next: float = 0.0

    def changed(self, now: float) -> Collection[str]:
        """The ids of documents that changed since the last look; nothing before the next look is due."""
        if now < self._next:
            return ()
        try:
            if not self._token:
                self._token = self.api.call("get", f"{CHANGES}/startPageToken")["startPageToken"]
                changed = set()
            else:
                changed = set(self._pages())
        except (SheetsDown, SheetsRefused, KeyError) as error:
            logger.warning("Drive's feed of changes cannot be read, so quiet matches are polled more often: %s", error)
            self.is_working, self._token, self._next = False, "", now + RETRY_INTERVAL
            return ()
        self.is_working, self._next = True, now + INTERVAL
        return changed

    def _pages(self) -> Iterable[str]:
        mask = "nextPageToken,newStartPageToken,changes(fileId)"
        while True:
            params = {
                "pageToken": self._token,
                "pageSize": PAGE,
                "fields": mask,
                "includeItemsFromAllDrives": "true",
            }
            page = self.api.call("get", CHANGES, params=params)
            yield from (each["fileId"] for each in page.get("changes", ()) if "fileId" in each)
            if "nextPageToken" not in page:
                self._token = page["newStartPageToken"]
                return
            self._token = page["nextPageToken"]


def can_read_feed(identity: Identity | None) -> bool:
    """Whether the account's scopes allow it to read the feed. True where the scopes are not known."""
    scopes = getattr(identity and identity.credentials, "scopes", None)
    return scopes is None or bool(SCOPES & set(scopes))
