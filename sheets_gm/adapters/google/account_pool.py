"""Accounts: the hands that share the work of an installation, what each has left to spend, and what each hears.

Laws: a match is served by one account, for what an account has protected only it can change; the feed of changes
makes a quiet match quicker and is never relied upon. Google brings it up to date only about every three minutes for
what people type.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from sheets_gm.adapters.google.client import GoogleSheets
from sheets_gm.adapters.google.credentials import DRIVE, DRIVE_METADATA
from sheets_gm.adapters.google.files import rights
from sheets_gm.adapters.google.retries import ROUND
from sheets_gm.gm.ports.sheets import SheetsDown, SheetsRefused
from sheets_gm.gm.ports.store import Store
from sheets_gm.gm.record.policy import Status
from sheets_gm.gm.record.record import Record
from sheets_gm.gm.record.workbook import Workbook

CHANGES = "https://www.googleapis.com/drive/v3/changes"
METADATA = frozenset({DRIVE, f"{DRIVE}.readonly", f"{DRIVE}.metadata", DRIVE_METADATA})
"""Scopes that reach the feed of all files that an account may see: each one is enough."""

PAGE = 1000
"""Changes that are asked for at a time: the most that Drive hands out."""

EVERY = 30.0
"""Seconds between two looks at a feed."""

DEAF = 600.0
"""Seconds until a feed that failed is tried again; its matches are polled as if there were none."""

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class ChangeFeed:
    """What Drive tells one account of changed files: `changes.list`, from a page token on, which never runs out."""

    sheets: GoogleSheets
    hears: bool = False
    _token: str = ""
    _next: float = 0.0

    def changed(self, now: float) -> Collection[str]:
        """The documents that have changed since this was asked last; nothing while the feed rests."""
        if now < self._next:
            return ()
        try:
            if not self._token:
                self._token = self.sheets.call("get", f"{CHANGES}/startPageToken")["startPageToken"]
                changed = set()
            else:
                changed = set(self._pages())
        except (SheetsDown, SheetsRefused, KeyError) as error:
            logger.warning("Drive's feed of changes is not heard, so quiet matches are polled more often: %s", error)
            self.hears, self._token, self._next = False, "", now + DEAF
            return ()
        self.hears, self._next = True, now + EVERY
        return changed

    def _pages(self) -> Iterable[str]:
        """The changed documents of every page, up to the present."""
        mask = "nextPageToken,newStartPageToken,changes(fileId)"
        while True:
            asked = {"pageToken": self._token, "pageSize": PAGE, "fields": mask}
            page = self.sheets.call("get", CHANGES, params=asked)
            yield from (each["fileId"] for each in page.get("changes", ()) if "fileId" in each)
            if "nextPageToken" not in page:
                self._token = page["newStartPageToken"]
                return
            self._token = page["nextPageToken"]


@dataclass(slots=True)
class AccountPool:
    """The `CallQuota` port over the accounts of an installation, the first of which serves matches bound to none."""

    members: Mapping[str, GoogleSheets]
    feeds: Mapping[str, ChangeFeed] = field(default_factory=dict)

    def account(self, record: Record) -> str:
        """The account that serves a match."""
        return record.account if record.account in self.members else next(iter(self.members))

    def wait(self, record: Record) -> float:
        """Seconds until each workbook of a match may be read and written once."""
        return self.members[self.account(record)].http.quota.wait(len(record.workbooks))

    def spent(self) -> Mapping[str, tuple[int, int]]:
        """Reads and writes of each document since this was asked last."""
        spent: dict[str, tuple[int, int]] = {}
        for sheets in self.members.values():
            for document, (reads, writes) in sheets.http.quota.spent().items():
                before = spent.get(document, (0, 0))
                spent[document] = before[0] + reads, before[1] + writes
        return spent

    def watches(self, record: Record) -> bool:
        """Whether the feed of the account that serves a match is heard."""
        feed = self.feeds.get(self.account(record))
        return feed is not None and feed.hears

    def changed(self, now: float) -> Collection[str]:
        """The documents that some account's feed has told of."""
        return {document for feed in self.feeds.values() for document in feed.changed(now)}


def account_pool(sheets: GoogleSheets, *, watching: bool) -> AccountPool:
    """The accounts of an installation, ready for rounds; *watching*, those that may hear Drive's feed listen to it."""
    members = sheets.peers or {(sheets.way and sheets.way.account) or "": sheets}
    for each in members.values():
        each.http.have(ROUND)
    feeds = {name: ChangeFeed(each) for name, each in members.items() if watching and may_watch(each)}
    return AccountPool(members, feeds)


def may_watch(sheets: GoogleSheets) -> bool:
    """Whether the account's scopes reach the feed; a bare token says nothing of its scopes, and is tried."""
    scopes = getattr(sheets.way and sheets.way.credentials, "scopes", None)
    return scopes is None or bool(METADATA & set(scopes))


def account_for_new_match(sheets: GoogleSheets, store: Store, documents: Mapping[str, str]) -> GoogleSheets:
    """The account that is to serve a new match in *documents*: the one with the fewest workbooks of matches that go on.

    One of the others lets it in where it can. Where nobody can, the first that may edit all of them serves the match.
    """
    if not sheets.peers:
        return sheets
    loads: Counter[str] = Counter()
    for record in map(store.record, store.names()):
        if record.status is not Status.OVER:
            loads[record.account] += len(record.workbooks)
    order = sorted(sheets.peers.values(), key=lambda each: loads[_name(each)])
    least = order[0]
    shut = [document for document in documents.values() if not _rights(least, document)[0]]
    if all(_let_in(least, document, order[1:]) for document in shut):
        return least
    able = (each for each in order if all(_rights(each, document)[0] for document in documents.values()))
    return next(able, least)


def _name(sheets: GoogleSheets) -> str:
    return sheets.way.account if sheets.way else ""


def _rights(sheets: GoogleSheets, document: str) -> tuple[bool, bool]:
    """Whether an account may edit a document, and share it."""
    try:
        held = rights(sheets, document)
    except SheetsRefused:
        return False, False
    return held.edit, held.share


def _let_in(guest: GoogleSheets, document: str, hosts: Iterable[GoogleSheets]) -> bool:
    """Let one of *hosts* share a document with *guest*."""
    host = next((each for each in hosts if all(_rights(each, document))), None)
    if host is None:
        return False
    host.share(Workbook(key="", document=document, tabs={}), [_name(guest)])
    return True
