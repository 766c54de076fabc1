"""`sheets-gm resolve`: play the open turn now."""

from __future__ import annotations

import click

from sheets_gm.adapters.cli.house import House, home_option, say


@click.command("resolve")
@click.argument("match", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@home_option
def command(match: str | None, as_json: bool, house: House) -> None:
    """Play the open turn of MATCH now, with everybody's orders as they stand.

    Seats that have typed nothing order nothing. The name may be left out where there is only one match.
    """
    from sheets_gm.adapters import wiring
    from sheets_gm.adapters.cli.sync import as_value, lines
    from sheets_gm.gm.ports import Status

    table = wiring.table(house.store, house.sheets, house.match(match))
    if table.record.status is Status.OVER:
        raise click.ClickException(f"{table.match} is over; export it with: sheets-gm export {table.match}")
    if table.record.status is Status.STUCK:
        table.record = house.store.save(table.record.but(status=Status.LIVE, failures=0, reason=""))
    tick = table.tick(resolve=True)
    if as_json:
        say(as_value(tick))
    elif not tick.steps:
        raise click.ClickException(f"{table.match}: another process is playing this turn; look again with status.")
    for line in () if as_json else lines(tick):
        click.echo(line)
