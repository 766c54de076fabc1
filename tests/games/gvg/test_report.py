"""The report of a turn of GvG."""

from __future__ import annotations

import pytest

from sheets_gm.games.gvg.position import events
from sheets_gm.games.gvg.views.report import report
from sheets_gm.gm.log.reports import Chapter, headlines
from sheets_gm.kernel.outcome import Result
from sheets_gm.kernel.report import Paragraph, Weight
from sheets_gm.kernel.seats import Seat
from tests.games.gvg.table import play, position

SEATS = {
    seat: Seat(id=seat, player=name, team=seat[:-1])
    for seat, name in (("blue1", "Ana"), ("blue2", "Ben"), ("red1", "Finn"))
}


def moved(seat: str, start: str, end: str, roll: int, wanted: str | None = None) -> events.Moved:
    return events.Moved(clause="GVG-23", seat=seat, start=start, end=end, steps=roll, roll=roll, wanted=wanted)


def side(team: str, *amounts: int) -> events.Side:
    parts = tuple(events.Part(what="roll", amount=amount, seat=f"{team}1") for amount in amounts)
    return events.Side(team=team, parts=parts, seats=(f"{team}1",))


def fought(outcome: str, place: str, attack: events.Side, defence: events.Side) -> events.Fought:
    return events.Fought.model_validate(
        {"clause": "GVG-30", "at": "C5", "place": place, "attack": attack, "defence": defence, "outcome": outcome}
    )


def test_the_moves_of_a_team_are_one_line() -> None:
    turn = (moved("blue1", "A5", "B9", 5), moved("red1", "C7", "C6", 1), moved("blue2", "A2", "A6", 4, wanted="A9"))
    assert [each.text for each in report(turn, SEATS)] == [
        "Blue moves: Ana A5 → B9 (5), Ben A2 → A6, towards A9 (4)",
        "Red moves: Finn C7 → C6 (1)",
    ]


def test_the_coins_of_a_team_are_one_line_with_what_it_has_then() -> None:
    coins = [events.CoinGained(clause="GVG-36", team="blue", at=at, coins=now) for at, now in (("B6", 1), ("B9", 2))]
    assert [each.text for each in report(coins, SEATS)] == ["Blue takes the coins at B6 and B9 (now 2)"]


def test_a_battle_is_a_headline_with_its_score_and_its_dice_below() -> None:
    headline, dice = report([fought("defence", "bulwark", side("red", 4), side("blue", 6))], SEATS)
    assert headline == Paragraph("⚔ Bulwark C5: Blue holds off Red, 6 to 4", Weight.HEADLINE)
    assert dice.weight is Weight.DETAIL
    assert "Finn 4" in dice.text


def test_a_player_reads_first_of_the_own_fall_and_whoever_dropped_a_tree_has_lost_it() -> None:
    fell, dropped, hit = report(
        [
            events.KnockedDown(clause="GVG-30", seats=("blue1",), at="C5"),
            events.TreeDropped(clause="GVG-50", seat="blue2", owner="red", at="C5"),
            events.HPLost(clause="GVG-34", at="C5", structure="Bulwark", team="blue", left=2),
        ],
        SEATS,
    )
    assert [each.losers for each in (fell, dropped, hit)] == [{"blue1"}, {"blue2"}, {"blue"}]
    battles = report([fought("defence", "open", side("red", 4), side("blue", 6))] * 6, SEATS)
    assert headlines([Chapter("Turn 1", (*battles, fell))], ("blue1", "blue"))[0] == fell.text


def test_whoever_is_knocked_down_reads_by_whom() -> None:
    fell = events.KnockedDown(clause="GVG-31", seats=("red1",), at="C5")
    by_people = fought("defence", "bulwark", side("red", 4), side("blue", 6))
    alone = by_people.but(defence=by_people.defence.but(seats=()))
    assert [report([fight, fell], SEATS)[-1].text for fight in (by_people, alone)] == [
        "Finn is knocked down at C5 by Ana",
        "Finn is knocked down at C5 by Blue's Bulwark C5",
    ]


def test_whoever_wins_on_an_open_tile_beats_the_other() -> None:
    headline, _ = report([fought("defence", "open", side("red", 4), side("blue", 6))], SEATS)
    assert headline.text == "⚔ C5: Blue beats Red, 6 to 4"
    headline, _ = report([fought("attack", "fish", side("red", 6), side("blue", 3))], SEATS)
    assert headline.text == "⚔ Fish C5: Red beats Blue, 6 to 3"


@pytest.mark.clause("GVG-33", "GVG-34", "GVG-R10", "GVG-R23")
@pytest.mark.parametrize(
    ("place", "outcome", "defence", "score"),
    [
        ("bulwark", "attack", 4, "⚔ Bulwark C5: Red beats Blue, 4 to 4 (a tie, and nobody defends)"),
        ("fish", "defence", 4, "⚔ Fish C5: Blue holds off Red, 4 to 4 (a tie, and players defend)"),
        ("tree", "defence", 4, "⚔ Tree at C5: Blue beats Red, 4 to 4 (a tie, and Blue carries the Tree)"),
        ("boss", "attack", 4, "⚔ Boss at C5: Red beats the Boss, 4 to 4 (a tie, and the Boss loses it)"),
        ("fish", "defence", 3, "⚔ Fish C5: Blue holds off Red, 3 to 4 (no attacker rolls)"),
    ],
)
def test_a_battle_that_is_not_won_by_its_score_says_by_what(place: str, outcome: str, defence: int, score: str) -> None:
    other = side("boss" if place == "boss" else "blue", defence)
    headline, dice = report([fought(outcome, place, side("red", 4), other)], SEATS)
    assert headline.text == score
    assert dice.text.endswith(score[score.index(" (") :])


def test_a_battle_that_nobody_wins_is_a_draw() -> None:
    headline, _ = report([fought("stalemate", "open", side("red", 4), side("blue", 4))], SEATS)
    assert headline.text == "⚔ C5: Red and Blue draw, 4 to 4"


def test_a_healer_revives_above_the_battle_in_which_it_falls() -> None:
    # GVG-R42: both happen at once
    fell = events.KnockedDown(clause="GVG-31", seats=("blue1",), at="C5")
    revived = events.Revived(clause="GVG-17", seats=("blue2",), by="blue1")
    fight = fought("defence", "open", side("blue", 1), side("red", 6))
    way = moved("blue1", "C4", "C5", 1)
    assert [each.text for each in report((way, fight, fell, revived), SEATS) if each.weight is not Weight.DETAIL] == [
        "Blue moves: Ana C4 → C5 (1)",
        "Ana revives Ben",
        "⚔ C5: Red beats Blue, 6 to 1",
        "Ana is knocked down at C5 by Finn",
    ]
    assert [each.text for each in report((way, revived), SEATS)][-1] == "Ana revives Ben"


def captured(seat: str) -> events.Captured:
    return events.Captured(clause="GVG-7", seat=seat, team=seat[:-1])


def ended(reason: str, *winners: str) -> events.Ended:
    return events.Ended(clause="GVG-8", result=Result(winners=winners, reason=reason, clause="GVG-8"))


def test_the_end_after_two_captures_says_that_both_teams_captured() -> None:
    tied = "the teams are tied in every tie-breaker"
    both = report((captured("blue1"), captured("red1"), ended(tied)), SEATS)
    assert [each.text for each in both] == [
        "Ana carries the Tree into Blue's Base",
        "Finn carries the Tree into Red's Base",
        "Both teams captured a Tree in the same turn. The match is a draw: the teams are tied in every tie-breaker",
    ]
    assert {each.weight for each in both} == {Weight.HEADLINE}
    won = report((captured("blue1"), captured("red1"), ended("it destroyed more Bulwarks", "red")), SEATS)
    assert won[-1].text == (
        "Both teams captured a Tree in the same turn. Finn wins the match: it destroyed more Bulwarks"
    )
    one = report((captured("blue1"), ended("it captured the enemy's Tree", "blue")), SEATS)
    assert not one[-1].text.startswith("Both")
    assert [each.text for each in report((ended(tied),), SEATS)] == [f"The match is a draw: {tied}"]


@pytest.mark.clause("GVG-7", "GVG-R28")
@pytest.mark.parametrize(
    ("double_capture", "end"),
    [
        (
            "ladder",
            "Both teams captured a Tree in the same turn. The match is a draw: the teams are tied in every tie-breaker",
        ),
        ("draw", "The match is a draw: both Trees were captured in the same turn"),
    ],
)
def test_a_played_double_capture_is_told_once_at_the_end(double_capture: str, end: str) -> None:
    match = position({"blue1": "DPS A1", "red1": "DPS A17"}, fish={"blue": 0, "red": 0},
                     trees={"blue": "red1", "red": "blue1"}, settings={"double_capture": double_capture})  # fmt: skip
    lines = [each.text for each in report(play(match, {"blue1": "BASE_B", "red1": "BASE_R"}).events, SEATS)]
    assert lines[-3:] == ["Finn carries the Tree into Red's Base", "Ana carries the Tree into Blue's Base", end]


@pytest.mark.clause("GVG-R42")
def test_a_played_revive_of_a_healer_who_falls_stands_above_its_battle() -> None:
    match = position({"blue1": "Healer C8", "blue2": "DPS C9 down", "red1": "DPS C8"})
    lines = [each.text for each in report(play(match, {"blue1": "REVIVE"}).events, SEATS)]
    revived, fell = lines.index("Ana revives Ben"), lines.index("Ana is knocked down at C8 by Finn")
    assert lines[revived + 1].startswith("⚔ C8: Red beats Blue")
    assert revived < fell


def test_a_structure_is_in_the_headlines_only_when_it_falls() -> None:
    hurt, fell = (
        events.HPLost(clause="GVG-34", at="C5", structure="Bulwark", team="blue", left=left) for left in (1, 0)
    )
    assert [each.weight for each in report([hurt, fell], SEATS)] == [Weight.LINE, Weight.HEADLINE]
