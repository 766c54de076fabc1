"""The targets of Support: the possible targets of each item (R25)."""

from __future__ import annotations

from collections.abc import Sequence

from sheets_gm.games.champions.data.items import TARGETS, Item
from sheets_gm.games.champions.data.numbers import ASSIST, PARTNER, SELF

MEANT_FOR = {
    "ally": "your Champion with the least health",
    "allies": "both of your Champions",
    "partner": "the partner",
    "enemy": "the most dangerous enemy",
}
"""Whom each kind of effect is for if no legal target is chosen."""


def target_kind(item: Item | None) -> str:
    """Return the kind of target of *item*. None stands for Assist."""
    return TARGETS[item.active.effect] if item is not None and item.active else "partner"


def allowed_targets(item: Item | None, foes: tuple[str, ...]) -> tuple[str, ...]:
    """Return the targets that may be chosen for *item*, against the living Champions *foes*."""
    return {"ally": (SELF, PARTNER), "allies": (), "partner": (PARTNER,), "enemy": foes}[target_kind(item)]


def wrong_target(
    item: Item | None, target: str, champion: str, team: Sequence[str], foes: tuple[str, ...]
) -> str | None:
    """Return why *item*, used by *champion* of *team*, cannot have *target*; None if it can."""
    kind = target_kind(item)
    mine = {"ally": tuple(team), "partner": tuple(each for each in team if each != champion)}.get(kind, ())
    if target in (*allowed_targets(item, foes), *mine):
        return None
    return f"{item.name if item else ASSIST} cannot be used on {target}; it is for {MEANT_FOR[kind]}"
