"""Several real syncs on one PostgreSQL store and one local spreadsheet with a quota, and people who type.

The soak runs it with a thousand matches, the tests with a few.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from sheets_gm.adapters.files.private_files import write_private
from sheets_gm.adapters.google.google_sheets import GoogleSheets
from sheets_gm.adapters.google.opening import connect
from sheets_gm.adapters.installation import settings, templates
from sheets_gm.adapters.stores.database.store import DatabaseStore, open_store
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.ports.sheets import TabRange
from sheets_gm.localsheets.api.quota import Limits, Quota
from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.drive.storage import Storage
from sheets_gm.localsheets.http_server import server
from sheets_gm.localsheets.identity.accounts import Caller
from tests.crowd import copied_match
from tests.gm.table import create_gvg_match

SYNC = "sync@many"


class Counted(Quota):
    """A quota that counts what it allows the syncs, and what it refuses them."""

    allowed = refused = 0

    def count(self, caller: Caller, method: str, path: str, now: float) -> None:
        if caller.account != SYNC:
            return  # what people do in their browsers counts against no quota
        try:
            super().count(caller, method, path, now)
            self.allowed += 1
        except Exception:
            self.refused += 1
            raise


@dataclass
class Edit:
    """What somebody typed: in which match, when, and the receipt of that row before."""

    match: str
    at: float
    receipt: str


@dataclass
class ManySyncs:
    """Matches on one store, the service that they are on, and the syncs that were started."""

    home: Path
    store: DatabaseStore
    service: Service
    people: GoogleSheets
    names: Sequence[str]
    counted: Counted
    syncs: list[subprocess.Popen[bytes]] = field(default_factory=list)
    records: dict[str, Record] = field(default_factory=dict)
    typed: int = 0
    answered: Counter[str] = field(default_factory=Counter)

    def start(self, number: int) -> None:
        """Start so many syncs."""
        for _ in range(number):
            log = (self.home / f"sync{len(self.syncs)}.log").open("wb")
            command = [sys.executable, "-m", "sheets_gm.adapters.cli", "sync", "--json", "--home", str(self.home)]
            environment = {**os.environ, "PYTHONWARNINGS": "ignore"}
            self.syncs.append(subprocess.Popen(command, stdout=log, stderr=log, env=environment))
            log.close()

    def stop(self) -> None:
        """Stop all syncs that run."""
        for sync in self.syncs:
            if sync.poll() is None:
                sync.send_signal(signal.SIGTERM)
        for sync in self.syncs:
            sync.wait(60)

    def megabytes(self) -> list[float]:
        """The memory of each sync that runs."""
        pages = [Path(f"/proc/{each.pid}/statm").read_text().split()[1] for each in self.syncs if each.poll() is None]
        return [int(number) * os.sysconf("SC_PAGE_SIZE") / 1e6 for number in pages]

    def served(self) -> dict[str, float]:
        """The calls a minute that each sync that lives wants to make, by its name."""
        return {name: sum(seen.demand.values()) for name, seen in self.store.sync_registry.syncs().items()}

    def type(self, match: str) -> Edit:
        """Type into the first row of the orders of a match."""
        record = self.records[match]
        fields = [column.field for column in templates.template("gvg").tabs["orders"].columns]
        row, receipt = self._row(record, fields.index("receipt"))
        self.typed += 1
        tile = f"nowhere{self.typed}"  # the receipt names it, so no two are the same
        book = record.workbooks[0]
        self.people.type_in(book, [(book.tabs["orders"], row, fields.index("move_to"), tile)])
        return Edit(match, time.monotonic(), receipt)

    def is_answered(self, edit: Edit) -> bool:
        """Whether an edit has its receipt."""
        fields = [column.field for column in templates.template("gvg").tabs["orders"].columns]
        return self._row(self.records[edit.match], fields.index("receipt"))[1] != edit.receipt

    def _row(self, record: Record, receipt: int) -> tuple[int, str]:
        rows = self.people.read(record.workbooks[0], [TabRange("orders")])["orders"]
        seats = {seat.id for seat in record.people}
        named = templates.template("gvg").tabs["orders"].places["seat"]
        number = next(number for number, row in enumerate(rows) if len(row) > named and row[named] in seats)
        return number, str(rows[number][receipt]) if len(rows[number]) > receipt else ""

    def play(self, busy: int, minutes: float) -> tuple[list[float], list[float]]:
        """Type into *busy* matches every ten seconds for so many minutes, and return how long each edit waited.

        The first two edits of a match come apart: until they are found it counts as quiet, and the feed reports them.
        """
        end = time.monotonic() + 60 * minutes
        first: list[float] = []
        delays: list[float] = []
        open_: list[Edit] = []
        following = dict.fromkeys(self.names[:busy], 0.0)
        while time.monotonic() < end:
            for match in [match for match, at in following.items() if at <= time.monotonic()]:
                if all(edit.match != match for edit in open_):
                    open_.append(self.type(match))
                following[match] = time.monotonic() + 10
            for edit in [edit for edit in open_ if self.is_answered(edit)]:
                open_.remove(edit)
                self.answered[edit.match] += 1
                (delays if self.answered[edit.match] > 2 else first).append(time.monotonic() - edit.at)
            time.sleep(0.5)
        return first, delays

    def see_all(self, busy: int) -> float:
        """Wait until every match was polled once, and all but *busy* ones are only watched; the seconds it took."""
        start = time.monotonic()
        while sum(glance.watched > 0 for glance in self.store.glances().values()) < len(self.names) - busy:
            time.sleep(1)
        return time.monotonic() - start

    def wait(self, edits: Sequence[Edit], seconds: float) -> list[float]:
        """Wait until all edits have their receipts, and return how long each waited."""
        left, delays, end = list(edits), [], time.monotonic() + seconds
        while left:
            assert time.monotonic() < end, f"no receipt: {[edit.match for edit in left]}"
            for edit in [edit for edit in left if self.is_answered(edit)]:
                left.remove(edit)
                delays.append(time.monotonic() - edit.at)
            time.sleep(0.2)
        return delays


def long_ago() -> float:
    """An hour ago: what happened then makes no match lively now."""
    return time.time() - 3600


@contextmanager
def many_syncs(home: Path, where: str, matches: int, reads: int, every: float | None = None) -> Iterator[ManySyncs]:
    """So many matches in the PostgreSQL store *where*, of which an account may read *reads* times a minute."""
    service = Service(Storage(None))
    store = open_store(where)
    with server.running(service) as base:
        token = service.add_account(SYNC)
        robot, people = connect(token, base), connect(service.add_account("people@many"), base)
        names = [f"match{number:04}" for number in range(matches)]
        first = create_gvg_match(store, robot, names[0], {"team_size": 1, "archery": "off"}, long_ago)
        robot.invite(first.workbooks[0].document, "people@many")
        records = {name: copied_match(store, service, first, name) for name in names[1:]} | {names[0]: first}
        counted = service.quota = Counted(Limits(user_reads=reads, user_writes=reads))
        write_private(home / "token", token)
        quota = settings.Quota(reads=reads, writes=reads, account_reads=reads, account_writes=reads)
        google = settings.Google(endpoint=base, token_file="token", quota=quota)
        chosen = settings.Settings(store=where, every=every, google=google)
        (home / settings.FILE).write_text(settings.dump(chosen), encoding="utf-8")
        made = ManySyncs(home, store, service, people, names, counted, records=records)
        try:
            yield made
        finally:
            made.stop()
            store.close()
    service.close()
