"""`sheets-gm serve`: runs the local spreadsheet, with an account for the sync."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sheets_gm.adapters.installation import folders
from sheets_gm.localsheets import serving

if TYPE_CHECKING:
    from sheets_gm.localsheets import Service

SYNC = "sync@localhost"
TOKEN_FILE = "sync.token"  # noqa: S105 - the name of a file


@click.command("serve", epilog=serving.EPILOG)
@serving.serve_options
def command(**options: Any) -> None:
    """Run a local spreadsheet that speaks Google's API and keeps its data in a folder.

    It listens on this machine only. Each account has a secret link, which is printed once when the account is created.
    The account of the sync is created automatically: its token is written to sync.token in the data folder, and
    sheets-gm.toml is written to the folder of your matches if there is none yet: the current folder with --data. Stop
    the server with Ctrl-C; every answered change is on disk.

    \b
    For you and your friends
      sheets-gm serve --account ana@example.org --account ben@example.org
      sheets-gm serve --lan --account ana@example.org       other machines too
      sheets-gm account link ana@example.org                a new link; the old one stops working

    \b
    For programs that were written for Google
      sheets-gm account add robot --service-account-key key.json
      gspread.service_account("key.json"), with localsheets.rewrite mounted on its session

    \b
    For tests of such programs (localsheets serve does the same without an account for the sync)
      sheets-gm serve --trust-all --data sheets
      sheets-gm serve --quota google --latency 50ms-200ms
      sheets-gm serve --faults 503:0.02,drop-after-commit:0.01 --seed 7
      sheets-gm serve --strange shuffled,slow-large:90
    """
    wishes = serving.Wishes(**options)
    serving.run(wishes, partial(_prepare, folder=wishes.folder, home=folders.home_of_server(wishes.folder)))


def _prepare(service: Service, base: str, folder: Path, home: Path) -> None:
    """Create the account of the sync, and the settings with which the sync finds the server."""
    from sheets_gm.adapters.files.private_files import write_private
    from sheets_gm.adapters.installation import settings

    if SYNC not in service.accounts():
        write_private(folder / TOKEN_FILE, service.add_account(SYNC))
    file = home / settings.FILE
    if not file.exists():
        google = settings.Google(endpoint=base, token_file=str(folder / TOKEN_FILE))
        file.write_text(settings.dump(settings.Settings(google=google)), encoding="utf-8")
        click.echo(f"Wrote {file}: sheets-gm new and sheets-gm sync will use this server.")
