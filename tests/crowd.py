"""A crowd: many matches on one quota, on a clock that nobody waits for, and people who type into them by hand.

Everything is real but the time: gspread, the rounds, the budget, the local spreadsheet with Google's quota. A call
takes as long as a call to Google does, and Drive's feed lags as Google's does for what people type.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random
from statistics import median
from typing import Any

from google.oauth2.credentials import Credentials

from sheets_gm.adapters.google import account_pool
from sheets_gm.adapters.google.account_pool import AccountPool
from sheets_gm.adapters.google.accounts.credentials import Identity
from sheets_gm.adapters.google.calls import rate_limits
from sheets_gm.adapters.google.calls.cell_requests import value_at
from sheets_gm.adapters.google.connection import client_for
from sheets_gm.adapters.google.drive.change_feed import ChangeFeed
from sheets_gm.adapters.google.google_sheets import GoogleSheets
from sheets_gm.adapters.installation import settings, templates
from sheets_gm.adapters.people.roster import made_up
from sheets_gm.adapters.stores.database.store import open_store
from sheets_gm.games.finding import game
from sheets_gm.gm.creation import NewMatch, create_match
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.poll.poller import Poller
from sheets_gm.gm.poll.schedule.call_quota import Change
from sheets_gm.gm.poll.schedule.rounds import Rounds, Trouble
from sheets_gm.gm.poll.tick import Tick
from sheets_gm.gm.ports.store import Store
from sheets_gm.gm.session import Ports, Session
from sheets_gm.gm.workbooks.live.workbooks import Workbooks
from sheets_gm.localsheets.api import in_process as inprocess
from sheets_gm.localsheets.api.fault_injection import FaultInjection
from sheets_gm.localsheets.api.quota import Limits, Quota
from sheets_gm.localsheets.api.service import PAGE, Service
from sheets_gm.localsheets.drive.new_document import document_with_engine
from sheets_gm.localsheets.drive.storage import Storage
from sheets_gm.localsheets.identity.accounts import Caller
from sheets_gm.localsheets.spreadsheet.model.sheet import Sheet

LAG = 180.0
"""Seconds until Drive's feed tells of what people typed."""

CALL = (0.2, 0.6)
"""Seconds that a call to Google takes, from and to."""

BUSY, IDLE = 10.0, 7200.0
"""Seconds between two edits in a busy match, and in an idle one, on average."""

TURN = 300.0
"""Seconds for a turn of a busy match: an idle one has a day."""

TILES = ("A1", "nowhere", "B2", "C3", "E5", "D4", "A4", "E2", "B5", "C1", "D1")


@dataclass
class Clock:
    """A clock that is only set."""

    now: float = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


class Counted(Quota):
    """Google's quota, and how often it was exceeded."""

    exceeded = 0

    def count(self, caller: Caller, method: str, path: str, now: float) -> None:
        try:
            super().count(caller, method, path, now)
        except Exception:
            self.exceeded += 1
            raise


class Lagging(ChangeFeed):
    """Drive's feed, which tells of what people typed `LAG` seconds later, and of what a program wrote at once."""

    held: list[tuple[float, str, Change]]

    def changed(self, now: float) -> Mapping[str, Change]:
        found = super().changed(now)
        people = [(now + LAG, name, change) for name, change in found.items() if not change.own]
        self.held = [*getattr(self, "held", []), *people]
        late = {name: change for at, name, change in self.held if at <= now}
        self.held = [each for each in self.held if each[0] > now]
        return late | {name: change for name, change in found.items() if change.own}


@dataclass
class Edit:
    """What somebody typed: in which match, and when."""

    match: str
    at: float


def copied_match(store: Store, service: Service, first: Record, name: str) -> Record:
    """A copy of a match that was just founded, with a spreadsheet of its own: it takes milliseconds."""
    book = first.workbooks[0]
    source = service.documents[book.document]
    document = document_with_engine(f"{name}-of-the-crowd", deepcopy(source.meta))
    for sheet in source.ordered():
        cells = {place: dict(cell) for place, cell in sheet.cells.items()}
        document.add(Sheet(deepcopy(sheet.meta), cells))
    service.add(document, source.meta["lastModifyingUser"])
    charter, there = first.charter.but(match=name), book.but(document=document.id)
    record = first.but(charter=charter, workbooks=(there,), version=0)
    store.create(record, store.last(first.charter.match))
    return record


@dataclass
class Crowd:
    """So many *matches*, the first *busy* of them busy, served by so many *hands* within *quota*."""

    matches: int
    busy: int
    hands: int = 1
    quota: settings.Quota = field(default_factory=settings.Quota)
    watching: bool = True
    call: tuple[float, float] = CALL
    seed: int = 1
    clock: Clock = field(default_factory=Clock)

    def __post_init__(self) -> None:
        self.luck = Random(self.seed)
        limits = Limits(self.quota.reads, self.quota.writes, self.quota.account_reads, self.quota.account_writes)
        self.counted = Counted(limits)
        self.service = Service(Storage(None), clock=lambda: datetime.fromtimestamp(self.clock.now, UTC))
        self.store = open_store(":memory:")
        self.rules = game("gvg")
        self.template = templates.template("gvg")
        self.members = {f"robot{number}@x": self._robot(f"robot{number}@x") for number in range(self.hands)}
        self.page = self.service.add_account("people@x")
        self.names = [f"match{number:03}" for number in range(self.matches)]
        self.founded: dict[tuple[str, bool], Record] = {}
        for number, name in enumerate(self.names):
            self._found(name, f"robot{number % self.hands}@x")
        self.clock.sleep(3600)
        # the sync was here before, and is started again
        self.store.note_watched(self.names[self.busy :], self.clock.now)
        self.service.quota, self.service.fault_injection = self.counted, FaultInjection(self.call, seed=self.seed)
        self.rounds = self._hall()
        self.next = {name: self.clock.now + self._pause(name) for name in self.names}
        self.open: dict[str, list[Edit]] = defaultdict(list)
        self.seen = dict.fromkeys(self.names[self.busy :], self.clock.now)
        self.steps = self.typed = 0
        self.troubles: list[Trouble] = []
        self._begin()

    def _begin(self) -> None:
        """Count from here on."""
        self.delays: dict[str, list[float]] = defaultdict(list)
        self.polls: Counter[str] = Counter()
        self.gaps: Counter[str] = Counter()

    # -- founding --------------------------------------------------------------------------------------------------

    def _robot(self, account: str) -> GoogleSheets:
        shown = Credentials(token=self.service.add_account(account))  # type: ignore[no-untyped-call]
        made = GoogleSheets(client_for(shown), identity=Identity(account, "a token", shown))
        made.http.sleep = self.clock.sleep
        inprocess.mount(made.http.session, self.service, self.clock.sleep)
        return made

    def _found(self, name: str, account: str) -> None:
        """A match; the second of its kind is a copy of the first, because founding takes a third of a second."""
        kind = account, self.is_busy(name)
        if kind in self.founded:
            copied_match(self.store, self.service, self.founded[kind], name)
            return
        self.founded[kind] = self._found_first(name, account)

    def _found_first(self, name: str, account: str) -> Record:
        given = self.rules.settings.model_validate({"team_size": 1, "archery": "off"})
        policy = Policy(gm=("people@x",), every=TURN if self.is_busy(name) else 86400.0)
        new = NewMatch(
            game=self.rules,
            template=self.template,
            match=name,
            title=name,
            settings=given,
            seats=made_up(self.rules.places(given)),
            policy=policy,
            seed=bytes(32),
        )
        record = create_match(new, self.store, self.members[account], self.clock)
        return self.store.save(record.but(account=account))

    def _hall(self) -> Rounds:
        made = account_pool.account_pool(next(iter(self.members.values())), watching=False)
        project = rate_limits.project_allowance(self.quota)
        for each in self.members.values():
            each.peers = self.members
            each.http.use(next(iter(made.members.values())).http.policy)
            each.http.quota = rate_limits.AccountQuota(self.clock, rate_limits.account_allowance(self.quota), project)
        feeds = {name: Lagging(each) for name, each in self.members.items()} if self.watching else {}
        return Rounds(self.store, self._seat, self.clock, quota=AccountPool(self.members, feeds), ledger=self.store)

    def _seat(self, match: str) -> Poller:
        sheets = self.members[self.store.record(match).account]
        session = Session(self.rules, self.template, Ports(self.store, self.clock), match)
        return Poller(Workbooks(session, sheets), "sync")

    # -- people ----------------------------------------------------------------------------------------------------

    def _pause(self, name: str) -> float:
        return self.luck.expovariate(1 / (BUSY if self.is_busy(name) else IDLE))

    def is_busy(self, name: str) -> bool:
        return self.names.index(name) < self.busy

    def _ask(self, record: Record, verb: str, body: dict[str, Any]) -> dict[str, Any]:
        """What the page of the spreadsheet asks, which no quota counts."""
        headers = {"authorization": f"Bearer {self.page}", "content-type": "application/json", PAGE: "1"}
        path = f"/v4/spreadsheets/{record.workbooks[0].document}{verb}"
        status, answer = self.service.handle("POST", path, "", json.dumps(body).encode(), headers)
        assert status == 200, answer
        assert isinstance(answer, dict)
        return answer

    def _orders(self, record: Record) -> list[list[Any]]:
        body = {"dataFilters": [{"gridRange": {"sheetId": record.workbooks[0].tabs["orders"]}}]}
        got = self._ask(record, "/values:batchGetByDataFilter", body)
        rows: list[list[Any]] = got["valueRanges"][0]["valueRange"]["values"]
        return rows

    def type(self) -> None:
        """All edits whose time has come; one in a match that nobody has seen yet waits until it was polled."""
        for name in [name for name, at in self.next.items() if at <= self.clock.now and name in self.seen]:
            self.next[name] = self.clock.now + self._pause(name)
            record = self.store.record(name)
            columns = [column.field for column in self.template.tabs["orders"].columns]
            rows = self._orders(record)
            seats = {seat.id for seat in record.people}
            named = columns.index("seat")
            own = [number for number, row in enumerate(rows) if len(row) > named and row[named] in seats]
            at = self.luck.choice(own)
            self.typed += 1
            tile = TILES[self.typed % len(TILES)]
            cell = value_at(record.workbooks[0].tabs["orders"], at, columns.index("move_to"), tile)
            self._ask(record, ":batchUpdate", {"requests": [cell]})
            self.open[name].append(Edit(name, self.clock.now))

    # -- what happens ----------------------------------------------------------------------------------------------

    def warm_up(self, minutes: float = 15) -> None:
        """Let the sync find out which matches are busy; what it counts begins after that."""
        self.run(minutes)
        self._begin()

    def run(self, minutes: float, progress: Callable[[float], None] | None = None) -> None:
        """Let so many minutes pass."""
        end = self.clock.now + minutes * 60
        while self.clock.now < end:
            for done in self.rounds.round():
                self._look(done)
                self.type()
            self.clock.sleep(max(0.05, min(self.rounds.rest(), 1.0)))
            self.type()
            if progress:
                progress(self.clock.now)

    def _look(self, done: Tick | Trouble) -> None:
        """Note what one tick did, and which edits it has answered."""
        if isinstance(done, Trouble):
            self.troubles.append(done)
            return
        name, now = done.match, self.clock.now
        self.polls[name] += 1
        self.gaps[name] = max(self.gaps[name], int(now - self.seen.get(name, now)))
        self.seen[name] = now
        self.steps += len(done.steps)
        began = self.rounds.matches.agenda.poll_times[name].began
        for edit in [edit for edit in self.open[name] if edit.at <= began]:
            # the poll has read it, and its receipt is there: written anew, or still as it was
            self.open[name].remove(edit)
            self.delays["busy" if self.is_busy(name) else "idle"].append(now - edit.at)

    def lines(self) -> Iterator[str]:
        """The figures."""
        kinds = {"busy": self.names[: self.busy], "idle": self.names[self.busy :]}
        refused, failed = self.counted.exceeded, len(self.troubles)
        yield f"refused with 429: {refused}; failed ticks: {failed}; steps played: {self.steps}"
        for kind, names in kinds.items():
            polls = [self.polls[name] for name in names] or [0]
            gap = max((self.gaps[name] for name in names), default=0)
            yield (
                f"{kind}: {len(names)} matches, each polled {min(polls)} to {max(polls)} times, "
                f"longest wait between two polls {gap} s"
            )
            delays = sorted(self.delays[kind])
            if delays:
                late = delays[int(len(delays) * 0.95)]
                yield (
                    f"  {len(delays)} edits; from edit to receipt: median {median(delays):.0f} s, mean "
                    f"{sum(delays) / len(delays):.0f} s, 95 % within {late:.0f} s, at most {delays[-1]:.0f} s"
                )
        reads, writes = (sum(kind) for kind in zip(*self.store.calls(0).values(), strict=True))
        yield f"calls in the last hour: {reads} reads, {writes} writes"
