"""The log of the sync: sentences for people, or lines of JSON for programs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import click

from sheets_gm.kernel.english import counted, listed

if TYPE_CHECKING:
    from sheets_gm.adapters.sync_process.health import Health
    from sheets_gm.gm.poll.schedule.rounds import Trouble
    from sheets_gm.gm.poll.tick import Tick

_NUMBER = re.compile(r"\d+")

EXIT_FAILED = 1
"""The exit code if a match fails or is set aside."""

EXIT_UNAVAILABLE = 4
"""The exit code if the spreadsheet service cannot be reached."""


class SyncLog:
    """A log of a sync: sentences, or *as_json*. With *tells_quiet*, polls that found nothing are logged too."""

    def __init__(self, *, as_json: bool, tells_quiet: bool = False) -> None:
        self._tells_quiet = tells_quiet
        self._json: Any = _json_logger() if as_json else None
        self._away: dict[str, set[str]] = {}
        """The matches that each cause keeps from being polled; "" stands for the store."""

    def started(self, pace: str) -> None:
        """Log the start of a sync that runs until it is stopped."""
        click.echo(f"Polling {pace}. Stop with Ctrl-C.", err=True)
        if self._json:
            self._json.info("started", pace=pace)

    def stopped(self, health: Health) -> None:
        """Log the end of a sync."""
        if self._json:
            self._json.info("stopped", rounds=health.rounds, turns=health.turns.total(), calls=dict(health.calls()))

    def poll(self, done: Tick | Trouble, took: float) -> int:
        """Log the result of a poll, if there is any. Return its exit code."""
        from sheets_gm.gm.poll.schedule.rounds import Trouble

        if isinstance(done, Trouble):
            if not done.away or self._is_new(done):
                self._trouble(done)
            return EXIT_UNAVAILABLE if done.away else EXIT_FAILED
        self._back(done.match)
        if not self._json:
            for line in list(sentences(done)) or ([next_of(done)] if self._tells_quiet else []):
                click.echo(line)
        elif done.steps or done.writes or done.back:
            for fields in json_lines(done):
                self._json.info(**fields, status=done.status.value, seconds=round(took, 3))
        return 0

    def not_polled(self, matches: int) -> None:
        """Log that *matches* were not polled at all."""
        if matches and self._json:
            self._json.error("left", matches=matches)
        elif matches:
            click.echo(f"Not polled, for the same reason: {matches} more.", err=True)

    def set_aside(self, matches: Mapping[str, str]) -> None:
        """Log the *matches* that an earlier poll set aside, each with its reason."""
        for match, reason in matches.items():
            if self._json:
                self._json.error("stuck", match=match, problem=reason)
            else:
                click.echo(f"{match}: set aside ({reason}). Fix that, then: sheets-gm unstick {match}", err=True)

    def season(self, what: str) -> None:
        """Log *what* happened with the spreadsheet of the season."""
        if self._json:
            self._json.info("season", what=what)
        else:
            click.echo(what)

    def side_job(self, problem: str) -> None:
        """Log a *problem* beside the matches."""
        if self._json:
            self._json.error("side job", problem=problem)
        else:
            click.echo(problem, err=True)

    def _is_new(self, trouble: Trouble) -> bool:
        """Return whether the cause of *trouble* is new. Each cause is logged once, for whatever match."""
        cause = "" if not trouble.match else _NUMBER.sub("0", trouble.reason.replace(trouble.match, ""))
        was_logged = cause in self._away
        self._away.setdefault(cause, set()).add(trouble.match)
        return not was_logged

    def _back(self, match: str) -> None:
        """Log each cause that is over: its matches can be polled again. For a store this is any match."""
        for cause, kept in list(self._away.items()):
            kept -= {match, ""}
            if kept:
                continue
            del self._away[cause]
            if self._json:
                self._json.info("back", match=None if not cause else match)
            else:
                click.echo(f"{'The store' if not cause else match}: it can be reached again.", err=True)

    def _trouble(self, trouble: Trouble) -> None:
        if self._json:
            kind = "away" if trouble.away else "stuck" if trouble.stuck else "failed"
            self._json.error(kind, match=trouble.match or None, problem=trouble.reason)
            return
        advice = f" It is set aside. Fix that, then: sheets-gm unstick {trouble.match}" if trouble.stuck else ""
        click.echo(f"{trouble.match or 'The store'}: {trouble.reason}{advice}", err=True)


def _json_logger() -> Any:
    """Return a logger that writes one JSON object a line."""
    import structlog

    return structlog.wrap_logger(
        structlog.PrintLogger(),
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
    )


def json_lines(tick: Tick) -> Iterator[dict[str, Any]]:
    """Yield log lines for a poll: one for each step, or one if it only answered people."""
    if tick.back:
        yield {"event": "back to a backup", "match": tick.match, "last": tick.back.last, "shown": tick.back.shown}
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
    if tick.muted:
        yield {"event": "muted", "match": tick.match, "addresses": list(tick.muted)}
    if tick.restored:
        yield {"event": "restored", "match": tick.match, "what": list(tick.restored)}
    if tick.mended:
        yield {"event": "mended", "match": tick.match, "cells": list(tick.mended)}
    elif not tick.steps and not tick.restored and not tick.back:
        yield {"event": "answered", "match": tick.match, "waiting": list(tick.waiting)}


def sentences(tick: Tick, *, log_lines: int = 0) -> Iterator[str]:
    """Yield the result of a poll in words, with up to *log_lines* log lines for a turn; nothing if quiet."""
    if tick.back:
        yield (
            f"{tick.match}: the store ends with entry {tick.back.last}, and the sheet had shown {tick.back.shown}: a "
            "backup was put back. The sheet is drawn again from the store, what was typed since is kept, and no secret "
            "that was shown is used again. Tell the players."
        )
    for step in tick.steps:
        lines = [line for line in tick.lines if line.entry == step.entry.number]
        label = lines[0].label if lines else step.entry.label
        done = lines[0].text if step.entry.kind == "act" and lines else f"{label} is played."
        yield f"{tick.match}, entry {step.entry.number}: {done}"
        if step.entry.kind != "act":
            yield from (f"  {line.text}" for line in lines[:log_lines])
        if log_lines and len(lines) > log_lines:
            yield f"  {counted(len(lines) - log_lines, 'more line')} on the tab Log."
    if tick.steps:
        yield next_of(tick)
    for line in tick.muted:
        yield f"{tick.match}: {line}"
    if tick.restored:
        yield f"{tick.match}: put back what somebody changed: {'; '.join(tick.restored)}"
    if tick.mended:
        yield f"{tick.match}: restored cells that somebody typed over: {'; '.join(tick.mended)}"
    elif tick.writes and not tick.steps and not tick.restored and not tick.back:
        yield f"{tick.match}: rows are answered. Waiting for {_waited_for(tick)}."


def next_of(tick: Tick) -> str:
    """Return what a match waits for after a poll, as a sentence."""
    from sheets_gm.gm.match_record.policy import Status

    name = tick.match
    if tick.status is Status.OVER:
        return f"{name}: the match is over. Export it with: sheets-gm export {name}"
    if tick.status is Status.PAUSED:
        return f"{name}: the match is paused. Go on with: sheets-gm resume {name}"
    return f"{name}: waiting for {_waited_for(tick)}."


def _waited_for(tick: Tick) -> str:
    return listed(tick.people)


def as_value(tick: Tick) -> dict[str, Any]:
    """Return a poll as a JSON value."""
    return {
        "match": tick.match,
        "steps": [{"entry": step.entry.number, "label": step.entry.label} for step in tick.steps],
        "writes": tick.writes,
        "waiting": list(tick.waiting),
        "status": tick.status.value,
        "mended": list(tick.mended),
        "restored": list(tick.restored),
        "muted": list(tick.muted),
        "back": tick.back and {"last": tick.back.last, "shown": tick.back.shown},
    }
