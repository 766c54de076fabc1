"""The odds of a battle, which a player may ask for before it chooses a tile.

The rules themselves resolve the battle. The winner depends only on the sums of both sides, so the rules run once for
the bonuses and once for a tie, and the possible dice are counted exactly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from sheets_gm.games.gvg.data.words import BUFF
from sheets_gm.games.gvg.position.events import Fought, Side
from sheets_gm.games.gvg.position.resolution import begin
from sheets_gm.games.gvg.position.state import Match
from sheets_gm.games.gvg.rules import combat
from sheets_gm.games.gvg.rules.action import battle, chosen
from sheets_gm.kernel.dice import Dice

MARK = 1_000_000
"""A value that no bonus has: while the bonuses are found, die number *n* shows *n* more than this."""


@dataclass(frozen=True, slots=True)
class Force:
    """One side of a battle: the numbers of its dice, and the sum of its bonuses."""

    team: str
    dice: tuple[int, ...]
    bonus: int


@dataclass(frozen=True, slots=True)
class Odds:
    """A battle, and the probabilities of a win for the attack, for the defence, and for nobody."""

    place: str
    attack: Force
    defence: Force
    attack_wins: Fraction
    defence_wins: Fraction

    @property
    def nobody(self) -> Fraction:
        """The probability of a stalemate."""
        return 1 - self.attack_wins - self.defence_wins

    def of(self, team: str) -> tuple[Fraction, Fraction]:
        """Return the probabilities that *team* wins and that it loses."""
        chances = (self.attack_wins, self.defence_wins)
        return chances if self.attack.team == team else (chances[1], chances[0])


def odds_at(match: Match, at: str, movers: Sequence[str]) -> tuple[Odds, ...]:
    """Return the odds of each battle at *at* if the seats *movers* go there, all others stay, and everybody acts by
    AUTO.
    """
    odds = []
    for number, fought in enumerate(_fought(match, at, movers, {})):
        attack, defence = _force(fought.attack), _force(fought.defence)
        odds.append(_odds(match, at, movers, number, (fought.place, attack, defence)))
    return tuple(odds)


def _odds(match: Match, at: str, movers: Sequence[str], number: int, sides: tuple[str, Force, Force]) -> Odds:
    place, attack, defence = sides
    most = match.settings.die_sides
    wins = loses = ties = 0  # of all throws
    tie: tuple[int, int] | None = None
    for one, ways in _sums(len(attack.dice), most).items():
        for other, more in _sums(len(defence.dice), most).items():
            difference = one + attack.bonus - other - defence.bonus
            if difference == 0:
                ties, tie = ties + ways * more, (one, other)
            elif difference > 0:
                wins += ways * more
            else:
                loses += ways * more
    if tie is not None:
        forced = {**_dice(attack.dice, tie[0], most), **_dice(defence.dice, tie[1], most)}
        outcome = _fought(match, at, movers, forced)[number].outcome
        wins += ties if outcome == "attack" else 0
        loses += ties if outcome == "defence" else 0
    throws = most ** (len(attack.dice) + len(defence.dice))
    return Odds(place, attack, defence, Fraction(wins, throws), Fraction(loses, throws))


def _fought(match: Match, at: str, movers: Sequence[str], forced: Mapping[int, int]) -> list[Fought]:
    """Return the battles at *at*. Each die shows a mark with its number; with *forced* dice the others show 0.

    With 0 for the others, the Boss knocks nobody down before the battle whose dice are forced.
    """
    rolled: list[str] = []

    def source(sides: int, why: str, hidden: bool) -> int:  # noqa: ARG001 - the faces are given
        rolled.append(why)
        number = len(rolled) - 1
        return forced.get(number, 0) if forced else MARK + number

    turn = begin(match, {}, Dice(source))
    turn.at.update(dict.fromkeys(movers, at))
    reach = combat.near(turn, at)  # whoever is further away neither rolls nor buffs there
    for player in match.players:
        if not player.down and turn.at[player.seat] in reach:
            turn.action[player.seat] = chosen(turn, player)
            if turn.action[player.seat] == BUFF:
                turn.buffing.append(player)
    if at in turn.present():
        battle(turn, at)
    return [event for event in turn.events if isinstance(event, Fought)]


def _force(side: Side) -> Force:
    dice = tuple(part.amount - MARK for part in side.parts if part.amount >= MARK)
    return Force(side.team, dice, sum(part.amount for part in side.parts if part.amount < MARK))


@lru_cache(maxsize=64)
def _sums(dice: int, sides: int) -> Mapping[int, int]:
    """Return for each sum the number of ways to roll it."""
    ways = {0: 1}
    for _ in range(dice):
        more: dict[int, int] = {}
        for total, count in ways.items():
            for face in range(1, sides + 1):
                more[total + face] = more.get(total + face, 0) + count
        ways = more
    return ways


def _dice(numbers: Sequence[int], total: int, sides: int) -> dict[int, int]:
    """Return faces for the dice *numbers* that add up to *total*."""
    faces: dict[int, int] = {}
    for at, number in enumerate(numbers):
        faces[number] = min(sides, total - (len(numbers) - 1 - at))
        total -= faces[number]
    return faces
