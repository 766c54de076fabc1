"""`sheets-gm resolve`: plays the open turn now, or previews it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sheets_gm.adapters.cli.context import Installation, home_option, print_json

if TYPE_CHECKING:
    from sheets_gm.gm.match_record.pending_lock import PendingLock
    from sheets_gm.gm.poll.poller import Poller


@click.command("resolve")
@click.argument("match", required=False)
@click.option("--dry-run", is_flag=True, help="Only show what would happen, with other dice; nothing is played.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@home_option
def command(match: str | None, dry_run: bool, as_json: bool, installation: Installation) -> None:
    """Play the open turn of MATCH now, with everybody's current orders.

    Seats without orders follow the match's policy for no-shows. MATCH may be left out if there is only one.

    \b
    sheets-gm resolve friday
    sheets-gm resolve friday --dry-run     a preview, with dice that will not come again
    """
    from sheets_gm.adapters import wiring
    from sheets_gm.adapters.cli.beside_the_sync import tick_beside_the_sync
    from sheets_gm.adapters.cli.sync_log import as_value, sentences
    from sheets_gm.gm.match_record.policy import Status

    poller = wiring.poller(installation.store, installation.sheets, installation.match(match), installation.settings)
    if poller.session.record.status is Status.OVER:
        raise click.ClickException(
            f"{poller.session.match} is over. Export it with: sheets-gm export {poller.session.match}"
        )
    if dry_run:
        _dry_run(poller, as_json=as_json)
        return
    if poller.session.record.status is Status.STUCK:
        raise click.ClickException(
            f"{poller.session.match} is set aside: {poller.session.record.reason}. See sheets-gm unstick --help"
        )
    number = poller.session.entry.number
    tick = tick_beside_the_sync(poller, resolve=True)
    if as_json:
        print_json(as_value(tick))
    elif not tick.steps and tick.status is Status.OVER:
        raise click.ClickException(f"{poller.session.match} is over now. See sheets-gm status {poller.session.match}")
    elif not tick.steps and poller.session.record.pending is not None:
        name, pending = poller.session.match, poller.session.record.pending
        if pending.round is not None:
            raise click.ClickException(f"{name}: {waiting_for_round(pending)}")
        raise click.ClickException(f"{name}: this turn waits for rolls. List them with: sheets-gm roll {name}")
    elif not tick.steps:
        name, is_played = poller.session.match, poller.session.entry.number != number
        busy = "has just played this turn" if is_played else "is playing this turn"
        raise click.ClickException(f"{name}: another process {busy}. See sheets-gm status {name}")
    for line in () if as_json else sentences(tick, log_lines=MOST_LINES):
        click.echo(line)


MOST_LINES = 20
"""Lines of the log that are printed after a turn."""


def waiting_for_round(pending: PendingLock) -> str:
    """Return a sentence about a lock that waits for its public round, and what to do."""
    from sheets_gm.kernel import beacon

    round = pending.round or 0
    if pending.trouble:
        return f"this turn is locked and waits for round {round} of the public beacon. {pending.trouble}"
    return (
        f"this turn is locked and is played with round {round} of the public beacon, which is published at "
        f"{beacon.clock(round)}. The sync plays it then, or sheets-gm resolve."
    )


def _dry_run(poller: Poller, *, as_json: bool) -> None:
    """Print what would happen."""
    lines = poller.dry_run()
    if as_json:
        print_json({"match": poller.session.match, "would": list(lines)})
        return
    click.echo(f"{poller.session.match}: if the turn were played now, with other dice:")
    for line in lines:
        click.echo(f"  {line}")
    click.echo("Nothing was played.")
