"""Giving up: the units of who leaves go, the villages are free, and the turn passes on."""

from __future__ import annotations

import pytest

from sheets_gm.games.play_out import fill, next_orders, play_out, seats_for
from sheets_gm.games.wesnoth.position.events import GaveUp
from sheets_gm.games.wesnoth.position.state import Match
from sheets_gm.games.wesnoth.rules.ending import GIVEN_UP
from sheets_gm.games.wesnoth.rules.laws import LAWS
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.kernel.dice import Dice, Keyed
from sheets_gm.kernel.outcome import Outcome
from tests.games.wesnoth.table import FIELD, WES, due, play, position
from tests.gm.table import Evening

FOUR = {"blue": "9", "red": "9", "teal": "9", "orange": "9"}


def gone(match: Match, *teams: str) -> Outcome[Match]:
    """*match* after *teams* gave up, with the events of the last."""
    assert WES.people.leave is not None
    outcome: Outcome[Match] = Outcome(match)
    for team in teams:
        outcome = WES.people.leave(outcome.state, team)
        assert [fault for law in LAWS if (fault := law(outcome.state)) is not None] == []
    return outcome


@pytest.mark.clause("WES-30", "WES-43")
def test_who_gives_up_leaves_no_unit_no_gold_and_no_village_behind() -> None:
    match = position({"r2": "Orcish Grunt D4"}, players=FOUR, villages={"B4": "red", "G4": "blue"})
    left = gone(match, "red")
    assert {unit.seat for unit in left.state.units} == {"blue", "teal", "orange"}
    assert left.state.villages == {"G4": "blue"}
    assert (left.state.player("red").left, left.state.player("red").gold) == (True, 0)
    assert left.events == (GaveUp(clause="WES-30", seats=("red",)),)


@pytest.mark.clause("WES-14")
def test_the_turn_of_who_gives_up_passes_to_the_next_player() -> None:
    match = position(players=FOUR, acting="red")
    left = gone(match, "red").state
    assert due(left) == next(player.seat for player in left.players if player.seat not in ("blue", "red"))
    assert due(gone(match, "teal").state) == "red"


@pytest.mark.clause("WES-15")
def test_a_new_round_begins_when_the_last_player_of_a_round_gives_up() -> None:
    match = position(players=FOUR, acting="orange", time="dusk", villages={"B4": "blue"})
    last = [player.seat for player in position(players=FOUR).players][-1]
    left = gone(match.but(acting=last), last).state
    assert (left.round, due(left), left.player("blue").gold) == (match.round + 1, "blue", 9)


@pytest.mark.clause("WES-48")
@pytest.mark.parametrize(("who", "left"), [("red", True), ("blue", True), ("teal", False)])
def test_an_attack_is_over_when_who_fights_in_it_gives_up(who: str, left: bool) -> None:
    match = position({"b2": "Spearman D4", "r2": "Orcish Grunt E4"}, players=FOUR, settings={"answers": "live"})
    asked = play(match, {"unit": "b2 Spearman", "action": "Attack", "target": "r2 Orcish Grunt"}).match
    assert asked.fight is not None
    assert (gone(asked, who).state.fight is None) is left


@pytest.mark.clause("WES-1")
def test_the_last_team_in_the_game_wins_when_the_others_give_up() -> None:
    left = gone(position(players=FOUR), "teal", "red", "blue").state
    assert left.result is not None
    assert (left.result.winners, left.result.reason) == (("orange",), GIVEN_UP)
    assert WES.open(left) == ()


@pytest.mark.clause("WES-9", "WES-45")
def test_allies_give_up_together() -> None:
    match = position(players=FOUR, settings={"teams": "1 2 1 2"})
    teams = {player.seat: player.team for player in match.players}
    left = gone(match, teams["blue"]).state
    assert left.result is not None
    assert left.result.winners == (teams["red"],)
    assert {player.seat for player in left.players if player.left} == {
        seat for seat, team in teams.items() if team == teams["blue"]
    }


@pytest.mark.clause("WES-30")
@pytest.mark.parametrize("answers", ["standing", "live"])
def test_the_match_goes_on_without_who_gave_up_wherever_it_stood(answers: str) -> None:
    settings = WES.settings.model_validate({"map": FIELD, "answers": answers})
    seats = seats_for(WES, settings)
    for number, step in enumerate(play_out(WES, settings, seats, {}, b"w" * 32, turns=60)):
        if number % 7 or WES.result(step.state) is not None:
            continue
        for seat in seats:
            left = gone(step.state, seat.team).state
            for turn in range(3):
                forms = WES.open(left)
                assert seat.id not in {form.seat for form in forms}
                if not forms:
                    break
                orders = next_orders(fill(WES, left, forms, {}, f"{number} {turn}"))
                left = WES.resolve(left, orders, Dice(Keyed(b"%d" % number, b"hidden"))).state
                assert [fault for law in LAWS if (fault := law(left)) is not None] == []


@pytest.mark.clause("WES-14")
def test_the_table_goes_on_with_the_next_player_when_the_acting_one_concedes() -> None:
    evening = Evening(plays="wesnoth", settings={"map": FIELD})
    evening.tick()
    first, second = (seat.id for seat in evening.seats[:2])
    assert evening.table.waiting == (first,)
    evening.do("concede", first)
    assert evening.table.waiting == (second,)
    assert evening.table.session.record.status is Status.LIVE
    evening.do("rewind", "#0", row=2)
    assert evening.table.waiting == (first,)


@pytest.mark.clause("WES-14")
def test_the_turn_is_offered_to_each_player_once_even_if_nobody_has_units() -> None:
    empty = position(players=FOUR).but(units=())
    with pytest.raises(AssertionError, match="nobody who is in the game has units"):
        WES.resolve(empty, {}, Dice(Keyed(b"", b"")))
