"""`localsheets account`: the accounts that may use the local spreadsheet."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from sheets_gm.localsheets.errors import CommandFailed

if TYPE_CHECKING:
    from sheets_gm.localsheets.identity.accounts import Accounts

F = TypeVar("F", bound=Callable[..., Any])

BASE = "http://127.0.0.1:8765"


class AccountTaken(CommandFailed):
    """The account exists already. The message says how to give it a new link."""


def data_option(command: F) -> F:
    """Add the option `--data` to *command*, as a folder in its argument *folder*."""
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
def account() -> None:
    """Manage the accounts of the local spreadsheet. Changes take effect at once, also while the server runs.

    \b
    localsheets account add ana@example.org                         a person, with a secret link
    localsheets account add robot --service-account-key key.json    a program that was written for Google
    localsheets account list
    """


@click.command("add")
@click.argument("name")
@click.option("--service-account-key", "key", type=click.Path(path_type=Path), metavar="FILE",
              help="Write a key file in Google's format for a program.")  # fmt: skip
@click.option("--user-credentials", "user", type=click.Path(path_type=Path), metavar="FILE",
              help="Write an authorized_user file in the format of gspread.oauth.")  # fmt: skip
@data_option
@click.pass_context
def add(
    ctx: click.Context,
    name: str,
    key: Path | None,
    user: Path | None,
    folder: Path,
) -> None:
    """Create the account NAME: an e-mail address, or a word for a service account.

    A service account may have several keys: each call with --service-account-key creates another. It can open what is
    shared with its address, by anyone who may edit the spreadsheet.

    \b
    account add robot --service-account-key key.json
    gc = gspread.service_account("key.json")
    """
    from sheets_gm.localsheets.identity import credential_files
    from sheets_gm.localsheets.identity.accounts import Accounts
    from sheets_gm.localsheets.identity.scopes import DRIVE, SPREADSHEETS

    accounts = Accounts(folder)
    base = (accounts.remembered("address") or BASE).rstrip("/")
    if key:
        try:
            credential_files.service_account_email(name)
        except ValueError as error:
            raise click.BadParameter(str(error)) from error
        _check_free(key)
        credential = credential_files.service_account_key(accounts, name, base)
        credential_files.write(key, credential)
        click.echo(f"Wrote {key}. Share spreadsheets with {credential['client_email']}.")
        return
    if "@" not in name:
        raise click.BadParameter(f"“{name}” is not an e-mail address. For a program, add --service-account-key FILE.")
    if user:
        _check_free(user)
        granted = [SPREADSHEETS, DRIVE]
        credential_files.write(user, credential_files.authorized_user(accounts, name, base, granted))
        click.echo(f"Wrote {user}: whoever has it acts as {name}.")
        return
    if accounts.knows(name):
        raise AccountTaken(f"The account {name} exists already. For a new link: {program(ctx)} account link {name}")
    click.echo(f"{name}  {base}/?key={accounts.add(name)}")


def program(ctx: click.Context) -> str:
    """Return the name of the running program, as people type it."""
    return ctx.find_root().info_name or "localsheets"


@click.command("link")
@click.argument("email")
@data_option
def link(email: str, folder: Path) -> None:
    """Print a new secret link for EMAIL. The old link stops working.

    \b
    account link ana@example.org
    """
    accounts = open_accounts(folder)
    accounts.must_know(email)
    click.echo(f"{email}  {accounts.remembered('address') or BASE}/?key={accounts.add(email)}")
    click.echo(f"Send it to {email} and to nobody else. The old link no longer works.")


@click.command("list")
@data_option
def list_(folder: Path) -> None:
    """List the accounts and the keys of service accounts.

    \b
    account list
    """
    accounts = open_accounts(folder)
    for email in accounts.emails():
        click.echo(email)
        for key in accounts.keys(email):
            click.echo(f"  key {key.id}")


@click.command("remove")
@click.argument("email")
@data_option
def remove(email: str, folder: Path) -> None:
    """Remove an account. Its link, keys and tokens stop working at once; its spreadsheets stay."""
    accounts = open_accounts(folder)
    accounts.must_know(email)
    accounts.remove(email)
    click.echo(f"{email} is removed.")


@click.command("revoke-key")
@click.argument("key_id", metavar="KEY")
@data_option
def revoke_key(key_id: str, folder: Path) -> None:
    """Revoke one key of a service account. It gets no new tokens.

    \b
    account revoke-key 0123abcd
    """
    open_accounts(folder).revoke_key(key_id)
    click.echo(f"Key {key_id} is revoked.")


COMMON = (add, link, list_, revoke_key)
"""The commands that are the same in every program that manages these accounts."""

for each in (*COMMON, remove):
    account.add_command(each)


def open_accounts(folder: Path) -> Accounts:
    """Return the accounts of a data folder. Raises `DataBroken` if it has none."""
    from sheets_gm.localsheets.errors import DataBroken
    from sheets_gm.localsheets.identity.accounts import FILE, Accounts

    if not (folder / FILE).is_file():
        raise DataBroken(f"There are no accounts in {folder}: name the data folder of the server with --data.")
    return Accounts(folder)


def _check_free(path: Path) -> None:
    from sheets_gm.localsheets.identity.credential_files import FileExists

    if path.exists():
        raise FileExists(f"{path} exists already: choose another file, or remove it first.")
