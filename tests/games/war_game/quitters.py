"""Bots for tests: sides that give up, and a judge who arranges the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sheets_gm.games.contract import Bot, Filled
from sheets_gm.games.finding import game
from sheets_gm.games.war_game.data.words import COALITION

GIVES_UP_AT = 3


def quitter(view: Any, forms: Any, dice: Any) -> tuple[Filled, ...]:
    """The leader of the Coalition gives up in the third turn."""
    wants = {"concede": {"word": "CONCEDE"}} if view.side == COALITION and view.turn == GIVES_UP_AT else {}
    return tuple(Filled(form.key, 0, {**wants.get(form.key, {}), "ready": True}) for form in forms)


def peacemaker(view: Any, forms: Any, dice: Any) -> tuple[Filled, ...]:
    """The judge arranges a draw in the third turn."""
    wants = {"ending": {"winner": "draw", "reason": "both sides arranged this ending"}} if view.turn == 3 else {}
    return tuple(Filled(form.key, 0, {**wants.get(form.key, {}), "ready": True}) for form in forms)


WAR_GAME = game("war_game")
BOTS: Mapping[str, Bot] = {**WAR_GAME.people.bots, "quitter": quitter, "peacemaker": peacemaker}
