"""`sheets-gm login`: play the game master with one's own Google account."""

from __future__ import annotations

from pathlib import Path

import click

from sheets_gm.adapters.cli.context import Installation, home_option


@click.command("login")
@click.option("--client", type=click.Path(path_type=Path), required=True, metavar="FILE",
              help="The OAuth client (of the kind «Desktop app») that you downloaded.")  # fmt: skip
@click.option("--to", "path", type=click.Path(path_type=Path), metavar="FILE",
              help="Where to keep your consent (default: user.json in the installation's folder).")  # fmt: skip
@click.option("--no-browser", is_flag=True, help="Only print the address, and open it yourself on this machine.")
@click.option(
    "--feed", is_flag=True, help="Ask also to see when files of your Drive change: quiet matches answer sooner."
)
@home_option
def command(client: Path, path: Path | None, no_browser: bool, feed: bool, installation: Installation) -> None:
    """Sign in with your own Google account: spreadsheets are then made in your Drive, and are yours.

    It asks for two things: to see and edit your spreadsheets, and to share those that it makes. The consent is kept in
    a file that only you can read; docs/google.md shows where the client file comes from. If a program of yours already
    keeps such a file (gspread.oauth does), name it as user_credentials in sheets-gm.toml, and no login is needed.

    \b
    sheets-gm login --client client_secret.json
    sheets-gm login --client client_secret.json --feed      for many matches; see docs/quota.md
    """
    from sheets_gm.adapters import settings
    from sheets_gm.adapters.google import credentials

    kept = path or installation.folder / "user.json"
    scopes = (*credentials.USER_SCOPES, credentials.DRIVE_METADATA) if feed else credentials.USER_SCOPES
    prompt = "Open this address to sign in:\n{url}"
    credentials.login(client, kept, browser=not no_browser, prompt=prompt, scopes=scopes)
    click.echo(f"Wrote {kept}: whoever has it acts as you. To take it back: https://myaccount.google.com/connections")
    if not installation.settings.google.user_credentials:
        click.echo(f'In {installation.folder / settings.FILE} write:\n[google]\nuser_credentials = "{kept}"')
