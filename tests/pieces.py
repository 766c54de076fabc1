"""Bots without one of their pieces: what a piece is worth shows in matches of the whole bot against the one without."""

from __future__ import annotations

from dataclasses import replace
from types import ModuleType
from typing import Any

from sheets_gm.games.contract import Bot, Filled
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.forms import Form

Change = tuple[ModuleType | type, str, Any]
"""What holds a piece of a bot, what it is called there, and what is there instead."""


def without(bot: Bot, *changes: Change) -> Bot:
    """*bot*, for whose choices *changes* hold, and for nobody else's."""

    def changed(view: Any, forms: tuple[Form, ...], dice: Dice) -> tuple[Filled, ...]:
        before = [(holder, name, getattr(holder, name)) for holder, name, _ in changes]
        for holder, name, value in changes:
            setattr(holder, name, value)
        try:
            return bot(view, forms, dice)
        finally:
            for holder, name, value in before:
                setattr(holder, name, value)

    return changed


def keen_but(module: ModuleType, **weights: float) -> Bot:
    """The bot `keen` of a *module*, with other *weights* in its style."""
    return without(module.keen, (module, "KEEN", replace(module.KEEN, **weights)))
