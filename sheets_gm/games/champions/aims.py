"""Aims: whom a Support is for, and what may be named as its target (R25)."""

from __future__ import annotations

from collections.abc import Sequence

from sheets_gm.games.champions.armoury import TARGETS, Item
from sheets_gm.games.champions.data import ASSIST, PARTNER, SELF

FOR = {
    "ally": "whoever of yours has least health",
    "allies": "both of yours",
    "partner": "the partner",
    "enemy": "the most dangerous enemy",
}
"""Whom each kind of effect is for, if no target is named that it can have."""


def aimed(item: Item | None) -> str:
    """The kind of target that *item* has when it is used; None is Assist."""
    return TARGETS[item.active.effect] if item is not None and item.active else "partner"


def targets(item: Item | None, foes: tuple[str, ...]) -> tuple[str, ...]:
    """What may be named beside *item*, against living *foes*."""
    return {"ally": (SELF, PARTNER), "allies": (), "partner": (PARTNER,), "enemy": foes}[aimed(item)]


def misses(item: Item | None, target: str, champion: str, team: Sequence[str], foes: tuple[str, ...]) -> str | None:
    """Why *item*, used by a *champion* of a *team*, is not for *target*, and for whom it is; None if it can be."""
    kind = aimed(item)
    mine = {"ally": tuple(team), "partner": tuple(each for each in team if each != champion)}.get(kind, ())
    if target in (*targets(item, foes), *mine):
        return None
    return f"{item.name if item else ASSIST} cannot be for {target}: it is for {FOR[kind]}"
