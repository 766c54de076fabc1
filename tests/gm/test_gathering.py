"""A match whose players sign up: it begins when its seats are taken, at a time, or when the game master says so."""

from __future__ import annotations

import pytest

from sheets_gm.games.finding import game, games
from sheets_gm.gm.match_record.pausing import Pausing
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.match_record.seats.hand_over import openings
from sheets_gm.kernel.match.journal import Attendance
from tests.gm.table import Evening
from tests.gm.test_hand_over import is_proved, take, who
from tests.gm.test_seats_tab import DAY, HOUR, roster
from tests.gm.test_votes import status

FOUR = ("blue1", "blue2", "red1", "red2")


def gathering(free: tuple[str, ...] = FOUR, begins: float | None = None, **policy: object) -> Evening:
    """A match of GvG of two against two with free seats, where anybody may type; its first tick is done."""
    match = Evening(
        settings={"team_size": 2},
        accounts=False,
        free=free,
        begins=begins,
        policy=Policy(gm=("gm@table",), every=DAY, no_show="hold").but(**policy),
    )
    match.tick()
    return match


def sign_up(match: Evening, seat: str, name: str) -> str:
    """The answer to somebody who takes a seat, if there is one."""
    take(match, f"{seat} anybody", "sync@table", who=name)
    match.tick()
    left = [each.seat for each in openings(match.table.session.record)]
    return match.receipt(f"{seat} anybody", "free") if seat in left else ""


def headline(match: Evening) -> str:
    """The line that says for whom the match waits."""
    return str(match.values("board")[1][0])


def test_a_match_begins_when_all_its_seats_are_taken_and_its_first_turn_is_due_from_then_on() -> None:
    match = gathering()
    assert status(match) == "paused"
    assert "Waiting for players: 4 seats free" in headline(match)
    assert roster(match)["blue1"][-1] == "free for anybody, see Free seats"
    for seat, name in zip(FOUR, ("Ana", "Ben", "Cleo"), strict=False):
        assert sign_up(match, seat, name) == ""
        assert status(match) == "paused"
    assert "“ana” looks like Ana, another player" in sign_up(match, "red2", "ana")
    match.now += HOUR
    sign_up(match, "red2", "Dov")
    assert status(match) == "live"
    assert "The seats are taken, and the match begins." in match.log()
    assert match.table.session.record.due == match.table.session.entry.when + DAY
    assert [who(match, seat)[0] for seat in FOUR] == ["Ana", "Ben", "Cleo", "Dov"]
    match.play(1)
    assert match.table.session.entry.kind == "turn"
    assert is_proved(match)


def test_at_its_time_a_match_begins_with_a_player_on_each_side_and_waits_for_no_free_seat() -> None:
    match = gathering(begins=1_800_000_000.0 + 2 * DAY)
    assert "4 seats free; begins on Sun 17 Jan 08:00 UTC" in headline(match)
    sign_up(match, "blue1", "Ana")
    match.now = 1_800_000_000.0 + 2 * DAY
    match.tick()
    assert status(match) == "paused"
    sign_up(match, "red1", "Cleo")
    assert status(match) == "live"
    match.play(1, but=("blue2", "red2"))
    turn = match.table.session.entry
    assert turn.attendance is not None
    assert turn.attendance["blue2"] is Attendance.EXCUSED
    sign_up(match, "blue2", "Ben")
    assert "blue2" in match.table.waiting


def test_the_game_master_begins_it_with_a_tick_and_keeps_who_was_there_before() -> None:
    match = gathering(("red2",))
    match.do("resume")
    assert status(match) == "live"
    assert not Pausing.of(match.table.session.record).gathers
    match.do("pause", row=2)
    sign_up(match, "red2", "Dov")
    assert status(match) == "paused"


@pytest.mark.parametrize("name", sorted(games()))
def test_in_every_game_the_players_sign_up(name: str) -> None:
    layout = "shared" if game(name).secrecy.value == "open" else "sealed"
    places = game(name).places(game(name).settings())
    free = next(place.id for place in places if not place.neutral and not place.optional)
    match = Evening(
        plays=name,
        players=2 if name == "champions" else None,
        free=(free,),
        policy=Policy(layout=layout, gm=("gm@table",), every=DAY),
    )
    match.tick()
    assert status(match) == "paused"
    take(match, f"{free} game master", "gm@table", who="Zoe <zoe@table>")
    match.tick()
    assert status(match) == "live"
    assert who(match, free) == ("Zoe", "zoe@table")
    assert is_proved(match)
