"""Who plays in an arena: a bot of the game, play at random, or a bot that somebody has written in a file."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import ModuleType

import click

from sheets_gm.games.contract import Bot
from sheets_gm.games.finding import game
from sheets_gm.games.random_play import random_bot
from sheets_gm.kernel.english import listed

RANDOM = "random"
"""The name of play at random."""

FILE = ".py"


def named(game_name: str, typed: str) -> tuple[str, ...]:
    """Return the contestants that *typed* names: one, or each bot of a file that has several. Raises BadParameter.

    A bot of the game is typed by its name. For a bot in a file, `PATH` names the function `bot` of the file, and
    `PATH:NAME` one bot of its mapping `BOTS`.
    """
    path, ending, _ = typed.rpartition(FILE)
    if not ending:
        if typed not in _own(game_name):
            bots = listed(list(_own(game_name)), "or")
            raise click.BadParameter(f"“{typed}” is no bot of {game_name}: write {bots}, or the path of a .py file.")
        return (typed,)
    every = _in_file(path + ending)
    if typed == path + ending:
        return tuple(f"{typed}:{name}" if name else typed for name in every)
    if typed.rpartition(f"{FILE}:")[2] not in every:
        raise click.BadParameter(f"{path}{ending} has no bot of this name; it has {listed([*every])}.")
    return (typed,)


def bot_of(game_name: str, contestant: str) -> Bot:
    """Return the bot of a contestant, given as `named` returns it."""
    path, ending, name = contestant.rpartition(FILE)
    return _in_file(path + ending)[name.removeprefix(":")] if ending else _own(game_name)[contestant]


def label(contestant: str) -> str:
    """Return the name of a contestant in a table: that of the bot, or that of its file."""
    path, ending, name = contestant.rpartition(FILE)
    return name.removeprefix(":") or Path(path + ending).name if ending else contestant


def _own(game_name: str) -> Mapping[str, Bot]:
    return {**game(game_name).people.bots, RANDOM: random_bot}


@cache
def _in_file(path: str) -> Mapping[str, Bot]:
    """Return the bots of a file by name; its function `bot` has the name "". Raises BadParameter."""
    try:
        module = _run(path)
    except Exception as error:
        raise click.BadParameter(f"{path} cannot be used: {type(error).__name__}: {error}") from error
    bots = dict(getattr(module, "BOTS", {})) or {"": getattr(module, "bot", None)}
    if not all(map(callable, bots.values())):
        raise click.BadParameter(f"{path} has no bot: it needs a function bot(view, forms, dice), or several in BOTS.")
    return bots


def _run(path: str) -> ModuleType:
    name = f"arena_{Path(path).stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError("it is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # where dataclasses look for their annotations
    spec.loader.exec_module(module)
    return module
