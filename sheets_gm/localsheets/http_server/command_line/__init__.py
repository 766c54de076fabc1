"""The command `localsheets`: runs the local spreadsheet by itself, for any program that was written for Google.

Errors are one line on standard error. Exit codes: 1, the command cannot be carried out; 2, wrong usage; 3, the data
folder or the port must be fixed.
"""

from __future__ import annotations

import sys

import click

from sheets_gm.localsheets.errors import CommandFailed
from sheets_gm.localsheets.http_server.command_line.accounts import account
from sheets_gm.localsheets.http_server.command_line.serving import serve


@click.group("localsheets", context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="sheets-gm", prog_name="localsheets")
def cli() -> None:
    """A local spreadsheet that speaks Google's Sheets API v4 and the part of Drive v3 that clients use.

    \b
    First look:    localsheets serve --account ana@example.org
    For tests:     localsheets serve --trust-all --data sheets
    For programs:  localsheets account add robot --service-account-key key.json
    """


cli.add_command(serve)
cli.add_command(account)


def main() -> None:
    """Run the program."""
    try:
        cli.main(prog_name="localsheets", standalone_mode=False)
    except click.exceptions.Exit as leave:
        sys.exit(leave.exit_code)
    except click.Abort:
        click.echo("Stopped.", err=True)
        sys.exit(130)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except CommandFailed as error:
        click.echo(f"localsheets: {error}", err=True)
        sys.exit(error.exit_code)
