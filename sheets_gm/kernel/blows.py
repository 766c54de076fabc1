"""An attack and its counterattack in one line, for games whose units have points of health."""

from __future__ import annotations

from typing import NamedTuple


class Blow(NamedTuple):
    """What an attack did to its target: the points that it lost and has left, and where it died ("" if it lives)."""

    lost: int
    left: int
    died_at: str = ""


def describe_blows(unit: str, target: str, hit: Blow, back: Blow | None = None, *, counter: bool = False) -> str:
    """Describe an attack: “⚔ r7 Clasher hits b2 Spearman for 3 (8 left), takes 6 (2 left)”.

    *back* is the counterattack. With *counter*, the attack itself is one.
    """
    if hit.died_at:
        text = f"⚔ {unit} kills {target} at {hit.died_at}"
    elif hit.lost:
        text = f"⚔ {unit} {'hits back at' if counter else 'hits'} {target} for {hit.lost} ({hit.left} left)"
    else:
        text = f"⚔ {unit} does not hurt {target}"
    if back is None or not back.lost:
        return text
    return f"{text} and dies at {back.died_at}" if back.died_at else f"{text}, takes {back.lost} ({back.left} left)"
