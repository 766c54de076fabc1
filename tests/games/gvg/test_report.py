"""The report of a turn of GvG."""

from __future__ import annotations

from sheets_gm.games.gvg.position import events
from sheets_gm.games.gvg.views.report import report
from sheets_gm.kernel.report import Paragraph, Weight
from sheets_gm.kernel.seats import Seat

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


def test_whoever_wins_on_an_open_tile_beats_the_other() -> None:
    headline, _ = report([fought("defence", "open", side("red", 4), side("blue", 6))], SEATS)
    assert headline.text == "⚔ C5: Blue beats Red, 6 to 4"
    headline, _ = report([fought("attack", "fish", side("red", 6), side("blue", 3))], SEATS)
    assert headline.text == "⚔ Fish C5: Red beats Blue, 6 to 3"


def test_a_battle_that_nobody_wins_is_a_draw() -> None:
    headline, _ = report([fought("stalemate", "open", side("red", 4), side("blue", 4))], SEATS)
    assert headline.text == "⚔ C5: Red and Blue draw, 4 to 4"


def test_a_structure_is_in_the_headlines_only_when_it_falls() -> None:
    hurt, fell = (
        events.HPLost(clause="GVG-34", at="C5", structure="Bulwark", team="blue", left=left) for left in (1, 0)
    )
    assert [each.weight for each in report([hurt, fell], SEATS)] == [Weight.LINE, Weight.HEADLINE]
