"""The styles of bots: what they avoid and seek, and how that changes when time runs out."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sheets_gm.games.win_or_die.position.state import Battlefield

HURRY = 4
"""The number of turns before the limit of fatigue at which a bot begins to hurry."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a bot plays: the weight of losses, the pull towards the enemy, the least value of a command, and how much it
    avoids spaces where enemies can attack first.
    """

    caution: float
    hunt: float
    least: float = 0.05
    wary: float = 0.6


KEEN = Style(caution=0.8, hunt=0.12)
RECKLESS = Style(caution=0.2, hunt=0.3, wary=0.0)


def pressed(field: Battlefield, seat: str, style: Style) -> Style:
    """Return *style* for when time runs out. The player who tires first loses, so it attacks more and minds losses
    less.
    """
    settings, fatigue = field.settings, field.player(seat).fatigue
    left = max(1, settings.fatigue_limit - fatigue)
    if left > HURRY:
        return style
    share = left / (HURRY + 1)
    return replace(style, caution=style.caution * share, hunt=style.hunt * (HURRY + 2 - left), wary=style.wary * share)
