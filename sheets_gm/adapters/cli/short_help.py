"""The short help of a command, which fits on one screen; `--help-all` shows all of it.

The short help has the first paragraph of the text, its examples, and the most used options, each up to the end of its
first clause.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from copy import copy

import click

USUAL: Mapping[str, tuple[str, ...]] = {
    "arena": ("bot", "matches", "seed", "set", "players"),
    "change": ("every", "at", "no-show", "captain", "add-gm", "set", "why"),
    "demo": ("fast", "keep-open", "set", "players", "sealed"),
    "doctor": ("quiet", "report", "rehearse", "json"),
    "login": ("client", "paste", "feed"),
    "new": ("name", "roster", "sheet", "every", "at", "gm", "sealed", "set"),
    "season": ("to", "title", "sheet", "share"),
    "serve": ("account", "lan", "public", "data", "port"),
}
"""The options in the short help of commands that have more options than fit on a screen."""

RARE = ("home", "help-all")
"""Options that only the whole help of a command shows. `--help-all` itself is named in the last line."""

MOST_EXAMPLES = 3
"""Examples in the short help."""

WIDTH = 78
"""Letters of a line of the text."""

_IN_BRACKETS = re.compile(r" \([^)]*\)")
_AFTER_CLAUSE = re.compile(r"(;|\.(?= [A-Z])) .*", re.DOTALL)


def with_short_help(command: click.Command) -> click.Command:
    """Return *command* with a short help and an option `--help-all`. For a group, its commands get them too."""
    short = copy(command)
    short.params = [_shortened(parameter, command) for parameter in command.params]
    short.params.append(_help_all(command))
    short.help = f"{short_text(command.help or '')}\n\n{MORE}"
    short.epilog = None
    if isinstance(short, click.Group):
        short.commands = {name: with_short_help(each) for name, each in short.commands.items()}
    return short


MORE = "All options, and more about it: --help-all"
"""The last line of the text of the short help."""


def short_text(text: str) -> str:
    """Return the first paragraph of the help *text*, and the first of its examples."""
    paragraphs = inspect.cleandoc(text).split("\n\n")
    blocks = [paragraph for paragraph in paragraphs if paragraph.startswith("\b")]
    examples = [line.strip() for line in "\n".join(blocks).splitlines() if _is_example(line)]
    fitting = [line for line in map(_without_remark, examples) if len(line) <= WIDTH]
    return "\n\n".join((paragraphs[0], "\n".join(("\b", *fitting[:MOST_EXAMPLES]))))


def _without_remark(example: str) -> str:
    """Return *example* without its remark, if both are too long for a line."""
    return example if len(example) <= WIDTH else example.partition("  ")[0]


def _is_example(line: str) -> bool:
    """Return whether *line* is a command. Those about accounts lack the name: another program has them too."""
    return line.strip().startswith(("sheets-gm ", "account "))


def _shortened(parameter: click.Parameter, command: click.Command) -> click.Parameter:
    if not isinstance(parameter, click.Option):
        return parameter
    names = {name.removeprefix("--") for name in parameter.opts}
    usual = USUAL.get(command.name or "")
    option = copy(parameter)
    option.hidden = parameter.hidden or not names.isdisjoint(RARE) or (usual is not None and names.isdisjoint(usual))
    option.help = _AFTER_CLAUSE.sub(".", _IN_BRACKETS.sub("", parameter.help or ""))
    return option


def _help_all(command: click.Command) -> click.Option:
    """Return the option that shows the whole help of *command*."""

    def show(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
        if value and not ctx.resilient_parsing:
            click.echo(command.get_help(ctx), color=ctx.color)
            ctx.exit()

    return click.Option(["--help-all"], is_flag=True, is_eager=True, expose_value=False, hidden=True, callback=show)
