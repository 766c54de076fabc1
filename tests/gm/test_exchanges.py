"""Players exchange their seats, both agreeing, or one moves to a seat that is free."""

from __future__ import annotations

import pytest

from sheets_gm.gm.between.exchanges import Exchange
from sheets_gm.gm.match_record.notices_part import Notices
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.match_record.seats.hand_over import deputies, openings
from sheets_gm.gm.match_record.seats.presence import Excuses, absences
from sheets_gm.gm.ports.sheets import SheetsRefused
from sheets_gm.kernel.actions import BadAction
from tests.gm.table import Evening
from tests.gm.test_changes import titles
from tests.gm.test_hand_over import DAY, ZOE, guests, is_proved, take, who
from tests.gm.test_seats_tab import ask, friday, roster


def sealed() -> Evening:
    """A match of three with a private spreadsheet each, its first tick done."""
    match = Evening(plays="champions", players=3, policy=Policy(layout="sealed", gm=("gm@table",), every=DAY))
    match.tick()
    return match


def test_two_players_exchange_their_seats_once_both_have_asked_for_it() -> None:
    match = friday()
    answer = ask(match, "blue2", act="exchange seats", who="Cleo")
    assert answer == "✓ Ben asks Cleo to exchange seats. Cleo agrees by asking for the same on the tab “Your seat”."
    assert who(match, "blue2") == ("Ben", "ben@table")
    answer = ask(match, "red1", act="exchange seats", who="ben")
    assert answer == "✓ Cleo (red1) and Ben (blue2) exchange seats."
    assert (who(match, "blue2"), who(match, "red1")) == (("Cleo", "cleo@table"), ("Ben", "ben@table"))
    assert roster(match)["red1"][1] == "Ben"
    match.order("red1", as_account="ben@table", ready=True)
    with pytest.raises(SheetsRefused):
        match.order("blue2", as_account="ben@table", ready=True)
    assert is_proved(match)
    match.seats = match.table.session.record.people
    match.play(1)
    assert is_proved(match)


def test_what_is_a_persons_own_goes_with_the_person() -> None:
    match = friday()
    ask(match, "blue2", act="away", until="3d")
    ask(match, "blue2", act="quiet hours", since="22", until="8")
    ask(match, "red1", act="deputy", who=ZOE)
    ask(match, "red2", act="offer the seat")
    match.table.session.save_part(Excuses(missed={"red1": 2, "blue": 1}))
    match.do("change", "heir", "Ben")
    match.do("exchange", "Ben", "Cleo", row=2)
    record = match.table.session.record
    assert [each.seat for each in absences(record)] == ["red1"]
    assert list(Notices.of(record).wishes) == ["red1"]
    assert [(each.seat, each.player) for each in deputies(record)] == [("blue2", "Zoe")]
    assert Excuses.of(record).missed == {"blue2": 2, "blue": 1}
    assert record.policy.heir == "red1"
    assert [each.seat for each in openings(record)] == ["red2"]
    assert match.answer(2) == "✓ Ben (blue2) and Cleo (red1) exchange seats: because"


def test_who_plays_for_the_other_side_now_fills_in_for_the_old_one_no_more() -> None:
    match = friday()
    ask(match, "blue1", act="deputy", who="Ben")
    match.do("exchange", "Ben", "Cleo")
    assert deputies(match.table.session.record) == ()


def test_nobody_has_a_deputy_of_the_side_that_was_left() -> None:
    match = friday()
    ask(match, "blue1", act="deputy", who="Ben")
    match.do("exchange", "Ana", "Cleo")
    assert deputies(match.table.session.record) == ()


def test_in_a_sealed_match_the_private_spreadsheets_change_hands_and_the_log_says_what_that_means() -> None:
    match = sealed()
    (one, other, _) = (seat.id for seat in match.seats)
    mine, yours = who(match, one)[1], who(match, other)[1]
    before = titles(match)
    ask(match, one, act="exchange seats", who=other)
    answer = ask(match, other, act="exchange seats", who=one)
    assert answer.endswith("exchange seats. Each takes along what the seat has seen so far.")
    assert guests(match, f"seat.{one}")[yours or ""] == "writer"
    assert mine not in guests(match, f"seat.{one}")
    assert guests(match, f"seat.{other}")[mine or ""] == "writer"
    assert titles(match) == before
    assert is_proved(match)


def test_a_player_moves_to_a_seat_that_is_free_and_leaves_one() -> None:
    match = friday()
    ask(match, "red2", act="leave for good")
    answer = ask(match, "blue2", act="exchange seats", who="red2")
    assert answer == "✓ Ben moves from blue2 to red2, and blue2 is free."
    assert who(match, "red2") == ("Ben", "ben@table")
    assert who(match, "blue2") == ("Free (blue2)", None)
    assert match.table.session.record.presence.gone == {"blue2"}
    assert "blue2" not in match.table.waiting
    take(match, "blue2 game master", "gm@table", who=ZOE)
    assert who(match, "blue2") == ("Zoe", "zoe@table")
    assert is_proved(match)


def test_a_free_seat_that_is_kept_for_somebody_else_is_not_taken() -> None:
    match = friday()
    ask(match, "red2", act="offer the seat", who=ZOE)
    ask(match, "red2", act="leave for good")
    assert "is kept for Zoe" in ask(match, "blue2", act="exchange seats", who="red2")


def test_a_request_is_taken_back_and_lapses_when_the_other_seat_changes_hands() -> None:
    match = friday()
    ask(match, "blue2", act="exchange seats", who="Cleo")
    assert ask(match, "blue2", act="no exchange") == "✓ Ben does not ask to exchange seats any more."
    assert "asks nobody" in ask(match, "blue2", act="no exchange")
    assert "asks Ben to exchange seats" in ask(match, "red1", act="exchange seats", who="Ben")
    assert "has asked Ben already" in ask(match, "red1", act="exchange seats", who="blue2")
    match.do("substitute", "Ben", ZOE)
    assert "asks Cleo to exchange seats" in ask(match, "blue2", act="exchange seats", who="Cleo")
    assert who(match, "blue2")[0] == "Zoe"


def test_nobody_exchanges_seats_with_nobody() -> None:
    match = friday()
    assert "Write who" in ask(match, "blue2", act="exchange seats")
    assert "your own seat" in ask(match, "blue2", act="exchange seats", who="Ben")
    assert "no player or seat" in ask(match, "blue2", act="exchange seats", who="Xaver")
    ask(match, "red1", act="leave for good")
    ask(match, "red2", act="leave for good")
    with pytest.raises(BadAction, match="has left"):
        match.table.tick(actions=[Exchange(seat="red1", other="red2", agreed=True)])


def test_a_match_over_by_concession_is_read_with_those_who_sat_there_then() -> None:
    match = friday()
    match.do("exchange", "Ben", "Cleo")
    match.do("concede", "red", row=2)
    people = match.table.session.record.people_at(0)
    assert people["red1"].player == "Cleo"
    assert match.table.session.record.people_at(99)["red1"].player == "Ben"


def test_a_private_spreadsheet_is_named_for_who_has_it_now() -> None:
    match = Evening(plays="champions", players=3, policy=Policy(layout="sealed", gm=("gm@table",), every=DAY))
    match.tick()
    seat = match.seats[1]
    assert f"An evening: {seat.player}" in titles(match)
    match.do("substitute", seat.id, ZOE)
    match.tick()
    assert "An evening: Zoe" in titles(match)
    assert f"An evening: {seat.player}" not in titles(match)
    assert match.tick().writes == 0
