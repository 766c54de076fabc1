"""What the game master does for any game, tried with games that ask for everything that a game can ask for.

Those are the toys of the tests and the second game of the guide (`tests/gm/any_game.py`). The other files here try the
same with GvG, where a sentence names what stands in its cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from sheets_gm.adapters.export import files as export
from sheets_gm.adapters.export import past
from sheets_gm.adapters.export.record import read_record
from sheets_gm.adapters.installation import templates
from sheets_gm.games.finding import game
from sheets_gm.gm.intake.desk.roll_form import ROLLS
from sheets_gm.gm.intake.rows import key_of
from sheets_gm.gm.match_record.claims import Claims
from sheets_gm.gm.match_record.policy import Status
from sheets_gm.gm.ports.sheets import SheetsDown
from sheets_gm.gm.session import Ports, Session
from sheets_gm.kernel.beacon import AHEAD, QUICKNET, due
from sheets_gm.kernel.english import sides_left
from sheets_gm.kernel.forms import Close, Kind
from sheets_gm.kernel.match.integrity import Fault
from sheets_gm.kernel.match.journal import Attendance, Entry
from sheets_gm.kernel.match.proof import verify
from sheets_gm.kernel.rules import Secrecy
from sheets_gm.sheet.grid import a1
from sheets_gm.sheet.tabs import FormTab, ViewTab
from sheets_gm.sheet.template import Template
from tests.gm.any_game import (
    DAY,
    SETTINGS,
    Place,
    address,
    assert_recomputes,
    evening_of,
    fill_in,
    legal,
    places,
    positions,
    rules_of,
    shown,
    type_in,
    undisturbed,
)
from tests.gm.duels import WatchedSheets
from tests.gm.table import Evening, poller_of
from tests.gm.test_beacon import Relay
from tests.gm.test_seats_tab import home
from tests.gm.test_two_processes import Seams

POINTS = ("read", "claim", "append", "release", "write")


class Killed(BaseException):
    """The end of a process, which nothing catches."""


@pytest.fixture(params=["gvg", *sorted(SETTINGS)])
def plays(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=sorted(SETTINGS))
def small(request: pytest.FixtureRequest) -> str:
    """One of the small games."""
    return str(request.param)


@pytest.fixture
def evening(small: str) -> Evening:
    """A match of a small game."""
    return evening_of(small)


def test_bots_play_turns_that_recompute_and_an_idle_tick_writes_nothing(plays: str) -> None:
    evening = evening_of(plays)
    evening.play(3)
    assert evening.store.last_number(evening.name) >= 3
    assert evening.tick().writes == 0
    assert_recomputes(evening)


def test_a_turn_whose_showing_fails_is_played_once(plays: str, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = evening_of(plays)
    fill_in(evening)

    def busy(*_: object) -> None:
        raise SheetsDown("the quota is used up")

    with monkeypatch.context() as patch:
        patch.setattr(evening.sync, "write", busy)
        with pytest.raises(SheetsDown):
            evening.tick()
    assert evening.tick().steps == ()
    assert evening.tick().writes == 0
    assert positions(evening) == undisturbed(plays, 1)


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_process_that_ends_at_any_point_loses_nothing_and_plays_nothing_twice(plays: str, when: str) -> None:
    evening = evening_of(plays)
    for point in POINTS:
        before = evening.store.last_number(evening.name)
        fill_in(evening)
        owner: Any = evening.sync if point in ("read", "write") else evening.store
        call = getattr(owner, point)

        def fatal(*given: Any, call: Any = call, **named: Any) -> Any:
            if when == "after":
                call(*given, **named)
            raise Killed

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(owner, point, fatal)
            with pytest.raises(Killed):
                evening.tick()
        evening.table = evening.poller()
        evening.tick()
        assert evening.store.last_number(evening.name) > before, point
        assert evening.tick().writes == 0, point
    assert positions(evening) == undisturbed(plays, len(POINTS))


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("point", ["save", "write"])
def test_a_process_that_ends_while_it_answers_a_row_loses_nothing(plays: str, point: str, when: str) -> None:
    evening = evening_of(plays)
    place = next(each for each in places(evening) if each.form.close is not Close.ASK)
    cells = legal(evening, place)
    type_in(evening, place, cells)
    owner: Any = evening.sync if point == "write" else evening.store
    call = getattr(owner, point)

    def fatal(*given: Any, **named: Any) -> Any:
        if when == "after":
            call(*given, **named)
        raise Killed

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(owner, point, fatal)
        with pytest.raises(Killed):
            evening.tick()
    evening.table = evening.poller()
    evening.tick()
    kept = next(draft.typed for draft in evening.table.session.record.drafts if key_of(draft) == place.key)
    assert {name: kept[name] for name in cells} == cells
    assert shown(evening, place, "receipt")
    assert evening.tick().writes == 0


def test_two_processes_in_the_middle_of_each_others_polls_play_each_turn_once(plays: str) -> None:
    evening = evening_of(plays)
    other, inside, mended = evening.poller("other"), list[bool](), list[str]()

    def meanwhile() -> None:
        if not inside:
            inside.append(True)
            mended.extend(other.tick().mended)
            inside.clear()

    sheets: Any = Seams(evening.table.workbooks.sheets, meanwhile)
    evening.table.workbooks.sheets = sheets
    for _ in range(3):
        fill_in(evening)
        mended += evening.tick().mended
        evening.tick()
    assert mended == []
    assert positions(evening) == undisturbed(plays, 3)


def test_what_was_typed_goes_along_when_every_form_is_built_anew(plays: str) -> None:
    new = rules_of(plays)[1] if plays in SETTINGS else templates.template("gvg")
    with pytest.MonkeyPatch.context() as patch:
        old = turned_round(plays, new)
        patch.setattr(templates, "template", lambda _name: old)
        evening = evening_of(plays, template=old)
        fill_in(evening)
    session = Session(evening.game, new, Ports(evening.store, lambda: evening.now), evening.name)
    evening.template, evening.table = new, poller_of(session, evening.sync, "new")
    evening.tick()
    evening.tick()
    assert positions(evening) == undisturbed(plays, 1)


def turned_round(plays: str, new: Template) -> Template:
    """A template whose forms have their columns the other way round, behind the seat, and other titles."""
    rules = rules_of(plays)[0] if plays in SETTINGS else game(plays)
    forms = [tab.key for tab in rules.all_tabs() if isinstance(tab, FormTab)]
    tabs = {key: new.tabs[key] for key in forms}
    turned = {
        key: tab.but(title=f"Old {tab.title}", columns=(tab.columns[0], *reversed(tab.columns[1:])))
        for key, tab in tabs.items()
    }
    return new.but(tabs={**new.tabs, **turned})


def status(evening: Evening) -> Status:
    return evening.table.session.record.status


def test_the_desk_pauses_rewinds_and_lets_a_side_concede(plays: str) -> None:
    evening = evening_of(plays)
    evening.play(2)
    evening.do("pause")
    assert status(evening) == Status.PAUSED
    evening.do("resume", row=2)
    evening.do("rewind", "#1", row=3)
    assert evening.answer(3).startswith("✓"), evening.answer(3)
    entries = [*evening.store.entries(evening.name)]
    assert (entries[-1].kind, entries[-1].state) == ("act", entries[1].state)
    fill_in(evening)
    assert evening.tick().steps
    evening.do("concede", sides_left(evening.seats, ())[-1], row=4)
    assert status(evening) == Status.OVER
    assert_recomputes(evening)


# -- what is typed -----------------------------------------------------------------------------------------------------


def one_of_each(evening: Evening, *closes: Close) -> list[Place]:
    """A row of every form that is open."""
    return list({place.key[0]: place for place in reversed(places(evening, *closes))}.values())


def entries(evening: Evening) -> list[Entry]:
    return list(evening.store.entries(evening.name))


def test_a_row_of_any_form_is_answered_in_its_tick_with_one_write_a_workbook(evening: Evening) -> None:
    typed = one_of_each(evening)
    for place in typed:
        type_in(evening, place, legal(evening, place))
    sheets: Any = WatchedSheets(evening.table.workbooks.sheets)
    evening.table.workbooks.sheets = sheets
    tick = evening.tick()
    for place in typed:
        assert shown(evening, place, "receipt")[:1] in ("✓", "⚠"), (place.key, shown(evening, place, "receipt"))
    assert tick.steps == ()
    assert len(set(sheets.written)) == len(sheets.written)
    assert {*sheets.written} - {"public"} == {"gm", *(place.layout.key for place in typed)}
    assert evening.tick().writes == 0


def test_a_cell_that_cannot_be_read_is_answered_at_its_address_and_costs_no_other_row(evening: Evening) -> None:
    typed = [place for place in one_of_each(evening) if place.form.fields]
    wrong, *right = typed
    field = wrong.form.fields[0]
    if field.kind is Kind.TEXT:
        wrong, *right = reversed(typed)
        field = wrong.form.fields[0]
    for place in right:
        type_in(evening, place, legal(evening, place))
    type_in(evening, wrong, {field.name: "Ωmega"})
    evening.tick()
    assert shown(evening, wrong, "receipt").startswith("✗ " + address(evening, wrong, field.name))
    for place in right:
        assert shown(evening, place, "receipt")[:1] in ("✓", "⚠"), place.key


def test_nobody_else_may_type_in_a_row_and_nobody_else_reads_it_in_a_sealed_match(evening: Evening) -> None:
    books = {layout.key: layout for layout in evening.table.workbooks.layouts}
    for place in one_of_each(evening):
        may = {seat.id for seat in evening.table.session.record.seats_of(place.key[1], place.form.who.authors)}
        cell = {address(evening, place, place.form.fields[0].name): "mine"}
        for seat in (seat for seat in evening.seats if seat.id not in may):
            with pytest.raises(Exception, match=r"protected|permission|caller|access"):
                evening.type(place.tab, cell, seat.account or "", place.layout.key)
        readers = {seat.team for seat in books[place.layout.key].readers(evening.seats)}
        assert readers == {seat.team for seat in evening.seats if seat.id in may}


def without_who_is_waited_for(tabs: Mapping[str, Sequence[Sequence[Any]]]) -> dict[str, list[list[Any]]]:
    """The values of a workbook, by tab, but for the lines that begin with “Waiting for”."""

    def without(cell: Any) -> Any:
        lines = str(cell).splitlines()
        told = any(line.startswith("Waiting for") for line in lines)
        return [line for line in lines if not line.startswith("Waiting for")] if told else cell

    return {tab: [[without(cell) for cell in row] for row in rows] for tab, rows in tabs.items()}


def test_what_is_typed_changes_no_workbook_that_others_read_but_who_is_ready(evening: Evening) -> None:
    (place, *_) = places(evening, Close.TOGETHER, Close.STANDING)
    readers = {seat.id for seat in place.layout.readers(evening.seats)}
    others = [
        each.key
        for each in evening.table.workbooks.layouts
        if each.key not in ("gm", "public") and not readers & {seat.id for seat in each.readers(evening.seats)}
    ]
    before = {key: without_who_is_waited_for(evening.sheets_of(key)) for key in others}
    type_in(evening, place, {**legal(evening, place), "ready": True})
    evening.tick()
    assert others
    assert {key: without_who_is_waited_for(evening.sheets_of(key)) for key in others} == before


def test_nobody_is_sent_to_a_tab_on_which_nobody_is_waited_for(evening: Evening) -> None:
    """A tab without rows says where somebody here is waited for; what is optional, such as an ending, is not named."""
    table = evening.table
    for _ in range(4):
        session = table.session
        due = {form.key for form in session.forms if form.due}
        for layout in table.workbooks.layouts:
            for tab in session.journal.tabs:
                if not isinstance(tab, FormTab) or tab.key not in layout.tabs or tab.ask:
                    continue
                text = next((str(row[0]) for row in evening.values(tab.key, layout.key)[3:] if row and row[0]), "")
                if "Go to" in text:
                    optional = [session.template.tabs[each.key].title for each in session.journal.tabs
                                if isinstance(each, FormTab) and each.form not in due]  # fmt: skip
                    assert not any(f" {title}" in text for title in optional), text
        fill_in(evening)
        evening.tick()


def test_nothing_tells_others_of_a_draft_in_a_game_with_secrets(evening: Evening) -> None:
    """Who is ready is public; who has begun is not, and no workbook of others is written for it."""
    if evening.game.secrecy is Secrecy.OPEN:
        return
    for place in one_of_each(evening, Close.TOGETHER, Close.STANDING):
        readers = {seat.id for seat in place.layout.readers(evening.seats)}
        others = [
            each.key
            for each in evening.table.workbooks.layouts
            if each.key == "public" or not readers & {seat.id for seat in each.readers(evening.seats)}
        ]
        others = [key for key in others if key not in ("gm", place.layout.key)]
        before = {key: evening.sheets_of(key) for key in others}
        written: Any = WatchedSheets(evening.sync)
        evening.table.workbooks.sheets = written
        type_in(evening, place, legal(evening, place))
        assert evening.tick().writes
        assert "public" in others
        assert {key: evening.sheets_of(key) for key in others} == before, place.key
        assert not {*written.written} & {*others}, place.key


def test_a_draft_counts_when_the_game_master_plays_the_step_and_the_next_one_opens_empty(evening: Evening) -> None:
    typed = one_of_each(evening, Close.TOGETHER)
    cells = {place.key: legal(evening, place) for place in typed}
    for place in typed:
        type_in(evening, place, cells[place.key])
    (step,) = evening.tick(resolve=True).steps[:1]
    for place in typed:
        assert [each.cells for each in step.entry.typed if (each.form, each.seat, each.row) == place.key]
        assert place.key[1] in step.entry.orders
    drafts = {(each.form, each.seat, each.row) for each in evening.table.session.record.drafts}
    assert not drafts & {place.key for place in typed}
    again = {place.key: place for place in places(evening, Close.TOGETHER)}
    for place in (again[key] for key in cells if key in again):
        assert all(shown(evening, place, field.name) in ("", False, field.default) for field in place.form.fields)
    assert_recomputes(evening)


def test_a_paused_match_answers_and_plays_nothing_until_it_goes_on(evening: Evening) -> None:
    evening.do("pause")
    number = evening.table.session.entry.number
    fill_in(evening)
    evening.tick()
    assert evening.table.session.entry.number == number
    assert all(place.key in {(d.form, d.seat, d.row) for d in evening.table.session.record.drafts}
               for place in one_of_each(evening, Close.TOGETHER) if place.form.due)  # fmt: skip
    evening.do("resume", row=2)
    evening.tick()
    assert evening.table.session.entry.number > number + 1


def test_a_process_that_starts_again_knows_what_was_typed_and_writes_nothing(evening: Evening) -> None:
    typed = one_of_each(evening)
    for place in typed:
        type_in(evening, place, legal(evening, place))
    evening.tick()
    before = evening.table.session.record.drafts
    evening.table = evening.poller()
    assert evening.tick().writes == 0
    assert evening.table.session.record.drafts == before


# -- what happens to a sheet -------------------------------------------------------------------------------------------


def test_whatever_is_done_to_a_form_its_rows_keep_what_was_typed(evening: Evening) -> None:
    (place, *_) = sorted(places(evening), key=lambda each: -each.line)
    cells = legal(evening, place)
    field = next(name for name, value in cells.items() if value is not None)
    type_in(evening, place, cells)
    evening.tick()
    receipt, tab, owner = shown(evening, place, "receipt"), place.tab, evening.sync
    columns = len(evening.table.session.template.tabs[tab].columns)
    for act, rest in (
        (owner.rename_tab, ("Other",)),
        (owner.lines_come, ("ROWS", 1, 3)),
        (owner.sort_rows, ((3, 0, place.line + 1, columns), 0)),
        (owner.empty, ()),
        (owner.delete_tab, ()),
    ):
        act(evening.book(tab, place.layout.key), tab, *rest)
        evening.tick()
        evening.record = evening.table.session.record
        assert (shown(evening, place, field), shown(evening, place, "receipt")) == (cells[field], receipt), act
        assert evening.tick().writes == 0, act


def test_an_edit_of_what_only_the_game_master_draws_is_put_back_and_named(evening: Evening) -> None:
    views = [tab.key for tab in evening.table.session.journal.tabs if isinstance(tab, ViewTab)]
    layout = next(each for each in evening.table.workbooks.layouts if set(views) & set(each.tabs))
    tab = next(key for key in layout.tabs if key in views)
    before = evening.values(tab, layout.key)
    evening.type(tab, {a1(1, 3): "I was here", a1(len(before) + 2, 0): "and here"}, key=layout.key)
    tick = evening.tick()
    assert evening.values(tab, layout.key) == before
    assert tick.mended
    assert evening.tick().writes == 0


def test_a_log_and_a_report_that_were_deleted_come_back_whole(evening: Evening) -> None:
    evening.play(2)
    before = evening.sheets_of("public")
    for tab in ("log", "report", "dice"):
        evening.sync.delete_tab(evening.book(tab, "public"), tab)
    evening.tick()
    evening.record = evening.table.session.record
    assert evening.sheets_of("public") == before


# -- the desk ----------------------------------------------------------------------------------------------------------

OVERRIDES = {"council": "round", "duel": "round", "legion": "turn", "raiders": "round"}


def test_the_game_master_changes_a_value_fills_in_a_row_and_gives_a_seat_away(evening: Evening, small: str) -> None:
    before = evening.table.session.entry.state[OVERRIDES[small]]
    evening.do("override", OVERRIDES[small], before + 1)
    assert evening.answer().startswith("✓"), evening.answer()
    assert evening.table.session.entry.state[OVERRIDES[small]] == before + 1
    evening.do("override", f"{OVERRIDES[small]}x", 3, row=2)
    assert "Did you mean" in evening.answer(2)
    place = next(each for each in places(evening, Close.TOGETHER, Close.AT_ONCE) if each.form.due)
    cells = ", ".join(f"{name}={value}" for name, value in legal(evening, place).items() if value is not None)
    number = evening.table.session.entry.number
    evening.do("fill in", f"{place.key[1]} #{place.key[2] + 1}", cells, row=3)
    assert evening.answer(3).startswith("✓"), evening.answer(3)
    assert evening.table.session.entry.number > number
    seat = evening.seats[0].id
    evening.do("substitute", seat, "Zoe <zoe@table>", row=4)
    assert evening.table.session.people.seats[seat].account == "zoe@table"
    assert_recomputes(evening)


def test_a_claim_is_ruled_and_appealed(evening: Evening) -> None:
    seat = next(seat.id for seat in evening.seats if not seat.neutral)
    key = home(evening, seat, "claims")
    evening.type("claims", {evening.cell("claims", seat, "text", key): "That was wrong.",
                            evening.cell("claims", seat, "ready", key): True}, key=key)  # fmt: skip
    evening.tick()
    evening.do("rule", 1, "it was | d6 for luck", "it was so")
    (case,) = Claims.of(evening.table.session.record).cases
    assert (case.decision, case.reason) == ("it was", "it was so")
    assert [roll.why for roll in entries(evening)[-1].rolls] == ["ruling 1: luck"]
    assert_recomputes(evening)


# -- time --------------------------------------------------------------------------------------------------------------


def to_deadline(evening: Evening) -> None:
    """Poll shortly before the deadline, and at it."""
    end = evening.table.session.record.due
    assert end is not None
    evening.now = end - 60
    evening.tick()
    evening.now = end


@pytest.mark.parametrize("policy", ["hold", "bot", "standing"])
def test_a_deadline_plays_the_step_for_who_is_absent(small: str, policy: str) -> None:
    evening = evening_of(small, policy={"no_show": policy, "remind": 3600.0})
    waited = set(evening.table.waiting)
    assert waited
    to_deadline(evening)
    reminded = {notice.seat for notice in evening.notices if "Still missing" in notice.body}
    record = evening.table.session.record
    assert reminded == {None, *(seat.id for who in waited for seat in record.seats_of(who))}
    steps = evening.tick().steps
    assert steps
    attendance = steps[0].entry.attendance
    absent = {who for who, state in attendance.items() if state is Attendance.NO_SHOW}
    assert absent <= waited
    assert absent
    by = {typed.by for step in steps for typed in step.entry.typed}
    assert by <= {"bot", "nobody"} if policy == "bot" else by <= {"nobody"}
    assert bool(by) or policy != "bot"
    assert_recomputes(evening)


def test_an_outage_slides_the_deadline_and_a_leap_moves_it(evening: Evening) -> None:
    before = evening.table.session.record.due
    evening.leap(3600.0)
    evening.tick()
    moved = evening.table.session.record.due
    assert before is not None
    assert moved is not None
    assert 3500 < moved - before < 3700
    evening.now = moved + DAY
    number = evening.table.session.entry.number
    evening.tick()
    slid = evening.table.session.record.due
    assert slid is not None
    assert slid > evening.now
    assert [entry.kind for entry in entries(evening)[number + 1 :]] == ["act"]
    evening.do("put back")
    assert_recomputes(evening)


# -- dice --------------------------------------------------------------------------------------------------------------


def test_with_real_dice_a_lock_waits_for_exactly_the_rolls_that_it_needs(small: str) -> None:
    evening = evening_of(small, dice="manual")
    for _ in range(2):
        fill_in(evening)
        evening.tick()
        for _ in range(4):
            pending = evening.table.session.record.pending
            if pending is None:
                break
            asked = [roll.why for roll in pending.missing]
            rows = [str(line[0]) for line in evening.values(ROLLS)[3:] if line]
            assert set(asked) <= set(rows)
            columns = [column.field for column in evening.looks.tabs[ROLLS].columns]
            typed = {a1(3 + rows.index(why), columns.index("value")): 1 for why in asked}
            evening.type(ROLLS, typed, "gm@table")
            evening.tick()
        assert evening.table.session.record.pending is None
    rolls = [roll for entry in entries(evening)[1:] for roll in entry.rolls]
    assert all(roll.value == 1 for roll in rolls)
    assert bool(rolls) is (small in ("duel", "raiders"))
    assert_recomputes(evening)


def test_with_a_beacon_a_step_is_locked_first_and_played_when_its_round_is_out(small: str) -> None:
    relay = Relay()
    evening = evening_of(small, beacon=QUICKNET, relay=relay, now=due(1000) - AHEAD - 60)
    fill_in(evening)
    evening.now = due(1000) - AHEAD - 1
    assert evening.tick().steps == ()
    assert evening.table.session.record.pending is not None
    evening.now = due(1000) - 1
    (step, *_) = evening.tick().steps
    assert step.entry.beacon is not None
    assert relay.asked == [1000]


# -- the end -----------------------------------------------------------------------------------------------------------

LAST = {"council": {"rounds": 1}, "duel": {"goal": 1}, "raiders": {"rounds": 1}}
"""Settings with which a match is soon over; a legion goes on for ever."""


@pytest.mark.parametrize("name", sorted(LAST))
def test_a_match_that_is_over_is_exported_and_proved_and_a_rewind_opens_it_again(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = evening_of(name, settings={**SETTINGS[name], **LAST[name]})
    for room in (export, past):
        monkeypatch.setattr(room, "find", lambda _name: evening.game)
    monkeypatch.setattr(templates, "template", lambda _name: rules_of(name)[1])
    for _ in range(9):
        if status(evening) is not Status.OVER:
            fill_in(evening)
            evening.tick()
    assert status(evening) is Status.OVER
    assert places(evening) == []
    assert evening.table.waiting == ()
    assert evening.tick().writes == 0
    (path,) = export.write_exports(evening.store, evening.name, tmp_path, ["json"])
    charter, found, hidden, _signatures = read_record(path)
    assert not [each for each in verify(evening.game, charter, found, hidden) if isinstance(each, Fault)]
    evening.do("rewind", "#0")
    assert status(evening) is Status.LIVE
    assert places(evening)


def reports(evening: Evening) -> Iterator[str]:
    """All that the private workbooks say of what happened; nobody else need hear of a step."""
    for layout in evening.table.workbooks.layouts:
        if "report" in layout.tabs and layout.key != "public":
            yield " ".join(str(cell) for line in evening.values("report", layout.key) for cell in line)


def test_every_private_workbook_tells_of_a_step(evening: Evening) -> None:
    label = evening.table.session.game.label(evening.table.session.state)
    evening.play(1)
    found = list(reports(evening))
    assert len(found) > 1
    assert [text for text in found if label not in text] == []
    assert label in " ".join(str(cell) for line in evening.values("log") for cell in line)
