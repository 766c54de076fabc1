"""`sheets-gm resolve`: play the open turn now, or look at what would happen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sheets_gm.adapters.cli.context import Installation, home_option, say

if TYPE_CHECKING:
    from sheets_gm.gm.tick import Poller


@click.command("resolve")
@click.argument("match", required=False)
@click.option("--dry-run", is_flag=True, help="Only tell what would happen, with other dice; nothing is played.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@home_option
def command(match: str | None, dry_run: bool, as_json: bool, installation: Installation) -> None:
    """Play the open turn of MATCH now, with everybody's orders as they stand.

    Seats that have typed nothing do what the match's policy for no-shows says. The name may be left out where there
    is only one match.

    \b
    sheets-gm resolve friday
    sheets-gm resolve friday --dry-run     as the sheet stands now, with dice that will not be rolled again
    """
    from sheets_gm.adapters import wiring
    from sheets_gm.adapters.cli.sync import as_value, lines
    from sheets_gm.gm.record.policy import Status

    table = wiring.table(installation.store, installation.sheets, installation.match(match), installation.settings)
    if table.session.record.status is Status.OVER:
        raise click.ClickException(
            f"{table.session.match} is over; export it with: sheets-gm export {table.session.match}"
        )
    if dry_run:
        _rehearse(table, as_json=as_json)
        return
    if table.session.record.status is Status.STUCK:
        raise click.ClickException(
            f"{table.session.match} is set aside: {table.session.record.reason}. See sheets-gm unstick --help"
        )
    tick = table.tick(resolve=True)
    if as_json:
        say(as_value(tick))
    elif not tick.steps and tick.status is Status.OVER:
        raise click.ClickException(
            f"{table.session.match} is over meanwhile; look at it with: sheets-gm status {table.session.match}"
        )
    elif not tick.steps:
        raise click.ClickException(
            f"{table.session.match}: another process is playing this turn; look again with status."
        )
    for line in () if as_json else lines(tick):
        click.echo(line)


def _rehearse(table: Poller, *, as_json: bool) -> None:
    """Tell what would happen."""
    told = table.rehearse()
    if as_json:
        say({"match": table.session.match, "would": list(told)})
        return
    click.echo(f"{table.session.match}: if the turn were played now, with other dice:")
    for line in told:
        click.echo(f"  {line}")
    click.echo("Nothing was played.")
