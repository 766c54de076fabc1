"""The choice of recruits: the bot takes the unit that fights the recruits of the enemies' factions best for
its price.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from sheets_gm.games.wesnoth.data.tables import Pawn
from sheets_gm.games.wesnoth.position.state import Match
from sheets_gm.games.wesnoth.rules.odds import average_wounds
from sheets_gm.games.wesnoth.rules.recruiting import offers, price

ANOTHER = 0.02
"""What each unit of the same name takes from the worth of one more."""


def best_recruit(match: Match, names: Sequence[str], foes: tuple[str, ...], numbers: float) -> str:
    """Return the best of *names* against the factions *foes*. *numbers* is the value of a unit apart from its
    strength.
    """
    player = match.player(match.acting)
    own_names = [unit.name for unit in match.index.units_of(player.seat)]
    pawns = offers(match, player)

    def value(name: str) -> float:
        pawn = pawns[name]
        worth = numbers + strength(match, pawn, foes) - ANOTHER * own_names.count(pawn.name)
        return worth / max(1, price(match, player, pawn))

    return max(names, key=value)


def strength(match: Match, pawn: Pawn, foes: tuple[str, ...]) -> float:
    """Return how well *pawn* fights the recruits of *foes* in neutral light: wounds given and taken."""
    every = [foe for name in foes for foe in _recruits(match, name)]
    return sum(_duel(pawn, foe) for foe in every) / max(1, len(every))


def _recruits(match: Match, faction: str) -> tuple[Pawn, ...]:
    return tuple(pawn for pawn in match.world.tables.recruits[faction].values() if pawn.faction == faction)


@lru_cache(maxsize=16384)
def _duel(one: Pawn, other: Pawn) -> float:
    return _average_wounds(one, other) / other.hp - _average_wounds(other, one) / one.hp + 0.02 * one.moves


def _average_wounds(one: Pawn, other: Pawn) -> float:
    return max((average_wounds(attack, other) for attack in one.attacks), default=0.0)
