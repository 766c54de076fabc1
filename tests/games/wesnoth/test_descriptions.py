"""The sentences of the log, and that they name the right players."""

from __future__ import annotations

import pytest

from sheets_gm.adapters.roster import made_up
from sheets_gm.games.wesnoth.data import Settings
from sheets_gm.games.wesnoth.ending import LEADERS
from sheets_gm.games.wesnoth.events import Ended, IncomePaid, Rested, WentOut
from sheets_gm.games.wesnoth.views import describe, label, winner
from sheets_gm.kernel.outcome import Result
from tests.games.wesnoth.table import WES, position

ALLIES = {"map": "four_gates", "teams": "1 2 1 2"}
FOUR = {seat.id: seat for seat in made_up(WES.places(Settings.model_validate(ALLIES)))}
BLUE = Result(winners=("blue",), reason=LEADERS, clause="WES-45")


@pytest.mark.clause("WES-9")
def test_a_team_that_wins_is_named_by_all_its_people() -> None:
    assert describe(Ended(clause="WES-45", result=BLUE), FOUR) == (
        "The team of Ana (blue) and Cleo (teal) wins the match: no enemy leader is alive"
    )
    two = {id_: seat for id_, seat in FOUR.items() if id_ in ("blue", "red")}
    assert describe(Ended(clause="WES-45", result=BLUE), two).startswith("Ana (blue) wins the match")


@pytest.mark.clause("WES-9")
def test_the_heading_names_every_seat_of_the_team_that_wins() -> None:
    players = dict.fromkeys(FOUR, "")
    match = position(players=players, settings={"teams": "1 2 1 2"}).but(result=BLUE)
    assert winner(match) == "team Blue and Teal wins"
    assert label(match).endswith(": team Blue and Teal wins")
    assert winner(position().but(result=BLUE)) == "Blue wins"
    assert winner(position()) == ""


@pytest.mark.clause("WES-45")
def test_who_goes_out_is_not_said_to_have_been_led_by_another_player() -> None:
    one = WentOut(clause="WES-45", seats=("orange",), team="red")
    assert describe(one, FOUR) == "Dov (orange) is out of the game: its leader is dead"
    both = one.but(seats=("red", "orange"))
    assert describe(both, FOUR) == "Ben (red) and Dov (orange) are out of the game: their leaders are dead"


@pytest.mark.clause("WES-44")
def test_what_is_left_after_a_rest_is_wounds() -> None:
    rest = Rested(clause="WES-44", unit="b2 Mage", village=False, die=1, healed=0, wounds=5)
    assert describe(rest, FOUR) == "b2 Mage rests and rolls 1: 0 wounds healed, 5 wounds left"
    better = rest.but(die=6, healed=1, wounds=1, village=True)
    assert describe(better, FOUR) == "b2 Mage rests in a village and rolls 6: 1 wound healed, 1 wound left"


def test_one_village_is_one_village() -> None:
    paid = IncomePaid(clause="WES-29", seats=("blue",), villages=1, gold=1)
    assert describe(paid, FOUR) == "Ana (blue) earns 1 gold for 1 village"
