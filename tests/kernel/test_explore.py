"""Exploring: every way in which dice can fall, each with its probability."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import count, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.explore import NotRepeatable, TooManyOutcomes, explore, odds_of
from sheets_gm.kernel.outcome import Outcome
from tests.kernel.toy import Add, Sums, resolve


def two(dice: Dice) -> int:
    return dice.roll(6, "first") + dice.roll(6, "second")


def test_two_dice_can_fall_in_36_ways_of_equal_probability() -> None:
    outcomes = list(explore(lambda dice: dice.rolls_of(2, 6, "die")))
    assert [rolls for rolls, _ in outcomes] == [(one, other) for one in range(1, 7) for other in range(1, 7)]
    assert {probability for _, probability in outcomes} == {Fraction(1, 36)}


def test_outcomes_of_the_same_value_are_added_up() -> None:
    odds = odds_of(two, lambda total: total)
    assert (odds[2], odds[7], odds[12]) == (Fraction(1, 36), Fraction(1, 6), Fraction(1, 36))
    assert odds_of(two, lambda total: total >= 10) == {False: Fraction(5, 6), True: Fraction(1, 6)}


def test_without_dice_there_is_one_outcome() -> None:
    assert list(explore(lambda dice: "calm")) == [("calm", Fraction(1))]


def test_a_die_of_one_side_is_no_branch() -> None:
    assert list(explore(lambda dice: (dice.roll(1, "certain"), dice.heads("coin")))) == [
        ((1, True), Fraction(1, 2)),
        ((1, False), Fraction(1, 2)),
    ]


def test_a_roll_that_depends_on_another_branches_only_where_it_is_made() -> None:
    def bold(dice: Dice) -> str:
        if dice.roll(6, "attack") < 5:
            return "missed"
        return "hit" if dice.roll(4, "armour") == 1 else "blocked"

    assert len(list(explore(bold))) == 4 + 2 * 4
    assert odds_of(bold, str) == {"missed": Fraction(2, 3), "hit": Fraction(1, 12), "blocked": Fraction(1, 4)}


def test_hidden_rolls_count_like_others() -> None:
    odds = odds_of(lambda dice: dice.roll(20, "what nobody knows", hidden=True), lambda value: value)
    assert odds == dict.fromkeys(range(1, 21), Fraction(1, 20))


def test_every_order_of_a_shuffle_is_as_likely() -> None:
    odds = odds_of(lambda dice: dice.shuffle("abcd", "deck"), lambda deck: deck)
    assert odds == {order: Fraction(1, 24) for order in permutations("abcd")}


@given(st.lists(st.integers(1, 4), max_size=5))
def test_the_probabilities_add_up_to_one(sides: Sequence[int]) -> None:
    def chain(dice: Dice) -> int:
        """Roll on for as long as the highest number is not shown."""
        return next((at for at, each in enumerate(sides) if dice.roll(each, f"roll {at}") == each), len(sides))

    assert sum(probability for _, probability in explore(chain)) == 1


def test_the_outcomes_of_a_turn_are_those_that_its_rules_allow() -> None:
    state, orders = Sums(round=3, goal=100, sums={"ana": 0, "ben": 0}), {"ana": (Add(number=2),)}

    def value(outcome: Outcome[Sums]) -> tuple[int, int]:
        return outcome.state.sums["ana"], outcome.state.secret

    odds = odds_of(lambda dice: resolve(state, orders, dice), value)
    assert odds == {(2 + roll, secret): Fraction(1, 120) for roll in range(1, 7) for secret in range(1, 21)}


def test_so_many_outcomes_are_allowed_and_one_more_is_not() -> None:
    assert Counter(total for total, _ in explore(two, most=36))[7] == 6
    with pytest.raises(TooManyOutcomes, match=r"more than 35 ways"):
        list(explore(two, most=35))


def test_a_die_of_many_sides_is_given_up_and_not_waited_for() -> None:
    with pytest.raises(TooManyOutcomes, match="more than 100 ways"):
        odds_of(lambda dice: dice.rolls_of(9, 1_000_000, "die"), len, most=100)


def test_a_rule_with_a_memory_of_its_own_is_refused() -> None:
    memory, other = count(), count()
    with pytest.raises(NotRepeatable, match="'roll 0' was rolled first, and 'roll 1' the next time"):
        list(explore(lambda dice: dice.roll(6, f"roll {next(memory)}")))
    with pytest.raises(NotRepeatable, match="'die #1' is not rolled again"):
        list(explore(lambda dice: dice.rolls_of(2 if next(other) == 0 else 0, 6, "die")))
