"""The report of a turn: what happened comes first, and that orders were sent is small print."""

from __future__ import annotations

from sheets_gm.games.war_game.position.events import Announced, Controlled, Killed, Met, Sent, Won
from sheets_gm.games.war_game.views.report import report
from sheets_gm.gm.log.reports import Chapter, headlines
from sheets_gm.kernel.report import Paragraph, Weight
from sheets_gm.kernel.seats import Seat

SENT = Sent(side="coalition", strategies=0, moves=7, seal="", clause="CPW-27")


def test_orders_that_were_sent_are_no_news_beside_what_happened() -> None:
    told = report([SENT, Controlled(structure="Bone Orchard", side="phyrexia", clause="CPW-148")], {})
    assert [(each.text, each.weight) for each in told] == [
        ("The Coalition sends 7 orders to the judge", Weight.DETAIL),
        ("Phyrexia controls Bone Orchard", Weight.LINE),
    ]


def test_a_step_in_which_orders_were_only_sent_says_in_small_print_what_is_waited_for() -> None:
    told = report([SENT], {})
    assert told[0] == Paragraph("The orders are with the judge, who decides the battles next", Weight.DETAIL)


def test_a_side_reads_first_of_its_own_lost_battles_and_armies() -> None:
    battles = [
        Won(clause="CPW-190", battle=number, side="coalition", winners=("Ana",), losers=("Yul",), margin=3)
        for number in range(1, 7)
    ]
    lost = Won(clause="CPW-190", battle=7, side="phyrexia", winners=("Xol",), losers=("Bo",), margin=3)
    killed = Killed(clause="CPW-197", army="Bo", by="Xol", how="killed")
    seats = {"c1": Seat(id="c1", player="Cy", team="coalition"), "p1": Seat(id="p1", player="Pia", team="phyrexia")}
    chapter = Chapter("Turn 1", tuple(report([*battles, lost, killed], seats)))
    beaten, _, dead = chapter.paragraphs[-3:]
    assert beaten.text == "⚔ Xol (Phyrexia) beats Bo"
    assert headlines([chapter], ("c1", "coalition"))[:2] == (dead.text, beaten.text)
    assert beaten.text not in headlines([chapter], ("p1", "phyrexia"))[:6]


def test_a_battle_that_begins_is_told_once_and_without_its_weather() -> None:
    armies = {"type": "attacks", "place": "Mirrodin 13G", "first": ("Ana",), "second": ("Yul",)}
    announced = Announced(clause="CPW-161", number=1, terrain="forest", weather="Mild Rain", **armies)
    told = report([Met(clause="CPW-83", **armies), announced], {})
    assert [each.text for each in told if each.weight is Weight.HEADLINE] == ["⚔ Ana attacks Yul in Mirrodin 13G"]
    assert "Mild Rain" in told[-1].text


def test_where_nothing_is_known_nothing_is_told() -> None:
    assert report([], {}) == ()
