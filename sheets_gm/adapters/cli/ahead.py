"""`sheets-gm ahead`: what planned orders may depend on, and what a player has planned."""

from __future__ import annotations

import click

from sheets_gm.adapters.cli.context import Installation, home_option


@click.command("ahead")
@click.argument("match", required=False)
@click.argument("player", required=False)
@home_option
def command(match: str | None, player: str | None, installation: Installation) -> None:
    """Show what the planned orders of MATCH may depend on, and with PLAYER what that player has planned.

    Players plan on the tab Plan ahead, where their own orders are. The match must let them: sheets-gm new
    --set plans=3, or later sheets-gm change MATCH --set plans=3.

    \b
    Examples:
    sheets-gm ahead friday
    sheets-gm ahead friday ben
    """
    from sheets_gm.games.finding import game as find
    from sheets_gm.gm.between.rows.naming import named_seat
    from sheets_gm.gm.match_record.plans import PLANS, Plans

    name = installation.match(match)
    record = installation.store.record(name)
    if not record.policy.plans:
        click.echo(f"Nobody plans ahead in {name}. To let them: sheets-gm change {name} --set plans=3")
        return
    if player is None:
        click.echo("What a planned order may depend on; unless turns a sentence round, and joins two:")
        for condition in find(record.charter.game).conditions:
            click.echo(f"  {condition.shown}")
        return
    seat = named_seat(record, player)
    own = [draft for draft in record.drafts if (draft.form, draft.seat) == (PLANS, seat.id) and draft.receipt]
    for draft in sorted(own, key=lambda draft: draft.row):
        click.echo(f"{draft.row + 1}. {draft.receipt}")
    for became in Plans.of(record).became:
        if became.seat == seat.id:
            click.echo(f"Row {became.row + 1} before: {became.text}")
    if not own and all(each.seat != seat.id for each in Plans.of(record).became):
        click.echo(f"{seat.player} has planned nothing.")
