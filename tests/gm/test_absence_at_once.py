"""Absence where rows close at once: the turn of an absent seat is played row by row."""

from __future__ import annotations

from sheets_gm.gm.match_record.seats.presence import Excuses
from sheets_gm.kernel.match.integrity import Fault
from sheets_gm.kernel.match.journal import Attendance, Entry
from sheets_gm.kernel.match.proof import verify
from tests.gm.duels import DAY, HOUR, answer_to, duel, fill, poll, reply, say, state
from tests.gm.table import Evening


def filled(evening: Evening) -> list[tuple[str, str, str]]:
    """Seat, order and who filled it in, of each row that the journal has."""
    return [
        (row.seat, str(row.cells.get("word") or row.cells.get("answer")), row.by)
        for entry in evening.store.entries(evening.name)
        for row in entry.typed
    ]


def turns(evening: Evening) -> list[Entry]:
    return [entry for entry in evening.store.entries(evening.name) if entry.kind == "turn"]


def test_a_bot_plays_the_turn_of_an_absent_seat_to_its_end_and_waits_for_the_answer_of_another() -> None:
    evening = duel(every=DAY, no_show="bot")
    poll(evening, evening.now + DAY + 60)
    assert filled(evening) == [("left", "fool", "bot"), ("left", "taunt", "bot")]
    assert state(evening).asked == "right"
    reply(evening, "right")
    assert filled(evening)[2:] == [("right", "laugh", ""), ("left", "fool", "bot"), ("left", "end turn", "bot")]
    assert state(evening).acting == "right"
    assert evening.table.session.record.stand_ins == ()


def test_a_turn_that_a_bot_plays_is_one_no_show() -> None:
    evening = duel(every=DAY, no_show="bot", open_after=3)
    poll(evening, evening.now + DAY + 60)
    reply(evening, "right")
    assert Excuses.of(evening.table.session.record).missed == {"left": 1}
    assert turns(evening)[0].attendance == {"left": Attendance.NO_SHOW}


def test_a_bot_goes_on_with_the_turn_after_a_restart() -> None:
    evening = duel(every=DAY, no_show="bot")
    poll(evening, evening.now + DAY + 60)
    evening.table = evening.poller("another")
    reply(evening, "right")
    assert state(evening).acting == "right"


def test_a_seat_that_comes_back_takes_its_turn_over() -> None:
    evening = duel(every=DAY, no_show="bot")
    poll(evening, evening.now + DAY + 60)
    fill(evening, "left", "says", 4, word="cur", ready=True)
    reply(evening, "right")
    assert filled(evening)[-1] == ("left", "cur", "")
    assert state(evening).acting == "left"
    assert evening.table.session.record.stand_ins == ()


def test_what_a_bot_plays_overwrites_nothing_that_somebody_typed() -> None:
    evening = duel(every=DAY, no_show="bot", clocks={"turn": DAY})
    poll(evening, evening.now + DAY + 60)
    fill(evening, "left", "says", 3, word="cur")
    evening.tick()
    reply(evening, "right")
    evening.tick()
    assert evening.table.session.position.broken == ""
    assert ("left", "cur", "bot") not in filled(evening)


def test_each_turn_of_an_absent_seat_waits_for_its_own_deadline() -> None:
    evening = duel(every=DAY, no_show="bot", no_answer="bot")
    poll(evening, evening.now + DAY + 60)
    reply(evening, "right")
    played = len(turns(evening))
    poll(evening, evening.now + DAY - HOUR)
    assert len(turns(evening)) == played
    poll(evening, evening.now + 2 * HOUR)
    assert ("right", "fool", "bot") in filled(evening)


def test_nobody_plays_for_an_absent_seat_where_the_policy_is_to_hold() -> None:
    evening = duel(every=DAY, no_show="hold")
    poll(evening, evening.now + DAY + 60)
    assert filled(evening) == []
    assert state(evening).acting == "right"


def test_rows_that_a_seat_keeps_are_its_turn_when_it_is_absent() -> None:
    evening = duel(every=DAY, no_show="standing")
    fill(evening, "left", "says", 1, word="fool", keep=True, ready=True)
    evening.tick()
    fill(evening, "left", "says", 2, word="cur", keep=True, ready=True)
    evening.tick()
    say(evening, "left", "end turn", row=3)
    say(evening, "right", "end turn")
    before = len(filled(evening))
    poll(evening, evening.now + DAY + 60)
    assert filled(evening)[before:] == [("left", "fool", "standing order"), ("left", "cur", "standing order")]
    assert state(evening).acting == "right"


def test_an_answer_that_nobody_gives_counts_as_it_was_drawn() -> None:
    evening = duel(every=DAY)
    say(evening, "left", "taunt")
    poll(evening, evening.now + DAY + 60)
    assert state(evening).replies == ("shrug",)
    assert filled(evening)[-1] == ("right", "shrug", "nobody")
    assert Excuses.of(evening.table.session.record).missed == {"right": 1}
    assert state(evening).acting == "left"


def test_a_bot_gives_an_answer_that_nobody_gives_where_the_policy_says_so() -> None:
    evening = duel(clocks={"turn": DAY, "reaction": HOUR}, no_answer="bot")
    say(evening, "left", "taunt")
    poll(evening, evening.now + HOUR + 60)
    assert state(evening).replies == ("laugh",)
    say(evening, "left", "cur", row=2)
    assert state(evening).acting == "left"


def test_the_gm_may_have_the_turn_of_an_absent_seat_played_now() -> None:
    evening = duel(no_show="bot")
    evening.tick(resolve=True)
    assert filled(evening)[:2] == [("left", "fool", "bot"), ("left", "taunt", "bot")]


def test_a_bot_whose_roll_waits_for_real_dice_goes_on_once_it_is_typed() -> None:
    from sheets_gm.gm.poll.real_dice import type_roll

    evening = duel(every=DAY, no_show="bot", dice="manual")
    poll(evening, evening.now + DAY + 60)
    assert evening.table.session.record.pending is not None
    type_roll(evening.table.session, "jab 1 of left in round 1", 4)
    evening.tick()
    assert state(evening).sums["left"] == 4
    assert state(evening).asked == "right"


def test_a_match_in_which_a_bot_played_still_recomputes() -> None:
    evening = duel(every=DAY, no_show="bot")
    fill(evening, "right", "guards", word="cur")
    poll(evening, evening.now + DAY + 60)
    reply(evening, "right")
    results = list(verify(evening.game, evening.record.charter, evening.store.entries(evening.name)))
    assert not any(isinstance(each, Fault) for each in results)
    assert answer_to(evening, "right", "guards").startswith("✓ Standing")
