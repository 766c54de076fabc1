"""Giving up: who leaves takes nothing along, fights no more, and is waited for no more."""

from __future__ import annotations

from typing import Any

import pytest

from sheets_gm.games.champions.data.numbers import BACKUPS, SPECTATORS
from sheets_gm.games.champions.data.settings import Settings
from sheets_gm.games.champions.position.state import Match
from sheets_gm.games.champions.rules.laws import LAWS
from sheets_gm.games.champions.views.visible import view
from sheets_gm.games.play_out import play_out, seats_for
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.workbooks.layout import workbook_layouts
from sheets_gm.kernel.dice import Dice, Keyed
from sheets_gm.kernel.outcome import Outcome
from tests.games.champions.evening import Evening
from tests.games.champions.table import CHAMPIONS, play, position

TWO_PAIRS = {"p1": "A1: all", "p2": "A1: all", "p3": "C3: all", "p4": "C3: all"}


def gone(match: Match, *seats: str) -> Outcome[Match]:
    """*match* after *seats* gave up, one after another, with the events of the last."""
    assert CHAMPIONS.people.leave is not None
    outcome: Outcome[Match] = Outcome(match)
    for seat in seats:
        outcome = CHAMPIONS.people.leave(outcome.state, seat)
        assert [fault for law in LAWS if (fault := law(outcome.state)) is not None] == []
    return outcome


def asked(match: Match) -> dict[str, int]:
    """The rows of each seat whose form is due."""
    return {form.seat: form.rows for form in CHAMPIONS.open(match) if form.due}


@pytest.mark.clause("CBR-R12")
def test_the_items_of_who_gives_up_fall_into_the_pool_of_its_tile() -> None:
    match = position({"p1": "A1: Mage 85 P-C1; stash S-C1", "p2": "B2: all", "p3": "C3: all"}, phase="looting")
    left = gone(match, "p1")
    assert (left.state.pools["A1"], left.state.player("p1").owned) == (("P-C1", "S-C1"), ())
    assert [event.kind for event in left.events] == ["gave_up"]
    assert asked(left.state).keys() == {"p2", "p3"}


@pytest.mark.clause("CBR-R12")
def test_the_items_of_who_gives_up_are_lost_if_the_settings_say_so() -> None:
    match = position(
        {"p1": "A1: Mage 85 P-C1", "p2": "B2: all", "p3": "C3: all"},
        phase="looting",
        settings={"drop_on_elimination": "lost"},
    )
    left = gone(match, "p1").state
    assert (left.pools["A1"], left.gone) == ((), 1)


@pytest.mark.clause("CBR-R15", "CBR-R29")
def test_a_battle_against_who_gave_up_does_not_take_place() -> None:
    left = gone(position(TWO_PAIRS), "p1")
    assert [event.kind for event in left.events] == ["battle_void", "gave_up"]
    assert asked(left.state).keys() == {"p3", "p4"}
    after = play(left.state)
    assert after.match.player("p2").champions == left.state.player("p2").champions
    assert after.events_of("battle_void") == []
    assert {event.seats for event in after.events_of("battle_began")} == {("p3", "p4")}


@pytest.mark.clause("CBR-43", "CBR-R15")
def test_who_has_two_battles_is_asked_for_the_one_that_is_left() -> None:
    three = {"p1": "A1: all", "p2": "A1: all", "p3": "A1: all", "p4": "D4: all"}
    match = position(three, fights=["p1 p2", "p1 p3"])
    both = asked(match)
    left = gone(match, "p2").state
    assert (asked(left)["p1"], asked(left)["p3"]) == (both["p1"] // 2, both["p3"])
    (form,) = (form for form in CHAMPIONS.open(left) if form.seat == "p1" and form.key == "battle")
    assert {row.says["battle"] for row in form.each} == {2}
    assert {event.seats for event in play(left).events_of("battle_began")} == {("p1", "p3")}


@pytest.mark.clause("CBR-6")
def test_the_round_ends_by_itself_when_everybody_who_fights_gave_up() -> None:
    four = {"p1": "A1: all", "p2": "A1: all", "p3": "C3: all", "p4": "D4: all"}
    match = position(four, quiet=1, settings={"shrink_at": {}})
    left = gone(match, "p1", "p2").state
    assert CHAMPIONS.open(left)
    assert asked(left) == {}
    after = play(left).match
    assert (after.round, after.phase, after.quiet) == (2, "movement", 2)


@pytest.mark.clause("CBR-R2")
def test_the_map_shrinks_at_the_end_of_the_round_in_which_somebody_gave_up() -> None:
    match = position({f"p{at}": f"{'ABC'[at % 3]}{1 + at // 3}: all" for at in range(5)}, phase="movement", size=3)
    match = match.but(round=2, began=9)
    left = gone(match, "p0").state
    assert (left.size, len(left.alive)) == (3, 4)
    while left.round == 2:
        left = play(left).match
    assert left.size == 2


@pytest.mark.clause("CBR-R29")
def test_the_last_player_who_does_not_give_up_wins() -> None:
    left = gone(position(TWO_PAIRS), "p1", "p3", "p4")
    assert left.state.result is not None
    assert (left.state.result.winners, left.state.phase, left.state.fights) == (("p2",), "over", ())
    assert CHAMPIONS.open(left.state) == ()


@pytest.mark.clause("CBR-R29")
def test_who_gave_up_never_wins_a_round_in_which_all_others_fell() -> None:
    three = {"p1": "A1: Mage 1", "p2": "A1: Mage 1", "p3": "D4: all"}
    weak = position(three, round=3, settings={"shrink_at": {}})
    left = gone(weak, "p3").state
    ended = play(left)
    (event,) = ended.events_of("ended")
    assert event.final.keys() == {"p1", "p2"}
    assert ended.match.result is not None
    assert "p3" not in ended.match.result.winners


def test_who_is_out_already_leaves_nothing_behind_when_it_gives_up() -> None:
    match = position({"p1": "A1: all", "p2": "A2: all", "p3": "A3: all"}, phase="movement")
    out = gone(match, "p3").state
    assert gone(out, "p3") == Outcome(out)


@pytest.mark.clause("CBR-64")
def test_the_roster_has_places_for_backups_and_spectators_who_do_not_play() -> None:
    places = CHAMPIONS.places(Settings())
    watching = [place for place in places if place.neutral]
    assert len(watching) == BACKUPS + SPECTATORS
    assert all(place.optional for place in watching)
    seats = seats_for(CHAMPIONS, Settings(max_players=3))
    assert [remark for remark in CHAMPIONS.people.seating(Settings(), seats) if remark.refuses] == []
    match = CHAMPIONS.start(Settings(max_players=3), seats, Dice(Keyed(b"one", b"two"))).state
    assert [player.seat for player in match.players] == ["p1", "p2", "p3"]
    assert match.size == 2


@pytest.mark.clause("CBR-64")
def test_a_spectator_sees_what_everybody_sees() -> None:
    seats = seats_for(CHAMPIONS, Settings(max_players=4))
    for step in play_out(CHAMPIONS, Settings(max_players=4), seats, {}, b"s" * 32, turns=12):
        for seat in ("backup1", "spectator8"):
            seen: Any = view(step.state, seat)
            assert seen.but(eyes=None) == view(step.state, None)


@pytest.mark.clause("CBR-64", "CBR-R31")
def test_the_table_waits_no_more_for_who_conceded_and_a_spectator_opens_the_public_workbook_alone() -> None:
    evening = Evening(players=4)
    evening.tick()
    assert set(evening.table.waiting) == {"p1", "p2", "p3", "p4"}
    evening.do("concede", "p2")
    assert set(evening.table.waiting) == {"p1", "p3", "p4"}
    assert not evening.table.session.state.player("p2").living
    layouts = workbook_layouts(CHAMPIONS, {}, seats_for(CHAMPIONS, Settings(max_players=2)), Policy(layout="sealed"))
    assert [layout.key for layout in layouts] == ["public", "seat.p1", "seat.p2", "gm"]
    spectator = next(seat for seat in seats_for(CHAMPIONS, Settings()) if seat.neutral)
    assert [layout.key for layout in layouts if layout.readers([spectator])] == ["public"]
