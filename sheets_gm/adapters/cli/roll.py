"""`sheets-gm roll`: types a roll of real dice, or lists the rolls that a match waits for."""

from __future__ import annotations

import click

from sheets_gm.adapters.cli.context import Installation, home_option, print_json


@click.command("roll")
@click.argument("match")
@click.argument("why", required=False)
@click.argument("value", type=int, required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@home_option
def command(match: str, why: str | None, value: int | None, as_json: bool, installation: Installation) -> None:
    """Type that the die rolled for WHY showed VALUE, in MATCH, which was created with --set dice=manual.

    The turn is played as soon as all its rolls are typed. Without WHY, list the rolls that MATCH waits for. A roll can
    be typed again until the others are there.

    \b
    sheets-gm roll friday
    sheets-gm roll friday "turn 3: movement of blue1" 4
    """
    from sheets_gm.adapters import wiring
    from sheets_gm.adapters.cli.sync_log import as_value, sentences
    from sheets_gm.gm.intake.desk.roll_form import missing_rolls
    from sheets_gm.gm.poll.real_dice import type_roll
    from sheets_gm.gm.ports.store import Conflict

    if why is not None and value is None:
        raise click.UsageError("Type what the die showed: sheets-gm roll MATCH WHY VALUE")
    poller = wiring.poller(installation.store, installation.sheets, installation.match(match), installation.settings)
    name = poller.session.match
    if why is not None and value is not None:
        try:
            type_roll(poller.session, why, value)
        except Conflict as error:
            raise click.ClickException(f"{name}: another process is working on this match. Try again.") from error
        tick = poller.tick()
        if not as_json:
            click.echo(f"{name}: {why}: {value}")
            for line in sentences(tick) if tick.steps else ():
                click.echo(line)
    missing = missing_rolls(poller.session.record)
    if as_json:
        asked = [{"why": each.why, "sides": each.sides} for each in missing]
        print_json({"match": name, "missing": asked, **({"tick": as_value(tick)} if why is not None else {})})
        return
    for each in missing:
        click.echo(f"  d{each.sides}  {each.why}")
    if not missing:
        click.echo(f"{name} waits for no rolls now.")
