"""One row costs one row: whatever somebody types, it is answered there, and the match goes on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from sheets_gm.gm.calendars import calendar_for
from sheets_gm.gm.intake.desk import desk_forms
from sheets_gm.gm.intake.desk.roll_form import ROLLS
from sheets_gm.gm.intake.row_checker import Checker
from sheets_gm.gm.intake.row_guard import CANNOT
from sheets_gm.gm.intake.submissions import collect
from sheets_gm.gm.match_record.clock_times import BadTime, ClockTime, from_day_of, instant_of
from sheets_gm.gm.match_record.deadlines import clock_face, clock_face_in_zone, date_and_time, time_of_day
from sheets_gm.gm.match_record.durations import seconds_of
from sheets_gm.gm.match_record.pausing import Pausing
from sheets_gm.gm.match_record.plans import Plans
from sheets_gm.gm.match_record.playing_hours import PlayingHours, PlayingTime
from sheets_gm.gm.match_record.policy import Policy, Status
from sheets_gm.gm.match_record.seats.presence import Absence, Absences
from sheets_gm.gm.ports.store import Conflict, StoreDown
from sheets_gm.gm.side_jobs import once
from sheets_gm.gm.workbooks.live.answered_rows import open_step
from sheets_gm.kernel.forms import Typed
from sheets_gm.kernel.outcome import Remark
from sheets_gm.sheet.reading import read_row
from sheets_gm.sheet.tabs import FormTab
from tests.games.asked import with_other
from tests.gm.any_game import match_of
from tests.gm.hostile_rows import ZONES, answered, faults_of, faults_of_a_game
from tests.gm.table import Evening
from tests.gm.test_seats_tab import ask, home
from tests.simulation.texts import HARMFUL, HOSTILE

DAY = 86400.0
FAULT = "a fault that is put in by hand"
VALUES = (*HARMFUL, *HOSTILE)
DESK_FORMS = {tab.form for tab in desk_forms.TABS if isinstance(tab, FormTab)} - {ROLLS}


def hostile_match() -> Evening:
    """A match with every desk form: a seat is free, orders may be planned, something is claimed."""
    match = Evening(
        settings={"team_size": 2},
        policy=Policy(
            every=DAY, layout="sealed", gm=("gm@table",), appeal=DAY, votes=True, plans=2, extensions=2, no_show="hold"
        ),
    )
    match.tick()
    match.do("claim", value="Ana moved twice")
    match.do("offer", "Dov", row=2)
    assert {form.key for form in match.table.session.all_forms if desk_forms.is_desk_form(form)} == DESK_FORMS
    return match


def failing(*_given: Any, **_named: Any) -> Any:
    raise KeyError(FAULT)


# -- the guard ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["check", "fits"])
def test_where_the_rules_raise_on_a_row_that_row_says_so_and_no_other(
    what: str,
) -> None:
    match = match_of("gvg")
    match.tick()
    session, rules = match.table.session, match.game
    (first, *others) = (form for form in session.forms if form.key == "orders")

    def raising(*given: Any) -> Any:
        if first.seat == given[1]:
            raise KeyError(FAULT)
        return getattr(rules.checks, what)(*given)

    told: list[tuple[str, Exception]] = []
    session.ports.report = lambda row, error: told.append((row, error))
    session.game = with_other(rules, **{what: raising})
    forms = (first, *others[:1])
    typed: dict[str, Typed] = {"move_to": "", "action": "FIGHT", "ready": True}
    found = {(each.key, each.seat, 0): read_row((each.key, each.seat, 0), each, typed, {}) for each in forms}
    rows = collect(replace(open_step(session, match.now), forms=forms), found).rows
    assert rows[0].draft.receipt == f"✗ {CANNOT}: KeyError: '{FAULT}'."
    assert not rows[0].stands
    assert all(row.stands for row in rows[1:])
    assert FAULT in str(told[0][1])
    assert told[0][1].__traceback__ is not None


def test_where_the_rules_raise_on_all_rows_together_the_first_says_so() -> None:
    match = match_of("gvg")
    step = open_step(match.table.session, match.now)
    remark = Checker(replace(step, game=with_other(match.game, total=failing))).total("blue1", "orders", ())
    assert remark == Remark(text=f"{CANNOT}: KeyError: '{FAULT}'")


@pytest.mark.parametrize("what", ["check", "do"])
def test_a_row_of_the_seats_tab_on_which_the_program_fails_is_refused(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = hostile_match()
    if what == "check":
        monkeypatch.setattr(desk_forms, "check", failing)
    else:
        monkeypatch.setattr("sheets_gm.gm.poll.steps.do_action", failing)
    number = match.table.session.entry.number
    assert ask(match, "blue1", act="away", until="2h") == f"✗ {CANNOT}: KeyError: '{FAULT}'."
    monkeypatch.undo()
    match.tick()
    assert (match.table.session.entry.number, match.table.session.record.status) == (number, Status.LIVE)
    assert ask(match, "blue1", act="away", until="3h").startswith("✓ Ana is away until")


@pytest.mark.parametrize("error", [StoreDown("the disk is full"), Conflict("another process was faster")])
def test_what_says_nothing_about_the_row_is_not_answered_there(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = hostile_match()

    def raising(*_given: Any, **_named: Any) -> Remark:
        raise error

    monkeypatch.setattr(desk_forms, "check", raising)
    step = open_step(match.table.session, match.now)
    form = next(form for form in step.forms if form.key == "seats")
    key = (form.key, form.seat, 0)
    read = read_row(key, form, {"act": "away", "until": "2h", "ready": True}, {})
    with pytest.raises(type(error)):
        collect(replace(step, forms=(form,)), {key: read})


# -- instants and durations --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["9999-12-31 23:59", "9999-12-31T23:59-14:00", "2040-01-01T00:00+14:00"])
@pytest.mark.parametrize("zone", ZONES)
def test_an_instant_that_somebody_types_is_some_years_from_now_at_most(text: str, zone: str) -> None:
    with pytest.raises(BadTime, match="more than 10 years away"):
        instant_of(text, zone, 1_800_000_000.0)


@pytest.mark.parametrize("text", ["0001-01-01 00:00", "0001-01-01T00:00+14:00", "1899-12-31", "1999-01-01 10:00"])
@pytest.mark.parametrize("zone", ZONES)
def test_an_instant_of_long_ago_is_over(text: str, zone: str) -> None:
    assert instant_of(text, zone, 1_800_000_000.0) < 1_000_000_000.0


@pytest.mark.parametrize("text", ["999999999h", "3661d", "9" * 400 + "d"])
def test_a_duration_that_somebody_types_is_some_years_at_most(text: str) -> None:
    with pytest.raises(BadTime, match="longer than 10 years"):
        seconds_of(text, "h")


@pytest.mark.parametrize("instant", [-1e18, -62_135_596_800.0, 253_402_300_740.0, 1e18, float("inf")])
@pytest.mark.parametrize("zone", ZONES)
def test_an_instant_that_was_stored_can_be_shown_and_reckoned_with(instant: float, zone: str) -> None:
    faces: tuple[Callable[[float, str], str], ...] = (clock_face, clock_face_in_zone, date_and_time, time_of_day)
    assert all(face(instant, zone) for face in faces)
    assert next(from_day_of((ClockTime(hour=12),), zone, instant))
    time = PlayingTime(PlayingHours(start=480, end=1380), zone)
    assert time.includes(instant) in (True, False)
    assert abs(time.between(1_800_000_000.0, instant)) < 400 * 366 * DAY


# -- rows --------------------------------------------------------------------------------------------------------------


def test_nobody_stops_a_match_with_a_row() -> None:
    match = hostile_match()
    match.table.session.save(policy=match.table.session.record.policy.but(zone="America/New_York"))
    far = "is more than 10 years away. Write a time that is nearer."
    assert ask(match, "blue1", act="away", since="9999-12-31", until="9999-12-31").endswith(f"“9999-12-31” {far}")
    match.do("rule", "²", "no", row=3)
    assert match.answer(3).endswith("Write the number of a claim, not “²”.")
    match.do("extend", "", "99999999h", row=3)
    assert match.answer(3).endswith("is longer than 10 years. Write a shorter time.")
    match.do("pause", "", "9999-12-31 23:59", row=3)
    assert match.answer(3).endswith(f"“9999-12-31 23:59” {far}")
    assert match.table.session.record.status is Status.LIVE


def test_what_an_earlier_version_let_people_type_stops_no_match() -> None:
    match, end = hostile_match(), 253_402_300_740.0
    session = match.table.session
    session.save(
        due=end,
        parts=Absences(times=(Absence(seat="blue1", start=end, until=end + 60),)).on(session.record).parts,
        policy=session.record.policy.but(zone="America/New_York", remind=3600.0),
    )
    match.tick(rebuild=True)
    assert calendar_for(session.record, session.all_forms, "a turn", match.now).deadlines
    match.do("pause", row=3)
    session.save_part(Pausing.of(session.record).but(until=end))
    match.tick(rebuild=True)
    assert session.record.status is Status.PAUSED


def test_whatever_is_typed_in_a_desk_form_no_exception_reaches_a_poll() -> None:
    assert faults_of(hostile_match(), VALUES, every=41, does=10) == []


def test_whatever_is_typed_as_a_roll_no_exception_reaches_a_poll() -> None:
    match = Evening(dice="manual")
    match.tick()
    match.all_ready()
    match.tick()
    session = match.table.session
    (form,) = (form for form in session.all_forms if form.key == ROLLS)
    assert form.rows > 1
    for number in range(form.rows):
        answers = [answered(session, form, number, {"value": value, "ready": True}, match.now) for value in VALUES]
        assert all(row is None or CANNOT not in row.draft.receipt for row in answers)
        assert any(row is not None and row.draft.receipt.startswith("✗") for row in answers)
    for number, value in enumerate(VALUES):
        name = form.at(number % form.rows).row.name
        match.type(ROLLS, {match.cell(ROLLS, name, "value"): value}, "gm@table")
    match.tick()
    assert session.record.status is Status.LIVE


def test_a_row_on_which_the_program_fails_is_reported_once(monkeypatch: pytest.MonkeyPatch) -> None:
    match = hostile_match()
    told: list[str] = []
    match.table.session.ports.report = once(lambda row, _error: told.append(row))
    monkeypatch.setattr(desk_forms, "check", failing)
    for hours in (2, 3, 4):
        match.type("seats", {match.cell("seats", "blue1", "act"): "away"}, "ana@table")
        match.type("seats", {match.cell("seats", "blue1", "until"): f"{hours}h"}, "ana@table")
        match.tick()
    assert told == ["Row 1 of blue1 on seats cannot be done"]


@pytest.mark.parametrize("name", ["champions", "gvg", "war_game", "wesnoth", "win_or_die"])
def test_whatever_is_typed_in_a_form_of_a_game_no_exception_reaches_a_poll(name: str) -> None:
    match = match_of(name)
    match.tick()
    assert faults_of_a_game(match.table.session, VALUES, every=41) == []


def test_a_plan_on_which_the_program_fails_says_so_and_the_turn_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    match = hostile_match()
    key = home(match, "blue1", "ahead")
    match.type("ahead", {match.cell("ahead", "blue1 #1", "order", key): "action=FIGHT"}, "ana@table", key)
    match.tick()
    monkeypatch.setattr("sheets_gm.gm.poll.planned_rows.read_plan", failing)
    number = match.table.session.entry.number
    for _ in range(2):
        match.tick(resolve=True)
    session = match.table.session
    assert session.entry.number > number
    assert session.record.status is Status.LIVE
    assert any(f"✗ Nothing was filled in: {CANNOT}: KeyError" in each.text for each in Plans.of(session.record).became)
