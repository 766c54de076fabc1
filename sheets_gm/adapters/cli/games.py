"""`sheets-gm games`: lists the games and their settings."""

from __future__ import annotations

import re
import types
from collections.abc import Iterator
from typing import Any, Literal, Union, get_args, get_origin

import click
from pydantic import BaseModel

from sheets_gm.adapters.cli.context import print_json
from sheets_gm.games.contract import Game

INDENT = 4
SHOWN = 60
"""The longest default that is shown, in characters. For longer ones the description of the setting is enough."""


@click.command("games")
@click.argument("name", required=False, metavar="[GAME]")
@click.option("--check", is_flag=True, help="Ask GAME what every game is asked: ten seconds.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(name: str | None, check: bool, as_json: bool) -> None:
    """List the games and their numbers of players.

    With GAME, show its seats, its bots, the folder of its template, and all its settings. The template is checked.
    With --check, random players play it, and what is wrong with it is named with its line.

    \b
    sheets-gm games
    sheets-gm games wesnoth
    sheets-gm games tictactoe --check
    """
    from sheets_gm.adapters.cli.game_settings import BadGameSettings
    from sheets_gm.games.finding import broken_games, games
    from sheets_gm.games.finding import game as find

    if check:
        if name is None:
            raise click.UsageError("Name the game that is to be checked: sheets-gm games GAME --check")
        _check(find(name), as_json=as_json)
        return
    rows = []
    unusable = {} if name else broken_games()
    for error in unusable.values():
        click.echo(str(error), err=True)
    broken = bool(unusable)
    for game in [find(name)] if name else games().values():
        try:
            rows.append(describe(game, full=bool(name)))
        except BadGameSettings as error:
            click.echo(f"{game.name} cannot be used: {error}", err=True)
            broken = True
    if as_json:
        print_json(rows)
    elif name:
        for row in rows:
            _print(row)
    else:
        for row in rows:
            click.echo(f"{row['game']:<12} {row['title']}  ({_range(row['players'])} players, rules {row['rules']})")
        click.echo("\nCreate a match:    sheets-gm new GAME --name NAME")
        click.echo("Show its settings: sheets-gm games GAME")
    if broken:
        raise SystemExit(1)


def _check(game: Game[Any, Any], *, as_json: bool) -> None:
    """Ask all questions about *game*, and print its mistakes. Exits with 1 if there are any."""
    from sheets_gm.adapters.installation import questions

    mistakes, positions = questions.asked(game)
    if as_json:
        print_json([each._asdict() for each in mistakes])
    else:
        for each in mistakes:
            click.echo(f"{'✗' if each.stops else '⚠'} {each}")
        if not mistakes:
            click.echo(f"✓ {game.title} was asked what every game is asked, in {positions} positions: all is right.")
    if mistakes:
        raise SystemExit(1)


def describe(game: Game[Any, Any], *, full: bool) -> dict[str, Any]:
    """Return a game with default settings. *full* adds the choices of a roster and the settings, and checks its
    template.

    Raises `NoTemplate` or `BadTemplate`.
    """
    from sheets_gm.adapters.cli.game_settings import settings_of
    from sheets_gm.adapters.installation import templates
    from sheets_gm.games import files

    if full:
        templates.template(game.name)  # a template that cannot be used is reported before a match is created
    places = game.places(settings_of(game.settings, ()))
    row: dict[str, Any] = {
        "game": game.name,
        "title": game.title,
        "rules": game.version,
        "players": list(game.players),
        "seats": [place.id for place in places if not place.neutral],
        "neutral": [place.id for place in places if place.neutral],
        "secrecy": game.secrecy.value,
        "bots": list(game.people.bots),
    }
    if full:
        traits = {trait: options for place in places for trait, options in place.traits.items()}
        row |= {"roster": {trait: list(options) for trait, options in traits.items()}}
        row |= {"clocks": [{"clock": each.name, "bank": each.bank, "help": each.help} for each in game.people.clocks]}
        row |= {"settings": list(settings(game.settings)), "template": str(files.folder(game.name))}
    return row


def settings(kind: type[BaseModel]) -> Iterator[dict[str, Any]]:
    """Yield the settings of a game: key, default, possible values if there are few, bounds and meaning."""
    for key, field in kind.model_fields.items():
        meaning = " ".join((field.description or "").split())
        bounds = {
            name: value
            for each in field.metadata
            for name in ("ge", "le")
            if (value := getattr(each, name, None)) is not None
        }
        yield {
            "key": key,
            "default": field.default,
            "choices": list(choices(field.annotation)),
            "least": bounds.get("ge"),
            "most": bounds.get("le"),
            "meaning": meaning,
        }


def choices(annotation: Any) -> Iterator[Any]:
    """Yield the values that *annotation* allows, if it lists them; for a tuple, those of its members."""
    if annotation is bool:
        yield from (True, False)
    elif get_origin(annotation) is Literal:
        yield from get_args(annotation)
    elif get_origin(annotation) in (tuple, Union, types.UnionType):
        for each in get_args(annotation):
            yield from choices(each)


def _print(row: dict[str, Any]) -> None:
    import shutil

    from sheets_gm.adapters.cli.match_options import new_options

    width = min(shutil.get_terminal_size().columns, 110)
    click.echo(f"{row['title']} ({row['game']}, rules {row['rules']})")
    by_default = len(row["seats"])
    click.echo(f"{_range(row['players'])} players; up to {by_default} with the default settings")
    click.echo(_wrapped(f"Seats: {', '.join(row['seats'])}", width))
    if row["neutral"]:
        click.echo(_wrapped(f"Neutral seats: {', '.join(row['neutral'])}", width))
    for trait, options in row["roster"].items():
        click.echo(_wrapped(f"Roster column “{trait}”: {', '.join(options)}", width))
    click.echo(f"Bots: {', '.join(row['bots'])}")
    for clock in row["clocks"]:
        kind = ", one amount for the whole match" if clock["bank"] else ""
        click.echo(_wrapped(f"Clock “{clock['clock']}”: {clock['help']}{kind}", width))
    click.echo(f"Template: {row['template']}")
    click.echo(f"\nSettings, each with its default (sheets-gm new {row['game']} --set KEY=VALUE):\n")
    for each in row["settings"]:
        click.echo(_head(each))
        click.echo(_wrapped(each["meaning"], width, " " * INDENT))
    click.echo("\nHow a match is run, also by --set; most can be changed later (sheets-gm change MATCH):\n")
    for option in new_options():
        click.echo(f"  {click.style(option.argument, bold=True)}={option.metavar}")
        click.echo(_wrapped(option.help, width, " " * INDENT))


def _range(players: tuple[int, int]) -> str:
    fewest, most = players
    return str(most) if fewest == most else f"{fewest} to {most}"


def _head(each: dict[str, Any]) -> str:
    """Return `key=default` and the other possible values."""
    default = _typed(each["default"])
    head = click.style(each["key"], bold=True) + (f"={default}" if len(default) <= SHOWN else "")
    others = [_typed(choice) for choice in each["choices"] if choice != each["default"]]
    if others and isinstance(each["default"], list | tuple):
        return f"  {head}   of {', '.join(others)}"
    if others:
        return f"  {head}   or {', '.join(others)}"
    least, most = each["least"], each["most"]
    if most is not None:
        return f"  {head}   {least} to {most}"
    return f"  {head}" + (f"   {least} or more" if least is not None else "")


def _typed(value: Any) -> str:
    """Return *value* as it is typed after `--set KEY=`."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)} = {_inner(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_inner(each) for each in value) + "]"
    return str(value)


def _inner(value: Any) -> str:
    """Return *value* inside a list or a table, where TOML needs quotation marks around a text."""
    return f'"{value}"' if isinstance(value, str) else _typed(value)


def _key(key: str) -> str:
    return key if re.fullmatch(r"[\w-]+", key, re.ASCII) else f'"{key}"'


def _wrapped(text: str, width: int, indent: str = "") -> str:
    return click.wrap_text(text, width, initial_indent=indent, subsequent_indent=indent or " " * INDENT)
