"""`sheets-gm account`: who may use the local spreadsheet."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sheets_gm.adapters.cli.context import Installation, home_option
from sheets_gm.localsheets import accounts as local

if TYPE_CHECKING:
    from sheets_gm.localsheets import Accounts


@click.group("account")
def command() -> None:
    """Manage the accounts of the local spreadsheet. Changes take effect at once, also while the server runs.

    \b
    sheets-gm account add ana@example.org                         a person, with a secret link
    sheets-gm account add robot --service-account-key key.json    a program that was written for Google
    sheets-gm account list

    A match is shared with the address of a program by sheets-gm new --gm ADDRESS.
    """


for each in local.COMMON:
    command.add_command(each)


@command.command("remove")
@click.argument("email")
@click.option("--yes", is_flag=True, help="Do not ask, even if the sync uses the account.")
@local.data_option
@home_option
def remove(email: str, yes: bool, folder: Path, installation: Installation) -> None:
    """Remove an account. Its link, keys and tokens stop working at once; its spreadsheets stay.

    The command asks first if the sync of this folder (or of --home) uses the account, because its matches would stop.

    \b
    sheets-gm account remove ana@example.org
    """
    accounts = local.open_accounts(folder)
    accounts.must_know(email)
    if not yes and installation.is_there:
        used = _used(email, accounts, installation)
        if used:
            click.confirm(f"{used}. Remove it anyway?", abort=True)
    accounts.remove(email)
    click.echo(f"{email} is removed.")


def _used(email: str, accounts: Accounts, installation: Installation) -> str:
    """Describe how the sync of *installation* uses the account *email*; "" if it does not."""
    import time

    from sheets_gm.adapters.google.accounts.credential_files import BadCredentials
    from sheets_gm.adapters.google.accounts.credentials import identities
    from sheets_gm.gm.match_record.policy import Status
    from sheets_gm.kernel.english import listed

    google = installation.settings.google
    try:
        sync_identities = identities(google, installation.folder) if google.endpoint else ()
    except BadCredentials:
        return ""
    # a bearer token does not name its account
    named = [each.account or _bearer(accounts, each.credentials.token, time.time()) for each in sync_identities]
    if email not in named:
        return ""
    records = map(installation.store.record, installation.store.names())
    going = [
        each.charter.match for each in records if each.status is not Status.OVER and (each.account or named[0]) == email
    ]
    effect = f": without it {listed(going)} would stop" if going else ""
    return f"{email} is the account with which the sync opens its spreadsheets{effect}"


def _bearer(accounts: Accounts, token: str, now: float) -> str:
    caller = accounts.bearer(token, now)
    return caller.account if caller else ""
