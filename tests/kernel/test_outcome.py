"""Events carry who may know them."""

from __future__ import annotations

from sheets_gm.kernel.outcome import Outcome
from sheets_gm.kernel.seats import Seat
from tests.kernel.toy import Added, Sums


def event(*audience: str) -> Added:
    return Added(seat="ana", number=1, roll=2, audience=audience)


def test_an_event_without_an_audience_is_known_to_everyone() -> None:
    shown = Added(seat="ana", number=1, roll=2)
    assert shown.known_to("ana")
    assert shown.known_to()


def test_an_event_is_known_to_the_seats_and_teams_it_names() -> None:
    shown = event("ana", "red")
    assert shown.known_to("ana", "blue")
    assert shown.known_to("ben", "red")
    assert not shown.known_to("ben", "blue")
    assert not shown.known_to()


def test_an_event_with_an_empty_audience_is_for_the_gm_alone() -> None:
    assert not event().known_to("ana", "a")


def test_an_outcome_may_tell_nothing() -> None:
    assert Outcome(Sums(round=1, goal=1, sums={})).events == ()


def test_a_seat_has_the_traits_it_was_given() -> None:
    seat = Seat(id="ana", player="Ana", team="a", traits={"role": "Tank"})
    assert (seat.trait("role"), seat.trait("hat")) == ("Tank", "")
