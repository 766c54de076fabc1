"""Real dice: the turn is locked, the GM types every roll that it needs, and then it is played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from sheets_gm.games.finding import game as find
from sheets_gm.gm.match_record.pending_lock import PendingLock
from sheets_gm.gm.match_record.policy import Policy, Status
from sheets_gm.gm.poll.real_dice import type_roll
from sheets_gm.gm.poll.tick import Tick
from sheets_gm.gm.ports.sheets import SheetsDown
from sheets_gm.kernel.actions import BadAction
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.match.journal import Entry
from sheets_gm.kernel.match.proof import verify
from sheets_gm.kernel.outcome import Outcome
from sheets_gm.sheet.grid import a1
from tests.gm.table import Evening

ROLLS = "rolls"
IDLE = "No roll is needed now."


@pytest.fixture
def evening() -> Evening:
    made = Evening(dice="manual")
    made.tick()
    return made


def lock(evening: Evening) -> Tick:
    """Everybody is ready, so the turn is locked and waits for rolls."""
    evening.order("blue1", as_account="ana@table", move_to="A1")
    evening.all_ready()
    return evening.tick()


def rows(evening: Evening) -> dict[str, list[Any]]:
    """The rows of the Rolls tab by reason: die, value, answer."""
    found = [[*row, "", "", ""] for row in evening.values(ROLLS)[3:] if row and row[0] not in ("", IDLE)]
    return {row[0]: row[2:5] for row in found}


def cell(evening: Evening, why: str) -> str:
    return a1(next(at for at, row in enumerate(evening.values(ROLLS)) if row and row[0] == why), 3)


def roll(evening: Evening, values: Mapping[str, Any]) -> Tick:
    """The GM types what the dice showed, and the sync polls."""
    evening.type(ROLLS, {cell(evening, why): value for why, value in values.items()}, "gm@table")
    return evening.tick()


def roll_all(evening: Evening, value: int = 2) -> Tick:
    """The GM types the same number for each roll that is asked for, until the turn is played."""
    for _ in range(20):
        tick = roll(evening, {why: value for why, row in rows(evening).items() if row[1] == ""})
        if tick.steps:
            return tick
    raise AssertionError(f"the turn is not played: {rows(evening)}")


def pending(evening: Evening) -> PendingLock | None:
    return evening.store.record(evening.name).pending


def entries(evening: Evening) -> list[Entry]:
    return list(evening.store.entries(evening.name))


def is_proven(evening: Evening) -> bool:
    return list(verify(evening.game, evening.record.charter, entries(evening))) == entries(evening)


# -- the first position ------------------------------------------------------------------------------------------------


def test_the_first_position_is_rolled_by_the_program(evening: Evening) -> None:
    first = entries(evening)[0]
    assert (evening.record.charter.dice, len(first.rolls)) == ("manual", 10)
    assert evening.values(ROLLS)[3][0] == IDLE
    assert is_proven(evening)


def test_a_match_with_keyed_dice_has_no_rolls_tab() -> None:
    assert all(ROLLS not in book.tabs for book in Evening().record.workbooks)


def test_in_a_sealed_match_only_the_gm_has_the_rolls_tab() -> None:
    evening = Evening(dice="manual", policy=Policy(layout="sealed", gm=("gm@table",)))
    assert [book.key for book in evening.record.workbooks if ROLLS in book.tabs] == ["gm"]


# -- the lock ----------------------------------------------------------------------------------------------------------


def test_a_turn_that_needs_rolls_is_locked_and_asks_for_each_by_its_reason(evening: Evening) -> None:
    tick = lock(evening)
    assert (tick.steps, tick.waiting) == ((), ("gm",))
    assert len(rows(evening)) == 10
    assert rows(evening)["turn 2: movement of blue1"] == ["d6", "", ""]
    assert "locked: the game master rolls the dice" in evening.values("orders")[0][0]
    status = {row[0]: row[1] for row in evening.values("gm") if len(row) > 1}
    assert status["Waiting for"] == "Game master (10 rolls to type on the Rolls tab)"
    assert evening.tick().writes == 0


def test_the_turn_is_played_with_the_rolls_that_were_typed(evening: Evening) -> None:
    lock(evening)
    values = {why: 1 + at % 6 for at, why in enumerate(rows(evening))}
    tick = roll(evening, values)
    assert {roll.why: roll.value for roll in tick.steps[0].entry.rolls} == values
    assert [player.roll for player in tick.steps[0].state.players] == list(values.values())
    assert tick.steps[0].state.player("blue1").at == "A1"
    assert evening.values(ROLLS)[3][0] == IDLE
    assert {typed.seat for typed in tick.steps[0].entry.typed} > {"gm", "blue1"}
    assert is_proven(evening)


def test_a_roll_is_checked_at_its_own_cell_and_costs_no_other(evening: Evening) -> None:
    lock(evening)
    first, second, third, *others = rows(evening)
    assert roll(evening, {first: 7, second: "two", third: 3}).steps == ()
    answers = {why: row[2] for why, row in rows(evening).items()}
    assert answers[first].startswith(f"✗ {cell(evening, first)}: ")
    assert answers[second].startswith(f"✗ {cell(evening, second)}: ")
    assert answers[third].startswith("✓ Saved")
    assert roll(evening, dict.fromkeys(others, 4)).steps == ()
    assert len(roll(evening, {first: 6, second: 2}).steps) == 1
    assert [each.value for each in entries(evening)[-1].rolls[:3]] == [6, 2, 3]


def test_a_roll_can_be_corrected_until_the_others_are_there(evening: Evening) -> None:
    lock(evening)
    first, *others = rows(evening)
    roll(evening, {first: 3})
    roll(evening, {first: 5})
    assert roll(evening, dict.fromkeys(others, 4)).steps[0].entry.rolls[0].value == 5


def test_rolls_that_depend_on_others_are_asked_for_next_and_the_others_stay(evening: Evening) -> None:
    evening.do("override", "players.blue1.at", "B9")
    evening.do("override", "players.red1.at", "B9", row=2)
    evening.all_ready()
    evening.tick()
    before = rows(evening)
    assert {why for why in before if "movement" not in why}
    assert not {"turn 2: movement of blue1", "turn 2: movement of red1"} & set(before), "one of them is knocked out"
    fight = {why: 6 if "blue1" in why else 1 for why in before}
    assert roll(evening, fight).steps == ()
    after = rows(evening)
    assert list(after)[: len(before)] == list(before)
    assert set(after) - set(before) == {"turn 2: movement of blue1"}
    assert all(after[why][1] == fight[why] for why in before)
    evening.type(ROLLS, {cell(evening, next(iter(before))): 3})
    tick = roll(evening, {"turn 2: movement of blue1": 4})
    assert {roll.why: roll.value for roll in tick.steps[0].entry.rolls} == {**fight, "turn 2: movement of blue1": 4}
    assert is_proven(evening)


# -- meanwhile ---------------------------------------------------------------------------------------------------------


def test_a_roll_whose_die_turns_out_to_be_another_one_is_asked_for_again_in_its_row() -> None:
    def resolve(state: Any, _orders: Any, dice: Dice) -> Outcome[Any]:
        dice.roll(3 if 1 < dice.roll(6, "one") < 6 else 4, "two")
        return Outcome(state)

    evening = Evening(dice="manual", rules=replace(find("gvg"), resolve=resolve))
    evening.tick()
    lock(evening)
    assert {why: row[0] for why, row in rows(evening).items()} == {"one": "d6", "two": "d4"}
    assert roll(evening, {"one": 2, "two": 2}).steps == ()
    for _ in range(2):
        assert evening.tick().writes <= 1
    assert {why: row[:2] for why, row in rows(evening).items()} == {"one": ["d6", 2], "two": ["d3", ""]}
    (entry,) = (step.entry for step in roll(evening, {"two": 3}).steps)
    assert [(each.why, each.sides, each.value) for each in entry.rolls] == [("one", 6, 2), ("two", 3, 3)]
    assert [row.cells["value"] for row in entry.typed if row.form == ROLLS] == [2, 3]
    assert is_proven(evening)


def test_what_players_type_after_the_lock_counts_for_the_next_turn(evening: Evening) -> None:
    lock(evening)
    evening.order("blue1", as_account="ana@table", move_to="A2")
    evening.order("blue2", as_account="ben@table", move_to="E1")
    evening.tick()
    late = "This turn is locked: what you type now counts for the next one."
    assert [evening.receipt(seat).endswith(late) for seat in ("blue1", "blue2", "blue3")] == [True, True, False]
    tick = roll_all(evening)
    assert [tick.steps[0].state.player(seat).at for seat in ("blue1", "blue2")] == ["A1", "BASE_B"]
    for seat, place in (("blue1", "A2"), ("blue2", "E1"), ("blue3", "")):
        row = evening.row("orders", seat)
        assert (row["move_to"], row["ready"]) == (place, "")
    assert "Saved" in evening.receipt("blue1")
    assert evening.tick().writes == 0
    assert is_proven(evening)


def test_a_standing_order_stays_one_when_its_row_is_changed_after_the_lock(evening: Evening) -> None:
    evening.order("blue1", move_to="A1", keep=True)
    lock(evening)
    evening.order("blue1", action="AUTO", move_to="A2")
    evening.tick()
    roll_all(evening)
    assert evening.row("orders", "blue1")["keep"] is True
    assert [each.seat for each in evening.store.record("evening").standing] == ["blue1"]


def test_nothing_is_lost_when_the_process_ends_between_two_rolls(evening: Evening) -> None:
    lock(evening)
    first, *others = rows(evening)
    roll(evening, {first: 5})
    evening.order("blue1", as_account="ana@table", move_to="A2")
    evening.table = evening.poller("another process")
    tick = roll(evening, dict.fromkeys(others, 4))
    assert tick.steps[0].state.player("blue1").at == "A1"
    assert [roll.value for roll in tick.steps[0].entry.rolls] == [5, *[4] * 9]
    evening.tick()
    assert evening.row("orders", "blue1")["move_to"] == "A2"


@pytest.mark.parametrize("played", [False, True])
def test_nothing_is_lost_or_used_twice_when_the_sheet_cannot_be_written(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, played: bool
) -> None:
    def busy(*_: object) -> None:
        raise SheetsDown("the quota is used up")

    if played:
        lock(evening)
        evening.type(ROLLS, {cell(evening, why): 4 for why in rows(evening)}, "gm@table")
        evening.order("blue2", as_account="ben@table", move_to="E1")
    else:
        evening.all_ready()
    with monkeypatch.context() as patch:
        patch.setattr(evening.sync, "write", busy)
        with pytest.raises(SheetsDown):
            evening.tick()
    assert (pending(evening) is None) is played
    assert evening.tick().steps == ()
    if played:
        assert evening.row("orders", "blue2")["move_to"] == "E1"
        evening.all_ready()
        evening.tick()
    assert [row[1] for row in rows(evening).values()] == [""] * 10
    roll_all(evening)
    assert len(entries(evening)) == (3 if played else 2)
    assert is_proven(evening)


def test_a_deadline_does_not_play_a_turn_without_its_rolls() -> None:
    evening = Evening(dice="manual", policy=Policy(every=600.0, gm=("gm@table",)))
    evening.now += 700
    assert evening.tick().steps == ()
    evening.now += 700
    assert evening.tick(resolve=True).steps == ()
    assert len(roll_all(evening).steps) == 1
    assert entries(evening)[-1].why == "the deadline passed"
    assert evening.store.record("evening").due == evening.now + 600
    assert evening.tick().steps == ()


def test_the_gm_is_reminded_of_the_rolls() -> None:
    evening = Evening(dice="manual", policy=Policy(every=600.0, remind=300.0, gm=("gm@table",)))
    lock(evening)
    evening.now += 400
    evening.tick()
    assert [notice.seat for notice in evening.notices] == [None, "gm"]
    assert "Still missing: The game master: rolls of dice on the Rolls tab." in evening.notices[0].body


def test_while_the_match_is_paused_rolls_are_taken_and_nothing_is_played(evening: Evening) -> None:
    lock(evening)
    evening.do("pause")
    assert roll(evening, dict.fromkeys(rows(evening), 2)).steps == ()
    assert [step.entry.kind for step in evening.do("resume", row=2).steps] == ["act", "turn"]
    assert is_proven(evening)


def test_the_position_cannot_be_changed_under_a_lock_but_a_rewind_drops_it(evening: Evening) -> None:
    lock(evening)
    evening.do("override", "players.blue1.at", "B9")
    assert evening.answer() == "✗ C4: The locked turn waits for rolls. Type them first, or drop the lock: rewind, #0."
    assert len(evening.do("rewind", "#0", row=2).steps) == 1
    assert pending(evening) is None
    assert rows(evening) == {}
    assert evening.tick().waiting == tuple(seat.id for seat in evening.seats)


def test_a_concession_that_ends_the_match_drops_the_lock(evening: Evening) -> None:
    lock(evening)
    assert evening.do("concede", "red").status is Status.OVER
    assert (pending(evening), rows(evening)) == (None, {})


def test_a_dry_run_asks_for_no_rolls(evening: Evening) -> None:
    evening.order("blue1", move_to="A1")
    assert evening.table.dry_run()
    lock(evening)
    assert evening.table.dry_run()
    assert len(entries(evening)) == 1


# -- the command -------------------------------------------------------------------------------------------------------


def test_rolls_may_also_be_typed_by_command(evening: Evening) -> None:
    lock(evening)
    first, second, *others = rows(evening)
    type_roll(evening.table.session, first, 3)
    type_roll(evening.table.session, first.upper(), 5)
    evening.tick()
    assert rows(evening)[first][1] == 5
    roll(evening, dict.fromkeys(others, 4))
    session = evening.poller("command").session
    type_roll(session, second, 6)
    tick = evening.tick()
    assert [roll.value for roll in tick.steps[0].entry.rolls[:3]] == [5, 6, 4]
    assert [typed.cells["value"] for typed in tick.steps[0].entry.typed if typed.form == ROLLS][:2] == [5, 6]
    assert is_proven(evening)


def test_a_command_for_a_roll_that_nobody_needs_says_which_are_needed(evening: Evening) -> None:
    session = evening.table.session
    with pytest.raises(BadAction, match="evening waits for no rolls now"):
        type_roll(session, "luck", 3)
    lock(evening)
    with pytest.raises(BadAction, match="Did you mean “turn 2: movement of blue1”"):
        type_roll(session, "turn 2: movment of blue1", 3)
    with pytest.raises(BadAction, match="A d6 shows 1 to 6, not 7"):
        type_roll(session, "turn 2: movement of blue1", 7)


# -- other games -------------------------------------------------------------------------------------------------------


def test_a_row_that_is_played_at_once_waits_for_its_rolls_too() -> None:
    evening = Evening(dice="manual", plays="wesnoth")
    evening.tick()
    asked = 0
    for _ in range(400):
        evening.play()
        if pending(evening) is not None:
            asked += 1
            assert roll_all(evening, 1 + asked % 6).steps
        if asked == 3:
            break
    assert asked == 3
    assert is_proven(evening)
