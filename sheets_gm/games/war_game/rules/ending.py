"""The three ways to win, concession and arranged endings (rulebook 2.4 and 2.5)."""

from __future__ import annotations

from collections.abc import Callable

from sheets_gm.games.war_game.data.army_lists import TOP
from sheets_gm.games.war_game.data.words import OWNERS, SIDES, enemy_of
from sheets_gm.games.war_game.position.state import Match
from sheets_gm.kernel.outcome import Result

STRUCTURES = "all bases or strongholds of the enemy are destroyed"
ARMIES = "the enemy has no army of the top three ranks left"
POINTS = "the first side with enough victory points"
CONCEDED = "the other side concedes"
ARRANGED = "both sides arranged this ending"


def victory(match: Match) -> Result | None:
    """Return the result if the match ends with this turn, checked in the rulebook's order (CPW-33, CPW-R38); else None.

    If both sides win at once, the one with more victory points does; if these are equal, play goes on.
    """
    for wins, reason, clauses in WAYS:
        winners = [side for side in SIDES if wins(match, side)]
        if len(winners) == 2:
            most = max(match.points.values())
            winners = [side for side in winners if match.points[side] == most]
        if len(winners) == 1:
            side = winners[0]
            return Result(winners=(side,), reason=reason, clause=clauses[SIDES.index(side)])
    return None


def _by_structures(match: Match, side: str) -> bool:
    """CPW-34, CPW-35."""
    theirs = [each.name for each in match.world.structures.values() if OWNERS.get(each.kind) == enemy_of(side)]
    return all(name in match.destroyed for name in theirs)


def _by_kills(match: Match, side: str) -> bool:
    """CPW-36."""
    return not any(army.level <= TOP for army in match.armies if army.side == enemy_of(side))


def _by_points(match: Match, side: str) -> bool:
    """CPW-37."""
    return match.points[side] >= match.settings.vp_target


WAYS: tuple[tuple[Callable[[Match, str], bool], str, tuple[str, str]], ...] = (
    (_by_structures, STRUCTURES, ("CPW-34", "CPW-35")),
    (_by_kills, ARMIES, ("CPW-36", "CPW-36")),
    (_by_points, POINTS, ("CPW-37", "CPW-37")),
)
"""The ways to win, each with its reason and its clause for either side."""


def conceded(side: str) -> Result:
    """Return the result if *side* gives up (CPW-32, CPW-R39)."""
    return Result(winners=(enemy_of(side),), reason=CONCEDED, clause="CPW-32")


def arranged(winner: str, reason: str) -> Result:
    """Return the result of an arranged ending: *winner* is a side, any other text a draw (CPW-32)."""
    return Result(winners=(winner,) if winner in SIDES else (), reason=reason or ARRANGED, clause="CPW-32")
