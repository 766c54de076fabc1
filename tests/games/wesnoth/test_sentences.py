"""Every sentence of the log, and the heading of the sheet."""

from __future__ import annotations

import pytest

from sheets_gm.games.wesnoth.position import events
from sheets_gm.games.wesnoth.position.state import Fight
from sheets_gm.games.wesnoth.views.descriptions import describe
from sheets_gm.games.wesnoth.views.visible import describe_light, label, player_rows, signed, state_of, unit_note
from sheets_gm.kernel.outcome import Event
from sheets_gm.kernel.seats import Seat
from tests.games.wesnoth.table import WES, play, position

SEATS = {
    "blue": Seat(id="blue", player="Ana", team="blue"),
    "red": Seat(id="red", player="Ben", team="red"),
}

STRUCK = events.Struck(
    clause="WES-37",
    unit="b2 Spearman",
    target="r2 Troll",
    attack="melee 3-3 pierce",
    counter=False,
    need=3,
    dice=(5, 2, 4),
    hits=2,
    base=6,
    light=1,
    resistance=-2,
    wounds=5,
    left=1,
)

SENTENCES: list[tuple[Event, str]] = [
    (events.RoundBegan(clause="WES-15", round=3, time="afternoon", light="day"), "Round 3: afternoon (day)"),
    (events.RoundBegan(clause="WES-15", round=2, time="day", light="day"), "Round 2: day"),
    (events.RoundBegan(clause="WES-15", round=1, time="dawn", light=""), "Round 1: dawn"),
    (
        events.IncomePaid(clause="WES-29", seats=("blue", "red"), villages=2, gold=1),
        "Ana (blue) and Ben (red) earn 1 gold for 2 villages",
    ),
    (events.TurnBegan(clause="WES-14", seat="blue"), "It is the turn of Ana (blue)"),
    (events.TurnEnded(clause="WES-14", seat="blue", idle=True), "Ana (blue) ends the turn without an action"),
    (events.TurnEnded(clause="WES-14", seat="blue", idle=False), "Ana (blue) ends the turn"),
    (
        events.TurnEnded(clause="WES-14", seat="blue", idle=False, done=True),
        "All units of Ana (blue) have acted; the turn ends",
    ),
    (
        events.Moved(clause="WES-20", unit="b2 Spearman", way=("E5", "E6", "E7"), cost=2, points=5),
        "b2 Spearman moves E5 → E7 (2 of 5 movement points)",
    ),
    (
        events.Moved(clause="WES-20", unit="b2 Spearman", way=("E5",), cost=0, points=5),
        "b2 Spearman stays at E5",
    ),
    (
        events.VillageTaken(clause="WES-28", seat="red", at="F6", gold=7),
        "Ben (red) takes the village F6 and 1 gold (now 7)",
    ),
    (
        events.Recruited(clause="WES-17", seat="blue", unit="b2 Mage", at="B1", price=3, left=0, mercenary=False),
        "Ana (blue) recruits b2 Mage at B1 for 3 gold (0 left)",
    ),
    (
        STRUCK,
        (
            "b2 Spearman attacks r2 Troll, melee 3-3 pierce: 5 2 4 (hits on 3 or more): "
            "2 hits, 6 + 1 light − 2 resistance = 5 wounds, 1 hit point left"
        ),
    ),
    (
        STRUCK.but(
            counter=True, need=6, first=(1, 1, 1), dice=(6, 1, 1), hits=1, base=3, light=0, resistance=0, wounds=3
        ),
        (
            "b2 Spearman counters r2 Troll, melee 3-3 pierce: 1 1 1, rerolled: 6 1 1 (hits on 6): 1 hit, 3 wounds, "
            "1 hit point left"
        ),
    ),
    (
        STRUCK.but(dice=(1, 1, 1), hits=0, base=0, wounds=0),
        "b2 Spearman attacks r2 Troll, melee 3-3 pierce: 1 1 1 (hits on 3 or more): no hit",
    ),
    (
        STRUCK.but(light=-1, resistance=1, wounds=6),
        (
            "b2 Spearman attacks r2 Troll, melee 3-3 pierce: 5 2 4 (hits on 3 or more): "
            "2 hits, 6 − 1 light + 1 weak to melee pierce = 6 wounds, 1 hit point left"
        ),
    ),
    (
        events.Asked(clause="WES-31", seat="red", stage="counter", unit="r2 Troll"),
        "Ben (red) must choose a counter attack for r2 Troll",
    ),
    (
        events.Asked(clause="WES-36", seat="red", stage="reroll", unit="r2 Troll", dice=(1, 2), need=4),
        "Ben (red) must keep or reroll the dice of r2 Troll: 1 2 (hits on 4 or more)",
    ),
    (
        events.Asked(clause="WES-42", seat="red", stage="advance", unit="r2 Troll"),
        "Ben (red) must choose whether r2 Troll advances",
    ),
    (
        events.Fell(clause="WES-41", unit="b2 Spearman", at="E5", seat="red", gold=1, leader=False),
        "b2 Spearman dies at E5; Ben (red) gains 1 gold",
    ),
    (
        events.Fell(clause="WES-41", unit="b1 Mage", at="E5", seat="red", gold=0, leader=True),
        "b1 Mage, the leader, dies at E5",
    ),
    (
        events.Advanced(clause="WES-42", unit="b2 Spearman", into="Pikeman", price=4),
        "b2 Spearman advances to Pikeman for 4 gold",
    ),
    (events.Advanced(clause="WES-42", unit="b2 Bat", into="Blood Bat", price=0), "b2 Bat advances to Blood Bat"),
    (
        events.Conquered(clause="WES-43", unit="b2 Spearman", at="I1", seat="red"),
        "b2 Spearman conquers the castle of Ben (red) at I1",
    ),
    (
        events.GaveUp(clause="WES-30", seats=("red",)),
        "Ben (red) leaves the game with all units; nobody owns their villages now",
    ),
    (events.StandingAnswersSet(clause="WES-31", seat="red"), "Ben (red) changes the standing answers"),
]


@pytest.mark.parametrize(("event", "sentence"), SENTENCES, ids=lambda value: getattr(value, "kind", ""))
def test_an_event_is_described(event: Event, sentence: str) -> None:
    assert describe(event, SEATS) == sentence


def test_every_kind_of_event_has_a_sentence_that_is_tested() -> None:
    elsewhere = {"unpaid", "declined", "rested", "went_out", "ended"}  # test_descriptions.py
    assert {event.kind for event, _ in SENTENCES} | elsewhere == {
        kind.model_fields["kind"].default for kind in events.EVENTS
    }


def test_the_heading_names_the_round_the_time_and_who_is_waited_for() -> None:
    match = position({"b2": "Spearman E5", "r2": "Troll E6"}, round=3)
    assert label(match) == "Round 3, afternoon: Blue to move"
    assert label(position(round=3, settings={"max_rounds": 9})) == "Round 3 of 9, afternoon: Blue to move"
    asking = match.but(fight=Fight(attacker="b2", defender="r2", attack="", stage="counter", striker="r2"))
    assert label(asking) == "Round 3, afternoon: Red to answer"


@pytest.mark.clause("WES-38")
def test_the_panel_says_whom_the_light_helps_and_how_many_units_of_the_acting_player() -> None:
    units = {"b2": "Spearman E5", "b3": "Orcish Grunt E7 of Northerners", "r2": "Troll I5"}
    day, _, blue = describe_light(position(units, time="morning")).partition(" Blue: ")
    assert day == "Lawful units add their level to their damage, chaotic units subtract it."
    assert blue == "2 units stronger, 1 unit weaker."
    night, _, blue = describe_light(position(units, time="first watch")).partition(" Blue: ")
    assert night == "Chaotic units add their level to their damage, lawful units subtract it."
    assert blue == "1 unit stronger, 2 units weaker."
    assert describe_light(position(units)) == "Neither day nor night: no unit is stronger or weaker."
    neutral = position(players={"blue": "Rebels", "red": ""}, time="morning")
    assert describe_light(neutral).endswith("Blue: no unit is stronger or weaker.")


def test_a_number_is_shown_with_its_sign() -> None:
    assert [signed(number) for number in (2, 0, -3)] == ["+2", "0", "−3"]


def test_the_note_of_a_unit_has_all_its_figures() -> None:
    match = position({"b2": "Cavalryman E5 wounds 4"}, time="morning")
    assert unit_note(match, match.index.by_id["b2"]).splitlines() == [
        "b2 Cavalryman (blue)",
        "Loyalists, level 1 lawful",
        "7 of 11 hit points, 8 moves",
        "melee 2-3 blade",
        "damage +1 by the time of day; added to damage taken: blade −1, pierce +1, impact −2, cold −1",
    ]
    assert unit_note(match, match.index.by_id["b1"]).startswith("b1 Lieutenant, leader (blue)")


def test_a_unit_says_what_it_may_still_do() -> None:
    match = position(
        {"b2": "Mage E5 spent", "b3": "Mage E7", "b1": "Lieutenant A1 leader recruiting", "r2": "Troll I5"}
    )
    assert {name: state_of(match, unit) for name, unit in match.index.by_id.items()} == {
        "b1": "recruits",
        "b2": "has acted",
        "b3": "may act",
        "r2": "",
        "r1": "",
    }


@pytest.mark.clause("WES-29")
def test_the_panel_lists_the_players_with_what_they_have_and_would_earn() -> None:
    match = position(
        {"b2": "Spearman E5"},
        players={"blue": "Loyalists 4", "red": "Northerners 9", "teal": "Rebels left"},
        villages={"F6": "blue"},
    )
    assert player_rows(match) == (
        ("blue", "Loyalists", "Lieutenant", 4, 1, 2, "+1"),
        ("red", "Northerners", "Orcish Warrior", 9, 0, 1, "–"),
        ("teal", "out of the game", "", 0, 0, 0, ""),
    )


@pytest.mark.clause("WES-36")
def test_a_reroll_shows_both_throws_in_the_log() -> None:
    match = position({"b2": "Bowman E5", "r2": "Troll Whelp E6"}, players={"blue": "Loyalists 1", "red": ""})
    act = {"unit": "b2", "target": "r2", "attack": "ranged 4-2 pierce", "reroll": "no hit"}
    after = play(match, act, rolls={"b2 attacks r2": [1, 2], "b2 attacks r2, again": [6, 1]})
    assert "1 2, rerolled: 6 1 (hits on 3 or more): 1 hit" in WES.describe(after.events_of("struck")[0], SEATS)
