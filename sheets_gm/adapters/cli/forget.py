"""`sheets-gm forget`: take a match out of the store that was made by mistake."""

from __future__ import annotations

import time
from pathlib import Path

import click

from sheets_gm.adapters.cli.context import Installation, home_option


@click.command("forget")
@click.argument("match")
@click.option("--to", "folder", type=click.Path(path_type=Path), default=Path("exports"), show_default=True,
              help="Where what was played is written before.")  # fmt: skip
@click.option("--yes", is_flag=True, help="Do not ask.")
@home_option
def command(match: str, folder: Path, yes: bool, installation: Installation) -> None:
    """Take MATCH out of the store, for good: no command knows it afterwards.

    What was played is written as JSON first. Its spreadsheets stay, with all that stands in them, and are named:
    remove them by hand. Stop the sync before, and start it afterwards. It is for matches that were made by mistake: one
    that is over costs nothing, and one that nobody wants to play on is ended with concede, or held with pause.
    """
    from sheets_gm.adapters import wiring
    from sheets_gm.adapters.export.files import write_exports
    from sheets_gm.gm.record.policy import Status
    from sheets_gm.gm.tick import STALE

    match = installation.match(match)
    store = installation.store
    record = store.record(match)
    if not yes:
        played = store.last_number(match)
        state = "is over" if record.status is Status.OVER else f"is not over ({record.status.value})"
        click.confirm(f"{match} {state}, {played} entries were played. Forget it for good?", abort=True)
    if not store.claim(match, wiring.owner(), time.time(), STALE):
        raise click.ClickException(f"{match}: another process is at work on this match; stop the sync and try again.")
    written = list(write_exports(store, match, folder, ("json",)))
    store.forget(match)
    click.echo(f"{match} is forgotten. What was played is in {', '.join(map(str, written))}.")
    for book in record.workbooks:
        click.echo(f"  its spreadsheet {book.key} stays: {book.link}")
