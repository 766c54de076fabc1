"""A sync: the real rounds on the real client and store, with every port of theirs a place where it may end."""

from __future__ import annotations

from typing import cast
from urllib.parse import urlsplit

from requests import PreparedRequest

from sheets_gm.adapters.google.calls.retries import COMMAND, ROUND
from sheets_gm.adapters.google.google_sheets import GoogleSheets
from sheets_gm.adapters.installation import templates
from sheets_gm.adapters.stores.database.store import DatabaseStore
from sheets_gm.games.finding import game
from sheets_gm.gm.poll.notifying import Outlet
from sheets_gm.gm.poll.poller import Poller
from sheets_gm.gm.poll.schedule import pace
from sheets_gm.gm.poll.schedule.rounds import Rounds, Trouble
from sheets_gm.gm.poll.tick import Tick
from sheets_gm.gm.ports.sheets import SheetsDown
from sheets_gm.gm.ports.store import Store, StoreDown
from sheets_gm.gm.session import Ports, Session
from sheets_gm.gm.workbooks.live.workbooks import Workbooks
from sheets_gm.localsheets import google_hosts
from tests.simulation.blueprint import MATCH, SYNC, client_of
from tests.simulation.disk import StorePort
from tests.simulation.ledger import Ledger
from tests.simulation.network import Faults, Wire
from tests.simulation.process import Process
from tests.simulation.world import World

KILLED = "killed in the middle"

EVERY_TIME = pace.fixed(0.0)
"""Whoever lets a process work lets it poll."""


class Sync:
    """A process that polls the match, or (*resolve*) one that plays its turn and ends.

    *reads* is the instant of the ledger at which it last read each document. *leapt* is by how much the clock of its
    machine is wrong, *ticks* how often it polled, and *writes* what it wrote.
    *troubles* are the failures that count as such.
    """

    def __init__(self, world: World, ledger: Ledger, name: str, *, resolve: bool = False) -> None:
        self.world, self.ledger, self.name, self.resolve = world, ledger, name, resolve
        self.leapt = 0.0
        self.starts = 0
        self.ticks = self.writes = 0
        self.troubles: list[str] = []
        self.faults = Faults(struck=world.count)
        self.process = Process(name, self._work, self._failed)
        self._start()

    def _start(self) -> None:
        """Begin as a new process, which knows nothing."""
        self.starts += 1
        self.reads: dict[str, int] = {}
        self._rounds: Rounds | None = None

    def kill(self) -> None:
        """Kill it, and let a new one take its place."""
        self.world.count(KILLED if self.process.is_running else "restarted")
        self.process.kill()
        self._start()

    # -- inside the process ----------------------------------------------------------------------------------------

    def _work(self) -> None:
        if self.resolve:
            sheets, store = self._connected()
            self._did(self._poller(sheets, store).tick(resolve=True))
            return
        if self._rounds is None:
            sheets, store = self._connected()
            self._rounds = Rounds(
                store, lambda _match: self._poller(sheets, store), self._clock, EVERY_TIME, steady=self._steady
            )
        for each in self._rounds.round(only=MATCH):
            self._did(each)

    def _failed(self, error: Exception) -> None:
        """It ended with an error: where that is one that a person is to read, it begins again."""
        if not isinstance(error, SheetsDown | StoreDown):
            raise error
        self.world.count("ended with a message")
        self.world.log.append(str(error))
        self._start()

    def _connected(self) -> tuple[GoogleSheets, Store]:
        """The client and the store of a new process."""
        sheets = client_of(SYNC)
        sheets.http.use(COMMAND if self.resolve else ROUND)
        sheets.http.sleep = self._sleep
        sheets.http.quota.clock = self._steady
        wire = Wire(self.world.service, self.process, self.faults, self.world.time.sleep, self._answered)
        for session in google_hosts.sessions(sheets.http.session):
            for host in google_hosts.HOSTS:
                session.mount(host, wire)
        store = self.world.open_store(sheets, fresh=5.0)
        disk = self.world.disk if isinstance(store, DatabaseStore) else None
        return sheets, cast("Store", StorePort(store, self.process, lambda: self.ledger.look(self.reads), disk))

    def _poller(self, sheets: GoogleSheets, store: Store) -> Poller:
        name = self.world.setting.game
        session = Session(game(name), templates.template(name), Ports(store, self._clock, steady=self._steady), MATCH)
        return Poller(Workbooks(session, sheets), f"{self.name}/{self.starts}", Outlet(self.world.notify))

    def _clock(self) -> float:
        self.process.pause()
        return self.world.time.now + self.leapt

    def _steady(self) -> float:
        return self.world.time.steady()

    def _sleep(self, seconds: float) -> None:
        self.process.call(lambda: self.world.time.sleep(seconds))

    def _answered(self, request: PreparedRequest, arrives: bool) -> None:
        """The service has done what this process asked for; *arrives*: the process hears of it."""
        parts = urlsplit(request.url or "").path.split("/")
        if arrives and parts[-1] == "values:batchGetByDataFilter":
            self.reads[parts[-2]] = self.ledger.now
        document, _, verb = parts[-1].partition(":")
        if verb == "batchUpdate":
            self.ledger.written(document, self.reads.get(document, 0))
            if document == self.world.plan.document:
                self.ledger.look(self.reads)

    def _did(self, what: Tick | Trouble) -> None:
        """It has done a tick, or failed to."""
        if isinstance(what, Trouble):
            self.world.log.append(what.reason)
            self.world.count("failed polls")
            if not what.away:
                self.troubles.append(what.reason)
            return
        self.world.log += [*what.mended, *what.restored]
        self.world.count("polls")
        self.ticks += 1
        self.ledger.settled(self.reads)
        self.writes += what.writes
