"""A position while an order is being resolved.

The consequences of an action follow each other in a fixed order (WES-48), so the rules change this value step by step.
At the end the next position is built from it. Nothing outside `resolve` sees it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from sheets_gm.games.wesnoth.data.tables import Pawn
from sheets_gm.games.wesnoth.position.events import Ended
from sheets_gm.games.wesnoth.position.state import Fight, Match, Player, Unit, rank_of
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.outcome import Event, Result


@dataclass(slots=True)
class Resolution:
    """The position *before* the order, and what has changed so far."""

    before: Match
    dice: Dice
    units: dict[str, Unit]
    players: dict[str, Player]
    villages: dict[str, str]
    acting: str
    round: int
    actions: int
    fight: Fight | None = None
    result: Result | None = None
    events: list[Event] = field(default_factory=list)

    def position(self) -> Match:
        """The position with all changes so far."""
        return self.before.but(
            round=self.round,
            acting=self.acting,
            actions=self.actions,
            units=tuple(self.units.values()),
            players=tuple(self.players.values()),
            villages=dict(sorted(self.villages.items())),
            fight=self.fight,
            result=self.result,
        )

    def pawn(self, unit: Unit) -> Pawn:
        """The pawn of *unit*."""
        return self.before.world.tables.pawns[unit.faction, unit.name]

    def playing(self) -> Iterator[Player]:
        """Yield the players who are still in the game, in turn order."""
        return (player for player in sorted(self.players.values(), key=lambda each: rank_of(each.seat))
                if not player.left)  # fmt: skip

    def pay(self, seat: str, gold: int) -> None:
        """Add *gold* to the gold of *seat*. A negative number is a payment."""
        player = self.players[seat]
        self.players[seat] = player.but(gold=player.gold + gold)

    def end(self, result: Result) -> None:
        """End the match with *result*."""
        self.result = result
        self.events.append(Ended(clause=result.clause, result=result))


def begin(match: Match, dice: Dice) -> Resolution:
    """Start resolving *match*."""
    return Resolution(
        before=match,
        dice=dice,
        units={unit.id: unit for unit in match.units},
        players={player.seat: player for player in match.players},
        villages=dict(match.villages),
        acting=match.acting,
        round=match.round,
        actions=match.actions,
        fight=match.fight,
        result=match.result,
    )
