"""Discovery of games: every folder beside this module that exports `GAME`, and the entry points of other packages.

No list of games exists anywhere: adding a folder adds a game.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.resources
import pkgutil
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from typing import Any

import sheets_gm.games
from sheets_gm.games.contract import Game
from sheets_gm.games.files import GROUP


class NoSuchGame(LookupError):
    """No game has that name; the message lists the names."""


@cache
def games() -> Mapping[str, Game[Any, Any]]:
    """All games by name, sorted."""
    found = {name: _built_in(name) for name in _folders()}
    for entry in importlib.metadata.entry_points(group=GROUP):
        found.setdefault(entry.name, entry.load())
    return dict(sorted(found.items()))


def _folders() -> frozenset[str]:
    return frozenset(folder.name for folder in pkgutil.iter_modules(sheets_gm.games.__path__) if folder.ispkg)


def _built_in(name: str) -> Game[Any, Any]:
    found: Game[Any, Any] = importlib.import_module(f"{sheets_gm.games.__name__}.{name}").GAME
    return found


@cache
def game(name: str) -> Game[Any, Any]:
    """The game called *name*; only that one is imported. Raises NoSuchGame if there is none."""
    if name in _folders():
        return _built_in(name)
    known = games()
    if name in known:
        return known[name]
    near = get_close_matches(name.lower(), known, n=1)
    meant = f" Did you mean {near[0]}?" if near else ""
    raise NoSuchGame(f"There is no game called {name!r}.{meant} There are: {', '.join(known)}.")
