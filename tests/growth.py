"""How the memory and the work of a sync grow with its matches: copies of one match, all on one spreadsheet."""

from __future__ import annotations

import gc
import time
import tracemalloc
from collections.abc import Iterator
from dataclasses import dataclass

from sheets_gm.adapters.installation import templates
from sheets_gm.adapters.stores.database.store import open_store
from sheets_gm.games.finding import game
from sheets_gm.gm.poll.poller import Poller
from sheets_gm.gm.poll.schedule.call_quota import Unlimited
from sheets_gm.gm.poll.schedule.rounds import Rounds, Trouble
from sheets_gm.gm.session import Ports, Session
from sheets_gm.gm.workbooks.live.workbooks import Workbooks
from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.drive.storage import Storage
from tests.gm.table import create_gvg_match, sheets_on


@dataclass(frozen=True, slots=True)
class Figures:
    """What so many *matches* take: megabytes of memory, CPU milliseconds of a poll and of a round with no poll."""

    matches: int
    megabytes: float
    poll: float
    round: float
    kept: int

    def __str__(self) -> str:
        return (
            f"{self.matches:5} matches: {self.megabytes:6.1f} MB, {self.poll:5.1f} ms a poll, "
            f"{self.round:5.2f} ms a round without one, {self.kept} in memory"
        )


def growth(numbers: tuple[int, ...], *, quiet: bool = True) -> Iterator[Figures]:
    """The figures of as many matches as each of *numbers* says, each polled once, and none since."""
    for number in numbers:
        yield _figures(number, quiet=quiet)


def _figures(number: int, *, quiet: bool) -> Figures:
    store, rules, template = open_store(":memory:"), game("gvg"), templates.template("gvg")
    sheets = sheets_on(Service(Storage(None)), "sync@growth")
    first = create_gvg_match(store, sheets, "match0000", {"archery": "off"})
    entry = store.last("match0000")
    for each in range(1, number):
        charter = first.charter.but(match=f"match{each:04}")
        store.create(first.but(charter=charter, version=0), entry)
    instant = time.time() + (3600 if quiet else 0)  # an hour later nothing is lively

    def clock() -> float:
        """Time stands still, so that nothing is due again however long the first polls take."""
        return instant

    def poller_of(match: str) -> Poller:
        session = Session(rules, template, Ports(store, clock), match)
        return Poller(Workbooks(session, sheets), "sync")

    gc.collect()
    tracemalloc.start()
    rounds = Rounds(store, poller_of, clock, quota=Unlimited(), steady=clock)
    polled, started = 0, time.process_time()
    while rounds.unseen() or not polled:
        for done in rounds.round():
            assert not isinstance(done, Trouble), done
            polled += 1
    took = time.process_time() - started
    gc.collect()
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    started = time.process_time()
    for _ in range(10):
        assert not list(rounds.round())
    idle = time.process_time() - started
    store.close()
    return Figures(number, held / 1e6, took / polled * 1000, idle / 10 * 1000, len(rounds.pollers))
