"""Standing rows hold until somebody changes them, are given to every lock, and are a sign to nobody else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import cast

import pytest

from sheets_gm.adapters.export.record import public
from sheets_gm.gm.match_record.drafts import StandingOrder
from sheets_gm.gm.poll.real_dice import type_roll
from sheets_gm.gm.ports.sheets import Sheets
from sheets_gm.kernel.forms import Close, Form
from sheets_gm.kernel.match.integrity import Fault
from sheets_gm.kernel.match.journal import Attendance
from sheets_gm.kernel.match.proof import verify
from sheets_gm.kernel.match.recorder import Locked
from tests.gm.duel_of_words import Greet, Guard
from tests.gm.duels import WatchedSheets, answer_to, duel, fill, reply, say, state
from tests.gm.table import Evening


def test_a_standing_form_is_never_due() -> None:
    assert not Form("guards", "left", Guard, (), close=Close.STANDING, due=True).due
    assert Form("greetings", "left", Greet, ()).due


def test_a_standing_order_is_for_the_rows_that_its_form_has() -> None:
    form = Form("guards", "left", Guard, (), rows=2)
    rows = [StandingOrder(form="guards", seat="left", row=row, typed={}).row_in(form) for row in (1, 2)]
    assert rows == [1, None]


def test_a_standing_row_is_given_to_the_lock_of_somebody_elses_row() -> None:
    evening = duel()
    fill(evening, "right", "guards", word="fool")
    evening.tick()
    say(evening, "left", "fool")
    assert state(evening).sums["left"] == 0
    assert "Ana says fool: parried." in evening.log()
    say(evening, "left", "cur", row=2)
    assert state(evening).sums["left"] > 0


def test_a_standing_row_is_no_entry_and_is_journalled_with_the_lock_it_was_given_to() -> None:
    evening = duel()
    before = evening.store.last_number(evening.name)
    fill(evening, "right", "guards", word="fool", ready=True)
    evening.tick()
    evening.tick()
    assert evening.store.last_number(evening.name) == before
    say(evening, "left", "cur")
    entry = evening.store.last(evening.name)
    assert [(row.seat, row.form, row.cells["word"]) for row in entry.typed] == [
        ("left", "says", "cur"), ("right", "guards", "fool")
    ]  # fmt: skip
    assert entry.orders["right"] == [{"kind": "guard", "word": "fool", "note": ""}]


def test_a_standing_row_is_given_to_a_lock_of_all_too() -> None:
    evening = duel({"greetings": True})
    fill(evening, "right", "guards", word="fool")
    for seat in ("left", "right"):
        fill(evening, seat, "greetings", text="hello", ready=True)
    evening.tick()
    entry = evening.store.last(evening.name)
    assert [order["kind"] for order in entry.orders["right"]] == ["greet", "guard"]
    assert state(evening).acting == "left"
    assert answer_to(evening, "right", "guards").startswith("✓ Standing")


def test_a_standing_row_holds_from_turn_to_turn_until_it_is_changed() -> None:
    evening = duel()
    fill(evening, "right", "guards", word="fool")
    for _ in range(2):
        say(evening, "left", "end turn")
        say(evening, "right", "end turn")
    say(evening, "left", "fool")
    assert state(evening).sums["left"] == 0
    fill(evening, "right", "guards", word="cur")
    evening.tick()
    say(evening, "left", "fool", row=2)
    assert state(evening).sums["left"] > 0
    fill(evening, "right", "guards", word=None)
    evening.tick()
    assert answer_to(evening, "right", "guards") == ""
    say(evening, "left", "cur", row=3)
    assert evening.store.last(evening.name).orders.keys() == {"left"}


def test_a_standing_row_that_no_longer_stands_is_answered_at_its_row_and_left_out() -> None:
    evening = duel()
    fill(evening, "right", "guards", word="fool")
    say(evening, "left", "fool")
    say(evening, "left", "fool", row=2)
    assert "worn out" in answer_to(evening, "right", "guards")
    say(evening, "left", "fool", row=3)
    assert "right" not in evening.store.last(evening.name).orders
    assert state(evening).sums["left"] > 0


def test_a_standing_row_counts_in_no_attendance() -> None:
    evening = duel()
    fill(evening, "right", "guards", word="fool")
    evening.tick()
    assert evening.table.waiting == ("left",)
    evening.tick(resolve=True)
    assert evening.store.last(evening.name).attendance == {"left": Attendance.EXCUSED}


def test_a_standing_row_outlives_a_restart_a_rewind_and_a_question() -> None:
    evening = duel()
    fill(evening, "right", "guards", word="fool", note="always")
    say(evening, "left", "taunt")
    reply(evening, "right")
    evening.table = evening.poller("another")
    evening.tick()
    evening.do("rewind", "#0")
    assert answer_to(evening, "right", "guards").startswith("✓ Standing")
    say(evening, "left", "fool")
    assert "Ana says fool: parried." in evening.log()


def test_a_standing_row_outlives_a_sync_that_died_before_it_showed_the_turn() -> None:
    evening = duel()
    fill(evening, "right", "guards", word="fool")
    evening.tick()
    fill(evening, "left", "says", word="end turn", ready=True)
    evening.table.workbooks.sheets = cast("Sheets", WatchedSheets(evening.sync, dies=True))
    with pytest.raises(KeyboardInterrupt):
        evening.tick()
    evening.table = evening.poller("another")
    evening.tick()
    assert state(evening).acting == "right"
    assert answer_to(evening, "right", "guards").startswith("✓ Standing")
    assert [draft.typed["word"] for draft in evening.table.session.record.drafts if draft.form == "guards"] == ["fool"]


def test_a_standing_row_outlives_steps_in_which_its_form_is_closed() -> None:
    evening = duel({"greetings": True, "break_guards": True})
    fill(evening, "right", "guards", word="fool")
    for seat in ("left", "right"):
        fill(evening, seat, "greetings", text="hello", ready=True)
    evening.tick()
    assert "guards" not in {form.key for form in evening.table.session.forms}
    say(evening, "left", "end turn")
    say(evening, "right", "end turn")
    assert answer_to(evening, "right", "guards").startswith("✓ Standing")
    assert evening.row("guards", "right #1", "seat.right")["word"] == "fool"


def test_a_standing_row_with_a_name_follows_its_name_and_goes_with_it() -> None:
    evening = duel({"named": True})
    fill(evening, "right", "guards", "sword", word="fool")
    fill(evening, "right", "guards", "cloak", word="cur")
    say(evening, "left", "end turn")
    say(evening, "right", "end turn")
    assert state(evening).round == 2
    assert evening.row("guards", "right cloak", "seat.right")["word"] == "cur"
    say(evening, "left", "fool")
    assert evening.store.last(evening.name).orders["right"] == [{"kind": "guard", "word": "cur", "note": ""}]


def test_a_lock_that_waits_for_real_dice_keeps_the_standing_rows_that_it_was_given() -> None:
    evening = duel(dice="manual")
    fill(evening, "right", "guards", word="fool")
    say(evening, "left", "cur")
    assert evening.table.session.record.pending is not None
    fill(evening, "right", "guards", word="cur")
    evening.tick()
    type_roll(evening.table.session, "jab 1 of left in round 1", 4)
    evening.tick()
    assert state(evening).sums["left"] == 4
    entry = evening.store.last(evening.name)
    assert entry.orders["right"] == [{"kind": "guard", "word": "fool", "note": ""}]
    assert answer_to(evening, "right", "guards").startswith("✓ Standing")
    say(evening, "left", "cur", row=2)
    assert evening.store.last(evening.name).orders["right"][0]["word"] == "cur"


# -- no sign to anybody else -------------------------------------------------------------------------------------------


DIGEST = re.compile(r"/d/\S+|[0-9a-f]{64}|#\d+ [0-9a-f]{8}")


def without_digests(row: Sequence[object]) -> list[str]:
    """A row of a sheet without the digests in it, which depend on everything."""
    return [DIGEST.sub("digest", str(value)) for value in row]


def played(*, guarded: bool) -> Evening:
    """Two turns on two tables that differ in what is typed into standing rows of right."""
    evening = duel()
    if guarded:
        fill(evening, "right", "guards", 1, word="knave")
        fill(evening, "right", "guards", 2, word="knave", note="twice")
    evening.tick()
    say(evening, "left", "taunt")
    if guarded:
        fill(evening, "right", "guards", 2, note="changed")
    evening.tick()
    reply(evening, "right")
    say(evening, "left", "end turn", row=2)
    return evening


def test_nobody_else_can_see_whether_a_seat_has_standing_rows() -> None:
    bare, guarded = played(guarded=False), played(guarded=True)
    for key in ("public", "seat.left"):
        one, other = bare.sheets_of(key), guarded.sheets_of(key)
        for tab in one:
            assert [without_digests(row) for row in one[tab]] == [without_digests(row) for row in other[tab]]
    for before, after in zip(bare.store.entries("evening"), guarded.store.entries("evening"), strict=True):
        shown, other_shown = public(before), public(after)
        assert shown.locks.keys() == other_shown.locks.keys()
        assert shown.attendance == other_shown.attendance
        assert (shown.typed, shown.orders) == (other_shown.typed, other_shown.orders) == ((), {})
        assert [roll.why for roll in shown.rolls] == [roll.why for roll in other_shown.rolls]


def test_a_standing_row_writes_into_no_other_workbook() -> None:
    evening = duel()
    evening.tick()
    watched = WatchedSheets(evening.sync)
    evening.table.workbooks.sheets = cast("Sheets", watched)
    fill(evening, "right", "guards", word="fool")
    evening.tick()
    assert watched.written == ["seat.right"]
    assert sorted(watched.read_books) == sorted(book.key for book in evening.record.workbooks)


def test_a_match_with_standing_rows_still_recomputes() -> None:
    evening = played(guarded=True)
    journal = list(evening.store.entries(evening.name))
    assert any(entry.orders.get("right") for entry in journal)
    results = list(verify(evening.game, evening.record.charter, journal))
    assert not any(isinstance(each, Fault) for each in results)


def test_a_lock_of_a_seat_that_may_have_no_standing_row_is_a_fault() -> None:
    evening = duel({"break_guards": True})
    say(evening, "left", "end turn")
    table = evening.table.session
    forged = table.journal.recorder.play(table.entry, table.state, Locked(orders={}, standing=("left",)))
    journal = [*evening.store.entries(evening.name), forged.entry]
    *_, last = verify(evening.game, evening.record.charter, journal)
    assert isinstance(last, Fault)
    assert last.what == "it locks no order of left"
