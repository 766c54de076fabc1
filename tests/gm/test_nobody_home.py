"""Nobody at home: the game master is gone, or all of a side are away."""

from __future__ import annotations

import pytest

from sheets_gm.gm.between.absences import Away
from sheets_gm.gm.between.heirs import Heirs
from sheets_gm.gm.between.notices import NOTHING_ARRIVES, WishNotices
from sheets_gm.gm.match_record.seats.presence import absences
from sheets_gm.gm.ports.sheets import SheetsRefused
from sheets_gm.kernel.actions import BadAction
from sheets_gm.kernel.forms import Typed
from tests.gm.table import Evening
from tests.gm.test_hand_over import ZOE, guests, is_proved, take
from tests.gm.test_seats_tab import DAY, HOUR, ask, friday, roster
from tests.gm.test_votes import offered

ASK = "ask for the desk"


def inherited(**policy: object) -> Evening:
    """A match in which Ana inherits the desk."""
    return friday(heir="blue1", **policy)


def game_masters(match: Evening) -> list[str]:
    """The accounts of the game masters."""
    return list(match.table.session.record.policy.gm)


def test_the_roster_says_who_inherits_the_desk_and_after_how_long() -> None:
    match = inherited()
    line = "may ask for the desk of the game master: theirs 14 days later"
    assert roster(match)["blue1"][-1] == line
    assert ASK in offered(match)
    assert not friday().table.session.record.heir


def test_the_heir_gets_the_desk_once_the_game_master_had_time_to_answer() -> None:
    match = inherited(every=None)
    with pytest.raises(SheetsRefused):
        match.type("desk", {match.cell("desk", "gm #1", "act"): "pause"}, "ana@table")
    until = "Fri 29 Jan 08:00 UTC unless the game master does something on it before."
    assert ask(match, "blue1", act=ASK) == f"✓ Ana asks for the desk of the game master, and gets it on {until}"
    assert "gets the desk on Fri 29 Jan" in str(roster(match)["blue1"][-1])
    assert "has asked for it already" in ask(match, "blue1", act=ASK)
    match.now += 14 * DAY - 100
    match.tick()
    assert game_masters(match) == ["gm@table"]
    match.now += 100
    match.tick()
    assert game_masters(match) == ["gm@table", "ana@table"]
    assert "Ana is a game master now: nobody did anything on the desk meanwhile." in match.log()
    match.type("desk", {match.cell("desk", "gm #1", "act"): "pause"}, "ana@table")
    assert "gets the desk" not in str(roster(match)["blue1"])
    assert is_proved(match)


def test_whatever_the_game_master_does_answers_the_heir() -> None:
    match = inherited(every=None)
    ask(match, "blue1", act=ASK)
    match.do("back", "Ben")  # refused, so nothing was done
    assert Heirs.of(match.table.session.record).due is not None
    match.do("claim", "", "I am here", row=2)
    assert Heirs.of(match.table.session.record).due is None
    match.now += 20 * DAY
    match.tick()
    assert game_masters(match) == ["gm@table"]


def test_what_the_program_does_is_no_sign_of_a_game_master() -> None:
    match = inherited(open_after=1, no_show="hold")
    ask(match, "blue1", act=ASK)
    match.now += 3 * DAY
    match.tick()
    match.play(1, but=("blue2",))
    assert Heirs.of(match.table.session.record).due is not None
    assert not WishNotices(seat="blue2", hook="", why=NOTHING_ARRIVES).is_by_game_master


@pytest.mark.parametrize("every", [None, DAY])
def test_a_leap_of_the_clock_leaves_the_game_master_the_time_to_answer_an_heir(every: float | None) -> None:
    match = inherited(every=every)
    ask(match, "blue1", act=ASK)
    due = Heirs.of(match.table.session.record).due
    assert due is not None
    for leap in (365 * DAY, -365 * DAY, -DAY, DAY, 365 * DAY):
        match.leap(leap)
        match.tick()
        assert game_masters(match) == ["gm@table"]
    assert Heirs.of(match.table.session.record).due == pytest.approx(due + 365 * DAY)
    assert is_proved(match)


def test_an_answer_that_waits_while_the_sync_is_down_comes_first() -> None:
    match = inherited(every=None)
    ask(match, "blue1", act=ASK)
    row: dict[str, Typed] = {"act": "claim", "value": "I am here", "ready": True}
    match.type("desk", {match.cell("desk", "gm #1", name): value for name, value in row.items()}, "gm@table")
    match.now += 20 * DAY
    match.tick()
    match.tick()
    assert game_masters(match) == ["gm@table"]


def test_nobody_else_asks_and_a_newcomer_asks_anew() -> None:
    match = inherited()
    assert not ask(match, "blue2", act=ASK).startswith("✓")
    ask(match, "blue1", act=ASK)
    ask(match, "blue1", act="offer the seat", who=ZOE)
    take(match, "blue1 Zoe", "zoe@table")
    assert Heirs.of(match.table.session.record).due is None
    assert ask(match, "blue1", act=ASK).startswith("✓ Zoe asks for the desk")


def test_the_game_master_names_another_heir_and_another_time() -> None:
    match = friday()
    match.do("change", "heir", "ben")
    assert match.answer() == "✓ The game master changed who inherits the desk of the game master to Ben: because"
    match.do("change", "heir after", "2d", row=2)
    assert "theirs 2 days later" in str(roster(match)["blue2"][-1])
    match.do("change", "heir after", "5m", row=3)
    assert "at least 1 day" in match.answer(3)
    match.do("change", "heir", "none", row=4)
    assert match.table.session.record.heir is None
    assert guests(match, "table")["ben@table"] == "writer"


def test_a_match_waits_for_a_side_of_which_all_are_away_and_is_due_once_one_is_back() -> None:
    match = friday(side_waits=True)
    due = match.table.session.record.due
    before = match.table.session.entry.number
    ask(match, "red1", act="away", until="10d")
    assert match.table.session.record.due == due
    ask(match, "red2", act="away", until="7d")
    back = absences(match.table.session.record)[1].until
    assert match.table.session.record.due == back + DAY
    actions = match.table.session.entry.number
    match.order("blue1", ready=True)
    match.order("blue2", ready=True)
    match.tick()
    assert match.table.session.entry.number == actions > before
    match.now = back
    match.tick()
    assert match.table.waiting == ("red2",)
    match.order("red2", ready=True)
    match.tick()
    assert match.table.session.entry.kind == "turn"
    assert match.table.session.record.due == match.table.session.entry.when + DAY
    assert is_proved(match)


def test_without_it_a_match_goes_on_without_a_side() -> None:
    match = friday()
    ask(match, "red1", act="away", until="10d")
    ask(match, "red2", act="away", until="7d")
    match.play(1, but=("red1", "red2"))
    assert match.table.session.entry.kind == "turn"


def test_a_side_that_has_left_for_good_is_not_waited_for() -> None:
    match = friday(side_waits=True)
    ask(match, "red1", act="leave for good")
    ask(match, "red2", act="leave for good")
    match.play(1, but=("red1", "red2"))
    assert match.table.session.entry.kind == "turn"


def test_no_chain_of_absences_makes_a_match_endless() -> None:
    match = friday(side_waits=True, every=6 * HOUR)
    now = match.now
    for days in range(0, 60, 6):
        for seat in ("red1", "red2"):
            away = Away(seat=seat, start=now + days * DAY, until=now + (days + 6) * DAY, is_later=days > 0)
            match.table.tick(actions=[away])
    assert match.table.session.record.due == now + 60 * DAY + 6 * HOUR
    with pytest.raises(BadAction, match="more than"):
        match.table.tick(actions=[Away(seat="red1", start=now, until=now + 61 * DAY)])
