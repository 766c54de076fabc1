"""Players exchange their seats, both agreeing, or one moves to a seat that is free."""

from __future__ import annotations

import pytest

from sheets_gm.gm.between.exchanges import Exchange, Exchanges
from sheets_gm.gm.match_record.notices_part import Notices
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.match_record.seats.hand_over import deputies, openings
from sheets_gm.gm.match_record.seats.presence import Excuses, absences
from sheets_gm.gm.ports.sheets import SheetsRefused
from sheets_gm.kernel.actions import BadAction
from tests.gm.bare import Bare
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
    match = Bare(Policy(every=DAY, heir="blue2"))
    match.ask("blue2", "away", until="3d")
    match.ask("blue2", "quiet hours", since="22", until="8")
    match.ask("red1", "deputy", who=ZOE)
    match.ask("red2", "offer the seat")
    match.record = Excuses(missed={"red1": 2, "blue": 1}).on(match.record)
    assert match.do("exchange", "Ben", "Cleo") == "✓ Ben (blue2) and Cleo (red1) exchange seats."
    record = match.record
    assert [each.seat for each in absences(record)] == ["red1"]
    assert list(Notices.of(record).wishes) == ["red1"]
    assert [(each.seat, each.player) for each in deputies(record)] == [("blue2", "Zoe")]
    assert Excuses.of(record).missed == {"blue2": 2, "blue": 1}
    assert record.policy.heir == "red1"
    assert [each.seat for each in openings(record)] == ["red2"]


@pytest.mark.parametrize("leaves", ["Ana", "Ben"], ids=["who has a deputy", "who is the deputy"])
def test_nobody_has_a_deputy_of_another_side(leaves: str) -> None:
    match = Bare()
    match.ask("blue1", "deputy", who="Ben")
    assert deputies(match.record)
    match.do("exchange", leaves, "Cleo")
    assert deputies(match.record) == ()


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
    assert "blue2" not in match.table.waiting
    take(match, "blue2 game master", "gm@table", who=ZOE)
    assert who(match, "blue2") == ("Zoe", "zoe@table")
    assert is_proved(match)


def test_the_game_master_names_both_and_who_moves_has_their_seat_no_more() -> None:
    match = Bare()
    match.ask("red2", "leave for good")
    assert match.do("exchange", "red2", "Ben") == "✓ Ben moves from blue2 to red2, and blue2 is free."
    assert [(each.player, each.account) for each in match.record.people if each.id in ("blue2", "red2")] == [
        ("Free (blue2)", None), ("Ben", "ben@table")
    ]  # fmt: skip
    assert match.record.presence.gone == {"blue2"}
    assert match.do("exchange", "Ben") == "✗ Write with whom: a player, or a seat that is free."


def test_a_free_seat_that_is_kept_for_somebody_else_is_not_taken() -> None:
    match = Bare()
    match.ask("red2", "offer the seat", who=ZOE)
    match.ask("red2", "leave for good")
    assert match.ask("blue2", "exchange seats", who="red2") == "✗ The seat red2 is kept for Zoe."


def test_a_request_is_taken_back_and_lapses_when_the_other_seat_changes_hands() -> None:
    match = Bare()
    match.ask("blue2", "exchange seats", who="Cleo")
    assert match.ask("blue2", "no exchange") == "✓ Ben does not ask to exchange seats any more."
    assert match.ask("blue2", "no exchange") == "✗ Ben asks nobody to exchange seats."
    assert "asks Ben to exchange seats" in match.ask("red1", "exchange seats", who="Ben")
    assert match.ask("red1", "exchange seats", who="blue2") == "✗ Cleo has asked Ben already."
    match.do("substitute", "Ben", ZOE)
    assert "Zoe asks Cleo to exchange seats" in match.ask("blue2", "exchange seats", who="Cleo")
    assert match.ask("blue2", "exchange seats", who="Ana").startswith("✓ Zoe asks Ana")
    assert [(each.seat, each.other) for each in Exchanges.of(match.record).wishes] == [
        ("red1", "blue2"), ("blue2", "blue1")
    ]  # fmt: skip


def test_nobody_exchanges_seats_with_nobody() -> None:
    match = Bare()
    assert match.ask("blue2", "exchange seats") == "✗ Write who: a player, or a seat that is free."
    assert match.ask("blue2", "exchange seats", who="Ben") == "✗ Write somebody else: this is your own seat."
    assert "no player or seat" in match.ask("blue2", "exchange seats", who="Xaver")
    match.ask("red1", "leave for good")
    match.ask("red2", "leave for good")
    with pytest.raises(BadAction, match="has left"):
        match.act(Exchange(seat="red1", other="red2", agreed=True))
    judged = Bare(plays="war_game", settings={})
    judge = next(each for each in judged.record.people if each.neutral)
    assert f"{judge.player} plays for no side" in judged.ask(judged.record.people[0].id, "exchange seats", who=judge.id)


def test_a_match_over_by_concession_is_read_with_those_who_sat_there_then() -> None:
    match = Bare()
    match.do("exchange", "Ben", "Cleo")
    match.do("concede", "red")
    assert match.record.people_at(0)["red1"].player == "Cleo"
    assert match.record.people_at(99)["red1"].player == "Ben"


def test_a_private_spreadsheet_is_named_for_who_has_it_now() -> None:
    match = sealed()
    seat = match.seats[1]
    assert f"An evening: {seat.player}" in titles(match)
    match.do("substitute", seat.id, ZOE)
    match.tick()
    assert "An evening: Zoe" in titles(match)
    assert f"An evening: {seat.player}" not in titles(match)
    assert match.tick().writes == 0
