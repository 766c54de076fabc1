"""The exact odds of attacks, turn after turn (CBR-51 to CBR-58).

Rolls are grouped by their total, so the number of dice does not matter much. Support, Evade, Heal and revival are left
out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from sheets_gm.games.champions.data.dice_notation import DiceFormula
from sheets_gm.games.champions.data.items import Item
from sheets_gm.games.champions.data.numbers import AFFINITY
from sheets_gm.games.champions.data.settings import Settings
from sheets_gm.games.champions.rules.combat.battle_state import dice_values
from sheets_gm.games.champions.rules.combat.strength import Matchup, multiplier, rounded

Chances: TypeAlias = Mapping[int, float]
"""How likely each number is."""

MOST_FACES = 400
"""The most faces that the dice of an attack may have together, so that no table of items makes an answer slow."""


@dataclass(frozen=True, slots=True)
class Striker:
    """A Champion that attacks: its type and what it wears."""

    type: str
    worn: tuple[Item, ...] = ()


def damage(settings: Settings, by: Striker, armor: Item | None, matchup: Matchup) -> Chances | None:
    """Return the probability of each damage of one attack; None if its dice have too many faces."""
    base = settings.base(by.type)
    weapons = [item for item in by.worn if item.attack]
    rolled = [base, *(item.attack for item in weapons), armor.defence if armor else None]
    if sum(each.number * each.sides for each in rolled if each) > MOST_FACES:
        return None
    sums = _thrown(base, crit=True)
    crit = settings.item_crit or any(item.crit for item in by.worn)
    multiplied = False
    for item in weapons:
        assert item.attack is not None
        amounts = _thrown(item.attack, crit=crit)
        if item.category in AFFINITY[by.type]:
            if settings.affinity_mode == "item_only":
                amounts = _collected((rounded(n, settings.affinity_percent, settings), p) for n, p in amounts.items())
            else:
                multiplied = True  # R21
        sums = _added(sums, amounts)
    if armor is not None and armor.defence is not None:
        sums = _added(sums, {-number: chance for number, chance in _thrown(armor.defence, crit=False).items()})
    percent, _ = multiplier(settings, matchup, affinity=multiplied)
    return _collected((max(0, rounded(max(0, total), percent, settings)), chance) for total, chance in sums.items())


def falls(hits: Chances, health: int, turns: int) -> tuple[float, ...]:
    """Return for each of *turns* the chance that a Champion with *health* falls in it, if it is hit once in
    every turn.
    """
    at_least = [sum(chance for number, chance in hits.items() if number >= least) for least in range(health + 1)]
    chances, left = list[float](), {0: 1.0}
    for turn in range(1, turns + 1):
        chances.append(sum(chance * at_least[health - done] for done, chance in left.items()))
        if turn < turns:
            left = {done: chance for done, chance in _added(left, hits).items() if done < health}
    return tuple(chances)


def before(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the chance that *one* happens and *other* did not happen in an earlier turn, since the fallen do not
    attack (R17).
    """
    return sum(chance * (1 - sum(other[:turn])) for turn, chance in enumerate(one))


def mean(chances: Chances) -> float:
    """Return the average of the numbers."""
    return sum(number * chance for number, chance in chances.items())


def _thrown(formula: DiceFormula, *, crit: bool) -> Chances:
    """Return the probability of each sum of *formula*. With *crit*, a die that shows its highest face counts double."""
    faces = dice_values(range(1, formula.sides + 1), formula.sides, crit=crit)
    one = _collected((face, 1 / formula.sides) for face in faces)
    sums: Chances = {formula.plus: 1.0}
    for _ in range(formula.number):
        sums = _added(sums, one)
    return sums


def _added(one: Chances, other: Chances) -> Chances:
    return _collected((n + m, p * q) for n, p in one.items() for m, q in other.items())


def _collected(parts: Iterable[tuple[int, float]]) -> dict[int, float]:
    chances: dict[int, float] = {}
    for number, chance in parts:
        chances[number] = chances.get(number, 0.0) + chance
    return chances
