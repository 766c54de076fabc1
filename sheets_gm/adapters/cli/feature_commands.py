"""The commands of the features between the turns, each made from what its feature says of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import click

from sheets_gm.adapters.cli.context import Installation, missing_accounts
from sheets_gm.adapters.cli.desk import do_order, match_command
from sheets_gm.gm.between.feature import Argument, Command, CommandOption
from sheets_gm.gm.between.finding import features
from sheets_gm.kernel.actions import BadAction

if TYPE_CHECKING:
    from sheets_gm.gm.between.rows.desk_orders import DeskOrder


def _argument(word: Argument) -> Any:
    kind: dict[str, Any] = {"metavar": word.shown} if word.shown else {}
    if word.many:
        kind |= {"nargs": -1, "required": word.needed}
    elif not word.needed:
        kind |= {"default": ""}
    return click.argument(word.name, **kind)


def _option(option: CommandOption) -> Any:
    text: dict[str, Any] = {"multiple": True} if option.many else {"default": ""}
    kind = {**text, "metavar": option.shown} if option.shown else {"is_flag": True}
    return click.option(f"--{option.name}", help=option.help, **kind)


def click_command(command: Command) -> click.Command:
    """*command* as the command line knows it."""
    joined = {each.name: each.many for each in command.arguments if each.many}
    joined |= {each.name: each.many for each in command.options if each.many}

    def run(match: str, why: str, as_json: bool, installation: Installation, **given: Any) -> None:
        words = {name: joined[name].join(value) if name in joined else value for name, value in given.items()}
        try:
            order = command.order(**words).but(why=why)
        except BadAction as error:
            raise click.UsageError(str(error)) from error
        do_order(installation, match, order, as_json=as_json)
        if command.name in AFTER:
            AFTER[command.name](installation, match, order, as_json)

    run.__doc__ = command.help
    parameters = (*map(_argument, command.arguments), *map(_option, command.options))
    return match_command(command.name, *parameters, dashes=command.dashes)(run)


def _warn_of_missing_accounts(installation: Installation, match: str, _order: DeskOrder, _as_json: bool) -> None:
    record = installation.store.record(match)
    for line in missing_accounts(installation.sheets.as_account(record.account), record):
        click.echo(f"⚠ {line}", err=True)


def _say_where_it_is_taken(installation: Installation, match: str, order: DeskOrder, as_json: bool) -> None:
    from sheets_gm.gm.match_record.seats.hand_over import FREE

    if as_json or order.act == "keep":
        return
    for book in installation.store.record(installation.match(match)).workbooks:
        if FREE in book.tabs:
            click.echo(f"  It is taken on the tab Free seats: {book.link}#gid={book.tabs[FREE]}")


AFTER: Mapping[str, Callable[[Installation, str, DeskOrder, bool], None]] = {
    "substitute": _warn_of_missing_accounts,
    "join": _warn_of_missing_accounts,
    "offer": _say_where_it_is_taken,
    "give-up": _say_where_it_is_taken,
}
"""What a command says after it was done; true: it prints JSON."""


def commands() -> dict[str, click.Command]:
    """The commands by name."""
    return {command.name: click_command(command) for feature in features() for command in feature.commands}
