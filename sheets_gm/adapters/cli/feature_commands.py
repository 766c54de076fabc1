"""The commands of the features between the turns, each made from the description in its feature."""

from __future__ import annotations

from typing import Any

import click

from sheets_gm.adapters.cli.context import Installation
from sheets_gm.adapters.cli.desk import do_order, match_command
from sheets_gm.gm.between.feature import Argument, Command, CommandOption
from sheets_gm.gm.between.finding import features


def _argument(word: Argument) -> Any:
    kind: dict[str, Any] = {"metavar": word.shown} if word.shown else {}
    if word.many:
        kind |= {"nargs": -1, "required": word.needed}
    elif not word.needed:
        kind |= {"default": ""}
    return click.argument(word.name, **kind)


def _option(option: CommandOption) -> Any:
    kind: dict[str, Any] = {"default": "", "metavar": option.shown} if option.shown else {"is_flag": True}
    return click.option(f"--{option.name}", help=option.help, **kind)


def click_command(command: Command) -> click.Command:
    """Return *command* as a click command."""
    joined = {each.name: each.many for each in command.arguments if each.many}

    def run(match: str, why: str, as_json: bool, installation: Installation, **given: Any) -> None:
        words = {name: joined[name].join(value) if name in joined else value for name, value in given.items()}
        do_order(installation, match, command.order(**words).but(why=why), as_json=as_json)

    run.__doc__ = command.help
    parameters = (*map(_argument, command.arguments), *map(_option, command.options))
    return match_command(command.name, *parameters, dashes=command.dashes)(run)


def commands() -> dict[str, click.Command]:
    """Return the commands by name."""
    return {command.name: click_command(command) for feature in features() for command in feature.commands}
