"""`sheets-gm sync`: the polling sync."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from sheets_gm.adapters.cli.house import House, home_option, say

if TYPE_CHECKING:
    from sheets_gm.gm.rounds import Trouble
    from sheets_gm.gm.turn import Tick


@click.command("sync")
@click.option("--once", is_flag=True, help="One tick of every match, then leave (for cron).")
@click.option("--every", metavar="TIME", help="Poll every match so often, like 5s or 1m (default: as it needs it).")
@click.option("--match", "only", metavar="NAME", help="Only this match.")
@click.option("--json", "as_json", is_flag=True, help="One JSON line for each tick that did something.")
@home_option
def command(once: bool, every: str | None, only: str | None, as_json: bool, house: House) -> None:
    """Poll the spreadsheets of all matches, answer every row that was typed, and play the turns that are due.

    A turn is due when everyone who is waited for is ready, when its deadline passes, or when the GM says so. Stop it
    with Ctrl-C at any time: nothing is lost and nothing is played twice, however it ends.

    A match is polled every few seconds while people type, near its deadline and just after a step, and every few
    minutes when it is quiet; Google's quota is never exceeded, and shared fairly. sheets-gm plan tells what to expect.

    \b
    sheets-gm sync                 runs until it is stopped
    sheets-gm sync --once          one tick; the exit code is 1 if a match failed, 4 if the service is away
    """
    from sheets_gm.adapters import wiring
    from sheets_gm.adapters.times import seconds

    settings = house.settings.but(every=seconds(every)) if every else house.settings
    hall = wiring.hall(house.store, house.sheets, settings)
    only = house.match(only) if only else None
    stop = threading.Event()
    if not once:
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, lambda *_: stop.set())
        pace = f"every {settings.every:g} s" if settings.every else "as often as each match needs it"
        click.echo(f"Polling {pace}. Stop with Ctrl-C.", err=True)
    worst = 0
    while not stop.is_set():
        for done in hall.round(only):
            worst = max(worst, _report(done, as_json))
        if once and not hall.unseen():
            break
        stop.wait(hall.rest())
    hall.note()
    if once:
        raise SystemExit(worst)


def _report(done: Tick | Trouble, as_json: bool) -> int:
    """Tell what a tick did, if anything; the exit code that it deserves."""
    from sheets_gm.gm.rounds import Trouble

    if isinstance(done, Trouble):
        if as_json:
            say({"match": done.match, "problem": done.reason, "stuck": done.stuck})
        else:
            aside = " It is set aside: mend it, then sheets-gm unstick it." if done.stuck else ""
            click.echo(f"{done.match}: {done.reason}{aside}", err=True)
        return 4 if done.away else 1
    for line in lines(done):
        click.echo(line) if not as_json else None
    if as_json and (done.steps or done.writes):
        say(as_value(done))
    return 0


def lines(tick: Tick) -> Iterator[str]:
    """What a tick did, in words; nothing for a quiet one."""
    for step in tick.steps:
        done = "is done" if step.entry.kind == "act" else f"is played: {len(step.events)} events"
        yield f"{tick.match}: {step.entry.label} {done}, entry {step.entry.number}"
    if tick.writes and not tick.steps:
        yield f"{tick.match}: answered; waiting for {', '.join(tick.waiting) or 'nobody'}"


def as_value(tick: Tick) -> dict[str, Any]:
    """A tick as JSON."""
    return {
        "match": tick.match,
        "steps": [{"entry": step.entry.number, "label": step.entry.label} for step in tick.steps],
        "writes": tick.writes,
        "waiting": list(tick.waiting),
        "status": tick.status.value,
    }
