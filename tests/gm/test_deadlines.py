"""Deadlines: rolling and on the clock, through changes of the clocks, pauses, extensions and outages."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheets_gm.gm.between.deadlines import Extend, Leap, PutBack, Slide
from sheets_gm.gm.between.finding import read_action
from sheets_gm.gm.between.pauses import Pause, Resume
from sheets_gm.gm.match_record.clock_times import BadTime, ClockTime, clock_times, last_at, next_at
from sheets_gm.gm.match_record.clocks import RunningClock
from sheets_gm.gm.match_record.deadlines import Pace, outage
from sheets_gm.gm.match_record.notices_part import Reminders
from sheets_gm.gm.match_record.policy import Policy, Status
from sheets_gm.gm.match_record.seats.presence import Excuses
from sheets_gm.gm.match_record.step_time import StepTime
from sheets_gm.gm.poll.schedule.pace import activity_of
from sheets_gm.gm.poll.sliding_deadlines import Poll, _after_outage
from sheets_gm.kernel.actions import Rewind
from tests.gm.bare import Bare
from tests.gm.table import Evening
from tests.gm.test_hand_over import is_proved

BERLIN = "Europe/Berlin"
HOUR = 3600.0
DAY = 24 * HOUR


def at(text: str, zone: str = BERLIN) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()


def local_time(instant: float, zone: str = BERLIN) -> str:
    return datetime.fromtimestamp(instant, ZoneInfo(zone)).strftime("%a %Y-%m-%d %H:%M")


# -- the time of a deadline --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("17:00 on Sundays", [(6, 17, 0)]),
        ("Sun 17:00", [(6, 17, 0)]),
        ("Wed and Sat 20:30", [(2, 20, 30), (5, 20, 30)]),
        ("daily 8:00", [(None, 8, 0)]),
        ("every day at 23:59", [(None, 23, 59)]),
        ("tues 7:05", [(1, 7, 5)]),
        ("Wed, Sat 20h30", [(2, 20, 30), (5, 20, 30)]),
    ],
)
def test_a_fixed_time_is_written_as_people_say_it(text: str, times: list[tuple[int | None, int, int]]) -> None:
    assert [(each.day, each.hour, each.minute) for each in clock_times(text)] == times


@pytest.mark.parametrize(
    ("text", "message"),
    [("Sundays", "must contain one time of day"), ("Sun 25:00", "25:00 is not a time of day"),
     ("Blursday 17:00", "“blursday” is not a day of the week"), ("17:00 18:00", "must contain one time of day"),
     ("17.00", "must contain one time of day. Write it like “Sun 17:00”"),
     ("2026-12-01 17:00", "cannot contain “2026-12-01”. Write it like"), ("5 17:00", "cannot contain “5”"),
     ("Dec 1 17:00", "“dec” is not a day"), ("daily Sun 17:00", "both every day and a day of the week"),
     ("ss 17:00", "is not a day of")],
)  # fmt: skip
def test_a_text_that_is_not_a_time_is_answered_with_how_to_write_one(text: str, message: str) -> None:
    with pytest.raises(BadTime, match=message):
        clock_times(text)


def test_the_same_local_hour_before_and_after_the_clocks_change() -> None:
    sundays = clock_times("Sun 17:00")
    # summer time began in Berlin on 2026-03-29
    instants = [at("2026-03-18 12:00")]
    for _ in range(3):
        instants.append(next_at(sundays, BERLIN, instants[-1]))
    assert [local_time(each) for each in instants[1:]] == [
        "Sun 2026-03-22 17:00", "Sun 2026-03-29 17:00", "Sun 2026-04-05 17:00"
    ]  # fmt: skip
    assert instants[2] - instants[1] == 7 * DAY - HOUR
    assert instants[3] - instants[2] == 7 * DAY


def test_a_time_that_the_clocks_skip_still_comes() -> None:
    due = next_at(clock_times("daily 2:30"), BERLIN, at("2026-03-28 12:00"))
    assert local_time(due) == "Sun 2026-03-29 03:30"


def test_a_time_that_the_clocks_show_twice_comes_once() -> None:
    nightly = clock_times("daily 2:30")
    first = next_at(nightly, BERLIN, at("2026-10-24 12:00"))
    assert local_time(first) == "Sun 2026-10-25 02:30"
    assert local_time(next_at(nightly, BERLIN, first)) == "Mon 2026-10-26 02:30"


@given(st.integers(0, 6) | st.none(), st.integers(0, 23), st.integers(0, 59), st.floats(1.6e9, 2.0e9))
def test_a_fixed_deadline_is_later_and_within_a_week(day: int | None, hour: int, minute: int, after: float) -> None:
    due = next_at((ClockTime(day=day, hour=hour, minute=minute),), BERLIN, after)
    assert after < due <= after + (7 * DAY if day is not None else DAY) + HOUR


def test_with_both_a_step_that_began_at_any_time_has_its_time_before_the_fixed_hour() -> None:
    due = Pace(DAY, clock_times("daily 20:00"), "UTC").next_due(at("2026-05-01 21:00", "UTC"))
    assert local_time(due or 0, "UTC") == "Sun 2026-05-03 20:00"


@pytest.mark.parametrize(
    ("times", "hours"),
    [("daily 18:00", 12), ("Sun 17:00", 12), ("Sun 22:00, Mon 02:00", 2), ("daily 8:00, daily 20:00", 6),
     ("Wed and Sat 20:30", 12), ("Sat 23:00, Sun 1:00, Mon 1:00", 1)],
)  # fmt: skip
def test_half_of_the_shortest_gap_is_left_for_a_step_and_half_a_day_at_most(times: str, hours: float) -> None:
    fixed = tuple(time for part in times.split(", ") for time in clock_times(part))
    assert Pace(None, fixed, BERLIN).shortest == hours * HOUR


@given(
    st.lists(st.tuples(st.integers(0, 6) | st.none(), st.integers(0, 23), st.integers(0, 59)), min_size=1, max_size=4),
    st.none() | st.floats(1.0, 9 * DAY),
    st.none() | st.floats(1.0, 9 * DAY),
    st.floats(1.6e9, 2.0e9),
    st.none() | st.floats(0.0, 3 * DAY),
)
def test_any_deadline_is_a_fixed_time_that_leaves_a_step_its_time(
    days: list[tuple[int | None, int, int]], every: float | None, least: float | None, now: float, late: float | None
) -> None:
    times = tuple(ClockTime(day=day, hour=hour, minute=minute) for day, hour, minute in days)
    pace = Pace(every, times, BERLIN, least)
    due = pace.next_due(now, None if late is None else now - late)
    assert due is not None
    assert last_at(times, BERLIN, due) == due
    assert due - now >= pace.shortest - HOUR  # the clocks may change
    if late is None:
        assert due - now >= (every or 0.0) - HOUR


@pytest.mark.parametrize(
    ("turn", "usual", "gap", "lost"),
    [
        (DAY, 5.0, 300.0, 0.0),
        (DAY, 5.0, HOUR, HOUR),
        (DAY, 1800.0, HOUR, 0.0),
        (60.0, 35.0, 55.0, 0.0),
        (60.0, 35.0, 90.0, 90.0),
        (60.0, 60.0, 61.0, 0.0),  # cron polls every minute
        (1200.0, 35.0, 290.0, 0.0),
        (1200.0, 35.0, 310.0, 310.0),
    ],
)
def test_an_outage_is_longer_than_the_usual_pause_and_a_share_of_a_short_turn(
    turn: float, usual: float, gap: float, lost: float
) -> None:
    assert outage(0.0, usual, gap, turn) == lost


# -- a match with deadlines, as its record ----------------------------------------------------------------------------

WEEKLY = Policy(at=clock_times("Sun 17:00"), zone=BERLIN)
DAILY = Policy(at=clock_times("daily 18:00"), zone=BERLIN)
"""A turn a day, some days before summer time ends in Berlin."""
TWICE = DAILY.but(at=(*clock_times("daily 12:00"), *DAILY.at))
BEGAN = at("2026-10-22 12:00")
ROLLING = Policy(every=DAY)


def due(match: Bare) -> str:
    return local_time(match.record.due or 0.0)


def played(match: Bare, until: str) -> list[str]:
    """When turns are played up to *until* if nobody is ready, and the next deadline."""
    times: list[str] = []
    while match.record.due is not None and (end := match.record.due + match.record.policy.grace) <= at(until):
        times.append(local_time(end))
        match.record = match.record.but(due=match.record.due_after(end))
    return [*times, due(match)]


def test_weeks_of_play_on_sundays_through_the_change_of_the_clocks() -> None:
    assert played(Bare(WEEKLY, at("2026-03-18 12:00")), "2026-04-06 12:00") == [
        "Sun 2026-03-22 17:00", "Sun 2026-03-29 17:00", "Sun 2026-04-05 17:00", "Sun 2026-04-12 17:00"
    ]  # fmt: skip


@pytest.mark.parametrize("every", [DAY, None])
@pytest.mark.parametrize("grace", [0.0, 2 * HOUR])
def test_a_turn_a_day_at_a_fixed_hour_is_played_on_every_day(every: float | None, grace: float) -> None:
    policy, hour = DAILY.but(every=every, grace=grace), "20:00" if grace else "18:00"
    assert played(Bare(policy, at("2026-03-27 12:00")), "2026-03-30 21:00") == [
        f"Sat 2026-03-28 {hour}", f"Sun 2026-03-29 {hour}", f"Mon 2026-03-30 {hour}", "Tue 2026-03-31 18:00"
    ]  # fmt: skip
    assert played(Bare(policy, at("2026-10-23 12:00")), "2026-10-26 21:00") == [
        f"Sat 2026-10-24 {hour}", f"Sun 2026-10-25 {hour}", f"Mon 2026-10-26 {hour}", "Tue 2026-10-27 18:00"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("policy", "ready", "then"),
    [
        (DAILY, "2026-10-22 17:57", "Fri 2026-10-23 18:00"),
        (DAILY.but(least=HOUR), "2026-10-22 16:30", "Thu 2026-10-22 18:00"),
        (DAILY.but(least=30 * HOUR), "2026-10-22 12:00", "Fri 2026-10-23 18:00"),
        (DAILY.but(least=30 * HOUR), "2026-10-23 18:00", "Sun 2026-10-25 18:00"),
        (TWICE, "2026-10-23 11:00", "Fri 2026-10-23 18:00"),
        (TWICE, "2026-10-23 18:00", "Sat 2026-10-24 12:00"),
        (TWICE, "2026-10-24 12:00", "Sat 2026-10-24 18:00"),
    ],
)  # fmt: skip
def test_a_turn_has_its_least_time_before_the_fixed_hour(policy: Policy, ready: str, then: str) -> None:
    match = Bare(policy, BEGAN)
    assert local_time(match.record.due_after(at(ready)) or 0.0) == then


@pytest.mark.parametrize(
    ("extension", "times"),
    [("2h", ["Fri 2026-10-23 20:00", "Sat 2026-10-24 18:00"]), ("24h", ["Sat 2026-10-24 18:00"]),
     ("20h", ["Sat 2026-10-24 14:00", "Sun 2026-10-25 18:00"]),
     ("-3h", ["Fri 2026-10-23 15:00", "Sat 2026-10-24 18:00"])],
)  # fmt: skip
def test_the_deadline_after_an_extension_is_at_its_hour_again(extension: str, times: list[str]) -> None:
    match = Bare(DAILY.but(every=DAY), BEGAN)
    match.do("extend", "", extension)
    assert played(match, "2026-10-24 17:00") == times


def test_the_deadline_after_an_outage_is_at_its_hour_again() -> None:
    match = Bare(DAILY.but(every=DAY), BEGAN)
    match.act(Slide(seconds=4 * HOUR))
    assert played(match, "2026-10-23 22:10") == ["Fri 2026-10-23 22:00", "Sat 2026-10-24 18:00"]


def test_the_deadline_after_a_pause_is_at_its_hour_again() -> None:
    match = Bare(DAILY.but(every=DAY), BEGAN)
    match.now = at("2026-10-23 17:00")
    match.do("pause")
    match.now = at("2026-10-24 09:00")
    match.do("resume")
    # today's hour would leave eight hours
    assert played(match, "2026-10-24 11:00") == ["Sat 2026-10-24 10:00", "Sun 2026-10-25 18:00"]


def test_a_turn_that_is_opened_again_minutes_before_the_fixed_hour_has_its_time() -> None:
    match = Bare(DAILY, BEGAN)
    match.now = at("2026-10-22 17:50")
    match.act(Rewind(to=0))
    assert due(match) == "Fri 2026-10-23 18:00"


@pytest.mark.parametrize(
    ("on", "value", "answer", "moved"),
    [
        ("blue2", "12h", "✓ Ben extended the deadline by 12 hours.", 12 * HOUR),
        ("red1", "13h", "✗ A seat may extend by 12 hours at most.", 0.0),
        ("red1", "-2h", "✗ Only the game master can make the deadline earlier.", 0.0),
        ("", "2d", "✓ The game master extended the deadline by 2 days.", 2 * DAY),
        ("", "-2h", "✓ The game master made the deadline 2 hours earlier.", -2 * HOUR),
        ("", "-5 days", "✓ The game master made the deadline 1 day earlier.", -DAY),
        ("", "2026-03-21 20:00", "✓ The game master extended the deadline by 2 days 8 hours.", 56 * HOUR),
        ("", "Sat 21:00", "✓ The game master extended the deadline by 2 days 9 hours.", 57 * HOUR),
        ("", "2020-01-01 20:00", "✗ Wed 01 Jan 20:00 CET is over. Write a later time.", 0.0),
        ("", "24-11 20:00", "✗ “24-11 20:00” is not a date and a time. Write it like 2026-11-24 20:00.", 0.0),
        ("", "soon", "✗ “soon” is not a duration. Write it like 24h, 90m or 1 day 2 hours.", 0.0),
        ("", "3660d", "✗ The deadline would be more than 10 years away. Write a shorter time.", 0.0),
    ],
)
def test_who_may_move_a_deadline_and_how_far(on: str, value: str, answer: str, moved: float) -> None:
    match = Bare(ROLLING.but(extensions=1, extension=12 * HOUR, zone=BERLIN), at("2026-03-18 12:00"))
    before = match.record.due or 0.0
    assert match.do("extend", on, value) == answer
    assert (match.record.due or 0.0) - before == moved
    assert Excuses.of(match.record).extended == ({on: 1} if on and moved else {})


def test_a_seat_has_its_extensions_and_no_more() -> None:
    match = Bare(ROLLING.but(extensions=2))
    for answer in (*["✓ Ben extended the deadline by 1 hour."] * 2, "✗ Ben has used all of its 2 extensions."):
        assert match.do("extend", "blue2", "1h") == answer
    match.record = match.record.but(policy=ROLLING.but(extensions=1))
    assert match.do("extend", "blue2", "1h") == "✗ Ben has used its only extension."
    match.record = match.record.but(policy=ROLLING)
    assert match.do("extend", "red1", "1h").startswith("✗ Cleo has no extensions: the match is run without")


def test_an_extension_counts_from_now_in_the_grace_and_for_a_pause_from_what_is_left() -> None:
    match = Bare(ROLLING.but(grace=2 * HOUR))
    match.now += DAY + HOUR
    match.do("extend", "", "3h")
    assert match.record.due == match.now + 3 * HOUR
    match.do("pause")
    match.do("extend", "", "2h")
    assert StepTime.of(match.record).left == 5 * HOUR
    assert match.do("extend", "", "Sun 17:00").startswith("✗ No deadline runs now, so a time cannot replace it.")
    assert Bare().do("extend", "", "2h") == "✗ There is no deadline to extend."


def test_what_an_outage_moved_is_put_back_and_nothing_else() -> None:
    match = Bare(ROLLING)
    before = match.record.due
    assert "No outage and no leap" in match.do("put back")
    assert (
        match.act(Slide(seconds=2 * HOUR))
        == "The match stood still for 2 hours, so the deadline moves by the same time"
    )
    assert match.do("put back") == "✓ The game master put the deadline back: 2 hours earlier."
    assert (match.record.due, StepTime.of(match.record).moved) == (before, 0.0)
    match.act(Leap(seconds=-HOUR, moves=-HOUR))
    assert match.act(PutBack(seconds=HOUR)) == "The game master put the deadline back: 1 hour later"


def test_a_seat_is_excused_once_in_a_step() -> None:
    match = Bare(ROLLING)
    assert match.do("excuse", "BEN") == "✓ Ben is excused from this step."
    assert match.do("excuse", "blue2") == "✗ Ben is already excused from this step."
    assert set(Excuses.of(match.record).excused) == {"blue2"}
    match.act(Rewind(to=0))
    assert not Excuses.of(match.record).excused


@pytest.mark.parametrize(
    ("leap", "sentence"),
    [
        (Leap(seconds=HOUR, moves=HOUR), "leapt forward by 1 hour, so the deadline moves by the same time"),
        (Leap(seconds=-HOUR, moves=-60.0), "leapt back by 1 hour, so the deadline moves by 1 minute"),
        (Leap(seconds=HOUR, moves=0.0), "leapt forward by 1 hour; the deadline stays"),
    ],
)
def test_a_leap_says_how_the_deadline_moves(leap: Leap, sentence: str) -> None:
    match = Bare(ROLLING)
    before = match.record.due or 0.0
    assert match.act(leap) == f"The clock of the sync {sentence}"
    assert match.record.due == before + leap.moves


@pytest.mark.parametrize(
    ("before", "usual", "now", "lost"),
    [("12:00", 900.0, "+1 12:00", DAY), ("15:30", HOUR, "17:05", 0.0), ("16:55", 60.0, "17:01", 0.0),
     ("08:00", 60.0, "16:00", 0.0), ("17:30", 60.0, "20:00", 0.0)],
    ids=["down past the deadline", "a cron that polls every hour", "a short gap", "down before it", "down after it"],
)  # fmt: skip
def test_a_sync_that_was_down_past_the_deadline_slides_it_by_the_gap(
    before: str, usual: float, now: str, lost: float
) -> None:
    record = Bare(WEEKLY, at("2026-03-18 12:00")).record
    seen, then = at(f"2026-03-22 {before}"), at(f"2026-03-22 {now[-5:]}") + (DAY if now[0] == "+" else 0.0)
    found = _after_outage(record, Poll(then, seen, usual, seen, 0.0))
    assert found == ((Slide(seconds=lost, why=""),) if lost else ())
    assert _after_outage(record.but(status=Status.PAUSED), Poll(then, seen, usual, seen, 0.0)) == ()


def test_all_the_time_counts_in_which_a_match_was_aside_when_its_deadline_passed() -> None:
    record = Bare(Policy(every=DAY), 0.0).record.but(due=100.0)
    for seen, slides in ((30.0, (Slide(seconds=120.0, why=""),)), (110.0, ())):
        assert _after_outage(record, Poll(150.0, seen, 30.0, seen, 0.0), was_aside=True) == slides


def test_a_sync_that_was_down_for_two_minutes_slides_the_deadline_of_a_turn_of_one() -> None:
    for policy in (Policy(every=60.0), Policy(every=DAY, clocks={"turn": 60.0})):
        record = Bare(policy, 0.0).record.but(due=60.0)
        assert _after_outage(record, Poll(150.0, 30.0, 30.0, 30.0, 0.0)) == (Slide(seconds=120.0, why=""),)


def test_a_seat_extends_the_clocks_of_its_own_side_and_no_other_and_each_gets_a_new_reminder() -> None:
    match = Bare(Policy(extensions=1), 1000.0)
    clocks = tuple(
        RunningClock(name="turn", owner=owner, left=60.0, due=1060.0, asked=owner != "red1", reminded=True)
        for owner in ("blue", "blue1", "red", "red1")
    )
    match.record = match.record.but(clocks=clocks)
    match.act(Extend(seconds=30.0, by="blue1"))
    moved = match.record.clocks
    assert [(clock.owner, clock.due) for clock in moved] == [
        ("blue", 1090.0), ("blue1", 1090.0), ("red", 1060.0), ("red1", 1060.0)
    ]  # fmt: skip
    assert [clock.owner for clock in moved if clock.reminded] == ["red1"]
    assert Excuses.of(match.record).extended == {"blue1": 1}


@pytest.mark.parametrize(("reminded", "then"), [(None, None), (900.0, 900.0), (1000.0, 1060.0)])
def test_after_a_leap_nobody_is_reminded_again_of_the_same_deadline(reminded: float | None, then: float | None) -> None:
    match = Bare()
    match.record = Reminders(due=reminded).on(match.record.but(due=1000.0))
    match.act(Leap(seconds=60.0, moves=60.0))
    assert (match.record.due, Reminders.of(match.record).due) == (1060.0, then)


# -- pauses ------------------------------------------------------------------------------------------------------------


def test_a_paused_clock_keeps_the_time_that_was_left() -> None:
    match = Bare(ROLLING)
    match.now += 6 * HOUR
    assert match.do("pause") == "✓ The game master paused the match."
    assert (match.record.status, match.record.due) == (Status.PAUSED, None)
    assert match.do("pause") == "✗ The match is already paused."
    assert match.wait(3 * DAY) == []
    assert match.do("resume") == "✓ The game master resumed the match."
    assert (match.record.status, match.record.due) == (Status.LIVE, match.now + 18 * HOUR)
    assert match.do("resume") == "✗ The match is not paused."


def test_a_pause_with_an_end_is_over_at_that_time_with_what_was_left() -> None:
    match = Bare(ROLLING, at("2026-03-18 12:00", "UTC"))
    answer = match.do("pause", value="2026-03-20 18:00")
    assert answer == "✓ The game master paused the match until Fri 20 Mar 18:00 UTC."
    end = at("2026-03-20 18:00", "UTC")
    assert activity_of(match.record).moments == (end,)
    assert match.wait(end - match.now - 1.0) == []
    assert match.wait(1.0) == ["The pause is over, and the match goes on"]
    assert (match.record.status, match.record.resumes, match.record.due) == (Status.LIVE, None, end + DAY)
    assert match.wait(2 * HOUR) == []
    assert end not in activity_of(match.record).moments


def test_a_pause_with_an_end_may_be_ended_before_and_is_not_ended_twice() -> None:
    match = Bare(ROLLING)
    match.act(Pause(until=match.now + HOUR))
    match.act(Resume())
    match.act(Pause())
    assert match.wait(2 * HOUR) == []
    assert match.record.status is Status.PAUSED


@pytest.mark.parametrize(
    ("value", "error"),
    [("2020-01-01 12:00", "Wed 01 Jan 12:00 UTC is over. Write a later time."),
     ("-2h", "“-2h” is over. Write a later time."),  # an answer that followed the clock would be written again
     ("soon", "“soon” is not a duration. Write it like 24h, 90m or 1 day 2 hours.")],
)  # fmt: skip
def test_the_end_of_a_pause_must_be_a_time_to_come(value: str, error: str) -> None:
    match = Bare()
    assert match.do("pause", value=value) == f"✗ {error}"
    assert match.record.status is Status.LIVE


def test_a_pause_that_was_stored_without_an_end_has_none() -> None:
    assert read_action({"kind": "pause", "by": "gm", "why": "tea"}) == Pause(why="tea")
    assert read_action({"kind": "resume", "by": "gm", "why": ""}) == Resume()


# -- on the sheet ------------------------------------------------------------------------------------------------------


def to(evening: Evening, instant: float) -> None:
    """Let the sync poll a minute before each deadline up to *instant*, and then."""
    while (due := evening.store.record(evening.name).due or instant) < instant and due > evening.now:
        evening.now = due - 60
        evening.tick()
        evening.now = due - 1
        evening.tick()
    evening.now = instant - 1
    evening.tick()


def test_a_match_waits_for_its_deadline_and_its_grace_and_the_sheets_say_which() -> None:
    policy = WEEKLY.but(gm=("gm@table",), grace=HOUR, early=False)
    evening = Evening(policy=policy, now=at("2026-03-18 12:07"))
    evening.do("extend", None, "2h", why="travelling")
    assert evening.answer() == "✓ The game master extended the deadline by 2 hours: travelling"
    assert "The game master extended the deadline by 2 hours: travelling" in evening.log()
    evening.all_ready(but=["red1"])
    for when, clock in (("2026-03-22 12:03", "19:00"), ("2026-03-22 19:10", "20:00")):
        to(evening, at(when))
        for tab in ("gm", "orders", "board"):
            told = [str(cell) for row in evening.values(tab)[:12] for cell in row if ":00" in str(cell)]
            assert told, tab
            assert all(clock in each for each in told if "written" not in each), told
            late = any("deadline passed; late moves count until" in each for each in told)
            assert late or clock == "19:00" or tab == "board", told
    assert evening.table.session.entry.kind == "act"
    evening.order("red1", move_to="A1", ready=True)
    evening.tick()
    entry = evening.table.session.entry
    assert (entry.why, entry.attendance and entry.attendance["red1"].value) == ("nobody was waited for", "ready")
    assert local_time(evening.table.session.record.due or 0.0) == "Sun 2026-03-29 17:00"
    to(evening, at("2026-03-29 18:00"))
    assert evening.table.session.entry.why == "the deadline passed"
    assert is_proved(evening)


def test_a_pause_ends_at_its_time_in_any_process_and_the_sheets_say_when() -> None:
    evening = Evening(policy=ROLLING.but(gm=("gm@table",)), now=at("2026-03-18 12:00", "UTC"))
    evening.do("pause", value="2026-03-20 18:00", why="holidays")
    assert "The game master paused the match until Fri 20 Mar 18:00 UTC: holidays" in evening.log()
    shown = str(evening.values("gm")) + str(evening.values("board"))
    assert "none while the match is paused; it goes on by itself on Fri 20 Mar 18:00 UTC" in shown
    assert "The game master has paused the match until Fri 20 Mar 18:00 UTC" in shown
    evening.now = at("2026-03-20 18:00", "UTC")
    evening.poller("another").tick()
    evening.tick()
    assert evening.table.session.record.status is Status.LIVE
    assert "The pause is over, and the match goes on." in evening.log()
    evening.tick(actions=[Pause(until=evening.now + HOUR)])
    evening.now += HOUR
    evening.tick(actions=[Resume(why="now")])  # it is not resumed twice
    assert evening.table.session.record.status is Status.LIVE
    assert is_proved(evening)


def test_a_journal_with_a_pause_of_an_earlier_version_still_recomputes(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(policy=Policy(gm=("gm@table",)))
    with monkeypatch.context() as earlier:
        dump = Pause.model_dump
        earlier.setattr(Pause, "model_dump", lambda self, **options: dump(self, exclude={"until"}, **options))
        evening.tick(actions=[Pause(why="tea")])
    entries = list(evening.store.entries(evening.name))
    assert entries[-1].act == {"kind": "pause", "by": "gm", "why": "tea"}
    assert is_proved(evening)
