"""The loop of the sync: rounds over all matches, once or until it is stopped."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sheets_gm.adapters.cli.sync_log import EXIT_FAILED, EXIT_UNAVAILABLE, SyncLog
from sheets_gm.adapters.sync_process.health import Health, notify_systemd
from sheets_gm.adapters.sync_process.stop_signals import StopSignals
from sheets_gm.gm.side_jobs import guarded
from sheets_gm.kernel.errors import plain_reason

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sheets_gm.gm.match_record.policy import Status
    from sheets_gm.gm.poll.schedule.rounds import Rounds, Trouble
    from sheets_gm.gm.poll.tick import Tick
    from sheets_gm.gm.ports.store import Store


DAY = 24 * 3600.0
"""Seconds between two checks of the store's file."""


def check_store(store: Store) -> None:
    """Raise `StoreBroken` if the file of *store* is damaged."""
    from sheets_gm.adapters.stores.database.store import DatabaseStore
    from sheets_gm.adapters.stores.errors import StoreBroken

    if isinstance(store, DatabaseStore) and (damage := store.check()):
        raise StoreBroken(damage)


class SyncLoop:
    """Rounds that are logged, and recorded in *health* and the file *health_file*. *only* is the match to poll.

    *check_store* is called once a day. *after_round* is called after each round, with the statuses of all matches.
    """

    def __init__(self, rounds: Rounds, health: Health, log: SyncLog) -> None:
        self._rounds = rounds
        self.health = health
        self._log = log
        self._stop = StopSignals()
        self.only: str | None = None
        self.health_file: Path | None = None
        self._problem = ""
        self._checked = time.monotonic()
        self.check_store: Callable[[], None] = lambda: None
        self.after_round: Callable[[Mapping[str, Status]], None] = lambda _: None

    def season(self, what: str) -> None:
        """Log *what* happened with the spreadsheet of the season."""
        self._log.season(what)

    def check_health_file(self) -> None:
        """Write the health file for the first time. Raises `BadParameter` if it cannot be written."""
        try:
            self._write_health()
        except OSError as error:
            raise click.BadParameter(
                f"{self.health_file} cannot be written ({error.strerror}): choose a file in an existing folder.",
                param_hint="--health",
            ) from error

    def run_once(self) -> int:
        """Poll every match once. Return the worst exit code.

        Some matches may have to wait for the quota. If the service is away, none waits, because the next run comes
        soon.
        """
        code, reached = self._round()
        worst = code
        while self._rounds.unseen() and (reached or code != EXIT_UNAVAILABLE):
            self._stop.wait(self._rounds.rest())
            code, reached = self._round()
            worst = max(worst, code)
        self._log.not_polled(self._rounds.unseen())
        set_aside = {match: why for match, why in self._rounds.aside.items() if match not in self.health.problems}
        self._log.set_aside(set_aside)
        self._rounds.note()
        return max(worst, EXIT_FAILED) if set_aside else worst

    def run(self, pace: str) -> None:
        """Poll in rounds until a signal comes. The poll in progress is finished first."""
        with self._stop.listening():
            self._log.started(pace)
            notify_systemd("READY=1")
            while not self._stop.came:
                self._round()
                notify_systemd(f"WATCHDOG=1\nSTATUS={self.health.state}, round {self.health.rounds}")
                self._stop.wait(self._rounds.rest())
            notify_systemd("STOPPING=1")
            self._rounds.stop()
            self.health.stopped = True
            self._write_health()
            self._log.stopped(self.health)

    def _round(self) -> tuple[int, bool]:
        """Run one round. Return the worst exit code of its polls, and whether any match was reached."""
        worst, reached = 0, False
        self.health.begin()
        started = time.monotonic()
        for done, took in _timed(self._rounds.round(self.only), time.monotonic):
            self.health.note(done)
            notify_systemd("WATCHDOG=1")
            code = self._log.poll(done, took)
            worst, reached = max(worst, code), reached or code != EXIT_UNAVAILABLE
            if self._stop.came:
                break
        self.health.end(time.monotonic() - started, self._rounds.statuses)
        with guarded("The health file cannot be written", self._report):
            self._write_health()
        if started - self._checked > DAY:
            self._checked = started
            with guarded("The store cannot be checked", self._report):
                self.check_store()
        with guarded("What comes after a round failed", self._report):
            self.after_round(self.health.statuses)
        return worst, reached

    def _report(self, job: str, error: Exception) -> None:
        """Log an error of a side job, once until it changes."""
        problem = f"{job}: {plain_reason(error)}"
        if problem != self._problem:
            self._problem = problem
            self._log.side_job(problem)

    def _write_health(self) -> None:
        if self.health_file:
            self.health.write(self.health_file)


def _timed(polls: Iterator[Tick | Trouble], clock: Callable[[], float]) -> Iterator[tuple[Tick | Trouble, float]]:
    """Yield each of *polls* with the seconds that it took."""
    before = clock()
    for done in polls:
        now = clock()
        yield done, now - before
        before = now
