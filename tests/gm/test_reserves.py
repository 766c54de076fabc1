"""Reserves: who waits for a seat, and gets the offer of the first one that becomes free."""

from __future__ import annotations

from sheets_gm.gm.between.finding import due_actions
from sheets_gm.gm.between.rows.desk_orders import TakeOrder
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.match_record.reserves import reserves as reserves_of
from sheets_gm.gm.match_record.seats.hand_over import openings
from sheets_gm.kernel.defaults import nothing
from tests.gm.bare import Bare
from tests.gm.table import Evening
from tests.gm.test_gathering import FOUR, gathering, sign_up
from tests.gm.test_hand_over import is_proved, take, who
from tests.gm.test_seats_tab import DAY, ask, roster


def reserves(match: Evening) -> list[str]:
    """The names on the list, as the roster has them."""
    return [str(row[1]) for seat, row in roster(match).items() if seat.startswith("reserve")]


def wait(match: Evening, name: str) -> str:
    """The answer to somebody who signs up as a reserve where anybody may type."""
    take(match, "reserve anybody", "sync@table", who=name)
    match.tick()
    return match.receipt("reserve anybody", "free")


def test_while_a_match_gathers_people_sign_up_as_reserves_and_read_it_on_the_roster() -> None:
    match = gathering()
    assert wait(match, "Yan") == "✓ Yan waits for a seat, as a reserve."
    assert wait(match, "Zoe") == "✓ Zoe waits for a seat, as a reserve."
    assert "zoe is a reserve already" in wait(match, "zoe")
    assert "an address would prove nothing" in wait(match, "Max <max@example.org>")
    assert reserves(match) == ["Yan", "Zoe"]
    assert sign_up(match, "blue1", "Yan") == ""
    assert reserves(match) == ["Zoe"]
    assert "Yan plays already" in wait(match, "Yan")


def test_a_seat_that_becomes_free_is_offered_to_the_first_reserve_and_to_nobody_else() -> None:
    match = gathering()
    for name in ("Yan", "Zoe"):
        wait(match, name)
    for seat, name in zip(FOUR, ("Ana", "Ben", "Cleo", "Dov"), strict=True):
        sign_up(match, seat, name)
    assert reserves(match) == ["Yan", "Zoe"]
    ask(match, "blue2", account="sync@table", act="leave for good")
    match.tick()
    assert "Ben offers the seat to Yan: the first of those who wait for a seat" in match.log()[-1]
    assert reserves(match) == ["Zoe"]
    take(match, "blue2 Yan", "sync@table")
    match.tick()
    assert who(match, "blue2") == ("Yan", None)
    assert is_proved(match)


def test_an_offer_to_nobody_by_name_goes_to_the_next_of_them() -> None:
    match = Bare(Policy(every=3 * DAY))
    for name in ("Yan <yan@table>", "Zoe <zoe@table>"):
        match.do("reserve", name)
    match.ask("red2", "leave for good")
    for name in ("Yan", "Zoe"):
        assert match.wait(1.0) == [f"Dov offers the seat to {name}"]
        assert [each.player for each in openings(match.record)] == [name]
        match.do("offer", "red2")
    assert reserves_of(match.record) == ()


def test_the_game_master_keeps_the_list_where_cells_are_kept_for_accounts() -> None:
    match = Bare(Policy(every=3 * DAY))
    assert match.do("reserve", "Zoe <zoe@table>") == "✓ Zoe waits for a seat, as a reserve."
    assert match.do("reserve", "Ben") == "✗ Ben plays already."
    assert match.do("no reserve", "Max") == "✗ Max is no reserve."
    match.ask("red2", "leave for good")
    (offer,) = due_actions(match.record, match.now, nothing)
    assert (offer.by, offer.is_by_game_master) == ("red2", False)
    match.act(offer)
    assert match.answer("red2", TakeOrder(who="Zoe")) == "✓ Zoe replaces Dov."
    assert next((each.player, each.account) for each in match.record.people if each.id == "red2") == (
        "Zoe",
        "zoe@table",
    )
    assert reserves_of(match.record) == ()
