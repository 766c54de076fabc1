"""Rounds: one tick of every match that is due, the most urgent first.

A match that fails costs no other match its tick. After `Policy.patience` failures in a row it is *stuck*: it is set
aside with its reason until somebody unsticks it. A service that cannot be reached does not count as a failure; it is
reported, and tried again later and later. A match that waits for the quota of its account holds up the later matches of
that account and no others. One match never needs more than the quota of a minute.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace

from sheets_gm.gm.poll.schedule import pace
from sheets_gm.gm.poll.schedule.agenda import Agenda
from sheets_gm.gm.poll.schedule.call_quota import CallLedger, CallQuota, Change, Unlimited
from sheets_gm.gm.poll.schedule.sync_group import HEARTBEAT, SyncGroup
from sheets_gm.gm.poll.schedule.watch import NOTED, POLLED, Watch, is_echo, is_known
from sheets_gm.gm.poll.tick import Poller, Tick
from sheets_gm.gm.ports.clock import Clock
from sheets_gm.gm.ports.sheets import SheetsDown
from sheets_gm.gm.ports.store import Conflict, Glance, Store, StoreDown
from sheets_gm.gm.record.policy import Status
from sheets_gm.gm.record.record import Record
from sheets_gm.kernel.errors import plain_reason

LOOK_AGAIN = 5.0
"""The most seconds until a process looks for new matches."""

MINUTE = 60.0

GAP = 300.0
"""Seconds without a round after which the matches count as not watched: less than what counts as an outage."""

LEAP = 30.0
"""Seconds by which the clock of deadlines must leap for all matches to be polled."""

MOST_KEPT = 100
"""Quiet matches that stay in memory. Any other is loaded from the store for its next poll."""

LOOK_LATER, LOOK_LATEST = 60.0, 6 * 3600.0
"""After the quota was used up, only cells are read for `LOOK_LATER` seconds; the rest waits `LOOK_LATEST` at most."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """A failed tick: the match and the reason.

    *stuck*: the match was set aside. *away*: the service could not be reached; *match* is empty if that is the store.
    """

    match: str
    reason: str
    stuck: bool = False
    away: bool = False


@dataclass(slots=True)
class Rounds:
    """All matches of a store, as one process runs them.

    *clock* is for deadlines. *steady*, which never leaps, is for the times of polls (without it, *clock* is).
    *poller_of* makes the poller of a match, *pacing* decides how often it is polled. *quota* limits the calls, *ledger*
    stores how many each match took. With several *workers*, matches of different accounts are polled at the same time.
    """

    store: Store
    poller_of: Callable[[str], Poller]
    clock: Clock
    pacing: pace.Pacing = pace.adaptive
    quota: CallQuota = field(default_factory=Unlimited)
    ledger: CallLedger | None = None
    workers: int = 1
    pollers: dict[str, Poller] = field(default_factory=dict)
    agenda: Agenda = field(default_factory=Agenda)
    steady: Clock | None = None
    is_thorough: bool = False
    """Whether matches are polled that a feed reports as unchanged when this process begins."""
    group: SyncGroup = field(default_factory=SyncGroup)
    """The other syncs that share the matches."""
    watch: Watch = field(init=False)
    _records: dict[str, Record] = field(default_factory=dict)
    _served_by: dict[str, str] = field(default_factory=dict)
    """The account of each poller in memory."""
    _short: dict[str, float] = field(default_factory=dict)
    """The accounts whose quota is used up, and until when."""
    _was_short: dict[str, float] = field(default_factory=dict)
    """When a match last waited for the quota of each account."""
    _noted: float = 0.0
    _changed: dict[str, float] = field(default_factory=dict)
    """The matches of which the feed reports a change, and since when it is not looked at."""
    _watched: float = 0.0
    _last_heartbeat: float = float("-inf")
    _last_round: float | None = None
    _offset: float = 0.0

    def __post_init__(self) -> None:
        self.watch = Watch(self.store, self.quota)

    def _now(self) -> float:
        """The present instant of the clock by which matches are polled."""
        return self.clock() if self.steady is None else self.steady()

    @property
    def statuses(self) -> dict[str, Status]:
        """The status of each match, as far as this process knows."""
        return {match: record.status for match, record in self._records.items()}

    @property
    def aside(self) -> dict[str, str]:
        """The matches that are set aside, and why."""
        return {match: record.reason for match, record in self._records.items() if record.status is Status.STUCK}

    # -- one round -----------------------------------------------------------------------------------------------

    def round(self, only: str | None = None) -> Iterator[Tick | Trouble]:
        """Tick every match that is due once, or only the match *only* if it is due, even if it is set aside."""
        now = self._now()
        try:
            self._notice_gap(now)
            changed = self.quota.changed(now)
            self._send_heartbeat(now)
            glances = self.watch.glances()
            names = [only] if only else self.group.mine(glances)
            self._update_matches({match: glances.get(match) for match in names}, now)
        except (SheetsDown, StoreDown) as down:
            # a store in a spreadsheet cannot be reached when the spreadsheets cannot
            yield Trouble("", str(down), away=True)
            return
        self._wake(changed, now)
        for poll in self.agenda.outdated(now):
            new = self._pace(self._records[poll.match], poll.stepped, now, lively=poll.is_lively(now))
            if new.pause > poll.pace.pause:
                poll.pace = replace(new, at=min(new.at, poll.polled + new.pause))
            elif poll.pace.until <= now:
                poll.pace = replace(new, at=min(new.at, poll.pace.at))
        self._short.clear()
        queues: dict[str, deque[str]] = {}
        for due in self.agenda.due(now):
            queues.setdefault(self.quota.account(self._records[due]), deque()).append(due)
        while queues:
            batch = [match for name in list(queues) if (match := self._next(queues, name, anyhow=only is not None))]
            yield from self._tick_all(batch)
            if self._now() - now >= LOOK_AGAIN:
                break  # other matches may be more urgent by now
        self._last_round = self._now()
        if now - self._noted >= MINUTE:
            self.note()
        if now - self._watched >= NOTED:
            self.note_watched()

    def rest(self) -> float:
        """Seconds until the next match is due, or until it is time to look for new ones."""
        now = self._now()
        short = {
            match: self._short[account]
            for match, record in (self._records.items() if self._short else ())
            if (account := self.quota.account(record)) in self._short
        }
        return min(self.agenda.rest(now, short), LOOK_AGAIN)

    def unseen(self) -> int:
        """How many matches this process has not polled yet."""
        return self.agenda.unseen()

    def _notice_gap(self, now: float) -> None:
        """If there was no round for a while, or the clock leapt, poll all matches: none was watched meanwhile."""
        offset = self.clock() - now
        leapt = self._last_round is not None and abs(offset - self._offset) > LEAP
        if leapt:
            # a poll finds out by how much, and moves the deadline, before the match is only watched again
            for match in self.agenda.poll_times:
                self.agenda.call(match, now)
        elif self._last_round is not None and now - self._last_round > GAP:
            self.agenda.poll_times.clear()
        self._offset = offset

    def _send_heartbeat(self, now: float) -> None:
        """Send a heartbeat from time to time, and take this sync's share of the calls."""
        if self.group.registry is None or now - self._last_heartbeat < HEARTBEAT:
            return
        self._last_heartbeat = now
        demand: defaultdict[str, float] = defaultdict(float)
        for match, poll in self.agenda.poll_times.items():
            record = self._records[match]
            calls = len(record.workbooks) * MINUTE / max(poll.pace.pause * poll.pace.weight, pace.SHORTEST)
            demand[self.quota.account(record)] += calls
        self.group.heartbeat(demand)
        self.quota.divide(self.group.share)

    def _update_matches(self, glances: Mapping[str, Glance | None], now: float) -> None:
        """Add the matches that are new, forget those that are gone, and read records that other processes changed."""
        for match in self.agenda.keep(glances):
            self._add(match, glances[match], now)
        for match in self._records.keys() - glances.keys():
            del self._records[match]
            self.pollers.pop(match, None)
        for match, glance in glances.items():
            if glance is not None and glance.version != self._records[match].version:
                record = self._records[match] = self.store.record(match)
                # somebody has just done something there
                self.agenda.hasten(match, self._pace(record, self.clock(), now))

    def _add(self, match: str, glance: Glance | None, now: float) -> None:
        """Add a match to the agenda: it is due at once, unless it was quiet and nobody has changed it."""
        record = self._records[match] = self.store.record(match)
        pace, wall = self._pace(record, None, now), self.clock()
        if glance is not None and not self.is_thorough and self.watch.may_wait(record, glance, wall):
            poll = self.agenda.let_wait(match, pace, now)
            poll.began = poll.ended = poll.marked = glance.watched
            poll.offset = wall - now
        else:
            self.agenda.add(match, pace, now)
            if self.watch.covers(record):
                self.agenda.call(match, now)
                self.agenda.found(match, now)  # it was lively, or is new
                self.agenda.found(match, now)

    def _wake(self, changed: Mapping[str, Change], now: float) -> None:
        """Wake the matches whose changes the feed reports, and those that it no longer watches."""
        for match, poll in list(self.agenda.poll_times.items()):
            if poll.pace.pause >= pace.WATCHED.pause and not self.watch.covers(self._records[match]):
                self.agenda.let_wait(match, self._pace(self._records[match], None, now), now)
        for match, record in self._records.items() if changed else ():
            poll = self.agenda.poll_times[match]
            reported = [changed[book.document] for book in record.workbooks if book.document in changed]
            news = [each for each in reported if not is_echo(each, poll)]
            if news and poll.seen:
                self._changed.setdefault(match, now)
                if not all(is_known(each, poll) for each in news):
                    self.agenda.wake(match, now)

    def _is_polled(self, match: str, now: float) -> bool:
        """Whether *match* is polled now; one that is not is looked up again later."""
        try:
            if self.watch.log is None:
                self._records[match] = self.store.record(match)
            record = self._records[match]
        except (SheetsDown, StoreDown):
            return True  # its tick reports this
        if record.status in POLLED:
            return True
        self.pollers.pop(match, None)
        self.agenda.polled(match, pace.fixed(pace.ASIDE.pause, pace.ASIDE.name)(pace.Activity(), now), now)
        return False

    def _next(self, queues: dict[str, deque[str]], account: str, *, anyhow: bool) -> str | None:
        """The next match of *account* that its quota allows; if there is none, the queue of the account is dropped."""
        queue, now = queues[account], self._now()
        while queue:
            if not anyhow and not self._is_polled(queue[0], now):
                queue.popleft()
            elif short := self.quota.wait(self._records[queue[0]]):
                self._short[account], self._was_short[account] = now + short, now
                break
            else:
                return queue.popleft()
        del queues[account]
        return None

    def _tick_all(self, batch: Sequence[str]) -> Iterator[Tick | Trouble]:
        """One tick of each match of *batch*, at the same time if there are several workers."""
        if self.workers < 2 or len(batch) < 2:
            yield from map(self._tick, batch)
            return
        with ThreadPoolExecutor(self.workers) as pool:
            yield from pool.map(self._tick, batch)

    # -- one match -----------------------------------------------------------------------------------------------

    def _tick(self, match: str) -> Tick | Trouble:
        began, before = self.clock(), pace.typed_of(self._records[match])
        try:
            poller = self._poller(match)
            tick = poller.tick()
        except SheetsDown as down:
            # if its account must wait, the match keeps its place
            must_wait = self.quota.wait(self._records[match]) > 0
            self.agenda.failed(match, self._now(), again=must_wait)
            return Trouble(match, str(down), away=True)
        except StoreDown as down:
            # what is in memory may be ahead of the store: the next tick begins from the journal
            self.pollers.pop(match, None)
            self.agenda.failed(match, self._now())
            return Trouble(match, str(down), away=True)
        except Exception as error:  # noqa: BLE001 - whatever it is, the other matches go on
            # what is in memory may be incomplete: the next tick begins from the journal
            self.pollers.pop(match, None)
            self.agenda.failed(match, self._now())
            return self._failed(match, plain_reason(error))
        self._polled(match, poller, began, before)
        return tick

    def _poller(self, match: str) -> Poller:
        """The poller of a match, which knows whether to look at more than cells."""
        poller = self.pollers.get(match)
        if poller is not None and self._records[match].account != self._served_by.get(match):
            poller = None  # another account serves it now
        if poller is None:
            poller = self.pollers[match] = self.poller_of(match)
            self._served_by[match] = poller.session.record.account
            known = self.agenda.poll_times.get(match)
            if known is not None and known.marked:
                poller.time.resume(known.offset, known.marked)
        account, now = self.quota.account(self._records[match]), self._now()
        is_short = now - self._was_short.get(account, float("-inf")) < LOOK_LATER
        poller.workbooks.is_short = is_short
        since = self._changed.get(match)
        if since is not None and (not is_short or now - since >= LOOK_LATEST):
            del self._changed[match]
            poller.workbooks.has_changed = True
        return poller

    def _polled(self, match: str, poller: Poller, began: float, before: float | None) -> None:
        """Note a poll that *began* at that instant, when a row had last changed at the instant *before*."""
        session, now, wall = poller.session, self._now(), self.clock()
        typed = pace.typed_of(session.record)
        found = typed is not None and (before is None or typed > before)
        if found:
            self.agenda.found(match, now)
        lively = self.agenda.poll_times[match].is_lively(now)
        self._records[match] = session.record
        new = self._pace(session.record, session.entry.when, now, lively=lively)
        poll = self.agenda.polled(match, new, now)
        poll.began, poll.ended, poll.offset, poll.marked = began, wall, wall - now, poller.time.marked
        poll.stepped = session.entry.when
        if new.pause >= pace.QUIET.pause and len(self.pollers) > MOST_KEPT:
            self.pollers.pop(match, None)

    def _pace(self, record: Record, stepped: float | None, now: float, *, lively: bool = False) -> pace.Pace:
        wall, watched = self.clock(), self.watch.covers(record)
        found = self.pacing(pace.activity_of(record, stepped, watched=watched, lively=lively), wall)
        return replace(found, at=found.at + (now - wall), until=found.until + (now - wall))

    def _failed(self, match: str, reason: str) -> Trouble:
        try:
            record = self.store.record(match)
            failures = record.failures + 1
            stuck = failures >= record.policy.patience
            status = Status.STUCK if stuck else record.status
            self._records[match] = self.store.save(record.but(failures=failures, reason=reason, status=status))
        except (Conflict, SheetsDown, StoreDown):
            # another process has just saved it: it will meet the same failure, or has fixed it
            return Trouble(match, reason)
        return Trouble(match, reason, stuck=stuck)

    # -- notes in the store --------------------------------------------------------------------------------------------

    def note(self) -> None:
        """Store how many calls each match took since this was last done."""
        if self.ledger is None:
            return
        self._noted = self._now()
        owners = {book.document: match for match, record in self._records.items() for book in record.workbooks}
        taken: dict[str, tuple[int, int]] = {}
        for document, (reads, writes) in self.quota.spent().items():
            if document in owners:
                before = taken.get(owners[document], (0, 0))
                taken[owners[document]] = before[0] + reads, before[1] + writes
        if taken:
            with suppress(StoreDown):  # the next round reports it; these counts only help others to plan
                self.ledger.note_calls(int(self.clock() // MINUTE), taken)

    def stop(self) -> None:
        """Store what only this process knows, and leave its matches to the other syncs."""
        self.note()
        self.note_watched()
        with suppress(StoreDown):  # the others miss this one a little later
            self.group.leave()

    def note_watched(self) -> None:
        """Store that the quiet matches are watched, so that no deadline of theirs moves as after an outage."""
        log, wall = self.watch.log, self.clock()
        self._watched = self._now()
        settled = self.watch.settled(self.agenda.poll_times.values(), self._records)
        if log is None or not settled:
            return
        with suppress(StoreDown):  # the next round reports it
            log.note_watched(settled, wall)
            for match in settled:
                self.agenda.poll_times[match].marked = wall
                if match in self.pollers:
                    self.pollers[match].time.watched(wall)
