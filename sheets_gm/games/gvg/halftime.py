"""Halftime: the Archery Duel.

In each round the shot closer to the centre scores 1 point; equal shots are repeated. The first team with 3 points wins
2 coins, which can be spent from that turn's Command Phase on (R35).
"""

from __future__ import annotations

from collections.abc import Sequence

from sheets_gm.games.gvg.data import BLUE, DUEL_POINTS, DUEL_REWARD, RED, TEAMS
from sheets_gm.games.gvg.events import DuelWon, ShotsCompared
from sheets_gm.games.gvg.orders import Shots
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.outcome import Event

FARTHEST = 100
"""Distances that the dice decide are 1 to this."""

ROUNDS = 5
"""GVG-85: the rows of the form. Equal shots need more."""

SPARE_ROWS = 2


def duel(shots: Sequence[Shots]) -> tuple[str | None, tuple[Event, ...]]:
    """The winner of the duel after *shots* (None: it goes on), and the events."""
    events: list[Event] = []
    points = dict.fromkeys(TEAMS, 0)
    for number, shot in enumerate(shots, start=1):
        if shot.winner is not None:
            return shot.winner, (*events, _won(shot.winner))
        if shot.blue is None or shot.red is None:
            continue
        nearer = None if shot.blue == shot.red else BLUE if shot.blue < shot.red else RED
        events.append(ShotsCompared(clause="GVG-86", round=number, blue=shot.blue, red=shot.red, winner=nearer))
        if nearer:
            points[nearer] += 1
            if points[nearer] == DUEL_POINTS:
                return nearer, (*events, _won(nearer))
    return None, tuple(events)


def shoot(number: int, dice: Dice) -> tuple[str, tuple[Event, ...]]:
    """A duel whose distances are rolled (`archery` = "auto")."""
    shots: list[Shots] = []
    while True:
        blue, red = (dice.roll(FARTHEST, f"turn {number}: archery of {team}, round {len(shots) + 1}") for team in TEAMS)
        shots.append(Shots(blue=blue, red=red))
        winner, events = duel(shots)
        if winner is not None:
            return winner, events


def _won(team: str) -> DuelWon:
    return DuelWon(clause="GVG-87", team=team, coins=DUEL_REWARD)
