"""How often a match is polled, and whose turn it is."""

from __future__ import annotations

from itertools import pairwise

import pytest

from sheets_gm.gm.match_record.deadlines import OUTAGE
from sheets_gm.gm.match_record.notices_part import Reminders
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.poll.schedule.agenda import CALLED, MOST_CALLED, SLOWEST, Agenda
from sheets_gm.gm.poll.schedule.pace import (
    CASUAL,
    LONGEST,
    QUIET,
    RULES,
    WATCHED,
    Activity,
    activity_of,
    adaptive,
    fixed,
    waits,
)
from sheets_gm.gm.poll.schedule.watch import NOTED
from tests.gm.table import Evening

NOW = 1_800_000_000.0
MINUTE, HOUR = 60.0, 3600.0


@pytest.mark.parametrize(
    ("of", "why", "pause"),
    [
        (Activity(typed=NOW - 30), "people are typing", 5),
        (Activity(due=NOW + 90), "the deadline is near", 5),
        (Activity(due=NOW - 90), "the deadline is near", 5),
        (Activity(stepped=NOW - 20), "a step was just played", 5),
        (Activity(typed=NOW - 2 * MINUTE), "people typed a moment ago", 20),
        (Activity(due=NOW + 10 * MINUTE), "the deadline comes", 20),
        (Activity(stepped=NOW - 5 * MINUTE), "a step was played a moment ago", 30),
        (Activity(typed=NOW - 10 * MINUTE), "people typed lately", 60),
        (Activity(), "quiet", 120),
        (Activity(typed=NOW - 5 * HOUR, stepped=NOW - 9 * HOUR, due=NOW + 9 * HOUR), "quiet", 120),
        (Activity(watched=True), "quiet, until Drive's feed reports a change", 7200),
    ],
)
def test_the_pace_is_what_the_table_says(of: Activity, why: str, pause: float) -> None:
    pace = adaptive(of, NOW)
    assert (pace.why, pace.pause) == (why, pause)


def test_the_table_never_slows_down_what_a_line_above_has_quickened() -> None:
    pauses = [rule.pause for rule in (*RULES, QUIET, WATCHED)]
    assert pauses == sorted(pauses)


def test_typing_outweighs_a_quiet_deadline_and_a_near_deadline_outweighs_quiet_rows() -> None:
    assert adaptive(Activity(typed=NOW - 1, due=NOW + 9 * HOUR), NOW).pause == 5
    assert adaptive(Activity(typed=NOW - 9 * HOUR, due=NOW + 60), NOW).pause == 5


@pytest.mark.parametrize("ahead", [1.0, 40.0, 119.0])
def test_a_poll_falls_on_the_deadline_itself(ahead: float) -> None:
    of = Activity(due=NOW + ahead, moments=(NOW + ahead,))
    assert fixed(120.0)(of, NOW).at == NOW + ahead


def test_a_reminder_a_deadline_and_the_end_of_a_grace_are_each_a_moment_to_look() -> None:
    evening = Evening(policy=Policy(every=HOUR, remind=10 * MINUTE, grace=5 * MINUTE))
    due = evening.record.due
    assert due is not None
    assert activity_of(evening.record).moments == (due - 10 * MINUTE, due, due + 5 * MINUTE)
    assert activity_of(Reminders(due=due).on(evening.record)).moments == (due, due + 5 * MINUTE)


def test_a_match_without_a_deadline_has_no_moment() -> None:
    assert activity_of(Evening().record).moments == ()


def test_a_changed_row_is_activity_of_its_match() -> None:
    evening = Evening()
    assert activity_of(evening.record).typed is None
    evening.order("blue1", move_to="A1")
    evening.tick()
    typed = activity_of(evening.table.session.record).typed
    assert typed == evening.now
    evening.now += 30
    evening.tick()
    assert activity_of(evening.table.session.record).typed == typed


def test_no_pause_is_so_long_that_it_looks_like_an_outage() -> None:
    assert max(rule.pause for rule in (*RULES, QUIET)) < LONGEST < OUTAGE
    assert NOTED < OUTAGE  # a match that is only watched is noted in the store meanwhile


def test_where_calls_are_short_few_edits_in_a_watched_match_count_less_than_many() -> None:
    assert adaptive(Activity(typed=NOW - 1, watched=True), NOW).weight == CASUAL
    for of in (Activity(typed=NOW - 1, watched=True, lively=True), Activity(typed=NOW - 1), Activity(watched=True)):
        assert adaptive(of, NOW).weight == 1


def test_a_pace_holds_until_the_deadline_comes_near() -> None:
    due = NOW + HOUR
    untils = [adaptive(Activity(due=due), now).until - due for now in (NOW, due - 800, due - 60)]
    assert untils == [-900, -120, float("inf")]


# -- rationed calls ----------------------------------------------------------------------------------------------------


def test_a_quota_that_is_enough_stretches_nothing() -> None:
    assert waits({5.0: 4, 120.0: 10}, capacity=54) == {5.0: 5.0, 120.0: 120.0}


def test_a_short_quota_stretches_short_pauses_in_proportion() -> None:
    held = waits({5.0: 9, 15.0: 2}, capacity=54)
    assert held[5.0] == pytest.approx(5 * 116 / 54, rel=0.01)
    assert held[15.0] == pytest.approx(15 * 116 / 54, rel=0.01)


@pytest.mark.parametrize("loads", [{5.0: 20, 300.0: 180}, {5.0: 1, 120.0: 200}, {20.0: 70}])
def test_a_short_quota_is_spent_to_the_last_call_and_no_further(loads: dict[float, float]) -> None:
    assert sum(count * 60 / waits(loads, 54)[pause] for pause, count in loads.items()) == pytest.approx(54)


def test_nobody_is_stretched_beyond_the_longest_pause_and_the_busy_pay_for_it() -> None:
    held = waits({5.0: 20, 300.0: 180}, capacity=54)
    assert 300 * held[5.0] / 5 > 300 * 5
    assert LONGEST * 0.9 < held[300.0] < LONGEST


def test_too_many_matches_are_polled_less_often_than_the_longest_pause_and_the_busy_still_more_often() -> None:
    held = waits({5.0: 10, 300.0: 1000}, capacity=54)
    assert held[300.0] > LONGEST
    assert held[5.0] < held[300.0] / 5


# -- whose turn it is --------------------------------------------------------------------------------------------------


def agenda_of(**pauses: float) -> Agenda:
    agenda = Agenda()
    for name, pause in pauses.items():
        agenda.polled(name, fixed(pause)(Activity(), NOW), NOW)
    return agenda


def test_nobody_is_due_before_its_pause_is_over() -> None:
    agenda = agenda_of(busy=5, quiet=120)
    assert agenda.due(NOW + 4) == []
    assert agenda.due(NOW + 5) == ["busy"]
    assert agenda.rest(NOW + 1, {}) == 4


def test_who_has_waited_most_of_its_own_pauses_comes_first() -> None:
    agenda = agenda_of(busy=5, lively=15, quiet=120)
    assert agenda.due(NOW + 121) == ["busy", "lively", "quiet"]
    agenda.polled("busy", fixed(5)(Activity(), NOW + 110), NOW + 110)
    assert agenda.due(NOW + 121) == ["lively", "busy", "quiet"]


def test_who_has_waited_for_nearly_the_longest_pause_comes_before_a_busy_match_that_waits() -> None:
    agenda = agenda_of(quiet=300, busy=5)
    agenda.polled("busy", fixed(5)(Activity(), NOW + LONGEST - 120), NOW + LONGEST - 120)
    assert agenda.due(NOW + LONGEST - 90) == ["busy", "quiet"]
    agenda.polled("busy", fixed(5)(Activity(), NOW + LONGEST - 30), NOW + LONGEST - 30)
    assert agenda.due(NOW + LONGEST) == ["quiet", "busy"]


def test_after_an_outage_the_busy_have_their_turns_between_the_many_that_are_late() -> None:
    agenda = agenda_of(busy=5, **{f"quiet{number}": 300.0 for number in range(200)})
    gap = longest = 0.0
    for second in range(600, 780):
        gap += 1
        (first, *_) = agenda.due(NOW + second)
        if first == "busy":
            longest, gap = max(gap, longest), 0.0
        agenda.polled(first, fixed(5 if first == "busy" else 300)(Activity(), NOW + second), NOW + second)
    assert 0 < longest < 150


def test_matches_that_are_met_together_do_not_come_round_together() -> None:
    agenda = Agenda()
    for number in range(50):
        agenda.add(f"match{number}", fixed(300)(Activity(), NOW), NOW)
    waited = sorted(NOW - visit.polled for visit in agenda.poll_times.values())
    assert max(later - earlier for earlier, later in pairwise(waited)) < 60
    assert len(agenda.due(NOW)) == 50


def test_one_busy_match_among_many_quiet_ones_starves_none_of_them() -> None:
    agenda = agenda_of(busy=1, **{f"quiet{number}": 60.0 for number in range(30)})
    polled: dict[str, int] = {}
    for second in range(1, 241):
        (first, *_) = agenda.due(NOW + second)
        polled[first] = polled.get(first, 0) + 1
        agenda.polled(first, fixed(1 if first == "busy" else 60)(Activity(), NOW + second), NOW + second)
    # 1.5 polls a second are wanted and one is had: everybody waits about half as long again
    assert 140 <= polled["busy"] <= 170
    assert min(polled.values()) >= 2


def test_a_match_that_fails_is_tried_again_later_each_time_until_it_is_polled() -> None:
    agenda = agenda_of(broken=5)
    pauses = []
    for _ in range(8):
        agenda.failed("broken", NOW)
        pauses.append(agenda.rest(NOW, {}))
    assert pauses == [5, 10, 20, 40, 80, SLOWEST, SLOWEST, SLOWEST]
    agenda.polled("broken", fixed(5)(Activity(), NOW), NOW)
    agenda.failed("broken", NOW)
    assert agenda.rest(NOW, {}) == 5


def test_a_match_that_was_not_polled_for_want_of_quota_keeps_its_place() -> None:
    agenda = agenda_of(first=5, second=5)
    due = agenda.due(NOW + 9)
    agenda.failed(due[0], NOW + 9, again=True)
    assert agenda.due(NOW + 9) == due


def test_a_change_wakes_a_quiet_match_before_those_that_are_polled_anyway() -> None:
    agenda = agenda_of(quiet=300, other=300, lively=20)
    for name in ("quiet", "lively", "gone"):
        agenda.wake(name, NOW + 10)
    assert agenda.due(NOW + 10) == ["quiet"]
    assert agenda.due(NOW + 20) == ["quiet", "lively"]


def test_a_match_that_is_gone_is_forgotten_and_a_new_one_is_returned() -> None:
    agenda = agenda_of(old=5)
    assert agenda.keep(["new"]) == ["new"]
    assert agenda.poll_times == {}


def test_a_called_match_is_as_urgent_as_a_busy_one_and_no_crowd_of_them_keeps_the_busy_out() -> None:
    agenda = agenda_of(busy=5, **{f"quiet{number}": 7200.0 for number in range(100)})
    for number in range(100):
        agenda.wake(f"quiet{number}", NOW)
    assert agenda.poll_times["quiet7"].urgency(NOW) == CALLED
    assert agenda.due(NOW + 5 * MOST_CALLED - 1)[-1] == "busy"
    assert agenda.due(NOW + 5 * MOST_CALLED + 1)[0] == "busy"


def test_a_match_that_others_go_before_is_called_all_the_same_when_the_feed_tells_of_it() -> None:
    agenda = Agenda()
    agenda.polled("casual", adaptive(Activity(typed=NOW - 1, watched=True), NOW), NOW)
    agenda.polled("lively", adaptive(Activity(typed=NOW - 1, watched=True, lively=True), NOW), NOW)
    assert agenda.due(NOW + 20) == ["lively", "casual"]
    agenda.wake("casual", NOW + 5)
    agenda.wake("lively", NOW + 5)
    assert agenda.due(NOW + 11) == ["casual", "lively"]


def test_a_deadline_is_as_urgent_as_a_change() -> None:
    agenda = Agenda()
    agenda.polled("due", adaptive(Activity(moments=(NOW + 30,), watched=True), NOW), NOW)
    assert agenda.due(NOW + 29) == []
    assert agenda.poll_times["due"].urgency(NOW + 30) == CALLED
