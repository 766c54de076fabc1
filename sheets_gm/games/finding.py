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
from sheets_gm.kernel.errors import UserError


class NoSuchGame(UserError, LookupError):
    """No game has that name; the message lists the names."""


@cache
def games() -> Mapping[str, Game[Any, Any]]:
    """All games by name, sorted."""
    found = {name: found for name in _folders() if (found := _built_in(name)) is not None}
    for entry in importlib.metadata.entry_points(group=GROUP):
        found.setdefault(entry.name, entry.load())
    return dict(sorted(found.items()))


def _folders() -> frozenset[str]:
    return frozenset(folder.name for folder in pkgutil.iter_modules(sheets_gm.games.__path__) if folder.ispkg)


def _built_in(name: str) -> Game[Any, Any] | None:
    """The game of a folder; None for a folder that exports no `GAME` yet."""
    found: Game[Any, Any] | None = getattr(importlib.import_module(f"{sheets_gm.games.__name__}.{name}"), "GAME", None)
    return found


@cache
def game(name: str) -> Game[Any, Any]:
    """The game called *name*; only that one is imported. Raises NoSuchGame if there is none."""
    if name in _folders():
        built_in = _built_in(name)
        if built_in is None:
            raise NoSuchGame(f"The folder of {name} exports no GAME yet, so it cannot be played.")
        return built_in
    known = games()
    if name in known:
        return known[name]
    near = get_close_matches(name.lower(), known, n=1)
    meant = f" Did you mean {near[0]}?" if near else ""
    raise NoSuchGame(f"There is no game called {name!r}.{meant} There are: {', '.join(known)}.")
