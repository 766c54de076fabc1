"""What a game master changes while a match is played: its rhythm, no-shows, game masters, captains."""

from __future__ import annotations

import pytest

from sheets_gm.gm.between.changes import CHANGES, Change
from sheets_gm.gm.ports.sheets import SheetsRefused
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


def test_another_game_master_gets_the_desk() -> None:
    match = friday()
    with pytest.raises(SheetsRefused):
        match.type("desk", {match.cell("desk", "gm #2", "act"): "pause"}, "kim@table")
    match.do("change", "game masters", "gm@table, kim@table")
    assert guests(match, "table")["kim@table"] == "writer"
    match.type("desk", {match.cell("desk", "gm #2", "act"): "pause"}, "kim@table")
    match.do("change", "game masters", "kim@table", row=3)
    with pytest.raises(SheetsRefused):
        match.type("desk", {match.cell("desk", "gm #2", "act"): "resume"}, "gm@table")


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
        ("every", "soon", "no time for a turn"),
        ("every", "24h", "That is so already"),
        ("at", "25:00", "not a time of day"),
        ("no-show", "guess", "hold, standing or bot"),
        ("game masters", "kim", "not an e-mail address"),
        ("game masters", "", "A match needs a game master"),
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


@pytest.mark.parametrize(
    ("what", "value", "back"),
    [
        ("every", "12h", "24h"),
        ("at", "Sun 17:00", "none"),
        ("no-show", "bot", "hold"),
        ("game masters", "gm@table, kim@table", "gm@table"),
        ("votes", "yes", "no"),
        ("heir", "Ben", "none"),
        ("heir after", "21d", "14d"),
        ("delay", "2 turns", "none"),
    ],
)
def test_each_change_is_an_entry_and_is_taken_back_by_another(what: str, value: str, back: str) -> None:
    match = friday()
    before, entries = match.table.session.record.policy, match.table.session.entry.number
    match.do("change", what, value)
    assert match.table.session.record.policy != before
    match.do("change", what, back, row=2)
    assert match.table.session.record.policy == before
    assert match.table.session.entry.number == entries + 2
    assert is_proved(match)


def test_every_change_is_tried() -> None:
    tried = {"every", "at", "no-show", "game masters", "votes", "plans", "heir", "heir after", "delay"}
    assert tried == CHANGES.keys()
