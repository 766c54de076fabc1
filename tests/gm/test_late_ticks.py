"""A tick that comes just after the lock is asked again, and never counts as a turn of nothing."""

from __future__ import annotations

from tests.gm.table import Evening


def after_a_lock() -> Evening:
    """A match whose first turn was played while Ana had a draft and Ben nothing; the others were ready."""
    evening = Evening()
    evening.all_ready(but=("blue1", "blue2"))
    evening.order("blue1", action="FIGHT")
    evening.tick()
    assert evening.tick(resolve=True).steps
    return evening


def test_a_tick_just_after_the_lock_is_taken_out_and_asked_again() -> None:
    evening = after_a_lock()
    evening.now += 5
    evening.order("blue1", ready=True)
    evening.order("blue2", ready=True)
    evening.all_ready(but=("blue1", "blue2"))
    assert not evening.tick().steps
    assert {"blue1", "blue2"} <= set(evening.table.waiting)
    for seat in ("blue1", "blue2"):
        receipt = evening.receipt(seat)
        assert receipt.startswith("⚠ Turn 1 of 60 was played just before you ticked. Tick Ready again")
        assert not evening.row("orders", seat)["ready"]
    assert evening.tick().writes == 0
    assert evening.receipt("blue1").startswith("⚠ Turn 1")


def test_the_second_tick_counts() -> None:
    evening = after_a_lock()
    evening.now += 5
    evening.order("blue1", ready=True)
    evening.tick()
    evening.order("blue1", ready=True)
    evening.tick()
    assert evening.receipt("blue1").startswith("✓ Ready")
    assert "blue1" not in evening.table.waiting


def test_a_row_that_says_something_and_a_later_tick_count_at_once() -> None:
    evening = after_a_lock()
    evening.now += 5
    evening.order("blue1", action="FIGHT", ready=True)
    evening.tick()
    assert "blue1" not in evening.table.waiting
    evening.order("blue2", ready=True)
    evening.tick()
    assert "blue2" not in evening.table.waiting


def test_whoever_was_ready_at_the_lock_may_be_quick() -> None:
    evening = after_a_lock()
    evening.now += 5
    evening.order("red1", ready=True)
    evening.tick()
    assert "red1" not in evening.table.waiting


def test_a_tick_long_after_the_lock_counts_though_nobody_looked_before() -> None:
    evening = after_a_lock()
    evening.now += 31
    evening.order("blue1", ready=True)
    evening.tick()
    assert "blue1" not in evening.table.waiting


def test_the_question_stays_when_the_sync_is_started_again() -> None:
    evening = after_a_lock()
    evening.now += 5
    evening.order("blue1", ready=True)
    evening.tick()
    asked = evening.receipt("blue1")
    assert asked.startswith("⚠ Turn 1 of 60 was played just before")
    assert evening.poller("another").tick().writes == 0
    assert evening.receipt("blue1") == asked
    evening.order("blue1", action="FIGHT")
    evening.tick()
    assert evening.receipt("blue1").startswith("✓ Saved")
