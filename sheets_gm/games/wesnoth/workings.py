"""A step while it is being worked out.

Rules change what stands here, one after the other, because an action's consequences follow each other in one fixed
order (WES-48); the next position is made from it once, at the end. Nothing outside `resolve` ever sees one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from sheets_gm.games.wesnoth.events import Ended
from sheets_gm.games.wesnoth.state import Fight, Match, Player, Unit, rank_of
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.outcome import Event, Result


@dataclass(slots=True)
class Workings:
    """The position before (*before*), and what has become of it so far."""

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

    def now(self) -> Match:
        """The position as it is by now."""
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

    def playing(self) -> Iterator[Player]:
        """The players who are still in the game, around the table."""
        return (player for player in sorted(self.players.values(), key=lambda each: rank_of(each.seat))
                if not player.left)  # fmt: skip

    def pay(self, seat: str, gold: int) -> None:
        """Give *seat* so much gold, or take it."""
        player = self.players[seat]
        self.players[seat] = player.but(gold=player.gold + gold)

    def end(self, result: Result) -> None:
        """End the match."""
        self.result = result
        self.events.append(Ended(clause=result.clause, result=result))


def begin(match: Match, dice: Dice) -> Workings:
    """A step of *match* with nothing done yet."""
    return Workings(
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
