"""Playing hours: no deadline passes at night or on a day off, clocks stand still, and every deadline comes."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheets_gm.gm.between.deadlines import Extend
from sheets_gm.gm.between.pauses import Pause, Resume
from sheets_gm.gm.match_record.clock_times import BadTime, clock_times
from sheets_gm.gm.match_record.deadlines import Pace, is_ever
from sheets_gm.gm.match_record.playing_hours import MOST_DATES, DatesOff, PlayingHours, PlayingTime, playing_hours
from sheets_gm.gm.match_record.policy import Policy
from tests.gm.duels import clock, duel, poll, say
from tests.gm.table import Evening
from tests.gm.test_deadlines import BERLIN, DAY, HOUR, at, local_time

# 24 November 2026 is a Tuesday


def hours(text: str | None = None, *off: str) -> PlayingHours:
    found = playing_hours(text, off)
    assert found is not None
    return found


def due(opened: str, every: float, text: str | None = None, *off: str) -> str:
    found = Pace(every, (), BERLIN, hours=hours(text, *off)).next_due(at(opened))
    assert found is not None
    return local_time(found)


# -- what a person writes ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "off", "shown"),
    [
        ("8-23", (), "from 8:00 to 23:00"),
        ("18:30 - 1:00", (), "from 18:30 to 1:00"),
        (None, ("sat,sun",), "not on Saturdays and Sundays"),
        (
            "8-23",
            ("sun", "2026-12-24..2027-01-02"),
            "from 8:00 to 23:00, not on Sundays and from 2026-12-24 to 2027-01-02",
        ),
        ("0-24", ("2026-12-24",), "not on 2026-12-24"),
    ],
)
def test_hours_are_shown_as_they_were_meant(text: str | None, off: tuple[str, ...], shown: str) -> None:
    assert str(hours(text, *off)) == shown


def test_a_match_without_hours_has_none() -> None:
    assert playing_hours(None) is None


@pytest.mark.parametrize(
    ("text", "off", "answer"),
    [
        ("8", (), "are no playing hours: write them like 8-23"),
        ("8-25", (), "a day has the hours 0 to 24"),
        ("8-8:30", (), "must last an hour at least"),
        (None, ("blursday",), "is no day: write sat,sun or 2026-12-24"),
        (None, ("2026-02-30",), "There is no date 2026-02-30"),
        (None, ("2026-12-24..2026-12-20",), "must not be before the first"),
        (None, ("mon,tue,wed,thu,fri,sat,sun",), "no turn would ever end"),
        (None, ("2026-01-01..2036-01-01",), "may have 100 dates off in total"),
    ],
)
def test_hours_that_mean_nothing_or_never_end_are_refused(text: str | None, off: tuple[str, ...], answer: str) -> None:
    with pytest.raises(BadTime, match=answer):
        playing_hours(text, off)


# -- deadlines ---------------------------------------------------------------------------------------------------------


def test_a_day_is_a_day_of_play_at_the_same_hour() -> None:
    assert due("2026-11-24 20:00", DAY, "8-23") == "Wed 2026-11-25 20:00"
    assert due("2026-11-27 20:00", DAY, None, "sat,sun") == "Mon 2026-11-30 20:00"
    assert due("2026-12-22 20:00", 3 * DAY, "8-23", "2026-12-24..2027-01-02") == "Mon 2027-01-04 20:00"


def test_hours_shorter_than_a_day_count_only_while_there_is_play() -> None:
    assert due("2026-11-24 22:00", 3 * HOUR, "8-23") == "Wed 2026-11-25 10:00"
    assert due("2026-11-27 22:00", 3 * HOUR, "8-23", "sat,sun") == "Mon 2026-11-30 10:00"
    assert due("2026-11-24 22:00", DAY + 3 * HOUR, "8-23") == "Thu 2026-11-26 10:00"


def test_a_step_that_opens_at_night_begins_in_the_morning() -> None:
    assert due("2026-11-24 02:00", DAY, "8-23") == "Wed 2026-11-25 08:00"
    assert due("2026-11-24 02:00", 2 * HOUR, "8-23") == "Tue 2026-11-24 10:00"


def test_hours_that_cross_midnight_belong_to_the_day_on_which_they_start() -> None:
    assert due("2026-11-28 01:00", DAY, "18-2", "sat,sun") == "Tue 2026-12-01 01:00"
    assert due("2026-11-28 01:00", 2 * HOUR, "18-2", "sat,sun") == "Mon 2026-11-30 19:00"


def test_a_change_of_the_clocks_moves_no_deadline_from_its_hour() -> None:
    assert due("2027-03-27 20:00", DAY, "8-23") == "Sun 2027-03-28 20:00"
    assert due("2026-10-24 20:00", 2 * DAY, "8-23") == "Mon 2026-10-26 20:00"


def test_a_fixed_time_on_a_day_off_is_skipped() -> None:
    pace = Pace(None, clock_times("daily 18:00"), BERLIN, hours=hours("8-23", "sat,sun"))
    friday = at("2026-11-27 12:00")
    first = pace.next_due(friday - 6 * HOUR)
    assert first is not None
    assert local_time(first) == "Fri 2026-11-27 18:00"
    after = pace.next_due(first, first)
    assert after is not None
    assert local_time(after) == "Mon 2026-11-30 18:00"


def test_a_step_has_its_least_time_in_hours_of_play() -> None:
    pace = Pace(None, clock_times("daily 9:00"), BERLIN, hours=hours("8-23", "sat,sun"))
    assert pace.shortest == 7.5 * HOUR  # half of the fifteen hours of play between two of them
    found = pace.next_due(at("2026-11-27 22:00"))
    assert found is not None
    assert local_time(found) == "Tue 2026-12-01 09:00"


def test_fixed_times_of_which_none_is_in_the_hours_are_never_due() -> None:
    assert is_ever(clock_times("daily 18:00"), hours("8-23"))
    assert is_ever(clock_times("Sat and Sun 23:00"), hours("8-23", "sat"))
    assert not is_ever(clock_times("daily 4:00"), hours("8-23"))
    assert not is_ever(clock_times("Sat 18:00"), hours("8-23", "sat"))


# -- time, whatever the hours ------------------------------------------------------------------------------------------

DATES = st.builds(
    lambda first, days: DatesOff(first=first, last=first + timedelta(days=days)),
    st.dates(date(2026, 11, 1), date(2027, 6, 1)),
    st.integers(0, MOST_DATES // 2 - 1),
)
HOURS = st.builds(
    lambda start, minutes, days, dates: PlayingHours(
        start=start, end=(start + minutes) % 1440 or 1440, days_off=tuple(sorted(days)), dates_off=tuple(dates)
    ),
    st.integers(0, 1439),
    st.integers(60, 1440),
    st.sets(st.integers(0, 6), max_size=6),
    st.lists(DATES, max_size=2),
)
ZONES = st.sampled_from(["UTC", BERLIN, "America/St_Johns", "Asia/Tokyo", "Australia/Lord_Howe"])
INSTANTS = st.floats(at("2026-10-20 00:00"), at("2027-07-01 00:00")).map(round).map(float)


@given(HOURS, ZONES, INSTANTS, st.integers(0, 20 * 24 * 60).map(lambda minutes: minutes * 60.0))
def test_every_deadline_comes_and_falls_into_the_hours(of: PlayingHours, zone: str, now: float, length: float) -> None:
    time = PlayingTime(of, zone)
    for end in (time.deadline(now, length), time.after(now, length)):
        assert time.includes(end) or end == now
        assert now <= end <= now + (MOST_DATES + 7 * (length / HOUR + 2)) * DAY


@given(HOURS, ZONES, INSTANTS, st.integers(1, 10 * 24 * 60).map(lambda minutes: minutes * 60.0))
def test_what_is_left_on_a_clock_is_what_it_was_filled_with(
    of: PlayingHours, zone: str, now: float, length: float
) -> None:
    time = PlayingTime(of, zone)
    end = time.after(now, length)
    assert time.between(now, end) == pytest.approx(length)
    assert time.between(end, now) == pytest.approx(-length)
    assert time.between(time.after(end, -length), end) == pytest.approx(length)


# -- a match -----------------------------------------------------------------------------------------------------------


def evening(opened: str, *off: str, **policy: object) -> Evening:
    """A match of GvG in Berlin, played from 8 to 23 o'clock, that opened then."""
    chosen = Policy(gm=("gm@table",), zone=BERLIN, hours=hours("8-23", *off)).but(**policy)
    return Evening(policy=chosen, now=at(opened))


def deadline(of: Evening) -> str:
    found = of.table.session.record.due
    assert found is not None
    return local_time(found)


def test_a_pause_keeps_the_hours_of_play_that_were_left() -> None:
    match = evening("2026-11-24 12:00", every=DAY)
    assert deadline(match) == "Wed 2026-11-25 12:00"
    match.now = at("2026-11-24 22:00")
    match.table.tick(actions=[Pause()])  # one hour of play today and four tomorrow are left
    match.now = at("2026-11-26 03:00")
    match.table.tick(actions=[Resume()])
    assert deadline(match) == "Thu 2026-11-26 13:00"


def test_the_extension_of_a_player_ends_in_the_hours_and_that_of_the_game_master_when_they_say() -> None:
    match = evening("2026-11-27 12:00", "sat,sun", every=DAY, extensions=1)
    assert deadline(match) == "Mon 2026-11-30 12:00"
    match.table.tick(actions=[Extend(seconds=12 * HOUR, by="blue1")])
    assert deadline(match) == "Tue 2026-12-01 09:00"
    match.table.tick(actions=[Extend(seconds=18 * HOUR)])
    assert deadline(match) == "Wed 2026-12-02 03:00"


def test_an_outage_at_night_moves_nothing_and_one_by_day_gives_its_hours_back() -> None:
    match = evening("2026-11-24 12:00", every=10 * HOUR)
    assert deadline(match) == "Tue 2026-11-24 22:00"
    match.now = at("2026-11-24 21:00")
    match.tick()
    match.now = at("2026-11-25 10:00")  # two hours of play were left in the evening, and two in the morning are gone
    match.tick()
    assert deadline(match) == "Wed 2026-11-25 11:00"
    other = evening("2026-11-24 12:00", every=DAY)
    other.tick()
    other.now = at("2026-11-24 23:00")
    other.tick()
    other.now = at("2026-11-25 08:00")
    other.tick()
    assert deadline(other) == "Wed 2026-11-25 12:00"


def test_people_read_when_a_match_is_played() -> None:
    match = evening("2026-11-24 12:00", "sat", every=DAY)
    match.tick()
    (line,) = [cell for row in match.values("board") for cell in row if "played from" in str(cell)]
    assert "played from 8:00 to 23:00, not on Saturdays" in " ".join(str(line).split())
    assert any("played from 8:00 to 23:00, not on Saturdays" in str(cell) for row in match.values("gm") for cell in row)


def test_a_clock_stands_still_at_night() -> None:
    match = duel(clocks={"turn": 20 * HOUR, "reaction": 12 * HOUR}, hours=hours("8-23"), zone=BERLIN)
    first = match.record.created
    running = clock(match, "turn", "left").due
    assert running == PlayingTime(hours("8-23"), BERLIN).after(first, 20 * HOUR)
    poll(match, first + 12 * HOUR)
    say(match, "left", "taunt")
    left = clock(match, "turn", "left")
    assert left.due is None
    assert left.left == pytest.approx(PlayingTime(hours("8-23"), BERLIN).between(match.now, running), abs=5)
