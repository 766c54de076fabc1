"""The report of a turn: what happened comes first, and that orders were sent is small print."""

from __future__ import annotations

from sheets_gm.games.war_game.position.events import Controlled, Sent
from sheets_gm.games.war_game.views.report import report
from sheets_gm.kernel.report import Weight

SENT = Sent(side="coalition", strategies=0, moves=7, seal="", clause="CPW-27")


def test_orders_that_were_sent_are_no_news_beside_what_happened() -> None:
    told = report([SENT, Controlled(structure="Bone Orchard", side="phyrexia", clause="CPW-148")], {})
    assert [(each.text, each.weight) for each in told] == [
        ("The Coalition sends 7 orders to the judge", Weight.DETAIL),
        ("Phyrexia controls Bone Orchard", Weight.LINE),
    ]


def test_a_step_in_which_orders_were_only_sent_says_what_is_waited_for() -> None:
    told = report([SENT], {})
    assert [each.text for each in told if each.weight is not Weight.DETAIL] == [
        "The orders are with the judge, who decides the battles next"
    ]


def test_where_nothing_is_known_nothing_is_told() -> None:
    assert report([], {}) == ()
