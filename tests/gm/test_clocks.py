"""Clocks that run: a turn is one period, however often somebody else is asked in it, and no answer fills it again."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from sheets_gm.gm.between.deadlines import Slide
from sheets_gm.gm.clocks import deadlines, reminded, running, to_remind, with_clocks
from sheets_gm.gm.match_record.clocks import ClockRules, RunningClock, clocks_at
from sheets_gm.gm.match_record.deadlines import short_clock_face
from sheets_gm.gm.match_record.notices_part import Reminders
from sheets_gm.gm.match_record.playing_hours import PlayingTime
from sheets_gm.gm.match_record.policy import Policy, Status
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.step_time import StepTime
from sheets_gm.gm.poll.sliding_deadlines import Poll, _after_outage
from sheets_gm.kernel.actions import Rewind
from sheets_gm.kernel.match.integrity import Fault
from sheets_gm.kernel.match.proof import verify
from tests.gm.bare import Bare
from tests.gm.duel_of_words import GAME, Duel, Settings, open_forms
from tests.gm.duels import DAY, HOUR, clock, duel, fill, poll, reply, say, state
from tests.gm.table import Evening

LENGTHS = {"turn": 48.0, "reaction": 12.0, "bank": 168.0}
TURN, NEXT = {("turn", "left"): "round 1"}, {("turn", "left"): "round 2"}
ASKED, ANEW = {("reaction", "right"): "question 1"}, {("reaction", "right"): "question 2"}
BANK, LATER = {("bank", "left"): "round 1"}, {("bank", "left"): "round 2"}


@pytest.mark.parametrize(
    ("steps", "left"),
    [
        ([(0, TURN), (1, TURN), (2, TURN)], {"turn": 46.0}),
        ([(0, TURN), (24, ASKED)], {"turn": 24.0, "reaction": 12.0}),
        ([(0, TURN), (24, ASKED), (29, TURN)], {"turn": 24.0, "reaction": 7.0}),
        ([(0, TURN), (0, ASKED), (5, TURN), (5, ANEW)], {"turn": 48.0, "reaction": 12.0}),
        ([(0, TURN), (24, NEXT)], {"turn": 48.0}),
        ([(0, BANK), (24, LATER), (30, ASKED), (31, LATER)], {"bank": 138.0, "reaction": 11.0}),
        ([(0, TURN), (50, ASKED)], {"turn": 0.0, "reaction": 12.0}),
    ],
    ids=["a turn is one period however many rows are played in it", "a clock stands still while another is asked",
         "no answer fills it again", "each question is a period of its own", "the next round fills it",
         "a bank is filled once", "no clock is below nothing"],
)  # fmt: skip
def test_how_much_is_left_on_a_clock(
    steps: list[tuple[int, Mapping[tuple[str, str], str]]], left: dict[str, float]
) -> None:
    rules = ClockRules(LENGTHS, PlayingTime(None, "UTC"), frozenset({"bank"}))
    clocks: tuple[RunningClock, ...] = ()
    for now, asked in steps:
        clocks = clocks_at(clocks, rules, asked, float(now), runs=True)
    last, asked = steps[-1]
    assert {each.name: each.left_at(last, rules.time) for each in clocks} == left
    assert {(each.name, each.owner) for each in clocks if each.due is not None} == asked.keys()


def record(**policy: object) -> Record:
    """A match with clocks, in which nothing was asked yet."""
    return Bare(Policy(clocks=LENGTHS).but(**policy), 0.0).record


def position(settings: Settings | None = None, **changes: object) -> Duel:
    return Duel(settings=settings or Settings(), seats=("left", "right"), acting="left", sums={}).but(**changes)


GREETING = position(Settings(greetings=True), acting="")
QUESTION = position(asked="right", questions=1)


def asked(before: Record, at: Duel, now: float) -> Record:
    """The record from *now* on, when the forms of the position *at* are open."""
    return with_clocks(before, GAME, open_forms(at), now)


def test_the_step_is_due_when_the_last_of_its_clocks_runs_out() -> None:
    first = asked(record(), position(), 0.0)
    assert first.due == 48.0
    taunted = asked(first, QUESTION, 10.0)
    assert taunted.due == 22.0
    assert [each.name for each in running(taunted)] == ["reaction"]
    assert asked(taunted, position(), 15.0).due == 53.0
    both = asked(record(), GREETING, 0.0)
    assert deadlines(both, open_forms(GREETING)) == {"left": 48.0, "right": 48.0}
    later = both.but(clocks=(both.clocks[0], both.clocks[1].but(due=60.0)))
    assert asked(later, GREETING, 1.0).due == 60.0
    assert StepTime.of(asked(later.but(status=Status.PAUSED), GREETING, 1.0)).left == 59.0


def test_a_form_whose_clock_has_no_length_is_due_with_the_step() -> None:
    first = asked(record(clocks={"reaction": 12.0}, every=24.0), position(), 0.0)
    assert first.due == 24.0
    assert deadlines(first, open_forms(position())) == {"left": 24.0}
    assert asked(first, QUESTION, 5.0).due == 17.0
    assert asked(record(clocks={}, every=24.0), QUESTION, 5.0).clocks == ()


def test_a_pause_stops_every_clock_and_a_resume_goes_on_with_what_was_left() -> None:
    match = Bare(Policy(clocks=LENGTHS), 0.0)
    match.record = asked(match.record, position(), 0.0)
    match.now = 6.0
    match.do("pause")
    match.record = asked(match.record, position(), 6.0)
    assert (match.record.due, StepTime.of(match.record).left, running(match.record)) == (None, 42.0, ())
    match.do("extend", value="1h")
    match.now = 1000.0
    match.do("resume")
    match.record = asked(match.record, position(), 1000.0)
    assert match.record.due == 1042.0 + HOUR


def test_what_gives_time_gives_it_to_the_clock_that_runs() -> None:
    match = Bare(Policy(clocks={"turn": 2 * DAY}), 0.0)
    match.record = asked(match.record, position(), 0.0)
    match.do("extend", value="6h")
    match.act(Slide(seconds=5 * HOUR))
    assert asked(match.record, position(), 0.0).due == 2 * DAY + 11 * HOUR
    match.do("extend", "Ana", "1h")
    slid = _after_outage(match.record, Poll(6 * HOUR, HOUR, 60.0, HOUR, 0.0))
    assert slid == (Slide(seconds=5 * HOUR, why=""),)


def test_a_rewind_fills_the_clock_of_the_turn_and_leaves_a_bank_as_it_is() -> None:
    for bank, due in ((False, 72.0), (True, 168.0)):
        match = Bare(Policy(clocks=LENGTHS), 0.0)
        at = position(Settings(bank=bank))
        match.record, match.now = asked(match.record, at, 0.0), 24.0
        match.act(Rewind(to=0))
        assert asked(match.record, at, 24.0).due == due


def test_people_are_reminded_once_of_a_clock_however_often_it_pauses() -> None:
    forms, first = open_forms(position()), asked(record(remind=24.0), position(), 0.0)
    assert to_remind(first, forms, 23.0) == frozenset()
    assert to_remind(first, forms, 24.0) == {"left"}
    told = first.but(clocks=reminded(first, ["left"]))
    again = asked(asked(told, QUESTION, 30.0), position(), 31.0)
    assert to_remind(again, forms, 31.0) == frozenset()
    assert to_remind(asked(again, position(round=2), 79.0), forms, 120.0) == {"left"}
    rolling = Bare(Policy(every=24.0, remind=1.0), 0.0).record
    assert to_remind(rolling, forms, 23.5) == {"left"}
    assert to_remind(Reminders(due=24.0).on(rolling), forms, 23.5) == frozenset()


# -- on the sheet ------------------------------------------------------------------------------------------------------


def due(evening: Evening) -> float:
    found = evening.table.session.record.due
    assert found is not None
    return found


def test_a_clock_is_shown_to_the_one_who_is_asked_survives_a_restart_and_locks_the_step() -> None:
    evening = duel(clocks={"turn": 2 * DAY, "reaction": 12 * HOUR}, remind=DAY)

    def heading(tab: str, seat: str) -> str:
        return str(evening.values(tab, f"seat.{seat}")[0][0])

    def shown(instant: float) -> str:
        return f"due {short_clock_face(instant, 'UTC', evening.now)}"

    first = due(evening)
    assert first - evening.record.created == 2 * DAY
    assert heading("says", "left").endswith(shown(first))
    poll(evening, evening.now + DAY + HOUR)
    assert len([each for each in evening.notices if each.seat == "left" and "Still missing" in each.body]) == 1
    say(evening, "left", "taunt")
    asked_at = evening.now
    assert heading("replies", "right").endswith(shown(asked_at + 12 * HOUR))
    poll(evening, evening.now + 5 * HOUR)
    before = evening.table.session.record.clocks
    evening.table = evening.poller("another")
    evening.tick()
    assert evening.table.session.record.clocks == before
    reply(evening, "right")
    end = due(evening)
    assert end == pytest.approx(first + (evening.now - asked_at))
    assert heading("says", "left").endswith(shown(end))
    evening.do("extend", None, "6h")
    poll(evening, end + 6 * HOUR - 600)
    assert state(evening).acting == "left"
    poll(evening, end + 6 * HOUR + 2)
    assert state(evening).acting == "right"
    assert evening.store.last(evening.name).why == "the deadline passed"
    assert due(evening) == evening.now + 2 * DAY
    results = list(verify(evening.game, evening.record.charter, evening.store.entries(evening.name)))
    assert not any(isinstance(each, Fault) for each in results)


def test_an_extension_of_one_seat_moves_its_clock_alone_and_the_step_waits_for_it() -> None:
    evening = duel({"greetings": True}, clocks={"turn": DAY}, extensions=1)
    text = [" ".join(map(str, line)) for line in evening.values("gm")]
    assert sum("Clock" in line and "turn" in line for line in text) == 2
    assert any("Ana" in line and "until" in line for line in text)
    end = due(evening)
    evening.do("extend", "right", "12h")
    assert clock(evening, "turn", "right").due == end + 12 * HOUR
    assert clock(evening, "turn", "left").due == end
    poll(evening, end + 600)
    assert state(evening).acting == ""
    fill(evening, "right", "greetings", text="late", ready=True)
    evening.tick()
    assert state(evening).greeted == {"right": "late"}


def test_no_clock_runs_while_a_lock_waits_for_real_dice() -> None:
    evening = duel(clocks={"turn": 2 * DAY}, dice="manual")
    say(evening, "left", "cur")
    assert evening.table.session.record.pending is not None
    left = clock(evening, "turn", "left").left
    assert clock(evening, "turn", "left").due is None
    poll(evening, evening.now + 3 * DAY)
    assert clock(evening, "turn", "left").left == left
