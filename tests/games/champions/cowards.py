"""A bot for tests: it stays where it is, and evades whenever it must fight."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sheets_gm.games.contract import Bot, Filled
from sheets_gm.kernel.forms import Typed
from tests.games.champions.table import CHAMPIONS

ACTS: Mapping[str, Mapping[str, Typed]] = {"battle": {"action": "Evade"}}


def coward(view: Any, forms: Any, dice: Any) -> tuple[Filled, ...]:
    """Harms nobody."""
    return tuple(
        Filled(form.key, row, {**ACTS.get(form.key, {}), "ready": True}) for form in forms for row in range(form.rows)
    )


BOTS: Mapping[str, Bot] = {**CHAMPIONS.people.bots, "coward": coward}
