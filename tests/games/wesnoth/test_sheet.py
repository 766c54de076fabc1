"""The game as people play it: rows that are typed, ticked and answered on a real spreadsheet."""

from __future__ import annotations

from typing import Any

import pytest

from sheets_gm.adapters.installation import templates
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.ports.sheets import SheetsDown
from sheets_gm.kernel.match.journal import Entry
from sheets_gm.sheet.grid import a1
from tests.gm.table import Evening

COLUMNS = [column.field for column in templates.template("wesnoth").tabs["actions"].columns]
TOP = 3
NAMED = COLUMNS.index("seat")
"""The column with the name of each row."""


@pytest.fixture
def evening() -> Evening:
    made = Evening(plays="wesnoth", accounts=False)
    made.tick()
    return made


def fill(evening: Evening, row: int, **cells: Any) -> None:
    evening.type("actions", {a1(TOP + row, COLUMNS.index(name)): value for name, value in cells.items()})


def result(evening: Evening, row: int) -> str:
    line = evening.values("actions")[TOP + row]
    return str(line[COLUMNS.index("receipt")]) if len(line) > COLUMNS.index("receipt") else ""


def leader(evening: Evening) -> str:
    label: str = evening.table.session.state.units[0].label
    return label


def test_each_ticked_row_is_played_in_order_and_its_result_stands_beside_it(evening: Evening) -> None:
    for row, name in enumerate(("Spearman", "Bowman")):
        fill(evening, row, unit=leader(evening), recruit=name, ready=True)
    evening.tick()
    assert [unit.name for unit in evening.table.session.state.units if not unit.leader] == ["Spearman", "Bowman"]
    assert result(evening, 0).startswith("✓ Ana (blue) recruits b2 Spearman")
    assert result(evening, 1).startswith("✓ Ana (blue) recruits b3 Bowman")
    assert evening.values("actions")[TOP][COLUMNS.index("recruit")] == "Spearman"


def test_a_unit_may_be_called_by_its_number_as_the_board_shows_it(evening: Evening) -> None:
    fill(evening, 0, unit="b1", recruit="Spearman", ready=True)
    evening.tick()
    assert result(evening, 0).startswith("✓ Ana (blue) recruits b2 Spearman")


def test_a_row_that_is_not_ticked_waits_and_says_so(evening: Evening) -> None:
    fill(evening, 0, unit=leader(evening), recruit="Spearman")
    evening.tick()
    assert len(evening.table.session.state.units) == 2
    assert "Tick Ready" in result(evening, 0)


def test_a_row_that_fails_stops_those_behind_it_and_names_what_would_do(evening: Evening) -> None:
    fill(evening, 0, unit=leader(evening), recruit="Spearman", to="A1", ready=True)
    fill(evening, 1, unit=leader(evening), recruit="Bowman", ready=True)
    evening.tick()
    assert len(evening.table.session.state.units) == 2
    assert result(evening, 0).startswith("✗")
    assert "Try " in result(evening, 0)
    fill(evening, 0, to="")
    evening.tick()
    assert [unit.name for unit in evening.table.session.state.units if not unit.leader] == ["Spearman", "Bowman"]


def test_a_row_behind_one_that_is_wrong_says_what_it_waits_for(evening: Evening) -> None:
    fill(evening, 0, unit=leader(evening), recruit="Spearman", to="A1", ready=True)
    fill(evening, 1, action="End turn", ready=True)
    evening.tick()
    assert evening.table.session.state.acting == "blue"
    assert "Waiting for #1" in result(evening, 1)


def test_a_ticked_row_without_anything_in_it_stops_those_behind_it_and_says_so(evening: Evening) -> None:
    fill(evening, 1, ready=True)
    fill(evening, 2, action="End turn", ready=True)
    evening.tick()
    assert evening.table.session.state.acting == "blue"
    assert result(evening, 1).startswith("⚠ This row is empty")
    assert "Waiting for #2" in result(evening, 2)
    fill(evening, 1, ready=False)
    evening.tick()
    assert evening.table.session.state.acting == "red"


def test_rows_may_be_left_empty_in_between_and_ticked_in_any_order(evening: Evening) -> None:
    fill(evening, 5, unit=leader(evening), recruit="Bowman", ready=True)
    evening.tick()
    fill(evening, 2, unit=leader(evening), recruit="Spearman", ready=True)
    evening.tick()
    assert [unit.name for unit in evening.table.session.state.units if not unit.leader] == ["Bowman", "Spearman"]


def test_rows_behind_the_end_of_the_turn_are_nobodys(evening: Evening) -> None:
    for row in (0, 1):
        fill(evening, row, action="End turn", ready=True)
    fill(evening, 2, unit=leader(evening), recruit="Spearman", ready=True)
    evening.tick()
    evening.tick()
    state = evening.table.session.state
    assert (state.acting, state.round, len(state.units)) == ("red", 1, 2)


def test_nonsense_in_a_cell_is_answered_at_that_cell(evening: Evening) -> None:
    fill(evening, 0, unit="banana", action="dance", ready=True)
    evening.tick()
    assert f"{a1(TOP, COLUMNS.index('unit'))}: There is no “banana” here" in result(evening, 0)
    assert f"{a1(TOP, COLUMNS.index('action'))}: There is no “dance” here" in result(evening, 0)


def test_two_tiles_in_one_cell_are_answered_with_the_column_of_the_way(evening: Evening) -> None:
    fill(evening, 0, unit=leader(evening), to="B2 B3")
    evening.tick()
    assert "There is room for one choice here, not for 2: write B2 or B3, or write the way in Route. Try B2." in result(
        evening, 0
    )


def test_a_wrong_optional_cell_is_left_out_of_the_action_and_stays_answered(evening: Evening) -> None:
    fill(evening, 0, unit=leader(evening), recruit="Spearman", reroll="nevver", ready=True)
    fill(evening, 1, unit=leader(evening), recruit="Bowman", advance="Boatman")
    evening.tick()
    assert [unit.name for unit in evening.table.session.state.units if not unit.leader] == ["Spearman"]
    assert result(evening, 0).startswith("✓ Ana (blue) recruits b2 Spearman")
    cell = a1(TOP, COLUMNS.index("reroll"))
    left_out = f"{cell}: There is nothing to choose here now: leave the cell empty. It is left out."
    assert result(evening, 0).endswith(left_out)
    assert result(evening, 1).startswith("⚠ Saved · ")
    assert f"{a1(TOP + 1, COLUMNS.index('advance'))}: There is nothing to choose here now" in result(evening, 1)
    (slip,) = evening.table.session.entry.slips
    assert (slip.cell, slip.typed) == (cell, "nevver")
    assert [typing.cells["reroll"] for typing in evening.table.session.entry.typed] == ["nevver"]


def test_a_row_that_nobody_has_ticked_says_what_is_still_empty_and_is_not_red(evening: Evening) -> None:
    fill(evening, 0, unit=leader(evening), action="Move")
    evening.tick()
    assert result(evening, 0).startswith("Still to fill in: To. Try ")
    fill(evening, 0, ready=True)
    evening.tick()
    assert result(evening, 0).startswith("✗ ")
    assert "Choose a destination" in result(evening, 0)


def test_a_tab_on_which_nobody_is_asked_anything_says_so(evening: Evening) -> None:
    assert str(evening.values("answers")[TOP][0]).startswith("There is no question to answer now")


NEAR = """
map Near
columns A  B  C  D
1       K1 C1 C2 K2
2       C1 C1 .  C2
3       .  .  .  .
"""
"""Castles so near that whoever is recruited can attack the enemy's leader at once."""


def test_a_row_may_order_whom_a_row_above_it_recruits() -> None:
    evening = Evening(plays="wesnoth", accounts=False, settings={"act_when_recruited": True, "map": NEAR})
    fill(evening, 0, unit=leader(evening), recruit="Spearman", to="B1", ready=True)
    fill(evening, 1, unit=leader(evening), recruit="Bowman", ready=True)
    fill(evening, 2, unit="b2 Spearman", to="C3", ready=True)
    evening.tick()
    assert result(evening, 2).startswith("✓ b2 Spearman moves B1 → C3")


def test_in_a_live_match_rows_keep_their_place_while_somebody_is_asked() -> None:
    live = {"answers": "live", "act_when_recruited": True, "map": NEAR}
    evening = Evening(plays="wesnoth", accounts=False, settings=live)
    enemy = evening.table.session.state.units[1].label
    fill(evening, 0, unit=leader(evening), recruit="Spearman", to="B1", ready=True)
    for row in (3, 4):
        fill(evening, row, unit=leader(evening), recruit="Bowman", ready=True)
    evening.tick()
    fill(evening, 1, unit="b2 Spearman", target=enemy, attack="melee 3-3 pierce", ready=True)
    fill(evening, 2, unit="b3 Bowman", action="Rest", ready=True)
    evening.tick()
    evening.tick()
    assert evening.game.label(evening.table.session.state) == "Round 1, dawn: Red to answer"
    assert "This row waits for an answer from red" in result(evening, 2)
    columns = [column.field for column in templates.template("wesnoth").tabs["answers"].columns]
    while evening.table.session.state.fight is not None:
        answers = next(form for form in evening.table.session.forms if form.key == "answers")
        choice = answers.fields[0].choices[0]
        evening.type("answers", {a1(TOP, columns.index("answer")): choice, a1(TOP, columns.index("ready")): True})
        evening.tick()
    assert result(evening, 1).startswith("✓ b2 Spearman moves B1 → C1")
    assert result(evening, 2).startswith("✓ b3 Bowman rests")


def test_the_drop_downs_of_a_row_follow_its_unit(evening: Evening) -> None:
    fill(evening, 0, unit=leader(evening), recruit="Spearman")
    evening.tick()
    drawn = evening.table.workbooks.looks.shown["table"]["actions"]
    castle = evening.table.session.state.world.board.castles[0]
    assert drawn.rows[TOP][COLUMNS.index("to")].pick == castle
    assert len(drawn.rows[TOP + 1][COLUMNS.index("to")].pick or ()) > len(castle)


def test_the_end_of_the_turn_passes_the_play_and_empties_the_rows(evening: Evening) -> None:
    fill(evening, 0, unit=leader(evening), recruit="Spearman", ready=True)
    fill(evening, 1, action="End turn", ready=True)
    evening.tick()
    evening.tick()
    assert evening.table.session.state.acting == "red"
    first = evening.values("actions")[TOP]
    assert first[NAMED] == "red #1"
    assert not any(first[COLUMNS.index("unit") : COLUMNS.index("ready")])


def names_of_rows(evening: Evening, tab: str = "actions", key: str = "") -> list[str]:
    """The names of the rows of a tab, from the top."""
    return [str(line[NAMED]) for line in evening.values(tab, key)[TOP:] if len(line) > NAMED]


def line_of(evening: Evening, name: str, tab: str = "actions", key: str = "") -> dict[str, Any] | None:
    """The row called *name*, by field name; None if the tab has none."""
    return evening.row(tab, name, key) if name in names_of_rows(evening, tab, key) else None


def test_what_the_last_rows_of_a_turn_did_stays_beside_them_until_their_seat_has_new_rows(evening: Evening) -> None:
    fill(evening, 0, unit=leader(evening), recruit="Spearman", ready=True)
    evening.tick()
    fill(evening, 1, unit=leader(evening), recruit="Bowman", ready=True)
    fill(evening, 2, action="End turn", ready=True)
    evening.tick()
    assert evening.table.session.state.acting == "red"
    assert names_of_rows(evening) == [*(f"red #{number}" for number in range(1, 17)), "blue #1", "blue #2", "blue #3"]
    rows = [line_of(evening, f"blue #{number}") for number in (1, 2, 3)]
    receipts = [str(row["receipt"]) for row in rows if row]
    assert receipts[0].startswith("✓ Ana (blue) recruits b2 Spearman")
    assert receipts[1].startswith("✓ Ana (blue) recruits b3 Bowman")
    assert receipts[2].startswith("✓ ")
    assert [(row["recruit"], row["ready"]) for row in rows if row] == [("Spearman", ""), ("Bowman", ""), ("", "")]
    assert evening.tick().writes == 0
    fill(evening, 0, action="End turn", ready=True)
    evening.tick()
    assert evening.table.session.state.acting == "blue"
    assert names_of_rows(evening) == [*(f"blue #{number}" for number in range(1, 17)), "red #1"]
    assert result(evening, 0) == ""
    assert evening.tick().writes == 0


def test_a_ticked_row_behind_the_end_of_the_turn_says_that_it_was_not_done(evening: Evening) -> None:
    fill(evening, 0, action="End turn", ready=True)
    fill(evening, 1, unit=leader(evening), recruit="Spearman", ready=True)
    fill(evening, 2, unit=leader(evening), recruit="Bowman")
    evening.tick()
    row = line_of(evening, "blue #2")
    assert row is not None
    assert (row["recruit"], row["receipt"]) == ("Spearman", "✗ Not done: the turn ended before this row.")
    assert line_of(evening, "blue #3") is None


def test_a_ticked_row_that_the_deadline_overtakes_says_that_it_was_not_done() -> None:
    evening = Evening(plays="wesnoth", accounts=False, policy=Policy(every=20.0, gm=("gm@table",)))
    fill(evening, 0, unit=leader(evening), recruit="Spearman", ready=True)
    fill(evening, 1, unit="banana", ready=True)
    for _ in range(22):
        evening.tick()
    assert evening.table.session.state.acting == "red"
    rows = [line_of(evening, f"blue #{number}") for number in (1, 2)]
    receipts = [str(row["receipt"]) for row in rows if row]
    assert receipts[0].startswith("✓ Ana (blue) recruits b2 Spearman")
    assert receipts[1].startswith("✗ Not done: the turn ended before this row. C5: There is no “banana” here")


def test_in_a_private_workbook_answers_stay_while_the_others_play() -> None:
    evening = Evening(plays="wesnoth", policy=Policy(layout="sealed", gm=("gm@table",)))
    key = next(book.key for book in evening.record.workbooks if book.key.endswith("blue"))
    cells: dict[str, Any] = {"unit": leader(evening), "recruit": "Spearman", "ready": True}
    evening.type("actions", {a1(TOP, COLUMNS.index(name)): each for name, each in cells.items()}, key=key)
    evening.type("actions", {a1(TOP + 1, COLUMNS.index("action")): "End turn",
                             a1(TOP + 1, COLUMNS.index("ready")): True}, key=key)  # fmt: skip
    evening.tick()
    row = line_of(evening, "blue #1", key=key)
    assert row is not None
    assert str(row["receipt"]).startswith("✓ Ana (blue) recruits b2 Spearman")
    assert evening.tick().writes == 0


def test_an_answer_that_could_not_be_shown_when_the_turn_ended_is_shown_later(evening: Evening) -> None:
    fill(evening, 0, unit=leader(evening), recruit="Spearman", ready=True)
    fill(evening, 1, action="End turn", ready=True)

    def busy(*_: object) -> None:
        raise SheetsDown("the quota is used up")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(evening.sync, "write", busy)
        with pytest.raises(SheetsDown):
            evening.tick()
    evening.table = evening.poller("another")
    assert evening.tick().steps == ()
    row = line_of(evening, "blue #1")
    assert row is not None
    assert str(row["receipt"]).startswith("✓ Ana (blue) recruits b2 Spearman")
    assert evening.tick().writes == 0
    assert len(evening.table.session.state.units) == 3


def test_a_row_behind_one_that_was_played_is_answered_in_the_same_tick(evening: Evening) -> None:
    castle = evening.table.session.state.world.board.castles[0][0]
    fill(evening, 0, unit=leader(evening), recruit="Spearman", to=castle, ready=True)
    fill(evening, 1, unit=leader(evening), recruit="Bowman", to=castle)
    evening.tick()
    answer = result(evening, 1)
    assert answer.startswith(f"✗ {a1(TOP + 1, COLUMNS.index('to'))}: ")
    assert evening.tick().writes == 0
    assert result(evening, 1) == answer


def test_what_is_retyped_in_a_row_before_its_box_is_unticked_is_not_played(evening: Evening) -> None:
    fill(evening, 0, unit=leader(evening), recruit="Spearman", ready=True)
    append = evening.store.append

    def meanwhile(match: str, entry: Entry, record: Record) -> Record:
        fill(evening, 0, recruit="Bowman")
        return append(match, entry, record)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(evening.store, "append", meanwhile)
        evening.tick()
    evening.tick()
    assert [unit.name for unit in evening.table.session.state.units if not unit.leader] == ["Spearman"]
    line = evening.values("actions")[TOP]
    assert (line[COLUMNS.index("recruit")], line[COLUMNS.index("ready")]) == ("Bowman", "")


def test_a_row_that_was_played_may_be_filled_in_and_ticked_again(evening: Evening) -> None:
    fill(evening, 0, unit=leader(evening), recruit="Spearman", ready=True)
    evening.tick()
    assert not evening.values("actions")[TOP][COLUMNS.index("ready")]
    fill(evening, 0, recruit="Bowman")
    evening.tick()
    assert [unit.name for unit in evening.table.session.state.units if not unit.leader] == ["Spearman"]
    assert "Tick Ready" in result(evening, 0)
    fill(evening, 0, ready=True)
    evening.tick()
    assert [unit.name for unit in evening.table.session.state.units if not unit.leader] == ["Spearman", "Bowman"]


def test_the_odds_of_an_attack_stand_beside_its_row_before_it_is_ticked() -> None:
    evening = Evening(plays="wesnoth", accounts=False)
    for _ in range(120):
        evening.play(1)
        state = evening.table.session.state
        forms = [form for form in evening.table.session.forms if form.key == "actions"]
        targets = next((field.choices for form in forms for field in form.fields if field.name == "target"), ())
        if targets and evening.game.result(state) is None:
            break
    target = targets[0]
    unit = forms[0].given["target", target]["unit"][0]
    row = state.actions % forms[0].rows
    fill(evening, row, unit=unit, target=target)
    evening.tick()
    assert "wounds on average" in result(evening, row)
    assert result(evening, row).startswith("✓ Saved")


def test_standing_answers_are_set_while_another_player_moves(evening: Evening) -> None:
    columns = [column.field for column in templates.template("wesnoth").tabs["wishes"].columns]
    row = TOP + 1
    evening.type("wishes", {a1(row, columns.index("counter")): "none", a1(row, columns.index("ready")): True})
    evening.tick()
    assert evening.table.session.state.player("red").wishes.counter == "none"
    assert evening.table.session.state.acting == "blue"


def test_the_deadline_ends_the_turn_of_who_did_nothing(evening: Evening) -> None:
    evening.tick(resolve=True)
    assert evening.table.session.state.acting == "red"


def test_bots_play_on_the_sheet_until_the_match_is_over(evening: Evening) -> None:
    for _ in range(400):
        evening.play(1)
        if evening.game.result(evening.table.session.state) is not None:
            break
    assert evening.game.result(evening.table.session.state) is not None


def test_a_deadline_is_for_a_whole_turn_and_not_for_each_of_its_rows() -> None:
    evening = Evening(plays="wesnoth", accounts=False, policy=Policy(every=3600.0, gm=("gm@table",)))
    evening.tick()
    due = evening.table.session.record.due
    fill(evening, 0, unit=leader(evening), recruit="Spearman", ready=True)
    evening.tick()
    assert len(evening.table.session.state.units) == 3
    assert evening.table.session.record.due == due
    fill(evening, 1, action="End turn", ready=True)
    evening.tick()
    assert (evening.table.session.record.due or 0) > (due or 0)


def test_the_deadline_ends_the_turn_of_who_did_not_end_it() -> None:
    evening = Evening(plays="wesnoth", accounts=False, policy=Policy(every=20.0, gm=("gm@table",)))
    fill(evening, 0, unit=leader(evening), recruit="Spearman", ready=True)
    for _ in range(22):
        evening.tick()
    assert evening.table.session.state.acting == "red"
    assert len(evening.table.session.state.units) == 3


# -- the board ---------------------------------------------------------------------------------------------------------


def test_the_board_begins_with_the_map_and_tells_below_it_who_plays_what() -> None:
    evening = Evening(plays="wesnoth", players=3, settings={"map": "three_vales"}, accounts=False)
    evening.tick()
    rows = evening.values("board")
    names = [str(value) for value in rows[3][1:14]]
    assert names == list("ABCDEFGHIJKLM")
    first = next(number for number, row in enumerate(rows) if row[1:2] == ["Player"])
    heads = ["Player", "", "", "Faction", "", "Leader", "", "Gold", "", "Villages", "", "Units", "Income"]
    assert list(rows[first][1:]) == heads
    for number, (player, unit) in enumerate(
        zip(evening.seats, evening.table.session.state.units, strict=True), start=1
    ):
        shown = [str(value) for value in rows[first + number][1:8] if value]
        turn = "▶ " if number == 1 else ""
        assert shown == [f"{turn}{player.player} ({player.id})", unit.faction, unit.name]


def test_the_board_names_whoever_sits_there_now(evening: Evening) -> None:
    evening.do("substitute", "blue", "Zoe")
    assert any("▶ Zoe (blue)" in row for row in evening.values("board"))


def test_an_advance_that_a_unit_cannot_take_is_left_out_of_its_attack() -> None:
    evening = Evening(plays="wesnoth", accounts=False, settings={"act_when_recruited": True, "map": NEAR})
    fill(evening, 0, unit=leader(evening), recruit="Spearman", to="B1", ready=True)
    fill(evening, 1, unit=leader(evening), recruit="Bowman", ready=True)
    fill(evening, 2, unit="b2 Spearman", target="r1", advance="General", ready=True)
    evening.tick()
    entry = next(each for each in evening.store.entries("evening", 0) if each.refused)
    (refused,) = entry.refused
    assert (refused.order["advance"], refused.text) == ("General", "b2 Spearman cannot advance to General")
    assert [order["advance"] for order in entry.orders["blue"]] == [None]
