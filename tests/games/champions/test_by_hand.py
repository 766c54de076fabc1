"""The answers to a person who fills in forms by hand: the cell, the reason, the nearest legal choice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from sheets_gm.games.champions.position.state import Match
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.kernel.forms import Typed
from sheets_gm.kernel.match.journal import Attendance
from sheets_gm.sheet.reading import read_row
from tests.games.champions.evening import Evening
from tests.games.champions.table import CHAMPIONS, given, position, stand


def answer(match: Match, row: str, cells: Mapping[str, Typed], seat: str = "p1") -> str:
    """The answer to a row that *seat* fills in: a slip, a refusal or a warning; "" if there is none."""
    form = next(form for form in CHAMPIONS.open(match) if form.seat == seat)
    number = next(at for at in range(form.rows) if form.at(at).row.name == row)
    own = form.at(number)
    drawn = {field.name: field.default for field in own.fields}
    read = read_row((form.key, seat, number), own, {**drawn, **cells}, {})
    if read.slips:
        return f"{read.slips[0].field}: {read.slips[0].text}; {read.slips[0].instead}"
    assert read.order is not None
    remark = CHAMPIONS.checks.check(match, seat, read.order) or CHAMPIONS.checks.fits(match, seat, (read.order,))[0]
    if remark is None:
        return ""
    instead = f"; {remark.instead}" if remark.instead else ""
    return f"{'' if remark.refuses else '⚠ '}{remark.field}: {remark.text}{instead} ({remark.clause})"


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("b2 ", ""),
        ("C3", ""),
        ("A1", ""),
        ("D4", "move_to: D4 is 2 tiles away; you can move only 1; C3 (CBR-7)"),
        ("E5", "move_to: There is no “E5” here: choose from the list in the cell; None"),
        (7, "move_to: There is no “7” here: choose from the list in the cell; None"),
        ("#REF!", "move_to: The cell shows the error #REF!: clear it and type again; None"),
    ],
)
def test_where_one_may_go(typed: Typed, expected: str) -> None:
    match = position({"p1": "B2: all", "p2": "D4: all"}, phase="movement")
    assert answer(match, "", {"move_to": typed}) == expected


@pytest.mark.clause("CBR-13", "CBR-R6", "CBR-R9")
@pytest.mark.parametrize(
    ("name", "typed", "expected"),
    [
        ("loot_1", "d", ""),
        ("loot_3", "any", ""),
        (
            "loot_2",
            "Weapon",
            "loot_2: There is no “Weapon” here: choose Physical, Magical, Defensive, Support or Any; None",
        ),
        (
            "loot_4",
            "Physical",
            "⚠ loot_4: You have only 3 looting actions, so this one is not used (CBR-13)",
        ),
    ],
)
def test_what_one_may_look_for(name: str, typed: str, expected: str) -> None:
    match = position({"p1": "B2: all", "p2": "D4: all"}, phase="looting")
    assert answer(match, "", {name: typed}) == expected


@pytest.mark.clause("CBR-23", "CBR-24", "CBR-25", "CBR-26", "CBR-R10", "CBR-R11", "CBR-R12")
@pytest.mark.parametrize(
    ("row", "cells", "expected"),
    [
        ("Gladiator", {"item_1": "rusty dagger", "item_2": "P-C1", "armor": "Iron Plate (1d10)"}, ""),
        ("Gladiator", {"item_1": "Halberd"}, "item_1: You have no Halberd; Rusty Dagger (1d4) (CBR-R10)"),
        (
            "Gladiator",
            {"item_1": "Excalibur"},
            "item_1: There is no “Excalibur” here: choose Rusty Dagger (1d4) or War Drum; None",
        ),
        (
            "Gladiator",
            {"item_2": "Iron Plate"},
            "item_2: Iron Plate is armor; put it in the Armor column; Rusty Dagger (1d4) (CBR-26)",
        ),
        ("Gladiator", {"armor": "Rusty Dagger"}, "armor: Rusty Dagger is not armor; Studded Leather (1d8) (CBR-26)"),
        ("Mage", {"armor": "Iron Plate"}, "armor: A Mage cannot wear Heavy Armor; Studded Leather (1d8) (CBR-24)"),
        ("Healer", {"armor": "Iron Plate"}, "armor: A Healer cannot wear Heavy Armor; leave it empty (CBR-24)"),
        (
            "Healer",
            {"armor": "Studded Leather"},
            "armor: A Healer cannot wear Medium Armor; leave it empty (CBR-25)",
        ),
        (
            "Mage",
            {"item_1": "War Drum", "item_2": "War Drum"},
            "item_2: You have only 1 War Drum, and another slot has it; Rusty Dagger (1d4) (CBR-26)",
        ),
    ],
)
def test_what_one_may_wear(row: str, cells: dict[str, Typed], expected: str) -> None:
    players = {"p1": "B2: Gladiator, Healer, Mage; stash P-C1 P-C1 D-U3 D-U2 S-U1", "p2": "D4: all"}
    shown = answer(position(players, phase="equipment"), row, cells)
    assert shown == expected


FIGHT = {"p1": "A1: Rogue S-U1 S-U3, Healer S-C1, Gladiator, Mage 1 S-U2", "p2": "A1: Gladiator, Mage 40, Rogue 1"}


@pytest.mark.clause("CBR-33", "CBR-47", "CBR-48", "CBR-49", "CBR-61", "CBR-R13", "CBR-R25")
@pytest.mark.parametrize(
    ("row", "cells", "expected"),
    [
        ("1 1", {"champion": "Gladiator", "action": "ATK", "prefer": "hmgr"}, ""),
        ("1 1", {"champion": "Rogue", "action": "SUP", "item": "S-U1", "target": "partner"}, "⚠ champion"),
        (
            "1 1",
            {"champion": "Knight"},
            "champion: There is no “Knight” here: choose Gladiator, Rogue, Healer or Mage; None",
        ),
        (
            "1 1",
            {"champion": "Gladiator", "action": "Heal"},
            "action: Only a Healer can Heal, and this is the Gladiator; Attack (CBR-47)",
        ),
        ("1 2", {"action": "Support"}, "action: A Gladiator cannot Support; Attack (CBR-48)"),
        ("1 2", {"item": "Assist"}, "action: A Gladiator cannot Support; Attack (CBR-48)"),
        ("2 2", {"item": "War Drum"}, ""),
        ("2 2", {"item": "Bandage Roll"}, "item: The Rogue does not wear Bandage Roll; War Drum (CBR-R25)"),
        (
            "2 2",
            {"item": "Light Boots"},
            "item: Light Boots works while it is worn and cannot be used with Support; Assist (CBR-R25)",
        ),
        (
            "2 2",
            {"item": "Hourglass of Haste"},
            "item: None of your Champions that can Support wears Hourglass of Haste; Assist (CBR-R25)",
        ),
        (
            "2 2",
            {"action": "Evade", "item": "War Drum"},
            "item: Only Support uses an item, and the action is Evade (CBR-R25)",
        ),
        (
            "2 2",
            {"action": "Attack", "target": "Mage"},
            "target: A target belongs to Heal or Support; choose one of them as the action (CBR-49)",
        ),
        (
            "2 2",
            {"action": "Evade", "prefer": "Mage"},
            "⚠ prefer: The order of targets has no effect with Evade, only with Attack (CBR-49)",
        ),
        (
            "2 3",
            {"action": "Support", "target": "Self"},
            "⚠ target: War Drum cannot be used on Self; it is for the partner (CBR-R25)",
        ),
        (
            "2 3",
            {"action": "Support", "item": "Assist", "target": "Mage"},
            "⚠ target: Assist cannot be used on Mage; it is for the partner (CBR-R25)",
        ),
        ("2 3", {"action": "Support", "item": "Assist", "target": "Gladiator"}, ""),
        ("2 4", {"action": "atack"}, "action: There is no “atack” here; Attack"),
    ],
)
def test_what_one_may_do(row: str, cells: dict[str, Typed], expected: str) -> None:
    shown = answer(position(FIGHT), "Champion {}, turn {}".format(*row.split()), cells)
    assert shown.startswith(expected) if expected.startswith("⚠ champion") else shown == expected


@pytest.mark.clause("CBR-R25")
@pytest.mark.parametrize(
    ("worn", "target", "expected"),
    [
        ("S-U2", "Gladiator", ""),
        ("S-U2", "Healer", "Weakening Powder cannot be used on Healer; it is for the most dangerous enemy"),
        ("S-U2", "Self", "Weakening Powder cannot be used on Self; it is for the most dangerous enemy"),
        ("S-C1", "Mage", ""),
        ("S-C1", "Rogue", ""),
        (
            "S-C1",
            "Gladiator",
            "Bandage Roll cannot be used on Gladiator; it is for your Champion with the least health",
        ),
        ("S-L2", "Partner", "Saint's Reliquary cannot be used on Partner; it is for both of your Champions"),
        ("S-U1", "Rogue", ""),
        ("S-U1", "Mage", "War Drum cannot be used on Mage; it is for the partner"),
    ],
)
def test_a_target_that_an_item_cannot_have_is_answered_with_whom_it_is_for(
    worn: str, target: str, expected: str
) -> None:
    match = position({"p1": f"A1: Mage {worn}, Rogue", "p2": "A1: Gladiator, Rogue"})
    orders = given(acts={"p1 Mage": ["SUP"], "p1 Rogue": ["ATK"]})["p1"]
    orders[0] = orders[0].but(target=target)
    remark = CHAMPIONS.checks.fits(match, "p1", tuple(orders))[0]
    assert (remark.text if remark else "") == expected


@pytest.mark.clause("CBR-R13")
def test_a_dead_champion_cannot_be_sent_and_nobody_is_sent_twice() -> None:
    match = position({"p1": "A1: Gladiator, Rogue, Mage", "p2": "A1: all"})
    assert (
        answer(match, "Champion 1, turn 1", {"champion": "Healer"})
        == "champion: Your Healer is dead; Gladiator (CBR-R13)"
    )
    _, refused = stand(match, given(acts={"p1 Mage": ["ATK"], "p1 Mage again": ["ATK"]}))
    assert refused["p1 2.1"].text == "The Mage is already chosen"
    assert refused["p1 2.1"].instead == "Gladiator"


# -- at the deadline ---------------------------------------------------------------------------------------------------


def late(evening: Evening) -> Any:
    """Let the deadline pass, without a gap between polls that is an outage; what was played then."""
    before = evening.table.session.entry.number
    due = evening.table.session.record.due or evening.now
    while evening.table.session.entry.number == before and evening.now <= due:
        evening.now += 60
        evening.tick()
    assert evening.table.session.entry.number > before
    return next(entry for entry in evening.store.entries(evening.name, before + 1))


def timed() -> Evening:
    return Evening(policy=Policy(layout="sealed", gm=("gm@table",), every=300.0))


@pytest.mark.clause("CBR-R28")
def test_who_does_not_answer_in_a_battle_sends_the_two_healthiest_and_they_attack() -> None:
    evening = timed()
    evening.until("battle")
    state = evening.table.session.state
    one, other = state.fights[0].seats
    evening.fill(
        one, "Champion 1, turn 1" if len(state.fights_of(one)) == 1 else "battle 1, Champion 1, turn 1", action="Evade"
    )
    entry = late(evening)
    assert entry.attendance[other] is Attendance.NO_SHOW
    assert entry.attendance[one] is Attendance.DRAFT, "what was typed counts, ready or not"
    evades = [event for event in entry.events if event["kind"] == "evading"]
    assert {event["by"]["seat"] for event in evades} == {one}
    assert any(event["kind"] == "rolled" and event["by"]["seat"] == other for event in entry.events)


def test_who_does_not_answer_stays_loots_anything_and_wears_what_it_wore() -> None:
    evening = timed()
    at = evening.table.session.state.player("p1").at
    evening.play(but=["p1"])
    assert late(evening).attendance["p1"] is Attendance.NO_SHOW
    assert evening.table.session.state.player("p1").at == at
    evening.play(but=["p1"])
    late(evening)
    assert len(evening.table.session.state.player("p1").stash) == 3
    evening.play(but=["p1"])
    late(evening)
    assert not any(champion.worn for champion in evening.table.session.state.player("p1").champions)


@pytest.mark.clause("CBR-R6")
def test_what_somebody_looks_for_may_be_a_standing_order() -> None:
    evening = timed()
    evening.until("looting")
    evening.fill("p1", loot_1="Defensive", loot_2="Support", keep=True, ready=True)
    for _ in range(8):
        evening.play(but=["p1"]) if evening.table.session.state.phase == "looting" else evening.play()
        if evening.table.session.state.phase == "looting" and evening.table.session.state.round == 2:
            break
    assert evening.table.session.state.round == 2
    shown = evening.row("looting", "p1", "seat.p1")
    assert shown["keep"] is True
    assert shown["receipt"] == "↻ standing order: loot_1 Defensive, loot_2 Support, loot_3 Any"
    (order,) = late(evening).orders["p1"]
    assert [order["loot_1"], order["loot_2"]] == ["Defensive", "Support"]


@pytest.mark.clause("CBR-13", "CBR-R9")
def test_a_standing_loot_order_outlives_the_item_that_gave_it_an_action() -> None:
    """R9: the fourth action is gone with the Satchel; the first three are played as they were ordered."""
    evening = timed()
    evening.until("looting")
    answer = evening.fill("p1", loot_1="Defensive", loot_2="Defensive", loot_4="Physical", keep=True, ready=True)
    assert answer.startswith("⚠")
    for _ in range(8):
        evening.play(but=["p1"]) if evening.table.session.state.phase == "looting" else evening.play()
        if evening.table.session.state.phase == "looting" and evening.table.session.state.round == 2:
            break
    entry = late(evening)
    assert entry.attendance["p1"] is Attendance.NO_SHOW
    (order,) = entry.orders["p1"]
    assert [order[f"loot_{number}"] for number in range(1, 5)] == ["Defensive", "Defensive", "Any", "Physical"]
    assert len(evening.table.session.state.player("p1").found) == 3
