"""A crowd of matches in virtual time: the real rounds, agenda, watch and quota; everything else is a few numbers.

A poll is a read, and a write where somebody has typed; each takes as long as a call to Google does. Drive's feed tells
of what people typed three minutes later, and of what the sync wrote at once, as Google's does. Google counts the calls
of each minute. A match is a number of edits and a deadline, so that a thousand of them cost seconds. Several syncs
share the matches and the quota; each polls while the others do.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from heapq import heappop, heappush
from random import Random
from types import SimpleNamespace
from typing import Any

from pyrate_limiter import InMemoryBucket, Rate, RateItem

from sheets_gm.adapters.google.calls.rate_limits import AccountQuota, account_allowance, project_allowance
from sheets_gm.adapters.installation.settings import Quota
from sheets_gm.gm.match_record.drafts import Draft
from sheets_gm.gm.match_record.policy import Policy, Status
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.workbook import Workbook
from sheets_gm.gm.poll.schedule.call_quota import Change
from sheets_gm.gm.poll.schedule.rounds import Rounds, Trouble
from sheets_gm.gm.poll.schedule.sync_group import SyncGroup
from sheets_gm.gm.poll.tick import Tick
from sheets_gm.gm.ports.store import Glance
from sheets_gm.gm.ports.sync_registry import SyncSeen
from sheets_gm.gm.workbooks.live.inspection import CHANGE_CHECKED, PROTECTION_CHECKED, SHORT_CHECKED

BEGIN = 1_800_000_000.0
DAY = 86400.0

LAG, INTERVAL, CALL = 180.0, 30.0, 0.4
"""Seconds: of Drive's feed, between two looks at it, and of one call."""


@dataclass
class Load:
    """What people do: so many matches, the first *busy* of them busy; seconds between two edits and for a turn."""

    matches: int
    busy: int
    busy_edits: float = 10.0
    quiet_edits: float = 7200.0
    busy_turn: float = 300.0
    quiet_turn: float = DAY
    burst: int = 1


@dataclass
class Match:
    """A match: the edits that nobody has read, and what the feed is going to tell of it."""

    name: str
    record: Record
    busy: bool
    unread: list[float] = field(default_factory=list)
    typed: float = 0.0
    looked: float = BEGIN
    stepped: float = BEGIN - DAY


class SharedCalls(InMemoryBucket):
    """The calls that all syncs have made, as the database counts them."""

    crowd: Crowd

    def now(self) -> int:
        return int(self.crowd.now * 1000)

    def put(self, item: RateItem) -> bool:
        self.leak(self.now())
        return super().put(RateItem(item.name, self.now()))


class Sync:
    """One sync, which knows nothing but the store when it begins: its rounds, its calls, and what the feed told it."""

    def __init__(self, crowd: Crowd, name: str) -> None:
        self.crowd, self.name = crowd, name
        quota = crowd.quota
        self.calls = AccountQuota(lambda: crowd.now, account_allowance(quota), project_allowance(quota))
        self.calls.account.share_with(crowd.bucket, "account")
        self.calls.project.share_with(crowd.bucket, "project")
        self.heard: dict[str, Change] = {}
        self.next_look = 0.0
        group = SyncGroup(name, crowd, lambda: crowd.now, lambda owner: owner in crowd.killed)
        self.rounds = Rounds(crowd.store, self.poller, lambda: crowd.now, quota=self, group=group)
        self.round: Iterator[Tick | Trouble] | None = None
        self.resumes = crowd.now

    def go_on(self) -> None:
        """Make the next poll of a round, or begin the next round; then wait as long as that takes."""
        self.round = self.round or self.rounds.round()
        self.resumes = self.crowd.now
        done = next(self.round, None)
        if done is None:
            self.round = None
            self.resumes += max(0.05, min(self.rounds.rest(), 5.0))
        elif isinstance(done, Trouble):
            self.crowd.troubles.append(done)

    def call(self, kind: str, name: str) -> None:
        """A call, which takes its time."""
        assert not self.calls.take(kind, name), f"{self.name} would have to wait for a {kind}"
        self.crowd.count(kind)
        self.resumes += CALL

    def poller(self, name: str) -> Any:
        """What polls a match."""
        time = SimpleNamespace(resume=lambda *_: None, watched=lambda _: None, marked=self.crowd.now)
        workbooks = SimpleNamespace(has_changed=False, is_short=False, has_other_template=lambda _: False)
        made = SimpleNamespace(workbooks=workbooks, time=time)
        match = self.crowd.matches[name]
        made.session = SimpleNamespace(record=match.record, entry=SimpleNamespace(when=match.stepped))
        made.tick = lambda: self.crowd.poll(match, made, self)
        return made

    # -- the quota and the feed ------------------------------------------------------------------------------------

    def account(self, record: Record) -> str:
        return ""

    def wait(self, record: Record) -> float:
        return self.calls.wait(1)

    def divide(self, share_of: Callable[[str], float]) -> None:
        self.calls.account.take_share(share_of(""))
        self.calls.project.take_share(share_of(""))

    def spent(self) -> Mapping[str, tuple[int, int]]:
        return {}

    def watches(self, record: Record) -> bool:
        return self.crowd.feed

    def is_unchanged(self, record: Record, since: float) -> bool:
        return self.heard[record.workbooks[0].document].modified <= since

    def changed(self, now: float) -> Mapping[str, Change]:
        if not self.crowd.feed or now < self.next_look:
            return {}
        self.next_look = now + INTERVAL
        found = {}
        for name, newest in self.crowd.changes():
            if newest != self.heard.get(name):
                found[name] = self.heard[name] = newest
        return found


class Crowd:
    """The world: people, Google, the store, and one sync or several, which may be stopped and started again."""

    def __init__(
        self, load: Load, *, syncs: int = 1, feed: bool = True, seed: int = 1, quota: Quota | None = None
    ) -> None:
        self.load, self.feed, self.luck = load, feed, Random(seed)
        self.quota = quota or Quota()
        self.now = BEGIN
        self.matches: dict[str, Match] = {}
        self.versions: dict[str, Glance] = {}
        self.told: dict[str, list[tuple[float, Change]]] = defaultdict(list)
        self.events: list[tuple[float, int, Callable[[], None]]] = []
        self.delays: dict[str, list[float]] = defaultdict(list)
        self.polls: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()
        self.gaps: dict[str, list[float]] = defaultdict(list)
        self.polled: dict[str, float] = {}
        self.refused = 0
        self.troubles: list[Trouble] = []
        self.syncs: list[Sync] = []
        self.killed: set[str] = set()
        self._seen: dict[str, SyncSeen] = {}
        self._buckets: dict[str, SharedCalls] = {}
        self._counted: Counter[tuple[str, int]] = Counter()
        for number in range(load.matches):
            self._found(f"match{number:04}", busy=number < load.busy)
        self.begin(syncs)

    # -- people ----------------------------------------------------------------------------------------------------

    def _found(self, name: str, *, busy: bool) -> None:
        turn = self.load.busy_turn if busy else self.load.quiet_turn
        charter: Any = SimpleNamespace(match=name)
        record = Record.model_construct(
            charter=charter,
            seed="",
            policy=Policy(every=turn),
            workbooks=(Workbook(key="table", document=name, tabs={}),),
            due=self.now + turn * self.luck.random(),
            status=Status.LIVE,
        )
        self.matches[name] = Match(name, record, busy)
        self.versions[name] = Glance(0, 0.0 if busy else self.now)
        self.told[name].append((0.0, Change(BEGIN - DAY)))
        self.at(self.now + self._pause(busy), lambda: self._edits(self.matches[name]))

    def _pause(self, busy: bool) -> float:
        return self.luck.expovariate(1 / (self.load.busy_edits if busy else self.load.quiet_edits))

    def _edits(self, match: Match) -> None:
        for number in range(1 if match.busy else self.load.burst):
            self.at(self.now + 20.0 * number, lambda: self.type(match.name))
        self.at(self.now + self._pause(match.busy), lambda: self._edits(match))

    def type(self, name: str) -> None:
        """Somebody types into a match."""
        self.matches[name].unread.append(self.now)
        self.told[name].append((self.now + LAG, Change(self.now)))

    def at(self, when: float, what: Callable[[], None]) -> None:
        """Do something at an instant."""
        heappush(self.events, (when, len(self.events) + self.luck.getrandbits(40), what))

    def let_pass(self, seconds: float) -> None:
        """Let time pass."""
        end = self.now + seconds
        while self.events and self.events[0][0] <= end:
            self.now, _, what = heappop(self.events)
            what()
        self.now = end

    # -- Google ----------------------------------------------------------------------------------------------------

    def count(self, kind: str) -> None:
        """Count a call, and refuse it if the minute has had enough."""
        minute = int(self.now // 60)
        self._counted[kind, minute] += 1
        self.refused += self._counted[kind, minute] > 60

    def bucket(self, name: str, rate: Rate) -> SharedCalls:
        """The calls called *name* that all syncs count together."""
        made = self._buckets.setdefault(name, SharedCalls([rate]))
        made.crowd = self
        return made

    def changes(self) -> Iterator[tuple[str, Change]]:
        """The last change of each match that Drive's feed knows of."""
        for name, told in self.told.items():
            ready = [change for at, change in told if at <= self.now]
            if ready:
                newest = max(ready, key=lambda change: change.modified)
                self.told[name] = [(0.0, newest), *(each for each in told if each[0] > self.now)]
                yield name, newest

    # -- the syncs -------------------------------------------------------------------------------------------------

    def begin(self, number: int = 1) -> None:
        """Start so many syncs that know nothing but the store, in place of those that run."""
        for sync in list(self.syncs):
            self.kill(sync)
        self.syncs = [Sync(self, f"sync{len(self.killed) + each}") for each in range(number)]

    def kill(self, sync: Sync) -> None:
        """Kill a sync, on the machine of the others."""
        self.syncs.remove(sync)
        self.killed.add(sync.name)

    def heartbeat(self, owner: str, now: float, demand: Mapping[str, float]) -> Mapping[str, SyncSeen]:
        self._seen[owner] = SyncSeen(now, demand)
        return dict(self._seen)

    def leave(self, owner: str) -> None:
        self._seen.pop(owner, None)

    def count_afresh(self) -> None:
        """Count from here on."""
        self.delays.clear()
        self.polls.clear()
        self.kinds.clear()
        self.gaps.clear()

    def run(self, minutes: float) -> None:
        """Let the sync run for so many minutes."""
        end = self.now + 60 * minutes
        while (sync := min(self.syncs, key=lambda each: each.resumes)).resumes < end:
            self.let_pass(max(0.0, sync.resumes - self.now))
            sync.go_on()
        self.let_pass(max(0.0, end - self.now))

    def poll(self, match: Match, poller: Any, sync: Sync) -> Tick:
        """What one poll of a match by a sync reads and writes."""
        gap = self.now - self.polled.get(match.name, self.now)
        self.gaps[match.name].append(gap)
        self.polled[match.name] = self.now
        self.versions[match.name] = self.versions[match.name]._replace(watched=0.0)
        self.polls[match.name] += 1
        read, match.unread = match.unread, []
        now = self.now
        sync.call("read", match.name)
        books = poller.workbooks
        unlooked = CHANGE_CHECKED if books.has_changed else SHORT_CHECKED if books.is_short else PROTECTION_CHECKED
        record, steps = match.record, ()
        assert record.due is not None
        if now >= record.due:
            record = record.but(due=now + (record.policy.every or DAY), drafts=())
            match.stepped = now
        elif read:
            record = record.but(drafts=(Draft(form="f", seat="s", row=0, typed={}, since=now),))
        if record is not match.record or (books.has_changed and now - match.looked > unlooked):
            if now - match.looked > unlooked:
                match.looked = now
                sync.call("read", match.name)
            if record is not match.record:
                sync.call("write", match.name)
                self.told[match.name].append((sync.resumes, Change(sync.resumes, own=True)))
                kind = "busy" if match.busy else "quiet"
                self.delays[kind] += [sync.resumes - at for at in read]
                self.save(match, record)
        books.has_changed = False
        poller.session.record = match.record
        poller.session.entry.when = match.stepped
        return Tick(match.name, steps)

    # -- the store -------------------------------------------------------------------------------------------------

    @property
    def store(self) -> Any:
        return self

    def save(self, match: Match, record: Record) -> None:
        match.record = record.but(version=record.version + 1)
        self.versions[match.name] = Glance(match.record.version)

    def glances(self) -> Mapping[str, Glance]:
        return self.versions

    def record(self, name: str) -> Record:
        return self.matches[name].record

    def names(self) -> tuple[str, ...]:
        return tuple(self.matches)

    def note_watched(self, matches: Collection[str], now: float) -> None:
        for name in matches:
            self.versions[name] = self.versions[name]._replace(watched=now)

    # -- figures ---------------------------------------------------------------------------------------------------

    def late(self, kind: str, share: float = 0.95) -> float:
        """The seconds within which so many edits had their receipt."""
        delays = sorted(self.delays[kind])
        return delays[int(len(delays) * share)]

    def pause(self, kind: str) -> float:
        """The mean seconds between two polls of a match."""
        gaps = [gap for name, gaps in self.gaps.items() for gap in gaps if self.matches[name].busy is (kind == "busy")]
        return sum(gaps) / len(gaps)

    def lines(self) -> Iterator[str]:
        """The figures."""
        yield f"refused: {self.refused}, troubles: {len(self.troubles)}"
        for kind in ("busy", "quiet"):
            if self.delays[kind]:
                polls = sum(count for name, count in self.polls.items() if self.matches[name].busy is (kind == "busy"))
                yield (
                    f"{kind}: {polls} polls, one every {self.pause(kind):.0f} s {len(self.delays[kind])} edits, "
                    f"median {self.late(kind, 0.5):.0f} s, 95 % {self.late(kind):.0f} s"
                )
