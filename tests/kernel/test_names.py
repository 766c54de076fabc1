"""Names of people: each shows something, and looks like no other name, seat or side."""

from __future__ import annotations

import pytest

from sheets_gm.kernel.names import is_alike, taken_names, why_no_name
from sheets_gm.kernel.seats import Seat

ANA, BEN = Seat(id="red1", player="Ana", team="red"), Seat(id="red2", player="Ben", team="red")
PLACES = (("red1", "red"), ("red2", "red"), ("blue1", "blue"))


@pytest.mark.parametrize(
    "name",
    [
        "Ana", "ana", "ANA", " Ana ", "Ａｎａ", "A\u200bna", "Аnа", "Αna",  # case, width, unseen signs, other alphabets
        "red1", "RED1", "red\uff11", "redl", "redI", "rеd1", "blue1", "b1ue1",  # a seat
        "red", "Blue", "bIue",  # a side
    ],
)  # fmt: skip
def test_a_name_is_refused_that_looks_like_another_name_a_seat_or_a_side(name: str) -> None:
    assert why_no_name(name, taken_names("red2", (ANA, BEN), PLACES)).endswith("write another name.")


def test_why_a_name_is_refused_says_whose_it_is_and_what_it_looks_like() -> None:
    taken = [*taken_names("red2", (ANA, BEN), PLACES)]
    assert why_no_name("Ana", taken) == "“Ana” is the name of another player: write another name."
    assert why_no_name("ana", taken) == "“ana” looks like Ana, another player: write another name."


@pytest.mark.parametrize(
    "name", ["", " ", "\u200b", "\u3164", "\u2800\u00ad", "\u0301", "A\x00", "A\nB", "A\tB", "\u2028A", "x" * 201]
)
def test_a_name_is_refused_that_shows_nothing_or_cannot_be_shown_or_is_too_long(name: str) -> None:
    assert why_no_name(name, ())


@pytest.mark.parametrize(
    "name", ["Anna", "Zoë", "李雷", "O’Brien", "red2", "Ben", "red 1st", "🦊", "J. R.", "Ana B", "Мария", "@lex", "X"]
)
def test_other_names_are_fine_the_own_one_and_that_of_the_own_seat_too(name: str) -> None:
    assert why_no_name(name, taken_names("red2", (ANA, BEN), PLACES)) == ""


def test_who_plays_alone_may_be_called_like_their_side() -> None:
    alone = Seat(id="left", player="Red", team="red")
    assert why_no_name("Red", taken_names("left", (alone,), (("right", "blue"),))) == ""


@pytest.mark.parametrize(
    ("one", "other", "alike"), [("Ian", "lan", True), ("Ella", "Eila", False), ("Zoe", "Zoë", False)]
)
def test_small_letters_that_are_told_apart_are_apart(one: str, other: str, alike: bool) -> None:
    assert is_alike(one, other) is alike
