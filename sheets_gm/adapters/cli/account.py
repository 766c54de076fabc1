"""`sheets-gm account`: who may use the local spreadsheet."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from sheets_gm.adapters.cli.context import Installation, home_option
from sheets_gm.kernel.errors import UserError

if TYPE_CHECKING:
    from sheets_gm.localsheets.identity.accounts import Accounts

F = TypeVar("F", bound=Callable[..., Any])

BASE = "http://127.0.0.1:8765"


class AccountTaken(UserError):
    """An account exists already. The message states how to give it a new link."""


def data_option(command: F) -> F:
    """Give *command* the option `--data`, as a folder in its argument *folder*."""
    option = click.option(
        "--data",
        "folder",
        type=click.Path(path_type=Path),
        default=Path("sheets"),
        show_default=True,
        help="The data folder of the server.",
    )
    return option(command)


@click.group("account")
def command() -> None:
    """Manage the accounts of the local spreadsheet. Changes take effect at once, also while the server runs.

    \b
    sheets-gm account add ana@example.org                         a person, with a secret link
    sheets-gm account add robot --service-account-key key.json    a program that was written for Google
    sheets-gm account list
    """


@command.command("add")
@click.argument("name")
@click.option("--service-account-key", "key", type=click.Path(path_type=Path), metavar="FILE",
              help="Write a key file in Google's format for a program.")  # fmt: skip
@click.option("--user-credentials", "user", type=click.Path(path_type=Path), metavar="FILE",
              help="Write an authorized_user file in the format of gspread.oauth.")  # fmt: skip
@click.option("--scope", "scopes", multiple=True, metavar="SCOPE",
              help="With --user-credentials: a scope to grant (default: spreadsheets and drive).")  # fmt: skip
@click.option("--address", help="Address of the server (default: where it last ran).")
@data_option
def add(
    name: str, key: Path | None, user: Path | None, scopes: tuple[str, ...], address: str | None, folder: Path
) -> None:
    """Create the account NAME: an e-mail address, or a word for a service account.

    A service account may have several keys: each call with --service-account-key creates another. It can open what is
    shared with its address, by sheets-gm new --gm ADDRESS or by anyone who may edit the spreadsheet.

    \b
    sheets-gm account add robot --service-account-key key.json
    gc = gspread.service_account("key.json")
    """
    from sheets_gm.localsheets.identity import credential_files
    from sheets_gm.localsheets.identity.accounts import Accounts
    from sheets_gm.localsheets.identity.scopes import AUTH, DRIVE, SPREADSHEETS

    accounts = Accounts(folder)
    base = (address or accounts.remembered("address") or BASE).rstrip("/")
    if key:
        try:
            credential_files.service_account_email(name)
        except ValueError as error:
            raise click.BadParameter(str(error)) from error
        _check_free(key)
        made = credential_files.service_account_key(accounts, name, base)
        credential_files.write(key, made)
        click.echo(f"Wrote {key}. Share spreadsheets with {made['client_email']}.")
        return
    if "@" not in name:
        raise click.BadParameter(f"“{name}” is not an e-mail address. For a program, add --service-account-key FILE.")
    if user:
        _check_free(user)
        granted = [each if "/" in each else AUTH + each for each in scopes] or [SPREADSHEETS, DRIVE]
        credential_files.write(user, credential_files.authorized_user(accounts, name, base, granted))
        click.echo(f"Wrote {user}: whoever has it acts as {name}.")
        return
    if accounts.knows(name):
        raise AccountTaken(f"The account {name} exists already. For a new link: sheets-gm account link {name}")
    click.echo(f"{name}  {base}/?key={accounts.add(name)}")


@command.command("link")
@click.argument("email")
@data_option
def link(email: str, folder: Path) -> None:
    """Print a new secret link for EMAIL. The old link stops working."""
    accounts = _accounts(folder)
    accounts.must_know(email)
    click.echo(f"{accounts.remembered('address') or BASE}/?key={accounts.add(email)}")


@command.command("list")
@data_option
def list_(folder: Path) -> None:
    """List the accounts and the keys of service accounts."""
    accounts = _accounts(folder)
    for email in accounts.emails():
        click.echo(email)
        for key in accounts.keys(email):
            click.echo(f"  key {key.id}")


@command.command("remove")
@click.argument("email")
@click.option("--yes", is_flag=True, help="Do not ask, even if the sync uses the account.")
@data_option
@home_option
def remove(email: str, yes: bool, folder: Path, installation: Installation) -> None:
    """Remove an account. Its link, keys and tokens stop working at once; its spreadsheets stay.

    The command asks first if the sync of this folder (or of --home) uses the account, because its matches would stop.
    """
    accounts = _accounts(folder)
    accounts.must_know(email)
    if not yes and installation.is_there:
        used = _used(email, accounts, installation)
        if used:
            click.confirm(f"{used}. Remove it anyway?", abort=True)
    accounts.remove(email)
    click.echo(f"{email} is removed.")


@command.command("revoke-key")
@click.argument("key_id", metavar="KEY")
@data_option
def revoke_key(key_id: str, folder: Path) -> None:
    """Revoke one key of a service account. It gets no new tokens."""
    _accounts(folder).revoke_key(key_id)
    click.echo(f"Key {key_id} is revoked.")


def _accounts(folder: Path) -> Accounts:
    from sheets_gm.localsheets.data_folder import DataBroken
    from sheets_gm.localsheets.identity.accounts import FILE, Accounts

    if not (folder / FILE).is_file():
        raise DataBroken(f"There are no accounts in {folder}: name the data folder of the server with --data.")
    return Accounts(folder)


def _used(email: str, accounts: Accounts, installation: Installation) -> str:
    """A sentence about how the sync of *installation* uses the account *email*; "" if it does not."""
    import time

    from sheets_gm.adapters.google.accounts.credential_files import BadCredentials
    from sheets_gm.adapters.google.accounts.credentials import identities
    from sheets_gm.gm.record.policy import Status
    from sheets_gm.kernel.english import listed

    google = installation.settings.google
    try:
        known = identities(google, installation.folder) if google.endpoint else ()
    except BadCredentials:
        return ""
    # a bearer token does not name its account
    named = [each.account or _bearer(accounts, each.credentials.token, time.time()) for each in known]
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


def _check_free(path: Path) -> None:
    from sheets_gm.localsheets.identity.credential_files import FileExists

    if path.exists():
        raise FileExists(f"{path} exists already: choose another file, or remove it first.")
