"""Rewinds: what people had typed comes back as drafts, and a turn's name means its beginning."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from sheets_gm.games.finding import games
from sheets_gm.gm.between.pauses import Pause, Resume
from sheets_gm.gm.match_record.timeline import taken_back
from sheets_gm.gm.ports.sheets import SheetsDown
from sheets_gm.gm.workbooks.marker import found_marker
from sheets_gm.kernel.actions import Override, Rewind
from sheets_gm.kernel.english import with_names
from sheets_gm.kernel.forms import Close, Typed
from sheets_gm.kernel.match.journal import Entry
from sheets_gm.sheet.grid import a1
from sheets_gm.sheet.reading import Key
from tests.few import by_day
from tests.gm.any_game import SETTINGS, match_of, places, shown
from tests.gm.table import Evening
from tests.simulation.appearance import look_of

SOME_GAMES = pytest.mark.parametrize(
    "name", by_day("champions", "council", "duel", of=[*sorted(games()), *sorted(SETTINGS)])
)


def drafts(evening: Evening) -> dict[Key, Mapping[str, Typed]]:
    """What the rows of the game hold that nobody has played."""
    record = evening.table.session.record
    own = {(form.key, form.seat) for form in evening.table.session.forms if form.close is not Close.STANDING}
    return {
        (each.form, each.seat, each.row): each.typed
        for each in record.drafts
        if (each.form, each.seat) in own and each.done is None
    }


def first_lock(evening: Evening) -> Entry:
    """The first entry that took something that somebody typed."""
    return next(entry for entry in evening.store.entries(evening.name) if entry.kind == "turn" and entry.typed)


def rewound_to(evening: Evening) -> int:
    """To which entry the newest entry rewinds the match."""
    act = evening.store.last(evening.name).act
    assert act is not None
    return int(act["to"])


@SOME_GAMES
def test_what_a_lock_took_comes_back_as_drafts_without_a_tick(name: str) -> None:
    evening = match_of(name)
    evening.play(1)
    lock = first_lock(evening)
    evening.now += 1
    evening.table.tick(actions=[Rewind(to=lock.number - 1, why="a typing error")])
    found = drafts(evening)
    forms = {(form.key, form.seat): form for form in evening.table.session.forms}
    wanted = {
        (typed.form, typed.seat, typed.row): typed.cells
        for typed in lock.typed
        if (typed.form, typed.seat) in forms and forms[typed.form, typed.seat].close is not Close.STANDING
    }
    assert wanted
    for key, cells in wanted.items():
        drawn = forms[key[:2]].at(key[2]).drawn
        if any(cells.get(field) != value for field, value in drawn.items()):
            assert {field: found[key][field] for field in drawn} == {field: cells.get(field) for field in drawn}
    assert not any(typed.get("ready") for typed in found.values())
    for place in places(evening):
        for field, value in found.get(place.key, {}).items():
            assert (shown(evening, place, field) or None) == (value or None), (place.key, field)
    assert evening.store.last(evening.name).act is not None
    assert evening.tick().writes == 0
    assert drafts(evening) == found


@SOME_GAMES
def test_the_drafts_of_a_rewind_give_the_same_orders_at_the_deadline(name: str) -> None:
    evening = match_of(name)
    evening.play(1)
    lock = first_lock(evening)
    forms = evening.table.session.forms_before(lock)
    if any(form.close is Close.AT_ONCE and form.due for form in forms):
        return  # a row without a tick is not played for anybody
    evening.table.tick(actions=[Rewind(to=lock.number - 1, why="a typing error")])
    evening.tick(resolve=True)
    again = next(entry for entry in evening.store.entries(evening.name, lock.number + 1) if entry.orders)
    assert again.orders == lock.orders


def test_a_rewind_over_an_override_leaves_what_is_typed_now() -> None:
    evening = match_of("gvg")
    evening.play(1)
    evening.tick(actions=[Override(what="turn", old=2, new=2, why="to be sure")])
    evening.order("blue1", move_to="A1", ready=True)
    evening.tick()
    evening.do("rewind", "#1")
    assert evening.row("orders", "blue1")["move_to"] == "A1"
    assert not evening.row("orders", "blue1")["ready"]


def test_what_another_timeline_locked_does_not_come_back() -> None:
    evening = match_of("gvg")
    for move in ("A1", "B1"):
        evening.order("blue1", move_to=move, ready=True)
        evening.tick(resolve=True)
        evening.do("rewind", "#0")
        assert evening.row("orders", "blue1")["move_to"] == move
        evening.now += 60.0  # soon after the first, a second press would be taken for the same


def test_the_name_of_a_turn_of_many_rows_means_its_beginning() -> None:
    evening = match_of("wesnoth")
    rows: list[Entry] = []
    while len(rows) < 2 or not rows[0].label.endswith(": Red to move"):
        evening.play(1)
        played = [entry for entry in evening.store.entries(evening.name) if entry.kind == "turn"]
        rows = [entry for entry in played if entry.label == played[-1].label]
    last = rows[0].label
    evening.do("rewind", last.replace("Red", "Ben (red)"))
    assert rewound_to(evening) == rows[0].number - 1
    # and also where the turn was begun, rewound to its second row, and gone on with
    again = evening.store.last(evening.name).number
    evening.play(1)
    evening.do("rewind", f"#{again + 1}", row=2)
    evening.play(1)
    evening.do("rewind", last, row=3)
    assert rewound_to(evening) == again


def test_a_name_that_no_turn_has_is_answered_with_those_of_the_match() -> None:
    evening = match_of("champions")
    evening.play(2)
    evening.do("rewind", "Round 77")
    names = [entry.label for entry in evening.store.entries(evening.name) if entry.kind == "turn"]
    assert f"There is no step called Round 77. Write it like {names[-1]} or " in evening.answer()
    assert evening.answer().endswith(f", or #{len(names)} for the position after entry {len(names)}.")
    for column, cells in (("on", ("Round 77", None)), ("value", (None, "Round 77"))):
        evening.do("rewind", *cells)
        assert evening.answer().startswith(f"✗ {evening.cell('desk', 'gm #1', column)}: There is no step")


def test_a_log_without_a_marker_strikes_through_what_a_rewind_took_back_long_ago(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evening = Evening(on="google")
    evening.play(3)
    with monkeypatch.context() as patch:
        patch.setattr(evening.sync, "write", _away)
        patch.setattr(evening.sync, "remake", _away)
        for action in (Rewind(to=0), Pause(), Resume(), Pause()):
            with pytest.raises(SheetsDown):
                evening.tick(actions=[action])
    first = evening.table.workbooks.layouts[0].tabs[0]
    cells = list(evening.values(first)[0])
    evening.type(first, {a1(0, cells.index(found_marker([cells], 99))): ""})
    evening.table = evening.poller("another")
    evening.tick()
    sheet = evening.service.documents[evening.record.workbooks[0].document].sheets[evening.sheet_id("log")]
    shown = look_of(sheet)["cells"]
    evening.tick(rebuild=True)
    assert shown == look_of(sheet)["cells"]


def _away(*_given: object) -> None:
    raise SheetsDown("away")


def test_a_rewind_takes_back_neither_who_plays_nor_what_was_said() -> None:
    evening = Evening()
    evening.play(1)
    evening.do("substitute", "Ben", "Zoe")
    evening.do("override", "players.red1.at", "B9", row=2)
    evening.do("rewind", "Turn 1", row=3)
    told = [str(row[0]) for row in evening.values("report") if row]
    heads = {line: told[at - 1] for at, line in enumerate(told)}
    assert "taken back" not in heads["Zoe replaces Ben: because"]
    assert any("taken back" in each and each.startswith("Turn 1") for each in told)
    assert {each.number for each in evening.store.entries(evening.name)} - {
        *taken_back(evening.store.entries(evening.name))
    } == {0, 2, 4}


@SOME_GAMES
def test_a_rewind_is_told_by_the_turn_that_begins_again(name: str) -> None:
    evening = match_of(name)
    evening.play(1)
    label = first_lock(evening).label
    evening.do("rewind", label, why="a wrong board")
    told = with_names(label, evening.table.session.people.seats)
    assert f"The game master took the match back to the beginning of {told}: a wrong board" in evening.log()
    evening.do("rewind", "#0", why="once more", row=2)
    assert "The game master rewound the match to the position after entry 0: once more" in evening.log()


def test_an_entry_of_a_rewind_that_names_no_turn_is_stored_as_it_always_was() -> None:
    assert Rewind(to=3).model_dump(mode="json") == {"kind": "rewind", "by": "gm", "why": "", "to": 3}
    assert Rewind(to=3, turn="Turn 4").model_dump(mode="json")["turn"] == "Turn 4"
