"""Rounds: one tick of every match that is due, those first that have waited longest.

Laws: a match that fails costs no other match its tick. After `Policy.patience` failures in a row it is set aside as
*stuck* with its reason, until somebody unsticks it. A service that cannot be reached is nobody's fault: it is
reported, and tried again, later each time. A match that waits for its account's budget holds up those of the same
account that come after it, and nobody else; what one match needs is never more than a minute's budget.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from sheets_gm.gm.ports.clock import Clock
from sheets_gm.gm.ports.sheets import SheetsDown
from sheets_gm.gm.ports.store import Conflict, Store
from sheets_gm.gm.record.policy import Status
from sheets_gm.gm.record.record import Record
from sheets_gm.gm.schedule import pace
from sheets_gm.gm.schedule.agenda import Agenda
from sheets_gm.gm.schedule.quota import CallLedger, CallQuota, Unlimited
from sheets_gm.gm.tick import Poller, Tick

SEATED = frozenset({Status.LIVE, Status.PAUSED})
"""The matches that are polled."""

NEWS = 5.0
"""Seconds at most until a process looks for matches that were founded meanwhile."""

MINUTE = 60.0


@dataclass(frozen=True, slots=True)
class Trouble:
    """A match whose tick failed: why, and whether it was set aside for it; no match where none could be looked up."""

    match: str
    reason: str
    stuck: bool = False
    away: bool = False


@dataclass(slots=True)
class Rounds:
    """All matches of a store, as one process runs them.

    *poller_of* makes the poller of a match, *pacing* says how often it is polled. *quota* rations the calls, *ledger*
    counts those of each match. With several *workers*, matches of different accounts are polled at the same time.
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
    """Accounts whose budget is used up, and until when."""
    _noted: float = 0.0

    @property
    def statuses(self) -> dict[str, Status]:
        """How each match stands, as far as this process knows."""
        return {match: record.status for match, record in self._records.items()}

    @property
    def aside(self) -> dict[str, str]:
        """The matches that are set aside, and why."""
        return {match: record.reason for match, record in self._records.items() if record.status is Status.STUCK}

    # -- one round -----------------------------------------------------------------------------------------------

    def round(self, only: str | None = None) -> Iterator[Tick | Trouble]:
        """Tick every match that is due once, or the one called *only* if it is due, even where it is set aside."""
        now = self.clock()
        try:
            self._gather((only,) if only else self.store.names(), now)
        except SheetsDown as down:
            # a store in a spreadsheet is away when the spreadsheets are
            yield Trouble("", str(down), away=True)
            return
        self._listen(now)
        self._short.clear()
        lines: dict[str, deque[str]] = {}
        for due in self.agenda.due(now):
            lines.setdefault(self.quota.account(self._records[due]), deque()).append(due)
        while lines:
            wave = [match for name in list(lines) if (match := self._next(lines, name, anyhow=only is not None))]
            yield from self._together(wave)
            if self.clock() - now >= NEWS:
                break  # others are more urgent by now
        if now - self._noted >= MINUTE:
            self.note()

    def rest(self) -> float:
        """Seconds until the next round has something to do, or may find a new match."""
        now = self.clock()
        short = {
            match: self._short[account]
            for match, record in self._records.items()
            if (account := self.quota.account(record)) in self._short
        }
        return min(self.agenda.rest(now, short), NEWS)

    def unseen(self) -> int:
        """How many matches were not polled by this process yet."""
        return self.agenda.unseen()

    def _gather(self, names: Sequence[str], now: float) -> None:
        """Take up the matches that are new."""
        for match in self.agenda.keep(names):
            record = self._records[match] = self.store.record(match)
            self.agenda.enter(match, self._pace(record, None, now), now)

    def _listen(self, now: float) -> None:
        """Wake the matches that the feed tells of."""
        changed = self.quota.changed(now)
        if changed:
            for match, record in self._records.items():
                if any(book.document in changed for book in record.workbooks):
                    self.agenda.wake(match, now)

    def _is_seated(self, match: str, now: float) -> bool:
        """Whether *match* is polled; one that is not is looked up again after a while."""
        try:
            record = self._records[match] = self.store.record(match)
        except SheetsDown:
            return True  # its tick will say so
        if record.status in SEATED:
            return True
        self.pollers.pop(match, None)
        self.agenda.polled(match, pace.fixed(pace.ASIDE.pause, pace.ASIDE.name)(pace.Activity(), now), now)
        return False

    def _next(self, lines: dict[str, deque[str]], account: str, *, anyhow: bool) -> str | None:
        """The next match of *account* that its budget has room for; its line ends where there is none."""
        line, now = lines[account], self.clock()
        while line:
            if not anyhow and not self._is_seated(line[0], now):
                line.popleft()
            elif short := self.quota.wait(self._records[line[0]]):
                self._short[account] = now + short
                break
            else:
                return line.popleft()
        del lines[account]
        return None

    def _together(self, wave: Sequence[str]) -> Iterator[Tick | Trouble]:
        """One tick of each of *wave*, at the same time where there are workers for it."""
        if self.workers < 2 or len(wave) < 2:
            yield from map(self._tick, wave)
            return
        with ThreadPoolExecutor(self.workers) as pool:
            yield from pool.map(self._tick, wave)

    # -- one match -----------------------------------------------------------------------------------------------

    def _tick(self, match: str) -> Tick | Trouble:
        try:
            poller = self.pollers.get(match) or self.pollers.setdefault(match, self.poller_of(match))
            tick = poller.tick()
        except SheetsDown as down:
            # where its account is to rest, the match is not to blame: it comes first when that is over
            blameless = self.quota.wait(self._records[match]) > 0
            self.agenda.failed(match, self.clock(), again=blameless)
            return Trouble(match, str(down), away=True)
        except Exception as error:  # noqa: BLE001 - whatever it is, the other matches play on
            # what is in memory may be half done: the next tick begins from the journal
            self.pollers.pop(match, None)
            self.agenda.failed(match, self.clock())
            return self._failed(match, f"{type(error).__name__}: {error}")
        now = self.clock()
        session = poller.session
        self._records[match] = session.record
        self.agenda.polled(match, self._pace(session.record, session.entry.when, now), now)
        return tick

    def _pace(self, record: Record, stepped: float | None, now: float) -> pace.Pace:
        return self.pacing(pace.activity_of(record, stepped, watched=self.quota.watches(record)), now)

    def _failed(self, match: str, reason: str) -> Trouble:
        try:
            record = self.store.record(match)
            failures = record.failures + 1
            stuck = failures >= record.policy.patience
            status = Status.STUCK if stuck else record.status
            self._records[match] = self.store.save(record.but(failures=failures, reason=reason, status=status))
        except (Conflict, SheetsDown):
            # another process has just saved it, and will meet the same failure or has mended it
            return Trouble(match, reason)
        return Trouble(match, reason, stuck=stuck)

    # -- who takes how much ----------------------------------------------------------------------------------------

    def note(self) -> None:
        """Write down how many calls each match took since this was done last."""
        if self.ledger is None:
            return
        self._noted = self.clock()
        owners = {book.document: match for match, record in self._records.items() for book in record.workbooks}
        taken: dict[str, tuple[int, int]] = {}
        for document, (reads, writes) in self.quota.spent().items():
            if document in owners:
                before = taken.get(owners[document], (0, 0))
                taken[owners[document]] = before[0] + reads, before[1] + writes
        if taken:
            self.ledger.note_calls(int(self._noted // MINUTE), taken)
