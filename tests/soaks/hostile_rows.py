"""Every hostile value in every field of every form, of the match and of each game; what can be done is done."""

from __future__ import annotations

import pytest

from sheets_gm.games.finding import games
from tests.gm.any_game import match_of
from tests.gm.hostile_rows import faults_of, faults_of_a_game
from tests.gm.test_hostile_rows import VALUES, hostile_match


def test_no_value_in_a_desk_form_stops_a_match() -> None:
    assert faults_of(hostile_match(), VALUES) == []


@pytest.mark.parametrize("name", sorted(games()))
def test_no_value_in_a_form_of_a_game_stops_a_match(name: str) -> None:
    match = match_of(name, sealed=True)
    for _ in range(4):
        match.play()
        assert faults_of_a_game(match.table.session, VALUES) == []
