"""Players that are programs. Each sees its seat's view and its own forms, and fills rows as a person would."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from sheets_gm.games.champions.views import View
from sheets_gm.games.contract import Bot, Filled
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.forms import Form


def keen(_view: View, forms: tuple[Form, ...], _dice: Dice) -> tuple[Filled, ...]:
    """Plays to win."""
    return tuple(Filled(form.key, 0, {"ready": True}) for form in forms)


BOTS: Mapping[str, Bot] = MappingProxyType({"keen": keen})
