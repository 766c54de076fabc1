"""Deadlines: rolling and on the clock, through changes of the clocks, pauses, extensions and outages."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheets_gm.gm.between.deadlines import Extend, Leap, extend
from sheets_gm.gm.between.effects import after
from sheets_gm.gm.between.feature import Done
from sheets_gm.gm.between.finding import read_action
from sheets_gm.gm.between.pauses import Pause, Resume
from sheets_gm.gm.between.rows.field_values import parse_extension
from sheets_gm.gm.match_record.clock_times import BadTime, ClockTime, clock_times, last_at, next_at
from sheets_gm.gm.match_record.clocks import RunningClock
from sheets_gm.gm.match_record.deadlines import Pace, outage
from sheets_gm.gm.match_record.notices_part import Reminders
from sheets_gm.gm.match_record.policy import Policy, Status
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.seats.presence import Excuses
from sheets_gm.gm.poll.schedule.pace import activity_of
from sheets_gm.kernel.match.integrity import Fault
from sheets_gm.kernel.match.journal import Charter
from sheets_gm.kernel.match.proof import verify
from sheets_gm.kernel.seats import Seat
from tests.gm.table import Evening

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


def test_an_outage_is_longer_than_the_usual_pause() -> None:
    assert outage(0.0, 5.0, 300.0) == 0
    assert outage(0.0, 5.0, 3600.0) == 3600
    assert outage(0.0, 1800.0, 3600.0) == 0


# -- a match with deadlines --------------------------------------------------------------------------------------------


def weekly(**policy: object) -> Evening:
    made = Policy(at=clock_times("Sun 17:00"), zone=BERLIN, gm=("gm@table",)).but(**policy)
    return Evening(policy=made, now=at("2026-03-18 12:00"))


def to(evening: Evening, instant: float, step: float = 300.0) -> None:
    """Let the sync poll every five minutes up to *instant*."""
    while evening.now + step < instant:
        evening.now += step - 1
        evening.tick()
    evening.now = instant - 1
    evening.tick()


def turns(evening: Evening) -> list[tuple[str, str]]:
    """When each turn was played (local time), and why."""
    return [
        (local_time(entry.when), entry.why) for entry in evening.store.entries(evening.name) if entry.kind == "turn"
    ]


def test_weeks_of_play_on_sundays_through_the_change_of_the_clocks() -> None:
    evening = weekly()
    to(evening, at("2026-04-06 12:00"), step=HOUR)
    assert turns(evening) == [
        ("Sun 2026-03-22 17:00", "the deadline passed"),
        ("Sun 2026-03-29 17:00", "the deadline passed"),
        ("Sun 2026-04-05 17:00", "the deadline passed"),
    ]


def daily(**policy: object) -> Evening:
    """A turn a day at 18:00, some days before summer time ends in Berlin."""
    made = Policy(every=DAY, at=clock_times("daily 18:00"), zone=BERLIN, gm=("gm@table",)).but(**policy)
    return Evening(policy=made, now=at("2026-10-22 12:00"))


def due(evening: Evening) -> str:
    return local_time(evening.table.session.record.due or 0)


@pytest.mark.parametrize("began", ["2026-03-27 12:00", "2026-10-23 12:00"])
@pytest.mark.parametrize("every", [DAY, None])
@pytest.mark.parametrize("grace", [0.0, 2 * HOUR])
def test_a_turn_a_day_at_a_fixed_hour_is_played_on_every_day(began: str, every: float | None, grace: float) -> None:
    policy = Policy(every=every, at=clock_times("daily 18:00"), zone=BERLIN, grace=grace, gm=("gm@table",))
    evening = Evening(policy=policy, now=at(began))
    first = datetime.fromisoformat(began) + timedelta(days=1)
    to(evening, at(began) + 5 * DAY, step=HOUR / 2)
    hour = "20:00" if grace else "18:00"
    days = [(first + timedelta(days=ahead)).strftime(f"%a %Y-%m-%d {hour}") for ahead in range(4)]
    assert [when for when, _ in turns(evening)][:4] == days


def test_who_has_just_finished_has_more_than_the_minutes_until_the_fixed_hour() -> None:
    evening = daily(every=None)
    to(evening, at("2026-10-22 17:57"))
    evening.all_ready()
    evening.tick()
    assert due(evening) == "Fri 2026-10-23 18:00"
    to(evening, at("2026-10-22 18:10"))
    assert len(turns(evening)) == 1


def test_the_game_master_says_how_much_time_a_turn_has_at_least() -> None:
    evening = daily(every=None, least=30 * HOUR)
    assert due(evening) == "Fri 2026-10-23 18:00"
    to(evening, at("2026-10-23 18:10"))
    assert due(evening) == "Sun 2026-10-25 18:00"
    evening = daily(every=None, least=HOUR)
    to(evening, at("2026-10-22 16:30"))
    evening.all_ready()
    evening.tick()
    assert due(evening) == "Thu 2026-10-22 18:00"


def test_two_fixed_hours_a_day_are_both_kept() -> None:
    twice = (*clock_times("daily 12:00"), *clock_times("daily 18:00"))
    evening = daily(every=None, at=twice)
    to(evening, at("2026-10-23 11:00"), step=HOUR / 2)
    evening.tick(resolve=True)
    to(evening, at("2026-10-24 18:10"), step=HOUR / 2)
    assert [when for when, _ in turns(evening)] == [
        "Thu 2026-10-22 18:00", "Fri 2026-10-23 11:00", "Fri 2026-10-23 18:00", "Sat 2026-10-24 12:00",
        "Sat 2026-10-24 18:00",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("extension", "played", "then"),
    [("2h", "Fri 2026-10-23 20:00", "Sat 2026-10-24 18:00"),
     ("24h", "Sat 2026-10-24 18:00", "Sun 2026-10-25 18:00"),
     ("20h", "Sat 2026-10-24 14:00", "Sun 2026-10-25 18:00"),
     ("-3h", "Fri 2026-10-23 15:00", "Sat 2026-10-24 18:00")],
)  # fmt: skip
def test_the_deadline_after_an_extension_is_at_its_hour_again(extension: str, played: str, then: str) -> None:
    evening = daily()
    evening.do("extend", None, extension)
    to(evening, at(played[4:]) + 600.0, step=HOUR / 4)
    assert [when for when, _ in turns(evening)] == [played]
    assert due(evening) == then


def test_the_deadline_after_an_outage_is_at_its_hour_again() -> None:
    evening = daily()
    to(evening, at("2026-10-23 17:00"), step=HOUR / 4)
    evening.now = at("2026-10-23 21:00")
    evening.tick()
    assert due(evening) == "Fri 2026-10-23 22:00"
    to(evening, at("2026-10-23 22:10"))
    assert due(evening) == "Sat 2026-10-24 18:00"


def test_the_deadline_after_a_pause_is_at_its_hour_again() -> None:
    evening = daily()
    to(evening, at("2026-10-23 17:00"), step=HOUR / 4)
    evening.do("pause")
    to(evening, at("2026-10-24 09:00"), step=HOUR / 4)
    evening.do("resume", row=2)
    to(evening, at("2026-10-24 11:00"), step=HOUR / 4)
    assert [when for when, _ in turns(evening)] == ["Sat 2026-10-24 10:00"]
    # today's hour would leave eight hours
    assert due(evening) == "Sun 2026-10-25 18:00"


def test_a_turn_that_is_opened_again_minutes_before_the_fixed_hour_has_its_time() -> None:
    evening = daily(every=None)
    to(evening, at("2026-10-22 17:50"))
    evening.all_ready()
    evening.tick()
    evening.do("rewind", "#0")
    assert due(evening) == "Fri 2026-10-23 18:00"


def test_everyone_ready_plays_the_turn_before_its_deadline() -> None:
    evening = weekly()
    evening.tick()
    evening.all_ready()
    evening.tick()
    assert [why for _, why in turns(evening)] == ["nobody was waited for"]


def test_a_match_may_wait_for_its_deadline_although_everyone_is_ready() -> None:
    evening = weekly(early=False)
    evening.tick()
    evening.all_ready()
    evening.tick()
    assert turns(evening) == []
    to(evening, at("2026-03-22 17:01"), step=HOUR)
    assert len(turns(evening)) == 1


def test_in_the_grace_after_the_deadline_a_late_player_still_counts() -> None:
    evening = weekly(grace=HOUR)
    to(evening, at("2026-03-22 17:10"), step=HOUR / 2)
    assert turns(evening) == []
    evening.order("blue1", move_to="A1", ready=True)
    to(evening, at("2026-03-22 18:01"))
    (entry,) = (entry for entry in evening.store.entries(evening.name) if entry.kind == "turn")
    assert entry.attendance["blue1"].value == "ready"
    assert evening.table.session.state.player("blue1").at == "A1"


def test_no_sheet_names_the_deadline_once_only_its_grace_is_left() -> None:
    evening = weekly(grace=HOUR)
    for when, clock in (("2026-03-22 12:00", "17:00"), ("2026-03-22 17:10", "18:00")):
        to(evening, at(when), step=HOUR / 2)
        for tab in ("gm", "orders", "board"):
            told = [str(cell) for row in evening.values(tab)[:12] for cell in row if ":00" in str(cell)]
            assert told, tab
            assert all(clock in each for each in told if "written" not in each), told
            assert (
                clock == "17:00"
                or tab == "board"
                or any("deadline passed; late moves count until" in each for each in told)
            ), told


def test_in_the_grace_the_turn_is_played_as_soon_as_the_last_one_is_ready() -> None:
    evening = weekly(grace=HOUR, early=False)
    to(evening, at("2026-03-22 17:10"), step=HOUR / 2)
    evening.all_ready()
    evening.tick()
    assert len(turns(evening)) == 1


def test_a_sync_that_was_down_past_the_deadline_slides_it_by_the_gap_and_says_so() -> None:
    evening = weekly()
    to(evening, at("2026-03-22 12:00"), step=HOUR / 4)
    evening.now = at("2026-03-23 12:00")
    tick = evening.tick()
    assert [step.entry.kind for step in tick.steps] == ["act"]
    assert turns(evening) == []
    assert "The sync was down for 1 day" in evening.log()[-1]
    assert local_time(evening.table.session.record.due or 0) == "Mon 2026-03-23 17:00"
    to(evening, at("2026-03-23 17:01"))
    assert [when for when, _ in turns(evening)] == ["Mon 2026-03-23 17:00"]


def test_a_cron_that_polls_every_hour_is_no_outage() -> None:
    evening = weekly()
    to(evening, at("2026-03-22 19:00"), step=HOUR)
    assert [when for when, _ in turns(evening)] == ["Sun 2026-03-22 17:00"]


def test_a_paused_clock_keeps_the_time_that_was_left() -> None:
    evening = Evening(policy=Policy(every=DAY, gm=("gm@table",)))
    evening.now += 6 * HOUR
    evening.do("pause", why="holidays")
    assert evening.table.session.record.status is Status.PAUSED
    to(evening, evening.now + 3 * DAY, step=HOUR)
    assert turns(evening) == []
    evening.do("resume")
    left = (evening.table.session.record.due or 0) - evening.now
    assert 17.9 * HOUR < left <= 18 * HOUR
    assert "The game master paused the match: holidays" in evening.log()


def test_a_seat_extends_the_deadline_with_its_own_extension() -> None:
    evening = Evening(policy=Policy(every=DAY, extensions=1, extension=12 * HOUR, gm=("gm@table",)))
    evening.tick()
    before = evening.table.session.record.due or 0
    evening.do("extend", "blue2", "12h", why="travelling")
    assert (evening.table.session.record.due or 0) - before == 12 * HOUR
    evening.do("extend", "blue2", "1h", row=2)
    assert "used its only extension" in evening.answer(2)
    evening.do("extend", "red1", "13h", row=3)
    assert "12 hours at most" in evening.answer(3)
    evening.do("extend", None, "2d", row=4)
    assert (evening.table.session.record.due or 0) - before == 2.5 * DAY


def test_the_game_master_makes_the_deadline_earlier_though_never_before_now() -> None:
    evening = Evening(policy=Policy(every=DAY, extensions=1, gm=("gm@table",)))
    evening.tick()
    before = evening.table.session.record.due or 0
    evening.do("extend", None, "-2h")
    assert (evening.table.session.record.due or 0) - before == -2 * HOUR
    assert "The game master made the deadline 2 hours earlier: because" in evening.log()
    evening.do("extend", "blue2", "-2h", row=2)
    assert "Only the game master can make the deadline earlier." in evening.answer(2)
    context = evening.table.session.context()
    assert parse_extension(context, "-5 days") == context.now - (evening.table.session.record.due or 0)


def test_an_extension_may_be_an_instant_in_the_zone_of_the_match() -> None:
    evening = Evening(policy=Policy(every=DAY, zone=BERLIN, gm=("gm@table",)))
    evening.tick()
    wanted = datetime.fromtimestamp(evening.now, ZoneInfo(BERLIN)).replace(hour=20, minute=0, second=0)
    wanted = wanted.replace(microsecond=0) + timedelta(days=3)
    evening.do("extend", None, wanted.strftime("%Y-%m-%d %H:%M"))
    assert evening.table.session.record.due == wanted.timestamp()
    evening.do("extend", None, wanted.strftime("%a 21:00"), row=2)
    assert evening.table.session.record.due == wanted.replace(hour=21).timestamp()
    evening.do("extend", None, "2020-01-01 20:00", row=3)
    assert "is over. Write a later time." in evening.answer(3)
    evening.do("extend", None, "24-11 20:00", row=4)
    assert "is not a date and a time" in evening.answer(4)


def test_a_match_with_outages_and_extensions_still_recomputes() -> None:
    evening = Evening(policy=Policy(every=DAY, grace=HOUR, gm=("gm@table",)))
    to(evening, evening.now + 1.5 * DAY, step=HOUR / 2)
    evening.now += 3 * DAY
    evening.tick()
    evening.do("extend", None, "6h")
    to(evening, evening.now + 4 * DAY, step=HOUR / 2)
    entries = list(evening.store.entries(evening.name))
    assert {entry.kind for entry in entries} == {"start", "turn", "act"}
    results = list(verify(evening.game, evening.record.charter, entries))
    assert not any(isinstance(each, Fault) for each in results)


def test_a_seat_extends_the_clocks_of_its_own_side_and_no_other_and_each_gets_a_new_reminder() -> None:
    people = tuple(Seat(id=f"{team}1", player=team, team=team) for team in ("blue", "red"))
    charter = Charter(match="m", title="M", game="g", rules="g-1", settings={}, seats=people, top="", hidden_lock="")
    clocks = tuple(
        RunningClock(name="turn", owner=owner, left=60.0, due=1060.0, asked=owner != "red1", reminded=True)
        for owner in ("blue", "blue1", "red", "red1")
    )
    record = Record(charter=charter, seed="", policy=Policy(extensions=1), clocks=clocks)
    moved = extend(record, Extend(seconds=30.0, by="blue1"), Done(1, 1000.0))
    assert {clock.owner: clock.due for clock in moved.clocks} == {
        "blue": 1090.0,
        "blue1": 1090.0,
        "red": 1060.0,
        "red1": 1060.0,
    }
    assert [clock.owner for clock in moved.clocks if clock.reminded] == ["red1"]
    assert Excuses.of(moved).extended == {"blue1": 1}


@pytest.mark.parametrize(("reminded", "then"), [(None, None), (900.0, 900.0), (1000.0, 1060.0)])
def test_after_a_leap_nobody_is_reminded_again_of_the_same_deadline(reminded: float | None, then: float | None) -> None:
    people = (Seat(id="blue1", player="Ana", team="blue"),)
    charter = Charter(match="m", title="M", game="g", rules="g-1", settings={}, seats=people, top="", hidden_lock="")
    record = Reminders(due=reminded).on(Record(charter=charter, seed="", due=1000.0))
    leapt = after(record, Leap(seconds=60.0, moves=60.0), 1, 1000.0)
    assert (leapt.due, Reminders.of(leapt).due) == (1060.0, then)


def now_of(evening: Evening) -> Record:
    return evening.store.record(evening.name)


def test_a_pause_with_an_end_is_over_at_that_time_with_what_was_left() -> None:
    evening = Evening(policy=Policy(every=DAY, gm=("gm@table",)), now=at("2026-03-18 12:00", "UTC"))
    evening.do("pause", value="2026-03-20 18:00", why="holidays")
    assert "The game master paused the match until Fri 20 Mar 18:00 UTC: holidays" in evening.log()
    to(evening, at("2026-03-20 17:00", "UTC"), step=HOUR)
    assert now_of(evening).status is Status.PAUSED
    left = now_of(evening).left or 0.0
    to(evening, at("2026-03-20 18:00", "UTC"), step=HOUR)
    record = now_of(evening)
    assert (record.status, record.resumes) == (Status.LIVE, None)
    assert record.due == evening.now + left
    assert "The pause is over, and the match goes on." in evening.log()
    results = verify(evening.game, record.charter, list(evening.store.entries(evening.name)))
    assert not any(isinstance(each, Fault) for each in results)
    to(evening, at("2026-03-20 20:00", "UTC"), step=HOUR)
    assert now_of(evening).status is Status.LIVE


def test_a_pause_with_an_end_may_be_ended_before_and_is_not_ended_twice() -> None:
    evening = Evening(policy=Policy(every=DAY, gm=("gm@table",)))
    evening.tick(actions=[Pause(until=evening.now + HOUR)])
    evening.tick(actions=[Resume()])
    evening.tick(actions=[Pause()])
    to(evening, evening.now + 2 * HOUR, step=HOUR / 4)
    assert now_of(evening).status is Status.PAUSED
    evening.tick(actions=[Resume()])
    evening.tick(actions=[Pause(until=evening.now + HOUR)])
    evening.now += HOUR
    evening.tick(actions=[Resume(why="now")])
    assert now_of(evening).status is Status.LIVE


def test_a_match_is_polled_when_its_pause_ends_also_by_another_process() -> None:
    evening = Evening(policy=Policy(gm=("gm@table",)))
    end = evening.now + 100 * HOUR
    evening.tick(actions=[Pause(until=end)])
    assert activity_of(now_of(evening)).moments == (end,)
    evening.now = end
    evening.poller("another").tick()
    assert now_of(evening).status is Status.LIVE
    evening.tick()
    assert now_of(evening).status is Status.LIVE
    assert activity_of(now_of(evening)).moments == ()


@pytest.mark.parametrize(
    ("value", "error"), [("2020-01-01 12:00", "is over. Write a later time."), ("-2h", "is over"), ("soon", "duration")]
)
def test_the_end_of_a_pause_must_be_a_time_to_come(value: str, error: str) -> None:
    evening = Evening(policy=Policy(gm=("gm@table",)))
    evening.do("pause", value=value)
    assert error in evening.answer()
    assert now_of(evening).status is Status.LIVE


def test_the_answer_to_a_time_that_is_over_does_not_follow_the_clock() -> None:
    evening = Evening(policy=Policy(gm=("gm@table",)))
    evening.do("pause", value="-2h")
    assert evening.answer() == "✗ E4: “-2h” is over. Write a later time."
    for _ in range(2):
        evening.leap(180)
        assert evening.tick().writes == 0


def test_the_gm_tab_and_the_board_say_when_a_pause_ends() -> None:
    evening = Evening(policy=Policy(every=DAY, gm=("gm@table",)), now=at("2026-03-18 12:00", "UTC"))
    evening.tick(actions=[Pause(until=at("2026-03-20 18:00", "UTC"))])
    shown = str(evening.values("gm")) + str(evening.values("board"))
    assert "none while the match is paused; it goes on by itself on Fri 20 Mar 18:00 UTC" in shown
    assert "The game master has paused the match until Fri 20 Mar 18:00 UTC" in shown


def test_a_pause_and_a_match_that_were_stored_without_an_end_have_none() -> None:
    assert read_action({"kind": "pause", "by": "gm", "why": "tea"}) == Pause(why="tea")
    assert read_action({"kind": "resume", "by": "gm", "why": ""}) == Resume()
    evening = Evening(policy=Policy(gm=("gm@table",)))
    evening.tick(actions=[Pause()])
    stored = now_of(evening).model_dump(mode="json", exclude={"paused_until"})
    assert Record.model_validate_json(json.dumps(stored)).resumes is None


def test_a_journal_with_a_pause_of_an_earlier_version_still_recomputes(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(policy=Policy(gm=("gm@table",)))
    with monkeypatch.context() as earlier:
        dump = Pause.model_dump
        earlier.setattr(Pause, "model_dump", lambda self, **options: dump(self, exclude={"until"}, **options))
        evening.tick(actions=[Pause(why="tea")])
    entries = list(evening.store.entries(evening.name))
    assert entries[-1].act == {"kind": "pause", "by": "gm", "why": "tea"}
    results = verify(evening.game, evening.record.charter, entries)
    assert not any(isinstance(each, Fault) for each in results)
