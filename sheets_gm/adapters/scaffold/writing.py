"""Writes the folder of a new game: the files of the example, with the new name in them."""

from __future__ import annotations

import keyword
import re
import sys
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path

from sheets_gm.games.finding import broken_games, games
from sheets_gm.kernel.errors import UserError

NAME, TITLE, CLAUSE = "example_game", "Example Game", "EXA"
"""The example's names in its files: its folder, its title, and the letters of its clause ids."""


class BadGameName(UserError, ValueError):
    """A game cannot have that name, or its folder cannot be written. The message says why."""


def write_game(name: str, folder: Path) -> Path:
    """Write a game called *name* as a new folder in *folder*, and return its path. Raises BadGameName."""
    _check_name(name)
    game_folder = folder / name
    if game_folder.exists():
        raise BadGameName(f"{game_folder} is there already. Choose another name, or another folder with --into.")
    title = name.replace("_", " ").title()
    words = {NAME: name, NAME.replace("_", "-"): name.replace("_", "-"), TITLE: title, CLAUSE: _clause(name)}
    pattern = re.compile("|".join(map(re.escape, words)))
    try:
        for parts, text in _texts(files(__package__) / "files"):
            path = game_folder.joinpath(*(pattern.sub(lambda match: words[match[0]], part) for part in parts))
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(pattern.sub(lambda match: words[match[0]], text), encoding="utf-8")
    except OSError as error:
        raise BadGameName(f"{error.filename or game_folder} cannot be written: {error.strerror}.") from error
    return game_folder


def _check_name(name: str) -> None:
    """Raise BadGameName unless *name* can be that of a new game and of its Python package."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        raise BadGameName(f"A game cannot be called “{name}”: use small letters, digits and _, such as “sea_battle”.")
    if name in {*games(), *broken_games(), "common"}:
        raise BadGameName(f"There is a game called {name} already. Choose another name.")
    if name in sys.stdlib_module_names or find_spec(name) is not None:
        raise BadGameName(f"A Python package is called {name} already. Choose another name.")


def _clause(name: str) -> str:
    """Return the letters of the clause ids of a game: the first three of its name."""
    letters = re.sub("[^a-z]", "", name).upper()
    return (letters + "XX")[:3]


def _texts(folder: Traversable, parts: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield every file below *folder*, as the parts of its path and its text."""
    for each in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if each.is_dir() and each.name != "__pycache__":
            yield from _texts(each, (*parts, each.name))
        elif each.is_file() and not each.name.endswith(".pyc"):
            yield (*parts, each.name), each.read_text(encoding="utf-8")
