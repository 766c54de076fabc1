"""Checks of the input of `sheets-gm new`, before anything is created."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from sheets_gm.gm.between.finding import policy_options
from sheets_gm.gm.match_record.policy_option import NOTHING
from sheets_gm.kernel.actions import BadAction
from sheets_gm.kernel.english import listed
from sheets_gm.kernel.errors import UserError
from sheets_gm.kernel.folding import plain

if TYPE_CHECKING:
    from sheets_gm.adapters.cli.new_match.options import NewOptions
    from sheets_gm.games.contract import Game
    from sheets_gm.gm.match_record.policy import Policy
    from sheets_gm.kernel.seats import Seat


class BadName(UserError, ValueError):
    """A name is not allowed for a match. The message describes which names are."""


def check_together(asked: NewOptions) -> None:
    """Raise `UsageError` for options that do not fit together."""
    if asked.source is None and (asked.turn or not asked.game_name):
        raise click.UsageError("Name a GAME (sheets-gm games lists them), or --from FILE for a sandbox.")
    if asked.source is not None and asked.assigned:
        raise click.UsageError("--from takes no setting of the game: a sandbox has the settings of its match.")
    if asked.beacon and asked.dice == "manual":
        raise click.UsageError("A beacon is for keyed dice: with dice=manual the game master rolls.")
    if asked.beacon:
        from sheets_gm.adapters.public_beacon.signatures import check_installed

        check_installed()


def check_options(game: Game[Any, Any], policy: Policy) -> None:
    """Raise `UsageError` for an option in *policy* that does not fit *game*, or the layout."""
    for option in policy_options().values():
        try:
            option.check(game, policy)
        except BadAction as error:
            raise click.UsageError(str(error)) from error


def check_heir(name: str, seats: Sequence[Seat]) -> str:
    """Return the seat of the player *name*, who may inherit the desk; "" for nobody. Raises `UsageError`."""
    if plain(name) in NOTHING:
        return ""
    named = [seat for seat in seats if plain(name) in (plain(seat.id), plain(seat.player)) and not seat.neutral]
    if len(named) != 1:
        players = listed([seat.player for seat in seats if not seat.neutral], "or")
        raise click.UsageError(f"heir {name}: write one of the players: {players}.")
    if not named[0].account:
        raise click.UsageError(f"heir {name}: add the account of {named[0].player} to the roster: the desk needs it.")
    return named[0].id


def check_name(name: str) -> str:
    """Return the name of a match if it is also suitable for file names. Raises `BadName`."""
    if not re.fullmatch(r"\w(?:[\w .-]{0,58}[\w-])?", name):
        raise BadName(
            f"“{name}” is not a valid name. Use at most 60 letters, digits, spaces, dots, - or _; begin with a letter "
            "or digit."
        )
    return name
