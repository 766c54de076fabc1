"""`sheets-gm account`: who may use the local spreadsheet."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from sheets_gm.adapters.cli.context import Installation, home_option

if TYPE_CHECKING:
    from sheets_gm.localsheets.identity.accounts import Accounts

F = TypeVar("F", bound=Callable[..., Any])

BASE = "http://127.0.0.1:8765"


class AccountTaken(ValueError):
    """There is such an account already; the message says how to give it a new link."""


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
    """Manage who may use the local spreadsheet. It counts at once, while the server runs.

    \b
    sheets-gm account add ana@example.org                         a person, with a secret link
    sheets-gm account add robot --service-account-key key.json    a program that was written for Google
    sheets-gm account list
    """


@command.command("add")
@click.argument("name")
@click.option("--service-account-key", "key", type=click.Path(path_type=Path), metavar="FILE",
              help="Write a key file such as Google's; the program's tokens come from this server.")  # fmt: skip
@click.option("--user-credentials", "user", type=click.Path(path_type=Path), metavar="FILE",
              help="Write an authorized_user file, as gspread.oauth keeps it.")  # fmt: skip
@click.option("--scope", "scopes", multiple=True, metavar="SCOPE",
              help="With --user-credentials: what the user allows (default: spreadsheets and drive).")  # fmt: skip
@click.option("--address", help="Where the server is reached (default: where it last was).")
@data_option
def add(
    name: str, key: Path | None, user: Path | None, scopes: tuple[str, ...], address: str | None, folder: Path
) -> None:
    """Make the account NAME: an e-mail address, or a word for a service account.

    A service account may have several keys; each call with --service-account-key makes another. It opens
    what is shared with its address: by sheets-gm new --gm ADDRESS, or by the share of a client of whoever may edit it.

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
        _must_be_free(key)
        made = credential_files.service_account_key(accounts, name, base)
        credential_files.write(key, made)
        click.echo(f"Wrote {key}. Share spreadsheets with {made['client_email']}.")
        return
    if "@" not in name:
        raise click.BadParameter(f"«{name}» is no e-mail address; for a program, add --service-account-key FILE.")
    if user:
        _must_be_free(user)
        asked = [each if "/" in each else AUTH + each for each in scopes] or [SPREADSHEETS, DRIVE]
        credential_files.write(user, credential_files.authorized_user(accounts, name, base, asked))
        click.echo(f"Wrote {user}: whoever has it acts as {name}.")
        return
    if accounts.knows(name):
        raise AccountTaken(f"There is an account {name} already. For a new link: sheets-gm account link {name}")
    click.echo(f"{name}  {base}/?key={accounts.add(name)}")


@command.command("link")
@click.argument("email")
@data_option
def link(email: str, folder: Path) -> None:
    """Print a new secret link for EMAIL; the one it had ends."""
    accounts = _accounts(folder)
    accounts.must_know(email)
    click.echo(f"{accounts.remembered('address') or BASE}/?key={accounts.add(email)}")


@command.command("list")
@data_option
def list_(folder: Path) -> None:
    """List the accounts, and the keys of service accounts."""
    accounts = _accounts(folder)
    for email in accounts.emails():
        click.echo(email)
        for key in accounts.keys(email):
            click.echo(f"  key {key.id}")


@command.command("remove")
@click.argument("email")
@click.option("--yes", is_flag=True, help="Do not ask, also where the sync uses it.")
@data_option
@home_option
def remove(email: str, yes: bool, folder: Path, installation: Installation) -> None:
    """Forget an account: its link, its keys and what it has granted end at once. Its spreadsheets stay.

    It asks first where the sync of this folder (or of --home) uses the account: its matches would stand still.
    """
    accounts = _accounts(folder)
    accounts.must_know(email)
    if not yes and installation.is_there:
        used = _used(email, accounts, installation)
        if used:
            click.confirm(f"{used}. Remove it all the same?", abort=True)
    accounts.remove(email)
    click.echo(f"{email} is gone.")


@command.command("revoke-key")
@click.argument("key_id", metavar="KEY")
@data_option
def revoke_key(key_id: str, folder: Path) -> None:
    """Forget one key of a service account: no new token comes from it."""
    _accounts(folder).revoke_key(key_id)
    click.echo(f"Key {key_id} is revoked.")


def _accounts(folder: Path) -> Accounts:
    from sheets_gm.localsheets.data_folder import DataBroken
    from sheets_gm.localsheets.identity.accounts import FILE, Accounts

    if not (folder / FILE).is_file():
        raise DataBroken(f"There are no accounts in {folder}: name the server's folder with --data.")
    return Accounts(folder)


def _used(email: str, accounts: Accounts, installation: Installation) -> str:
    """What the sync of *installation* does by the account *email*; "" where it does nothing by it."""
    import time

    from sheets_gm.adapters.google.credentials import BadCredentials, ways_in
    from sheets_gm.gm.record.policy import Status
    from sheets_gm.kernel.english import listed

    google = installation.settings.google
    try:
        ways = ways_in(google, installation.folder) if google.endpoint else ()
    except BadCredentials:
        return ""
    # a bare token says of no account whose it is
    named = [way.account or _bearer(accounts, way.credentials.token, time.time()) for way in ways]
    if email not in named:
        return ""
    records = map(installation.store.record, installation.store.names())
    going = [
        each.charter.match for each in records if each.status is not Status.OVER and (each.account or named[0]) == email
    ]
    told = f": without it {listed(going)} would stand still" if going else ""
    return f"{email} is the account by which the sync reaches its spreadsheets{told}"


def _bearer(accounts: Accounts, token: str, now: float) -> str:
    caller = accounts.bearer(token, now)
    return caller.account if caller else ""


def _must_be_free(path: Path) -> None:
    from sheets_gm.localsheets.identity.credential_files import FileExists

    if path.exists():
        raise FileExists(f"{path} already exists: name another file, or remove it first.")
