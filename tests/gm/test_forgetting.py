"""Somebody is forgotten: the name and the address leave what is kept, and every match is proved as before."""

from __future__ import annotations

import pytest

from sheets_gm.games.finding import games
from sheets_gm.gm.between.notices import WishNotices
from sheets_gm.gm.between.openings import GiveUp
from sheets_gm.gm.between.substitutes import Substitute
from sheets_gm.gm.forgetting import CannotForget, check_gone, person_called, without_person
from sheets_gm.gm.match_record.known_person import KnownPerson
from sheets_gm.gm.match_record.notice_wishes import Held
from sheets_gm.gm.match_record.notices_part import Notices
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.reserves import reserves
from sheets_gm.gm.match_record.seats.hand_over import deputies, openings
from sheets_gm.kernel.actions import Rewind
from sheets_gm.kernel.match.integrity import Fault
from sheets_gm.kernel.match.proof import verify
from sheets_gm.kernel.seats import Seat
from tests.gm.table import Evening
from tests.gm.test_hand_over import ZOE, guests
from tests.gm.test_seats_tab import ask, friday, roster


def forgotten(match: Evening, text: str) -> Record:
    """The record of a match in which somebody was forgotten, stored."""
    record = match.store.record(match.name)
    person = person_called(text, [record])
    check_gone(person, record)
    after = without_person(record, person, match.game, match.store.entries(match.name), None)
    return match.store.save(after)


def faults(match: Evening, record: Record) -> list[Fault]:
    """What is wrong with the journal of a match."""
    found = verify(match.game, record.charter, match.store.entries(match.name))
    return [each for each in found if isinstance(each, Fault)]


@pytest.mark.parametrize("name", sorted(games()))
def test_in_every_game_the_match_is_proved_as_before_without_the_address_and_shown_without_the_name(name: str) -> None:
    layout = "shared" if name == "gvg" else "sealed"
    match = Evening(plays=name, players=2 if name == "champions" else None, policy=Policy(layout=layout))
    seat = match.seats[0]
    match.table.tick(actions=[GiveUp(seat=seat.id)])
    record = forgotten(match, seat.player)
    assert not faults(match, record)
    assert bool(record.charter.locked) is (name != "champions")  # its first position has the names in it
    account = seat.account or ""
    assert account
    assert f'"{account}"' not in record.charter.model_dump_json()
    assert not [each for each in record.people if each.player == seat.player or each.account == account]


def test_what_was_typed_about_somebody_and_who_played_before_goes_too() -> None:
    match = friday()
    ask(match, "red1", act="deputy", who=ZOE)
    ask(match, "blue2", act="offer the seat", who=ZOE)
    match.table.tick(actions=[Substitute(seat="red2", player="Yan", account="yan@table")])
    match.table.tick(actions=[Substitute(seat="red2", player="Eve", account="eve@table")])
    record = forgotten(match, "zoe@table")
    record = forgotten(match, "Yan")
    left = record.but(workbooks=()).model_dump_json().casefold()
    assert not [each for each in ("zoe", "yan") if each in left]
    assert not deputies(record)
    assert openings(record)[0].player == ""
    assert not faults(match, record)
    match.table = match.poller()
    match.tick()
    assert "zoe@table" not in guests(match, "table")


@pytest.mark.parametrize("name", ["gvg", "wesnoth"])
def test_a_rewind_brings_nobody_back_who_was_forgotten(name: str) -> None:
    match = Evening(plays=name)
    match.play(1)
    seat = match.seats[0]
    match.table.tick(actions=[GiveUp(seat=seat.id)])
    forgotten(match, seat.player)
    match.table = match.poller()
    match.tick()
    match.table.tick(actions=[Rewind(to=0, why="once more")])
    match.tick()
    record = match.store.record(match.name)
    assert not faults(match, record)
    kept = [
        record.but(workbooks=()).model_dump_json(),
        *(each.model_dump_json() for each in match.store.entries(match.name)),
    ]
    assert not [text for text in kept if f'"{seat.player}"' in text or f'"{seat.account}"' in text]


def test_whoever_waits_for_a_seat_is_forgotten_too() -> None:
    match = friday()
    match.do("reserve", "Zoe <zoe@table>")
    left = forgotten(match, "zoe@table").but(workbooks=())
    assert reserves(left) == ()
    assert "zoe" not in left.model_dump_json().casefold()


def test_where_notices_went_is_forgotten_once_somebody_has_left_or_the_match_is_over() -> None:
    address = f"https://discord.com/api/webhooks/1/{'a' * 68}"
    hook = WishNotices(seat="blue2", hook="Discord", address=address)
    match = friday()
    match.tick(actions=[hook])
    ask(match, "blue2", act="leave for good")
    assert not Notices.of(match.table.session.record).wishes, "nothing is sent to whoever has left"
    over = friday()
    over.tick(actions=[hook])
    over.do("concede", "red")
    assert Notices.of(over.table.session.record).wishes
    assert address not in forgotten(over, "ben@table").model_dump_json()


def test_the_sheet_shows_somebody_in_the_place_of_the_name() -> None:
    match = friday()
    match.table.tick(actions=[GiveUp(seat="blue2")])
    forgotten(match, "Ben")
    poller = match.poller()
    poller.tick(rebuild=True)
    assert roster(match)["blue2"][1] == "Somebody (blue2)"
    assert not [line for line in match.log() if "Ben " in line]


def test_nobody_is_forgotten_who_plays() -> None:
    match = friday()
    with pytest.raises(CannotForget, match="Ben still plays in evening, which is not over"):
        forgotten(match, "ben")
    with pytest.raises(CannotForget, match="This is a game master"):
        check_gone(KnownPerson(accounts=frozenset({"gm@table"})), match.record)
    with pytest.raises(CannotForget, match="No match here has a player called “Quinn”"):
        forgotten(match, "Quinn")


def test_two_people_of_one_name_are_told_apart_by_their_address() -> None:
    match = friday()
    record = match.table.session.record
    other = record.but(seats=(Seat(id="x", player="Ben", team="x", account="other@table"),))
    with pytest.raises(CannotForget, match=r"several people: write the address. There are ben@table, other@table"):
        person_called("Ben", [record, other])
    assert not person_called("other@table", [record, other]).has(record.people[1])


def test_the_notices_that_wait_for_who_is_forgotten_are_gone_and_no_others() -> None:
    match = friday()
    record = match.table.session.record
    held = tuple(Held(seat=seat, title="Friday", body="Turn 1", at=9e9) for seat in ("blue1", "blue2"))
    record = Notices.of(record).but(held=held).on(record)
    after = without_person(record, person_called("Ben", [record]), match.game, match.store.entries(match.name), None)
    assert [each.seat for each in Notices.of(after).held] == ["blue1"]
