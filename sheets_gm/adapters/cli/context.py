"""What the commands share: the installation, options, and JSON output."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from sheets_gm.adapters.installation import folders
from sheets_gm.adapters.installation import settings as files
from sheets_gm.games.files import set_own_folder
from sheets_gm.kernel.addresses import name_and_address
from sheets_gm.kernel.errors import UserError
from sheets_gm.kernel.seats import is_address

if TYPE_CHECKING:
    from sheets_gm.adapters.google.google_sheets import GoogleSheets
    from sheets_gm.adapters.installation.settings import Settings
    from sheets_gm.gm.match_record.record import Record
    from sheets_gm.gm.ports.store import Store

F = TypeVar("F", bound=Callable[..., Any])


class NoInstallation(UserError):
    """The folder is not an installation. The message names the folder."""


@dataclass
class Installation:
    """An installation: one folder with its settings, its store and its spreadsheets."""

    folder: Path
    may_create_store: bool = False
    """Whether a store may be created here. Only `new` creates one in a folder without settings."""

    @cached_property
    def settings(self) -> Settings:
        """The settings of the installation."""
        return files.load(self.folder)

    @cached_property
    def store(self) -> Store:
        """The store of its matches. Raises `NoInstallation` or `StoreBroken`."""
        from sheets_gm.adapters.stores import from_settings

        if not self.may_create_store and not self.is_there:
            raise NoInstallation(
                f"{self.missing} There is no match here either. Begin with sheets-gm serve or sheets-gm new."
            )
        return from_settings.store(self.settings, self.folder, lambda: self.sheets)

    def close(self) -> None:
        """Close the store if it is open, so that a database is a single file without a log beside it."""
        from sheets_gm.adapters.stores.database.store import DatabaseStore

        store = self.__dict__.get("store")
        if isinstance(store, DatabaseStore):
            store.close()

    @cached_property
    def sheets(self) -> GoogleSheets:
        """Its spreadsheets. Raises `BadCredentials`."""
        from sheets_gm.adapters.google.accounts.credential_files import BadCredentials
        from sheets_gm.adapters.google.opening import open_sheets

        try:
            return open_sheets(self.settings.google, self.folder)
        except BadCredentials as error:
            if (self.folder / files.FILE).exists():
                raise
            raise BadCredentials(f"{error} {self.missing}") from error

    @property
    def is_there(self) -> bool:
        """Whether the folder holds settings or matches."""
        return folders.is_home(self.folder)

    @property
    def missing(self) -> str:
        """The message for a folder without settings."""
        return (
            f"There is no {files.FILE} in {self.folder}. Go to the folder of your matches, or name it with --home DIR."
        )

    def match(self, name: str | None) -> str:
        """Return the match called *name*, or the only match. Raises NoSuchMatch, which lists the existing ones."""
        from sheets_gm.gm.ports.store import NoSuchMatch

        names = self.store.names()
        if name is None:
            if len(names) == 1:
                return names[0]
            if not names:
                raise NoSuchMatch(f"There is no match yet in {self.folder}. Create one with: sheets-gm new GAME")
            raise click.UsageError(f"Which match? There are: {', '.join(names)}.")
        if name not in names:
            there = ", ".join(names) or "none"
            raise NoSuchMatch(f"There is no match called {name!r} in {self.folder}. There are: {there}.")
        return name


def home_option(command: F) -> F:
    """Add the option `--home` to *command*. Its argument *installation* becomes an `Installation`."""
    option = click.option(
        "--home",
        "installation",
        metavar="DIR",
        callback=_installation,
        help="Folder with sheets-gm.toml and the matches (default: $SHEETS_GM_HOME, or the current folder if it has "
        "them, else your own folder).",
    )
    return option(command)


def folder_option(command: F) -> F:
    """Add the option `--to` to *command*. Its argument *folder* becomes the folder for exported files."""
    option = click.option(
        "--to",
        "folder",
        type=click.Path(path_type=Path),
        default=Path("exports"),
        show_default=True,
        help="Folder for the exported files.",
    )
    return option(command)


def _installation(ctx: click.Context, _param: click.Parameter, value: str | None) -> Installation:
    """Return the installation in the folder *value*, or in the default one. Raises `BadParameter`."""
    folder = Path(value).resolve() if value else folders.home()
    problem = "" if folder.is_dir() else "is not a folder" if folder.exists() else "does not exist"
    if problem and folder == folders.own_folder():
        folders.make_own_folder()
    elif problem:
        hint = "--home" if value else f"${folders.HOME}"
        raise click.BadParameter(f"{folder} {problem}: name the folder of your matches.", param_hint=hint)
    set_own_folder(folder)
    installation = Installation(folder)
    ctx.call_on_close(installation.close)
    return installation


def addresses(_ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    """Check and normalise the e-mail addresses of an option. Raises `BadParameter`."""
    value = tuple(name_and_address(each)[1] or each for each in value)
    for each in value:
        if not is_address(each):
            raise click.BadParameter(f"“{each}” is not an e-mail address: write one like ana@example.org.", param=param)
    return value


def missing_accounts(sheets: GoogleSheets, record: Record) -> tuple[str, ...]:
    """Return a warning for each person that a match is shared with but who has no account on the local server."""
    from sheets_gm.adapters.google.drive.files import people_without_account

    people = people_without_account(sheets, record)
    return tuple(f"{person} has no account here: sheets-gm account add {person}" for person in people)


def print_json(value: Any) -> None:
    """Print *value* as JSON."""
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))
