"""Dice that anyone can check: even, asked by reason, keyed by secrets and locks."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheets_gm.kernel.dice import (
    LINKS,
    MOST_SIDES,
    Dice,
    DuplicateReason,
    Keyed,
    Manual,
    Roll,
    Secrets,
    key_message,
    lock,
    salt_of,
    turn_keys,
    uniform,
)
from tests.scripted_dice import Scripted

KEY = b"k" * 32
ROLLS = 6000
# the chi-square value that even dice pass 999 times of 1,000, by degrees of freedom
CRITICAL = {1: 10.83, 2: 13.82, 5: 20.52, 19: 43.82, 23: 49.73}


def keyed() -> Dice:
    return Dice(Keyed(KEY, b"h" * 32))


def chi_square(counts: Counter[object], cells: int) -> float:
    expected = counts.total() / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in counts) + (cells - len(counts)) * expected


# -- rolls -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sides", [2, 3, 6, 20])
def test_every_side_is_as_likely(sides: int) -> None:
    counts = Counter[object](uniform(KEY, f"roll {n}", sides) for n in range(ROLLS))
    assert set(counts) == set(range(1, sides + 1))
    assert chi_square(counts, sides) < CRITICAL[sides - 1]


@given(st.integers(1, MOST_SIDES), st.text())
def test_a_roll_is_one_of_its_sides(sides: int, why: str) -> None:
    assert 1 <= uniform(KEY, why, sides) <= sides


def test_a_word_beyond_the_fair_limit_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    # 2**32 is 1 more than a multiple of 3, so only the highest word is unfair to a d3
    words = [0xFFFFFFFF] * 9 + [4]
    blocks = {b"why": b"".join(word.to_bytes(4, "big") for word in words[:8])}
    blocks[b"why\x001"] = b"".join(word.to_bytes(4, "big") for word in [*words[8:], *[0] * 6])
    monkeypatch.setattr(hmac, "digest", lambda key, message, name: blocks[message])
    assert uniform(KEY, "why", 3) == 2


def test_a_roll_is_the_first_word_of_the_digest_of_its_reason() -> None:
    word = int.from_bytes(hmac.digest(KEY, b"movement of Ana", "sha256")[:4], "big")
    assert uniform(KEY, "movement of Ana", 6) == word % 6 + 1


@pytest.mark.parametrize("sides", [0, -1, MOST_SIDES + 1])
def test_there_is_no_die_without_sides_nor_with_too_many(sides: int) -> None:
    with pytest.raises(ValueError, match="no die"):
        keyed().roll(sides, "why")


def test_asking_twice_for_one_reason_is_a_bug() -> None:
    dice = keyed()
    dice.roll(6, "why")
    with pytest.raises(DuplicateReason):
        dice.roll(20, "why")


def test_the_order_of_asking_changes_no_roll() -> None:
    reasons = ["ana", "ben", "cas"]
    rolled = [{why: dice.roll(6, why) for why in order} for order in permutations(reasons) for dice in [keyed()]]
    assert all(each == rolled[0] for each in rolled)


def test_every_roll_is_written_down() -> None:
    dice = keyed()
    one, two = dice.roll(6, "one"), dice.roll(8, "two", hidden=True)
    assert dice.rolls == (Roll(why="one", sides=6, value=one), Roll(why="two", sides=8, value=two, hidden=True))


def test_hidden_rolls_have_a_key_of_their_own() -> None:
    open_rolls = [keyed().roll(1000, f"{n}") for n in range(5)]
    assert open_rolls != [keyed().roll(1000, f"{n}", hidden=True) for n in range(5)]


def test_several_dice_are_asked_for_one_by_one() -> None:
    dice = keyed()
    values = dice.rolls_of(3, 6, "attack")
    assert [(roll.why, roll.value) for roll in dice.rolls] == [
        ("attack #1", values[0]),
        ("attack #2", values[1]),
        ("attack #3", values[2]),
    ]


def test_heads_is_a_one() -> None:
    assert Dice(Scripted({"coin": 1})).heads("coin")
    assert not Dice(Scripted({"coin": 2})).heads("coin")


def test_a_pick_is_even() -> None:
    dice = keyed()
    counts = Counter[object](dice.pick("abc", f"{n}") for n in range(ROLLS))
    assert chi_square(counts, 3) < CRITICAL[2]


def test_nothing_can_be_picked_from_nothing() -> None:
    with pytest.raises(ValueError, match="no die"):
        keyed().pick((), "why")


def test_a_shuffle_is_even() -> None:
    dice = keyed()
    counts = Counter[object](dice.shuffle("abcd", f"{n}") for n in range(ROLLS))
    assert chi_square(counts, 24) < CRITICAL[23]


@given(st.lists(st.integers()), st.text())
def test_a_shuffle_loses_nothing(cards: list[int], why: str) -> None:
    assert Counter(keyed().shuffle(cards, why)) == Counter(cards)


# -- other sources -----------------------------------------------------------------------------------------------------


def test_scripted_rolls_come_by_reason_and_what_is_left_shows() -> None:
    script = Scripted({"one": 3, "two": 5})
    assert Dice(script).roll(6, "one") == 3
    assert script.left == {"two": 5}


def test_a_reason_that_is_not_scripted_is_an_error() -> None:
    with pytest.raises(KeyError, match="no roll is scripted"):
        Dice(Scripted({})).roll(6, "one")


def test_a_script_may_leave_the_rest_to_another_source() -> None:
    dice = Dice(Scripted({"one": 3}, otherwise=Keyed(KEY, KEY)))
    assert (dice.roll(6, "one"), dice.roll(6, "two")) == (3, uniform(KEY, "two", 6))


def test_a_script_cannot_show_what_the_die_has_not() -> None:
    with pytest.raises(ValueError, match="a d6 cannot show 7"):
        Dice(Scripted({"one": 7})).roll(6, "one")


def test_real_dice_are_what_the_gm_typed_and_the_rest_is_missing() -> None:
    source = Manual({"one": 4, "two": 9})
    dice = Dice(source)
    assert [dice.roll(6, why) for why in ("one", "two", "three")] == [4, 1, 1]
    assert source.missing == {"two": 6, "three": 6}


def test_a_roll_of_another_die_is_missing_though_it_is_within_the_sides() -> None:
    source = Manual({"one": 2, "two": 2}, sides={"one": 4, "two": 6})
    dice = Dice(source)
    assert [dice.roll(6, why) for why in ("one", "two")] == [1, 2]
    assert source.missing == {"one": 6}


# -- secrets -----------------------------------------------------------------------------------------------------------

SECRETS = Secrets(bytes(32))


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


@pytest.mark.parametrize("number", [1, 31, 32, 33, 512, LINKS - 1, LINKS + 1, 2 * LINKS - 1, 2 * LINKS + 32])
def test_the_digest_of_a_secret_is_the_secret_before_it(number: int) -> None:
    assert sha(SECRETS.turn(number)) == SECRETS.turn(number - 1)


@pytest.mark.parametrize("chain", [0, 1, 2])
def test_the_digest_of_a_chains_first_secret_is_its_top(chain: int) -> None:
    assert sha(SECRETS.turn(chain * LINKS)).hex() == SECRETS.top(chain)


def test_a_new_chain_does_not_follow_from_the_old_one() -> None:
    assert sha(SECRETS.turn(LINKS)) != SECRETS.turn(LINKS - 1)
    assert SECRETS.top(0) != SECRETS.top(1)


@given(st.lists(st.integers(0, 3 * LINKS), max_size=12))
def test_a_secret_is_the_same_however_it_is_come_by(numbers: list[int]) -> None:
    walker = Secrets(bytes(32))
    assert [walker.turn(number) for number in numbers] == [Secrets(bytes(32)).turn(number) for number in numbers]


def test_the_secrets_of_a_seed_never_change_because_matches_go_on_with_them() -> None:
    secrets = {number: SECRETS.turn(number).hex()[:16] for number in (0, 1, 63, 64, LINKS - 1, LINKS)}
    assert list(secrets.values()) == [
        "b84e4abfa430142f", "214eaede360bb88c", "cb91d2f0a1866ca4",
        "77f4a2d44f38856e", "9a4d9d300565caaa", "a789fd81990a3ebc",
    ]  # fmt: skip


def test_secrets_of_one_chain_are_all_different() -> None:
    assert len({SECRETS.turn(number) for number in range(LINKS)}) == LINKS


def test_a_seed_has_32_bytes() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Secrets(b"short")


def test_salts_follow_from_the_promised_secret() -> None:
    assert SECRETS.salt(7, "ana") == salt_of(SECRETS.hidden, 7, "ana")
    assert len({SECRETS.salt(number, seat) for number in range(20) for seat in ("ana", "ben")}) == 40


def test_another_seed_gives_other_secrets() -> None:
    other = Secrets(b"\1" * 32)
    assert (other.turn(0), other.hidden, other.salt(0, "a")) != (SECRETS.turn(0), SECRETS.hidden, SECRETS.salt(0, "a"))


# -- locks and keys ----------------------------------------------------------------------------------------------------


def test_a_lock_binds_the_orders_and_the_salt() -> None:
    locks = {lock(salt, orders) for salt in (b"1", b"2") for orders in ([], [{"a": 1}], [{"a": 2}], [{"a": 1}] * 2)}
    assert len(locks) == 8


def test_a_lock_does_not_depend_on_the_order_of_fields() -> None:
    assert lock(b"1", [{"a": 1, "b": 2}]) == lock(b"1", [{"b": 2, "a": 1}])


def test_rolls_depend_on_the_secret_the_match_the_entry_and_every_lock() -> None:
    def rolls(secret: bytes = b"s", match: str = "m", number: int = 1, a: str = "x", b: str = "y") -> tuple[int, ...]:
        dice = Dice(turn_keys(secret, b"h", key_message(match, number, {"a": a, "b": b})))
        return tuple(dice.roll(1_000_000, f"{n}", hidden=n == 1) for n in range(3))

    others = [rolls(b"t"), rolls(match="n"), rolls(number=2), rolls(a="z"), rolls(b="z")]
    assert len({rolls(), *others}) == 6


def test_the_order_of_locks_changes_nothing() -> None:
    one, other = (
        turn_keys(b"s", b"h", key_message("m", 1, {"a": "x", "b": "y"})),
        turn_keys(b"s", b"h", key_message("m", 1, {"b": "y", "a": "x"})),
    )
    assert Dice(one).roll(1_000_000, "why") == Dice(other).roll(1_000_000, "why")
