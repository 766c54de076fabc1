"""Rounds: one tick of every match that is due, the most urgent first.

A match that fails costs no other match its tick. After `Policy.patience` failures in a row it is *stuck*: it is set
aside with its reason until somebody unsticks it. A service that cannot be reached does not count as a failure; it is
reported, and tried again later and later. A match that waits for the quota of its account holds up the later matches of
that account and no others. One match never needs more than the quota of a minute.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field

from sheets_gm.gm.poll.tick import Poller, Tick
from sheets_gm.gm.ports.clock import Clock
from sheets_gm.gm.ports.sheets import SheetsDown
from sheets_gm.gm.ports.store import Conflict, Store, StoreDown
from sheets_gm.gm.record.policy import Status
from sheets_gm.gm.record.record import Record
from sheets_gm.gm.schedule import pace
from sheets_gm.gm.schedule.agenda import Agenda
from sheets_gm.gm.schedule.call_quota import CallLedger, CallQuota, Unlimited
from sheets_gm.kernel.errors import plain_reason

POLLED = frozenset({Status.LIVE, Status.PAUSED})
"""A match with one of these statuses is polled."""

LOOK_AGAIN = 5.0
"""Seconds at most until a process looks for new matches."""

MINUTE = 60.0


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

    *clock* is for deadlines. *steady*, which never leaps, says when a match is polled next (without one, *clock* does).
    *poller_of* makes the poller of a match, *pacing* says how often it is polled. *quota* limits the calls, *ledger*
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
    _records: dict[str, Record] = field(default_factory=dict)
    _short: dict[str, float] = field(default_factory=dict)
    """The accounts whose quota is used up, and until when."""
    _noted: float = 0.0
    _changed: set[str] = field(default_factory=set)
    """The matches of which the feed said that something has changed."""
    steady: Clock | None = None

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
            self._update_matches((only,) if only else self.store.names(), now)
        except (SheetsDown, StoreDown) as down:
            # a store in a spreadsheet cannot be reached when the spreadsheets cannot
            yield Trouble("", str(down), away=True)
            return
        self._wake_changed(now)
        self._short.clear()
        queues: dict[str, deque[str]] = {}
        for due in self.agenda.due(now):
            queues.setdefault(self.quota.account(self._records[due]), deque()).append(due)
        while queues:
            batch = [match for name in list(queues) if (match := self._next(queues, name, anyhow=only is not None))]
            yield from self._tick_all(batch)
            if self._now() - now >= LOOK_AGAIN:
                break  # other matches may be more urgent by now
        if now - self._noted >= MINUTE:
            self.note()

    def rest(self) -> float:
        """Seconds until the next match is due, or until it is time to look for new ones."""
        now = self._now()
        short = {
            match: self._short[account]
            for match, record in self._records.items()
            if (account := self.quota.account(record)) in self._short
        }
        return min(self.agenda.rest(now, short), LOOK_AGAIN)

    def unseen(self) -> int:
        """How many matches this process has not polled yet."""
        return self.agenda.unseen()

    def _update_matches(self, names: Sequence[str], now: float) -> None:
        """Add the matches that are new, and forget those that are gone."""
        for match in self.agenda.keep(names):
            record = self._records[match] = self.store.record(match)
            self.agenda.add(match, self._pace(record, None, now), now)

    def _wake_changed(self, now: float) -> None:
        """Wake the matches whose changes the feed reports."""
        changed = self.quota.changed(now)
        if changed:
            for match, record in self._records.items():
                if any(book.document in changed for book in record.workbooks):
                    self.agenda.wake(match, now)
                    self._changed.add(match)

    def _is_polled(self, match: str, now: float) -> bool:
        """Whether *match* is polled now; one that is not is looked up again later."""
        try:
            record = self._records[match] = self.store.record(match)
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
                self._short[account] = now + short
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
        try:
            poller = self.pollers.get(match) or self.pollers.setdefault(match, self.poller_of(match))
            if match in self._changed:
                self._changed.discard(match)
                poller.workbooks.has_changed = True
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
        now = self._now()
        session = poller.session
        self._records[match] = session.record
        self.agenda.polled(match, self._pace(session.record, session.entry.when, now), now)
        return tick

    def _pace(self, record: Record, stepped: float | None, now: float) -> pace.Pace:
        wall = self.clock()
        found = self.pacing(pace.activity_of(record, stepped, watched=self.quota.watches(record)), wall)
        return pace.Pace(found.why, found.pause, found.at + (now - wall))

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

    # -- counting calls --------------------------------------------------------------------------------------------

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
