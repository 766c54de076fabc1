"""The commands of the features between the turns, each made from what its feature says of it."""

from __future__ import annotations

from typing import Any

import click

from sheets_gm.adapters.cli.context import Installation, missing_accounts
from sheets_gm.adapters.cli.desk import do_order, match_command
from sheets_gm.gm.between.feature import Argument, Command, CommandOption
from sheets_gm.gm.between.finding import features
from sheets_gm.kernel.actions import BadAction


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
        record = installation.store.record(installation.match(match))
        for line in () if as_json else command.after(record, order):
            click.echo(line)
        if command.names_people:
            for line in missing_accounts(installation.sheets.as_account(record.account), record):
                click.echo(f"⚠ {line}", err=True)

    run.__doc__ = command.help
    parameters = (*map(_argument, command.arguments), *map(_option, command.options))
    return match_command(command.name, *parameters, dashes=command.dashes)(run)


def commands() -> dict[str, click.Command]:
    """The commands by name."""
    return {command.name: click_command(command) for feature in features() for command in feature.commands}
