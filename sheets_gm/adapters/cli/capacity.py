"""`sheets-gm capacity`: how often matches are polled within the quota, and how soon people are answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sheets_gm.adapters.cli.context import Installation, home_option, print_json

if TYPE_CHECKING:
    from sheets_gm.adapters.google.capacity import Crowd, Forecast


@click.command("capacity")
@click.option("--matches", type=click.IntRange(1), default=1, show_default=True, help="Number of matches.")
@click.option(
    "--busy", type=click.IntRange(0), help="Matches in which people type at the same time (default: a tenth)."
)
@click.option(
    "--accounts", type=click.IntRange(1), help="Service accounts that share the work (default: as in the settings)."
)
@click.option(
    "--workbooks",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Workbooks of a match; a sealed match has several.",
)
@click.option("--no-feed", is_flag=True, help="Assume credentials that cannot read Drive's feed of changes.")
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
    """Estimate how often matches are polled within Google's quota, and how long an edit waits for its answer.

    \b
    sheets-gm capacity --matches 200
    sheets-gm capacity --matches 200 --busy 40 --accounts 5
    sheets-gm capacity --matches 12 --workbooks 4           sealed matches
    """
    from dataclasses import asdict

    from sheets_gm.adapters.google.capacity import Crowd, forecast
    from sheets_gm.adapters.installation.settings import Quota

    google = installation.settings.google
    busy = -(-matches // 10) if busy is None else busy
    if busy > matches:
        raise click.BadParameter(f"there are only {matches} matches, so {busy} cannot be busy.", param_hint="--busy")
    crowd = Crowd(
        matches=matches,
        busy=busy,
        workbooks=workbooks,
        accounts=accounts or max(1, len(google.service_accounts)),
        watched=not no_feed,
    )
    expected = forecast(crowd, google.quota or Quota())
    if as_json:
        finite = {name: value if value < float("inf") else None for name, value in asdict(expected).items()}
        print_json({**asdict(crowd), **finite, "fits": expected.fits})
        return
    _print(crowd, expected)


def _print(crowd: Crowd, expected: Forecast) -> None:
    from rich.console import Console
    from rich.table import Table

    from sheets_gm.adapters.cli.durations import format_duration
    from sheets_gm.adapters.google.calls.rate_limits import HEADROOM

    accounts = "1 account" if crowd.accounts == 1 else f"{crowd.accounts} accounts of one project"
    books = f" in {crowd.workbooks} workbooks each" if crowd.workbooks > 1 else ""
    click.echo(f"{crowd.matches} matches{books}, {crowd.busy} of them busy, served by {accounts}:")
    shown = Table(box=None, pad_edge=False, padding=(0, 2))
    for name in ("", "matches", "polled every", "answer after", "nearly always within"):
        shown.add_column(name, justify="right" if name else "left")
    quiet = crowd.matches - crowd.busy
    for name, count, *times in (
        ("busy", crowd.busy, expected.busy_pause, expected.busy_delay, expected.busy_late),
        ("quiet", quiet, expected.idle_pause, expected.idle_delay, expected.idle_late),
    ):
        if count:
            shown.add_row(name, str(count), *map(format_duration, times))
    Console(width=100).print(shown)
    if crowd.watched and quiet:
        click.echo("Drive's feed reports an edit in a quiet match about three minutes after it was typed.")
    click.echo(
        f"Reads a minute: {expected.wanted:.0f} wanted, {expected.granted:.0f} allowed "
        f"({HEADROOM:.0%} of the quota is kept free)."
    )
    if not expected.fits:
        click.echo("That exceeds the quota: some matches are polled less often than every nine minutes.")
    if expected.wanted > expected.granted:
        projects = "" if expected.projects == 1 else f" in {expected.projects} projects"
        click.echo(f"With {expected.enough} accounts{projects}, no poll would wait for the quota.")
