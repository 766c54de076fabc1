"""`sheets-gm help`: the pages of the manual, in the terminal."""

from __future__ import annotations

import re
import sys
from difflib import get_close_matches
from pathlib import Path
from textwrap import fill

import click

LETTERS = 100
"""Characters in a line of *How to play*."""


@click.command("help")
@click.argument("topic", required=False)
@click.option("--plain", is_flag=True, help="Print the page as its file has it.")
@click.option("--where", is_flag=True, help="Print where the file of the page is.")
def command(topic: str | None, plain: bool, where: bool) -> None:
    """Show the page of the manual on TOPIC, or list the topics. A command or a game may be a topic, too.

    \b
    sheets-gm help
    sheets-gm help running
    sheets-gm help sync
    sheets-gm help gvg
    """
    from sheets_gm.adapters.installation.manual import pages, title

    every_page = pages()
    if topic is None:
        width = max(map(len, every_page))
        for name, page in every_page.items():
            click.echo(f"{name:<{width}}  {title(page)}")
        click.echo("\nTo read one: sheets-gm help TOPIC. The options of a command: sheets-gm help COMMAND.")
        return
    name = topic.lower().removesuffix(".md")
    if name not in every_page:
        _show(_of_game(name) or _of_command(topic, tuple(every_page)))
    elif where:
        click.echo(every_page[name])
    else:
        text = every_page[name].read_text(encoding="utf-8")
        _show(text if plain else _in_a_terminal(text))


def _show(text: str) -> None:
    if sys.stdout.isatty():
        click.echo_via_pager(text, color=True)
    else:
        click.echo(text)


def _of_game(name: str) -> str:
    """Return How to play for the game *name*, "" if there is no such game."""
    from sheets_gm.adapters.installation.how_to_play import how_to_play
    from sheets_gm.adapters.installation.templates import template
    from sheets_gm.games.finding import games

    rules = games().get(name)
    if rules is None:
        return ""
    lines = how_to_play(rules, rules.settings(), template(name))
    return "\n".join(fill(line, LETTERS, break_on_hyphens=False) for line in lines)


def _of_command(name: str, topics: tuple[str, ...]) -> str:
    """Return the help of the command *name*. Raises `BadParameter` if there is none."""
    top = click.get_current_context().find_root()
    group = top.command
    subcommand = group.get_command(top, name) if isinstance(group, click.Group) else None
    if subcommand is None:
        commands = group.list_commands(top) if isinstance(group, click.Group) else []
        near = get_close_matches(name.lower(), (*topics, *commands), n=1)
        meant = f" Did you mean {near[0]}?" if near else ""
        raise click.BadParameter(f"There is no page on {name}.{meant} The topics: {', '.join(topics)}.")
    return subcommand.get_help(click.Context(subcommand, parent=top, info_name=name))


def _in_a_terminal(text: str) -> str:
    """Return a page for a terminal: links to other pages name the command that shows them, pictures their file."""
    from rich.console import Console
    from rich.markdown import Markdown

    text = re.sub(
        r"(?m)^!\[([^]]*)\]\(([^)]+)\)$", lambda match: f"*Picture: {match[1]} ({Path(match[2]).name})*", text
    )
    text = re.sub(r"\[([^]]+)\]\((?:docs/|\.\./)?([A-Za-z-]+)\.md(?:#[^)]*)?\)", _as_topic, text)
    console = Console(force_terminal=sys.stdout.isatty(), width=None if sys.stdout.isatty() else 100)
    with console.capture() as held:
        console.print(Markdown(text, hyperlinks=False))
    return held.get()


def _as_caption(picture: re.Match[str]) -> str:
    return f"*Picture: {picture[1]} ({Path(picture[2]).name})*"


def _as_topic(link: re.Match[str]) -> str:
    return f"{link[1]} (`help {link[2].lower()}`)"
