"""`sheets-gm sync`: polls all matches."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sheets_gm.adapters.cli.context import Installation, home_option
from sheets_gm.adapters.cli.durations import duration_option

if TYPE_CHECKING:
    from sheets_gm.adapters.google.google_sheets import GoogleSheets

THOROUGH = 50
"""Up to this many matches, `--once` polls even those that Drive reports as unchanged: a minute's calls at most."""


@click.command("sync")
@click.argument("match", required=False)
@click.option("--once", is_flag=True, help="Poll every match once, then exit (for cron).")
@click.option(
    "--every",
    metavar="TIME",
    callback=duration_option,
    help="Poll every match at this interval, like 5s or 1m (default: as each match needs).",
)
@click.option("--json", "as_json", is_flag=True, help="Log JSON: one line for each turn or problem.")
@click.option(
    "--health",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the health of the sync to this file each round.",
)
@click.option("--listen", metavar="[HOST:]PORT", help="Serve /healthz and /metrics (Prometheus) on this port.")
@home_option
def command(
    match: str | None,
    once: bool,
    every: float | None,
    as_json: bool,
    health: Path | None,
    listen: str | None,
    installation: Installation,
) -> None:
    """Poll the spreadsheets of MATCH (or of all), answer every row that was typed, and play the turns that are due.

    A turn is due when everyone is ready, when its deadline passes, or when the GM locks it. Stop the sync with Ctrl-C
    or SIGTERM at any time: it finishes the poll in progress. However it ends, nothing is lost and nothing is played
    twice. sheets-gm help running shows how to run it with cron, with systemd and in CI.

    A match is polled every few seconds while people type, near its deadline and just after a step, and every few
    minutes when it is quiet. The sync never exceeds Google's quota and shares it fairly. sheets-gm capacity shows
    what to expect.

    \b
    sheets-gm sync                                         runs until it is stopped
    sheets-gm sync --once                                  exit code 1: a match fails, 4: service away
    sheets-gm sync --json --health health.json --listen 9464
    """
    from sheets_gm.adapters import wiring
    from sheets_gm.adapters.cli.sync_log import SyncLog
    from sheets_gm.adapters.cli.sync_loop import SyncLoop, check_store
    from sheets_gm.adapters.cli.sync_season import SeasonKeeper
    from sheets_gm.adapters.google.accounts.credentials import expiry
    from sheets_gm.adapters.sync_process import garbage_collection
    from sheets_gm.adapters.sync_process.health import Health

    where = _address(listen)
    settings = installation.settings.but(every=every) if every else installation.settings
    rounds = wiring.rounds(installation.store, installation.sheets, settings, stays=not once)
    consent = partial(expiry, installation.sheets.identity)
    watched = Health(time.time, lambda: _calls(installation.sheets), consent=consent)
    loop = SyncLoop(rounds, watched, SyncLog(as_json=as_json, tells_quiet=once))
    loop.only = installation.match(match) if match else None
    loop.health_file = health
    loop.check_health_file()
    loop.after_round = SeasonKeeper(installation, time.monotonic, loop.season).after_round
    loop.check_store = partial(check_store, installation.store)
    with ExitStack() as stack:
        if where:
            from sheets_gm.adapters.sync_process.health_page import serve_health

            address = stack.enter_context(serve_health(loop.health, where))
            click.echo(f"Serving {address}/healthz and {address}/metrics.", err=True)
        if once:
            rounds.matches.is_thorough = len(installation.store.names()) <= THOROUGH
            raise SystemExit(loop.run_once())
        if match is None:
            rounds.group = wiring.sync_group(installation.store)
        garbage_collection.collect_less_often()
        loop.run(f"every {settings.every:g} s" if settings.every else "as often as each match needs")


def _calls(sheets: GoogleSheets) -> Mapping[str, int]:
    """Return the number of calls of all accounts, by kind."""
    return sum((Counter(each.calls) for each in sheets.peers.values() or (sheets,)), Counter())


def _address(listen: str | None) -> tuple[str, int] | None:
    from sheets_gm.adapters.sync_process.health_page import parse_address

    try:
        return parse_address(listen) if listen else None
    except ValueError as error:
        raise click.BadParameter(f"“{listen}” is not a port or host:port: write 9464 or 127.0.0.1:9464.") from error
