"""The sentences of the log, and that they name the right players."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from sheets_gm.adapters.people.roster import made_up
from sheets_gm.games.wesnoth.data.numbers import SEATS
from sheets_gm.games.wesnoth.data.settings import Settings
from sheets_gm.games.wesnoth.position.events import Declined, Ended, IncomePaid, Rested, Struck, Unpaid, WentOut
from sheets_gm.games.wesnoth.position.orders import SetStandingAnswers
from sheets_gm.games.wesnoth.position.state import StandingAnswers
from sheets_gm.games.wesnoth.rules.ending import LEADERS
from sheets_gm.games.wesnoth.views.descriptions import describe
from sheets_gm.games.wesnoth.views.visible import label, winner
from sheets_gm.kernel.outcome import Result
from tests.games.wesnoth.table import WES, play, position

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


STRUCK = Struck(
    clause="WES-37",
    unit="b2 Elvish Archer",
    target="r2 Skeleton",
    attack="ranged 2-4 pierce",
    counter=False,
    need=5,
    dice=(5, 4, 2, 1),
    hits=1,
    base=2,
    light=0,
    resistance=-3,
    wounds=1,
    left=9,
)


@pytest.mark.clause("WES-40")
def test_a_minimum_of_damage_is_shown_as_one_and_not_as_a_sum() -> None:
    assert describe(STRUCK, FOUR).endswith("1 hit, 2 − 3 resistance, at least 1: 1 wound, 9 hit points left")
    exact = STRUCK.but(base=4, resistance=-3)
    assert describe(exact, FOUR).endswith("1 hit, 4 − 3 resistance = 1 wound, 9 hit points left")
    missed = STRUCK.but(hits=0, base=0, resistance=0, dice=(1, 1, 1, 1))
    assert describe(missed, FOUR).endswith("no hit, at least 1: 1 wound, 9 hit points left")


@pytest.mark.clause("WES-36", "WES-42")
def test_what_a_player_cannot_pay_is_listed_with_its_price() -> None:
    reroll = Unpaid(clause="WES-36", seat="blue", unit="b2 Mage", wanted="reroll", price=1, gold=0)
    assert describe(reroll, FOUR) == "Ana (blue) cannot pay for a reroll for b2 Mage: it costs 1 gold, and there is 0"
    advance = reroll.but(wanted="advance", price=4, gold=3)
    assert describe(advance, FOUR).startswith("Ana (blue) cannot pay for the advancement of b2 Mage: it costs 4 gold")


@pytest.mark.clause("WES-42")
def test_an_advancement_that_is_declined_is_listed_with_what_decides() -> None:
    declined = Declined(clause="WES-42", seat="blue", unit="b2 Spearman", price=4)
    line = describe(declined, FOUR)
    assert line.startswith(
        "b2 Spearman could advance for 4 gold, and Ana (blue) does not: “Advance” of the row decides"
    )
    assert "could advance, and" in describe(declined.but(price=0), FOUR)


@pytest.mark.clause("WES-18")
def test_a_mercenary_is_listed_with_its_faction() -> None:
    after = play(position(players={"blue": "Undead 8", "red": ""}), {"unit": "b1", "recruit": "Mage (Rebels)"})
    assert "a mercenary (Rebels)" in describe(after.events_of("recruited")[0], {})


@pytest.mark.clause("WES-10")
def test_no_seat_is_called_like_what_players_are_paid() -> None:
    assert not {"gold", "village", "villages", "round"} & set(SEATS)


@pytest.mark.clause("WES-36", "WES-42", "WES-47")
def test_by_default_nobody_is_bound_to_pay_and_no_round_is_the_last() -> None:
    assert (StandingAnswers().reroll, StandingAnswers().advance) == ("never", "free")
    assert (SetStandingAnswers().reroll, SetStandingAnswers().advance) == ("never", "free")
    assert Settings().max_rounds == 0


@pytest.mark.parametrize("name", ["recruit_price", "mercenary_price", "price_per_level", "reroll_price", "max_rounds"])
def test_a_price_below_nothing_is_refused(name: str) -> None:
    assert Settings.model_validate({name: 0})
    for wrong in (-1, 1001):
        with pytest.raises(ValidationError, match=f"it cannot be {wrong}: write 0 to 1000"):
            Settings.model_validate({name: wrong})


def test_a_target_that_takes_more_of_a_damage_is_weak_and_resists_nothing() -> None:
    weak = STRUCK.but(base=3, resistance=2, wounds=5, left=7, attack="melee 3-2 fire")
    assert describe(weak, FOUR).endswith("1 hit, 3 + 2 weak to melee fire = 5 wounds, 7 hit points left")
