"""The argument and the options of `sheets-gm new`, as `--help` lists them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any

import click

from sheets_gm.adapters.cli.context import Installation, addresses
from sheets_gm.adapters.cli.match_options import BEACON, DICE, Assigned, assigned_by, creation_choice, flag, new_options


@dataclass(frozen=True, kw_only=True)
class NewOptions:
    """The request, by the names of the options. *options* is how the match is run, by the keys of its options.

    *assigned* are the settings of the game, as typed.
    """

    game_name: str | None
    source: Path | None
    turn: str | None
    name: str | None
    title: str | None
    roster: Path | None
    named: tuple[str, ...]
    sealed: bool
    open_seats: bool
    as_json: bool
    assigned: tuple[str, ...]
    options: Mapping[str, str]

    @property
    def dice(self) -> str:
        """Who rolls: "keyed" or "manual"."""
        return creation_choice(self.options, DICE)

    @property
    def beacon(self) -> bool:
        """Whether public rounds go into the dice."""
        return creation_choice(self.options, BEACON) != "none"

    @property
    def start(self) -> str | None:
        """When a match with open seats begins, as typed."""
        return self.options.get("start")


_OPTIONS = (
    click.argument("game_name", metavar="GAME", required=False),
    click.option(
        "--from",
        "source",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="A sandbox: begin with a position of this exported match (.xlsx, .html or .json), with dice of its own.",
    ),
    click.option(
        "--turn", metavar="TURN", help="With --from: the turn to play first, like “Turn 12” or #57 for an entry."
    ),
    click.option("--name", help="Name of the match on the command line (default: the name of the game)."),
    click.option("--title", help="Title of the spreadsheet."),
    click.option(
        "--roster", type=click.Path(path_type=Path), help="CSV file: player, team, seat, captain, account, ..."
    ),
    click.option(
        "--sheet",
        "named",
        multiple=True,
        metavar="[KEY=]URL",
        help="Use this spreadsheet instead of creating one; with --sealed, one for each workbook, or a folder of Drive "
        "with empty ones.",
    ),
    flag("every"),
    flag("at", multiple=True),
    flag("zone"),
    click.option(
        "--gm",
        "gms",
        multiple=True,
        metavar="ACCOUNT",
        callback=addresses,
        help="Account that may use the GM tab; may be repeated.",
    ),
    click.option(
        "--sealed",
        is_flag=True,
        help="A separate workbook for each team or seat, beside a public one. Games with secrets always have them.",
    ),
    click.option(
        "--open-seats",
        is_flag=True,
        help="Let people take the seats on the tab Free seats, those without a player in the roster; the match begins "
        "when all are taken, or when you untick Pause.",
    ),
    flag("no show"),
    click.option(
        "--set",
        "assigned",
        multiple=True,
        metavar="NAME=VALUE",
        help="A setting of the game, or how the match is run; may be repeated. `sheets-gm games GAME` explains them. "
        f"The match has {', '.join(option.argument for option in new_options())}.",
    ),
    click.option("--json", "as_json", is_flag=True, help="Print JSON."),
)


def options_of(
    assigned: Assigned, *, every: str | None, at: tuple[str, ...], zone: str | None, no_show: str | None
) -> dict[str, str]:
    """Return how a match is run, by key: from flags, and from what --set has *assigned*."""
    flags = {"every": every, "at": "; ".join(at) or None, "zone": zone, "no show": no_show}
    return {**assigned.options, **{key: value for key, value in flags.items() if value is not None}}


def match_options(command: Callable[[NewOptions, Installation], None]) -> Callable[..., None]:
    """Return *command* with all options, which it gets as one value."""

    @wraps(command)
    def ask(
        installation: Installation,
        assigned: tuple[str, ...],
        gms: tuple[str, ...],
        every: str | None,
        at: tuple[str, ...],
        zone: str | None,
        no_show: str | None,
        **given: Any,
    ) -> None:
        by_set = assigned_by(assigned)
        options = options_of(by_set, every=every, at=at, zone=zone, no_show=no_show)
        if gms:
            options["game masters"] = ", ".join(gms)
        command(NewOptions(**given, assigned=by_set.settings, options=options), installation)

    asking: Callable[..., None] = ask
    for option in reversed(_OPTIONS):
        asking = option(asking)
    return asking
