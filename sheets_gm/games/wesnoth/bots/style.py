"""The styles of bots: the weights of what they value."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Style:
    """The weights of a bot.

    *daring*: wounds given against wounds taken; *hunt*: how strongly it approaches enemies; *together*: how much more
    an attack is worth that others can follow until the target is dead; *fear*: what danger costs; *light*: how much it
    holds back in the enemy's light; *numbers*: how far it prefers many cheap units to few good ones; *urgent*: how much
    more an enemy near its leader is worth.
    """

    daring: float
    hunt: float
    together: float = 1.5
    fear: float = 0.25
    light: float = 1.0
    numbers: float = 0.6
    urgent: float = 2.5


KEEN = Style(daring=1.15, hunt=0.2)
RAIDER = Style(daring=3.0, hunt=0.8, together=0.0, fear=0.0, light=0.0, numbers=0.0, urgent=1.0)
