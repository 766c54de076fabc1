"""Rounds: one tick of every match that is due, the most urgent first.

If a match fails, the other matches still get their ticks. After `matches.PATIENCE` failures in a row a match is
*stuck*: it is set aside with its reason until somebody repairs it and unsticks it. A service that cannot be reached
does not count as a failure; it is reported, and tried again after growing pauses. A match that waits for the quota of
its account delays only the later matches of that account. One match never needs more than the quota of a minute.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import InitVar, dataclass, field

from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.poll.errors import PositionBroken
from sheets_gm.gm.poll.poller import Poller
from sheets_gm.gm.poll.schedule import pace
from sheets_gm.gm.poll.schedule.call_quota import CallLedger, CallQuota, Unlimited
from sheets_gm.gm.poll.schedule.matches import Matches
from sheets_gm.gm.poll.schedule.pollers import Pollers
from sheets_gm.gm.poll.schedule.sync_group import HEARTBEAT, SyncGroup
from sheets_gm.gm.poll.schedule.watch import NOTED, Watch
from sheets_gm.gm.poll.tick import Tick
from sheets_gm.gm.ports.clock import Clock
from sheets_gm.gm.ports.sheets import SheetsDown
from sheets_gm.gm.ports.store import Store, StoreDown
from sheets_gm.gm.side_jobs import Report, raise_it
from sheets_gm.kernel.errors import SetupError, plain_reason

LOOK_AGAIN = 5.0
"""The most seconds until a process looks for new matches."""

MINUTE = 60.0

GAP = 300.0
"""Seconds without a round after which all matches count as unwatched; less than an outage."""

STORE_AWAY, STORE_AWAY_LONGEST = 1.0, 30.0
"""Seconds until the next try of an unreachable store: at first (doubled each time), and at most."""

LEAP = 30.0
"""The jump of the wall clock in seconds after which all matches are polled."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """A failed tick: the match and the reason.

    *stuck*: the match was set aside. *away*: the service could not be reached; *match* is "" if that is the store.
    """

    match: str
    reason: str
    stuck: bool = False
    away: bool = False


@dataclass(slots=True)
class Rounds:
    """The rounds over all matches of a store, as one process runs them.

    *clock* is for deadlines. *steady*, which never jumps, is for the times of polls (without it, *clock* is).
    *poller_of* makes the poller of a match, *pacing* decides how often it is polled. *quota* limits the calls, *ledger*
    stores how many each match used. With several *workers*, matches of different accounts are polled at the same time.
    """

    store: InitVar[Store]
    poller_of: InitVar[Callable[[str], Poller]]
    clock: Clock
    pacing: InitVar[pace.Pacing] = pace.adaptive
    quota: CallQuota = field(default_factory=Unlimited)
    ledger: CallLedger | None = None
    workers: int = 1
    steady: InitVar[Clock | None] = None
    group: SyncGroup = field(default_factory=SyncGroup)
    """The other syncs that share the matches."""
    is_replaced: Callable[[], bool] = lambda: False
    """Returns whether another store has replaced the one that was read until now."""
    last: Callable[[], None] = lambda: None
    """Called after the last round."""
    report_of: InitVar[Callable[[str], Report]] = lambda _match: raise_it
    """Reports what goes wrong with the pace of a match."""
    matches: Matches = field(init=False)
    pollers: Pollers = field(init=False)
    _short: dict[str, float] = field(default_factory=dict)
    """The accounts whose quota is used up, and until when."""
    _noted: float = 0.0
    _watched: float = 0.0
    _last_heartbeat: float = float("-inf")
    _last_round: float | None = None
    _offset: float = 0.0
    _store_away: float = 0.0
    """The pause before the store is asked again, if it was away in the last round."""
    _ask_store: float = float("-inf")
    """When it is asked again."""

    def __post_init__(
        self,
        store: Store,
        poller_of: Callable[[str], Poller],
        pacing: pace.Pacing,
        steady: Clock | None,
        report_of: Callable[[str], Report],
    ) -> None:
        self.matches = Matches(store, self.clock, steady, pacing, Watch(store, self.quota), report_of)
        self.pollers = Pollers(poller_of)

    @property
    def statuses(self) -> dict[str, Status]:
        """The status of each match that this process polls."""
        return {match: record.status for match, record in self.matches.records.items()}

    @property
    def aside(self) -> dict[str, str]:
        """The matches that are set aside, each with the reason."""
        records = self.matches.records
        return {match: record.reason for match, record in records.items() if record.status is Status.STUCK}

    # -- one round -----------------------------------------------------------------------------------------------

    def round(self, only: str | None = None) -> Iterator[Tick | Trouble]:
        """Tick each due match once. With *only*, tick that match alone, if it is due, even if it is set aside."""
        matches, now = self.matches, self.matches.now()
        try:
            if self.is_replaced():
                self._begin_again()
            self._notice_gap(now)
            changed = self.quota.changed(now)
            matches.watch.note(changed, self.clock())
            self._send_heartbeat(now)
            glances = matches.watch.glances()
            wanted = {match: glances.get(match) for match in ((only,) if only else self.group.mine(glances))}
            for gone in matches.forget_gone(wanted):
                self.pollers.forget(gone)
            for new in matches.update(wanted, now):
                if matches.watch.was_changed(matches.records[new]):
                    self.pollers.note_change(new, now)
        except (SheetsDown, StoreDown, SetupError) as down:
            # a store in a spreadsheet cannot be reached when the spreadsheets cannot
            self._store_away = min(max(STORE_AWAY, 2 * self._store_away), STORE_AWAY_LONGEST)
            self._ask_store = now + self._store_away
            yield Trouble("", str(down), away=True)
            return
        self._store_away, self._ask_store = 0.0, float("-inf")
        yield from (Trouble(match, why, away=True) for match, why in matches.unreadable.items())
        for reported in matches.wake(changed, now):
            self.pollers.note_change(reported, now)
        matches.update_paces(now)
        self._short.clear()
        queues: dict[str, deque[str]] = {}
        for due in matches.agenda.due(now):
            queues.setdefault(self.quota.account(matches.records[due]), deque()).append(due)
        while queues:
            batch = [match for name in list(queues) if (match := self._next(queues, name, anyhow=only is not None))]
            yield from self._tick_all(batch)
            if matches.now() - now >= LOOK_AGAIN:
                break  # other matches may be more urgent by now
        self._last_round = matches.now()
        if now - self._noted >= MINUTE:
            self.note()
        if now - self._watched >= NOTED:
            self.note_watched()

    def rest(self) -> float:
        """Return the seconds until the next match, look for new matches, or try of an unreachable store is due."""
        now = self.matches.now()
        short = {
            match: self._short[account]
            for match, record in (self.matches.records.items() if self._short else ())
            if (account := self.quota.account(record)) in self._short
        }
        if self._store_away:
            return max(0.0, self._ask_store - now)
        return min(self.matches.agenda.rest(now, short), LOOK_AGAIN)

    def unseen(self) -> int:
        """The number of matches that this process has not polled yet."""
        return self.matches.agenda.unseen()

    def _begin_again(self) -> None:
        """Forget everything about all matches, because the store was replaced. Each match is read again."""
        for match in self.matches.records:
            self.pollers.forget(match)
        self.matches.agenda.poll_times.clear()

    def _notice_gap(self, now: float) -> None:
        """After a gap without rounds, or a jump of the clock, make all matches due: nobody watched them."""
        agenda, offset = self.matches.agenda, self.clock() - now
        leapt = self._last_round is not None and abs(offset - self._offset) > LEAP
        if leapt:
            # a poll finds out by how much, and moves the deadline, before the match is only watched again
            for match in agenda.poll_times:
                agenda.call(match, now)
        elif self._last_round is not None and now - self._last_round > GAP:
            agenda.poll_times.clear()
        self._offset = offset

    def _send_heartbeat(self, now: float) -> None:
        """Send a heartbeat from time to time, and compute this sync's share of the calls."""
        if self.group.registry is None or now - self._last_heartbeat < HEARTBEAT:
            return
        self._last_heartbeat = now
        self.group.heartbeat(self._demand())
        self.quota.divide(self.group.share)

    def _demand(self) -> Mapping[str, float]:
        """Return the calls a minute that this sync wants to make with each account."""
        demand: defaultdict[str, float] = defaultdict(float)
        for match, poll in self.matches.agenda.poll_times.items():
            record = self.matches.records[match]
            demand[self.quota.account(record)] += len(record.workbooks) * MINUTE / poll.wanted_pause
        return demand

    def _next(self, queues: dict[str, deque[str]], account: str, *, anyhow: bool) -> str | None:
        """Return the next match of *account* that its quota allows; if there is none, drop its queue."""
        queue, now = queues[account], self.matches.now()
        while queue:
            if not anyhow and not self.matches.is_polled(queue[0], now):
                self.pollers.forget(queue.popleft())
            elif short := self.quota.wait(self.matches.records[queue[0]]):
                self._short[account] = now + short
                self.pollers.note_wait(account, now)
                break
            else:
                return queue.popleft()
        del queues[account]
        return None

    def _tick_all(self, batch: Sequence[str]) -> Iterator[Tick | Trouble]:
        """Yield one tick of each match in *batch*. With several workers they run at the same time."""
        if self.workers < 2 or len(batch) < 2:
            yield from map(self._tick, batch)
            return
        with ThreadPoolExecutor(self.workers) as pool:
            yield from pool.map(self._tick, batch)

    def _tick(self, match: str) -> Tick | Trouble:
        matches, record = self.matches, self.matches.records[match]
        began, before = self.clock(), pace.typed_of(record)
        try:
            poll_time = matches.agenda.poll_times.get(match)
            poller = self.pollers.poller(record, poll_time, self.quota.account(record), matches.now())
            tick = poller.tick()
        except SheetsDown as down:
            # if its account must wait, the match keeps its place
            must_wait = self.quota.wait(matches.records[match]) > 0
            matches.agenda.failed(match, matches.now(), again=must_wait)
            return Trouble(match, str(down), away=True)
        except StoreDown as down:
            # what is in memory may be ahead of the store: the next tick begins from the journal
            self.pollers.forget(match)
            matches.agenda.failed(match, matches.now())
            return Trouble(match, str(down), away=True)
        except Exception as error:  # noqa: BLE001 - whatever it is, the other matches go on
            # what is in memory may be incomplete: the next tick begins from the journal
            self.pollers.forget(match)
            matches.agenda.failed(match, matches.now())
            reason = plain_reason(error)
            stuck = matches.count_failure(match, error)
            # where the rules fail, the tick has shown that itself
            is_new = record.status is not Status.STUCK
            shown = self._show_problem(match, is_new) if stuck and not isinstance(error, PositionBroken) else ""
            return Trouble(match, f"{reason}{shown}", stuck=stuck)
        if matches.note_poll(poller, began, before).pause >= pace.QUIET.pause:
            self.pollers.let_go(match)
        return tick

    def _show_problem(self, match: str, is_new: bool) -> str:
        """Show on the GM tab why a match was set aside. If that fails, return the reason for the report."""
        try:
            self.pollers.make(match).show_problem(is_new=is_new)
        except Exception as error:  # noqa: BLE001 - the trouble itself is reported
            return f" (Its GM tab does not show this: {plain_reason(error)})"
        return ""

    # -- notes in the store --------------------------------------------------------------------------------------------

    def note(self) -> None:
        """Store how many calls each match used since the last time."""
        if self.ledger is None:
            return
        self._noted = self.matches.now()
        records = self.matches.records
        owners = {book.document: match for match, record in records.items() for book in record.workbooks}
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
        self.last()

    def note_watched(self) -> None:
        """Store that the quiet matches are watched, so that their deadlines do not move as after an outage."""
        watch, polls, wall = self.matches.watch, self.matches.agenda.poll_times, self.clock()
        self._watched = self.matches.now()
        settled = watch.settled(polls.values(), self.matches.records)
        if watch.log is None or not settled:
            return
        with suppress(StoreDown):  # the next round reports it
            watch.log.note_watched(settled, wall)
            for match in settled:
                polls[match].marked = wall
                poller = self.pollers.get(match)
                if poller is not None:
                    poller.time.watched(wall)
