"""Clocks that run: a turn is one period, however often somebody else is asked in it, and no answer fills it again."""

from __future__ import annotations

import pytest

from sheets_gm.gm.match_record.deadlines import short_clock_face
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.kernel.match.integrity import Fault
from sheets_gm.kernel.match.proof import verify
from tests.gm.duels import DAY, HOUR, clock, duel, fill, poll, reply, say, state
from tests.gm.table import Evening

LENGTHS = {"turn": 2 * DAY, "reaction": 12 * HOUR}


def due(evening: Evening) -> float:
    found = evening.table.session.record.due
    assert found is not None
    return found


def test_a_turn_is_one_period_however_many_rows_are_played_in_it() -> None:
    evening = duel(clocks=LENGTHS)
    first = due(evening)
    assert first - evening.record.created == 2 * DAY
    poll(evening, evening.now + HOUR)
    say(evening, "left", "fool")
    poll(evening, evening.now + HOUR)
    say(evening, "left", "cur", row=2)
    assert due(evening) == first


def test_a_clock_stands_still_while_somebody_else_is_asked_and_no_answer_fills_it_again() -> None:
    evening = duel(clocks=LENGTHS)
    first = due(evening)
    poll(evening, evening.now + DAY)
    say(evening, "left", "taunt")
    asked = evening.now
    assert clock(evening, "turn", "left").due is None
    assert due(evening) == asked + 12 * HOUR
    poll(evening, asked + 5 * HOUR)
    reply(evening, "right")
    answered = evening.now
    assert due(evening) == pytest.approx(first + (answered - asked))
    assert clock(evening, "reaction", "right").due is None


def test_each_question_is_a_period_of_its_own() -> None:
    evening = duel(clocks=LENGTHS)
    say(evening, "left", "taunt")
    poll(evening, evening.now + 5 * HOUR)
    reply(evening, "right")
    say(evening, "left", "taunt", row=2)
    assert due(evening) == evening.now + 12 * HOUR


def test_the_next_round_fills_the_clock_of_a_turn() -> None:
    evening = duel(clocks=LENGTHS)
    poll(evening, evening.now + DAY)
    say(evening, "left", "end turn")
    assert due(evening) == evening.now + 2 * DAY
    say(evening, "right", "end turn")
    assert due(evening) == evening.now + 2 * DAY


def test_a_bank_is_filled_once_for_the_whole_match() -> None:
    evening = duel({"bank": True}, clocks={"bank": 7 * DAY, "reaction": HOUR})
    poll(evening, evening.now + DAY)
    say(evening, "left", "end turn")
    left = clock(evening, "bank", "left").left
    assert left == pytest.approx(6 * DAY, abs=10)
    poll(evening, evening.now + DAY)
    say(evening, "right", "end turn")
    assert due(evening) == pytest.approx(evening.now + left)


def test_a_clock_that_runs_out_locks_the_step() -> None:
    evening = duel(clocks=LENGTHS)
    end = due(evening)
    poll(evening, end - 600)
    assert state(evening).acting == "left"
    poll(evening, end + 2)
    assert state(evening).acting == "right"
    assert evening.store.last(evening.name).why == "the deadline passed"


def test_a_form_whose_clock_has_no_length_is_due_with_the_step() -> None:
    evening = duel(clocks={"reaction": HOUR}, every=DAY)
    first = due(evening)
    assert first - evening.record.created == DAY
    say(evening, "left", "taunt")
    assert due(evening) == evening.now + HOUR


def test_without_clocks_each_question_opens_a_step_as_before() -> None:
    evening = duel(every=DAY)
    evening.now += HOUR
    say(evening, "left", "taunt")
    assert due(evening) == evening.now + DAY
    assert evening.table.session.record.clocks == ()


# -- several owners ----------------------------------------------------------------------------------------------------


def test_a_step_with_several_owners_locks_when_each_is_ready_or_out_of_time() -> None:
    evening = duel({"greetings": True}, clocks={"turn": DAY})
    fill(evening, "left", "greetings", text="hello", ready=True)
    end = due(evening)
    poll(evening, end - 600)
    assert state(evening).acting == ""
    poll(evening, end + 2)
    assert state(evening).greeted == {"left": "hello"}


def test_an_extension_of_one_seat_moves_its_clock_alone_and_the_step_waits_for_it() -> None:
    evening = duel({"greetings": True}, clocks={"turn": DAY}, extensions=1)
    end = due(evening)
    evening.do("extend", "right", "12h")
    assert clock(evening, "turn", "right").due == end + 12 * HOUR
    assert clock(evening, "turn", "left").due == end
    poll(evening, end + 600)
    assert state(evening).acting == ""
    fill(evening, "right", "greetings", text="late", ready=True)
    evening.tick()
    assert state(evening).greeted == {"right": "late"}


def test_everyone_ready_locks_before_any_clock_runs_out() -> None:
    evening = duel({"greetings": True}, clocks={"turn": DAY})
    for seat in ("left", "right"):
        fill(evening, seat, "greetings", text="hello", ready=True)
    evening.tick()
    assert state(evening).acting == "left"


# -- what acts on a clock ----------------------------------------------------------------------------------------------


def test_a_pause_stops_every_clock_and_a_resume_goes_on_with_what_was_left() -> None:
    evening = duel(clocks=LENGTHS)
    poll(evening, evening.now + 6 * HOUR)
    evening.do("pause")
    left = clock(evening, "turn", "left").left
    assert clock(evening, "turn", "left").due is None
    assert evening.table.session.record.status is Status.PAUSED
    poll(evening, evening.now + 3 * DAY)
    assert state(evening).acting == "left"
    evening.do("resume")
    assert due(evening) == pytest.approx(evening.now + left)


def test_the_gm_extends_the_clock_that_runs() -> None:
    evening = duel(clocks=LENGTHS)
    first = due(evening)
    evening.do("extend", None, "6h")
    assert due(evening) == first + 6 * HOUR
    evening.do("pause")
    evening.do("extend", None, "6h", row=2)
    evening.do("resume", row=3)
    assert due(evening) == pytest.approx(first + 12 * HOUR, abs=5)


def test_an_outage_gives_back_the_time_of_the_clock_that_ran() -> None:
    evening = duel(clocks=LENGTHS)
    poll(evening, evening.now + HOUR)
    first = due(evening)
    evening.now += 5 * HOUR
    evening.tick()
    assert due(evening) == pytest.approx(first + 5 * HOUR, abs=400)
    assert "The sync was down for 5 hours" in evening.log()[-1]


def test_clocks_survive_a_restart() -> None:
    evening = duel(clocks=LENGTHS)
    poll(evening, evening.now + HOUR)
    say(evening, "left", "taunt")
    before = evening.table.session.record.clocks
    evening.table = evening.poller("another")
    evening.tick()
    assert evening.table.session.record.clocks == before


def test_a_rewind_fills_the_clock_of_the_turn_and_leaves_a_bank_as_it_is() -> None:
    evening = duel(clocks=LENGTHS)
    poll(evening, evening.now + DAY)
    evening.do("rewind", "#0")
    assert due(evening) == evening.now + 2 * DAY
    bank = duel({"bank": True}, clocks={"bank": 7 * DAY})
    poll(bank, bank.now + DAY)
    bank.do("rewind", "#0")
    assert due(bank) == pytest.approx(bank.now + 6 * DAY, abs=10)


def test_no_clock_runs_while_a_lock_waits_for_real_dice() -> None:
    evening = duel(clocks=LENGTHS, dice="manual")
    say(evening, "left", "cur")
    assert evening.table.session.record.pending is not None
    left = clock(evening, "turn", "left").left
    assert clock(evening, "turn", "left").due is None
    poll(evening, evening.now + 3 * DAY)
    assert clock(evening, "turn", "left").left == left


# -- where a deadline is shown -----------------------------------------------------------------------------------------


def test_the_sheet_shows_the_deadline_of_the_one_who_is_asked() -> None:
    evening = duel(clocks=LENGTHS)

    def heading(tab: str, seat: str) -> str:
        return str(evening.values(tab, f"seat.{seat}")[0][0])

    def shown(instant: float) -> str:
        return f"due {short_clock_face(instant, 'UTC', evening.now)}"

    assert heading("says", "left").endswith(shown(due(evening)))
    poll(evening, evening.now + DAY)
    say(evening, "left", "taunt")
    assert heading("replies", "right").endswith(shown(evening.now + 12 * HOUR))
    poll(evening, evening.now + 5 * HOUR)
    reply(evening, "right")
    assert heading("says", "left").endswith(shown(due(evening)))


def test_the_gm_tab_shows_every_clock_with_its_time() -> None:
    evening = duel({"greetings": True}, clocks={"turn": DAY, "reaction": HOUR})
    evening.tick()
    text = [" ".join(map(str, line)) for line in evening.values("gm")]
    assert sum("Clock" in line and "turn" in line for line in text) == 2
    assert any("Ana" in line and "until" in line for line in text)


def test_people_are_reminded_once_of_a_clock_however_often_it_pauses() -> None:
    evening = duel(clocks=LENGTHS, remind=DAY)
    poll(evening, evening.now + 1.5 * DAY)
    assert len([each for each in evening.notices if each.seat == "left" and "Still missing" in each.body]) == 1
    say(evening, "left", "taunt")
    reply(evening, "right")
    poll(evening, evening.now + HOUR)
    assert len([each for each in evening.notices if each.seat == "left" and "Still missing" in each.body]) == 1


def test_a_match_with_clocks_still_recomputes() -> None:
    evening = duel(clocks=LENGTHS)
    say(evening, "left", "taunt")
    reply(evening, "right")
    evening.do("extend", None, "6h")
    results = list(verify(evening.game, evening.record.charter, evening.store.entries(evening.name)))
    assert not any(isinstance(each, Fault) for each in results)
