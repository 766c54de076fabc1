"""Asks a game the questions of `sheets_gm.gm` before it is played."""

from __future__ import annotations

import random
import time
from typing import Any

import sheets_gm.games
from sheets_gm.adapters.installation import templates
from sheets_gm.games.contract import Game
from sheets_gm.games.finding import BrokenGame
from sheets_gm.gm.questions.asking import Answers, ask


def asked(game: Game[Any, Any]) -> Answers:
    """Ask *game* everything that every game is asked, and return the answers. Raises NoTemplate and BadTemplate."""
    return ask(game, templates.template(game.name), time.monotonic, random.getstate)


def check_from_outside(game: Game[Any, Any]) -> None:
    """Check a game that did not come with this program. Raises BrokenGame if it has a fault that would stop a match."""
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
