"""The world of one run: a service, a store, a clock, everybody's connections, and what is logged and counted."""

from __future__ import annotations

import logging
import random
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import tenacity as retrying

from sheets_gm.adapters.google.google_sheets import GoogleSheets
from sheets_gm.adapters.installation import templates
from sheets_gm.adapters.stores.spreadsheet.store import SheetStore
from sheets_gm.games.finding import game
from sheets_gm.gm.match_record.workbook import Workbook
from sheets_gm.gm.poll.notices import Notice
from sheets_gm.gm.poll.poller import Poller
from sheets_gm.gm.ports.store import Store
from sheets_gm.gm.session import Ports, Session
from sheets_gm.gm.workbooks.live.workbooks import Workbooks
from sheets_gm.gm.workbooks.marker import marked_entry
from sheets_gm.localsheets.api import in_process as inprocess
from sheets_gm.localsheets.spreadsheet.model.sheet import Sheet
from tests.simulation.blueprint import MATCH, REAL_DICE, SYNC, Setting, blueprint, client_of, service_of
from tests.simulation.clock import Time
from tests.simulation.disk import Disk

SPREADSHEET = "spreadsheet"
"""The kind of a store that is kept in a spreadsheet; every other one is in a database file."""


class World:
    """One run. *counted* counts what was done to it: each fault that struck, each thing that people did."""

    def __init__(self, setting: Setting, store: str, home: Path) -> None:
        self.setting, self.store_kind = setting, store
        self.plan = blueprint(setting)
        self.time = Time()
        self.service = service_of(self.plan, self.time)
        self.counted: Counter[str] = Counter()
        self.log: list[str] = []
        self.notices: list[str] = []
        self.disk = Disk(home / "matches.db", self.count)
        self.disk.path.write_bytes(self.plan.store)
        self._accounts: dict[str, GoogleSheets] = {}
        self.watching = self.open_store(self.person(SYNC), fresh=0.0)
        if store == SPREADSHEET:
            created = self.disk.open()
            self.watching.create(self.plan.record, created.last(MATCH))
            created.close()

    @property
    def real_dice(self) -> bool:
        """Whether the GM rolls, and types what the dice show."""
        return self.setting.dice == REAL_DICE

    def open_store(self, sheets: GoogleSheets, fresh: float) -> Store:
        """The store as a program opens it that calls the service by *sheets*."""
        if self.store_kind != SPREADSHEET:
            return self.disk.open()
        store = SheetStore(sheets, self.plan.document, self.time.steady, fresh)
        store.prepare()
        return store

    def count(self, what: str) -> None:
        """Count that something happened."""
        self.counted[what] += 1

    def notify(self, match: str, notices: Sequence[Notice]) -> None:
        """A process notifies people outside the sheet."""
        self.notices += [f"{each.title} {each.body}" for each in notices]

    # -- what the simulation itself looks at -----------------------------------------------------------------------

    def person(self, account: str) -> GoogleSheets:
        """gspread as a person, whose calls always arrive."""
        if account not in self._accounts:
            made = client_of(account)
            inprocess.mount(made.http.session, self.service, lambda _seconds: None)
            made.http.sleep = self.time.sleep
            self._accounts[account] = made
        return self._accounts[account]

    def sheet(self, book: Workbook, tab: str) -> Sheet | None:
        """A tab as the service has it; None if it is gone."""
        document = self.service.documents.get(book.document)
        return document.sheets.get(book.tabs.get(tab, -1)) if document else None

    def shown(self, book: Workbook) -> int | None:
        """The entry that a workbook shows, by its marker; None if it has none."""
        sheet = self.sheet(book, next(iter(book.tabs)))
        first = sorted((place[1], cell) for place, cell in sheet.cells.items() if not place[0]) if sheet else ()
        found = marked_entry([[cell.get("userEnteredValue", {}).get("stringValue", "") for _, cell in first]])
        return None if found is None else max(found, book.shown)

    def session(self) -> Session:
        """The match as it is in the store now."""
        name, ports = self.setting.game, Ports(self.watching, lambda: self.time.now, steady=self.time.steady)
        return Session(game(name), templates.template(name), ports, MATCH)

    def poller(self) -> Poller:
        """A process that has just begun, and that nothing happens to."""
        session = self.session()
        return Poller(Workbooks(session, self.person(SYNC)), "look")


@contextmanager
def world(setting: Setting, store: str, seed: int) -> Iterator[World]:
    """A world whose luck follows from *seed*, with everything that is logged in it."""
    state, root = random.getstate(), logging.getLogger()
    tenacity: Any = retrying
    clock = tenacity.time
    random.seed(seed)
    with tempfile.TemporaryDirectory() as home:
        made = World(setting, store, Path(home))
        handler = _Lines(made.log.append)
        root.addHandler(handler)
        tenacity.time = SimpleNamespace(monotonic=made.time.steady, sleep=made.time.sleep)
        try:
            yield made
        finally:
            root.removeHandler(handler)
            tenacity.time = clock
            random.setstate(state)


class _Lines(logging.Handler):
    """Keeps what is logged, tracebacks included."""

    def __init__(self, take: Callable[[str], Any]) -> None:
        super().__init__()
        self._take = take
        self.setFormatter(logging.Formatter())

    def emit(self, record: logging.LogRecord) -> None:
        self._take(self.format(record))
