"""What a game master changes while a match is played: its rhythm, no-shows, game masters, captains."""

from __future__ import annotations

import pytest

from sheets_gm.adapters.cli.match_options import CREATION
from sheets_gm.games.finding import games
from sheets_gm.gm.between.changes import Change
from sheets_gm.gm.between.finding import policy_options
from sheets_gm.gm.between.rows.desk_orders import DeskOrder
from sheets_gm.gm.intake.desk.gm_actions import action_of_desk_order
from sheets_gm.gm.match_record.playing_hours import playing_hours
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.match_record.policy_option import option_key
from sheets_gm.gm.ports.sheets import SheetsRefused
from sheets_gm.kernel.actions import BadAction
from tests.gm.duels import duel
from tests.gm.table import Evening
from tests.gm.test_hand_over import guests, is_proved
from tests.gm.test_seats_tab import friday, roster

HOUR = 3600.0
DAY = 24 * HOUR


def captains(match: Evening) -> set[str]:
    """The seats that the roster shows as captains."""
    return {seat for seat, row in roster(match).items() if "captain" in row}


def test_the_time_for_a_turn_changes_from_now_on_and_the_open_turn_is_due_anew() -> None:
    match = friday()
    match.do("change", "every", "12h")
    record = match.table.session.record
    assert record.policy.every == 12 * HOUR
    assert record.due == match.now + 12 * HOUR
    assert match.answer() == "✓ The game master changed the time for a turn to 12h: because"
    match.do("change", "every", "none", row=2)
    assert match.table.session.record.due is None
    match.do("change", "at", "Sun 17:00; Wed 20:00", row=3)
    assert match.table.session.record.due == 1800205200.0
    assert is_proved(match)


def test_a_change_of_rhythm_while_a_match_is_paused_counts_when_it_goes_on() -> None:
    match = friday()
    match.do("pause")
    match.do("change", "every", "2h", row=2)
    assert match.table.session.record.due is None
    match.do("resume", row=3)
    assert match.table.session.record.due == match.now + 2 * HOUR


def test_other_things_leave_the_deadline_as_it_is() -> None:
    match = friday()
    due = match.table.session.record.due
    match.do("change", "no-show", "bot")
    assert match.table.session.record.policy.no_show == "bot"
    assert match.table.session.record.due == due


def titles(match: Evening) -> set[str]:
    """The titles of the spreadsheets of a match."""
    return {match.sync.title(book) for book in match.table.session.record.workbooks}


def test_the_title_changes_on_every_spreadsheet_and_is_kept_there() -> None:
    match = friday()
    match.do("change", "title", "Friday league")
    assert match.answer() == "✓ The game master changed the title to Friday league: because"
    assert titles(match) == {"Friday league"}
    match.now += 2 * HOUR
    match.tick()
    assert titles(match) == {"Friday league"}
    match.do("change", "title", "Friday league", row=2)
    assert "That is so already" in match.answer(2)
    match.do("change", "title", "x" * 101, row=3)
    assert "at most 100" in match.answer(3)
    assert match.table.session.record.charter.title == "An evening"
    assert is_proved(match)


def test_another_game_master_gets_the_desk_and_the_last_one_keeps_it() -> None:
    match = friday()
    with pytest.raises(SheetsRefused):
        match.type("desk", {match.cell("desk", "gm #2", "act"): "pause"}, "kim@table")
    match.do("change", "add game master", "kim@table")
    assert match.answer() == "✓ The game master added 1 person without a seat to the game masters: because"
    assert list(match.table.session.record.policy.gm) == ["gm@table", "kim@table"]
    assert guests(match, "table")["kim@table"] == "writer"
    match.type("desk", {match.cell("desk", "gm #2", "act"): "pause"}, "kim@table")
    match.do("change", "drop game master", "GM@table", row=3)
    with pytest.raises(SheetsRefused):
        match.type("desk", {match.cell("desk", "gm #2", "act"): "resume"}, "gm@table")
    with pytest.raises(BadAction, match="needs a game master"):
        match.table.tick(actions=[Change(what="drop game master", value="Kim", accounts="kim@table")])
    assert list(match.table.session.record.policy.gm) == ["kim@table"]


def test_another_captain_leads_a_team_until_a_rewind() -> None:
    match = friday()
    match.play(1)
    before = match.table.session.entry.number
    assert captains(match) == {"blue1", "red1"}
    match.do("change", "captain", "Ben")
    assert match.answer() == "✓ Ben is the captain now: because"
    assert match.table.session.state.teams["blue"].captain == "blue2"
    assert captains(match) == {"blue2", "red1"}
    match.order("blue1", as_account="ben@table", ready=False)
    assert is_proved(match)
    match.do("rewind", f"#{before}", row=2)
    assert match.table.session.state.teams["blue"].captain == "blue1"
    assert captains(match) == {"blue1", "red1"}


@pytest.mark.parametrize(
    ("what", "value", "answer"),
    [
        ("every", "soon", "“soon” is no time"),
        ("every", "24h", "That is so already"),
        ("at", "25:00", "not a time of day"),
        ("no-show", "guess", "hold, standing or bot"),
        ("add game master", "kim", "not an e-mail address"),
        ("add game master", "", "Write whom"),
        ("drop game master", "kim@table", "No game master has the address kim@table"),
        ("drop game master", "gm@table", "A match needs a game master"),
        ("game masters", "kim@table", "cannot be changed in a match that is played"),
        ("open hands", "yes", "these are made with it"),
        ("allow others", "yes", "has no private spreadsheets"),
        ("clock", "turn=2d", "has no clock called turn"),
        ("share", "shout", "invite, link or hand"),
        ("zone", "Middle-earth", "There is no time zone"),
        ("captain", "Ana", "is the captain already"),
        ("captain", "Nobody", "There is no player or seat"),
        ("colour", "red", "cannot be changed"),
    ],
)
def test_what_cannot_be_changed_is_answered_with_what_can(what: str, value: str, answer: str) -> None:
    match = friday()
    before = match.table.session.record.policy
    match.do("change", what, value)
    assert answer in match.answer()
    assert match.table.session.record.policy == before


def test_a_change_is_stored_as_it_was_written() -> None:
    match = friday()
    match.table.tick(actions=[Change(what="every", value="12h")])
    assert match.table.session.entry.act == {"kind": "change", "by": "gm", "why": "", "what": "every", "value": "12h"}


LATER = {
    "zone": ("Asia/Tokyo", "UTC"),
    "every": ("12h", "24h"),
    "at": ("Sun 17:00; Wed 20:00", "none"),
    "no-show": ("bot", "hold"),
    "hours": ("8-23", "none"),
    "days off": ("sat,sun", "none"),
    "wait": ("yes", "no"),
    "grace": ("2h", "none"),
    "no answer": ("bot", "pass"),
    "plans": ("3", "none"),
    "delay": ("2 turns", "none"),
    "add game master": ("kim@table", None),
    "extensions": ("2", "none"),
    "extension": ("6h", "24h"),
    "vacation": ("14d", "none"),
    "away side": ("wait", "play"),
    "open after": ("3", "none"),
    "votes": ("yes", "no"),
    "remind": ("3h", "none"),
    "appeal": ("2d", "none"),
    "heir": ("Ben", "none"),
    "heir after": ("21d", "14d"),
    "clock": ("turn=2 days, reaction=12 hours", "none"),
    "share": ("hand", "invite"),
    "group": ("club@googlegroups.com", "none"),
    "mail": ("yes", "no"),
    "allow others": ("yes", "no"),
}
"""A value of each option that is not its default, and the value that a match has by itself."""

AT_FIRST = {"game masters": "gm@table, kim@table", "open hands": "yes"}
"""The same of those that are chosen before a match begins."""


@pytest.mark.parametrize("what", ["every", "heir", "grace", "hours", "zone"])
def test_each_change_is_an_entry_and_is_taken_back_by_another(what: str) -> None:
    match, (value, back) = friday(), LATER[what]
    before, entries = match.table.session.record.policy, match.table.session.entry.number
    match.do("change", what, value)
    assert match.table.session.record.policy != before
    match.do("change", what, str(back), row=2)
    assert match.table.session.record.policy == before
    assert match.table.session.entry.number == entries + 2
    assert is_proved(match)


BEFORE = Policy(every=DAY, no_show="hold", gm=("gm@table",))


@pytest.mark.parametrize("what", LATER)
def test_each_option_has_a_value_away_from_its_default_and_one_that_takes_it_back(what: str) -> None:
    option, (value, back) = policy_options()[option_key(what)], LATER[what]
    after = option.chosen(BEFORE, value)
    assert after != BEFORE
    assert value in option.predicate(value)
    if back is not None:
        assert option.chosen(after, back) == BEFORE


@pytest.mark.parametrize("what", AT_FIRST)
def test_each_option_of_the_beginning_has_a_value_away_from_its_default(what: str) -> None:
    assert policy_options()[option_key(what)].chosen(BEFORE, AT_FIRST[what]) != BEFORE


def test_a_fixed_deadline_has_a_least_time_and_the_hours_of_play() -> None:
    options = policy_options()
    weekly = options["at"].chosen(BEFORE, "Sun 17:00")
    assert options["at least"].chosen(weekly, "6h").least == 6 * HOUR
    with pytest.raises(BadAction, match="needs fixed deadlines"):
        options["at least"].chosen(BEFORE, "6h")
    with pytest.raises(BadAction, match="No turn would ever be due"):
        options["days off"].chosen(weekly, "sun")
    assert options["hours"].chosen(options["days off"].chosen(BEFORE, "sat"), "8-23").hours == playing_hours(
        "8-23", ("sat",)
    )


def test_what_needs_a_deadline_is_refused_without_one_and_waiting_without_clocks() -> None:
    options = policy_options()
    with pytest.raises(BadAction, match="grace needs a deadline"):
        options["grace"].chosen(Policy(), "2h")
    clocked = options["clock"].chosen(Policy(), "turn=2d")
    assert options["grace"].chosen(clocked, "2h").grace == 2 * HOUR
    with pytest.raises(BadAction, match="leave out the clocks"):
        options["away side"].chosen(clocked, "wait")


def test_only_what_the_spreadsheets_are_made_by_is_fixed_and_says_so() -> None:
    fixed = {option.name for option in policy_options().values() if option.fixed}
    assert fixed == AT_FIRST.keys()


def test_people_are_invited_anew_in_the_way_that_is_chosen_later() -> None:
    match = friday()
    match.do("change", "share", "link")
    assert guests(match, "table")[""] == "writer"
    assert "ana@table" not in guests(match, "table")
    match.do("change", "share", "invite", row=2)
    assert guests(match, "table")["ana@table"] == "writer"
    assert "" not in guests(match, "table")
    match.do("change", "group", "club@googlegroups.com", row=3)
    assert match.answer(3) == "✓ The game master changed the group that is invited to another one: because"
    assert "club@googlegroups.com" in guests(match, "table")
    assert "club@" not in str(list(match.store.entries(match.name)))
    assert is_proved(match)


def test_a_clock_that_runs_gets_the_difference_of_its_new_length() -> None:
    match = duel(clocks={"turn": 2 * DAY})
    before = match.table.session.record.due
    assert before is not None
    order = DeskOrder(act="change", on="clock", value="turn=3d")
    match.table.tick(actions=[action_of_desk_order(match.table.session.context(), order)])
    assert match.table.session.record.due == before + DAY
    order = DeskOrder(act="change", on="clock", value="none")
    match.table.tick(actions=[action_of_desk_order(match.table.session.context(), order)])
    assert not match.table.session.record.clocks
    assert match.store.record(match.name).due is None


def test_every_option_is_tried() -> None:
    assert {option_key(each) for each in (*LATER, *AT_FIRST, "at least", "drop game master")} == policy_options().keys()


def test_no_game_has_a_setting_that_is_called_like_an_option() -> None:
    for name, game in games().items():
        called = {option_key(field) for field in game.settings.model_fields}
        assert called.isdisjoint({*policy_options(), *CREATION}), name
