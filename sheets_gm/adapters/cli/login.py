"""`sheets-gm login`: signs in with a Google account."""

from __future__ import annotations

from pathlib import Path

import click

from sheets_gm.adapters.cli.context import Installation, home_option


@click.command("login")
@click.option("--client", type=click.Path(path_type=Path), required=True, metavar="FILE",
              help="The OAuth client of type “Desktop app” that you downloaded.")  # fmt: skip
@click.option("--to", "path", type=click.Path(path_type=Path), metavar="FILE",
              help="File for your credentials (default: user.json in the folder of the installation).")  # fmt: skip
@click.option("--no-browser", is_flag=True, help="Only print the address; open it yourself on this machine.")
@click.option("--port", type=click.IntRange(1, 65535), metavar="PORT",
              help="The port at which the browser ends (default: any free one), for a tunnel to a server.")  # fmt: skip
@click.option("--paste", is_flag=True,
              help="Sign in with a browser elsewhere, and paste the address at which it ends.")  # fmt: skip
@click.option(
    "--feed",
    is_flag=True,
    help="Also ask to see when files in your Drive change, so that quiet matches are answered sooner.",
)
@home_option
def command(
    client: Path,
    path: Path | None,
    no_browser: bool,
    port: int | None,
    paste: bool,
    feed: bool,
    installation: Installation,
) -> None:
    """Sign in with your own Google account. Spreadsheets are then created in your Drive and belong to you.

    The program asks for permission to see and edit your spreadsheets, and to share those that it creates. The
    credentials are kept in a file that only you can read. sheets-gm help google shows where to get the client file. If
    you already have such credentials (gspread.oauth writes them), name the file as user_credentials in sheets-gm.toml
    instead.

    \b
    sheets-gm login --client client_secret.json
    sheets-gm login --client client_secret.json --feed      for many matches; see sheets-gm help running
    sheets-gm login --client client_secret.json --paste     on a server, with the browser of another machine
    """
    from sheets_gm.adapters.google.accounts import credentials
    from sheets_gm.adapters.google.accounts import login as signing_in
    from sheets_gm.adapters.installation import settings

    file = path or installation.folder / "user.json"
    scopes = (*credentials.USER_SCOPES, credentials.DRIVE_METADATA) if feed else credentials.USER_SCOPES
    if paste and port:
        raise click.UsageError("--port is for a browser that reaches this machine: leave it out with --paste.")
    answer = (
        signing_in.by_pasting(_pasted)
        if paste
        else signing_in.by_browser(f"{PROMPT}\n{{url}}", port=port or 0, opened=not no_browser)
    )
    ends = signing_in.login(client, file, answer, scopes)
    click.echo(
        f"Wrote {file}: whoever has this file can act as you. To revoke it: https://myaccount.google.com/connections"
    )
    if ends:
        click.echo(f"⚠ This consent ends on {ends:%Y-%m-%d at %H:%M} UTC. {credentials.IN_TESTING}.", err=True)
    if not installation.settings.google.user_credentials:
        click.echo(f'Add to {installation.folder / settings.FILE}:\n[google]\nuser_credentials = "{file}"')


PROMPT = "Open this address to sign in:"


def _pasted(url: str) -> str:
    """Ask for the address at which a browser ended after opening *url*, and return it."""
    click.echo(f"{PROMPT}\n{url}\nIn the end the browser cannot open a page: paste the address of that page.")
    return str(click.prompt("Address"))
