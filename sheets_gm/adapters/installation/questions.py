"""The questions that a game is asked before it is played."""

from __future__ import annotations

import random
import time
from typing import Any

import sheets_gm.games
from sheets_gm.adapters.installation import templates
from sheets_gm.games.contract import Game
from sheets_gm.games.finding import BrokenGame
from sheets_gm.gm.questions.asking import Asked, ask


def asked(game: Game[Any, Any]) -> Asked:
    """Ask *game* what every game is asked. `NoTemplate`, `BadTemplate`."""
    return ask(game, templates.template(game.name), time.monotonic, random.getstate)


def check_from_outside(game: Game[Any, Any]) -> None:
    """Ask a game that did not come with this program. BrokenGame where a match would stumble over what is wrong."""
    if game.state.__module__.startswith(f"{sheets_gm.games.__name__}."):
        return  # asked by its tests
    stops = [str(each) for each in asked(game).found if each.stops]
    if stops:
        raise BrokenGame(
            "\n".join(
                (
                    f"{game.title} cannot be played as it is:",
                    *stops,
                    f"To check it: sheets-gm games {game.name} --check",
                )
            )
        )
