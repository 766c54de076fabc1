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

if TYPE_CHECKING:
    from sheets_gm.adapters.google import GoogleSheets
    from sheets_gm.adapters.settings import Settings
    from sheets_gm.gm.ports import Store

F = TypeVar("F", bound=Callable[..., Any])


@dataclass
class House:
    """An installation: one folder with its settings, its store, its way to spreadsheets."""

    folder: Path

    @cached_property
    def settings(self) -> Settings:
        """What its file says."""
        return files.load(self.folder)

    @cached_property
    def store(self) -> Store:
        """Its matches."""
        from sheets_gm.adapters import wiring

        return wiring.store(self.settings, self.folder, lambda: self.sheets)

    @cached_property
    def sheets(self) -> GoogleSheets:
        """Its spreadsheets."""
        from sheets_gm.adapters.google import open_sheets

        return open_sheets(self.settings.google, self.folder)

    def match(self, name: str | None) -> str:
        """The match called *name*, or the only one there is. NoSuchMatch, with what there is."""
        from sheets_gm.gm.ports import NoSuchMatch

        names = self.store.names()
        if name is None:
            if len(names) == 1:
                return names[0]
            if not names:
                raise NoSuchMatch("There is no match yet. Found one with: sheets-gm new <game>")
            raise click.UsageError(f"Which match? There are: {', '.join(names)}.")
        if name not in names:
            raise NoSuchMatch(f"There is no match called {name!r}. There are: {', '.join(names) or 'none'}.")
        return name


def home_option(command: F) -> F:
    """Give *command* the option `--home`, as a `House` in its argument *house*."""
    option = click.option(
        "--home",
        "house",
        metavar="DIR",
        callback=lambda _ctx, _param, value: House(Path(value).resolve() if value else files.home()),
        help="Folder with sheets-gm.toml and the matches (default: $SHEETS_GM_HOME, else here).",
    )
    return option(command)


def say(value: Any) -> None:
    """Print *value* as JSON."""
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))
