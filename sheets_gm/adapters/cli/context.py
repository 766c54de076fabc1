"""What the commands share: the installation's folder, its parts, and how answers are written."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from sheets_gm.adapters import settings as files
from sheets_gm.kernel.seats import is_address

if TYPE_CHECKING:
    from sheets_gm.adapters.google.client import GoogleSheets
    from sheets_gm.adapters.settings import Settings
    from sheets_gm.gm.ports.store import Store
    from sheets_gm.gm.record.record import Record

F = TypeVar("F", bound=Callable[..., Any])


class NoInstallation(LookupError):
    """This folder is no installation; the message says which was looked in."""


@dataclass
class Installation:
    """An installation: one folder with its settings, its store, its way to spreadsheets."""

    folder: Path
    founding: bool = False
    """Whether a store may be made here: only `new` begins one where there are no settings either."""

    @cached_property
    def settings(self) -> Settings:
        """What its file says."""
        return files.load(self.folder)

    @cached_property
    def store(self) -> Store:
        """Its matches."""
        from sheets_gm.adapters import wiring

        if not self.founding and not self.is_there:
            raise NoInstallation(
                f"{self.missing} There is no match here either. One begins with sheets-gm serve, or sheets-gm new."
            )
        return wiring.store(self.settings, self.folder, lambda: self.sheets)

    @cached_property
    def sheets(self) -> GoogleSheets:
        """Its spreadsheets."""
        from sheets_gm.adapters.google.client import open_sheets
        from sheets_gm.adapters.google.credentials import BadCredentials

        try:
            return open_sheets(self.settings.google, self.folder)
        except BadCredentials as error:
            if (self.folder / files.FILE).exists():
                raise
            raise BadCredentials(f"{error} {self.missing}") from error

    @property
    def is_there(self) -> bool:
        """Whether its folder holds settings, or matches."""
        return (self.folder / files.FILE).exists() or (self.folder / files.Settings().store).exists()

    @property
    def missing(self) -> str:
        """What to say where the settings are not found."""
        return (
            f"There is no {files.FILE} in {self.folder}: in the wrong folder? Go to the folder of your matches, "
            "or name it with --home DIR."
        )

    def match(self, name: str | None) -> str:
        """The match called *name*, or the only one there is. NoSuchMatch, with what there is."""
        from sheets_gm.gm.ports.store import NoSuchMatch

        names = self.store.names()
        if name is None:
            if len(names) == 1:
                return names[0]
            if not names:
                raise NoSuchMatch(f"There is no match yet in {self.folder}. Found one with: sheets-gm new GAME")
            raise click.UsageError(f"Which match? There are: {', '.join(names)}.")
        if name not in names:
            there = ", ".join(names) or "none"
            raise NoSuchMatch(f"There is no match called {name!r} in {self.folder}. There are: {there}.")
        return name


def home_option(command: F) -> F:
    """Give *command* the option `--home`, as a `Installation` in its argument *installation*."""
    option = click.option(
        "--home",
        "installation",
        metavar="DIR",
        callback=_house,
        help="Folder with sheets-gm.toml and the matches (default: $SHEETS_GM_HOME, else here).",
    )
    return option(command)


def _house(_ctx: click.Context, _param: click.Parameter, value: str | None) -> Installation:
    """The installation in the folder *value*, or in the usual one; or it says that there is none."""
    folder = Path(value).resolve() if value else files.home()
    wrong = "" if folder.is_dir() else "is a file, and no folder" if folder.exists() else "is not there"
    if wrong:
        raise click.BadParameter(f"{folder} {wrong}: name the folder of your matches.", param_hint=_at(value))
    return Installation(folder)


def _at(value: str | None) -> str:
    return "--home" if value else f"${files.HOME}"


def addresses(_ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    """Accounts on the line: e-mail addresses, or it says which one is none."""
    for each in value:
        if not is_address(each):
            raise click.BadParameter(f"«{each}» is no e-mail address: write one like ana@example.org.", param=param)
    return value


def strangers(sheets: GoogleSheets, record: Record) -> tuple[str, ...]:
    """What to say of those a match is shared with who have no account on the local server, and so cannot get in."""
    from sheets_gm.adapters.google.files import without_account

    gone = without_account(sheets, record)
    return tuple(f"{account} has no account here: sheets-gm account add {account}" for account in gone)


def say(value: Any) -> None:
    """Print *value* as JSON."""
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))
