"""The report of a turn of Wesnoth."""

from __future__ import annotations

from typing import Any

import pytest

from sheets_gm.games.wesnoth.position import events
from sheets_gm.games.wesnoth.views.report import moves, report
from sheets_gm.gm.log.reports import Chapter, headlines
from sheets_gm.kernel.report import Weight
from sheets_gm.kernel.seats import Seat


def struck(**changes: Any) -> events.Struck:
    values = {"unit": "b1 Elf", "target": "r1 Grunt", "attack": "melee 3-2 blade", "counter": False, "need": 4}
    figures = {"dice": (4, 5, 1), "hits": 2, "base": 4, "light": 0, "resistance": 0, "wounds": 4, "left": 3}
    return events.Struck.model_validate({"clause": "WES-40", **values, **figures, **changes})


def fell(unit: str = "r1 Grunt", seat: str = "blue") -> events.Fell:
    return events.Fell(clause="WES-44", unit=unit, at="A2", seat=seat, gold=1, leader=False)


def test_neighbouring_moves_are_one_line_and_an_arrow_leads_along_each_that_goes_somewhere() -> None:
    moved = [
        events.Moved(clause="WES-24", unit=unit, way=way, cost=1, points=5)
        for unit, way in (("b1 Elf", ("A1", "A2")), ("b2 Scout", ("C3",)))
    ]
    assert [each.text for each in report(moved, {})] == ["b1 Elf moves A1 → A2, b2 Scout stays at C3"]
    assert moves(moved) == (("A1", "A2"),)


def test_neighbouring_rests_are_one_line_and_a_single_one_has_its_die() -> None:
    rests = [
        events.Rested(clause="WES-50", unit=unit, village=False, die=4, healed=1, wounds=left)
        for unit, left in (("b1 Elf", 0), ("b2 Scout", 1))
    ]
    assert [each.text for each in report(rests, {})] == [
        "Rests: b1 Elf heals 1 (0 wounds left), b2 Scout heals 1 (1 wound left)"
    ]
    assert "rolls 4" in report(rests[:1], {})[0].text


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({}, "⚔ b1 Elf hits r1 Grunt for 4 (3 left)"),
        ({"counter": True, "wounds": 1, "left": 1}, "⚔ b1 Elf hits back at r1 Grunt for 1 (1 left)"),
        ({"hits": 0, "wounds": 0}, "⚔ b1 Elf does not hurt r1 Grunt"),
    ],
)
def test_an_attack_is_a_headline_with_its_dice_below(changes: dict[str, Any], line: str) -> None:
    headline, dice = report([struck(**changes)], {})
    assert (headline.text, headline.weight) == (line, Weight.HEADLINE)
    assert dice.weight is Weight.DETAIL
    assert "hits on 4 or more" in dice.text


def test_an_attack_with_its_counter_attack_and_a_death_is_one_headline() -> None:
    back = struck(unit="r1 Grunt", target="b1 Elf", counter=True, wounds=2, left=0)
    told = report([struck(), back], {})
    assert [each.weight for each in told] == [Weight.HEADLINE, Weight.DETAIL, Weight.DETAIL]
    assert told[0].text == "⚔ b1 Elf hits r1 Grunt for 4 (3 left), takes 2 (0 left)"
    died = fell("b1 Elf", seat="red")
    assert report([struck(), back, died], {})[0].text == "⚔ b1 Elf hits r1 Grunt for 4 (3 left) and dies at A2"
    assert report([struck(), fell()], {})[0].text == "⚔ b1 Elf kills r1 Grunt at A2"


def test_a_death_is_read_before_all_else_and_first_by_whose_unit_it_was() -> None:
    seats = {seat: Seat(id=seat, player=seat.title(), team=seat) for seat in ("blue", "red")}
    killed = report([struck(), fell()], seats)
    returned = report([struck(unit="r2 Troll", target="b2 Scout"), fell("b2 Scout", seat="red")], seats)
    chapter = Chapter("Round 1", (*killed, *returned, *tuple(report([struck()], seats)) * 6))
    assert killed[0].losers == {"red"}
    assert headlines([chapter], ("red",))[:2] == (killed[0].text, returned[0].text)
    assert headlines([chapter], ("blue",))[:2] == (returned[0].text, killed[0].text)


def test_a_death_is_a_headline() -> None:
    assert [each.weight for each in report([fell()], {})] == [Weight.HEADLINE]


def test_that_a_turn_ends_and_the_next_one_begins_is_no_news() -> None:
    happened = [
        events.TurnEnded(clause="WES-14", seat="blue", idle=False),
        events.RoundBegan(clause="WES-14", round=2, time="morning", light="day"),
        events.TurnBegan(clause="WES-14", seat="red"),
    ]
    assert [each.weight for each in report(happened, {})] == [Weight.DETAIL] * 3


def test_headlines_sum_up_the_recruits_of_a_turn() -> None:
    recruits = [
        events.Recruited(clause="WES-17", seat="red", unit=unit, at="A1", price=3, left=0, mercenary=False)
        for unit in ("r2 Drake Clasher", "r3 Drake Clasher")
    ]
    seats = {"red": Seat(id="red", player="Ben", team="red")}
    steps = [paragraph for each in recruits for paragraph in report([each], seats)]
    assert headlines([Chapter("Round 1", tuple(steps))]) == ("Ben recruits 2 Drake Clashers",)
