"""The games that are asked what every game is asked: all that are installed, and small ones of the tests."""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import sheets_gm.games
from sheets_gm.games.contract import Game
from sheets_gm.games.files import GROUP
from sheets_gm.games.finding import game, games
from sheets_gm.kernel.dice import Dice
from sheets_gm.sheet.template import Template

AnyGame = Game[Any, Any]
OtherSecrets = Callable[[Any, str | None, Dice], Any]

TOYS = {"council": "tests.gm.council", "duel": "tests.gm.duel_of_words", "legion": "tests.gm.legion"}
"""The modules of small games: each has `GAME`, `template` and `other_secrets`."""


@cache
def asked() -> Mapping[str, AnyGame]:
    """All games by name."""
    return {**games(), **{name: game_called(name) for name in TOYS}}


def game_called(name: str) -> AnyGame:
    """The game called *name*; only that one is imported."""
    if name in TOYS:
        toy: AnyGame = importlib.import_module(TOYS[name]).GAME
        return toy
    return game(name)


def template(name: str) -> Template:
    """The template of the game *name*."""
    from sheets_gm.adapters.installation import templates  # knows the stores, which the rules do not need

    found: Template = importlib.import_module(TOYS[name]).template() if name in TOYS else templates.template(name)
    return found


def other_secrets(name: str) -> OtherSecrets:
    """What the game *name*, or its tests, say about its hidden facts; AssertionError if they say nothing."""
    found: OtherSecrets = _secrets(name).other_secrets
    return found


def beside(name: str) -> Mapping[str, Mapping[str, Any]]:
    """The settings that a switch of the game *name* needs beside it, by the name of the switch."""
    found: Mapping[str, Mapping[str, Any]] = getattr(_secrets(name), "BESIDE", {})
    return found


def _secrets(name: str) -> Any:
    """The module of a game that says how its positions can differ in hidden facts."""
    for module in [TOYS[name]] if name in TOYS else _modules(name):
        if importlib.util.find_spec(module):
            return importlib.import_module(module)
    raise AssertionError(f"{name} has secrets, so it must have a module other_secrets with a function of that name")


def _modules(name: str) -> Iterator[str]:
    """Where `other_secrets` may be: in the folder of the game's tests, or in the game's own."""
    folders = [f"{above}.{name}" for above in ("tests.games", sheets_gm.games.__name__)]
    folders = [folder for folder in folders if importlib.util.find_spec(folder)]
    folders += [entry.module for entry in importlib.metadata.entry_points(group=GROUP, name=name)]
    yield from (f"{folder}.other_secrets" for folder in folders)


def with_other(game: AnyGame, **functions: Any) -> AnyGame:
    """*game* with other *functions*, in whichever of its parts these are."""
    for name, function in functions.items():
        part = next((part for part in ("people", "checks", "showing") if hasattr(getattr(game, part), name)), "")
        change: dict[str, Any] = {name: function}
        if part:
            change = {part: replace(getattr(game, part), **change)}
        game = replace(game, **change)
    return game
