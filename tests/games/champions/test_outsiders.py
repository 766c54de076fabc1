"""What outsiders learn of a battle: one line, while the players on its tile see the dice."""

from __future__ import annotations

from typing import Any

import pytest

from sheets_gm.games.champions.data.settings import Settings
from sheets_gm.games.champions.views.descriptions import describe
from sheets_gm.games.champions.views.report import report
from sheets_gm.gm.intake.open_step import OpenStep
from sheets_gm.gm.intake.submissions import collect
from sheets_gm.kernel.match.journal import Attendance
from sheets_gm.kernel.report import Weight
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.reading import read_row
from tests.games.champions.table import CHAMPIONS, After, play, position

SEATS = {seat: Seat(id=seat, player=name, team=seat) for seat, name in (("p1", "Ana"), ("p2", "Ben"), ("p3", "Cleo"))}
PLAYERS = {"p1": "B2: Gladiator", "p2": "B2: Mage 3", "p3": "A1: all"}


def fought(**settings: Any) -> After:
    return play(position(PLAYERS, settings=settings))


def told(after: After, *eyes: str) -> list[str]:
    """The kinds of the events of the battle that *eyes* may know."""
    kinds = ("battle_began", "turn_began", "rolled", "struck", "health_updated", "fell", "battle_ended", "fought")
    return [event.kind for event in after.events if event.known_to(*eyes) and event.kind in kinds]


@pytest.mark.clause("CBR-33", "CBR-R30")
def test_outsiders_read_one_line_about_a_battle() -> None:
    after = fought()
    assert told(after) == told(after, "p3") == ["fought"]
    (line,) = after.events_of("fought")
    assert describe(line, SEATS) == (
        "⚔ Ana and Ben fought at B2: Ben's Mage fell; Ana has Gladiator 94; Ben has none left here"
    )
    assert [each.weight for each in report([line], SEATS)] == [Weight.HEADLINE, Weight.DETAIL]


@pytest.mark.clause("CBR-33", "CBR-R30")
@pytest.mark.parametrize("seat", ["p1", "p2"])
def test_those_on_the_tile_see_the_dice(seat: str) -> None:
    seen = told(fought(), seat)
    assert {"battle_began", "turn_began", "rolled", "struck", "fell", "battle_ended", "fought"} <= set(seen)


@pytest.mark.clause("CBR-R14", "CBR-R30")
@pytest.mark.parametrize("eyes", [(), ("p1",), ("p3",)])
@pytest.mark.parametrize("dice", ["tile", "everyone"])
def test_everybody_reads_once_what_is_left_after_a_battle(dice: str, eyes: tuple[str, ...]) -> None:
    known = [event for event in fought(battle_dice=dice).events if event.known_to(*eyes)]
    left = "Ana has Gladiator 94; Ben has none left here"
    assert sum(left in describe(event, SEATS) for event in known) == 1
    shown = list(report(known, SEATS))
    assert sum(left in each.text for each in shown) == 1
    assert "The battle ends" not in [each.text for each in shown if each.weight is Weight.HEADLINE]


@pytest.mark.clause("CBR-R30")
def test_no_public_roll_tells_the_dice_of_a_battle() -> None:
    after = fought()
    thrown = {why for why in after.rolls if " v " in why}
    assert thrown
    assert thrown <= after.hidden


@pytest.mark.clause("CBR-R30")
def test_with_battle_dice_for_everyone_the_log_has_all_lines_and_no_summary() -> None:
    after = fought(battle_dice="everyone")
    assert {"battle_began", "rolled", "fell", "battle_ended"} <= set(told(after))
    assert "fought" not in told(after)
    assert not {why for why in after.rolls if " v " in why} & after.hidden


def test_a_third_player_on_the_tile_sees_the_dice_of_the_others_battles() -> None:
    after = play(position({**PLAYERS, "p3": "B2: all"}, fights=["p1 p2", "p3 p1"]))
    assert {event.audience for event in after.events_of("rolled")} == {("p1", "p2", "p3")}


def test_who_falls_to_exhaustion_after_a_battle_falls_for_everybody_to_see() -> None:
    settings = {"deadlock_rounds": 1, "exhaustion": 99, "evade_pct": 100, "evade_cap": 100}
    match = position({"p1": "A1: all", "p2": "A1: all"}, size=1, settings=settings, idle=9)
    after = play(
        match, acts={f"{seat} {name}": ["EVADE"] * 4 for seat in ("p1", "p2") for name in ("Gladiator", "Mage")}
    )
    assert {event.audience for event in after.events_of("fell")} == {None}


def test_a_match_that_began_before_the_setting_keeps_its_dice_for_everyone() -> None:
    stored = Settings().model_dump(mode="json")
    assert stored.pop("battle_dice") == "tile"
    assert Settings.model_validate(stored).battle_dice == "everyone"
    assert Settings.model_validate({"show_names": False}).battle_dice == "tile"
    assert Settings.model_validate({**stored, "battle_dice": "tile"}).battle_dice == "tile"


# -- who is asked in the Battle phase ----------------------------------------------------------------------------------


def attendance(players: dict[str, str], ready: str = "", **settings: Any) -> dict[str, Attendance]:
    """The attendance in the Battle phase; the first row of the player *ready* is ticked."""
    match = position(players, settings=settings)
    forms = CHAMPIONS.open(match)
    reads = {
        (form.key, form.seat, row): read_row((form.key, form.seat, row), form.at(row), {"ready": True}, {})
        for form in forms
        for row in range(form.rows)
        if form.seat == ready and row == 0
    }
    found = collect(OpenStep(game=CHAMPIONS, state=match, forms=forms), reads)
    return dict(found.attendance)


TOGETHER = {"p1": "B2: all", "p2": "B2: all", "p3": "A1: all", "p4": "A2: Mage"}
APART = {"p1": "B2: all", "p2": "A1: all", "p3": "B2: all", "p4": "A2: Mage"}


@pytest.mark.clause("CBR-R5")
@pytest.mark.parametrize("ready", ["", "p1", "p3", "p4"])
def test_where_names_are_not_shown_attendance_does_not_tell_who_shares_a_tile(ready: str) -> None:
    seen = attendance(TOGETHER, ready, show_names=False)
    assert seen == attendance(APART, ready, show_names=False)
    assert set(seen) == set(TOGETHER)
    assert seen == {seat: Attendance.READY if seat == ready else Attendance.BLANK for seat in TOGETHER}


@pytest.mark.clause("CBR-R5")
def test_where_names_are_shown_only_those_who_fight_are_asked() -> None:
    assert set(attendance(TOGETHER)) == {"p1", "p2"}


@pytest.mark.clause("CBR-R5")
def test_a_player_without_a_battle_gives_an_order_as_others_do_and_it_changes_nothing() -> None:
    """The locks of a step name those who gave an order."""
    match = position(TOGETHER, settings={"show_names": False})
    form = next(form for form in CHAMPIONS.open(match) if form.seat == "p3")
    read = read_row((form.key, "p3", 0), form.at(0), {"ready": True, "champion": "Mage"}, {})
    assert read.order is not None
    assert CHAMPIONS.checks.check(match, "p3", read.order) is None
    assert list(CHAMPIONS.checks.fits(match, "p3", (read.order,))) == [None]
    wrong = read.order.but(turn=2)
    remark = CHAMPIONS.checks.check(match, "p3", wrong)
    assert remark is not None
    assert remark.text == "None of your battles has this action"
    dead = CHAMPIONS.checks.check(match, "p4", read.order.but(champion="Rogue"))
    assert dead is not None
    assert dead.text == "Your Rogue is dead"


@pytest.mark.clause("CBR-R5")
@pytest.mark.parametrize("bot", ["keen", "hunter"])
def test_a_bot_without_a_battle_fills_in_its_row(bot: str) -> None:
    from sheets_gm.games.play_out import fill

    match = position(TOGETHER, settings={"show_names": False})
    rows = fill(CHAMPIONS, match, CHAMPIONS.open(match), dict.fromkeys(TOGETHER, CHAMPIONS.people.bots[bot]), "luck")
    assert {row.form.seat for row in rows if row.order is not None} == set(TOGETHER)
