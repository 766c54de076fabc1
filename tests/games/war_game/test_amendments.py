"""The judge amends a result of the last turn."""

from __future__ import annotations

from typing import Any

import pytest

from sheets_gm.games.play_out import bot_dice
from sheets_gm.games.war_game.data.words import JUDGE
from sheets_gm.games.war_game.forms.all_forms import check, open_forms
from sheets_gm.games.war_game.position.orders import Amend, Judge, Strategy
from sheets_gm.games.war_game.position.state import Match
from sheets_gm.games.war_game.rules.laws import LAWS
from sheets_gm.games.war_game.rules.turn import resolve
from sheets_gm.games.war_game.tabs.listings import battle_results
from sheets_gm.games.war_game.views.descriptions import describe
from sheets_gm.games.war_game.views.visible import view
from sheets_gm.kernel.forms import Close
from sheets_gm.kernel.outcome import Order
from tests.games.war_game.table import battle, position

pytestmark = pytest.mark.clause("CPW-18", "CPW-R57")


def fought(*, kill: bool = False, **judged: Any) -> Match:
    """The position after the battle that Ann won against Xan on 5E; with *kill*, both tried to kill."""
    armies = {"Ann": "C5 5E", "Xan": "P5 5E", "Cat": "C1 24A", "Yul": "P1 24I"}
    sent = tuple(Strategy(battle=1, army=name, kill=kill, text="Fight!") for name in ("Ann", "Xan"))
    match = position(
        armies, battles=(battle("attacks", "Dominaria 5E", ["Ann"], ["Xan"]),), phase="judging", sent=sent, announced=1
    )
    marks = Judge(battle=1, **{"winner": "first", "losses": "30/10", "reason": "So I say.", **judged})
    return resolve(match, {JUDGE: (marks,)}, bot_dice("x")).state


def amended(match: Match, **amendment: Any) -> Match:
    order = Amend(battle="1", reason="I read it again.", **amendment)
    assert check(match, JUDGE, order) is None
    after = resolve(match, {JUDGE: (order,)}, bot_dice("x")).state
    assert [law(after) for law in LAWS if law(after)] == []
    assert (after.turn, after.phase) == (match.turn, match.phase)
    return after


def result(match: Match) -> dict[str, Any]:
    (row,) = battle_results(view(match, None))
    return row


def why(match: Match, order: Order) -> str:
    remark = check(match, JUDGE, order)
    assert remark is not None
    assert remark.refuses
    return remark.text


def test_another_winner_has_the_square_the_points_and_the_lesser_losses() -> None:
    match = fought()
    xan = match.army("Xan").place
    assert (match.army("Ann").place, match.points) == ("Dominaria 5E", {"coalition": 2, "phyrexia": 0})
    after = amended(match, winner="second", losses="30/10")
    assert (after.army("Ann").place, after.army("Xan").place) == (xan, "Dominaria 5E")
    assert after.points == {"coalition": 0, "phyrexia": 2}
    assert (after.army("Ann").size, after.army("Xan").size) == (7000, 9000)
    assert "Xan wins by the judge's decision" in str(result(after)["result"])
    assert result(after)["ruling"] == "I read it again."


def test_other_losses_leave_everybody_where_they_are() -> None:
    match = fought()
    after = amended(match, losses="50/0")
    assert (after.army("Ann").size, after.army("Xan").size) == (10000, 5000)
    assert [each.place for each in after.armies] == [each.place for each in match.armies]
    assert after.points == match.points
    assert "Xan loses 5,000 units; 5,000 are left" in str(result(after)["losses"])


def test_only_the_words_of_a_ruling_may_change() -> None:
    match = fought()
    after = amended(match)
    assert after.armies == match.armies
    assert result(after)["ruling"] == "I read it again."


def test_it_is_open_to_the_judge_at_once_while_the_next_orders_are_written() -> None:
    match = fought()
    (form,) = (each for each in open_forms(match) if each.key == "amend")
    assert (form.seat, form.close, form.due) == (JUDGE, Close.AT_ONCE, False)
    assert not [each for each in open_forms(match.but(phase="judging")) if each.key == "amend"]
    assert not [each for each in open_forms(match.but(last=None)) if each.key == "amend"]


def test_what_cannot_be_undone_is_refused_with_a_reason() -> None:
    match = fought()
    turned = Amend(battle="1", winner="second", reason="x")
    again = battle("vs.", "Dominaria 5E", ["Ann"], ["Yul"])
    there = match.with_armies({"Yul": match.army("Yul").but(place="Dominaria 5E")}).but(battles=(again,))
    assert why(there, turned) == "Ann is in battle again"
    assert why(match.with_armies({"Xan": None}), turned).startswith("Xan is gone")
    assert "no result of a battle 7" in why(match, Amend(battle="7", reason="x"))
    assert "like 25/10" in why(match, Amend(battle="1", losses="many", reason="x"))
    assert resolve(there, {JUDGE: (turned,)}, bot_dice("x")).state == there


def test_what_an_army_has_healed_since_stays_and_the_log_has_both_numbers() -> None:
    """Xan lost 3,000 and healed 400 since; it should have lost 3,000 less 1,000."""
    match = fought()
    xan = match.army("Xan")
    healed = tuple(each.but(count=each.count + 400) if each.slot == 1 else each for each in xan.units)
    match = match.with_armies({"Xan": xan.but(units=healed)})
    order = Amend(battle="1", losses="20/10", reason="I read it again.")
    after = resolve(match, {JUDGE: (order,)}, bot_dice("x"))
    assert after.state.army("Xan").size == 7400 + 1000
    (event,) = after.events
    assert describe(event, {}) == (
        "The judge amends battle 1: Ann wins. Xan has lost 2,000 units, not 3,000. I read it again."
    )
    assert "Xan loses 2,000 units; 8,000 are left" in str(result(after.state)["losses"])


def test_an_army_that_healed_to_full_gains_nothing_beyond() -> None:
    match = fought()
    full = tuple(each.but(count=each.full) for each in match.army("Xan").units)
    after = amended(match.with_armies({"Xan": match.army("Xan").but(units=full)}), losses="10/10")
    assert after.army("Xan").size == 10000


def test_losses_where_there_were_none_are_shown_and_amended_again() -> None:
    after = amended(fought(losses="0/0"), losses="50/0")
    assert "Xan loses 5,000 units; 5,000 are left" in str(result(after)["losses"])
    again = amended(after, losses="20/10")
    assert (again.army("Ann").size, again.army("Xan").size) == (9000, 8000)


def test_losses_that_leave_nobody_are_refused() -> None:
    order = Amend(battle="1", losses="100/0", reason="x")
    assert why(fought(), order).startswith("Xan would have no units left")


@pytest.mark.parametrize("kill", [False, True])
def test_any_amendment_comes_to_what_the_battle_would_have_brought(kill: bool) -> None:
    """Also with kill squads: whatever the judge wrote first, the units are those of what counts in the end."""
    wrote = [{"losses": losses, "winner": "first"} for losses in ("15/12", "33/7", "0/0", "60/4")]
    for first in wrote:
        for last in wrote:
            match = amended(fought(**first, kill=kill), losses=last["losses"])
            other = fought(**last, kill=kill)
            assert [army.units for army in match.armies] == [army.units for army in other.armies], (first, last)


def joined(**judged: Any) -> Match:
    """The position after Ann and Bob won against Xan on 5E, and the smaller Bob left the square."""
    armies = {"Ann": "C5 5E 8000", "Bob": "C5 5E 5000", "Xan": "P5 5E", "Cat": "C1 24A", "Yul": "P1 24I"}
    sent = tuple(Strategy(battle=1, army=name, text="Fight!") for name in ("Ann", "Xan"))
    fight = battle("attacks", "Dominaria 5E", ["Ann", "Bob"], ["Xan"])
    match = position(armies, battles=(fight,), phase="judging", sent=sent, announced=1)
    marks = Judge(battle=1, **{"winner": "first", "losses": "30/10", **judged})
    return resolve(match, {JUDGE: (marks,)}, bot_dice("x")).state


def test_the_winner_of_a_joint_battle_can_be_amended() -> None:
    match = joined()
    (form,) = (each for each in open_forms(match) if each.key == "amend")
    assert form.given["battle", "1"]["winner"] == ("first", "second")
    places = {army.name: army.place for army in match.armies}
    assert places["Ann"] == "Dominaria 5E"
    after = amended(match, winner="second", losses="30/10")
    assert {army.name: army.place for army in after.armies} == {**places, "Ann": places["Xan"], "Xan": "Dominaria 5E"}
    assert {side: after.points[side] - match.points[side] for side in after.points} == {"coalition": -2, "phyrexia": 2}
    assert [after.army(name).size for name in ("Ann", "Bob", "Xan")] == [5600, 3500, 9000]
    back = amended(after, winner="first", losses="30/10")
    assert [army.units for army in back.armies] == [army.units for army in match.armies]
    assert {army.name: army.place for army in back.armies} == places


def test_the_larger_of_new_joint_winners_gets_the_square() -> None:
    match = joined(winner="second")
    bob = match.army("Bob").place
    after = amended(match, winner="first")
    assert (after.army("Ann").place, after.army("Bob").place) == ("Dominaria 5E", bob)


def test_the_winner_stays_once_nobody_of_the_battle_is_in_its_square() -> None:
    match = fought()
    order = Amend(battle="1", winner="second", reason="I read it again.")
    assert check(match, JUDGE, order) is None
    left = match.with_armies(
        {name: match.army(name).but(place=f"Dominaria {square}") for name, square in (("Ann", "6F"), ("Xan", "7G"))}
    )
    remark = check(left, JUDGE, order)
    assert remark is not None
    assert "Nobody of this battle is in its square any more" in remark.text
