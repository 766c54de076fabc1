"""Notices: what is missing before a deadline, and what happened in a turn."""

from __future__ import annotations

import pytest

from sheets_gm.gm.match_record.policy import Policy
from tests.gm.table import Evening

HOUR = 3600.0


@pytest.fixture
def evening() -> Evening:
    """A match with a day for each turn and a reminder two hours before."""
    policy = Policy(every=24 * HOUR, remind=2 * HOUR, zone="Europe/Berlin", gm=("gm@table",))
    evening = Evening(settings={"team_size": 2}, policy=policy)
    evening.tick()
    return evening


def until(evening: Evening, hours: float) -> None:
    """Poll so many hours before the deadline."""
    evening.now = (evening.table.session.record.due or 0) - hours * HOUR
    evening.tick()


def test_a_reminder_says_what_each_seat_has_not_done_with_the_deadline_in_its_own_zone(evening: Evening) -> None:
    evening.all_ready(but=["blue1", "blue2", "red1"])
    evening.order("blue2", move_to="A1")
    evening.order("red1", move_to="nowhere")
    zones = {"blue1": "America/New_York"}
    seats = tuple(seat.but(zone=zones.get(seat.id)) for seat in evening.record.charter.seats)
    evening.table.session.record = evening.store.save(evening.table.session.record.but(seats=seats))
    until(evening, 1.9)
    (table,) = (notice for notice in evening.notices if notice.seat is None)
    assert "Ana: Move to; Ben: the Ready box; Cleo: fix C6" in table.body
    assert table.body.endswith(f"\n{evening.record.workbooks[0].link}")
    assert table.title == "An evening: Turn 1 of 60"
    own = {notice.seat: notice.body for notice in evening.notices if notice.seat}
    assert set(own) == {"blue1", "blue2", "red1"}
    assert "Still missing: Move to." in own["blue1"]
    assert "Sat 16 Jan 03:00 (America/New_York)" in own["blue1"]
    assert "Sat 16 Jan 09:00 (Europe/Berlin)" in own["blue2"]


def test_each_deadline_is_reminded_of_once_with_its_instant(evening: Evening) -> None:
    until(evening, 2.1)
    assert evening.notices == []
    until(evening, 1.9)
    assert len(evening.notices) == 5
    until(evening, 0.3)
    evening.poller("another").tick()
    assert len(evening.notices) == 5
    for notice in evening.notices:
        ((text, instant),) = notice.instants.items()
        assert f"ue {text}." in notice.body
        assert instant == evening.table.session.record.due
    evening.notices.clear()
    evening.all_ready()
    evening.tick()
    until(evening, 1)
    assert any("Still missing" in notice.body for notice in evening.notices)


def test_nobody_is_reminded_when_everyone_is_ready_or_the_match_is_paused(evening: Evening) -> None:
    evening.do("pause")
    evening.notices.clear()
    for _ in range(3):
        evening.now += 16 * HOUR
        evening.tick()
    assert evening.notices == []


def test_a_turn_in_which_something_happened_is_summed_up_for_the_table(evening: Evening) -> None:
    evening.notices.clear()
    assert evening.tick(resolve=True).steps
    assert "No events." in evening.log()
    assert evening.notices == []
    evening.play(1)
    (notice,) = evening.notices
    assert (notice.seat, notice.title) == (None, "An evening: Turn 2 of 60")
    assert "Next: Turn 3 of 60, due" in notice.body
    lines = [line.removeprefix("• ") for line in notice.body.splitlines() if line.startswith("• ")]
    assert lines
    assert set(lines) <= set(evening.log())
    ((text, instant),) = notice.instants.items()
    assert (f"due {text}." in notice.body, instant) == (True, evening.table.session.record.due)


def test_an_action_of_the_game_master_is_notified_too_without_a_board(evening: Evening) -> None:
    evening.do("extend", None, "6h", "it is a holiday")
    assert "The game master extended the deadline by 6 hours: it is a holiday" in evening.notices[-1].body
    assert evening.notices[-1].picture is None


def test_the_board_of_a_turn_goes_with_its_notices_as_each_reader_sees_it() -> None:
    evening = Evening(plays="win_or_die", policy=Policy(layout="sealed"))
    drawn: dict[str | None, set[str]] = {}
    for _ in range(6):
        evening.play()
        for notice in evening.notices:
            if notice.picture is not None:
                drawn.setdefault(notice.seat, set()).add(notice.picture(False))
        evening.notices.clear()
    everybody, own = drawn.pop(None), list(drawn.values())
    assert all(picture.startswith("<svg") for pictures in (everybody, *own) for picture in pictures)
    assert len(everybody) > 3, "each turn has its own board"
    assert own
    assert not set.union(*own) & everybody, "a player sees their own hidden units"


def test_the_card_of_the_match_goes_with_the_notice_of_its_end() -> None:
    evening = Evening(settings={"max_turns": 2, "team_size": 2})
    evening.play(1)
    drawn = [notice.picture(False) for notice in evening.notices if notice.picture is not None]
    evening.notices.clear()
    evening.play(1)
    card = [notice.picture(False) for notice in evening.notices if notice.picture is not None]
    size = 'width="1200" height="630"'
    assert (any(size in each for each in drawn), all(size in each for each in card), bool(card)) == (False, True, True)


def test_the_last_one_hears_once_that_the_match_waits_for_nobody_else(evening: Evening) -> None:
    evening.notices.clear()
    evening.all_ready(but=["blue1", "red1"])
    evening.tick()
    assert evening.notices == []
    evening.all_ready(but=["blue1"])
    evening.tick()
    evening.tick()
    evening.poller("another").tick()
    (notice,) = evening.notices
    assert notice.seat == "blue1"
    assert notice.body.startswith("Everybody else is ready. Due Sat 16 Jan ")
    assert "Still missing: Move to." in notice.body


def test_who_alone_has_to_play_is_not_called_the_last() -> None:
    evening = Evening(plays="wesnoth")
    evening.play(2)
    evening.tick()
    assert not any("Everybody else" in notice.body for notice in evening.notices)
