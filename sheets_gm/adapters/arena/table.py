"""How often one contestant won against another, as a row of a table."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from sheets_gm.adapters.arena.contestants import label
from sheets_gm.adapters.arena.matches import Pairing, Played

HEADING = (
    "| game | bot | against | won | drawn | lost | share of wins | how they ended |\n|---|---|---|---|---|---|---|---|"
)

SURE = 1.96
"""Standard deviations within which 19 of 20 samples lie."""


def row(pairing: Pairing, played: Sequence[Played]) -> str:
    """Return the table row of *pairing*: wins, draws, losses and the range for the share of wins."""
    won, lost = (sum(each.winner == at for each in played) for at in (0, 1))
    low, high = interval(won, len(played))
    how = ", ".join(f"{reason} {number}" for reason, number in Counter(each.how for each in played).most_common())
    first, second = (f"`{label(each)}`" for each in pairing.contestants)
    share = f"{low:.0%} to {high:.0%}".replace("% to", " to").replace("%", " %")
    counts = (won, len(played) - won - lost, lost)
    return f"| `{pairing.game}` | {first} | {second} | {' | '.join(map(str, counts))} | {share} | {how} |"


def interval(won: int, played: int) -> tuple[float, float]:
    """Return the range that holds the true share of wins in 19 of 20 samples (Wilson's score interval)."""
    share, square = won / played, SURE**2
    middle = (share + square / (2 * played)) / (1 + square / played)
    spread = SURE * math.sqrt(share * (1 - share) / played + square / (4 * played**2)) / (1 + square / played)
    return max(0.0, middle - spread), min(1.0, middle + spread)
