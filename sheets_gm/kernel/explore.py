"""All outcomes of a rule with their exact probabilities: for odds, and for tests of every possible position."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from typing import TypeVar

from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.errors import GameError, UserError

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)

MOST_OUTCOMES = 100_000
"""The most ways for the dice to fall that `explore` tries unless it is told otherwise."""


class TooManyOutcomes(UserError, ValueError):
    """The error for dice with more possible results than the caller allows."""


class NotRepeatable(GameError):
    """The error for a rule that asks for other rolls although the rolls before were the same, which is a bug."""


def explore(resolve: Callable[[Dice], T], *, most: int = MOST_OUTCOMES) -> Iterator[tuple[T, Fraction]]:
    """Yield the result of *resolve* for every possible sequence of rolls, with its probability.

    The probabilities add up to 1. Hidden rolls count like others. The last roll changes first, from 1 upwards.
    *resolve* is called once for each sequence, with new dice, and must not change its input. Raises `TooManyOutcomes`
    if there are more than *most* sequences.
    """
    branch = _Branch()
    for _ in range(most):
        branch.depth = 0
        outcome = resolve(Dice(branch))
        if branch.depth < len(branch.path):
            raise NotRepeatable(f"{branch.path[branch.depth].why!r} is not rolled again")
        yield outcome, branch.probability()
        if not branch.advance():
            return
    raise TooManyOutcomes(f"The dice can fall in more than {most:,} ways. Explore a smaller part, or allow more.")


def odds_of(resolve: Callable[[Dice], T], value: Callable[[T], K], *, most: int = MOST_OUTCOMES) -> dict[K, Fraction]:
    """Return the probability of each *value* of the results of *resolve*."""
    odds: dict[K, Fraction] = {}
    for outcome, probability in explore(resolve, most=most):
        key = value(outcome)
        odds[key] = odds.get(key, Fraction(0)) + probability
    return odds


class _Forced:
    """A roll of the current branch, and the value that it shows."""

    __slots__ = ("sides", "value", "why")

    def __init__(self, sides: int, why: str) -> None:
        self.sides, self.why, self.value = sides, why, 1


class _Branch:
    """A source of rolls that repeats the rolls of *path*, and adds each further roll with the value 1.

    *depth* counts the rolls since the branch began.
    """

    def __init__(self) -> None:
        self.path: list[_Forced] = []
        self.depth = 0

    def __call__(self, sides: int, why: str, hidden: bool) -> int:  # noqa: ARG002 - a hidden roll branches all the same
        if self.depth == len(self.path):
            self.path.append(_Forced(sides, why))
        forced = self.path[self.depth]
        if (forced.sides, forced.why) != (sides, why):
            raise NotRepeatable(f"{forced.why!r} was rolled first, and {why!r} the next time")
        self.depth += 1
        return forced.value

    def probability(self) -> Fraction:
        """The probability of this branch."""
        ways = 1
        for forced in self.path:
            ways *= forced.sides
        return Fraction(1, ways)

    def advance(self) -> bool:
        """Go to the next branch: raise the last roll that can be higher. Return False if there is none."""
        while self.path and self.path[-1].value == self.path[-1].sides:
            self.path.pop()
        if not self.path:
            return False
        self.path[-1].value += 1
        return True
