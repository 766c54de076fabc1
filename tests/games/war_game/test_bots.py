"""The computer judge marks by its formula; commanders weigh whom they attack."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from sheets_gm.games.play_out import bot_dice
from sheets_gm.games.war_game.bots.bot import keen
from sheets_gm.games.war_game.bots.judge import mark_of
from sheets_gm.games.war_game.data.words import JUDGE
from sheets_gm.games.war_game.forms.all_forms import open_forms
from sheets_gm.games.war_game.position.orders import Strategy
from sheets_gm.games.war_game.position.state import Army, LastTurn
from sheets_gm.games.war_game.views.visible import view
from tests.games.war_game.table import army, battle, position, settings

MATCH = position(
    {"Ann": "C5 5E", "Xan": "P5 5E", "Cat": "C1 24A", "Yul": "P1 24I"},
    battles=(battle("attacks", "Dominaria 5E", ["Ann"], ["Xan"]),),
    phase="judging",
    members={"coalition": ("c1",), "phyrexia": ("p1",)},
)


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("", 0),
        ("Charge!", 3),
        ("go " * 29, 3),
        ("go " * 30, 4),
        ("go " * 99, 4),
        ("go " * 100, 5),
        ("Charge Xan!", 4),
        ("Charge Xan over the plains!", 5),
        ("The Memnite charge Xan over the plains.", 6),
        ("The Memnite charge Xan over the plains. If they run, so do we.", 7),
        ("The Memnite charge Xan over the plains. If they run, so do we. " + "And on. " * 15, 8),
        ("The Memnite charge Xan over the plains. If they run, so do we. " + "And on. " * 50, 9),
        ("The Memnite charge Xan over the plains through the overcast. If they run, we too. " + "Go on. " * 50, 10),
    ],
)
def test_the_computer_marks_a_text_by_what_is_in_it(text: str, mark: int) -> None:
    match = MATCH.but(sent=(Strategy(battle=1, army="Ann", text=text),) if text else ())
    assert mark_of(view(match, JUDGE), match.battles[0], match.army("Ann")) == mark


def test_the_computer_judge_fills_in_every_mark() -> None:
    match = MATCH.but(sent=(Strategy(battle=1, army="Ann", text="Charge!"),))
    (filled,) = (each for each in keen(view(match, JUDGE), open_forms(match), bot_dice("x"))
                 if each.form == "judging")  # fmt: skip
    assert filled.cells == {
        "first": 3, "second": 0, "first_kill": 3, "first_escape": 3, "second_kill": 0, "second_escape": 0,
        "ready": True,
    }  # fmt: skip


def orders_of(
    armies: Mapping[str, str | Army], structures: dict[str, str], **changes: Any
) -> dict[str, dict[str, object]]:
    """What the Coalition's commander does with its *armies*, where *structures* are the lines of some others."""
    made = settings(structures.values(), structures)
    match = position({**armies, "Yul": "P1 24I"}, made, members={"coalition": ("c1",)}, **changes)
    (form,) = (each for each in open_forms(match) if (each.key, each.seat) == ("moves", "coalition"))
    filled = keen(view(match, "coalition"), (form,), bot_dice("x"))
    return {form.at(each.row).row.name: dict(each.cells) for each in filled}


TOWN = {"Dominaria feature 0": "Town,feature,Dominaria,5C,,,"}
HOME = {"Base W": "Home,base,Dominaria,5C,W,,"}


def test_commanders_send_no_more_armies_to_a_structure_than_can_fight_for_it() -> None:
    near = {
        f"Ann {letter}": f"C5 {column}{row}" for letter, column, row in zip("abcdef", "346456", "AAABBB", strict=True)
    }
    done = orders_of({**near, "Xan": "P5 5C"}, TOWN)
    assert [cells["target"] for cells in done.values() if cells.get("order") == "engage"] == ["Xan"]


def test_commanders_leave_an_enemy_alone_who_is_not_in_their_way() -> None:
    done = orders_of({"Ann": "C5 4B", "Xan": "P5 5B"}, {"Dominaria feature 0": "Town,feature,Dominaria,2B,,,"})
    assert done == {"Ann": {"to": "2B", "ready": True}}


def test_commanders_drive_enemies_out_of_their_own_structures() -> None:
    assert orders_of({"Ann": "C5 4B", "Xan": "P5 5C"}, HOME)["Ann"].get("target") == "Xan"
    assert "target" not in orders_of({"Ann": "C5 4B", "Xan": "P5 5D"}, HOME)["Ann"]


@pytest.mark.parametrize(("enemy", "attacked"), [("P5 5C", True), ("P1 5C", False)])
def test_commanders_attack_no_garrison_that_is_much_stronger(enemy: str, attacked: bool) -> None:
    assert ("target" in orders_of({"Ann": "C5 4B", "Xan": enemy}, TOWN)["Ann"]) is attacked


@pytest.mark.parametrize(("enemy", "place", "attacked"), [("P6", "4C", True), ("P3", "4C", False), ("P6", "5A", False)])
def test_commanders_take_who_is_clearly_weaker_on_their_way(enemy: str, place: str, attacked: bool) -> None:
    done = orders_of(
        {"Ann": "C1 4B", "Xan": f"{enemy} {place}"}, {"Dominaria feature 0": "Town,feature,Dominaria,4G,,,"}
    )
    assert ("target" in done["Ann"]) is attacked


def test_who_was_beaten_goes_elsewhere_in_the_next_turn() -> None:
    towns = {**TOWN, "Dominaria feature 1": "Ville,feature,Dominaria,13B,,,"}
    fought = LastTurn(turn=1, battles=(battle("attacks", "Dominaria 5C", ["Ann"], ["Xan"]),), events=())
    assert orders_of({"Ann": "C5 5B", "Xan": "P5 5C"}, towns)["Ann"].get("target") == "Xan"
    assert orders_of({"Ann": "C5 5B", "Xan": "P5 5C"}, towns, last=fought)["Ann"].get("target") is None


@pytest.mark.parametrize(("left", "done"), [(2, {"to": "5C", "ready": True}), (1, None)], ids=["half", "whole"])
def test_the_hurt_go_home(left: int, done: dict[str, object] | None) -> None:
    """The base is that of Ann's faction; Bea would take the feature that is farther."""
    whole = army("Ann", "C5 5E")
    hurt = whole.but(units=tuple(each.but(count=each.count // left) for each in whole.units))
    towns = {**HOME, "Dominaria feature 0": "Town,feature,Dominaria,5G,,,"}
    found = orders_of({"Ann": hurt, "Bea": "C5 9I"}, towns)["Ann"]
    assert (found == done) is (done is not None)


def test_who_heals_stays_until_it_is_whole() -> None:
    whole = army("Ann", "C5 5C")
    hurt = whole.but(units=tuple(each.but(count=each.count * 9 // 10) for each in whole.units))
    assert orders_of({"Ann": hurt}, HOME)["Ann"] == {"order": "intercept", "ready": True}
