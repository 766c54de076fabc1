"""`sheets-gm forget`: deletes a match from the store."""

from __future__ import annotations

import time
from pathlib import Path

import click

from sheets_gm.adapters.cli.context import Installation, home_option


@click.command("forget")
@click.argument("match")
@click.option("--to", "folder", type=click.Path(path_type=Path), default=Path("exports"), show_default=True,
              help="Folder for the JSON of what was played.")  # fmt: skip
@click.option("--yes", is_flag=True, help="Do not ask.")
@home_option
def command(match: str, folder: Path, yes: bool, installation: Installation) -> None:
    """Delete MATCH from the store permanently. This is for matches that were created by mistake.

    First, what was played is written as JSON. The spreadsheets stay with their content and are listed: delete them by
    hand. Stop the sync first and start it again afterwards. A match that is over costs nothing; to end a match that
    nobody wants to continue, use concede, or hold it with pause.

    \b
    sheets-gm forget friday
    """
    from sheets_gm.adapters.cli.new_match.lines import workbook_lines
    from sheets_gm.adapters.export.files import write_exports
    from sheets_gm.adapters.sync_process import processes
    from sheets_gm.gm.match_record.policy import Status
    from sheets_gm.gm.ports.store import STALE
    from sheets_gm.kernel.english import counted

    match = installation.match(match)
    store = installation.store
    record = store.record(match)
    if not yes:
        played = store.last_number(match)
        state = "is over" if record.status is Status.OVER else f"is not over ({record.status.value})"
        entries = counted(played, "entry", "entries")
        click.confirm(f"{match} {state} and has {entries}. Delete it permanently?", abort=True)
    if not store.claim(match, processes.owner(), time.time(), STALE):
        raise click.ClickException(f"{match}: another process is working on this match. Stop the sync and try again.")
    written = list(write_exports(store, match, folder, ("json",)))
    store.forget(match)
    click.echo(f"{match} is deleted. What was played is in {', '.join(map(str, written))}.")
    click.echo("The spreadsheets stay. Delete them by hand:")
    for line in workbook_lines(record):
        click.echo(line)
