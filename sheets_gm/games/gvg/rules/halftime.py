"""Halftime: the Archery Duel.

In each round the shot closer to the centre scores 1 point; equal shots are repeated. The first team with 3 points wins
2 coins, which it can spend in the Command Phase of the same turn (R35). Points are kept until the duel is won, even if
the GM fills in the rounds at several times.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sheets_gm.games.gvg.data.settings import Settings
from sheets_gm.games.gvg.data.words import BLUE, RED, TEAMS
from sheets_gm.games.gvg.position.events import DuelWon, ShotsCompared
from sheets_gm.games.gvg.position.orders import Shots
from sheets_gm.games.gvg.position.resolution import Resolution
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.outcome import Event

FARTHEST = 100
"""Distances that the dice decide are 1 to this."""

SPARE_ROWS = 2
"""Rows of the form beyond the most rounds that can decide the duel (GVG-85): equal shots need more."""


@dataclass(frozen=True, slots=True)
class Duel:
    """The Archery Duel after some rounds: its points, the number of rounds, and the winner ("": none yet)."""

    score: Mapping[str, int]
    rounds: int = 0
    winner: str = ""
    events: tuple[Event, ...] = ()


def rounds_at_most(settings: Settings) -> int:
    """Return the rounds after which a duel without equal shots is decided: 5 for 3 points (GVG-85)."""
    return 2 * settings.duel_points - 1


def duel(settings: Settings, before: Duel, shots: Sequence[Shots]) -> Duel:
    """Return the duel *before*, continued with the rounds of *shots* (GVG-86, GVG-87)."""
    events: list[Event] = []
    score, rounds, winner = {team: before.score.get(team, 0) for team in TEAMS}, before.rounds, ""
    for shot in shots:
        if shot.winner is not None:
            winner = shot.winner
        elif shot.blue is not None and shot.red is not None:
            rounds += 1
            nearer = None if shot.blue == shot.red else BLUE if shot.blue < shot.red else RED
            events.append(ShotsCompared(clause="GVG-86", round=rounds, blue=shot.blue, red=shot.red, winner=nearer))
            if nearer:
                score[nearer] += 1
                winner = nearer if score[nearer] >= settings.duel_points else ""
        if winner:
            events.append(DuelWon(clause="GVG-87", team=winner, coins=settings.duel_reward))
            break
    return Duel(score, rounds, winner, tuple(events))


def shoot(settings: Settings, number: int, dice: Dice) -> Duel:
    """Return a duel with rolled distances (`archery` = "auto")."""
    now = Duel({})
    events: tuple[Event, ...] = ()
    while not now.winner:
        blue, red = (dice.roll(FARTHEST, f"turn {number}: archery of {team}, round {now.rounds + 1}") for team in TEAMS)
        now = duel(settings, now, (Shots(blue=blue, red=red),))
        events += now.events
    return Duel(now.score, now.rounds, now.winner, events)


def archery(turn: Resolution) -> None:
    """Shoot the rounds that the GM filled in, and pay the winner, before skills are paid for."""
    if not turn.duel_open:
        return
    now = duel(turn.settings, Duel(turn.duel_score, turn.duel_rounds), turn.shots)
    turn.events += now.events
    turn.duel_score, turn.duel_rounds = dict(now.score), now.rounds
    if now.winner:
        turn.coins[now.winner] += turn.settings.duel_reward
        turn.duel_open, turn.duel_score, turn.duel_rounds = False, {}, 0
