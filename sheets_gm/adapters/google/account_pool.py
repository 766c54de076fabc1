"""The accounts that share the work of an installation.

A match is always served by one account, because only that account can change what it has protected.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from sheets_gm.adapters.google.calls.retries import ROUND
from sheets_gm.adapters.google.drive.change_feed import ChangeFeed, can_read_feed
from sheets_gm.adapters.google.drive.files import file_access
from sheets_gm.adapters.google.google_sheets import GoogleSheets
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.poll.schedule.call_quota import Change
from sheets_gm.gm.ports.sheets import SheetsRefused
from sheets_gm.gm.ports.store import Store


@dataclass(slots=True)
class AccountPool:
    """The `CallQuota` port for all accounts of an installation. The first one serves matches that name no account."""

    members: Mapping[str, GoogleSheets]
    feeds: Mapping[str, ChangeFeed] = field(default_factory=dict)

    def account(self, record: Record) -> str:
        """Return the account that serves a match."""
        return record.account if record.account in self.members else next(iter(self.members))

    def wait(self, record: Record) -> float:
        """Return the seconds until each workbook of a match may be read and written once."""
        return self.members[self.account(record)].http.quota.wait(len(record.workbooks))

    def divide(self, share_of: Callable[[str], float]) -> None:
        """Let rounds use only a share of the calls of each account, and of each project the shares of its accounts."""
        shares = {name: share_of(name) for name in self.members}
        for name, sheets in self.members.items():
            quota = sheets.http.quota
            quota.account.take_share(shares[name])
            fellows = [
                shares[other] for other, each in self.members.items() if each.http.quota.project is quota.project
            ]
            quota.project.take_share(sum(fellows) / len(fellows))

    def spent(self) -> Mapping[str, tuple[int, int]]:
        """Return the reads and writes of each document since the last call of this method."""
        spent: dict[str, tuple[int, int]] = {}
        for sheets in self.members.values():
            for document, (reads, writes) in sheets.http.quota.spent().items():
                before = spent.get(document, (0, 0))
                spent[document] = before[0] + reads, before[1] + writes
        return spent

    def watches(self, record: Record) -> bool:
        """Return whether the account that serves a match can read a feed that reports all its workbooks."""
        feed = self.feeds.get(self.account(record))
        return feed is not None and feed.is_working and all(book.document in feed.seen for book in record.workbooks)

    def is_unchanged(self, record: Record, since: float) -> bool:
        """Return whether the feed reports no change to a workbook of the match after *since*."""
        if not self.watches(record):
            return False
        seen = self.feeds[self.account(record)].seen
        changes = [seen[book.document] for book in record.workbooks]
        return all(change.modified <= since and not change.trashed for change in changes)

    def changed(self, now: float) -> Mapping[str, Change]:
        """Return the documents that have changed according to the feeds of all accounts."""
        changes: dict[str, Change] = {}
        for feed in self.feeds.values():
            for document, change in feed.changed(now).items():
                # an edit by one account of the pool looks like somebody else's in the feed of another
                other = changes.get(document, change)
                changes[document] = Change(
                    max(other.modified, change.modified), other.own or change.own, other.trashed or change.trashed
                )
        return changes


def account_pool(sheets: GoogleSheets, *, watching: bool) -> AccountPool:
    """Return the accounts of an installation, ready for rounds. With *watching*, each reads its feed if it may."""
    members = sheets.peers or {_account(sheets): sheets}
    for each in members.values():
        each.http.use(ROUND)
    feeds = {name: ChangeFeed(each) for name, each in members.items() if watching and can_read_feed(each.identity)}
    return AccountPool(members, feeds)


def account_for_new_match(sheets: GoogleSheets, store: Store, documents: Mapping[str, str]) -> GoogleSheets:
    """Return the account for a new match in *documents*: the one with the fewest workbooks of unfinished matches.

    If that account may not edit them, another account shares them with it. If none can, it is the first account that
    may edit all of them.
    """
    if not sheets.peers:
        return sheets
    workbooks: Counter[str] = Counter()
    for record in map(store.record, store.names()):
        if record.status not in (Status.OVER, Status.MOVED):
            workbooks[record.account] += len(record.workbooks)
    accounts = sorted(sheets.peers.values(), key=lambda each: workbooks[_account(each)])
    first, *others = accounts
    closed = [document for document in documents.values() if not _may_edit(first, document)]
    if all(_invite(first, document, others) for document in closed):
        return first
    able = (each for each in accounts if all(_may_edit(each, document) for document in documents.values()))
    return next(able, first)


def _account(sheets: GoogleSheets) -> str:
    return sheets.identity.account if sheets.identity else ""


def _may_edit(sheets: GoogleSheets, document: str) -> bool:
    try:
        return file_access(sheets, document).can_edit
    except SheetsRefused:
        return False


def _may_share(sheets: GoogleSheets, document: str) -> bool:
    try:
        access = file_access(sheets, document)
    except SheetsRefused:
        return False
    return access.can_edit and access.can_share


def _invite(guest: GoogleSheets, document: str, hosts: Iterable[GoogleSheets]) -> bool:
    """Let one of *hosts* share a document with *guest*. Return whether one could."""
    host = next((each for each in hosts if _may_share(each, document)), None)
    if host is None:
        return False
    try:
        host.invite(document, _account(guest))
    except SheetsRefused:
        return False
    return True
