"""`sheets-gm plan`: how many matches an installation can serve, and how soon people are answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sheets_gm.adapters.cli.context import Installation, home_option, say

if TYPE_CHECKING:
    from sheets_gm.adapters.google.capacity import Crowd, Forecast


@click.command("plan")
@click.option("--matches", type=click.IntRange(1), default=1, show_default=True, help="Matches that are played.")
@click.option(
    "--busy", type=click.IntRange(0), help="How many of them people type in at the same time (default: a tenth)."
)
@click.option("--accounts", type=click.IntRange(1), help="Service accounts that share the work (default: as set up).")
@click.option(
    "--workbooks",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Workbooks of a match; sealed ones have more.",
)
@click.option("--no-feed", is_flag=True, help="Without Drive's feed of changes (credentials that do not reach it).")
@click.option("--json", "as_json", is_flag=True, help="Print JSON; times in seconds.")
@home_option
def command(
    matches: int,
    busy: int | None,
    accounts: int | None,
    workbooks: int,
    no_feed: bool,
    as_json: bool,
    installation: Installation,
) -> None:
    """Tell how often so many matches are polled within Google's quota, and how long an edit waits for its receipt.

    \b
    sheets-gm plan --matches 200
    sheets-gm plan --matches 200 --busy 40 --accounts 5
    sheets-gm plan --matches 12 --workbooks 4               sealed ones
    """
    from dataclasses import asdict

    from sheets_gm.adapters.google.capacity import Crowd, forecast
    from sheets_gm.adapters.settings import Quota

    google = installation.settings.google
    busy = -(-matches // 10) if busy is None else busy
    if busy > matches:
        raise click.BadParameter(f"{busy} of {matches} matches cannot be busy.", param_hint="--busy")
    crowd = Crowd(matches, busy, workbooks, accounts or max(1, len(google.service_accounts)), not no_feed)
    told = forecast(crowd, google.quota or Quota())
    if as_json:
        finite = {name: value if value < float("inf") else None for name, value in asdict(told).items()}
        say({**asdict(crowd), **finite, "fits": told.fits})
        return
    _print(crowd, told)


def _print(crowd: Crowd, told: Forecast) -> None:
    from rich.console import Console
    from rich.table import Table

    from sheets_gm.adapters.cli.durations import span

    hands = "1 account" if crowd.accounts == 1 else f"{crowd.accounts} accounts of one project"
    books = f" in {crowd.workbooks} workbooks each" if crowd.workbooks > 1 else ""
    click.echo(f"{crowd.matches} matches{books}, {crowd.busy} of them busy, served by {hands}:")
    shown = Table(box=None, pad_edge=False, padding=(0, 2))
    for name in ("", "matches", "polled every", "receipt after", "nearly always within"):
        shown.add_column(name, justify="right" if name else "left")
    quiet = crowd.matches - crowd.busy
    for name, count, *times in (
        ("busy", crowd.busy, told.busy_pause, told.busy_delay, told.busy_late),
        ("quiet", quiet, told.idle_pause, told.idle_delay, told.idle_late),
    ):
        if count:
            shown.add_row(name, str(count), *map(span, times))
    Console(width=100).print(shown)
    if crowd.watched and quiet:
        click.echo("Of a change in a quiet match Drive's feed tells about three minutes after it was typed.")
    click.echo(
        f"Reads a minute: {told.wanted:.0f} wanted, {told.granted:.0f} granted (a tenth of the quota is left free)."
    )
    if not told.fits:
        click.echo("That is too much for the quota: some matches are polled less often than every nine minutes.")
    if told.wanted > told.granted:
        projects = "" if told.projects == 1 else f" in {told.projects} projects"
        click.echo(f"With {told.enough} accounts{projects} nobody would wait for the quota.")
