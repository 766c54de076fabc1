"""The matches as one process knows them: the record of each, and when it is polled next."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.poll.errors import RulesChanged
from sheets_gm.gm.poll.poller import Poller
from sheets_gm.gm.poll.schedule import pace
from sheets_gm.gm.poll.schedule.agenda import Agenda
from sheets_gm.gm.poll.schedule.call_quota import Change
from sheets_gm.gm.poll.schedule.watch import FEED_LAG, Watch, is_echo, is_known, is_polled
from sheets_gm.gm.ports.clock import Clock
from sheets_gm.gm.ports.sheets import SheetsDown
from sheets_gm.gm.ports.store import Conflict, Glance, Store, StoreDown
from sheets_gm.gm.side_jobs import Report, guarded, raise_it
from sheets_gm.kernel.errors import SetupError, plain_reason

PATIENCE = 3
"""The number of failures in a row after which a match is set aside."""


@dataclass(slots=True)
class Matches:
    """The matches of *store* that this process polls.

    *clock* is for deadlines. *steady*, which never jumps, is for the times of polls (without it, *clock* is). *pacing*
    decides how often a match is polled, unless *watch* says that it need not be polled. *report_of* returns what
    reports errors in the pace of a match.
    """

    store: Store
    clock: Clock
    steady: Clock | None
    pacing: pace.Pacing
    watch: Watch
    report_of: Callable[[str], Report] = lambda _match: raise_it
    is_thorough: bool = False
    """Whether to poll, when this process begins, even matches that a feed reports as unchanged."""
    records: dict[str, Record] = field(default_factory=dict)
    agenda: Agenda = field(default_factory=Agenda)
    unreadable: dict[str, str] = field(default_factory=dict)
    """The matches whose records could not be read, and why."""

    def now(self) -> float:
        """Return the current time of the clock for polls."""
        return self.clock() if self.steady is None else self.steady()

    def forget_gone(self, glances: Mapping[str, Glance | None]) -> list[str]:
        """Remove the matches that no longer exist, and return them."""
        gone = [match for match in self.records if match not in glances]
        for match in gone:
            del self.records[match]
        return gone

    def update(self, glances: Mapping[str, Glance | None], now: float) -> list[str]:
        """Add new matches, and read records that other processes changed; return the new matches.

        A match whose record is damaged is skipped, and is tried again the next time.
        """
        self.unreadable = {}
        new = [
            match
            for match in self.agenda.keep(glances)
            if self._is_read(match, partial(self._add, glances[match]), now)
        ]
        for match, glance in glances.items():
            record = self.records.get(match)
            if record is not None and glance is not None and glance.version != record.version:
                self._is_read(match, self._read_again, now)
        return new

    def _is_read(self, match: str, read: Callable[[str, float], None], now: float) -> bool:
        """Return whether *read* succeeds for a match."""
        try:
            read(match, now)
        except SetupError as error:
            self.unreadable[match] = str(error)
            return False
        return True

    def _read_again(self, match: str, now: float) -> None:
        record = self.records[match] = self.store.record(match)
        # somebody has just done something there
        self.agenda.hasten(match, self._pace(record, self.clock(), now))

    def _add(self, glance: Glance | None, match: str, now: float) -> None:
        """Add a match to the agenda. It is due at once, unless it was quiet and nobody has changed it."""
        record = self.records[match] = self.store.record(match)
        usual, wall = self._pace(record, None, now), self.clock()
        if (
            glance is not None
            and not self.is_thorough
            and self.watch.may_wait(record, glance, wall, self.report_of(match))
        ):
            poll = self.agenda.let_wait(match, usual, now)
            # what was typed before that may not be in the feed yet
            poll.began = poll.ended = glance.watched - FEED_LAG
            poll.marked, poll.offset = glance.watched, wall - now
        else:
            self.agenda.add(match, usual, now)
            if self.watch.covers(record):
                self.agenda.call(match, now)
                typed = pace.typed_of(record)
                for _ in range(2):  # it is lively if somebody has typed lately, or if it is new
                    self.agenda.found(match, now if typed is None else typed + now - wall)

    def wake(self, changed: Mapping[str, Change], now: float) -> Iterator[str]:
        """Wake and yield the matches in *changed*, and those that the feed no longer watches."""
        for match, poll in list(self.agenda.poll_times.items()):
            if poll.pace.pause >= pace.WATCHED.pause and not self.watch.covers(self.records[match]):
                self.agenda.let_wait(match, self._pace(self.records[match], None, now), now)
        for match, record in self.records.items() if changed else ():
            poll = self.agenda.poll_times[match]
            reported = [changed[book.document] for book in record.workbooks if book.document in changed]
            news = [each for each in reported if not is_echo(each, poll)]
            if news and poll.seen:
                if not all(is_known(each, poll) for each in news):
                    self.agenda.wake(match, now)
                yield match

    def update_paces(self, now: float) -> None:
        """Compute the paces that may have changed."""
        for poll in self.agenda.outdated(now):
            new = self._pace(self.records[poll.match], poll.stepped, now, lively=poll.is_lively(now))
            if new.pause > poll.pace.pause:
                poll.pace = replace(new, at=min(new.at, poll.polled + new.pause))
            elif poll.pace.until <= now:
                poll.pace = replace(new, at=min(new.at, poll.pace.at))

    def is_polled(self, match: str, now: float) -> bool:
        """Return whether *match* must be polled now. If not, it is put back for later."""
        try:
            if self.watch.log is None:
                self.records[match] = self.store.record(match)
            record = self.records[match]
        except (SheetsDown, StoreDown, SetupError):
            return True  # its tick reports this
        if is_polled(record):
            return True
        self.agenda.polled(match, pace.fixed(pace.ASIDE.pause, pace.ASIDE.name)(pace.Activity(), now), now)
        return False

    def note_poll(self, poller: Poller, began: float, before: float | None) -> pace.Pace:
        """Note a poll that started at *began*. *before* is when a row had last changed until then."""
        session, now, wall = poller.session, self.now(), self.clock()
        match, typed = session.record.charter.match, pace.typed_of(session.record)
        if typed is not None and (before is None or typed > before):
            self.agenda.found(match, now)
        lively = self.agenda.poll_times[match].is_lively(now)
        self.records[match] = session.record
        new = self._pace(session.record, session.entry.when, now, lively=lively)
        if poller.workbooks.has_changed:  # they are still to be inspected
            new = replace(new, at=min(new.at, now + pace.QUIET.pause))
        poll = self.agenda.polled(match, new, now)
        poll.began, poll.ended, poll.offset, poll.marked = began, wall, wall - now, poller.time.marked
        poll.stepped = session.entry.when
        return new

    def count_failure(self, match: str, error: Exception) -> bool:
        """Count a failure of a match in its record, and return whether the match was set aside because of it."""
        reason = plain_reason(error)
        try:
            record = self.store.record(match)
            if isinstance(error, RulesChanged) and record.rules_version != error.bound:
                # somebody has adopted other rules meanwhile: the next tick begins from them
                self.records[match] = record
                return False
            failures = record.failures + 1
            stuck = record.status is Status.STUCK or failures >= PATIENCE
            status = Status.STUCK if stuck else record.status
            self.records[match] = self.store.save(record.but(failures=failures, reason=reason, status=status))
        except (Conflict, SheetsDown, StoreDown, SetupError):
            # another process has just saved it: it will meet the same failure, or has fixed it
            return False
        return stuck

    def _pace(self, record: Record, stepped: float | None, now: float, *, lively: bool = False) -> pace.Pace:
        wall, watched = self.clock(), self.watch.covers(record)
        report = self.report_of(record.charter.match)
        activity = pace.Activity(stepped=stepped)
        with guarded("The pace", report):
            activity = pace.activity_of(record, stepped, watched=watched, lively=lively, report=report)
        new_pace = self.pacing(activity, wall)
        return replace(new_pace, at=new_pace.at + (now - wall), until=new_pace.until + (now - wall))
