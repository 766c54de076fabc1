"""The story of a match of Win or Die: how well each player stands."""

from __future__ import annotations

from sheets_gm.games.win_or_die.views.story import figures, lead
from sheets_gm.games.win_or_die.views.visible import view
from tests.games.win_or_die.table import position

HOLDING = {"R1": "yav-U1 I5", "T1": "ann-U1 A5"}
MORALE = {"red": 5, "teal": 15}


def chance(wins: int, best_of: int = 3) -> float:
    """How well red stands, which has won so many games, with less morale than teal in this one."""
    players = {"red": {"wins": wins}}
    match = position(HOLDING, players=players, morale=MORALE, settings={"best_of": best_of})
    stands = lead(view(match, None))
    assert sum(stands.values()) == 100
    return stands["red"]


def test_a_player_stands_by_its_chance_to_win_the_match() -> None:
    assert chance(0, best_of=1) == 25
    assert chance(1) == 25 + 75 / 2
    assert chance(0) == 25 * 0.75 + 75 * 0.25


def test_between_two_games_there_is_no_morale_that_could_have_fallen_to_nothing() -> None:
    playing = position(HOLDING, players={"red": {"wins": 1}}, morale=MORALE)
    assert [*figures(view(playing, None))] == ["Games won", "Morale", "Fatigue", "Titan Crystals"]
    assert figures(view(playing, None))["Morale"] == MORALE
    assert figures(view(playing.but(phase="legion"), None)) == {"Games won": {"red": 1, "teal": 0}}
