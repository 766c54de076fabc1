"""Data files of a game's template: boards, cards, items, units.

They are in the same folder as the workbook template, so that a GM finds everything that can be edited in one place.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from sheets_gm.kernel.errors import SetupError

GROUP = "sheets_gm.games"
"""The entry point group through which other packages provide games."""

PACKAGE = Path(__file__).resolve().parent.parent


class NoTemplate(SetupError, LookupError):
    """A template's folder or file is missing or unreadable; the message names it."""


TEMPLATES, GAMES = "templates", "games"
"""Where the user's own templates and games lie in the user's folder."""

_own: list[Path] = []
"""The folder with the user's own templates and games, if there is one."""


def set_own_folder(folder: Path | None) -> None:
    """Look for templates and games in *folder* before those that came with the program. None means no such folder."""
    _own[:] = [] if folder is None else [folder]


def own_games() -> tuple[tuple[str, Path], ...]:
    """Return the user's own games by name, each with the folder of its code.

    The code is in the game's folder, or in a folder of the same name inside it.
    """
    packages: dict[str, Path] = {}
    for user_folder in _own:
        root = user_folder / GAMES
        for folder in sorted(root.iterdir()) if root.is_dir() else ():
            package = next((each for each in (folder, folder / folder.name) if (each / "__init__.py").is_file()), None)
            if package is not None and folder.name.isidentifier():
                packages[folder.name] = package
    return tuple(packages.items())


def installed_folder(game: str) -> Path:
    """Return the folder of *game*'s template that came with the program or its package. Raises NoTemplate."""
    return Path(_installed(game))


def folder(game: str) -> Path:
    """Return the folder of *game*'s template. Raises NoTemplate if there is none."""
    return Path(_folder(game))


def _folder(game: str) -> str:
    """Return the same folder as a text. This is ten times as fast, and data are read for each of hundreds of
    settings.
    """
    for user_folder in _own:
        if os.path.isdir(path := f"{user_folder}/{TEMPLATES}/{game}"):
            return path
    return _installed(game)


def _installed(game: str) -> str:
    # packages are looked through only for a game that is not here: that takes milliseconds
    for root in chain((str(PACKAGE), str(PACKAGE.parent), f"{PACKAGE}/games/{game}"), _package_folders(game)):
        if os.path.isdir(path := f"{root}/templates/{game}"):
            return path
    raise NoTemplate(f"The game {game} has no template: there is no folder templates/{game}.")


def _package_folders(game: str) -> Iterator[str]:
    """Yield the folders of packages that provide *game*, the user's own first. The template is next to the code."""
    yield from (str(package) for name, package in own_games() if name == game)
    for entry in importlib.metadata.entry_points(group=GROUP, name=game):
        spec = importlib.util.find_spec(entry.module)
        if spec is not None and spec.origin is not None:
            yield str(Path(spec.origin).parent)


def read(game: str, name: str) -> str:
    """Read the file *name* in *game*'s template. Raises NoTemplate if it is missing or not UTF-8 text."""
    try:
        with open(f"{_folder(game)}/{name}", "rb") as file:
            return file.read().decode("utf-8-sig")  # some programs write a byte order mark
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        why = f"line {line} is not UTF-8; save the file as UTF-8 text"
        raise NoTemplate(f"templates/{game}/{name} cannot be read: {why}") from error
    except OSError as error:
        raise NoTemplate(f"templates/{game}/{name} cannot be read: {error.strerror}") from error
