"""Checks of what `sheets-gm new` is given, before anything is created."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from sheets_gm.kernel.english import listed
from sheets_gm.kernel.errors import UserError
from sheets_gm.sheet.cleaning import plain

if TYPE_CHECKING:
    from sheets_gm.games.contract import Game
    from sheets_gm.kernel.seats import Seat


class BadName(UserError, ValueError):
    """A name is not allowed for a match. The message describes which names are."""


def check_needs_no_deadline(given: Mapping[str, object]) -> None:
    """`UsageError` for options in *given* that have a value, because they need a deadline."""
    named = [option for option, value in given.items() if value]
    if named:
        raise click.UsageError(
            f'{listed(named)} {"needs" if len(named) == 1 else "need"} a deadline: add --every 24h or --at "Sun 17:00".'
        )


def check_clocks(game: Game[Any, Any], clocks: Mapping[str, float]) -> None:
    """`UsageError` for a clock in *clocks* that *game* does not have."""
    names = [clock.name for clock in game.clocks]
    for name in clocks:
        if name not in names:
            known = f"Its clocks are {listed(names)}." if names else "It has none: use --every or --at."
            raise click.UsageError(f"{game.title} has no clock called {name}. {known}")


def check_heir(name: str, seats: Sequence[Seat]) -> str:
    """The seat of the player *name*, who may inherit the desk; "" for nobody. `UsageError`."""
    if not name:
        return ""
    named = [seat for seat in seats if plain(name) in (plain(seat.id), plain(seat.player)) and not seat.neutral]
    if len(named) != 1:
        players = listed([seat.player for seat in seats if not seat.neutral], "or")
        raise click.UsageError(f"--heir {name}: write one of the players: {players}.")
    if not named[0].account:
        raise click.UsageError(f"--heir {name}: add the account of {named[0].player} to the roster: the desk needs it.")
    return named[0].id


def check_name(name: str) -> str:
    """The name of a match, if it is also fit for file names. `BadName`."""
    if not re.fullmatch(r"\w(?:[\w .-]{0,58}[\w-])?", name):
        raise BadName(
            f"“{name}” is not a valid name. Use at most 60 letters, digits, spaces, dots, - or _; begin with a letter "
            "or digit."
        )
    return name
