"""Addresses stay in the store: what is logged, told, shown or exported has the names of people."""

from __future__ import annotations

import pytest

from sheets_gm.adapters.export.record import MatchRecord, record_parts
from sheets_gm.games.finding import games
from sheets_gm.gm.between.openings import Offer
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.match_record.told_names import without_addresses
from tests.gm.table import Evening
from tests.gm.test_hand_over import is_proved, take
from tests.gm.test_seats_tab import ask, friday


def exported(match: Evening) -> str:
    """The record of a match, as its export has it."""
    charter = match.table.session.record.charter.without_accounts()
    return "".join(record_parts(MatchRecord(charter, match.store.entries(match.name))))


@pytest.mark.parametrize("name", sorted(games()))
def test_in_every_game_no_address_of_a_player_is_in_the_export_or_on_a_tab_that_others_read(name: str) -> None:
    match = Evening(plays=name, policy=Policy(layout="sealed", gm=("gm@table",)))
    match.tick()
    record = match.table.session.record
    assert all(seat.account for seat in record.people)
    assert record.charter.accounts
    assert "@table" not in exported(match)
    assert "@table" not in str(match.sheets_of("public"))
    assert is_proved(match)


def test_whoever_comes_or_runs_the_match_is_named_and_their_address_is_told_nobody() -> None:
    match = friday()
    match.do("change", "add game master", "ben@table, kim@example.org")
    assert match.table.session.record.policy.gm == ("gm@table", "ben@table", "kim@example.org")
    assert "The game master added Ben and 1 person without a seat to the game masters: because" in match.log()
    match.do("substitute", "Cleo", "Zoe <zoe@table>", "write to kim@example.org, or to ana@table", row=2)
    assert "Zoe replaces Cleo: write to the game master, or to Ana" in match.log()
    assert match.row("desk", "gm #2")["value"] == "Zoe"
    match.do("deputy", "Ben", "Yan <yan@table>", row=3)
    match.do("reserve", "Eve <eve@table>", row=4)
    ask(match, "blue1", act="say", who="ask dov@table or max@example.org")
    assert "Ana: “ask Dov or •••”." in match.log()
    people = {seat.id: seat.account for seat in match.table.session.record.people}
    assert people["red1"] == "zoe@table"
    text = exported(match)
    assert [each for each in ("@table", "@example.org") if each in text] == []
    assert [each for each in ("@table", "@example.org") if each in str(match.values("roster"))] == []
    assert is_proved(match)


def test_the_row_of_whom_a_seat_is_offered_to_has_their_name_and_they_take_it_with_their_account() -> None:
    match = friday()
    match.table.tick(actions=[Offer(seat="blue2", player="Zoe", account="zoe@table")])
    match.record = match.table.session.record
    assert "@" not in str(match.values("free"))
    take(match, "blue2 Zoe", "zoe@table")
    seat = next(each for each in match.table.session.record.people if each.id == "blue2")
    assert (seat.player, seat.account) == ("Zoe", "zoe@table")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("+ana@table and @BEN@TABLE look", "Ana and Ben look"),
        ("Ana <ana@table>, mailto:max@example.org", "Ana, •••"),
        ("meet 5@3 @everyone", "meet 5@3 @everyone"),
        ("no sign", "no sign"),
    ],
)
def test_an_address_in_a_text_becomes_the_name_that_the_match_knows(text: str, told: str) -> None:
    assert without_addresses(text, friday().record) == told
