"""Checks of what `sheets-gm new` is given, before anything is created."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from sheets_gm.kernel.english import listed
from sheets_gm.kernel.errors import UserError
from sheets_gm.kernel.folding import plain

if TYPE_CHECKING:
    from sheets_gm.adapters.cli.new_match.options import Asked
    from sheets_gm.games.contract import Game
    from sheets_gm.gm.match_record.playing_hours import PlayingHours
    from sheets_gm.kernel.seats import Seat


class BadName(UserError, ValueError):
    """A name is not allowed for a match. The message describes which names are."""


def check_together(asked: Asked, played: PlayingHours | None) -> None:
    """`UsageError` for options that do not fit together; *played* are the playing hours that were asked for."""
    if asked.source is None and (asked.turn or not asked.game_name):
        raise click.UsageError("Name a GAME (sheets-gm games lists them), or --from FILE for a sandbox.")
    if asked.source is not None and asked.assigned:
        raise click.UsageError("--set cannot be used with --from: a sandbox has the settings of its match.")
    if asked.sealed and asked.open_hands:
        raise click.UsageError("--sealed hides hands and --open-hands shows them: use only one of them.")
    if asked.beacon and asked.dice == "manual":
        raise click.UsageError("--beacon is for keyed dice: with --dice manual the game master rolls.")
    if asked.beacon:
        from sheets_gm.adapters.public_beacon.signatures import check_installed

        check_installed()
    _check_time(asked, played)


def check_private(asked: Asked, layout: str) -> None:
    """`UsageError` for options about private spreadsheets, of which a match with this *layout* has none."""
    if asked.allow_others and layout != "sealed":
        raise click.UsageError("--allow-others is for --sealed: this match has no private spreadsheets.")


def _check_time(asked: Asked, played: PlayingHours | None) -> None:
    """`UsageError` for options about time that do not fit together."""
    from sheets_gm.gm.match_record.deadlines import is_ever

    if not asked.every and not asked.times and not asked.clocks:
        check_needs_no_deadline(
            {
                "--hours": asked.hours,
                "--not": asked.off,
                "--wait": asked.wait,
                "--grace": asked.grace,
                "--extensions": asked.extensions,
                "--remind": asked.remind,
            }
        )
    if played and asked.times and not is_ever(asked.times, played):
        raise click.UsageError(f"No turn would ever be due: the match is played {played}, and no time of --at is then.")
    if asked.least is not None and not asked.times:
        raise click.UsageError('--at-least needs fixed deadlines: add --at "daily 18:00".')
    if asked.away_side == "wait" and asked.clocks:
        raise click.UsageError("--away-side wait stops deadlines, and no clocks: leave out --clock.")


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


def check_delay(text: str) -> int:
    """How many turns followers are late: "1 turn", "2", "none". `UsageError`."""
    from sheets_gm.gm.between.changes import turns_of_delay
    from sheets_gm.kernel.actions import BadAction

    try:
        return turns_of_delay(text)
    except BadAction as error:
        raise click.UsageError(f"--delay: {error}") from error


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
