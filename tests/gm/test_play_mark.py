"""How a page shows a match as a game: the mark on the first tab of each workbook."""

from __future__ import annotations

import json
from typing import Any

from sheets_gm.gm.between.absences import Away
from sheets_gm.gm.match_record.deadlines import clock_face_in_zone
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.sheet.marks import PLAY, TURNS, hashed
from tests.gm import raiders
from tests.gm.table import Evening

SEALED = Policy(layout="sealed", gm=("gm@table",))


def marks(evening: Evening) -> dict[str, dict[str, Any]]:
    """The mark of each workbook that has one, by the workbook's key."""
    found: dict[str, dict[str, Any]] = {}
    for book in evening.record.workbooks:
        on = {tab: marks[PLAY] for tab in book.tabs if PLAY in (marks := evening.sync.marks(book, tab))}
        assert len(on) <= 1
        if on:
            found[book.key] = json.loads(*on.values())
    return found


def test_a_match_at_one_table_has_its_boards_forms_lists_and_seats() -> None:
    (play,) = marks(Evening()).values()
    assert play["boards"] == ["Board"]
    assert [form["tab"] for form in play["forms"]] == [
        "Orders",
        "What if",
        "Commands",
        "Archery",
        "Claims",
        "Your seat",
    ]
    orders, odds, commands, _, *aside = play["forms"]
    assert [form["aside"] for form in aside] == [True, True]
    assert orders["key"] == "Is at"
    assert orders["own"] == {
        "seat": "Seat",
        "player": "Player",
        "whose": "Who",
        "ready": "Ready",
        "receipt": "Answer",
        "keep": "Keep",
    }
    assert odds["ask"] is True
    assert "{player}, where to?" in orders["says"]["asks"]
    assert (orders["says"]["stay"], orders["says"]["fields"]["move_to"]) == ("Stay", "Move to")
    assert {"Skill 4", "Skill 5", "Skill 6", "Skill 7"} <= {*commands["rare"]}
    assert (play["lists"], play["history"], play["report"]) == (["Teams"], "History", "What happened")
    assert play["seats"][hashed("Ana@table")] == [["blue1", "Ana", "blue"]]
    assert play["sides"] == [["blue", "Blue", "●", "#2563eb"], ["red", "Red", "▲", "#dc2626"]]
    assert play["score"] == [["Bulwark HP", [["blue", 9], ["red", 9]]], ["Fish HP", [["blue", 6], ["red", 6]]]]
    assert (play["step"], play["paused"], play["result"]) == ("Turn 1 of 60", False, "")


def test_a_private_workbook_names_its_own_people_and_the_score_of_all() -> None:
    found = marks(Evening(plays="champions", players=3, policy=SEALED))
    assert "public" not in found
    own = found["seat.p1"]
    assert own["boards"] == ["You"]
    assert list(own["seats"]) == [hashed("ana@table")]
    assert own["score"][0] == ["Health", [["p1", 350], ["p2", 350], ["p3", 350]]]
    assert [name for _, name, *_ in own["sides"]] == ["Ana", "Ben", "Cleo"]


def test_who_paused_the_match_or_won_it_is_said() -> None:
    evening = Evening()
    evening.do("pause")
    assert marks(evening)["table"]["paused"] is True


def test_a_game_that_says_nothing_about_it_has_one_too() -> None:
    evening = Evening(rules=raiders.rules(), template=raiders.template(), policy=SEALED, players=2)
    own = next(iter(marks(evening).values()))
    assert own["score"] == []
    assert [form["tab"] for form in own["forms"] if "aside" not in form]
    assert len(own["sides"]) == len({sign for _, _, sign, _ in own["sides"]}) == 2


def test_a_page_knows_until_when_somebody_is_away_and_how_long_what_is_late_counts() -> None:
    evening = Evening(policy=Policy(every=3600.0, grace=600.0, zone="UTC"))
    until = evening.now + 86400.0
    evening.tick(actions=[Away(seat="blue1", start=evening.now, until=until)])
    (play,) = marks(evening).values()
    assert play["away"] == {"blue1": clock_face_in_zone(until, "UTC")}
    assert (play["grace"], play["zone"]) == (600, "UTC")
    book = evening.record.workbooks[0]
    turn = next(held[TURNS] for tab in book.tabs if TURNS in (held := evening.sync.marks(book, tab)))
    assert json.loads(turn)["grace"] == 600


def test_the_page_of_the_game_master_tells_of_each_claim_that_waits_for_a_ruling() -> None:
    evening = Evening(policy=Policy(gm=("gm@table",)))
    evening.tick()

    def told() -> list[str]:
        return next(mark["gm"]["claims"] for mark in marks(evening).values() if "gm" in mark)

    assert told() == []
    evening.do("claim", None, "I had typed A1")
    assert told() == ["Claim 1 of the game master: I had typed A1"]
    evening.do("rule", "1", "dismissed", row=2)
    assert told() == []
