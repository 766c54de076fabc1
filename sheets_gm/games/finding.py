"""Discovery of games: every folder next to this module that exports `GAME`, the user's own, and those of other
packages.

There is no list of games: adding a folder adds a game. The user's own folder of games comes before the entry points of
installed packages.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.resources
import importlib.util
import pkgutil
import sys
import traceback
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeAlias

import sheets_gm.games
from sheets_gm.games.contract import Game
from sheets_gm.games.files import GROUP, own_games
from sheets_gm.kernel.errors import UserError


class NoSuchGame(UserError, LookupError):
    """There is no game of that name; the message lists the names."""


class BrokenGame(NoSuchGame):
    """The game of that name cannot be loaded; the message has the error and its line."""


def games() -> Mapping[str, Game[Any, Any]]:
    """Return all games by name, sorted, without those in `broken_games`, which cannot be loaded."""
    return _sound(own_games())


def broken_games() -> Mapping[str, BrokenGame]:
    """Return the games that cannot be loaded, by name, sorted. They do not affect the other games."""
    return {name: loaded for name, loaded in _found(own_games()).items() if isinstance(loaded, BrokenGame)}


Own: TypeAlias = tuple[tuple[str, Path], ...]
"""The user's own games: their names, and the folders of their packages."""


@cache
def _sound(user_games: Own) -> Mapping[str, Game[Any, Any]]:
    return {name: loaded for name, loaded in _found(user_games).items() if isinstance(loaded, Game)}


@cache
def _found(packages: Own) -> Mapping[str, Game[Any, Any] | BrokenGame]:
    by_name: dict[str, Game[Any, Any] | BrokenGame] = {}
    for name in _folders():
        loaded = _loaded(name, name, partial(_built_in, name))
        if loaded is not None:
            by_name[name] = loaded
    for name, package in packages:
        if name not in by_name:
            by_name[name] = _loaded(name, name, partial(_of_folder, name, package)) or _not_a_game(name, None)
    for entry in importlib.metadata.entry_points(group=GROUP):
        if entry.name not in by_name:
            by_name[entry.name] = _loaded(entry.name, entry.module.partition(".")[0], entry.load) or _not_a_game(
                entry.name, None
            )
    return dict(sorted(by_name.items()))


def _loaded(name: str, package: str, load: Callable[[], object]) -> Game[Any, Any] | BrokenGame | None:
    """Return the game that *load* gives, or why it cannot be loaded; None if there is no `GAME` yet."""
    try:
        loaded = load()
    except Exception as error:  # noqa: BLE001 - whatever is wrong with a game's code, the other games go on
        return BrokenGame(f"The game {name} cannot be loaded: {_described(error, package)}.")
    return loaded if loaded is None or isinstance(loaded, Game) else _not_a_game(name, loaded)


def _not_a_game(name: str, exported: object) -> BrokenGame:
    kind = type(exported).__name__
    return BrokenGame(f"The game {name} cannot be loaded: its GAME is of the type {kind}, not a Game.")


def _described(error: Exception, package: str) -> str:
    """Describe an error in the code of *package*, with its line if that is in the package."""
    text = f"{type(error).__name__}: {error}".rstrip(".")
    lines = [each for each in traceback.extract_tb(error.__traceback__) if package in Path(each.filename).parts]
    return f"{text} ({package}/{Path(lines[-1].filename).name}, line {lines[-1].lineno})" if lines else text


def _folders() -> frozenset[str]:
    return frozenset(folder.name for folder in pkgutil.iter_modules(sheets_gm.games.__path__) if folder.ispkg)


def _built_in(name: str) -> Game[Any, Any] | None:
    """Return the game of a folder; None if the folder exports no `GAME` yet."""
    exported: Game[Any, Any] | None = getattr(
        importlib.import_module(f"{sheets_gm.games.__name__}.{name}"), "GAME", None
    )
    return exported


def _of_folder(name: str, package: Path) -> object:
    """Import the game of a package that is not installed from the folder *package*. Raises ImportError if its name is
    taken.
    """
    module = sys.modules.get(name)
    if module is None and importlib.util.find_spec(name) is None:
        spec = importlib.util.spec_from_file_location(
            name, package / "__init__.py", submodule_search_locations=[str(package)]
        )
        if spec is None or spec.loader is None:
            raise ImportError(f"{package} is no package")
        module = sys.modules[name] = importlib.util.module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[name]
            raise
    if module is None or Path(module.__file__ or "").parent != package:
        raise ImportError("a Python package has this name already; give the folder of the game another")
    return getattr(module, "GAME", None)


def look_again() -> None:
    """Forget which games were found, so that the next call looks for them again."""
    for each in (_sound, _found, _game):
        each.cache_clear()


def game(name: str) -> Game[Any, Any]:
    """Return the game called *name*. Of the built-in games only this one is imported. Raises NoSuchGame or
    BrokenGame.
    """
    return _game(name, own_games())


@cache
def _game(name: str, user_games: Own) -> Game[Any, Any]:
    if name in _folders():
        built_in = _loaded(name, name, partial(_built_in, name))
        if built_in is None:
            raise NoSuchGame(f"The folder of {name} exports no GAME yet, so it cannot be played.")
    else:
        built_in = _found(user_games).get(name)
    if isinstance(built_in, BrokenGame):
        raise built_in
    if built_in is not None:
        return built_in
    sound_games = _sound(user_games)
    near = get_close_matches(name.lower(), sound_games, n=1)
    meant = f" Did you mean {near[0]}?" if near else ""
    raise NoSuchGame(f"There is no game called {name!r}.{meant} There are: {', '.join(sound_games)}.")
