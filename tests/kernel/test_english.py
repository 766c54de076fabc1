"""The words that sentences share: counts, lists, sides."""

from __future__ import annotations

import pytest

from sheets_gm.kernel.english import (
    counted,
    describe_winners,
    listed,
    number_range,
    seats_of_side,
    side_name,
    sides_left,
    with_names,
)
from sheets_gm.kernel.seats import Seat

ALLIES = tuple(
    Seat(id=id_, player=player, team=team)
    for id_, player, team in (
        ("blue", "Ana", "blue"),
        ("red", "Ben", "red"),
        ("teal", "Cleo", "blue"),
        ("orange", "Dov", "orange"),
    )
)
BY_ID = {seat.id: seat for seat in ALLIES}


@pytest.mark.parametrize(
    ("message", "words"),
    [
        (counted(0, "coin"), "0 coins"),
        (counted(1, "coin"), "1 coin"),
        (counted(2, "coin"), "2 coins"),
        (counted(1, "is", "are"), "1 is"),
        (counted(2, "is", "are"), "2 are"),
        (listed(()), "nobody"),
        (listed(("Ana",)), "Ana"),
        (listed(("Ana", "Ben")), "Ana and Ben"),
        (number_range((2, 4, 6)), "2, 4 or 6"),
        (number_range((2, 3, 4, 5)), "2 to 5"),
        (number_range((2, 3)), "2 or 3"),
        (number_range((2,)), "2"),
        (number_range(()), "no number"),
    ],
)
def test_counts_and_lists_are_said_as_people_say_them(message: str, words: str) -> None:
    assert message == words


def test_a_team_is_all_who_play_for_it_also_where_a_seat_is_called_like_it() -> None:
    assert [seat.player for seat in seats_of_side("blue", ALLIES)] == ["Ana", "Cleo"]
    assert [seat.player for seat in seats_of_side("teal", ALLIES)] == ["Cleo"]
    assert seats_of_side("violet", ALLIES) == ()


def test_a_side_is_named_by_its_people_and_as_a_team_where_they_are_several() -> None:
    assert side_name("blue", BY_ID) == "team Blue (Ana and Cleo)"
    assert side_name("red", BY_ID) == "Ben"
    assert side_name("violet", BY_ID) == "Violet"


def test_who_wins_is_named_by_people_and_nobody_is_a_draw() -> None:
    assert describe_winners(("orange",), BY_ID) == "Dov wins"
    assert describe_winners(("red", "orange"), BY_ID) == "Ben and Dov win"
    assert describe_winners((), BY_ID) == "a draw"
    assert sides_left(ALLIES, ("blue",)) == ("red", "orange")


def test_the_label_of_a_step_names_the_players_of_its_seats() -> None:
    assert with_names("Round 3, dusk: Red to move", BY_ID) == "Round 3, dusk: Ben (red) to move"
    assert with_names("Turn 5 of 60: Blue wins", {}) == "Turn 5 of 60: Blue wins"
    assert with_names("Redoubt holds", BY_ID) == "Redoubt holds"
    called_alike = {"p1": Seat(id="p1", player="P1", team="p1")}
    assert with_names("Turn 2: P1 to move", called_alike) == "Turn 2: P1 to move"
