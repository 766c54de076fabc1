"""`sheets-gm sync`: the polling sync."""

from __future__ import annotations

import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sheets_gm.adapters.cli.context import Installation, home_option
from sheets_gm.adapters.cli.durations import span_given

if TYPE_CHECKING:
    from sheets_gm.adapters.google.client import GoogleSheets
    from sheets_gm.adapters.health import Health
    from sheets_gm.gm.schedule.rounds import Rounds, Trouble
    from sheets_gm.gm.tick import Tick

FAILED = 1
"""The exit code where a match fails, or is set aside."""

AWAY = 4
"""The exit code where the spreadsheet service cannot be reached."""


@click.command("sync")
@click.option("--once", is_flag=True, help="One tick of every match, then leave (for cron).")
@click.option(
    "--every",
    metavar="TIME",
    callback=span_given,
    help="Poll every match so often, like 5s or 1m (default: as it needs it).",
)
@click.option("--match", "only", metavar="NAME", help="Only this match.")
@click.option("--json", "as_json", is_flag=True, help="A log for machines: one line of JSON for each turn or trouble.")
@click.option(
    "--health",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write how it is here, each round.",
)
@click.option("--listen", metavar="[HOST:]PORT", help="Answer /healthz and /metrics (Prometheus) there.")
@home_option
def command(
    once: bool,
    every: float | None,
    only: str | None,
    as_json: bool,
    health: Path | None,
    listen: str | None,
    installation: Installation,
) -> None:
    """Poll the spreadsheets of all matches, answer every row that was typed, and play the turns that are due.

    A turn is due when everyone who is waited for is ready, when its deadline passes, or when the GM says so. Stop it
    with Ctrl-C or SIGTERM at any time: the tick that is under way is finished. However it ends, nothing is lost and
    nothing is played twice. docs/running.md shows it under cron, systemd and in CI.

    A match is polled every few seconds while people type, near its deadline and just after a step, and every few
    minutes when it is quiet; Google's quota is never exceeded, and shared fairly. sheets-gm plan tells what to expect.

    \b
    sheets-gm sync                                         runs until it is stopped
    sheets-gm sync --once                                  one tick; exit code 1: a match fails, 4: service away
    sheets-gm sync --json --health health.json --listen 9464
    """
    from sheets_gm.adapters import wiring
    from sheets_gm.adapters.health import Health

    where = _place(listen)
    settings = installation.settings.but(every=every) if every else installation.settings
    rounds = wiring.rounds(installation.store, installation.sheets, settings)
    only = installation.match(only) if only else None
    running = _Sync(rounds, only, Health(time.time, lambda: _calls(installation.sheets)), _Log(as_json=as_json), health)
    running.begin()
    with ExitStack() as open_:
        if where:
            from sheets_gm.adapters.health_page import serve_health

            address = open_.enter_context(serve_health(running.health, where))
            click.echo(f"Telling how it is at {address}/healthz and {address}/metrics.", err=True)
        if once:
            raise SystemExit(running.once())
        running.go(f"every {settings.every:g} s" if settings.every else "as often as each match needs it")


class _Sync:
    """Rounds of all matches, or of the one called *only*, until it is stopped."""

    def __init__(self, rounds: Rounds, only: str | None, health: Health, log: _Log, health_file: Path | None) -> None:
        self._rounds = rounds
        self._only = only
        self.health = health
        self._log = log
        self._health_file = health_file
        self._stop = threading.Event()

    def begin(self) -> None:
        """Write its health for the first time, where it is to be written; a file that cannot be is named now."""
        try:
            self._write_health()
        except OSError as error:
            raise click.BadParameter(
                f"{self._health_file} cannot be written ({error.strerror}): name a file in a folder that is there.",
                param_hint="--health",
            ) from error

    def once(self) -> int:
        """One tick of every match; the exit code that the worst of them deserves.

        Some may have to wait for the quota. Where the service is away, nobody waits: the next run comes soon.
        """
        code, reached = self._round()
        worst = code
        while self._rounds.unseen() and (reached or code != AWAY):
            self._stop.wait(self._rounds.rest())
            code, reached = self._round()
            worst = max(worst, code)
        self._log.left(self._rounds.unseen())
        aside = {match: why for match, why in self._rounds.aside.items() if match not in self.health.problems}
        self._log.aside(aside)
        self._rounds.note()
        return max(worst, FAILED) if aside else worst

    def go(self, pace: str) -> None:
        """One round after another; a signal lets the tick that is under way end."""
        from sheets_gm.adapters.health import tell_systemd

        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, lambda *_: self._stop.set())
        self._log.started(pace)
        tell_systemd("READY=1")
        while not self._stop.is_set():
            self._round()
            tell_systemd(f"WATCHDOG=1\nSTATUS={self.health.state}, round {self.health.rounds}")
            self._stop.wait(self._rounds.rest())
        tell_systemd("STOPPING=1")
        self._rounds.note()
        self.health.stopped = True
        self._write_health()
        self._log.stopped(self.health)

    def _round(self) -> tuple[int, bool]:
        """One round: the worst exit code of its ticks, and whether any match was reached."""
        from sheets_gm.adapters.health import tell_systemd

        worst, reached = 0, False
        self.health.begin()
        began = ticked = time.monotonic()
        for done in self._rounds.round(self._only):
            now = time.monotonic()
            self.health.note(done)
            tell_systemd("WATCHDOG=1")
            code = self._log.tick(done, now - ticked)
            worst, reached = max(worst, code), reached or code != AWAY
            ticked = now
            if self._stop.is_set():
                break
        self.health.end(time.monotonic() - began, self._rounds.statuses)
        self._write_health()
        return worst, reached

    def _write_health(self) -> None:
        if self._health_file:
            self.health.write(self._health_file)


class _Log:
    """What is said while it runs: sentences, or lines of JSON."""

    def __init__(self, *, as_json: bool) -> None:
        self._lines: Any = _structured() if as_json else None

    def started(self, pace: str) -> None:
        click.echo(f"Polling {pace}. Stop with Ctrl-C.", err=True)
        if self._lines:
            self._lines.info("started", pace=pace)

    def stopped(self, health: Health) -> None:
        if self._lines:
            self._lines.info("stopped", rounds=health.rounds, turns=health.turns.total(), calls=dict(health.calls()))

    def tick(self, done: Tick | Trouble, took: float) -> int:
        """Tell what a tick did, if anything; the exit code that it deserves."""
        from sheets_gm.gm.schedule.rounds import Trouble

        if isinstance(done, Trouble):
            self._trouble(done)
            return AWAY if done.away else FAILED
        if not self._lines:
            for line in lines(done):
                click.echo(line)
        elif done.steps or done.writes:
            for entry in logged(done):
                self._lines.info(**entry, status=done.status.value, seconds=round(took, 3))
        return 0

    def left(self, matches: int) -> None:
        """Tell that *matches* were not polled at all."""
        if matches and self._lines:
            self._lines.error("left", matches=matches)
        elif matches:
            click.echo(f"Not polled, for the same reason: {matches} more.", err=True)

    def aside(self, matches: Mapping[str, str]) -> None:
        """Tell which *matches* were set aside by an earlier tick, each with its reason."""
        for match, why in matches.items():
            if self._lines:
                self._lines.error("stuck", match=match, problem=why)
            else:
                click.echo(f"{match}: it is set aside ({why}): mend it, then sheets-gm unstick {match}.", err=True)

    def _trouble(self, done: Trouble) -> None:
        if self._lines:
            kind = "away" if done.away else "stuck" if done.stuck else "failed"
            self._lines.error(kind, match=done.match or None, problem=done.reason)
            return
        aside = " It is set aside: mend it, then sheets-gm unstick it." if done.stuck else ""
        click.echo(f"{done.match or 'The store'}: {done.reason}{aside}", err=True)


def _calls(sheets: GoogleSheets) -> Mapping[str, int]:
    """The calls of all accounts, by kind."""
    return sum((Counter(each.calls) for each in sheets.peers.values() or (sheets,)), Counter())


def _structured() -> Any:
    """A logger whose every line is one JSON object."""
    import structlog

    return structlog.wrap_logger(
        structlog.PrintLogger(),
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
    )


def _place(listen: str | None) -> tuple[str, int] | None:
    from sheets_gm.adapters.health_page import parse_address

    try:
        return parse_address(listen) if listen else None
    except ValueError as error:
        raise click.BadParameter(f"«{listen}» is no place to listen: write 9464 or 127.0.0.1:9464.") from error


def logged(tick: Tick) -> Iterator[dict[str, Any]]:
    """A tick as lines of a log: one for each step, or one that people were answered."""
    for step in tick.steps:
        yield {
            "event": "deed" if step.entry.kind == "act" else "turn",
            "match": tick.match,
            "entry": step.entry.number,
            "label": step.entry.label,
            "why": step.entry.why,
            "events": len(step.events),
            "slips": len(step.entry.slips),
            "waiting": list(tick.waiting),
        }
    if tick.mended:
        yield {"event": "mended", "match": tick.match, "cells": list(tick.mended)}
    elif not tick.steps:
        yield {"event": "answered", "match": tick.match, "waiting": list(tick.waiting)}


def lines(tick: Tick) -> Iterator[str]:
    """What a tick did, in words; nothing for a quiet one."""
    for step in tick.steps:
        done = "is done" if step.entry.kind == "act" else f"is played: {len(step.events)} events"
        yield f"{tick.match}: {step.entry.label} {done}, entry {step.entry.number}"
    if tick.mended:
        yield f"{tick.match}: put back what was typed over: {'; '.join(tick.mended)}"
    elif tick.writes and not tick.steps:
        yield f"{tick.match}: answered; waiting for {', '.join(tick.waiting) or 'nobody'}"


def as_value(tick: Tick) -> dict[str, Any]:
    """A tick as JSON."""
    return {
        "match": tick.match,
        "steps": [{"entry": step.entry.number, "label": step.entry.label} for step in tick.steps],
        "writes": tick.writes,
        "waiting": list(tick.waiting),
        "status": tick.status.value,
        "mended": list(tick.mended),
    }
