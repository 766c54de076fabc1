"""Quiet hours, one notice a day, none: when each player hears of a match."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheets_gm.gm.between.substitutes import Substitute
from sheets_gm.gm.match_record.clock_times import BadTime
from sheets_gm.gm.match_record.notice_wishes import NoticeWish, minute_of_day
from sheets_gm.gm.match_record.notices_part import Notices
from tests.gm.table import Evening
from tests.gm.test_hand_over import is_proved
from tests.gm.test_seats_tab import DAY, HOUR, ask, friday
from tests.gm.test_votes import heard

ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe")


def nudged(match: Evening, seat: str) -> None:
    """The game master asks somebody to go on."""
    match.do("nudge", seat, row=4)


def test_in_quiet_hours_nothing_comes_and_all_of_it_afterwards_in_one() -> None:
    match = friday(every=3 * DAY)  # it is 8:00
    assert ask(match, "blue2", act="quiet hours", since="7", until="9:30") == "✓ Ben gets no notices from 7:00 to 9:30."
    notices = heard(match)
    nudged(match, "ben")
    nudged(match, "cleo")
    assert [each.seat for each in notices if each.seat] == ["red1"]
    match.now += HOUR
    match.tick()
    assert not [each for each in notices if each.seat == "blue2"]
    match.now += HOUR / 2
    match.tick()
    own = [each for each in notices if each.seat == "blue2"]
    assert [each.body.startswith("The game master asks Ben to go on") for each in own] == [True]
    match.tick()
    assert len([each for each in notices if each.seat == "blue2"]) == 1
    assert not Notices.of(match.table.session.record).held
    assert is_proved(match)


def test_a_new_process_sends_what_has_waited() -> None:
    match = friday(every=3 * DAY)
    ask(match, "blue2", act="quiet hours", since="7", until="9:30")
    heard(match)
    nudged(match, "ben")
    match.now += 2 * HOUR
    match.table = match.poller()
    notices = heard(match)
    match.tick()
    assert [each.seat for each in notices if each.seat] == ["blue2"]


def test_what_happened_comes_once_a_day_and_what_is_asked_at_once() -> None:
    wish = NoticeWish(daily=minute_of_day("18:00"))
    eight = 1800000000.0
    assert wish.time_for(eight, "UTC", asks=True) == eight
    assert wish.time_for(eight, "UTC", asks=False) == eight + 10 * HOUR
    assert wish.time_for(eight, "Europe/Berlin", asks=False) == eight + 9 * HOUR
    late = NoticeWish(daily=minute_of_day("23"), quiet=(minute_of_day("22"), minute_of_day("7")))
    assert late.time_for(eight, "UTC", asks=False) == eight + 23 * HOUR


def test_who_wants_none_gets_none_until_they_want_every_one_again() -> None:
    match = friday(every=3 * DAY)
    assert ask(match, "blue2", act="no notices") == "✓ Ben gets no notices."
    notices = heard(match)
    nudged(match, "ben")
    assert not [each for each in notices if each.seat == "blue2"]
    assert ask(match, "blue2", act="every notice") == "✓ Ben gets every notice at once."
    assert "That is so already" in ask(match, "blue2", act="every notice")


def test_the_game_master_notes_it_and_a_newcomer_begins_anew() -> None:
    match = friday()
    match.do("notices", "Ben", "quiet 22–8")  # as a phone writes it
    match.do("notices", "Ben", "daily 18:30", row=2)
    assert match.answer(2) == "✓ Ben gets what happened in one notice a day, at 18:30: because"
    assert Notices.of(match.table.session.record).wishes["blue2"] == NoticeWish(quiet=(1320, 480), daily=1110)
    match.do("notices", "Ben", "sometimes", row=3)
    assert "quiet 22-8, daily 18:00, mail yes, hook no, none or all" in match.answer(3)
    match.table.tick(actions=[Substitute(seat="blue2", player="Zoe", account="zoe@table")])
    assert not Notices.of(match.table.session.record).wishes


@pytest.mark.parametrize("text", ["25", "8:75", "noon", "", "-1"])
def test_what_is_no_time_of_day_is_refused(text: str) -> None:
    wrong = "is no time of day" if text else "The time of day is empty"
    with pytest.raises(BadTime, match=wrong):
        minute_of_day(text)
    assert wrong in ask(friday(), "blue2", act="quiet hours", since="22", until=text)


@given(
    st.integers(1767225600, 1830297600),
    st.sampled_from(ZONES),
    st.tuples(st.integers(0, 1439), st.integers(0, 1439)) | st.none(),
    st.integers(0, 1439) | st.none(),
    st.booleans(),
)
def test_every_notice_comes_within_two_days(
    now: int, zone: str, quiet: tuple[int, int] | None, daily: int | None, asks: bool
) -> None:
    """Also where the clocks change."""
    at = NoticeWish(quiet=quiet, daily=daily).time_for(now, zone, asks=asks)
    assert now <= at <= now + 2 * DAY + 2 * HOUR
